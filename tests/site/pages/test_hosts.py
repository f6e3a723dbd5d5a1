"""The pages of hosts and of implementations: complete, light, and read without a script."""

import csv
import functools
import io
import json
from pathlib import Path
from typing import Any

import pytest
from browsing import script
from playwright.sync_api import Page
from site_under_test import (
    HOSTILE,
    address_of,
    addresses,
    assert_has_only_our_scripts,
    built_site,
    page,
)
from site_under_test import Page as HtmlPage
from tables import in_parts

import hexapla
import hexapla_site.pages.hosts
from hexapla.implementations.adapters import ADAPTERS
from hexapla.implementations.asking import Answer, UrlCase
from hexapla.implementations.recording import Recording, Recordings
from hexapla.operations.authority import UrlComponents
from hexapla.text.signs import visible
from hexapla_site.build import build_site
from hexapla_site.data.recordings import current_parsings
from hexapla_site.folders import read_data
from hexapla_site.pages.hosts import FIRST_PAIR, known_address
from hexapla_site.report.hosts import HostReport, host_report, rules_of
from hexapla_site.report.implementations import badge_address, page_of

SPECS = hexapla.specs()
INDEX = "hosts/index.html"


@functools.cache
def hosts() -> HostReport:
    return host_report(SPECS, current_parsings())


def test_every_url_has_its_place_and_a_row_in_the_matrix_unless_a_search_found_it() -> None:
    for row in hosts().rows:
        address, _, anchor = row.address.partition("#")
        ids = page(address).ids
        assert anchor in ids
        assert (f"in-{anchor}" in ids) != row.is_searched
        assert visible(row.url) in "".join(page(address).text)


def test_what_a_public_source_reports_comes_before_what_a_rule_is_tried_by() -> None:
    for rows in hosts().by_kind.values():
        known = [row.source is not None for row in rows]
        assert known == sorted(known, reverse=True)


def test_every_kind_has_its_page_with_its_history() -> None:
    links = page(INDEX).values("href")
    for kind, rows in hosts().by_kind.items():
        assert f"{kind.id}.html" in links
        assert f"kind-{kind.id}" in page(INDEX).ids
        history = {item.id for item in hosts().history[kind]}
        assert history <= set(page(f"hosts/{kind.id}.html").ids)
        assert kind.about in page(f"hosts/{kind.id}.html").words
        assert f"{len(rows)} URL" in page(f"hosts/{kind.id}.html").words


def test_every_cell_has_its_letter_and_its_colour() -> None:
    for kind, rows in hosts().by_kind.items():
        tags = [
            attributes.get("class", "")
            for tag, attributes in page(f"hosts/{kind.id}.html").tags
            if tag == "td" and "data-label" not in attributes
        ]
        readings = [
            (row.group_of(reading), reading.says)
            for row in rows
            if not row.is_searched
            for reading in (*row.by_name.values(), *row.by_spec.values())
        ]
        expected = [
            f"p{group.place}" if group else "no-rule" if says == "no rule" else ""
            for group, says in readings
        ]
        assert tags == expected, kind.id


def test_the_history_has_every_rule_in_words() -> None:
    for kind, items in hosts().history.items():
        text = page(f"hosts/{kind.id}.html").words
        for provision in rules_of(items):
            does = " ".join(provision.does.replace('"', "").split())
            assert provision.citation.document.label in text
            assert does in text or '"' in provision.does, does


def test_the_page_says_what_it_is_not() -> None:
    text = page(INDEX).words
    for words in ("Nothing is fetched", "no scanner", "no proof"):
        assert words in text


def test_every_known_difference_is_shown_with_its_source_its_versions_and_its_answers() -> None:
    for case in read_data("known-differentials.json")["cases"]:
        address = known_address(case)
        text, links = page(address).words, page(address).values("href")
        assert {case["source"]["url"], case["read_at"]} <= set(links)
        shown = [case["name"], case["source"]["id"], visible(case["url"]), *case["reported"]]
        for item in case["affected"]:
            shown += [item["program"], item["versions"] or "", item["mended"] or "not mended"]
        for said in case["released"]:
            shown += [f"{said['program']} {said['version']} ({said['date']})"]
        for words in shown:
            assert " ".join(words.split()) in text, (case["name"], words)


def test_no_page_is_heavy() -> None:
    for address in addresses():
        if address.startswith(("hosts/", "implementations")):
            assert (built_site() / address).stat().st_size < 120_000, address
    assert (built_site() / "static" / "hosts-data.js").stat().st_size < 150_000


@pytest.mark.slow
def test_every_implementation_has_a_page() -> None:
    for item in ADAPTERS:
        text = page(page_of(item.name)).words
        assert item.name in text
        assert " ".join(item.install.split()) in text
        recording = current_parsings().of(item.name)
        if recording is not None:
            assert recording.version in text
            assert "parsing-compared" in page(page_of(item.name)).ids
        for other in hosts().names if recording else ():
            if other != item.name:
                assert f"other-{page_of(other)[16:-5]}" in page(page_of(item.name)).ids


HISTORIES = read_data("parser-history.json")


@pytest.mark.parametrize("history", HISTORIES, ids=lambda history: str(history["name"]))
def test_its_page_says_since_which_version_it_reads_a_host(history: dict[str, Any]) -> None:
    text = page(page_of(history["name"])).words
    assert "since" in page(page_of(history["name"])).ids
    for version, day in history["versions"].items():
        assert (
            f"{version} ({day})" in text
            or f"{version}, there since {day}" in text
            or (f"{version}, of {day}" in text)
        )
    for url, read in history["changed"].items():
        assert read[0]["since"] == next(iter(history["versions"]))
        if url.startswith("http"):
            shown = [f"since {item['since']}" for item in read]
            assert visible(url) in text or " ".join(visible(url).split()) in text
            assert all(words in text for words in shown)


def test_a_parser_is_called_newest_only_where_its_registry_has_no_newer_one() -> None:
    newest = [
        history["name"]
        for history in HISTORIES
        for recording in [current_parsings().of(history["name"])]
        if history["registry"]
        and recording
        and recording.version.removeprefix("go") == list(history["versions"])[-1]
    ]
    assert f"URLs, {len(newest)} of them in the newest version" in page(INDEX).words
    assert len(newest) >= 15
    assert "urllib.parse" not in newest


IDENTIFIED = [item.name for item in ADAPTERS if current_parsings().of(item.name)]


@in_parts("names", slow=[IDENTIFIED[::4]], nightly=[IDENTIFIED])
def test_its_page_says_what_an_implementation_follows(names: list[str]) -> None:
    for name in names:
        recording = current_parsings().of(name)
        assert recording is not None
        best = recording.identification(SPECS).best
        assert f"{best.agreeing} of" in page(page_of(name)).words
        badge = built_site() / badge_address(name, "-parsing")
        assert best.spec.document.label in badge.read_text()


def test_the_tables_have_every_host() -> None:
    rows = list(
        csv.DictReader(
            io.StringIO((built_site() / "data" / "hosts.csv").read_text("utf-8"), newline="")
        )
    )
    assert [json.loads(row["url"]) for row in rows] == [row.url for row in hosts().rows]
    backslash = next(row for row in rows if json.loads(row["url"]) == "http://a\\@b/")
    assert [json.loads(backslash[name]) for name in ("urllib.parse", "urllib3")] == ["b", "a"]
    assert [json.loads(backslash[name]) for name in ("rfc3986", "whatwg")][1:] == ["a"]
    assert backslash["yarl"] == "(rejected)"
    assert len(current_parsings().cases + current_parsings().further) == len(rows)


SHOWN = script("shown")


@pytest.mark.browser
def test_another_pair_is_shown_as_soon_as_it_is_chosen(tab: Page) -> None:
    tab.goto(address_of(INDEX))
    first = tab.evaluate(SHOWN)
    pairs = {(pair.left, pair.right): pair for pair in hosts().pairs}
    assert len(first["urls"]) == len(pairs[FIRST_PAIR].rows)
    tab.select_option("#client", "node-URL")
    shown = tab.evaluate(SHOWN)
    pair = pairs["urllib.parse", "node-URL"]
    assert shown["count"] == (
        f"urllib.parse and node-URL both accept {pair.compared} of the URLs, and read different "
        f"hosts in {len(pair.rows)}."
    )
    assert set(shown["urls"]) == {visible(row.url) for row in pair.rows}
    assert "node-URL: URL Standard ends the authority at a backslash" in shown["text"]
    for link in shown["links"][:3]:
        address, _, anchor = link.rpartition("/")[2].partition("#")
        assert anchor in page(f"hosts/{address}").ids
    tab.select_option("#validator", "node-URL")
    assert tab.evaluate(SHOWN)["urls"] == []


@pytest.mark.browser
def test_a_number_of_the_map_leads_to_its_pair(tab: Page) -> None:
    tab.goto(address_of(INDEX))
    row = tab.locator("#pairs-urllib3")
    heads = tab.locator("#pair-map thead th").all_text_contents()
    row.locator("th, td").nth(heads.index("yarl")).click()
    tab.wait_for_function("document.getElementById('validator').value === 'urllib3'")
    assert tab.input_value("#client") == "yarl"
    assert tab.locator("#pair-count").inner_text().startswith("urllib3 and yarl both accept")


@pytest.mark.browser
def test_a_filter_unfolds_what_a_search_found(tab: Page) -> None:
    tab.goto(address_of("hosts/backslash.html"))
    searched = next(row for row in hosts().rows if row.is_searched and "\\" in row.url)
    place = tab.locator(f"[id='{searched.id}']")
    assert not place.is_visible()
    tab.get_by_label("Text").fill(searched.url)
    assert place.is_visible()


@pytest.mark.browser
def test_a_pair_has_an_address(tab: Page) -> None:
    tab.goto(address_of(INDEX) + "#validator=urllib3&client=yarl")
    (pair,) = (pair for pair in hosts().pairs if {pair.left, pair.right} == {"urllib3", "yarl"})
    shown = tab.evaluate(SHOWN)
    assert shown["count"].startswith(f"urllib3 and yarl both accept {pair.compared} ")
    assert len(shown["urls"]) == len(pair.rows)
    assert tab.input_value("#client") == "yarl"
    tab.goto(address_of(INDEX) + "#validator=no&client=such")
    assert tab.input_value("#client") in ("requests", "yarl")


@pytest.mark.browser
def test_different_hosts_only_needs_no_script(tab_without_scripts: Page) -> None:
    tab = tab_without_scripts
    tab.goto(address_of("hosts/question-marks.html"))
    rows = hosts().by_kind[next(kind for kind in hosts().by_kind if kind.id == "question-marks")]
    assert tab.locator(".host-matrix tbody tr:visible").count() == len(rows)
    tab.get_by_label("Different hosts only").check()
    different = sum(row.differs for row in rows)
    assert tab.locator(".host-matrix tbody tr:visible").count() == different
    assert tab.locator("main section:visible").count() == different


def made(name: str, urls: tuple[str, ...]) -> Recording:
    """Return a recording in which the host is the URL, with the name of who reads it."""
    answers = (Answer(UrlCase(url), UrlComponents.of({"host": f"{name}{url}"})) for url in urls)
    return Recording(name, name, "", "1", None, tuple(answers))


def test_hostile_urls_and_hosts_are_shown_as_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    urls = ("http://a\\@b/", *(f"http://{text}/" for text in HOSTILE))
    made_up = tuple(made(name, urls) for name in FIRST_PAIR)
    recordings = Recordings("parse", tuple(map(UrlCase, urls)), made_up)
    monkeypatch.setattr(hexapla_site.pages.hosts, "current_parsings", lambda: recordings)
    build_site(tmp_path, columns=SPECS, only=["hosts"])
    pages = {path.name: HtmlPage(path) for path in (tmp_path / "hosts").glob("*.html")}
    for parsed in pages.values():
        assert_has_only_our_scripts(parsed)
    shown = "".join("".join(parsed.text) for parsed in pages.values())
    for text in HOSTILE:
        assert f"requestshttp://{visible(text)}/".lower() in shown.lower()
    script = (tmp_path / "static" / "hosts-data.js").read_text("utf-8")
    data = json.loads(script.removeprefix("window.hexaplaHosts = ").removesuffix(";\n"))
    assert len(data["rows"]) == len(urls)
    assert script.isascii()


def test_the_pages_are_made_of_the_columns_that_there_are(tmp_path: Path) -> None:
    columns = (hexapla.spec("rfc1808"), hexapla.spec("rfc3986"))
    build_site(tmp_path, columns=columns, only=["hosts"])
    parsed = HtmlPage(tmp_path / "hosts" / "semicolons.html")
    heads = [attributes for tag, attributes in parsed.tags if tag == "th"]
    assert sum("of-spec" in attributes.get("class", "") for attributes in heads) == len(columns)
    text = "".join(parsed.text)
    assert "RFC 3986" in text
    assert "URL Standard ends" not in text
