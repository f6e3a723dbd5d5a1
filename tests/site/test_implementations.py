"""The page of implementations: counted again from the data, and drawn as counted."""

import json
import math
from itertools import combinations
from pathlib import Path

import attrs
import pytest
from site_under_test import built_site, page

import hexapla
import hexapla_site
from hexapla.implementations import Answer, Case, recording
from hexapla.implementations.cases import expected
from hexapla.standard.phases import NoUri, has_rule
from hexapla.values.frozen import FrozenMapping
from hexapla_site.figures.implementation_map import draw_map
from hexapla_site.pages.implementations import implementation_tables
from hexapla_site.report.implementations import (
    Given,
    ImplementationReport,
    Silence,
    badge_address,
    clients_of_1997,
    current_recordings,
    difference,
    given,
    implementation_report,
)
from hexapla_site.report.report import make_report

SPECS = hexapla.specs()
DATA = json.loads(
    (Path(hexapla_site.__file__).parent / "data" / "recordings.json").read_text("utf-8")
)
CLIENTS = tuple(client.name for client in make_report().clients)
FOUND = implementation_report(SPECS, current_recordings(), clients_of_1997(CLIENTS))
BASE = "http://a/b/c/d;p?q"


def recorded(name: str, *uris: str | None, trouble: str | None = None) -> recording.Recording:
    """Return a recording with these URIs for g, h, and so on; the last answer may fail."""
    cases = [Case(BASE, reference) for reference in "ghi"]
    answers = [Answer(case, uri) for case, uri in zip(cases, uris, strict=False)]
    if trouble is not None:
        answers.append(Answer(cases[len(uris)], None, trouble=trouble))
    return recording.Recording(name, name, "", "1", None, tuple(answers), FrozenMapping())


def text() -> str:
    return " ".join("".join(page("implementations.html").text).split())


def test_every_program_is_on_the_page_with_its_version() -> None:
    for item in DATA["implementations"]:
        assert " ".join(item["title"].split()) in text()
        assert item["version"] in text()
        assert item["name"] in text()
    for name in CLIENTS:
        assert name in text()


def test_every_program_has_its_badge() -> None:
    for group in FOUND.current:
        for name in group.names:
            svg = (built_site() / badge_address(name)).read_text("utf-8")
            assert f"{group.identified.cases - group.left} of {group.identified.cases}" in svg
            assert group.identified.best.spec.document.label in svg


def test_every_figure_is_counted_as_by_hand() -> None:
    cases = [Case(case["base"], case["reference"]) for case in DATA["cases"]]
    answers = {item["name"]: item["answers"] for item in DATA["implementations"]}
    for group in FOUND.current:
        for match in group.scores:
            alike = sum(
                "trouble" not in answer
                and has_rule(match.spec.resolve(case.base, case.reference).target)
                and answer.get("uri") == expected(match.spec, case)
                for case, answer in zip(cases, answers[group.names[0]], strict=True)
            )
            assert (match.alike, match.rows) == (alike, len(cases))
        row = " ".join(f"{match.alike} of {match.rows}" for match in group.scores)
        assert row in text()


def test_every_distance_is_counted_as_by_hand() -> None:
    (_, distances, _) = implementation_tables(FOUND)
    answers = {item["name"]: item["answers"] for item in DATA["implementations"]}
    for name, spec_id, differing, cases in distances.rows:
        spec = hexapla.spec(spec_id)
        counted = []
        for case, answer in zip(DATA["cases"], answers[name], strict=True):
            resolution = spec.resolve(case["base"], case["reference"])
            if resolution.outcome.value == "undefined" or "trouble" in answer:
                continue
            uri, target = resolution.uri, resolution.target
            if isinstance(target, NoUri) and resolution.outcome.value == "same-document":
                fragment = target.fragment
                uri = case["base"].split("#")[0] + ("" if fragment is None else f"#{fragment}")
            counted.append(uri != answer.get("uri"))
        assert (int(differing), int(cases)) == (sum(counted), len(counted)), (name, spec_id)


def test_identical_answers_share_a_row() -> None:
    one, two, three = recorded("one", "x:g"), recorded("two", "x:g"), recorded("three", None)
    found = implementation_report(SPECS, [one, three, two], ())
    assert sorted(group.names for group in found.current) == [("one", "two"), ("three",)]
    failing = recorded("four", trouble="died")
    assert len(implementation_report(SPECS, [three, failing], ()).current) == 2
    for group in FOUND.current:
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
    found = difference(one, other)
    assert (found.differing, found.cases, found.share) == (1, 2, 0.5)
    assert difference(one, {}).share == 0


def test_a_client_of_1997_is_scored_as_on_its_page() -> None:
    """There an answer is the standard's; here the base's URI counts as the current document."""
    clients = {client.name: client for client in make_report().clients}
    assert sum(len(group.names) for group in FOUND.clients) == len(clients)
    for group in FOUND.clients:
        for match, other in zip(group.scores, clients[group.names[0]].matches, strict=True):
            assert match.rows == other.rows
            if match.spec.default_column:
                assert match.alike >= other.alike


def test_answers_are_sorted_by_size_and_complete() -> None:
    for row in FOUND.rows:
        sizes = [len(reading.specs) + len(reading.names) for reading in row.answers]
        assert sizes == sorted(sizes, reverse=True)
        names = [name for reading in row.answers for name in reading.names]
        assert sorted(names) == sorted(item["name"] for item in DATA["implementations"])
        for reading in row.answers:
            for spec in reading.specs:
                assert spec.resolve(row.base, row.case.reference).outcome.value != "undefined"


def test_the_map_has_every_point_once() -> None:
    drawn = draw_map(FOUND)
    names = [name for item in drawn.points for name in item.point.implementations]
    assert sorted(names) == sorted(item["name"] for item in DATA["implementations"])
    standards = [spec for item in drawn.points for spec in item.point.specs]
    assert sorted(standard.id for standard in standards) == sorted(
        spec.id for spec in FOUND.defining
    )
    for item in drawn.points:
        box = item.label.box
        assert 0 <= box.left <= box.right <= drawn.width
        assert 0 <= box.top <= box.bottom <= drawn.height
    for one, other in combinations(drawn.points, 2):
        assert not one.label.box.meets(other.label.box)


def test_the_map_tells_its_error() -> None:
    drawn = draw_map(FOUND)
    places = {item.point: (item.x, item.y) for item in drawn.points}
    assert drawn.worst is not None
    apart = math.dist(places[drawn.worst.one], places[drawn.worst.other]) / (10 * drawn.tenth)
    assert apart == pytest.approx(drawn.worst.drawn, abs=0.01)
    assert f"stress is {drawn.stress:.2f}" in text()
    assert 0 < drawn.stress < 0.25


@pytest.mark.parametrize("standards", [(), ("rfc1738",), ("rfc3986",), ("rfc1808", "rfc2396")])
def test_a_map_of_few_is_drawn(standards: tuple[str, ...]) -> None:
    """RFC 1738 has no rule for relative references, and does not come onto a map."""
    specs = tuple(map(hexapla.spec, standards))
    living = implementation_report(SPECS, [recorded("a", "x:g"), recorded("b", None)], ()).current
    drawn = draw_map(ImplementationReport(specs, living, ()))
    shown = [spec.id for item in drawn.points for spec in item.point.specs]
    assert sorted(shown) == sorted({*standards} - {"rfc1738"})
    assert {name for item in drawn.points for name in item.point.implementations} == {"a", "b"}


def test_every_answer_is_in_the_data_for_others() -> None:
    (implementations, _, answers) = implementation_tables(FOUND)
    assert len(implementations.rows) == len(DATA["implementations"]) + len(CLIENTS)
    for case, row in zip(DATA["cases"], answers.rows, strict=True):
        assert row[:2] == (case["base"], case["reference"])
    place = answers.columns.index(DATA["implementations"][0]["name"])
    for item, row in zip(DATA["implementations"][0]["answers"], answers.rows, strict=True):
        assert row[place] == ("" if "trouble" in item else json.dumps(item.get("uri")))


def test_failing_is_told_from_rejecting() -> None:
    failing = attrs.evolve(recorded("a", "x:g", trouble="died"))
    found = implementation_report(SPECS, [failing], ())
    reading = [item for row in found.rows for item in row.answers if not item.is_answer]
    assert [item.names for item in reading] == [("a",)]
