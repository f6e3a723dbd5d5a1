"""The deciding cause of a disagreement, and its key, against tables written from the RFCs."""

import pickle
from collections.abc import Sequence
from typing import Any

import attrs
import pytest
from applied_rules import AppliedRules, applied_rules
from hypothesis import example, given
from inputs import BASE, bases, references
from tables import every_row, json_of

import hexapla
from hexapla.comparison.cause import Cause, Difference
from hexapla.comparison.cause_key import (
    PARTS,
    TARGET,
    CauseKey,
    sides_of_key,
    title_of,
)
from hexapla.comparison.comparison import ResolvedComparison
from hexapla.standard.spec import Spec

CAUSES = json_of("causes")
CHAINS = json_of("chains")


def comparison_of(case: dict[str, Any]) -> ResolvedComparison:
    base: str = case["base"]
    return hexapla.compare(case["reference"], base=base, specs=[case["left"], case["right"]])


def name_of(case: dict[str, Any]) -> str:
    return f"{case['left']}-{case['right']}-{case.get('base')}-{case['reference']}"


@every_row((name_of(case), (case,)) for case in CAUSES["cases"])
def test_the_deciding_rules_are_those_of_the_table(case: dict[str, Any]) -> None:
    """The table was written by hand from the standards."""
    comparison = comparison_of(case)
    (cause,) = comparison.target.causes
    decided = cause.phase.value, *applied_rules(comparison)[-1].sections
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
    comparison = comparison_of(case)
    (cause,) = comparison.target.causes
    specs = hexapla.spec(case["left"]), hexapla.spec(case["right"])
    ends = [str(spec.resolve(case["reference"], base=case["base"]).target) for spec in specs]
    assert ends == case["ends"]
    phases = [difference.phase.value for difference in cause.differences]
    assert phases == [expected["phase"] for expected in case["differences"]], case["why"]
    applied = applied_rules(comparison)
    differences = zip(cause.differences, applied, case["differences"], strict=True)
    for difference, rules, expected in differences:
        check_difference(difference, rules, expected)


def check_difference(
    difference: Difference, applied: AppliedRules, expected: dict[str, Any]
) -> None:
    for applied_section, section in zip(applied.sections, expected["sections"], strict=True):
        assert section in (None, applied_section)
    if "reading" in expected:
        check_reading(difference, expected["reading"])
    if "cut" in expected:
        cut = difference.cut
        assert cut is not None
        assert cut.place == expected["cut"]["in"]
        assert cut.characters == expected["cut"]["characters"]
        assert [cut.left.name, cut.right.name] == expected["cut"]["components"]


def check_reading(difference: Difference, expected: dict[str, str]) -> None:
    """Check that a reading is named; if both sides have it, it may be named on either."""
    standard = hexapla.spec(expected["spec"]).id
    named = {(item.column.id, item.choice.reading) for item in difference.readings}
    both = all(expected["name"] in side.spec.options for side in difference.sides)
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
    assert applied_rules(comparison)[-1].sections == ("4 steps 3, 4", "5.2 steps 4, 5")
    assert cause.key.name == "combine-rfc1808-2.4.3-net-loc--rfc2396-b-query"


# Properties of every input.


def test_a_rule_that_leaves_dots_is_blamed_where_a_reading_kept_its_step_from_acting() -> None:
    comparison = hexapla.compare("a//../g", base="file:///x/y", specs=["rfc1630", "rfc1808"])
    (cause,) = comparison.target.causes
    assert cause.left.rule.says == 'a ".." after an element that is not an xxx stays'


@given(base=bases, reference=references)
@example(base=BASE, reference="../../../g")
@example(base=BASE, reference="g;x=1/../y")
def test_every_disagreement_has_a_cause(base: str, reference: str) -> None:
    comparison = hexapla.compare(reference, base=base)
    order = [spec.selector for spec in comparison.specs]
    for facet in (comparison.parts, comparison.target):
        size = {selector: len(group.specs) for group in facet.groups for selector in group.specs}
        differing = sum(len(size) - size[selector] for selector in size) // 2
        assert len(facet.causes_of_pairs) == differing
        assert len(facet.causes) == max(0, len(facet.groups) - 1)
        for cause in facet.causes_of_pairs:
            assert cause.facet == facet.name
            assert cause.left.rule != cause.right.rule
            assert cause.differences[-1] is cause.deciding
            assert order.index(cause.left.spec.selector) < order.index(cause.right.spec.selector)
            check_key(cause, comparison.specs)


def check_key(cause: Cause, specs: Sequence[Spec]) -> None:
    key = cause.key
    assert (key.facet, key.phase) == (cause.facet, cause.phase.value)
    assert (key.left, key.right) == (cause.left.spec.selector, cause.right.spec.selector)
    rules = cause.left.rule, cause.right.rule
    assert tuple(rule for _, rule in sides_of_key(key, specs)) == rules


SPECS = tuple(hexapla.specs())


def test_a_key_is_a_value() -> None:
    key = CauseKey(TARGET, "dots", "rfc1808", "4-step-6c-drop-pair", "rfc2396", "5.2-merge")
    assert pickle.loads(pickle.dumps(key)) == key == CauseKey.from_dict(key.to_dict())
    assert len({key, CauseKey.from_dict(key.to_dict())}) == 1
    assert sorted([key, attrs.evolve(key, facet=PARTS)])[0].facet == PARTS
    assert repr(key) == (
        "<CauseKey target, dots: rfc1808 4-step-6c-drop-pair against rfc2396 5.2-merge>"
    )


def test_validity_has_no_phase_and_no_rules() -> None:
    key = CauseKey("valid", "", "rfc1808", "", "rfc2396", "")
    assert key.to_dict() == {
        "facet": "valid",
        "phase": None,
        "left": "rfc1808",
        "left_rule": None,
        "right": "rfc2396",
        "right_rule": None,
    }
    assert CauseKey.from_dict(key.to_dict()) == key
    assert key.name == "valid-rfc1808--rfc2396"
    assert repr(key) == "<CauseKey valid: rfc1808 against rfc2396>"


def test_a_rule_that_its_spec_does_not_list_is_named() -> None:
    key = CauseKey(TARGET, "dots", "rfc1808", "no-such-rule", "rfc2396", "no-such-rule")
    with pytest.raises(LookupError, match="rfc1808 doesn't list its rule no-such-rule"):
        sides_of_key(key, SPECS)


def test_a_component_that_does_not_decide_is_no_cause() -> None:
    (cause,) = hexapla.compare(";a", base="a:b", specs=["rfc1630", "rfc1808"]).target.causes
    assert cause.sentence.startswith("RFC 1630: everything from the base's path on is replaced")


def test_a_title_says_what_happens_and_by_whom() -> None:
    (cause,) = hexapla.compare("../../../g", base=BASE, specs=["rfc2396", "rfc3986"]).target.causes
    assert title_of(cause.key, SPECS) == (
        'A ".." with nothing before it stays (RFC 2396), or a ".." above the root is removed '
        "(RFC 3986) (removing dot segments)"
    )
    assert cause.sentence == (
        'RFC 2396: a ".." with nothing before it stays (5.2 step 6g); '
        'RFC 3986: "../" is removed (5.2.4 step 2C)'
    )
    (cause,) = hexapla.compare("//a", specs=["rfc1630", "rfc1808"]).parts.causes
    assert title_of(cause.key, hexapla.specs()) == (
        "A part of the text: is in the path (RFC 1630) or is in the net_loc (RFC 1808)"
    )
