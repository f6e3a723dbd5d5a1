"""The page on how URLs changed: its answers, counts and figures match a fresh run."""

import csv
import functools
import html
import io
import json
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from browsing import script, set_look
from built_once import built_once
from playwright.sync_api import Page as Tab
from site_under_test import page_of

import hexapla
from hexapla.comparison.cause_key import TARGET
from hexapla.standard.display import uri_of
from hexapla.standard.spec import Spec
from hexapla_site.build import build_site
from hexapla_site.data.real_links import RealLinks, read_real_links
from hexapla_site.data.table import Table
from hexapla_site.figures.drawing import NARROW, WIDE, Picture
from hexapla_site.folders import read_data
from hexapla_site.output import STYLE_SHEET
from hexapla_site.pages.kind import Site
from hexapla_site.pages.story import ADDRESS, KIND, Story, story_of
from hexapla_site.rendering import column_names, template_environment
from hexapla_site.report.report import make_report
from hexapla_site.search import INDEX
from hexapla_site.story.changes import StandardChange, Standing, changes, shown_links, words_of
from hexapla_site.story.lineage import IDS, DocumentRelation, documents
from hexapla_site.story.neighbours import KINDS, NEIGHBOURS, DifferenceKind, neighbour_counts

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("url-documents", "url-answers", "url-links-that-differ", "url-followers")
RECORDED = {
    "resolve": read_data("recordings.json"),
    "parse": read_data("parsings.json"),
}
CHANGES = [pytest.param(change, id=change.name) for change in changes()]
SMALLEST_TYPE = 13.0  # pixels


@functools.cache
def site() -> Site:
    report, environment = make_report(), template_environment()
    environment.globals.update(report=report, **column_names(report.columns))
    return Site(report, environment)


def built() -> Path:
    """Return a site with only this page."""
    return built_once("story", lambda folder: build_site(folder, only=["story"]))


def story() -> Story:
    return site().once(story_of)


def tables() -> dict[str, Table]:
    return {table.name: table for table in KIND.tables(site())}


def article() -> str:
    (built,) = KIND.pages(site())
    return str(built.names["body"])


def texts(markup: str) -> str:
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", markup)).split())


# Answers.


def test_the_links_are_resolved_as_each_standard_resolves_them() -> None:
    rows = [dict(zip(tables()["url-answers"].names, row, strict=True)) for row in _rows("answers")]
    assert len(rows) == len(shown_links()) >= 8
    for row in rows:
        for name in IDS:
            target = hexapla.spec(name).resolve(row["reference"], base=row["base"]).target
            assert row[name] == words_of(target), (row, name)


def _rows(name: str) -> tuple[tuple[str, ...], ...]:
    return tables()[f"url-{name}"].rows


def test_equal_letters_are_equal_answers_and_a_is_the_newest() -> None:
    for link in shown_links():
        assert link.letters[-1] == 0
        lettered = zip(link.letters, link.targets, strict=True)
        by_letter = {letter: target for letter, target in lettered if letter is not None}
        assert len(by_letter) == len(set(map(str, by_letter.values()))) == len(link.answers)
        for letter, target in zip(link.letters, link.targets, strict=True):
            assert (letter is None) == (str(target) == "(no rule)")
            assert letter is None or by_letter[letter] == target


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_between_two_standards_that_differ(change: StandardChange) -> None:
    older, newer = (
        uri_of(change.target_of(one), change.base) for one in (change.older, change.newer)
    )
    assert older != newer
    assert change.older.document.date < change.newer.document.date
    assert change.older_rule in change.older.rules
    assert change.newer_rule in change.newer.rules or change.newer.id == "whatwg"


@pytest.mark.parametrize("change", CHANGES)
def test_who_gives_the_older_answer_is_as_recorded(change: StandardChange) -> None:
    recorded = RECORDED[change.question]
    if change.question == "parse":
        given = _given(recorded, {"url": change.reference}, "host")
        expected = [_host(one, change.reference) for one in _since(change)]
    else:
        asked = {"base": change.base, "reference": change.reference}
        given = _given(recorded, asked, "uri")
        expected = [uri_of(change.target_of(one), change.base) for one in _since(change)]
    followers = {each.recording.name: each.standing for each in change.followers}
    assert followers.keys() == given.keys()
    for name, answer in given.items():
        assert (followers[name] is Standing.OLDER) == (answer == expected[0]), name
        assert (followers[name] is Standing.NEWER) == (answer in expected[1:]), name


def _since(change: StandardChange) -> list[Spec]:
    """Return the older standard of a change, the newer one, and all later ones."""
    return [change.older, *map(hexapla.spec, IDS[IDS.index(change.newer.id) :])]


def _given(recorded: dict[str, object], asked: dict[str, str], member: str) -> dict[str, object]:
    """Return each parser's answer to a case, as recorded in the file."""
    cases = [*recorded["cases"], *recorded["further"]]  # type: ignore[misc]
    at = cases.index(asked)
    answers = {
        item["name"]: [*item["answers"], *item["further"]][at]
        for item in recorded["implementations"]  # type: ignore[attr-defined]
    }
    return {name: each.get(member) for name, each in answers.items() if each is not None}


def _host(spec: Spec, url: str) -> str | None:
    return spec.divide(url).components.host


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_and_its_followers_are_told(change: StandardChange) -> None:
    blocks = article().split('<div class="change" id="change-')
    block = next(block for block in blocks if block.startswith(f'{change.name}"'))
    told = texts(block.partition("</dl>")[0])
    followers = change.having(Standing.OLDER)
    asked = len(change.followers)
    assert f"{len(followers) or 'None'} of {asked} parsers" in told
    for one, rule in ((change.older, change.older_rule), (change.newer, change.newer_rule)):
        assert f'href="standards/{one.id}.html#rule-{rule.name}"' in block
    for recording in followers if len(followers) <= 5 else ():
        assert recording.name in told.replace("\N{NO-BREAK SPACE}", " ")


def test_the_table_of_followers_has_every_answer_once() -> None:
    rows = _rows("followers")
    columns = tables()["url-followers"].names
    counted = Counter(row[columns.index("change")] for row in rows)
    assert counted == {change.name: len(change.followers) for change in changes()}
    by_standing = Counter(
        (row[columns.index("change")], row[columns.index("standing")]) for row in rows
    )
    for change in changes():
        older = len(change.having(Standing.OLDER))
        assert by_standing[change.name, "older"] == older


# Documents and counts.


def test_a_document_ends_where_the_next_makes_it_obsolete() -> None:
    shown = {each.document.id: each for each in documents()}
    assert [each.document.date for each in documents()] == sorted(
        each.document.date for each in documents()
    )
    for each in documents():
        for name, relation in each.relations:
            earlier = shown[name]
            assert earlier.document.date <= each.document.date
            if relation is DocumentRelation.REPLACES:
                assert earlier.obsoleted_on == each.document.date
    in_force = {name for name, each in shown.items() if not each.obsoleted_on}
    assert in_force == {"rfc1630", "rfc3986", "rfc3987", "whatwg"}


def test_each_cause_of_neighbours_is_of_one_kind_and_the_kinds_add_up() -> None:
    counted = read_real_links()
    for cause in counted.causes:
        if cause.key.facet == TARGET and (cause.key.left, cause.key.right) in NEIGHBOURS:
            kinds = [
                kind
                for kind in KINDS
                if any(fnmatchcase(cause.key.name, pattern) for pattern in kind.causes)
            ]
            assert len(kinds) == 1, cause.key.name
    for count in neighbour_counts(counted):
        assert sum(links for _, links in count.by_kind) == count.differing
        assert count.same_page + sum(links for _, links in count.others) == count.differing
    newest = neighbour_counts(counted)[-1]
    assert newest.differing == counted.all["today"]
    scripts = next(item for item in counted.facts["schemes"] if item["scheme"] == "javascript")
    assert dict(newest.others)[_kind("script")] == scripts["today"]


def _kind(name: str) -> DifferenceKind:
    return next(kind for kind in KINDS if kind.name == name)


def test_kinds_that_the_study_has_counted_are_taken_from_it() -> None:
    counted = read_real_links()
    today = [
        {"left": "rfc3986", "right": "whatwg", "kind": kind, "links": links}
        for kind, links in (("structure", 1), ("spelling", 2), ("spelling", 3))
    ]
    newest = neighbour_counts(RealLinks({**counted.facts, "today": today}))[-1]
    assert [links for _, links in newest.by_kind if links] == [5, 1]


def test_the_counts_are_in_the_text() -> None:
    told = texts(article())
    counted = read_real_links()
    changed = len(read_data("url-standard-changes.json"))
    for number in (counted.facts["links"], counted.all["today"], changed):
        assert f"{number:,}" in told
    for left, right in (("rfc1630", "rfc1738"), ("rfc1738", "rfc1808")):
        pairs = counted.facts["facets"]["target"]["pairs"]
        pair = next(pair for pair in pairs if (pair["left"], pair["right"]) == (left, right))
        assert pair["differ"] == 0  # as the text says
        assert f"{pair['agree']:,} absolute links" in told


# Figures.


@pytest.mark.parametrize("name", NAMES)
def test_a_figure_has_a_file_its_data_and_a_table(name: str) -> None:
    links = page_of(built() / ADDRESS).values("href")
    for address in (f"pictures/{name}.svg", f"data/{name}.csv", "data/index.html"):
        assert address in links
    figure = article().partition(f'<div class="plate" id="{name}">')[2].partition("</details>")[0]
    forms = re.findall(
        r'<svg class="picture drawing (\w+)" role="img" aria-label="[^"]{40,}"', figure
    )
    assert forms == ["wide", "narrow"]
    assert "<figcaption>" in figure
    assert figure.count("<table") == 1
    table = tables()[name]
    rows = json.loads(table.to_json(site().provenance))["rows"]
    assert rows == list(csv.DictReader(io.StringIO(table.to_csv(), newline="")))
    assert rows


def picture_file(name: str) -> str:
    return (built() / "pictures" / f"{name}.svg").read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_needs_no_style_sheet_and_no_other_file(name: str) -> None:
    root = ElementTree.fromstring(picture_file(name))
    assert root.findtext(f"{SVG}title") == story().pictures[name].title
    assert len(root.findtext(f"{SVG}desc") or "") > 40
    values = [value for each in root.iter() for value in each.attrib.values()]
    assert not [value for value in values if "var(" in value or "url(" in value]
    assert not [each for each in root.iter() if "href" in " ".join(each.attrib)]
    shapes = [each for each in root.iter() if each.tag in {f"{SVG}rect", f"{SVG}path"}]
    assert shapes
    assert all("fill" in each.attrib for each in shapes)


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_has_the_dark_colours_of_the_pages(name: str) -> None:
    styles = (built() / "static" / STYLE_SHEET).read_text("utf-8")
    dark = re.search(
        r"@media \(prefers-color-scheme: dark\) \{\s+:root \{(.*?)\}", styles, re.DOTALL
    )
    assert dark
    declared = re.findall(r"--[\w-]+: [^;]*;", dark[1])
    assert declared
    styles_of_picture = picture_file(name).partition("prefers-color-scheme: dark")[2]
    assert [each for each in declared if each not in styles_of_picture] == []


def test_each_mark_of_the_matrix_is_an_answer() -> None:
    picture: Picture = story().pictures["url-followers"]
    counted = Counter(each.standing for change in changes() for each in change.followers)
    for drawing in (picture.wide, picture.narrow):
        markup = str(drawing.shapes)
        # The legend also has one of each.
        older = re.findall('class="older dots" d="([^"]*)"', markup)
        assert sum(steps.count("h0") for steps in older) == counted[Standing.OLDER] + 1
        newer = re.findall('class="dots" d="([^"]*)"', markup)
        assert sum(steps.count("h0") for steps in newer) == counted[Standing.NEWER] + 1


def test_bars_are_as_long_as_their_numbers() -> None:
    markup = str(story().pictures["url-links-that-differ"].wide.shapes)
    bars = re.findall(
        r'class="of-(\S+)" x="[\d.]+" y="[\d.]+" width="([\d.]+)" height="20"', markup
    )
    counts = neighbour_counts(read_real_links())
    drawn = [(kind.name, links) for count in counts for kind, links in count.by_kind if links]
    assert [name for name, _ in bars] == [name for name, _ in drawn]
    others = [
        (float(width), links)
        for (name, width), (_, links) in zip(bars, drawn, strict=True)
        if name != "same-page"
    ]
    scale = max(width for width, _ in others) / max(links for _, links in others)
    assert all(abs(width - links * scale) < 0.2 for width, links in others)


def test_the_page_is_built_without_columns_of_its_own(tmp_path: Path) -> None:
    columns = tuple(map(hexapla.spec, ("rfc1808", "rfc3986")))
    assert build_site(tmp_path, columns=columns, only=["story"]) == [ADDRESS]
    shown = page_of(tmp_path / ADDRESS)
    assert "standards/rfc3986.html#rule-5.2.2-inherit" in shown.values("href")
    assert not [link for link in shown.values("href") if link.startswith("standards/rfc2396")]


def test_the_page_is_light_and_is_found() -> None:
    assert (built() / ADDRESS).stat().st_size <= 140_000
    index = (built() / INDEX).read_text("utf-8")
    assert f'"{ADDRESS}"' in index
    assert "enough .. segments remove it" in index


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_pictures_fit_and_are_as_large_as_drawn(tab: Tab, width: int) -> None:
    set_look(tab, "light", width)
    tab.goto((built() / ADDRESS).as_uri())
    assert tab.evaluate(script("overflowing")) == []
    shown = tab.locator("svg.drawing:visible")
    assert shown.count() == len(NAMES)
    drawn = WIDE if width == 1280 else NARROW
    for at in range(len(NAMES)):
        box = shown.nth(at).bounding_box()
        assert box is not None
        assert box["width"] >= drawn


def test_what_was_replaced_is_told_in_forced_colours(tab: Tab) -> None:
    tab.goto((built() / ADDRESS).as_uri())
    tab.emulate_media(forced_colors="active")
    past, now = (tab.locator(f"svg.wide rect.{name}").first for name in ("past", "full"))
    fills, strokes = (
        [bar.evaluate(f"(bar) => getComputedStyle(bar).{looked_at}") for bar in (past, now)]
        for looked_at in ("fill", "stroke")
    )
    assert fills[0] != fills[1]
    assert fills[0] != strokes[0] == strokes[1]


def test_the_tables_open_without_scripts(tab_without_scripts: Tab) -> None:
    tab_without_scripts.goto((built() / ADDRESS).as_uri())
    summaries = tab_without_scripts.locator(".plate summary")
    assert summaries.count() == len(NAMES)
    for at in range(len(NAMES)):
        summaries.nth(at).click()
    assert tab_without_scripts.locator(".plate table:visible").count() == len(NAMES)
