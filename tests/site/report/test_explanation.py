"""Explanations as pages show them: what is struck out, what is told, under which columns."""

import itertools
import re

import hexapla
from hexapla.comparison.cause_key import PARTS, TARGET, title_of
from hexapla_site.pages.catalogue import read_catalogue
from hexapla_site.rendering import deciding_acts, ends_of, then_of
from hexapla_site.report.case import groups_in, pattern_of
from hexapla_site.report.report import make_report

FACETS = [
    facet
    for case in make_report().cases
    for facet in (case.comparison.parts, case.comparison.target)
    if not facet.agrees
]


def test_what_is_not_struck_out_is_the_text_after() -> None:
    struck = 0
    for facet in FACETS:
        for branch in facet.branches:
            for side in (side for row in branch.rows for side in row.sides):
                if pieces := side.pieces:
                    struck += 1
                    assert "".join(text for text, _ in pieces) == side.before
                    assert "".join(text for text, removed in pieces if not removed) == side.after
    assert struck > 50


def test_what_a_column_did_is_cited_of_its_own_standard() -> None:
    told = 0
    for facet in FACETS:
        for spec in facet.columns:
            if act := deciding_acts(facet).get(spec.id):
                told += 1
                assert spec in [cited for cited, _ in act.cited]
                assert spec.selector not in facet.silent
    assert told > 300


def test_a_branch_is_shown_where_columns_of_both_its_ends_are() -> None:
    """So that each pair of groups that are shown is joined by branches that are."""
    for facet in FACETS:
        ids = [spec.id for spec in facet.columns]
        edges = [(branch, *ends_of(facet, branch)) for branch in facet.branches]
        for size in range(2, len(ids) + 1):
            for shown in map(set, itertools.combinations(ids, size)):
                on = [
                    branch
                    for branch, *ends in edges
                    if all({spec.id for spec in end} & shown for end in ends)
                ]
                letters = {letter for branch in on for letter in (branch.group, branch.against)}
                keys = zip(facet.keys, ids, strict=True)
                groups = groups_in(pattern_of([key for key, name in keys if name in shown]))
                assert len(on) >= len(groups) - 1
                told = {
                    group.letter
                    for group in facet.groups
                    if shown & {hexapla.spec(selector).id for selector in group.specs}
                }
                assert len(told) < 2 or told <= letters


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
