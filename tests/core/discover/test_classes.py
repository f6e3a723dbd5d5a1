"""Classes of disagreement, against plain enumeration through `compare`."""

import os

import pytest
from plain_search import ALPHABET, SPECS, as_plain, plain_search
from tables import by_rows_of

import hexapla
from hexapla.discover.classes import Classifier
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
