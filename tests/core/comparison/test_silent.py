"""A column without a rule for an input takes no side: it is only listed as silent."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import BASE, bases, references
from tables import json_of

import hexapla
from hexapla.comparison.explanation import explanation
from hexapla.comparison.shown import group_rows, summary_line
from hexapla.standard.phases import NoUri, has_rule
from hexapla.standard.registry import default_columns

RULE_2 = "Partial (relative) form, 2nd rule"
SILENT = json_of("causes")["silent"]
ALL = [spec.id for spec in default_columns()]
relative_references = references.filter(lambda text: ":" not in text)


@pytest.mark.parametrize("case", SILENT, ids=lambda case: f"{case['spec']}-{case['reference']}")
def test_a_column_is_silent_where_its_standard_has_no_rule(case: dict[str, Any]) -> None:
    """The table was written by hand from the standards."""
    target = hexapla.compare(case["reference"], base=case["base"], specs=ALL).target
    resolution = hexapla.spec(case["spec"]).resolve(case["reference"], base=case["base"])
    assert case["spec"] in target.silent, case["why"]
    assert resolution.reason is not None
    assert resolution.reason.citation.section in case["citation"]


@given(base=bases, reference=relative_references, readings=st.sampled_from(("default", "all")))
def test_a_silent_column_is_told_once(base: str, reference: str, readings: str) -> None:
    comparison = hexapla.compare(reference, base=base, specs=ALL, readings=readings)
    target = comparison.target
    without_rule = [
        item.spec.selector for item in comparison.resolutions if not has_rule(item.target)
    ]
    assert list(target.silent) == without_rule
    grouped = [selector for group in target.groups for selector in group.specs]
    assert sorted([*grouped, *target.silent]) == sorted(ALL)
    assert not {cause.left.spec.selector for cause in target.causes} & set(target.silent)
    assert not {cause.right.spec.selector for cause in target.causes} & set(target.silent)
    assert all(has_rule(given) for given in target.keys if given is not None)
    short_labels = " ".join(hexapla.spec(selector).short_label for selector in target.silent)
    assert (
        summary_line(reference, target).endswith(f"  ({short_labels}: no rule)") or not short_labels
    )
    told = [row for row in group_rows(comparison.target) if row[1] == "no rule"]
    assert len(told) == len(without_rule)


@given(base=bases, reference=relative_references)
def test_silent_columns_change_nothing_for_the_others(base: str, reference: str) -> None:
    every = hexapla.compare(reference, base=base, specs=ALL, readings="all").target
    speaking = [selector for selector in ALL if selector not in every.silent]
    if speaking:
        others = hexapla.compare(reference, base=base, specs=speaking, readings="all").target
        assert (every.groups, every.agrees, every.causes) == (
            others.groups,
            others.agrees,
            others.causes,
        )
        assert every.agreement == others.agreement


def test_no_rule_is_no_value_to_agree_on() -> None:
    """Neither has a rule: one by default, and the other under one of its readings."""
    first = hexapla.spec("rfc1738")
    comparison = hexapla.compare("///g", base=BASE, specs=[first, "rfc1630"], readings="all")
    assert comparison.target.silent == ("rfc1630", "rfc1738")
    assert comparison.target.groups == ()
    assert comparison.target.agrees
    assert comparison.target.variants is not None
    assert [selector for selector, _ in comparison.target.variants] == ["rfc1630"]
    against = hexapla.compare("///g", base=BASE, specs=["rfc1808", first], readings="all").target
    assert against.agrees
    assert against.variants is not None
    assert [selector for selector, _ in against.variants] == ["rfc1808"]


def test_only_the_newest_of_all_is_called_newest() -> None:
    """The URL Standard, the newest, rejects this URL, so no group contains it."""
    failing = hexapla.compare("http://[/a;x", specs=["rfc1808", "rfc3986", "whatwg"]).parts
    assert [labels for _, _, labels in group_rows(failing)][:2] == ["RFC 3986", "RFC 1808"]
    without = hexapla.compare("/a;x", specs=["rfc1808", "rfc3986"]).parts
    assert [labels for _, _, labels in group_rows(without)] == ["RFC 3986 (newest)", "RFC 1808"]


@pytest.mark.parametrize(
    ("reference", "silent", "marked"),
    [
        ("g", "rfc1738", [(("rfc3986",), "5.2.2"), (("rfc1738",), "2.3")]),
        ("///g", "rfc1630", [(("rfc3986",), "5.2.2"), (("rfc1630",), RULE_2)]),
    ],
)
def test_rows_show_why_only_one_column_has_a_rule(
    reference: str, silent: str, marked: list[tuple[tuple[str, ...], str]]
) -> None:
    comparison = hexapla.compare(reference, base=BASE, specs=[silent, "rfc3986"])
    rows = [row for row in comparison.target.trace_of_all if row.differs]
    assert [(row.selectors, row.sources[0].citation.section) for row in rows] == marked
    assert "≠ –" in explanation(comparison)
    [*_, last] = comparison.target.trace_of_all
    if reference == "g":
        assert [result.text for result in last.results] == ["http://a/b/c/g"]


@pytest.mark.parametrize(
    ("reference", "says"),
    [
        (";x:g", "it finds no scheme, and has no relative forms"),
        ("g/;x:g", "it has no relative forms"),
        (":g", "it has no relative forms"),
    ],
)
def test_a_colon_without_a_scheme_is_a_reason(reference: str, says: str) -> None:
    target = hexapla.spec("rfc1738").resolve(reference, base="http://a/").target
    assert isinstance(target, NoUri)
    assert target.reason is not None
    assert target.reason.says == says
