"""The pages in a real browser: Chromium, headless."""

import posixpath

import pytest
from playwright.sync_api import Browser, Page
from site_under_test import HOSTILE_CASES, address_of, built_site, site_without_newcomers

import hexapla
from hexapla.text.signs import visible
from hexapla_site.pages import OPERATIONS
from hexapla_site.report.report import make_report

pytestmark = pytest.mark.browser
TOGGLE = "#optional-columns"


def hostile_pages() -> list[str]:
    report = make_report(HOSTILE_CASES)
    cases = [report.by_input[key] for key in HOSTILE_CASES]
    causes = {report.cause_id(cause) for case in cases for cause in case.causes}
    listed = ["index.html", "cases/index.html", "causes/index.html", "clients.html"]
    listed += [f"standards/{spec.id}.html" for spec in report.columns]
    listed += [page.address for page in OPERATIONS]
    return (
        listed
        + [f"cases/{case.id}.html" for case in cases]
        + [f"causes/{cause}.html" for cause in sorted(causes)[::3]]
    )


def test_text_from_input_runs_as_a_script(tab: Page) -> None:
    dialogs: list[str] = []
    errors: list[str] = []
    tab.on("dialog", lambda dialog: dialogs.append(dialog.message))
    tab.on("pageerror", lambda error: errors.append(str(error)))
    for path in hostile_pages():
        tab.goto(address_of(path))
        assert tab.evaluate("window.broken") is None, path
        scripts = tab.evaluate("[...document.scripts].map(script => script.getAttribute('src'))")
        ours = {"optional-columns.js", "page.js", "pager.js", "search.js"}
        assert {posixpath.basename(script) for script in scripts} <= ours, path
        for link in tab.query_selector_all("main a"):
            assert not (link.get_attribute("href") or "").startswith("javascript:")
    assert dialogs == []
    assert errors == []


def test_a_page_asks_for_more_than_files(tab: Page) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(address_of("index.html"))
    tab.goto(address_of(f"cases/{make_report().startling.id}.html"))
    assert asked
    assert all(url.startswith("file://") for url in asked)


def test_the_filters_hide_something_else(tab: Page) -> None:
    tab.goto(address_of("cases/index.html"))
    rows = tab.locator("tbody tr:visible")
    everything = rows.count()
    tab.get_by_label("Disagreements only").check()
    assert tab.locator("tr.agrees:visible").count() == 0
    assert 0 < rows.count() < everything
    tab.get_by_label("Disagreements only").uncheck()
    tab.get_by_label("RFC 1630", exact=True).check()
    assert rows.count() == 10


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize(
    "path",
    [
        *("index.html", "cases/index.html", "standards/rfc2396.html", "clients.html", "case"),
        *(kind.address for kind in OPERATIONS),
    ],
)
@pytest.mark.parametrize("newcomers", [False, True])
def test_a_page_is_wider_than_the_window(
    browser: Browser, width: int, path: str, newcomers: bool
) -> None:
    startling = f"cases/{make_report().startling.id}.html"
    context = browser.new_context(viewport={"width": width, "height": 800})
    tab = context.new_page()
    tab.goto(address_of(startling if path == "case" else path))
    tab.locator(TOGGLE).set_checked(newcomers)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


def test_the_front_page_does_not_fit_one_screen(browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    tab = context.new_page()
    tab.goto(address_of("index.html"))
    box = tab.locator(".doors").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 800
    context.close()


def test_the_keyboard_does_not_reach_the_text(tab: Page) -> None:
    tab.goto(address_of("index.html"))
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.textContent") == "Skip to the text"
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/index.html#main")


def startling() -> str:
    return f"cases/{make_report().startling.id}.html"


def sigla_in(tab: Page) -> set[str]:
    shown = tab.locator(".headline .siglum > span:visible").all_inner_texts()
    return {siglum.strip() for siglum in shown}


DEFAULT_SIGLA = {spec.document.siglum for spec in hexapla.specs() if spec.default_column}
ALL_SIGLA = {spec.document.siglum for spec in hexapla.specs()}


def test_the_toggle_needs_a_script(browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(address_of(startling()))
    assert sigla_in(tab) == DEFAULT_SIGLA
    assert tab.locator(".optional:visible").count() == 0
    tab.get_by_label("Optional columns").check()
    assert sigla_in(tab) == ALL_SIGLA
    assert tab.locator(".without-optional:visible").count() == 0
    context.close()


def test_the_toggle_is_forgotten_on_the_next_page(tab: Page) -> None:
    tab.goto(address_of(startling()))
    tab.focus(TOGGLE)
    tab.keyboard.press("Space")
    for path in ("cases/index.html", "equivalence.html", startling()):
        tab.goto(address_of(path))
        assert tab.locator(TOGGLE).is_checked(), path
        assert tab.locator(".optional:visible").count(), path
    tab.locator(TOGGLE).uncheck()
    tab.goto(address_of("causes/index.html"))
    assert not tab.locator(TOGGLE).is_checked()


def test_forbidden_storage_breaks_the_toggle(tab: Page) -> None:
    errors: list[str] = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })"
    )
    tab.goto(address_of(startling()))
    tab.locator(TOGGLE).check()
    assert sigla_in(tab) == ALL_SIGLA
    tab.goto(address_of(startling()))
    assert sigla_in(tab) == DEFAULT_SIGLA
    assert errors == []


def test_a_page_about_a_newcomer_hides_it(tab: Page) -> None:
    report = make_report()
    cause = next(cause for cause in report.causes if cause.optional)
    for path in (f"standards/{report.optional[0].id}.html", f"causes/{cause.id}.html"):
        tab.goto(address_of(path))
        assert tab.locator(TOGGLE).is_checked(), path


def test_disagreements_only_hides_where_optional_differ(tab: Page) -> None:
    tab.goto(address_of("cases/index.html"))
    tab.get_by_label("Disagreements only").check()
    without = tab.locator("tbody tr:visible").count()
    tab.locator(TOGGLE).check()
    report = make_report(HOSTILE_CASES)
    assert without == len(report.disagreeing)
    assert tab.locator("tbody tr:visible").count() == len(report.disagreeing_of_all)


def sample_pages() -> list[str]:
    report = make_report()
    cases = [report.startling, *report.cases[::15]]
    causes = [cause for cause in report.causes if not cause.optional]
    memos = [f"standards/{spec.id}.html" for spec in report.defaults]
    return (
        ["cases/index.html", "causes/index.html", "clients.html", *memos]
        + [f"cases/{case.id}.html" for case in cases]
        + [f"causes/{cause.id}.html" for cause in causes[::6]]
    )


def test_what_is_shown_first_is_not_what_the_default_columns_give_alone(tab: Page) -> None:
    for path in sample_pages():
        texts = []
        for root in (built_site(), site_without_newcomers()):
            tab.goto((root / path).as_uri())
            texts.append(tab.locator("main").inner_text())
        assert texts[0] == texts[1], path


def test_a_comma_is_left_over_where_a_newcomer_is_hidden(tab: Page) -> None:
    for path in [*sample_pages(), *(kind.address for kind in OPERATIONS)]:
        tab.goto(address_of(path))
        prose = tab.locator("main p:visible, main dd:visible").all_inner_texts()
        assert not [text for text in prose if text.startswith((", ", "; ")) or ": , " in text], path


def test_the_groups_of_the_default_columns_change(tab: Page) -> None:
    sigla = {spec.selector: spec.document.siglum for spec in hexapla.specs()}
    for case in make_report().cases[::12]:
        found = hexapla.compare(case.reference, base=case.base).target
        assert found is not None
        expected = [" ".join(sigla[spec] for spec in group.specs) for group in found.groups]
        tab.goto(address_of(f"cases/{case.id}.html"))
        shown = tab.locator(".headline .reading:visible")
        groups = [item.locator(".siglum").inner_text().strip() for item in shown.all()]
        assert groups == expected, case.id
        if all(isinstance(item.target, str) for item in case.comparison.resolutions):
            targets = [item.locator(".uri").inner_text() for item in shown.all()]
            assert targets == [visible(group.text) for group in found.groups], case.id


def test_the_arrow_keys_lead_nowhere(tab: Page) -> None:
    report = make_report(HOSTILE_CASES)
    here, there = report.cases[3], report.cases[4]
    tab.goto(address_of(f"cases/{here.id}.html"))
    tab.keyboard.press("ArrowRight")
    tab.wait_for_url(f"**/{there.id}.html")
    tab.keyboard.press("ArrowLeft")
    tab.wait_for_url(f"**/{here.id}.html")
