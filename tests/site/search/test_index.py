"""The index of the search: complete, small, and every address resolves."""

import json
from typing import Any

from site_under_test import HOSTILE_CASES, addresses, built_site, page

from hexapla_site.data.period_clients import CLIENTS
from hexapla_site.data.recordings import current_recordings
from hexapla_site.report.report import make_report
from hexapla_site.search import INDEX, KINDS
from hexapla_site.web_address import MISSING


def index() -> dict[str, Any]:
    text = (built_site() / INDEX).read_text("utf-8")
    form: dict[str, Any] = json.loads(text.removeprefix("window.hexaplaSearch = ")[:-2])
    return form


def entries() -> list[dict[str, Any]]:
    names = ("kind", "address", "title")
    kinds = KINDS
    found = [dict(zip(names, row, strict=False)) for row in index()["entries"]]
    return [{**entry, "kind": kinds[entry["kind"]]} for entry in found]


def test_the_index_is_complete() -> None:
    report, found = make_report(HOSTILE_CASES), {entry["address"] for entry in entries()}
    assert {f"cases/{case.id}.html" for case in report.cases} <= found
    assert {f"causes/{cause.id}.html" for cause in report.causes} <= found
    assert set(addresses()) - {MISSING} <= found
    for spec in report.columns:
        anchors = [f"standards/{spec.id}.html#reading-{reading.name}" for reading in spec.readings]
        assert found.issuperset(anchors)
    programs = [entry["title"] for entry in entries() if entry["kind"] == "implementation"]
    assert {item.name for item in current_recordings()} <= set(programs)
    assert set(CLIENTS) <= set(programs)
    rules = [entry for entry in entries() if entry["kind"] == "rule"]
    assert len(rules) == sum(len(spec.rules) for spec in report.columns)


def test_every_address_in_the_index_resolves() -> None:
    for entry in entries():
        address, _, anchor = entry["address"].partition("#")
        assert (built_site() / address).exists(), entry
        assert not anchor or anchor in page(address).ids, entry


def test_the_index_is_small() -> None:
    assert len((built_site() / INDEX).read_bytes()) < 460_000


def test_no_phrase_of_the_synonyms_is_left_out_of_a_query() -> None:
    stop_words, synonyms = set(index()["stopWords"]), index()["synonyms"]
    assert not stop_words & {word for phrase in synonyms for word in phrase.split()}
    assert all(phrase == phrase.lower() and "-" not in phrase for phrase in synonyms)


def test_the_library_has_its_licence_beside_it() -> None:
    folder = built_site() / "static" / "vendor"
    assert "Copyright" in (folder / "minisearch.LICENSE.txt").read_text("utf-8")
    assert (folder / "minisearch.js").exists()
