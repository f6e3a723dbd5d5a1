"""The citation of a page."""

import re
from pathlib import Path

from playwright.sync_api import Page
from site_under_test import address_of, built_site, page

import hexapla
from hexapla.values.provenance import Provenance
from hexapla_site.citing import citation_file, citation_of

STARTLING = "cases/one-level-above-root.html"
MADE = Provenance("1.2.3", "2026-11-22")


def test_without_an_address_a_citation_has_none() -> None:
    for address in (STARTLING, "data/index.html", "index.html"):
        text = page(address).words
        assert address not in text
        assert "url = {} }" in text  # hidden until a script fills it in


def test_a_case_is_cited_by_its_line() -> None:
    given = (
        "→ http://a/g 3986 URL Standard · http://a/../g 1808 2396 · http://g 1630 (1738: no rule)"
    )
    assert f"“../../../g {given}, against http://a/b/c/d;p?q”" in page(STARTLING).words


def test_bibtex_has_author_year_version_and_date_and_escapes_the_signs_of_a_title() -> None:
    entry = citation_of("a_b & {c} 5% $d #e ~f ^g \\h", "cases/x.html", MADE).bibtex
    assert entry.startswith("@misc{hexapla-cases-x,")
    assert re.findall(r"  (\w+) = \{(.*)\},", entry) == [
        ("author", "{The Hexapla developers}"),
        (
            "title",
            r"{a\_b \& \{c\} 5\% \$d \#e \textasciitilde{}f \textasciicircum{}g \textbackslash{}h}",
        ),
        ("howpublished", "Hexapla 1.2.3"),
        ("version", "1.2.3"),
        ("year", "2026"),
        ("date", "2026-11-22"),
    ]
    assert entry.endswith("},\n")


def test_a_citation_file_has_the_version_and_that_of_the_data_a_date() -> None:
    text = (Path(__file__).parents[2] / "CITATION.cff").read_text("utf-8")
    assert text == citation_file(Provenance(hexapla.__version__, "2026-01-01"))
    assert f'version: "{hexapla.__version__}"\n' in text
    assert "date-released" not in text  # nothing is released
    text = citation_file(MADE, data=True)
    assert 'type: "dataset"\n' in text
    assert 'date-released: "2026-11-22"\n' in text


def test_a_citation_is_copied_and_has_the_address_where_the_site_is_served(tab: Page) -> None:
    tab.goto(address_of("equivalence.html"))
    assert tab.evaluate("document.querySelectorAll('.located').length") == 0
    tab.locator(".cite summary").focus()
    tab.keyboard.press("Enter")
    tab.locator(".cite button").first.click()
    tab.wait_for_function("/copied|selected/.test(document.querySelector('.copy').textContent)")
    there = "https://example.org/uris/equivalence.html"
    pages = built_site()
    tab.route("**/*", lambda route: route.abort())
    tab.route(f"{there}*", lambda route: route.fulfill(path=pages / "equivalence.html"))
    tab.route("**/page.js", lambda route: route.fulfill(path=pages / "static" / "page.js"))
    tab.goto(f"{there}?a#b")
    line, entry = (tab.text_content(f"{tag}.citation") or "" for tag in ("p", "pre"))
    tab.unroute_all()
    assert line.endswith(f". {there}")
    assert f"  url = {{{there}}}\n}}" in entry
