"""What every page has: it works by keyboard and without scripts, is cited, and prints."""

from importlib.metadata import version

import pytest
from playwright.sync_api import Browser, Page
from site_under_test import address_of, addresses, kinds_of_page, page

from hexapla_site.citing import citation_of
from hexapla_site.report.report import make_report

STARTLING = f"cases/{make_report().startling.id}.html"


# Anchors.


def test_a_heading_a_row_or_a_step_has_no_anchor() -> None:
    for address in addresses():
        rows = False
        for name, attributes in page(address).tags:
            rows = name == "tbody" or (rows and name not in ("thead", "table"))
            heading = name in ("h2", "h3") and address != "playground.html"
            row = name == "tr" and rows and attributes.get("class") != "why"
            if heading or row:
                told = "id" in attributes or "without-optional" in attributes.get("class", "")
                assert told, (address, name, attributes)


# Citation.


def test_a_page_is_cited_without_title_version_or_address() -> None:
    for address in addresses():
        text = "".join(page(address).text)
        assert f"Hexapla {version('hexapla')}, “" in text, address
        assert f"”, {address}." in text, address
    text = "".join(page(STARTLING).text)
    assert "“../../../g ] http://a/../g 1808 2396 · http://g 1630, against http://a/b/c/d;p?q”" in (
        text
    )


def test_bibtex_takes_a_sign_of_a_title_for_its_own() -> None:
    found = citation_of("a_b & {c} 5% $d #e ~f ^g \\h", "cases/x.html").bibtex
    assert r"{{a\_b \& \{c\} 5\% \$d \#e \textasciitilde{}f \textasciicircum{}g " in found
    assert r"\textbackslash{}h}}" in found
    assert found.startswith("@misc{hexapla-cases-x,")


@pytest.mark.browser
def test_a_citation_cannot_be_copied(browser: Browser) -> None:
    context = browser.new_context()
    tab = context.new_page()
    tab.goto(address_of("equivalence.html"))
    tab.locator(".cite summary").focus()
    tab.keyboard.press("Enter")
    tab.locator(".cite button").first.click()
    tab.wait_for_function("/copied|selected/.test(document.querySelector('.copy').textContent)")
    context.close()


# Without scripts.

SEEN = "document.querySelector('main').innerText"


@pytest.mark.browser
def test_without_scripts_a_page_shows_something_else(browser: Browser) -> None:
    texts = []
    for enabled in (False, True):
        context = browser.new_context(java_script_enabled=enabled)
        tab = context.new_page()
        found = []
        for address in kinds_of_page(memos=1):
            tab.goto(address_of(address))
            found.append((address, tab.locator("main").inner_text()))
        texts.append(found)
        context.close()
    assert texts[0] == texts[1]


@pytest.mark.browser
def test_without_scripts_something_cannot_be_opened_or_followed(browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(address_of(STARTLING))
    tab.locator("#steps summary").click()
    assert tab.locator("#step-rfc1630-1").is_visible()
    tab.locator(".pager a[rel=next]").click()
    assert tab.url != address_of(STARTLING)
    tab.goto(address_of("playground.html"))
    assert "needs JavaScript" in tab.inner_text("#needs") or "without the Python" in (
        tab.inner_text("#needs")
    )
    context.close()


# By keyboard.

REACHABLE = """() => {
  const wanted = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const seen = (element) => element.checkVisibility({ visibilityProperty: true });
  const first = (element) => element.type !== "radio" || element.checked;
  window.reachable = new Set(
    [...document.querySelectorAll(wanted)].filter(
      (element) => seen(element) && !element.disabled && element.tabIndex >= 0 && first(element),
    ),
  );
  window.walked = new Set();
  return window.reachable.size;
}"""
WALK = """() => {
  const here = document.activeElement;
  if (here === document.body) return "the end";
  const told = here.outerHTML.slice(0, 80);
  if (window.walked.has(here)) return `again: ${told}`;
  if (getComputedStyle(here).outlineStyle === "none") return `unseen: ${told}`;
  window.walked.add(here);
  return "";
}"""
# The list of the search is shown as long as its field has the focus.
LEFT_OUT = """() => [...window.reachable].filter((element) => !window.walked.has(element)).concat(
  [...window.walked].filter(
    (element) => !window.reachable.has(element) && !element.closest(".search-found"),
  ),
).map((element) => element.outerHTML.slice(0, 80))"""


@pytest.mark.browser
@pytest.mark.parametrize(
    "address", [address for address in kinds_of_page(memos=1) if address != "catalogue.html"]
)
def test_the_keyboard_leaves_something_out_or_is_trapped_or_unseen(tab: Page, address: str) -> None:
    tab.goto(address_of(address))
    found = ""
    for _ in range(tab.evaluate(REACHABLE) + 3):
        tab.keyboard.press("Tab")
        found = tab.evaluate(WALK)
        if found:
            break
    assert found == "the end"
    assert tab.evaluate(LEFT_OUT) == []


# In print.


@pytest.mark.browser
def test_links_are_lost_in_print(tab: Page) -> None:
    tab.goto(address_of("standards/rfc2396.html"))
    tab.emulate_media(media="print")
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    notes = tab.locator(".footnotes li").all_inner_texts()
    assert "https://www.rfc-editor.org/rfc/rfc2396" in notes
    assert len(notes) == len(set(notes))
    marks = tab.locator(".footnote-mark").all_inner_texts()
    assert {int(mark) for mark in marks} == set(range(1, len(notes) + 1))
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    assert tab.locator(".footnotes, .footnote-mark").count() == 0


@pytest.mark.browser
def test_a_case_does_not_fit_its_pages_of_paper(tab: Page) -> None:
    tab.goto(address_of(STARTLING))
    assert tab.pdf(format="A4").count(b"/Type /Page\n") <= 2


@pytest.mark.browser
def test_the_way_in_from_a_case_is_not_the_case(tab: Page) -> None:
    tab.goto(address_of(STARTLING))
    links = [link.get_attribute("href") or "" for link in tab.locator("a[href*='#ref=']").all()]
    assert links[0].endswith(
        "#ref=..%2F..%2F..%2Fg&base=http%3A%2F%2Fa%2Fb%2Fc%2Fd%3Bp%3Fq"
        "&spec=rfc1630&spec=rfc1808&spec=rfc2396"
    )
    assert any(link.endswith("&spec=rfc2396%5Bexcess-dots%3Dremove%5D") for link in links)
