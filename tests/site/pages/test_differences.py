"""The list of all differences: its rows, and how they are filtered."""

import functools
from urllib.parse import parse_qs

from playwright.sync_api import Page
from site_under_test import address_of, page
from tables import by_rows_of

from hexapla.discover.classes import judge_of
from hexapla.standard.registry import default_columns
from hexapla_site.data.recordings import current_recordings
from hexapla_site.pages.differences import Facts, facts_of_case
from hexapla_site.pages.explanations import all_topics
from hexapla_site.report.implementations import AnswerGroup, implementation_report
from hexapla_site.report.report import case_of, make_report

ADDRESS = "differences.html"
BASE = "http://a/b/c/d;p?q"


@functools.cache
def groups() -> tuple[AnswerGroup, ...]:
    return implementation_report(default_columns(), current_recordings(), ()).current


def facts(reference: str, base: str = BASE) -> Facts:
    case = case_of(base, reference, default_columns())
    return facts_of_case(case, groups(), judge_of(default_columns()))


def rows() -> list[dict[str, str]]:
    return [attributes for tag, attributes in page(ADDRESS).tags if "data-kind" in attributes]


def test_every_case_cause_and_explanation_is_listed() -> None:
    report = make_report()
    kinds = [attributes["data-kind"] for attributes in rows()]
    assert kinds.count("cause") >= len(report.causes)
    assert kinds.count("case") >= len(report.cases)
    assert kinds.count("explanation") == 15
    folds = {topic.name for topic in all_topics()} & set(page(ADDRESS).ids)
    assert len(folds) == 15
    assert "others" in page(ADDRESS).ids


@by_rows_of("pages")
def test_a_case_is_filed_by_phase_and_component(
    reference: str, phases: list[str], components: list[str]
) -> None:
    filed = facts(reference)
    assert [[*filed.phases], [*filed.components]] == [phases, components]


def test_an_implementation_stands_with_the_standards_that_it_answers_like() -> None:
    word = next(f"i{n}" for n, group in enumerate(groups()) if "java.net.URI" in group.names)
    (beside,) = (set(group) for group in facts("?y").given if word in group)
    assert {"1630", "2396"} <= beside
    assert not {"1808", "3986", "whatwg"} & beside


def test_an_answer_that_shows_two_targets_stands_with_both() -> None:
    """RFC 2396's current document is shown by its URI, which is the target in RFC 3986."""
    filed = facts("", "http://a/b/c/d;p?q")
    of_2396 = next(group for group in filed.given if "2396" in group)
    of_3986 = next(group for group in filed.given if "3986" in group)
    assert of_2396 != of_3986
    words = {word for word in of_2396 if word.startswith("i")}
    assert words
    assert words <= set(of_3986)


def test_the_list_is_filtered_and_the_filter_is_in_the_address(tab: Page) -> None:
    tab.goto(address_of(ADDRESS))
    count, shown = tab.locator("form.filters output"), tab.locator("#differences li:visible")
    assert shown.count() == 0
    everything = len(rows())
    assert count.inner_text() == f"{everything} of {everything}"
    tab.locator("select[name=differs]").select_option("java.net.URI")
    tab.locator("select[name=from]").select_option("RFC 3986")
    tab.get_by_label("cases", exact=True).check()
    tab.locator("input[name=text]").fill("?y")
    few = shown.count()
    assert 0 < few < everything
    assert count.inner_text() == f"{few} of {everything}"
    assert set(shown.evaluate_all("rows => rows.map(r => r.dataset.kind)")) == {"case"}
    state = parse_qs(tab.url.partition("#")[2])
    assert state == {
        "text": ["?y"],
        "kind": ["case"],
        "differs": ["java.net.URI"],
        "from": ["rfc3986"],
    }
    tab.reload()
    assert shown.count() == few
    tab.locator("input[name=text]").fill("nothing has this")
    assert count.inner_text() == f"0 of {everything}: nothing matches"
    tab.get_by_role("button", name="Show all").click()
    tab.wait_for_function(
        f"document.querySelectorAll('#differences li:not([hidden])').length == {everything}"
    )


def test_the_list_is_whole_without_scripts(tab_without_scripts: Page) -> None:
    tab_without_scripts.goto(f"{address_of(ADDRESS)}#text=nothing")
    assert tab_without_scripts.locator("#differences li").count() == len(rows())
    tab_without_scripts.locator("#others summary").click()
    assert tab_without_scripts.locator("#others li:visible").count() > 50
    assert not tab_without_scripts.locator("form.filters").is_visible()
