"""The explanations: their topics match the causes, and their pages are complete."""

import functools
import re
from pathlib import Path

import pytest
from inputs import BASES
from site_under_test import HOSTILE, HOSTILE_CASES, page

import hexapla
from hexapla.implementations.asking import Case
from hexapla.implementations.labels import parser_label
from hexapla_site.build import build_site
from hexapla_site.data.recordings import current_recordings
from hexapla_site.folders import EXPLANATIONS
from hexapla_site.pages import explanations
from hexapla_site.pages.explanations import Explanations, Prose, Topic, all_topics, topic_of_id
from hexapla_site.rendering import column_names, template_environment
from hexapla_site.report.report import make_report

TOPICS = [pytest.param(topic, id=topic.name) for topic in all_topics()]
REFERENCES = (
    *("", "g", "..", "?y", "#s", ";x", "//g", "/./g", "http:g", "1:g", "///g", "x:", "g#", "?"),
)


@functools.cache
def told(cases: tuple[tuple[str, str], ...] = ()) -> Explanations:
    return Explanations(make_report(cases))


def prose(explained: Explanations) -> Prose:
    environment = template_environment()
    environment.globals.update(
        report=explained.report, explanations=explained, **column_names(explained.report.columns)
    )
    return Prose(explained, environment, "../")


def test_every_cause_of_further_cases_has_a_topic_and_of_ours_one() -> None:
    explained = told(HOSTILE_CASES)
    for cause in explained.report.causes:
        assert explained.of_key(cause.key), cause.id
        segments = [topic for topic in explained.topics if cause in explained.causes_of(topic)]
        assert segments == [explained.of_key(cause.key)], cause.id
    report = make_report([(base, reference) for base in BASES for reference in REFERENCES])
    assert [cause.id for cause in report.causes if topic_of_id(cause.id) is None] == []


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_s_own_input_shows_it(topic: Topic) -> None:
    explained = told()
    assert explained.shown_by(topic)
    case = explained.case(topic.reference, topic.base)
    assert case.causes
    assert f'{{{{ apparatus("{topic.reference}"'.replace("\\", "\\\\") in topic.body


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_s_patterns_match_causes_that_can_happen(topic: Topic) -> None:
    """A pattern may match no cause of the reference cases, but then one of a reader's case."""
    explained = told(tuple((base, reference) for base in BASES for reference in REFERENCES))
    assert explained.causes_of(topic)


def test_every_file_of_prose_is_used() -> None:
    files = {path.stem for path in EXPLANATIONS.iterdir()}
    assert files == set(explanations.NAMES)


def test_a_topic_about_absent_columns_is_left_out(tmp_path: Path) -> None:
    columns = tuple(map(hexapla.spec, ("rfc1630", "rfc1808", "rfc2396")))
    build_site(tmp_path, columns=columns, only=["explanations"])
    names = {path.stem for path in (tmp_path / "explanations").iterdir()}
    assert "query-alone" in names
    assert not names & {"browsers", "same-scheme", "relative-left-out"}


def test_causes_and_cases_link_to_their_topics() -> None:
    explained = told(HOSTILE_CASES)
    for cause in explained.report.causes:
        topic = explained.of_key(cause.key)
        assert topic
        expected = f"../explanations/{topic.name}.html"
        assert expected in page(f"causes/{cause.id}.html").values("href"), cause.id
    for case in (case for case in explained.report.cases if not case.agrees):
        topics = explained.of_case(case)
        assert topics, case.id
        links = page(f"cases/{case.id}.html").values("href")
        assert {f"../explanations/{topic.name}.html" for topic in topics} <= set(links), case.id


def test_topics_link_to_their_causes_and_cases() -> None:
    explained = told(HOSTILE_CASES)
    for topic in explained.topics:
        links = set(page(f"explanations/{topic.name}.html").values("href"))
        for cause in explained.causes_of(topic):
            assert f"../causes/{cause.id}.html" in links, topic.name
            shown = {f"../cases/{item.case.id}.html" for item in cause.examples[:2]}
            assert shown <= links, topic.name


@pytest.mark.parametrize("hostile", [*HOSTILE, "*g*", "[g](http://x)", "\ue0000\ue001", "`g`"])
def test_quoted_text_is_never_markup(hostile: str) -> None:
    for written in (prose(told()).apparatus, lambda text: prose(told()).answer("rfc2396", text)):
        assert re.fullmatch("\\s*\ue0000\ue001\\s*", written(hostile))
    body = f"{{{{ apparatus({hostile!r}) }}}}\n\nand {{{{ answer('rfc2396', {hostile!r}) }}}}"
    html = prose(told()).html(body)
    assert not re.search("<(?:script|img|svg|em|code|/title|/style)", html)
    assert "http://x" not in re.findall('href="([^"]*)"', html)


def test_markup_in_prose_is_escaped() -> None:
    assert "<b>" not in prose(told()).html("a <b>c</b>")


def test_a_program_is_quoted_only_on_what_it_was_asked() -> None:
    with pytest.raises(AssertionError):
        prose(told()).current("never-asked")


def test_a_program_is_quoted_with_its_recorded_answer() -> None:
    html = prose(told()).html('{{ current("http:g") }}')
    items = re.findall("<li>(.*?)</li>", re.sub("<(?!/?li>)[^>]*>", "", html), re.DOTALL)
    given = {
        name.replace("\N{NO-BREAK SPACE}", " "): answer
        for answer, _, names in (item.partition(" ") for item in items)
        for name in names.split(", ")
    }
    asked = Case(explanations.BASE, "http:g")
    assert given == {
        parser_label(item.name): answer.value or "error"
        for item in current_recordings()
        for answer in item.answers
        if answer.case == asked
    }


def test_the_clients_of_1997_are_told_from_the_standards() -> None:
    explained = prose(told())
    html = explained.html('{{ clients("?y") }}')
    assert "libwww-perl\N{NO-BREAK SPACE}5.14" in html
    assert "RFC" not in html
