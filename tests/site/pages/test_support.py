"""The table of parsers' behaviour: words for all answers, and the same score on every page."""

import functools
import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from browsing import NewContext
from markupsafe import Markup
from site_under_test import address_of, page, rows_of_data, source_of

from hexapla.documents.citation import Citation
from hexapla.identification.recording import Recording
from hexapla.implementations.asking import Case, UrlCase
from hexapla.implementations.labels import parser_label
from hexapla.standard.display import uri_of
from hexapla.standard.phases import has_rule
from hexapla.standard.registry import default_columns
from hexapla.standard.spec import Spec
from hexapla.text.signs import visible
from hexapla.text.slug import slug
from hexapla_site.data.recordings import current_parsings, current_recordings
from hexapla_site.folders import read_data
from hexapla_site.pages.support import ADDRESS
from hexapla_site.report.implementations import Silence, badge_address, page_of
from hexapla_site.report.score import Score, score_of
from hexapla_site.report.support import (
    REFUSES,
    SupportQuestion,
    SupportRow,
    SupportTable,
    support_questions,
    support_table,
)
from hexapla_site.search import INDEX

SPECS = default_columns()
ROW = re.compile(r'<tr id="((?:resolving|parsing|attacks)-[^"]*)" data-language.*?</tr>', re.DOTALL)
CELL = re.compile(r'<td[^>]*><a href="#([^"]*)">(.*?)</a>(.*?)</td>', re.DOTALL)
ITEM = re.compile(r'<li id="([^"]*)">(.*?)</li>', re.DOTALL)
BLOCK = re.compile(r'<h3 id="([^"]*)">.*?<a href="\.\./([^"]*)">All answers</a>', re.DOTALL)
TARGETED = "#parsing-fast-uri"


def recordings_of(question: SupportQuestion) -> tuple[Recording, ...]:
    return current_recordings() if question.is_resolved else current_parsings().implementations


@functools.cache
def scores() -> tuple[dict[str, Score], dict[str, Score]]:
    """Return the scores for resolving and for parsing, by parser."""
    asked = current_recordings(), current_parsings().implementations
    resolving, parsing = (
        {item.name: score_of(item.ranking(SPECS)) for item in recordings} for recordings in asked
    )
    return resolving, parsing


@functools.cache
def tables() -> tuple[SupportTable, ...]:
    resolving, parsing = scores()
    questions = support_questions()
    made = []
    for id, chosen, told in (
        ("resolving", [item for item in questions if item.is_resolved], resolving),
        ("parsing", [item for item in questions if not item.is_resolved], parsing),
    ):
        made.append(support_table(id, chosen, SPECS, recordings_of(chosen[0]), told))
    return tuple(made)


def rows() -> Iterator[SupportRow]:
    return (row for table in tables() for row in table.rows)


def plain(markup: str) -> str:
    return " ".join(Markup(markup).striptags().split()).replace("\u00a0", " ")


@functools.cache
def cells() -> dict[str, list[tuple[str, str, str]]]:
    """Return the cells by the id of their row: the anchor, the word, and the text after it."""
    found = {}
    for row in ROW.finditer(source_of(ADDRESS)):
        told = CELL.findall(row[0])
        found[row[1]] = [(anchor, plain(word), plain(more)) for anchor, word, more in told]
    return found


@functools.cache
def items() -> dict[str, str]:
    """Return the page's explanation of each word, by its anchor."""
    return {anchor: plain(text) for anchor, text in ITEM.findall(source_of(ADDRESS))}


def id_of_row(question: SupportQuestion, ending: str) -> str:
    kind = "resolving" if question.is_resolved else "attacks" if question.is_attack else "parsing"
    return f"{kind}-{ending}"


def cell_of(question: SupportQuestion, ending: str) -> tuple[str, str, str]:
    of_row = cells()[id_of_row(question, ending)]
    return next(cell for cell in of_row if cell[0].rpartition("-")[0] == question.id)


# The questions.


def test_the_page_asks_fifteen_questions_and_twelve_attacks() -> None:
    attacks = [question for question in support_questions() if question.is_attack]
    assert (len(support_questions()) - len(attacks), len(attacks)) == (15, 12)
    assert "15 questions and 12 attacks" in page(ADDRESS).words


def test_all_parsers_were_asked_every_question() -> None:
    for question in support_questions():
        for item in recordings_of(question):
            asked = [answer.case for answer in (*item.answers, *item.further)]
            assert asked.count(question.case) == 1, (question.id, item.name)


def test_an_attack_names_sources_that_are_known() -> None:
    known = {case["name"] for case in read_data("known-differentials.json")["cases"]}
    for question in support_questions():
        assert set(question.known) <= known, question.id
        assert question.is_attack or not question.known
    assert sum(bool(question.known) for question in support_questions()) >= 11


def test_an_answer_in_the_data_is_given_by_somebody() -> None:
    """Each answer with a word is given by a parser, an earlier version of one, or a standard."""
    histories = read_data("parser-history.json")
    for row in rows():
        given = {*row.by_spec.values(), *row.by_name.values()}
        for history in histories:
            url = row.question.case.texts[-1]
            given |= {item.get("host") for item in history["changed"].get(url, ())}
        assert set(row.question.words) <= given, row.question.id


# The words.


def test_every_answer_has_a_word_and_one_colour() -> None:
    for row in rows():
        told: list[Spec | str] = [*row.by_spec, *row.by_name]
        grouped = [item for group in row.groups for item in (*group.specs, *group.names)]
        assert sorted(map(str, grouped)) == sorted(map(str, told))
        words = [group.word for group in row.groups]
        numbers = [group.number for group in row.groups if group.number is not None]
        assert all(words)
        assert len(set(words)) == len(words)
        assert numbers == [*range(1, len(numbers) + 1)]
        for item in told:
            assert item in (*row.group_of(item).specs, *row.group_of(item).names)


def test_the_first_colour_is_the_newest_standards() -> None:
    for row in rows():
        assert row.group_of(SPECS[-1]).number == 1, row.question.id
        numbered = [bool(group.specs) for group in row.groups if group.number is not None]
        assert numbered == sorted(numbered, reverse=True)


def test_no_answer_is_no_word_of_a_refusal() -> None:
    question = support_questions()[0]
    assert question.word_for(None) == REFUSES
    assert question.word_for(Silence.NO_ANSWER) == "no answer"
    parsed = next(item for item in support_questions() if not item.is_resolved)
    assert parsed.word_for(None) == "no host"
    assert parsed.word_for(Silence.REJECTED) == REFUSES
    assert parsed.word_for("another.example") == "another.example"


# The page.


def answer_of(question: SupportQuestion, spec: Spec) -> str | None:
    """Run a standard, and return its answer; "" if it has no rule."""
    if isinstance(question.case, Case):
        target = spec.resolve(question.case.reference, base=question.case.base).target
        return uri_of(target, question.case.base) if has_rule(target) else ""
    divided = spec.divide(question.case.texts[0])
    if not divided.has_rule:
        return ""
    return divided.components.compared(question.looked_at) if divided.accepts else None


def test_the_cells_of_standards_are_those_of_a_fresh_run() -> None:
    for question in support_questions():
        for spec in SPECS:
            anchor, word, _ = cell_of(question, f"of-{spec.id}")
            answer = answer_of(question, spec)
            told = items()[anchor]
            assert spec.document.label in told
            if answer == "":
                assert word == "no rule"
            elif answer is None:
                assert word in (REFUSES, question.none)
            else:
                assert f" {visible(answer)} " in f" {told} ", (question.id, spec.id)


def test_every_cell_leads_to_its_answer_and_the_case() -> None:
    addresses = dict(BLOCK.findall(source_of(ADDRESS)))
    for row in rows():
        question = row.question
        address, _, anchor = addresses[question.id].partition("#")
        shown = page(address)
        assert not anchor or anchor in shown.ids
        for name, answer in row.by_name.items():
            place, word, _ = cell_of(question, slug(name))
            told = items()[place]
            assert word in (visible(row.word_of(name)), row.word_of(name))
            assert parser_label(name) in told
            if isinstance(answer, str):
                assert visible(answer) in told
                assert visible(answer) in shown.words, (question.id, name)


def test_a_rule_leads_to_its_section_or_the_standards_page() -> None:
    for row in rows():
        reasons = [reason for group in row.groups for reason in group.reasons]
        assert reasons, row.question.id
        for reason in reasons:
            assert isinstance(reason.citation, Citation)
            assert reason.citation.document.id == reason.spec.document.id
    links = page(ADDRESS).values("href")
    assert any(link.startswith("../standards/rfc3986.html#rule-") for link in links)
    assert any(link.startswith("https://url.spec.whatwg.org/#") for link in links)


# Since when.


def test_since_is_the_oldest_version_that_answers_so() -> None:
    histories = {item["name"]: item for item in read_data("parser-history.json")}
    seen = 0
    for row in rows():
        for name in row.by_name:
            eras = row.eras(name)
            _, _, more = cell_of(row.question, slug(name))
            assert more == (f"since {eras[0].since}" if eras else "")
            if not eras:
                continue
            seen += 1
            assert eras[0].word == row.word_of(name)
            versions = list(histories[name]["versions"])
            places = [versions.index(era.since) for era in eras]
            assert places == sorted(places, reverse=True)
            assert all(one.word != other.word for one, other in pairwise(eras))
    assert seen > 50
    tab = next(row for row in rows() if row.question.id == "tab")
    told = [(era.since, era.word) for era in tab.eras("urllib3")[:2]]
    assert told == [("2.8.0", REFUSES), ("1.25.11", "keeps")]
    assert "urllib3 (since 2.8.0; before: keeps)" in items()[cell_of(tab.question, "urllib3")[0]]


# The data.


def test_the_tables_add_up() -> None:
    questions = {row["id"]: row for row in rows_of_data("support-questions")}
    assert list(questions) == [
        *(row.question.id for row in rows() if row.question.is_resolved),
        *(item.id for item in support_questions() if not item.is_resolved),
    ]
    answers = rows_of_data("support")
    assert len(answers) == sum(len(row.by_spec) + len(row.by_name) for row in rows())
    for row in rows():
        own = [item for item in answers if item["question"] == row.question.id]
        counted = Counter(item["word"] for item in own)
        expected = {group.word: len(group.specs) + len(group.names) for group in row.groups}
        assert counted == expected
        for item in own:
            assert bool(item["spec"]) != bool(item["implementation"])
            told = item["answer"]
            assert told.startswith("(") or row.question.word_for(json.loads(told)) == item["word"]
        asked = questions[row.question.id]
        assert row.question.case in (
            Case(asked["base"], asked["input"]),
            UrlCase(asked["input"]),
        )
        place, _, anchor = asked["address"].partition("#")
        assert not anchor or anchor in page(place).ids


# One score.


def search_texts() -> dict[str, str]:
    form = json.loads(source_of(INDEX).removeprefix("window.hexaplaSearch = ")[:-2])
    return {address: text for _, address, _, text, *_ in form["entries"]}


def test_a_parser_has_one_score_wherever_it_is_shown() -> None:
    texts = search_texts()
    matrix = source_of(ADDRESS)
    data = {
        "": ("implementations", "cases"),
        "-parsing": ("implementation-parsing", "urls"),
    }
    for told, kind, row_kind in zip(scores(), data, ("resolving", "parsing"), strict=True):
        table, total = data[kind]
        tabled = {row["implementation"]: row for row in rows_of_data(table)}
        for name, score in told.items():
            count, label = score.count, score.nearest.spec.document.label
            assert count == f"{score.nearest.matching} of {score.cases}"
            shown = page(page_of(name)).words.replace("\u00a0", " ")
            assert f"in {score}." in shown
            assert f"{label}" in shown
            badge = source_of(badge_address(name, kind))
            assert f"{label}" in badge
            assert f", {score}</title>" in badge
            assert f"{score.nearest.spec.label} in {score}" in texts[page_of(name)]
            row = re.search(f'<tr id="{row_kind}-{slug(name)}".*?</tr>', matrix, re.DOTALL)
            assert row is not None
            assert plain(row[0]).endswith(f"{label} {count}")
            assert int(tabled[name]["matching"]) == score.matching
            assert int(tabled[name][total]) == score.cases


def test_no_standard_matches_more_than_the_nearest_unexplained() -> None:
    ahead = set()
    for told in scores():
        for name, score in told.items():
            most = max(score.nearest.matching, *(item.matching for item in score.ahead), 0)
            shown = page(page_of(name)).words.replace("\u00a0", " ")
            worded = (
                r"More (?:case|URL)s match .*? \((\d+)\), but this standard explains only (\d+) of"
            )
            said = re.findall(worded, shown)
            if score.ahead:
                ahead.add(name)
                assert said == [
                    (str(item.matching), str(item.agreeing + item.rejected)) for item in score.ahead
                ]
                explains = score.nearest.agreeing + score.nearest.rejected
                assert f"comes first because it explains {explains} components." in shown
                assert most > score.matching
    assert ahead == {"requests", "libcurl"}


def test_by_its_defaults_no_standard_matches_more_than_the_nearest() -> None:
    """Otherwise, the table of all implementations would need an explanation."""
    resolving, _ = scores()
    text = page("implementations.html").words
    for score in resolving.values():
        assert not score.ahead
        assert f"{score.matching} cases match" in text


# In a browser.


def test_a_language_leaves_its_parsers_and_the_standards(new_context: NewContext) -> None:
    tab = new_context(viewport={"width": 1280, "height": 900}).new_page()
    tab.goto(f"{address_of(ADDRESS)}#language=go")
    tab.wait_for_selector("#parsing-libcurl", state="hidden")
    assert tab.locator("#parsing-go-net-url").is_visible()
    assert tab.locator("#parsing-of-rfc3986").is_visible()
    shown = tab.inner_text("form[data-filter=answers] output")
    total = 3 * (len(SPECS) + 1)
    assert shown.startswith(f"{total} of ")


def test_a_telephone_has_the_questions_and_a_linked_row(new_context: NewContext) -> None:
    tab = new_context(viewport={"width": 390, "height": 800}).new_page()
    tab.goto(address_of(ADDRESS))
    assert not tab.locator(".support").first.is_visible()
    assert tab.locator("#tab").is_visible()
    tab.goto(f"{address_of(ADDRESS)}{TARGETED}")
    tab.wait_for_selector(TARGETED)
    assert tab.locator(".support tbody tr:visible").count() == 1
    assert tab.evaluate("document.documentElement.scrollWidth") == 390


def test_a_word_names_its_parser_and_question(new_context: NewContext) -> None:
    tab = new_context().new_page()
    tab.goto(address_of(ADDRESS))
    label = tab.locator("#resolving-lynx td a").first.get_attribute("aria-label")
    assert label == "drops: lynx, ?y"
