"""The switches for standards: what they hide, what is computed for the rest, what is kept."""

import itertools
import json
from collections.abc import Collection

import pytest
from browsing import NewContext, script
from playwright.sync_api import Page
from site_under_test import address_of
from tables import rows_of

from hexapla.standard.registry import default_columns
from hexapla_site.pages.operations import OPERATIONS
from hexapla_site.report.case import CAPTIONS, NO_RULE, caption, groups_in, numbers_in
from hexapla_site.report.report import make_report

STARTLING = "cases/one-level-above-root.html"
IDS = [spec.id for spec in default_columns()]


def labels_in(tab: Page) -> set[str]:
    shown = tab.locator(".results .names > span:visible").all_inner_texts()
    return {label.strip().replace("\N{NO-BREAK SPACE}", " ") for label in shown}


def switch(tab: Page, spec_id: str, *, on: bool) -> None:
    tab.locator(f"#column-{spec_id}").set_checked(on)


LABELS = {spec.document.label for spec in default_columns()}


def test_a_column_is_hidden_without_scripts(tab_without_scripts: Page) -> None:
    tab = tab_without_scripts
    tab.goto(address_of(STARTLING))
    assert labels_in(tab) == LABELS
    switch(tab, "rfc1630", on=False)
    assert labels_in(tab) == LABELS - {"RFC 1630"}
    assert tab.locator(".of-rfc1630:not([class*=' of-']):visible").count() == 0
    assert tab.locator(".with-rfc1630:visible").count() == 0


def test_what_is_off_is_kept_on_the_next_page(tab: Page) -> None:
    tab.goto(address_of(STARTLING))
    tab.focus("#column-whatwg")
    tab.keyboard.press("Space")
    for path in ("cases/index.html", "equivalence.html", STARTLING):
        tab.goto(address_of(path))
        assert not tab.locator("#column-whatwg").is_checked(), path
        assert tab.locator("main").is_visible(), path
        assert tab.locator("[class=of-whatwg]:visible").count() == 0, path
    switch(tab, "whatwg", on=True)
    tab.goto(address_of("escaping.html"))
    assert tab.locator("#column-whatwg").is_checked()


def test_the_switches_work_without_storage(new_context: NewContext) -> None:
    tab = new_context().new_page()
    errors: list[str] = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })"
    )
    tab.goto(address_of(STARTLING))
    switch(tab, "whatwg", on=False)
    assert labels_in(tab) == LABELS - {"URL Standard"}
    tab.goto(address_of(STARTLING))
    assert labels_in(tab) == LABELS
    assert errors == []


@pytest.mark.parametrize(
    "kept", ["x", "5", "null", '"rfc1630"', "{}", '["a b"]', '[""]', "[null, 1, {}]", '["<b>"]']
)
def test_a_foreign_value_in_storage_is_ignored(kept: str, new_context: NewContext) -> None:
    tab = new_context().new_page()
    errors: list[str] = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.add_init_script(f"localStorage.setItem('hexapla-columns-off', {json.dumps(kept)})")
    tab.goto(address_of(STARTLING))
    assert labels_in(tab) == LABELS
    switch(tab, "whatwg", on=False)
    assert labels_in(tab) == LABELS - {"URL Standard"}
    assert errors == []


def test_one_column_stays_on(tab: Page) -> None:
    tab.goto(address_of(STARTLING))
    for spec_id in IDS[:-1]:
        switch(tab, spec_id, on=False)
    tab.locator("#column-whatwg").click()
    assert tab.locator("#column-whatwg").is_checked()
    assert labels_in(tab) == {"URL Standard"}


def masked(pattern: str, shown: Collection[int]) -> str:
    """Return a pattern in which hidden columns are in no group."""
    return "".join(letter if index in shown else NO_RULE for index, letter in enumerate(pattern))


def without_gaps(pattern: str, shown: Collection[int]) -> str:
    """Return a pattern without hidden columns, whose letters are renamed in order from A."""
    letters = {pattern[index] for index in shown} - {NO_RULE}
    renamed = {letter: chr(ord("A") + at) for at, letter in enumerate(sorted(letters))}
    return "".join(renamed.get(letter, NO_RULE) for letter in masked(pattern, shown))


def test_the_script_leaves_the_groups_of_the_columns_that_are_shown(tab: Page) -> None:
    """This is checked for every subset of the columns and every pattern of a case."""
    patterns = sorted({case.verdict.pattern for case in make_report().cases})
    subsets = [
        subset
        for size in range(1, len(IDS) + 1)
        for subset in itertools.combinations(range(len(IDS)), size)
    ]
    assert len(subsets) == 63
    tab.goto(address_of(STARTLING))
    computed = tab.evaluate(script("group"), [patterns, subsets, dict(CAPTIONS)])
    expected = [
        [
            {
                "letters": sorted({*masked(pattern, subset)} - {NO_RULE}),
                "numbers": list(numbers_in(without_gaps(pattern, subset))),
                "caption": caption("".join(pattern[index] for index in subset)),
            }
            for subset in subsets
        ]
        for pattern in patterns
    ]
    assert computed == expected


def test_hidden_columns_do_not_change_the_order_of_targets(tab: Page) -> None:
    """The order is that of the pages: groups by their newest columns, hidden or not."""
    tab.goto(address_of(STARTLING))
    targets = tab.locator(".results [data-group] th")
    before = targets.all_inner_texts()
    assert len(before) == 3
    for spec_id in ("whatwg", "rfc3986"):
        switch(tab, spec_id, on=False)
    assert targets.all_inner_texts() == before
    groups = tab.locator(".results tr[data-group]")
    assert [group.get_attribute("data-group") for group in groups.all()] == ["", "1", "2"]


# The verdict on a case's page: the caption, and the target, group and standards in each row.
VERDICT = script("verdict")


def test_a_verdict_is_about_the_columns_that_are_shown(tab: Page) -> None:
    tab.goto(address_of(STARTLING))
    for off, expected in rows_of("pages", "verdicts about the columns that are shown"):
        for spec_id in off:
            switch(tab, spec_id, on=False)
        assert tab.evaluate(VERDICT) == expected
    assert not tab.locator("#why").is_visible()


def test_counts_and_rows_are_about_the_columns_that_are_shown(tab: Page) -> None:
    tab.goto(address_of("cases/index.html"))
    tab.get_by_label("Disagreements only").check()
    for spec_id in ("rfc1630", "whatwg"):
        switch(tab, spec_id, on=False)
    shown = tuple(index for index, id_ in enumerate(IDS) if id_ not in ("rfc1630", "whatwg"))
    rows = tab.locator("tbody tr:visible").count()
    assert int(tab.locator("[data-count]").inner_text()) == rows
    visible = tab.evaluate(
        "[...document.querySelectorAll('tbody tr.differs')].map((row) => row.dataset.results)"
    )
    assert len(visible) == rows
    assert all(len(groups_in(masked(pattern, shown))) > 1 for pattern in visible)


COMMAS_LEFT_OVER = script("commas-left-over")


@pytest.mark.slow
def test_no_comma_is_left_over_where_columns_are_hidden(tab: Page) -> None:
    tab.goto(address_of(STARTLING))
    for spec_id in ("rfc1630", "rfc1738", "whatwg"):
        switch(tab, spec_id, on=False)
    report = make_report()
    paths = ["cases/index.html", "causes/index.html", "clients.html"]
    paths += [kind.address for kind in OPERATIONS]
    paths += [f"standards/{spec_id}.html" for spec_id in IDS]
    paths += [f"cases/{case.id}.html" for case in report.cases[::40]]
    paths += [f"causes/{cause.id}.html" for cause in report.causes[::20]]
    for path in paths:
        tab.goto(address_of(path))
        assert tab.evaluate(COMMAS_LEFT_OVER) == [], path
