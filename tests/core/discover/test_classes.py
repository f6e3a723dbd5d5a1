"""Classes of disagreement, checked against a simple enumeration with `compare`."""

import os
from pathlib import Path
from unittest.mock import Mock

import attrs
import pytest
from plain_search import ALPHABET, SPECS, as_plain, plain_search
from tables import by_rows_of

import hexapla
from hexapla.discover.classes import Classifier, DisagreementClass
from hexapla.discover.discovery import run
from hexapla.discover.search_space import BASES, ExhaustiveSpace
from hexapla.standard.registry import columns_of


@pytest.mark.nightly
def test_a_search_finds_what_plain_enumeration_finds() -> None:
    space = ExhaustiveSpace(SPECS, ALPHABET, tuple(BASES), 4)
    assert as_plain(run(space, workers=os.cpu_count() or 1)) == plain_search(space)


@by_rows_of("discover")
def test_a_search_finds_the_same_in_other_columns(
    alphabet: str, max_length: int, selectors: list[str]
) -> None:
    space = ExhaustiveSpace(columns_of(selectors), alphabet, tuple(BASES), max_length)
    assert as_plain(run(space)) == plain_search(space)


def test_no_class_has_a_column_without_a_rule() -> None:
    classifier = Classifier(hexapla.specs())
    for base in BASES:
        for reference in ("g", "/g", "//g", "///g", "?", "#", "", ".."):
            silent = set(hexapla.compare(reference, base=base, specs=hexapla.specs()).target.silent)
            for item in classifier.of(reference, base):
                assert not silent & {item.cause.left, item.cause.right}
                assert not silent & {selector for group in item.groups for selector in group}
                assert "undefined" not in item.outcomes


@pytest.mark.parametrize(
    ("reference", "base", "differences"),
    [
        ("//1/", "http://a", 1),
        ("//1", "http://a", 2),
        ("//é/", "http://a", 1),
        ("\thttp:é", "x:", 4),
        ("a\\b", "http://a/", 1),
        ("#é", "http://a/", 1),
        ("#é", "http://a", 2),
        ("a:b/../c", "x:", 1),
        ("..", "x:/a/b/", None),
    ],
)
def test_the_ways_in_which_two_standards_differ_are_counted(
    reference: str, base: str, differences: int | None
) -> None:
    specs = tuple(map(hexapla.spec, ("rfc3986", "whatwg")))
    shown = list(Classifier(specs, counts_differences=True).shown(reference, base))
    assert [item.differences for item in shown] == ([] if differences is None else [differences])
    uncounted = Classifier(specs).shown(reference, base)
    assert [item.item for item in uncounted] == [item.item for item in shown]


@pytest.mark.slow
def test_a_plain_search_keeps_the_example_with_the_fewest_differences(tmp_path: Path) -> None:
    specs = tuple(map(hexapla.spec, ("rfc3986", "whatwg")))
    pieces, bases = ("/", "1", "é", "\t", "?"), ("http://a", "x:")
    space = ExhaustiveSpace(specs, pieces, bases, 4, plain=True)
    classifier = Classifier(specs, counts_differences=True)
    fewest: dict[DisagreementClass, int] = {}
    for number in range(space.references):
        for base in bases:
            for item, differences in classifier.shown(space.reference(number), base):
                fewest[item] = min(fewest.get(item, differences), differences)
    found = run(space)
    kept = {item: finding.smallest.differences for item, finding in found.classes.items()}
    assert {item: kept[item] for item in fewest} == fewest
    smallest = run(attrs.evolve(space, plain=False))
    assert smallest.classes.keys() == found.classes.keys()
    assert found.classes != smallest.classes
    with pytest.raises(KeyboardInterrupt):
        run(space, folder=tmp_path, progress=Mock(side_effect=(None, KeyboardInterrupt)))
    assert run(space, folder=tmp_path).to_json() == found.to_json()
