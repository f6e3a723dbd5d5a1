"""A rule has the same name in rows, in summaries, in tables and in the addresses of pages."""

from collections.abc import Iterator

import pytest
from corpora import summarize
from site_under_test import page, rows_of_data

import hexapla
from hexapla.corpus.rows import ComparedSpecs, Row
from hexapla.corpus.source import Pair
from hexapla.standard.registry import default_columns

COLUMNS = ComparedSpecs(default_columns())


def named(rows: list[dict[str, str]]) -> set[tuple[str, str]]:
    sides = ("left", "right")
    return {(row[side], row[f"{side}_rule"]) for row in rows for side in sides}


def listed() -> set[tuple[str, str]]:
    return {(row["spec"], row["rule"]) for row in rows_of_data("rules")}


def rows_of_cases() -> Iterator[Row]:
    pairs = (
        Pair("cases", number, row["base"], row["reference"])
        for number, row in enumerate(rows_of_data("cases"), 1)
        if row["base"].isprintable() and row["reference"].isprintable()
    )
    return map(COLUMNS.compare, pairs)


def test_tables_call_a_rule_as_the_table_of_rules_does() -> None:
    assert named(rows_of_data("causes")) <= listed()
    of_targets = [row for row in rows_of_data("disagreements") if row["facet"] != "valid"]
    assert of_targets
    assert named(of_targets) <= listed()


def test_rows_and_summaries_call_a_rule_as_the_tables_do() -> None:
    rows = list(rows_of_cases())
    in_rows = {side for row in rows for key in row.causes for side in key.sides}
    rules = summarize(rows, COLUMNS).to_dict()["rules"]
    assert isinstance(rules, dict)
    in_summary = {(spec, name) for spec, of_spec in rules.items() for name in of_spec}
    assert in_rows
    assert in_rows <= in_summary <= listed()
    assert named(rows_of_data("causes")) <= in_summary


@pytest.mark.parametrize("spec", default_columns(), ids=lambda spec: str(spec.id))
def test_the_anchor_of_a_rule_has_its_name(spec: hexapla.Spec) -> None:
    anchors = {id for id in page(f"standards/{spec.id}.html").ids if id.startswith("rule-")}
    names = {name for of_spec, name in listed() if of_spec == spec.id}
    assert len(anchors) == len(spec.rules)
    assert {anchor.removeprefix("rule-") for anchor in anchors} <= names
