"""The project's recordings, and the standard that each implementation follows."""

from collections.abc import Callable
from urllib.parse import urljoin

import pytest
from asked_urls import ASKED, LONGEST, smallest_of_kinds, text_of
from known_differentials import recorded_outcome, urls_for_all, without_words
from made_up_parsers import random_parsers
from tables import by_rows_of, in_parts, rows_of

from hexapla.divergence.divergence import DivergenceClass
from hexapla.divergence.model import Behaviour, Behaviours, Kind, Variation
from hexapla.identification.departure import Departure
from hexapla.identification.identification import Identification
from hexapla.identification.parsing import default_urls
from hexapla.identification.questions import question_named
from hexapla.identification.recording import Recording, Recordings, record
from hexapla.identification.recording_file import read_recordings
from hexapla.implementations.adapters import ADAPTERS
from hexapla.implementations.asking import Answer, AnyAnswer, Resolve, UrlCase
from hexapla.implementations.case_files import read_urls
from hexapla.standard.registry import default_columns
from hexapla_site.data.recordings import PARSINGS, RECORDINGS

RECORDED = {
    "resolve": read_recordings(RECORDINGS.read_text("utf-8")),
    "parse": read_recordings(PARSINGS.read_text("utf-8")),
}


def recorded(question: str, name: str) -> Recording:
    recording = RECORDED[question].of(name)
    assert recording is not None
    return recording


# Browsers that have no build for Debian, and URI.js, of which no standard explains half of the
# answers: it rejects some URNs, and drops empty segments.
UNRECORDED = {
    *((question, browser) for question in RECORDED for browser in ("firefox", "webkit")),
    ("resolve", "URI.js"),
}


@pytest.mark.slow
@pytest.mark.parametrize("question", RECORDED)
def test_each_has_a_verdict(question: str) -> None:
    for item in RECORDED[question].implementations:
        assert item.ranking().no_verdict is None, item.name


@pytest.mark.parametrize("question", RECORDED)
def test_they_are_of_the_default_cases_and_all_that_answer(question: str) -> None:
    """Update with: hexapla implementations --parse --against asked-urls.jsonl --write FILE."""
    kept = RECORDED[question]
    assert kept.cases == question_named(question, default_columns()).default_cases()
    answering = [
        item
        for item in ADAPTERS
        if question in item.functions and (question, item.name) not in UNRECORDED
    ]
    assert [item.name for item in kept.implementations] == [item.name for item in answering]
    for item, expected in zip(kept.implementations, answering, strict=True):
        about = expected.title(question), expected.language, expected.notes.get(question)
        assert (item.title, item.language, item.note) == about


def test_further_urls_are_those_to_ask() -> None:
    asked = map(UrlCase, read_urls(ASKED))
    assert RECORDED["parse"].further == tuple(
        case for case in asked if case not in RECORDED["parse"].cases
    )


@by_rows_of("recordings", "standards")
def test_a_parser_follows_the_standard_that_it_is_known_for(
    question: str, name: str, spec: str
) -> None:
    ranking = recorded(question, name).ranking()
    assert ranking.best.id == spec
    assert ranking.cases == len(RECORDED[question].cases)


def test_the_departures_of_java_are_named() -> None:
    """It drops empty segments and hosts, keeps references on opaque bases, misreads "" and "//"."""
    found = recorded("resolve", "java.net.URI").identification()
    assert [*map(shown, found.departures)] == rows_of("recordings", "departures of java")
    (unresolved,) = (
        item for item in found.departures if item.kind.behaviour.sign == Variation.KEEP_REFERENCE
    )
    assert {"mailto:a@b", "x:a"} <= {case.texts[0] for case in unresolved.cases}
    # Its grammar rejects the same texts as the standard's. For "#s", it gives the base's URI.
    assert {"http:", "x:", ":/../..", "g h"} <= {item.case.reference for item in found.rejected}
    assert {item.case.reference for item in found.as_base} == {"#s", "#", "", "#\u00e9"}


RESOLVERS = [item.name for item in RECORDED["resolve"].implementations]


@in_parts("names", RESOLVERS[:1], slow=[RESOLVERS[1::8]], nightly=[RESOLVERS])
def test_the_smallest_example_of_a_departure_differs(names: list[str]) -> None:
    for name in names:
        for item in recorded("resolve", name).identification().departures:
            assert item.smallest.value != item.expected.value, item


def shown(item: Departure) -> tuple[object, ...]:
    answer, section = item.smallest, item.kind.rule and item.kind.rule.citation.section
    expected, cases = item.expected.value, len(item.cases)
    return section, item.kind.says, *answer.case.texts, answer.value, expected, cases


def test_the_smallest_example_need_not_be_one_of_the_cases() -> None:
    departures = recorded("parse", "urllib3").identification().departures
    smallest = {item.smallest.case.url for item in departures}
    assert smallest - set(default_urls())
    assert max(map(len, smallest)) < 40


URL = UrlCase("x:")


def test_answers_to_other_cases_are_not_kept() -> None:
    kept = Recordings("parse", (URL,), (made("uritools", URL), made("urllib3", URL)))
    again = kept.updated((URL,), made("urllib.parse", URL)).updated((URL,), made("urllib3", URL))
    assert [item.name for item in again.implementations] == ["urllib.parse", "uritools", "urllib3"]
    other = UrlCase("y:")
    assert kept.updated((other,), made("urllib3", other)).names == {"urllib3"}


def made(name: str, case: UrlCase) -> Recording:
    return Recording(name, name, "", "1", None, (Answer(case, trouble="died"),))


def test_a_refusal_without_a_word_and_a_failure_are_read_as_they_were_written() -> None:
    cases = UrlCase("a"), UrlCase("b")
    answers: tuple[AnyAnswer, ...] = (Answer(cases[0]), Answer(cases[1], trouble="died"))
    whole = Recordings("parse", cases, (Recording("x", "x", "", "1", None, answers),))
    assert read_recordings(whole.to_json()) == whole


def test_recordings_without_tried_cases_have_all_other_answers() -> None:
    kept = RECORDED["resolve"]
    shorter = kept.without_tried
    assert read_recordings(shorter.to_json()) == shorter
    assert [item.answers for item in shorter.implementations] == [
        item.answers for item in kept.implementations
    ]
    assert any(item.smallest for item in shorter.implementations)
    assert not any(item.tried for item in shorter.implementations)


def kinds_of(found: Identification) -> list[tuple[object, ...]]:
    return [(item.kind.behaviour, item.cases, item.opposed) for item in found.departures]


@pytest.mark.slow
def test_a_recorded_parser_shows_the_same_departures() -> None:
    """It has the answers that contradicted a departure while smaller examples were sought."""
    for parser in random_parsers(2, 12, tuple(default_urls())):
        assert_recording_is_complete("parse", parser)


@in_parts("resolve", urljoin, slow=[lambda base, text: urljoin(base, text.lower())])
def test_a_recorded_resolver_shows_the_same_departures(resolve: Resolve) -> None:
    assert_recording_is_complete("resolve", resolve)


def assert_recording_is_complete(name: str, program: Callable[..., object]) -> None:
    question = question_named(name)
    cases = question.default_cases()
    recording, found = record(question, ADAPTERS[0], "1", program, cases)
    assert found.further
    read = read_recordings(Recordings(name, cases, (recording,)).to_json())
    assert read.implementations == (recording,)
    again = read.implementations[0].identification()
    assert again.verdict == found.verdict
    assert kinds_of(again) == kinds_of(found)


# The further URLs that are asked.


def test_the_urls_to_ask_are_those_of_the_known_differentials_and_small_ones() -> None:
    known = [*urls_for_all()]
    urls = read_urls(ASKED)
    assert list(urls[: len(known)]) == known
    smallest = urls[len(known) :]
    assert max(map(len, smallest)) <= LONGEST
    assert len(smallest) > 100
    assert not {*known, *default_urls()}.intersection(smallest)
    assert ASKED.read_text("utf-8") == text_of(known, smallest)


def test_they_have_the_answers_of_the_known_differentials() -> None:
    outcome = recorded_outcome()
    for case in outcome["cases"]:
        for name, said in case["answers"].items():
            item = recorded("parse", name)
            if item.version == outcome["versions"][name]:
                answers = {answer.case: answer for answer in (*item.answers, *item.further)}
                answer = answers.get(UrlCase(case["url"]))
                if answer is not None:
                    assert without_words(answer.said) == without_words(said), (name, case["url"])


def test_the_shortest_example_of_each_kind_is_asked_once() -> None:
    def of(program: str, sign: str) -> DivergenceClass:
        did = Behaviours(Behaviour(Kind.ENDS, sign=sign), Behaviour(Kind.KEEPS, sign=sign))
        return DivergenceClass("host", (program, "other"), did)

    examples = [
        (of("one", "colon"), "http://ab"),
        (of("two", "colon"), "http://c"),
        (of("one", "slash"), "http://known"),
        (of("two", "slash"), "http://d"),
        (of("one", "number-sign"), "http://far-too-long"),
    ]
    assert smallest_of_kinds(examples, frozenset({"http://known"})) == ("http://c",)
