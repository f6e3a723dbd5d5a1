"""Classes of disagreement, against plain enumeration through `compare`."""

import functools
import os

import pytest
from plain_search import ALPHABET, SPECS, as_plain, plain_classes, plain_search, plain_up_to_4

import hexapla
from hexapla.comparison.columns import columns_of
from hexapla.discover import BASES, Classifier, Discovery, ExhaustiveSpace, run


@functools.cache
def found_up_to_5() -> Discovery:
    return run(ExhaustiveSpace(SPECS, ALPHABET, tuple(BASES), 5), workers=os.cpu_count() or 1)


@pytest.mark.slow
def test_signatures_change_nothing_that_is_found() -> None:
    assert as_plain(run(ExhaustiveSpace(SPECS, ALPHABET, tuple(BASES), 4))) == plain_up_to_4()


@pytest.mark.parametrize(
    ("alphabet", "max_length", "selectors"),
    [
        ("a/.", 5, ["rfc1630", "rfc1808", "rfc2396[excess-dots=remove]"]),
        ("a%:1", 3, ["rfc1630", "rfc2396[excess-dots=error]", "rfc3986", "whatwg"]),
        ("a?#/", 3, ["rfc1738", "rfc2396[empty-reference=new-request]", "rfc3986"]),
        ("\ud800\0:", 2, ["rfc1808", "rfc2396"]),
    ],
)
def test_signatures_change_nothing_in_other_columns(
    alphabet: str, max_length: int, selectors: list[str]
) -> None:
    specs = columns_of(selectors)
    found = run(ExhaustiveSpace(specs, alphabet, tuple(BASES), max_length))
    assert as_plain(found) == plain_search(alphabet, max_length, tuple(BASES), specs)


def test_no_class_has_a_column_without_a_rule() -> None:
    """RFC 1738, 2.3 and RFC 1630, rule 2 of the partial form."""
    classifier = Classifier(hexapla.specs())
    for base in BASES:
        for reference in ("g", "/g", "//g", "///g", "?", "#", "", ".."):
            silent = set(hexapla.compare(reference, base=base, specs=hexapla.specs()).target.silent)
            for item in classifier.of(reference, base):
                assert not silent & {item.cause.left, item.cause.right}
                assert not silent & {selector for group in item.groups for selector in group}
                assert "undefined" not in item.outcomes


@pytest.mark.slow
def test_no_shorter_example_exists() -> None:
    """What plain enumeration shows up to 4 characters is all that has an example of up to 4."""
    found = as_plain(found_up_to_5())
    assert {len(reference) for _, (reference, _) in found.values()} == {0, 1, 2, 3, 4, 5}
    short = {item: smallest for item, (_, smallest) in found.items() if len(smallest[0]) < 5}
    assert short == {item: smallest for item, (_, smallest) in plain_up_to_4().items()}


def causes_of(reference: str, base: str) -> set[object]:
    return {item.cause for place in (None, base) for item in plain_classes(reference, place)}


@pytest.mark.slow
def test_every_cause_that_the_examples_of_the_standards_show_is_found() -> None:
    found = {item.cause for item in found_up_to_5().classes}
    examples = [example for spec in hexapla.specs() for example in spec.examples()]
    shown = [cause for example in examples for cause in causes_of(example.reference, example.base)]
    assert len(examples) > 130
    assert len(set(shown)) == 25
    missing = set(shown) - found
    assert len(missing) == 1
    assert missing <= needing_six_characters()


@functools.cache
def needing_six_characters() -> set[object]:
    """Causes with no example of up to 5 characters: in `a;/../` the params come behind a path.

    RFC 1808 has dots in params only behind a semicolon, and takes its step 6 only with a path.
    """
    found = run(ExhaustiveSpace(SPECS, "a;/.", ("x:/a",), 6)).classes
    causes: dict[object, int] = {}
    for item, finding in found.items():
        length = len(finding.smallest.reference)
        causes[item.cause] = min(length, causes.get(item.cause, length))
    return {cause for cause, length in causes.items() if length == 6}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reference", "base"),
    [
        ("/g", "magic://a/b/c//d/e/f"),  # RFC 1630's rule on slashes, which its table breaks
        ("?y", "http://a/b/c/d;p?q"),  # RFC 2396, C.1; the list of issues, 003-relative-query
        (";x", "http://a/b/c/d;p?q"),  # RFC 2396, G.4
        ("g;x=1/../y", "http://a/b/c/d;p?q"),  # RFC 2396, G.4: a slash in params
        ("", "http://a/b/c/d;p?q#f"),  # RFC 1808, 5.2; RFC 2396, 4.2
        ("../../../g", "http://a/b/c/d;p?q"),  # RFC 2396, 5.2 step 6g, C.2
        ("g", "http://a"),  # the list of issues, 004-pathless-base
        ("dav:", "http://a"),  # the list of issues, 014-empty-opaque_part
        ("about:", "http://a"),
        ("//a?b/c", "http://a"),  # RFC 1808, 2.4.3: a net_loc may hold a question mark
        ("//a;b/c", "http://a"),
        ("g?", "http://a/b"),  # RFC 1808, 2.4.4: empty is the same as none
        ("1:a", "http://a/b"),  # RFC 1808, 2.2: a scheme may begin with a digit
    ],
)
def test_every_known_cause_is_found(reference: str, base: str) -> None:
    shown = causes_of(reference, base)
    assert shown
    found = {item.cause for item in found_up_to_5().classes}
    assert not shown - found - needing_six_characters()
