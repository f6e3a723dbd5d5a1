"""The tables of the page of witnesses, for other programs."""

import json

from hexapla_site.table import Row, Table
from hexapla_site.witnesses import Given, Group, Silence, WitnessReport


def witness_tables(report: WitnessReport) -> tuple[Table, ...]:
    """Give who follows what, how far each is from each memo, and every answer."""
    return _witnesses(report), _distances(report), _answers(report)


def _witnesses(report: WitnessReport) -> Table:
    rows = tuple(
        row
        for when, groups in (("today", report.living), ("1997", report.clients))
        for group in groups
        for row in _members(group, when)
    )
    columns = (
        *("witness", "called", "language", "version", "asked", "best", "unexplained", "cases"),
        *(spec.id for spec in report.columns),
    )
    about = (
        "Who follows which memo: the selector that leaves the fewest cases unexplained, and how "
        "many cases each memo explains by its default readings."
    )
    return Table("witnesses", about, columns, rows)


def _members(group: Group, when: str) -> tuple[Row, ...]:
    found = group.found
    counts = (str(group.left), str(found.cases), *(str(match.alike) for match in group.scores))
    return tuple(
        (item.name, item.title, item.language, item.version, when, found.best.selector, *counts)
        for item in group.witnesses
    )


def _distances(report: WitnessReport) -> Table:
    rows = tuple(
        (name, spec.id, str(item.differing), str(item.cases))
        for group in report.living
        for name in group.names
        for spec, item in zip(report.columns, report.differences(group), strict=True)
    )
    columns = ("witness", "spec", "differing", "cases")
    about = (
        "In how many cases each program answers differently from each memo by its defaults, of "
        "those that it answered and for which the memo has a rule."
    )
    return Table("witness-distances", about, columns, rows)


def _answers(report: WitnessReport) -> Table:
    asked = [(name, group) for group in report.living for name in group.names]
    rows = tuple(
        (case.base, case.reference, *(_as_json(group.given[case]) for _, group in asked))
        for case in report.cases
    )
    about = (
        "What each program answers to each case, as JSON: null for no URI; nothing where there was "
        "no answer."
    )
    return Table(
        "witness-answers", about, ("base", "reference", *(name for name, _ in asked)), rows
    )


def _as_json(given: Given) -> str:
    return "" if isinstance(given, Silence) else json.dumps(given)
