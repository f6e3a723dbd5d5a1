"""Two results that differ in spelling, and two that lead to different places."""

import pytest

import hexapla
from hexapla.comparison.spellings import differ_in_spelling
from hexapla.standard.phases import NoUri, Outcome

TWO = tuple(map(hexapla.spec, ("rfc3986", "whatwg")))


@pytest.mark.parametrize(
    ("left", "right", "spelling"),
    [
        ("http://a", "http://a/", True),
        ("http://A:80/%7e", "http://a/~", False),  # the URL Standard decodes no "%7e"
        ("http://A:80/", "http://a/", True),
        ("http://a/b c", "http://a/b%20c", True),
        ("http://a/é", "http://a/%C3%A9", True),
        ("http://a/%zz é", "http://a/%zz%20%C3%A9", True),
        ("file:/a", "file:///a", True),
        ("http://a/b\\c", "http://a/b/c", False),
        ("http://a/?'", "http://a/?%27", False),
        ("http://0x7f.1/", "http://127.0.0.1/", False),
        ("x:a/../b", "x:b", False),
    ],
)
def test_results_are_spelled_differently_if_both_standards_say_so(
    left: str, right: str, spelling: bool
) -> None:
    assert differ_in_spelling(TWO, left, right) is spelling
    assert differ_in_spelling(TWO, right, left) is spelling


def test_a_failure_is_spelled_in_no_way() -> None:
    failure = NoUri(Outcome.ERROR)
    assert not differ_in_spelling(TWO, "http://a/", failure)
    assert not differ_in_spelling(TWO, failure, failure)


def test_a_standard_without_normalisation_decides_nothing() -> None:
    assert not differ_in_spelling((hexapla.spec("rfc1808"),), "http://a", "http://a/")


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("http://a/b c%20%zz", "http://a/b%20c%20%25zz"),
        ("x:é|\\", "x:%C3%A9%7C%5C"),
        ("x:!$&'()*+,;=:@/?#[]", "x:!$&'()*+,;=:@/?#[]"),
        ("x:\ud800", "x:\ud800"),
    ],
)
def test_foreign_characters_are_escaped_and_no_others(text: str, escaped: str) -> None:
    escaping = TWO[0].standard.escaping
    assert escaping is not None
    assert escaping.escape_foreign(text) == escaped


def test_a_standard_without_classes_of_characters_escapes_nothing() -> None:
    escaping = TWO[1].standard.escaping
    assert escaping is not None
    assert escaping.escape_foreign("x:é %") == "x:é %"
