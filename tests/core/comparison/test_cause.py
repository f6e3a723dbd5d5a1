"""The deciding cause of a disagreement, against tables that were written by hand from the RFCs."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from inputs import bases, references
from tables import every_row

import hexapla
from hexapla.comparison.cause import Cause, Difference

BASE = "http://a/b/c/d;p?q"
CASES = Path(__file__).parents[2] / "cases"
CAUSES = json.loads((CASES / "causes.json").read_text("utf-8"))
CHAINS = json.loads((CASES / "chains.json").read_text("utf-8"))


def cause_of(case: dict[str, Any]) -> Cause:
    base: str = case["base"]
    comparison = hexapla.compare(case["reference"], base=base, specs=[case["left"], case["right"]])
    (cause,) = comparison.target.causes
    return cause


def name_of(case: dict[str, Any]) -> str:
    return f"{case['left']}-{case['right']}-{case.get('base')}-{case['reference']}"


@every_row((name_of(case), (case,)) for case in CAUSES["cases"])
def test_the_deciding_rules_are_those_of_the_table(case: dict[str, Any]) -> None:
    """The table was written by hand from the standards."""
    cause = cause_of(case)
    decided = (
        cause.phase.value,
        cause.left.applied.citation.section,
        cause.right.applied.citation.section,
    )
    assert decided == (case["phase"], case["left_rule"], case["right_rule"]), case["why"]


@every_row((str(case), (case,)) for case in CAUSES["agree"])
def test_columns_agree_where_the_standards_agree(case: dict[str, Any]) -> None:
    comparison = hexapla.compare(
        case["reference"], base=case["base"], specs=[case["left"], case["right"]]
    )
    assert comparison.target.agrees
    assert comparison.target.causes == ()


# Chains.


@every_row((name_of(case), (case,)) for case in CHAINS["targets"])
def test_a_chain_is_the_one_in_the_table(case: dict[str, Any]) -> None:
    cause = cause_of(case)
    specs = hexapla.spec(case["left"]), hexapla.spec(case["right"])
    ends = [str(spec.resolve(case["base"], case["reference"])) for spec in specs]
    assert ends == case["ends"]
    phases = [difference.phase.value for difference in cause.differences]
    assert phases == [expected["phase"] for expected in case["differences"]], case["why"]
    for difference, expected in zip(cause.differences, case["differences"], strict=True):
        check_difference(difference, expected)


def check_difference(difference: Difference, expected: dict[str, Any]) -> None:
    for side, section in zip(difference.sides, expected["sections"], strict=True):
        assert section in (None, side.applied.citation.section)
    if "reading" in expected:
        check_reading(difference, expected["reading"])
    if "cut" in expected:
        cut = difference.cut
        assert cut is not None
        assert cut.place == expected["cut"]["in"]
        assert cut.characters == expected["cut"]["characters"]
        assert [cut.left.name, cut.right.name] == expected["cut"]["components"]


def check_reading(difference: Difference, expected: dict[str, str]) -> None:
    """Check that a reading is named; where both sides have it, either side's counts."""
    standard = hexapla.spec(expected["spec"]).id
    named = {(item.column.id, item.choice.reading) for item in difference.readings}
    both = all(expected["name"] in side.column.options for side in difference.sides)
    named_there = any(name == expected["name"] for _, name in named)
    assert (standard, expected["name"]) in named or (both and named_there)


@every_row((name_of(case), (case,)) for case in CHAINS["parts"])
def test_the_characters_in_different_parts_are_those_of_the_table(case: dict[str, Any]) -> None:
    comparison = hexapla.compare(case["reference"], specs=[case["left"], case["right"]])
    (cause,) = comparison.parts.causes
    (difference,) = cause.differences
    assert difference.cut is not None, case["why"]
    assert difference.cut.characters == case["characters"]
    assert [difference.cut.left.name, difference.cut.right.name] == case["components"]
    if "reading" in case:
        check_reading(difference, case["reading"])


def test_what_decides_is_blamed_on_a_cut_where_the_rules_do_alike() -> None:
    comparison = hexapla.compare("/g", base="http://a?q", specs=["rfc1808", "rfc2396"])
    (cause,) = comparison.target.causes
    assert [side.rule.citation.section for side in cause.deciding.sides] == ["2.4.3", "B"]
    assert [side.applied.citation.section for side in cause.deciding.sides] == [
        "4 steps 3, 4",
        "5.2 steps 4, 5",
    ]
    assert cause.key.name == "combine-rfc1808-2.4.3-net-loc--rfc2396-b-query"


# What holds for every input.


@given(base=bases, reference=references)
def test_every_disagreement_has_a_cause(base: str, reference: str) -> None:
    comparison = hexapla.compare(reference, base=base)
    for facet in (comparison.parts, comparison.target):
        size = {selector: len(group.specs) for group in facet.groups for selector in group.specs}
        differing = sum(len(size) - size[selector] for selector in size) // 2
        assert len(facet.causes) == differing
        for cause in facet.causes:
            assert cause.facet == facet.name
            assert cause.left.rule != cause.right.rule
            assert cause.differences[-1] is cause.deciding


def test_parts_differ_where_the_standards_split_differently() -> None:
    comparison = hexapla.compare("//g;x/y?z", specs=["rfc1630", "rfc1808", "rfc2396"])
    assert comparison.target is None
    pairs = {
        (cause.left.spec, cause.right.spec): cause.deciding.cut and cause.deciding.cut.characters
        for cause in comparison.parts.causes
    }
    assert pairs == {("rfc1630", "rfc1808"): "//g;x", ("rfc1630", "rfc2396"): "//g;x"}
