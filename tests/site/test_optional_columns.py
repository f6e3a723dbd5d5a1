"""The optional columns: what is shown without them, and how they are switched on and off."""

import pytest
from browsing import NewContext
from playwright.sync_api import Page
from site_under_test import (
    HOSTILE_CASES,
    address_of,
    addresses,
    built_site,
    page,
    site_of_default_columns,
    whole_site_of_default_columns,
)

import hexapla
from hexapla.text.signs import visible
from hexapla_site.pages import OPERATIONS
from hexapla_site.report.report import make_report

TOGGLE = "#optional-columns"


def startling() -> str:
    return f"cases/{make_report().startling.id}.html"


def sigla_in(tab: Page) -> set[str]:
    shown = tab.locator(".headline .siglum > span:visible").all_inner_texts()
    return {siglum.strip() for siglum in shown}


DEFAULT_SIGLA = {spec.document.siglum for spec in hexapla.specs() if spec.default_column}
# RFC 1738 has no rule for a relative reference: it is in no group.
ALL_SIGLA = {spec.document.siglum for spec in hexapla.specs()} - {"1738"}


@pytest.mark.browser
def test_the_toggle_works_without_scripts(tab_without_scripts: Page) -> None:
    tab = tab_without_scripts
    tab.goto(address_of(startling()))
    assert sigla_in(tab) == DEFAULT_SIGLA
    assert tab.locator(".optional:visible").count() == 0
    tab.get_by_label("Optional columns").check()
    assert sigla_in(tab) == ALL_SIGLA
    assert tab.locator(".without-optional:visible").count() == 0


@pytest.mark.browser
def test_the_toggle_is_kept_on_the_next_page(tab: Page) -> None:
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


@pytest.mark.browser
def test_the_toggle_works_without_storage(new_context: NewContext) -> None:
    tab = new_context().new_page()
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


@pytest.mark.browser
def test_a_page_about_an_optional_column_shows_it(tab: Page) -> None:
    report = make_report()
    cause = next(cause for cause in report.causes if cause.optional)
    for path in (f"standards/{report.optional[0].id}.html", f"causes/{cause.id}.html"):
        tab.goto(address_of(path))
        assert tab.locator(TOGGLE).is_checked(), path


@pytest.mark.browser
def test_disagreements_only_counts_the_columns_that_are_shown(tab: Page) -> None:
    tab.goto(address_of("cases/index.html"))
    tab.get_by_label("Disagreements only").check()
    without = tab.locator("tbody tr:visible").count()
    tab.locator(TOGGLE).check()
    report = make_report(HOSTILE_CASES)
    assert without == len(report.disagreeing)
    assert tab.locator("tbody tr:visible").count() == len(report.disagreeing_of_all)


def sample_pages() -> list[str]:
    report = make_report()
    cases = [report.startling, *report.cases[::40]]
    causes = [cause for cause in report.causes if not cause.optional]
    standards = [f"standards/{spec.id}.html" for spec in report.defaults]
    return (
        ["cases/index.html", "causes/index.html", "clients.html", *standards]
        + [f"cases/{case.id}.html" for case in cases]
        + [f"causes/{cause.id}.html" for cause in causes[::20]]
    )


@pytest.mark.browser
@pytest.mark.slow
def test_what_is_shown_first_is_what_the_default_columns_give_alone(tab: Page) -> None:
    for path in sample_pages():
        texts = []
        for root in (built_site(), whole_site_of_default_columns()):
            tab.goto((root / path).as_uri())
            texts.append(tab.locator("main").inner_text())
        assert texts[0] == texts[1], path


COMMAS_LEFT_OVER = """() => [...document.querySelectorAll("main p, main dd")]
  .filter((element) => element.checkVisibility())
  .map((element) => element.innerText)
  .filter((text) => /^[,;] |: , /.test(text))"""


@pytest.mark.browser
def test_no_comma_is_left_over_where_a_column_is_hidden(tab: Page) -> None:
    hosts = ["hosts/index.html", "hosts/backslash.html", "implementations/furl.html"]
    for path in [*sample_pages(), *(kind.address for kind in OPERATIONS), *hosts]:
        tab.goto(address_of(path))
        assert tab.evaluate(COMMAS_LEFT_OVER) == [], path


READINGS_SHOWN = """() => [...document.querySelectorAll(".headline .reading")]
  .filter((element) => element.checkVisibility())
  .map((element) => [".siglum", ".uri"].map(
    (part) => element.querySelector(part)?.innerText.trim() ?? null))"""


@pytest.mark.browser
def test_the_groups_shown_first_are_those_of_the_default_columns(tab: Page) -> None:
    sigla = {spec.selector: spec.document.siglum for spec in hexapla.specs()}
    for case in make_report().cases[::25]:
        found = hexapla.compare(case.reference, base=case.base).target
        assert found is not None
        expected = [" ".join(sigla[spec] for spec in group.specs) for group in found.groups]
        tab.goto(address_of(f"cases/{case.id}.html"))
        shown = tab.evaluate(READINGS_SHOWN)
        assert [sigla for sigla, _ in shown] == expected, case.id
        if all(isinstance(item.target, str) for item in case.comparison.resolutions):
            targets = [target for _, target in shown]
            assert targets == [visible(group.text) for group in found.groups], case.id


def test_there_is_no_toggle_without_optional_columns() -> None:
    for path in site_of_default_columns().rglob("*.html"):
        text = path.read_text("utf-8")
        assert 'id="optional-columns"' not in text, path.name
        assert "optional-columns.js" not in text, path.name


def test_every_page_with_columns_has_one_toggle() -> None:
    for address in addresses():
        expected = 0 if address.startswith("grammars/") else 1
        assert page(address).ids.count("optional-columns") == expected, address
