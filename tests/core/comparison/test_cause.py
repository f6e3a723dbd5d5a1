"""The deciding cause of a disagreement, against a table that was written by hand."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from inputs import bases, references

import hexapla
from hexapla.comparison.cause import Cause

BASE = "http://a/b/c/d;p?q"
CAUSES = json.loads((Path(__file__).parents[2] / "cases" / "causes.json").read_text("utf-8"))


def cause_of(case: dict[str, Any]) -> Cause:
    base: str = case["base"]
    comparison = hexapla.compare(case["reference"], base=base, specs=[case["left"], case["right"]])
    (cause,) = comparison.target.causes
    return cause


@pytest.mark.parametrize(
    "case",
    CAUSES["cases"],
    ids=lambda case: f"{case['left']}-{case['right']}-{case['base']}-{case['reference']}",
)
def test_a_cause_is_the_one_in_the_table(case: dict[str, Any]) -> None:
    """The table was written by hand from the standards."""
    cause = cause_of(case)
    found = (
        cause.phase.value,
        cause.left.rule.citation.section,
        cause.right.rule.citation.section,
    )
    assert found == (case["phase"], case["left_rule"], case["right_rule"]), case["why"]


@pytest.mark.parametrize("case", CAUSES["agree"], ids=str)
def test_columns_agree_where_the_standards_agree(case: dict[str, Any]) -> None:
    comparison = hexapla.compare(
        case["reference"], base=case["base"], specs=[case["left"], case["right"]]
    )
    assert comparison.target.agrees
    assert comparison.target.causes == ()


@pytest.mark.parametrize(
    ("base", "reference", "reaches"),
    [
        (BASE, "g;x=1/../y", {("x=1/../", "rfc1808", "params", "2.4.5")}),
        ("http://a/b/c/d;p=1/2?q", "g", {("p=1/", "rfc1808", "params", "2.4.5")}),
        (BASE, "?y", set()),
        (BASE, "#s", set()),
    ],
)
def test_what_is_out_of_reach_is_named(
    base: str, reference: str, reaches: set[tuple[str, str, str, str]]
) -> None:
    comparison = hexapla.compare(reference, base=base, specs=["rfc1808", "rfc2396"])
    (cause,) = comparison.target.causes
    found = {
        (item.text, item.held_by, item.held_in, item.citation.section)
        for item in cause.out_of_reach
    }
    assert found == reaches


@given(base=bases, reference=references)
def test_every_disagreement_has_a_cause(base: str, reference: str) -> None:
    comparison = hexapla.compare(reference, base=base)
    for facet in (comparison.parts, comparison.target):
        size = {selector: len(group.specs) for group in facet.groups for selector in group.specs}
        differing = sum(len(size) - size[selector] for selector in size) // 2
        assert len(facet.causes) == differing
        for cause in facet.causes:
            assert cause.left.rule != cause.right.rule
            assert cause.left.rule.phase is cause.right.rule.phase or cause.phase in (
                cause.left.rule.phase,
                cause.right.rule.phase,
            )


def test_parts_differ_where_the_standards_split_differently() -> None:
    comparison = hexapla.compare("//g;x/y?z")
    assert comparison.target is None
    pairs = {
        (cause.left.spec, cause.right.spec): cause.characters for cause in comparison.parts.causes
    }
    assert pairs == {("rfc1630", "rfc1808"): "//g;x", ("rfc1630", "rfc2396"): "//g;x"}
