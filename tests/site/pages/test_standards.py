"""The page of a standard."""

from site_under_test import page


def test_the_page_of_rfc1630_says_why_an_example_fails() -> None:
    text = "".join(page("standards/rfc1630.html").text)
    assert "8 of 10 come out under the default readings" in text
    assert "slash-run=examples" in text
    assert "27 January 1997" in text
