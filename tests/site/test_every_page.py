"""Rules for every page of the built site; each file is read once."""

import html
import posixpath
import re
from collections import Counter
from importlib.metadata import version

from site_under_test import (
    FEW_PAGES,
    HOSTILE_CASES,
    KINDS_OF_PAGE,
    addresses,
    assert_has_only_our_scripts,
    built_site,
    links_to_nowhere,
    page,
    pages,
    path_of,
    source_of,
)
from tables import by_rows_of, in_parts

from hexapla.standard.registry import default_columns
from hexapla.values.provenance import AUTHORS
from hexapla_site.navigation import navigation_of, position_of
from hexapla_site.policy import ASKING_POLICY, PAGE_POLICY
from hexapla_site.report.report import make_report
from hexapla_site.web_address import MISSING

ASKING = ("index.html", "playground.html")
SECTIONS = navigation_of(default_columns())
CITED = re.compile(
    rf"{AUTHORS} \((\d{{4}})\)\. “[^”]+”\. Hexapla {version('hexapla')}, "
    r"built on (\1-\d\d-\d\d)\."
)
CHECKSUM = re.compile(r"\b(?=[a-z]*[2-7])[a-z2-7]{10}\b")
IDS = [f"column-{spec.id}" for spec in default_columns()]
# Their tables are about implementations, or about the standards of a search. The playground has its
# own check boxes, whose state is in its address. Pages about two standards always show both.
WITHOUT_SWITCHES = (
    *("differences.html", "docs/uris.html", "implementations.html", "playground.html"),
    *("rfc-3986-and-the-url-standard.html", "url-standard-changes.html"),
    *("implementations/", "hosts/", "catalogue/"),
)


@in_parts("every", slow=[20], nightly=[1])
def test_every_link_resolves(every: int) -> None:
    """The build checks all links, too."""
    kinds = {path_of(kind) for kind in KINDS_OF_PAGE}
    for address in kinds.union(sorted(addresses())[::every]):
        assert list(links_to_nowhere(built_site(), address)) == [], address


def test_no_style_sheet_asks_another_origin() -> None:
    for path in built_site().rglob("*.css"):
        asked = re.findall(r"""url\(["']?([^"')]*)|@import""", path.read_text("utf-8"))
        assert all((path.parent / link).is_file() for link in asked), path


def test_a_page_has_nothing_that_runs_in_it_and_one_heading() -> None:
    for address, shown in pages():
        assert_has_only_our_scripts(shown)
        counts = Counter(tag for tag, _ in shown.tags)
        assert (counts["h1"], counts["main"]) == (1, 1), address
        assert address in ASKING or not any("type" in item for item in shown.all("script"))


def scripts_of(address: str) -> frozenset[str]:
    return frozenset(item.get("src", "").rpartition("/")[2] for item in page(address).all("script"))


def test_every_set_of_scripts_is_tried_in_a_browser() -> None:
    assert set(map(scripts_of, addresses())) == {scripts_of(path_of(kind)) for kind in FEW_PAGES}


def test_hostile_text_is_shown_as_text() -> None:
    report = make_report(HOSTILE_CASES)
    for base, reference in HOSTILE_CASES[:10]:
        text = "".join(page(f"cases/{report.by_input[base, reference].id}.html").text)
        assert reference.replace(" ", "␣") in text


def test_a_page_tells_its_title_description_policy_language_and_licence() -> None:
    titles, descriptions = Counter[str](), Counter[str]()
    for address, shown in pages():
        markup = (built_site() / address).read_text("utf-8")
        titles[markup.partition("<title>")[2].partition("</title>")[0]] += 1
        assert 50 <= len(shown.meta["description"]) <= 160, address
        descriptions[shown.meta["description"]] += 1
        policy = ASKING_POLICY if address in ASKING else PAGE_POLICY
        assert shown.meta["Content-Security-Policy"] == policy, address
        assert shown.all("html") == [{"lang": "en"}], address
        assert "MIT licence" in "".join(shown.text), address
    assert "unsafe" not in PAGE_POLICY + ASKING_POLICY.replace("'unsafe-eval'", "")
    assert {*titles.values(), *descriptions.values()} == {1}, (titles + descriptions).most_common(3)


def test_a_page_is_cited_with_author_year_title_version_and_date() -> None:
    for address in set(addresses()) - {MISSING}:
        text = "".join(page(address).text)
        dates = [date for _, date in CITED.findall(text)]
        assert dates, address
        built = f"built on {dates[0]}. Code and data are under the MIT licence."
        assert built in page(address).words, address


def plain(markup: str) -> str:
    """Return the text of a piece of HTML."""
    return html.unescape(re.sub("<[^>]*>", "", markup)).replace("\N{NO-BREAK SPACE}", " ").strip()


def test_a_page_is_in_one_place_and_says_in_which() -> None:
    """The front page, the playground, and the page for missing pages are in no section."""
    for address in addresses():
        places = [section.title for section in SECTIONS if section.covers(address)]
        assert len(places) == (address not in (*ASKING, MISSING)), (address, places)
        section, _ = position_of(SECTIONS, address)
        menu = source_of(address).partition('id="menu"')[2].partition("</nav>")[0]
        told = re.findall(r'aria-current="[^"]*"\s*>([^<]*)</a>', menu)
        if section:
            assert told == [section.title], address
        else:
            assert told == (["Playground"] if address == "playground.html" else []), address


def test_a_heading_begins_with_the_name_in_the_menu() -> None:
    entries = [entry for section in SECTIONS for entry in (section, *section.entries)]
    for entry in entries:
        heading = re.search("<h1[^>]*>(.*?)</h1>", source_of(entry.address), re.DOTALL)
        assert heading is not None, entry.address
        assert plain(heading[1]).startswith(entry.title), entry.address


@by_rows_of("pages")
def test_the_nearest_part_is_told(address: str, place: str | None, part: str | None) -> None:
    section, entry = position_of(SECTIONS, address)
    assert (section and section.title, entry and entry.title) == (place, part)


def test_every_part_of_a_place_has_a_title_of_its_own_and_a_sentence() -> None:
    parts = [part for section in SECTIONS for part in section.entries]
    assert len({part.title for part in parts}) == len(parts)
    assert all(part.about.endswith(".") for part in parts)


def test_every_heading_row_and_step_has_an_anchor_of_words() -> None:
    for address, shown in pages():
        rows, is_article = False, posixpath.dirname(address) == "docs"
        for name, attributes in shown.tags:
            rows = name == "tbody" or (rows and name not in ("thead", "table"))
            heading = name in ("h2", "h3") and address != "playground.html"
            row = name == "tr" and rows and attributes.get("class") != "why" and not is_article
            assert "id" in attributes or not (heading or row), (address, name, attributes)
        for name in (address, *shown.ids):
            assert not CHECKSUM.search(name.replace("latex2html", "")), (address, name)


def test_every_page_that_has_columns_to_hide_has_the_switches() -> None:
    for address, shown in pages():
        classes = " ".join(shown.values("class")).split()
        marked = any(name.startswith(("of-rfc", "with-rfc")) for name in classes)
        switches = [name for name in IDS if name in shown.ids]
        assert switches in ([], IDS), address
        assert not marked or switches or address.startswith(WITHOUT_SWITCHES), address


def test_no_placeholder_is_left_in_an_explanation() -> None:
    for path in (built_site() / "explanations").iterdir():
        text = path.read_text("utf-8")
        assert not re.search("[\ue000\ue001]", text), path
        for article in re.findall("(?s)<article.*</article>", text):
            assert not re.search(r"{{|}}|{%|\]\(", article), path


def test_every_table_is_linked_from_the_page_that_shows_it() -> None:
    tables = {path.name for path in (built_site() / "data").glob("*.csv")}
    assert len(tables) == 46
    assert tables == {
        link.rpartition("/")[2]
        for address, shown in pages()
        if address != "data/index.html"
        for link in shown.values("href")
        if "data/" in link and link.endswith(".csv")
    }


def test_a_long_page_lists_its_sections() -> None:
    for address in (
        *("cases/one-level-above-root.html", "hosts/index.html"),
        *("links-in-the-wild.html", "docs/tutorial.html"),
    ):
        assert "On this page" in [item.get("aria-label") for item in page(address).all("nav")]
