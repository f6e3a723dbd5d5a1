"""The pages of cases: the table with its filters, and a case on screen and on paper."""

import json
import zipfile

from playwright.sync_api import Page
from site_under_test import HOSTILE_CASES, address_of, built_site, page

import hexapla
from hexapla_site.report.report import STARTLING, make_report

ADDRESS = "cases/one-level-above-root.html"


def test_the_archive_has_every_comparison() -> None:
    (path,) = (built_site() / "data").glob("*.zip")
    with zipfile.ZipFile(path) as archive:
        lines = archive.read(f"{path.stem}/comparisons.jsonl").splitlines()
    told = {(data["base"], data["reference"]): data for data in map(json.loads, lines)}
    assert set(told) == set(make_report(HOSTILE_CASES).by_input)
    data = told[STARTLING]
    again = hexapla.compare(
        data["reference"], base=data["base"], specs=data["specs"], readings="all"
    )
    assert json.loads(json.dumps(again.to_dict())).items() <= data.items()


def test_the_filters_show_what_they_name(tab: Page) -> None:
    tab.goto(address_of("cases/index.html"))
    rows = tab.locator("tbody tr:visible")
    everything = rows.count()
    tab.get_by_label("Disagreements only").check()
    assert tab.locator("tr.agrees:visible").count() == 0
    assert 0 < rows.count() < everything
    tab.get_by_label("Disagreements only").uncheck()
    tab.locator("select[name=source]").select_option("RFC 1630")
    assert rows.count() == 10


def test_the_arrow_keys_lead_to_the_neighbours(tab: Page) -> None:
    report = make_report(HOSTILE_CASES)
    here, there = report.cases[3], report.cases[4]
    tab.goto(address_of(f"cases/{here.id}.html"))
    tab.keyboard.press("ArrowRight")
    tab.wait_for_url(f"**/{there.id}.html")
    tab.keyboard.press("ArrowLeft")
    tab.wait_for_url(f"**/{here.id}.html")


def test_a_case_opens_in_the_playground() -> None:
    links = [link for link in page(ADDRESS).values("href") if "#ref=" in link]
    assert links[0].endswith("#ref=..%2F..%2F..%2Fg&base=http%3A%2F%2Fa%2Fb%2Fc%2Fd%3Bp%3Fq")
    assert any("&spec=rfc2396%5Bexcess-dots%3Dremove%5D" in link for link in links)


def test_a_strip_shows_since_when_each_result_is_given() -> None:
    """It has a row for each result, the oldest first, and a cell for each standard giving it."""
    for case in (case for case in make_report().cases if not case.agrees):
        cells = page(f"cases/{case.id}.html").all("td")
        classes = [cell.get("class", "").split() for cell in cells]
        given = [names for names in classes if "given" in names]
        groups = sorted(case.verdict.groups, key=lambda group: group.specs[0].document.date)
        assert given == [[f"of-{spec.id}", "given"] for item in groups for spec in item.specs]
