"""A table as HTML: text is escaped, cells that differ are marked, nothing is loaded for it."""

import pytest

from hexapla.text.table import TableRow, escaped, html_paragraphs, html_table


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a", "a"),
        ("<b>&\"'", "&lt;b&gt;&amp;&quot;&#39;"),
        ("\ud800", "?"),
        ("é\U0001f600", "é\U0001f600"),
    ],
)
def test_text_is_escaped(text: str, html: str) -> None:
    assert escaped(text) == html
    assert f">{html}</" in html_table(text, (), ())
    assert f">{html}</" in html_paragraphs([text])


def test_a_notebook_shows_no_more_of_a_text_than_a_reader_can_look_at() -> None:
    html = html_table("c", ("",), [TableRow("r", ("<" * 1_000_000,))])
    assert "characters left out" in html
    assert len(html) < 20_000


def test_cells_that_differ_are_marked_by_a_sign_and_not_by_colour_alone() -> None:
    html = html_table("c", ("", "x", "y"), [TableRow("r", ("1", "2"), frozenset({1}))])
    assert "≠ r" in html
    assert "<strong>2</strong>" in html
    assert "<strong>1</strong>" not in html
    assert html.count('scope="col"') == 3
    assert html.count('scope="row"') == 1
