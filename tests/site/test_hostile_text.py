"""Text from input stays text on every page: in the files, and in a browser."""

import posixpath

import pytest
from playwright.sync_api import Page
from site_under_test import HOSTILE_CASES, address_of, addresses, page

from hexapla_site.pages import OPERATIONS
from hexapla_site.report.report import make_report

SCRIPTS = {
    *("columns.js", "filter.js", "page.js", "pager.js", "search.js", "stepper.js"),
    *("hosts.js", "hosts-data.js", "answering.js", "playground.js", "server.js"),
}


def is_our_script(address: str, attributes: dict[str, str]) -> bool:
    """Pages may do without their scripts; where one may ask, settings are there as data."""
    name = posixpath.basename(attributes.get("src", ""))
    if address in ("index.html", "playground.html") and "type" in attributes:
        return attributes == {"type": "application/json", "id": "settings"}
    expected = {"src"} if name == "columns.js" else {"src", "defer"}
    return set(attributes) == expected and name in SCRIPTS


def test_text_from_input_is_never_markup() -> None:
    for address in addresses():
        for tag, attributes in page(address).tags:
            assert tag not in ("img", "iframe", "object"), address
            if tag == "script":
                assert is_our_script(address, attributes), address
            assert not [name for name in attributes if name.startswith("on")], address
        for link in page(address).values("href"):
            assert not link.lower().startswith("javascript:"), address


def test_hostile_text_is_shown_as_text() -> None:
    report = make_report(HOSTILE_CASES)
    for base, reference in HOSTILE_CASES[:10]:
        case = report.by_input[base, reference]
        text = "".join(page(f"cases/{case.id}.html").text)
        assert reference.replace(" ", "␣") in text


LOOK_FOR_SCRIPTS = """() => ({
  broken: window.broken ?? null,
  scripts: [...document.querySelectorAll("script:not([type='application/json'])")].map(
    (script) => script.getAttribute("src").split("/").at(-1)
  ),
  links: document.querySelectorAll("main a[href^='javascript:' i]").length,
})"""


def hostile_pages() -> list[str]:
    report = make_report(HOSTILE_CASES)
    cases = [report.by_input[key] for key in HOSTILE_CASES]
    causes = {cause.key.name for case in cases for cause in case.causes}
    listed = ["index.html", "cases/index.html", "causes/index.html", "clients.html"]
    listed += [f"standards/{spec.id}.html" for spec in report.columns]
    listed += [kind.address for kind in OPERATIONS]
    listed += ["hosts/index.html", "hosts/others.html", "implementations/urllib3.html"]
    return (
        listed
        + [f"cases/{case.id}.html" for case in cases[::3]]
        + [f"causes/{cause}.html" for cause in sorted(causes)[::9]]
    )


@pytest.mark.slow
@pytest.mark.browser
def test_text_from_input_never_runs_as_a_script(tab: Page) -> None:
    dialogs: list[str] = []
    errors: list[str] = []
    tab.on("dialog", lambda dialog: dialogs.append(dialog.message))
    tab.on("pageerror", lambda error: errors.append(str(error)))
    for path in hostile_pages():
        tab.goto(address_of(path))
        seen = tab.evaluate(LOOK_FOR_SCRIPTS)
        assert (seen["broken"], seen["links"]) == (None, 0), path
        assert set(seen["scripts"]) <= SCRIPTS, path
    assert dialogs == []
    assert errors == []
