"""Recordings of parsing: those of the project, and which standard each implementation follows."""

from pathlib import Path

import pytest
from asked_urls import ASKED, LONGEST, smallest_of_kinds, text_of
from known_differentials import known_differentials, recorded_outcome

from hexapla.differentials import ClassSide, DifferentialClass
from hexapla.implementations import ParseAnswer
from hexapla.implementations.adapters import PARSERS, adapter
from hexapla.implementations.case_files import read_urls
from hexapla.implementations.parsing import default_urls
from hexapla.implementations.parsing.recording import (
    ParseRecording,
    ParseRecordings,
    read_parse_recordings,
)
from hexapla.implementations.recorded import Change
from hexapla.operations.url_components import UrlComponents

SITE = Path(__file__).parents[3] / "site" / "hexapla_site"
RECORDED = read_parse_recordings((SITE / "data" / "parsings.json").read_text("utf-8"))


def recorded(name: str) -> ParseRecording:
    recording = RECORDED.of(name)
    assert recording is not None
    return recording


def test_they_are_of_all_urls_to_ask_and_all_that_parse() -> None:
    """If not: hexapla implementations --parse --against asked-urls.jsonl --write parsings.json."""
    assert RECORDED.asked == tuple(dict.fromkeys((*default_urls(), *read_urls(ASKED))))
    assert [item.name for item in RECORDED.implementations] == [item.name for item in PARSERS]
    for item in RECORDED.implementations:
        expected = adapter(item.name)
        about = expected.title("parse"), expected.language, expected.notes.get("parse")
        assert (item.title, item.language, item.note) == about


def test_the_urls_to_ask_are_those_of_the_known_differentials_and_small_ones() -> None:
    known = [case["url"] for case in known_differentials()]
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
            item = recorded(name)
            if item.version == outcome["versions"][name]:
                answer = item.answers[RECORDED.asked.index(case["url"])]
                assert without_words(answer.said) == without_words(said), (name, case["url"])


def without_words(said: dict[str, str | None]) -> dict[str, str | None]:
    return {key: None if key in ("error", "trouble") else value for key, value in said.items()}


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("ada", "whatwg"),
        ("node-URL", "whatwg"),
        ("java.net.URI", "rfc2396"),
        ("uritools", "rfc3986"),
        ("uriparser", "rfc3986"),
        ("urllib.parse", "rfc3986"),
    ],
)
def test_a_parser_follows_the_standard_that_it_is_known_for(name: str, spec: str) -> None:
    identification = recorded(name).identification()
    assert identification.best.id == spec
    assert identification.urls == len(default_urls())


def test_the_smallest_example_need_not_be_a_default_url() -> None:
    departures = recorded("urllib3").identification().departures
    smallest = {item.smallest.url for item in departures}
    assert smallest - set(default_urls())
    assert max(map(len, smallest)) < 40


def test_recordings_and_changes_are_shown_in_short() -> None:
    item = recorded("urllib3")
    assert repr(item) == f"<ParseRecording urllib3 {item.version}: {len(RECORDED.asked)} answers>"
    assert repr(RECORDED) == (
        f"<ParseRecordings: {len(PARSERS)} implementations, {len(RECORDED.asked)} URLs>"
    )
    change = Change(
        ParseAnswer("x:", UrlComponents.of({"scheme": "x"})), ParseAnswer("x:", None, "no")
    )
    assert repr(change) == "<Change from <ParseAnswer to 'x:': scheme='x'> to refused, 'no'>"
    assert change.to_dict() == {
        "url": "x:",
        "before": {"components": {"scheme": "x"}, "error": None, "trouble": None},
        "now": {"components": None, "error": "no", "trouble": None},
    }


def test_answers_to_other_urls_are_not_kept() -> None:
    kept = ParseRecordings(("x:",), (made("uritools", "x:"), made("urllib3", "x:")))
    again = kept.updated(("x:",), [made("urllib.parse", "x:"), made("urllib3", "x:")])
    assert [item.name for item in again.implementations] == ["urllib.parse", "uritools", "urllib3"]
    assert kept.updated(("y:",), [made("urllib3", "y:")]).names == {"urllib3"}


def made(name: str, url: str) -> ParseRecording:
    return ParseRecording(name, name, "", "1", None, (ParseAnswer(url, None, None, "died"),))


def test_a_refusal_without_a_word_and_a_failure_are_read_as_they_were_written() -> None:
    answers = (ParseAnswer("a", None), ParseAnswer("b", None, trouble="died"))
    recording = ParseRecording("x", "x", "", "1", None, answers)
    whole = ParseRecordings(("a", "b"), (recording,))
    assert read_parse_recordings(whole.to_json()) == whole


def test_the_shortest_example_of_each_kind_is_asked_once() -> None:
    def of(program: str, section: str) -> DifferentialClass:
        left = ClassSide(program, "name", "rfc3986", section)
        return DifferentialClass("host", left, ClassSide("other", "nothing", "", ""))

    examples = [
        (of("one", "3.2"), "http://ab"),
        (of("two", "3.2"), "http://c"),
        (of("one", "3.3"), "http://known"),
        (of("two", "3.3"), "http://d"),
        (of("one", "3.4"), "http://far-too-long"),
    ]
    assert smallest_of_kinds(examples, frozenset({"http://known"})) == ("http://c",)
