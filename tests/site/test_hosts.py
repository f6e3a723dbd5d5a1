"""The hosts that are read: counted again from the recordings, and the pages that show them."""

import functools
import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from browsing import script
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page
from site_under_test import (
    HOSTILE,
    address_of,
    assert_has_only_our_scripts,
    built_site,
    page,
    rows_of_data,
    source_of,
)
from site_under_test import Page as HtmlPage
from tables import by_rows_of, in_parts

import hexapla
import hexapla_site.pages.hosts
from hexapla.identification.recording import Recording, Recordings
from hexapla.implementations.adapters import ADAPTERS
from hexapla.implementations.asking import Answer, ParseAnswer, UrlCase
from hexapla.operations.authority import UrlComponents
from hexapla.standard.registry import default_columns
from hexapla.text.signs import visible
from hexapla.text.slug import slug
from hexapla_site.build import build_site
from hexapla_site.data.recordings import PARSINGS, current_parsings, current_recordings
from hexapla_site.folders import read_data
from hexapla_site.pages.hosts import FIRST_PAIR, known_address, refusing
from hexapla_site.report.hosts import (
    HOST_KINDS,
    HostReport,
    host_report,
    in_words,
    kind_of_url,
    known_sources,
    rules_of,
)
from hexapla_site.report.implementations import badge_address, page_of

SPECS = default_columns()
INDEX = "hosts/index.html"
DATA = json.loads(PARSINGS.read_text("utf-8"))
HISTORIES = read_data("parser-history.json")
NO_ONE = "none"
SHOWN = script("shown")


@functools.cache
def hosts() -> HostReport:
    return host_report(SPECS, current_parsings())


def connected_to(said: dict[str, str | None] | None) -> str | None:
    """Return the host that a client connects to; `NO_ONE` if none is reported, or none asked."""
    if said is None or "host" not in said:
        return NO_ONE
    host = "".join(sign.lower() if sign.isascii() else sign for sign in said["host"] or "")
    host = host.encode(errors="surrogateescape").decode(errors="replace")  # bytes that aren't UTF-8
    return (host[1:-1] if host.startswith("[") and host.endswith("]") else host) or None


@functools.cache
def answers() -> list[tuple[str, dict[str, str | None]]]:
    said = {item["name"]: item["answers"] + item["further"] for item in DATA["implementations"]}
    return [
        (case["url"], {name: connected_to(given[place]) for name, given in said.items()})
        for place, case in enumerate(DATA["cases"] + DATA["further"])
    ]


# The report.


def test_equal_letters_are_equal_hosts_and_the_first_is_that_of_the_newest_standard() -> None:
    newest = hosts().columns[-1]
    for (url, read), row in zip(answers(), hosts().rows, strict=True):
        assert row.url == url
        letters = {name: row.sign_of(reading) for name, reading in row.by_name.items()}
        for one, other in combinations(read, 2):
            if NO_ONE not in (read[one], read[other]):
                same = letters[one] == letters[other]
                assert same is (read[one] == read[other]), (url, one, other)
        for name, host in read.items():
            assert (row.group_of(row.by_name[name]) is None) is (host == NO_ONE), (url, name)
        own = row.group_of(row.by_spec[newest])
        assert own is None or row.sign_of(own.target) == "A"
        sizes = [len(group.implementations) for group in row.groups if group != own]
        assert sizes == sorted(sizes, reverse=True)
        letters_of_groups = "".join(row.sign_of(group.target) for group in row.groups)
        assert letters_of_groups == "ABCDEFGHIJKLMNOP"[: len(row.groups)]


def test_a_backslash_is_told_with_who_reads_what_and_by_which_rule() -> None:
    row = next(row for row in hosts().rows if row.url == "http://a\\@b/")
    groups = {group.target: group for group in row.groups}
    assert {"urllib.parse", "httpx"} <= set(groups["b"].implementations)
    assert {"urllib3", "requests", "node-URL"} <= set(groups["a"].implementations)
    assert row.because(groups["b"], groups["a"]) == 'RFC 3986 ends the userinfo at the "@" (3.2.1)'
    assert row.because(groups["a"], groups["b"]) == (
        "URL Standard ends the authority at a backslash, because the scheme is special "
        "(4.4, authority state)"
    )
    assert (row.differs, row.kind.id) == (True, "backslash")
    assert row.address == f"hosts/backslash.html#{row.id}"


def test_every_pair_is_counted_as_by_hand() -> None:
    for pair in hosts().pairs:
        both = [(read[pair.left], read[pair.right]) for _, read in answers()]
        both = [hosts_read for hosts_read in both if NO_ONE not in hosts_read]
        assert pair.compared == len(both)
        assert len(pair.rows) == sum(one != other for one, other in both)
        assert all(row.differs for row in pair.rows)


@given(st.text())
def test_any_text_is_of_a_kind(text: str) -> None:
    assert kind_of_url(text) in HOST_KINDS


def test_every_url_is_of_one_kind_and_every_kind_has_urls() -> None:
    assert set(hosts().by_kind) == set(HOST_KINDS)
    for kind in HOST_KINDS:
        assert {kind_of_url(url) for url in kind.examples} == {kind}
    counted = Counter(row.url for rows in hosts().by_kind.values() for row in rows)
    assert counted == Counter(url for url, _ in answers())


@by_rows_of("pages")
def test_the_history_has_what_each_standard_reads(url: str, read: list[str | None]) -> None:
    (item,) = (item for items in hosts().history.values() for item in items if item.url == url)
    told = [item.told(spec) for spec in hosts().columns]
    others = {"rejected": None, "no rule": "?"}
    assert [others.get(says, host or "") for host, says in told] == read


def test_each_host_of_the_history_has_a_rule_and_the_standard_since_which_it_is_so() -> None:
    items = {item.url: item for items in hosts().history.values() for item in items}
    since = {url: item.since.id for url, item in items.items() if item.since}
    assert since.items() >= {
        ("http://u@h/", "rfc1738"),
        ("http://a?q", "rfc2396"),
        ("http://[::1]/", "rfc3986"),
        ("http://a\\@b/", "whatwg"),
    }
    for item in items.values():
        for spec in hosts().columns:
            host, says = item.told(spec)
            provision = item.provision(spec)
            if provision is not None:
                assert provision.citation.document.label.startswith(("RFC ", "URL "))
            else:
                assert says == "no rule" or not (host or says == "rejected"), (item.url, spec.id)


def test_failures_and_silence_have_signs_and_no_letter() -> None:
    case = UrlCase("//h")
    answers: tuple[ParseAnswer, ...] = (
        Answer(case, UrlComponents.of({"host": "h"})),
        Answer(case, error="no"),
        Answer(case, trouble="died"),
        Answer(case, UrlComponents.of({"port": "1"})),
    )
    recordings = (
        Recording(name, "", "", "", None, (answer,))
        for name, answer in zip("abcd", answers, strict=True)
    )
    row = host_report(SPECS, Recordings("parse", (case,), tuple(recordings))).rows[0]
    assert [(row.sign_of(item), in_words(item)) for item in row.by_name.values()] == [
        *(("A", "h"), ("×", "rejected"), ("·", "no answer"), ("·", "not reported")),
    ]
    assert [spec.id for spec in row.saying("no rule")[1]] == ["rfc1738"]
    assert row.saying("rejected")[0] == ["b"]
    assert not row.differs


# The pages.


def test_every_url_has_its_place_and_a_row_in_the_matrix_unless_a_search_found_it() -> None:
    for row in hosts().rows:
        address, _, anchor = row.address.partition("#")
        assert anchor in page(address).ids
        assert (f"in-{anchor}" in page(address).ids) != row.is_searched
        assert visible(row.url) in "".join(page(address).text)


def test_every_kind_has_its_page_with_its_cells_its_history_and_its_rules() -> None:
    for words in ("doesn’t request any of these URLs", "isn’t a scanner", "doesn’t prove"):
        assert words in page(INDEX).words
    for kind, rows in hosts().by_kind.items():
        assert f"{kind.id}.html" in page(INDEX).values("href")
        assert f"kind-{kind.id}" in page(INDEX).ids
        shown, history = page(f"hosts/{kind.id}.html"), hosts().history[kind]
        assert {item.id for item in history} <= set(shown.ids)
        for words in (kind.about, f"{len(rows)} URL"):
            assert words in shown.words
        for provision in rules_of(history):
            does = " ".join(provision.does.replace('"', "").split())
            assert provision.citation.document.label in shown.words
            assert does in shown.words or '"' in provision.does, does
        known = [row.source is not None for row in rows]
        assert known == sorted(known, reverse=True), "what a public source reports comes first"
        cells = (
            (row.group_of(reading), in_words(reading))
            for row in rows
            if not row.is_searched
            for reading in (*row.by_name.values(), *row.by_spec.values())
        )
        assert [item.get("class", "") for item in shown.all("td") if "data-label" not in item] == [
            class_of_cell(group.number if group else None, says) for group, says in cells
        ], kind.id


def class_of_cell(number: int | None, says: str) -> str:
    """Return the class of a cell; cells of the first group, which are most cells, have none."""
    if number is None:
        return "no-rule" if says == "no rule" else "none"
    return f"p{number}" if number > 1 else ""


def test_every_known_difference_is_shown_with_its_source_its_versions_and_its_answers() -> None:
    known = {row.url: row for row in hosts().rows if row.url in known_sources()}
    assert len(known) > 40
    for url, row in known.items():
        assert row.source == known_sources()[url]
        assert known_sources()[url]["source"]["url"].startswith("https://")
    for case in read_data("known-differentials.json")["cases"]:
        shown = page(known_address(case))
        assert {case["source"]["url"], case["read_at"]} <= set(shown.values("href"))
        told = [case["name"], case["source"]["id"], visible(case["url"]), *case["reported"]]
        for item in case["affected"]:
            told += [item["program"], item["versions"] or "", item["mended"] or "not fixed"]
        told += [
            f"{said['program']} {said['version']} ({said['date']})" for said in case["released"]
        ]
        for words in told:
            assert " ".join(words.split()) in shown.words, (case["name"], words)


def test_standards_are_named_by_whose_grammar_a_known_url_is_not_valid() -> None:
    for case in read_data("known-differentials.json")["cases"]:
        source = source_of(known_address(case))
        row = HtmlPage(source.split(f'<tr id="known-{slug(case["name"])}">')[1].split("</tr>")[0])
        labels = [spec.document.short_label for spec in refusing(case["url"], default_columns())]
        if len(labels) == len(default_columns()):
            assert row.words.endswith("invalid under all"), case["name"]
        else:
            words = row.words.rpartition("invalid:")[2] if "invalid:" in row.words else ""
            assert words.split() == " ".join(labels).split(), case["name"]
    (cve,) = (spec for spec in refusing("http://[192.0.2.146]/", default_columns()[4:5]))
    assert cve.id == "rfc3986"


@pytest.mark.slow
def test_every_implementation_has_a_page() -> None:
    for item in ADAPTERS:
        recording = current_parsings().of(item.name)
        resolving = {kept.name for kept in current_recordings()}
        if recording is None and item.name not in resolving:
            continue
        shown = page(page_of(item.name))
        for words in (item.name, item.install, recording.version if recording else ""):
            assert " ".join(words.split()) in shown.words
        if recording:
            others = {
                f"other-{page_of(name)[16:-5]}" for name in hosts().names if name != item.name
            }
            assert {"parsing-compared", *others} <= set(shown.ids)


@pytest.mark.parametrize("history", HISTORIES, ids=lambda history: str(history["name"]))
def test_its_page_says_since_which_version_it_reads_a_host(history: dict[str, Any]) -> None:
    shown = page(page_of(history["name"]))
    assert "since" in shown.ids
    for version, day in history["versions"].items():
        forms = (f"{version} ({day})", f"{version}, released on {day}")
        assert any(form in shown.words for form in forms), version
    for url, read in history["changed"].items():
        assert read[0]["since"] == next(iter(history["versions"]))
        if url.startswith("http"):
            assert " ".join(visible(url).split()) in shown.words
            assert all(f"since {item['since']}" in shown.words for item in read)


def test_a_parser_is_called_newest_only_where_its_registry_has_no_newer_one() -> None:
    newest = [
        history["name"]
        for history in HISTORIES
        for recording in [current_parsings().of(history["name"])]
        if history["registry"]
        and recording
        and recording.version.removeprefix("go") == list(history["versions"])[-1]
    ]
    assert (
        f"for {len(newest)} of the parsers, the tested version is the newest" in page(INDEX).words
    )
    assert len(newest) >= 15
    assert "urllib.parse" not in newest


IDENTIFIED = [item.name for item in ADAPTERS if current_parsings().of(item.name)]


@in_parts("names", slow=[IDENTIFIED[::4]], nightly=[IDENTIFIED])
def test_its_page_says_what_an_implementation_follows(names: list[str]) -> None:
    for name in names:
        recording = current_parsings().of(name)
        assert recording is not None
        best = recording.ranking(SPECS).best
        assert f"{best.matching} of" in page(page_of(name)).words
        badge = built_site() / badge_address(name, "-parsing")
        assert best.spec.document.label in badge.read_text()


def test_the_tables_have_every_host() -> None:
    rows = rows_of_data("hosts")
    assert [json.loads(row["url"]) for row in rows] == [row.url for row in hosts().rows]
    backslash = next(row for row in rows if json.loads(row["url"]) == "http://a\\@b/")
    assert [backslash[name] for name in ("urllib.parse", "urllib3", "whatwg", "yarl")] == [
        *('"b"', '"a"', '"a"', "(rejected)")
    ]
    # A Python package has the name of a standard.
    assert backslash["rfc3986 (Python package)"] == '"a"'
    assert backslash["rfc3986"] == '"b"'
    assert len(current_parsings().cases + current_parsings().further) == len(rows)


def test_a_pair_is_shown_as_soon_as_it_is_chosen_and_has_an_address(tab: Page) -> None:
    pairs = {(pair.left, pair.right): pair for pair in hosts().pairs}
    tab.goto(address_of(INDEX))
    assert len(tab.evaluate(SHOWN)["urls"]) == len(pairs[FIRST_PAIR].rows)
    tab.select_option("#client", "node-URL")
    shown = tab.evaluate(SHOWN)
    pair = pairs["urllib.parse", "node-URL"]
    assert shown["count"] == (
        f"urllib.parse and node-URL both accept {pair.compared} of the URLs, and see different "
        f"hosts in {len(pair.rows)} of these."
    )
    assert set(shown["urls"]) == {visible(row.url) for row in pair.rows}
    assert "node-URL: URL Standard ends the authority at a backslash" in shown["text"]
    for link in shown["links"][:3]:
        address, _, anchor = link.rpartition("/")[2].partition("#")
        assert anchor in page(f"hosts/{address}").ids
    tab.select_option("#validator", "node-URL")
    assert tab.evaluate(SHOWN)["urls"] == []
    tab.goto("about:blank")
    tab.goto(address_of(INDEX) + "#validator=urllib3&client=yarl")
    pair = pairs.get(("urllib3", "yarl")) or pairs["yarl", "urllib3"]
    shown = tab.evaluate(SHOWN)
    assert shown["count"].startswith(f"urllib3 and yarl both accept {pair.compared} ")
    assert len(shown["urls"]) == len(pair.rows)
    assert tab.input_value("#client") == "yarl"
    tab.goto(address_of(INDEX) + "#validator=no&client=such")
    assert tab.input_value("#client") in ("requests", "yarl")


def test_a_number_of_the_map_leads_to_its_pair(tab: Page) -> None:
    tab.goto(address_of(INDEX))
    row = tab.locator("#pairs-urllib3")
    heads = tab.locator("#pair-map thead th").all_text_contents()
    row.locator("th, td").nth(heads.index("yarl")).click()
    tab.wait_for_function("document.getElementById('validator').value === 'urllib3'")
    assert tab.input_value("#client") == "yarl"
    assert tab.locator("#pair-count").inner_text().startswith("urllib3 and yarl both accept")


def test_a_link_to_a_pair_opens_its_section(tab: Page) -> None:
    tab.goto(address_of(INDEX) + "#validator=urllib3&client=yarl")
    top = tab.locator("#pair").bounding_box()
    assert top is not None
    assert 0 <= top["y"] < 200
    tab.goto("about:blank")
    tab.goto(address_of(INDEX) + "#validator=no&client=such")
    assert tab.evaluate("scrollY") == 0


def test_a_number_of_the_map_is_a_link_with_a_name(tab: Page) -> None:
    tab.goto(address_of(INDEX))
    links = tab.locator("#pair-map td > a")
    assert links.count() == tab.locator("#pair-map td[class]").count() > 1000
    pairs = {frozenset((pair.left, pair.right)): pair for pair in hosts().pairs}
    pair = pairs[frozenset(("urllib3", "yarl"))]
    counts = f"{len(pair.rows)} of {pair.compared} URLs"
    link = tab.locator("#pairs-urllib3").get_by_label(f"urllib3 and yarl, {counts}")
    assert link.get_attribute("aria-label") == (
        f"{link.inner_text()} per cent: urllib3 and yarl, {counts}"
    )


def test_the_map_is_one_stop_and_arrows_lead_on(tab: Page) -> None:
    tab.goto(address_of(INDEX))
    stops = tab.locator("#pair-map td > a[tabindex='0']")
    assert stops.count() == 1
    stops.focus()
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("ArrowDown")
    focused = tab.locator("#pair-map td > a:focus")
    assert focused.evaluate("(link) => link.closest('tr').rowIndex") == 2
    assert focused.evaluate("(link) => link.parentElement.cellIndex") == 3
    assert stops.count() == 1
    label = focused.get_attribute("aria-label") or ""
    tab.keyboard.press("Enter")
    tab.wait_for_function("document.activeElement.id === 'validator'")
    both = [tab.locator(f"#{name} option:checked").inner_text() for name in ("validator", "client")]
    assert f": {' and '.join(both)}, " in label


def test_a_filter_unfolds_what_a_search_found(tab: Page) -> None:
    tab.goto(address_of("hosts/backslash.html"))
    searched = next(row for row in hosts().rows if row.is_searched and "\\" in row.url)
    place = tab.locator(f"[id='{searched.id}']")
    assert not place.is_visible()
    tab.get_by_label("Text").fill(searched.url)
    assert place.is_visible()


def test_different_hosts_only_needs_no_script(tab_without_scripts: Page) -> None:
    tab = tab_without_scripts
    tab.goto(address_of("hosts/question-marks.html"))
    rows = hosts().by_kind[next(kind for kind in HOST_KINDS if kind.id == "question-marks")]
    assert tab.locator(".host-matrix tbody tr:visible").count() == len(rows)
    tab.get_by_label("Different hosts only").check()
    different = sum(row.differs for row in rows)
    assert tab.locator(".host-matrix tbody tr:visible").count() == different
    assert tab.locator("main section:visible").count() == different


def test_hostile_hosts_are_text_and_pages_are_made_of_the_columns_that_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    urls = ("http://a\\@b/", *(f"http://{text}/" for text in HOSTILE))
    cases, recorded = tuple(map(UrlCase, urls)), []
    for name in FIRST_PAIR:
        hosts = (UrlComponents.of({"host": f"{name}{url}"}) for url in urls)
        recorded.append(Recording(name, name, "", "1", None, tuple(map(Answer, cases, hosts))))
    recordings = Recordings("parse", cases, tuple(recorded))
    monkeypatch.setattr(hexapla_site.pages.hosts, "current_parsings", lambda: recordings)
    columns = (hexapla.spec("rfc1808"), hexapla.spec("rfc3986"))
    build_site(tmp_path, columns=columns, only=["hosts"])
    pages = [HtmlPage(path) for path in (tmp_path / "hosts").glob("*.html")]
    for parsed in pages:
        assert_has_only_our_scripts(parsed)
    shown = "".join("".join(parsed.text) for parsed in pages)
    for text in HOSTILE:
        assert f"requestshttp://{visible(text)}/".lower() in shown.lower()
    script = (tmp_path / "static" / "hosts-data.js").read_text("utf-8")
    data = json.loads(script.removeprefix("window.hexaplaHosts = ").removesuffix(";\n"))
    assert len(data["rows"]) == len(urls)
    assert script.isascii()
    parsed = HtmlPage(tmp_path / "hosts" / "backslash.html")
    heads = [item.get("class", "") for item in parsed.all("th")]
    assert sum("of-spec" in classes for classes in heads) == len(columns)
    assert "RFC 3986" in parsed.words
    assert "URL Standard ends" not in parsed.words
