"""Explanations on pages: the groups that took a step, the texts, and the columns."""

import re

import hexapla
from hexapla.comparison.cause_key import PARTS, TARGET, title_of
from hexapla_site.pages.catalogue import read_catalogue
from hexapla_site.rendering import last_differences, takers_of, then_of
from hexapla_site.report.report import make_report

FACETS = [
    facet
    for case in make_report().cases
    for facet in (case.comparison.parts, case.comparison.target)
    if not facet.agrees
]


def test_the_groups_of_a_row_are_those_of_its_columns() -> None:
    rows = 0
    for facet in FACETS:
        for row in facet.rows:
            rows += 1
            takers = list(takers_of(facet, row.selectors))
            assert {spec.selector for taker in takers for spec in taker.specs} == {*row.selectors}
            for number, specs, is_whole in takers:
                group = facet.groups[number - 1]
                assert is_whole == ({spec.selector for spec in specs} == {*group.specs})
    assert rows > 400


def test_what_a_column_did_last_is_told_where_columns_differ() -> None:
    for facet in FACETS:
        told = last_differences(facet)
        assert told
        assert all(told.values())
        assert not {*told} & {hexapla.spec(selector).id for selector in facet.silent}


def test_the_letters_in_what_a_reading_would_do_are_those_of_groups() -> None:
    marked = 0
    for facet in FACETS:
        letters = {group.letter for group in facet.groups}
        for effect in facet.readings:
            pieces = then_of(effect)
            assert "".join(text for text, _ in pieces) == effect.then
            named = {text for text, is_letter in pieces if is_letter}
            assert named <= letters
            marked += bool(named)
    assert marked > 20


def test_no_two_causes_have_the_same_title() -> None:
    causes = {cause.key: cause.title for cause in make_report().causes}
    assert len(set(causes.values())) == len(causes)
    catalogue = read_catalogue(tuple(map(hexapla.spec, ("rfc1630", "rfc1808", "rfc2396"))))
    assert catalogue is not None
    keys = {entry.disagreement.cause for entry in catalogue.entries}
    titles = {title_of(key, catalogue.specs) for key in keys if key.facet in (PARTS, TARGET)}
    assert len(titles) == len([key for key in keys if key.facet in (PARTS, TARGET)])
    assert not [title for title in causes.values() if re.search("differing", title)]


def test_the_letter_of_a_group_that_a_column_would_join_is_one() -> None:
    facet = hexapla.compare("../../../g", base="http://a/b/c/d;p?q").target
    (effect,) = {effect for effect in facet.readings if effect.then == "joins A"}
    assert then_of(effect) == (("joins ", False), ("A", True))
