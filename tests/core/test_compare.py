"""The diff engine: groups, causes, readings."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inputs import any_text, bases, references

import hexapla
from hexapla.comparison.cause import Cause
from hexapla.standard.spec import AnySpec

BASE = "http://a/b/c/d;p?q"
CAUSES = json.loads((Path(__file__).parents[1] / "cases" / "causes.json").read_text("utf-8"))


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
def test_a_cause_differs_from_what_the_memos_say(case: dict[str, Any]) -> None:
    """The table was written by hand from the memos."""
    cause = cause_of(case)
    found = (
        cause.phase.value,
        cause.left.rule.citation.section,
        cause.right.rule.citation.section,
    )
    assert found == (case["phase"], case["left_rule"], case["right_rule"]), case["why"]


@pytest.mark.parametrize("case", CAUSES["agree"], ids=str)
def test_columns_disagree_where_the_memos_agree(case: dict[str, Any]) -> None:
    comparison = hexapla.compare(
        case["reference"], base=case["base"], specs=[case["left"], case["right"]]
    )
    assert comparison.target.agrees
    assert comparison.target.causes == ()


def test_the_startling_case_reads_otherwise() -> None:
    comparison = hexapla.compare("../../../g", base=BASE)
    assert [str(resolution) for resolution in comparison.resolutions] == [
        "http://g",
        "http://a/../g",
        "http://a/../g",
    ]
    assert [group.specs for group in comparison.target.groups] == [
        ("rfc1808", "rfc2396"),
        ("rfc1630",),
    ]
    first, second = comparison.target.causes
    assert first.phase is second.phase is hexapla.Phase.DOTS
    (reach,) = first.out_of_reach
    assert (reach.text, reach.worked_by, reach.held_in) == ("a", "rfc1630", "net_loc")
    assert reach.lacked == "authority"


@pytest.mark.parametrize(
    ("base", "reference", "reaches"),
    [
        (BASE, "g;x=1/../y", {("x=1/../", "rfc1808", "params", "2.4.5")}),
        ("http://a/b/c/d;p=1/2?q", "g", {("p=1/", "rfc1808", "params", "2.4.5")}),
        (BASE, "?y", set()),
        (BASE, "#s", set()),
    ],
)
def test_what_is_out_of_reach_is_not_named(
    base: str, reference: str, reaches: set[tuple[str, str, str, str]]
) -> None:
    comparison = hexapla.compare(reference, base=base, specs=["rfc1808", "rfc2396"])
    (cause,) = comparison.target.causes
    found = {
        (item.text, item.held_by, item.held_in, item.citation.section)
        for item in cause.out_of_reach
    }
    assert found == reaches


@settings(max_examples=600, deadline=None)
@given(base=bases, reference=references)
def test_a_disagreement_has_no_cause(base: str, reference: str) -> None:
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


@settings(max_examples=200, deadline=None)
@given(base=any_text, reference=any_text)
def test_a_text_breaks_the_comparison(base: str, reference: str) -> None:
    comparison = hexapla.compare(reference, base=base, readings="all")
    json.dumps(comparison.to_dict())


@pytest.mark.parametrize(
    ("base", "reference", "agreement"),
    [
        (BASE, "g", "under the defaults"),
        (BASE, "../../../g", "under some reading"),
        (BASE, "?y", "under no reading"),
        ("http://a", "g", "under some reading"),
    ],
)
def test_the_readings_agree_otherwise(base: str, reference: str, agreement: str) -> None:
    comparison = hexapla.compare(reference, base=base, readings="all")
    assert comparison.target.agreement is not None
    assert comparison.target.agreement.value == agreement


def test_a_variant_of_the_touched_choices_is_missing() -> None:
    comparison = hexapla.compare("../../../g", base=BASE, specs=["rfc2396"], readings="all")
    assert comparison.target.variants is not None
    ((selector, variants),) = comparison.target.variants
    found = {", ".join(map(str, variant.choices)): variant.text for variant in variants}
    assert selector == "rfc2396"
    assert found == {
        "excess-dots=retain": "http://a/../g",
        "excess-dots=remove": "http://a/g",
        "excess-dots=error": "(error)",
    }


def test_a_choice_in_the_selector_is_tried_otherwise() -> None:
    comparison = hexapla.compare(
        "../../../g", base=BASE, specs=["rfc2396[excess-dots=remove]"], readings="all"
    )
    assert comparison.target.variants is not None
    ((_, variants),) = comparison.target.variants
    assert [variant.text for variant in variants] == ["http://a/g"]


def test_parts_part_elsewhere() -> None:
    comparison = hexapla.compare("//g;x/y?z")
    assert comparison.target is None
    pairs = {
        (cause.left.spec, cause.right.spec): cause.characters for cause in comparison.parts.causes
    }
    assert pairs == {("rfc1630", "rfc1808"): "//g;x", ("rfc1630", "rfc2396"): "//g;x"}


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"reference": b"g"}, TypeError),
        ({"reference": None}, TypeError),
        ({"reference": "g", "base": 1}, TypeError),
        ({"reference": "g", "specs": []}, ValueError),
        ({"reference": "g", "specs": "rfc1808"}, TypeError),
        ({"reference": "g", "specs": ["rfc1809"]}, LookupError),
        ({"reference": "g", "readings": "some"}, ValueError),
    ],
)
def test_a_wrong_argument_is_taken(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        hexapla.compare(**arguments)


@pytest.mark.parametrize("readings", ["default", "all"])
@given(bases, references)
@settings(max_examples=50, deadline=None)
def test_a_base_split_once_changes_a_comparison(readings: str, base: str, reference: str) -> None:
    columns = hexapla.columns(base, readings=readings)
    for text in (reference, base):
        assert columns.compare(text) == hexapla.compare(text, base=base, readings=readings)
        assert (
            columns.compare(text).to_dict()
            == hexapla.compare(text, base=base, readings=readings).to_dict()
        )


many_pairs = st.lists(st.tuples(st.one_of(bases, any_text), st.one_of(references, any_text)))


@given(many_pairs, st.sampled_from(("default", "all")))
@settings(deadline=None, max_examples=50)
def test_many_at_once_come_out_otherwise_than_one_by_one(
    pairs: list[tuple[str, str]], readings: str
) -> None:
    specs: list[str | AnySpec] = [*hexapla.specs(), "rfc2396[excess-dots=remove]"]
    one_by_one = [
        hexapla.compare(text, base=base, specs=specs, readings=readings) for base, text in pairs
    ]
    at_once = list(hexapla.compare_all(pairs, specs, readings))
    assert at_once == one_by_one
    for found, expected in zip(at_once, one_by_one, strict=True):
        assert found.to_dict() == expected.to_dict()


def test_an_endless_stream_of_pairs_is_waited_for() -> None:
    endless = ((BASE, f"g{number}") for number in itertools.count())
    first = list(itertools.islice(hexapla.compare_all(endless), 2000))
    assert [item.reference for item in first] == [f"g{number}" for number in range(2000)]
    assert list(hexapla.compare_all([])) == []


def test_many_at_once_take_what_is_no_spec() -> None:
    """As `compare` does, and before any pair is asked for."""
    with pytest.raises(ValueError, match="readings"):
        hexapla.compare_all([], readings="some")
    with pytest.raises(hexapla.SelectorError):
        hexapla.compare_all([], ["rfc9999"])
    with pytest.raises(TypeError, match="is a list of selectors"):
        hexapla.compare_all([], "rfc1808")
    with pytest.raises(TypeError, match="a selector or a Spec, not 3"):
        hexapla.compare_all([], [3])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="a selector or a Spec"):
        hexapla.compare("g", base=BASE, specs=[["rfc1808"]])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="a selector or a Spec"):
        hexapla.compare("g", base=BASE, specs=iter([["rfc1808"]]))  # type: ignore[arg-type]


def test_selectors_from_an_iterator_are_lost() -> None:
    selectors = ["rfc2396", "rfc1808"]
    assert hexapla.compare("g", base=BASE, specs=iter(selectors)) == hexapla.compare(
        "g", base=BASE, specs=selectors
    )


@given(st.one_of(references, bases, any_text))
@settings(deadline=None)
def test_the_landing_is_not_where_the_owners_are(text: str) -> None:
    """Memos whose parts stand in order have a quicker way to it."""
    for spec in hexapla.specs():
        reference = spec.parse(text)
        ends: dict[str, int] = {}
        for segment in reference.segments():
            ends[segment.component.shared] = segment.stop
        assert reference.ends == (ends if reference.has_spans else None)


def test_columns_take_what_is_no_text() -> None:
    with pytest.raises(TypeError, match="not int"):
        hexapla.columns(3)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="not NoneType"):
        hexapla.columns(BASE).compare(None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="readings"):
        hexapla.columns(BASE, readings="some")
