"""The report of implementations: who answers alike, and which cases count."""

import attrs
from recorded import BASE, DATA, SPECS, recorded, report_of_all

from hexapla.implementations.asking import Case
from hexapla_site.pages.clients import clients_of
from hexapla_site.report.implementations import (
    Given,
    Silence,
    agreement,
    given,
    implementation_report,
)
from hexapla_site.report.report import make_report


def test_identical_answers_share_a_row() -> None:
    one, two, three = recorded("one", "x:g"), recorded("two", "x:g"), recorded("three", None)
    found = implementation_report(SPECS, [one, three, two], ())
    assert sorted(group.names for group in found.current) == [("one", "two"), ("three",)]
    failing = recorded("four", trouble="died")
    assert len(implementation_report(SPECS, [three, failing], ()).current) == 2
    for group in report_of_all().current:
        answers = [tuple(map(given, item.answers)) for item in group.recordings]
        assert len(set(answers)) == 1


def test_only_cases_that_both_answered_count() -> None:
    one: dict[Case, Given] = {
        Case(BASE, "g"): "x:a",
        Case(BASE, "h"): Silence.NO_ANSWER,
        Case(BASE, "i"): None,
    }
    other: dict[Case, Given] = {
        Case(BASE, "g"): "x:b",
        Case(BASE, "h"): "x:c",
        Case(BASE, "i"): None,
    }
    found = agreement(one, other)
    assert (found.alike, found.differing, found.cases) == (1, 1, 2)
    assert agreement(one, {}).cases == 0


def test_a_client_of_1997_is_scored_as_on_its_page() -> None:
    """There an answer is the standard's; here the base's URI counts as the current document."""
    clients = {client.name: client for client in clients_of(make_report())}
    assert sum(len(group.names) for group in report_of_all().clients) == len(clients)
    for group in report_of_all().clients:
        for spec, share in group.scores.items():
            other = clients[group.names[0]].shares[spec]
            assert share.cases == other.cases
            if spec.default_column:
                assert share.alike >= other.alike


def test_the_newest_standard_comes_first_then_what_most_answer_and_all_are_there() -> None:
    newest = report_of_all().columns[-1]
    for case, answers in report_of_all().rows.items():
        own = [reading for reading in answers if newest in reading.specs]
        assert [*answers[: len(own)]] == own
        others = [reading for reading in answers if reading not in own]
        sizes = [len(reading.specs) + len(reading.implementations) for reading in others]
        assert sizes == sorted(sizes, reverse=True)
        names = [name for reading in answers for name in reading.implementations]
        assert sorted(names) == sorted(item["name"] for item in DATA["implementations"])
        for reading in answers:
            for spec in reading.specs:
                assert spec.resolve(case.base, case.reference).outcome.value != "undefined"


def test_failing_is_told_from_rejecting() -> None:
    failing = attrs.evolve(recorded("a", "x:g", trouble="died"))
    found = implementation_report(SPECS, [failing], ())
    reading = [
        item
        for answers in found.rows.values()
        for item in answers
        if isinstance(item.target, Silence)
    ]
    assert [item.implementations for item in reading] == [("a",)]
