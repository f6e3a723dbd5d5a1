"""How a witness leaves a memo: made-up ones, each with mistakes of its own, known beforehand."""

import re
from collections.abc import Callable

import pytest

import hexapla
from hexapla.implementations import (
    Answer,
    Case,
    Identification,
    RefusalError,
    default_cases,
    explain_answers,
)
from hexapla.implementations.cases import expected
from hexapla.implementations.departure import Manner

RFC3986 = hexapla.spec("rfc3986")
Mistake = Callable[[str, str, str], str | None]


def mistaken(*mistakes: Mistake) -> Identification:
    """Recognise one that follows RFC 3986, but for what functions of base, reference, URI give."""

    def resolve(base: str, reference: str) -> str | None:
        uri = expected(RFC3986, Case(base, reference))
        for mistake in mistakes:
            uri = None if uri is None else mistake(base, reference, uri)
        return uri

    found = hexapla.identify(resolve)
    assert found.best.id == "rfc3986"
    assert sum(len(item.cases) for item in found.departures) == len(found.unexplained)
    return found


def drops_empty_segments(base: str, reference: str, uri: str) -> str:
    # What an empty reference inherits is by another rule, and would be another way.
    return re.sub("(?<=[^:/])//+", "/", uri) if reference else uri


def keeps_queries_whole(base: str, reference: str, uri: str) -> str:
    return f"{base}&{reference[1:]}" if reference == "?y" else uri


def drops_empty_fragments(base: str, reference: str, uri: str) -> str:
    return uri.removesuffix("#")


def drops_empty_queries(base: str, reference: str, uri: str) -> str | None:
    return expected(RFC3986, Case(base, "")) if reference == "?" else uri


def knows_one_scheme(base: str, reference: str, uri: str) -> str:
    return uri if base.startswith("http:") else reference


def knows_no_opaque_bases(base: str, reference: str, uri: str) -> str | None:
    return None if base.startswith("mailto:") else uri


@pytest.mark.parametrize(
    ("mistake", "manner", "part", "section"),
    [
        (drops_empty_segments, Manner.ANOTHER_PART, "path", "5.2.3"),
        (keeps_queries_whole, Manner.ANOTHER_PART, "query", "5.2.2"),
        (drops_empty_fragments, Manner.UNMARKED, "fragment", "B"),
        (drops_empty_queries, Manner.UNMARKED, "query", "B"),
        (knows_one_scheme, Manner.UNRESOLVED, None, "5.2.2"),
    ],
)
def test_one_mistake_is_taken_for_several_or_has_another_name(
    mistake: Mistake, manner: Manner, part: str | None, section: str
) -> None:
    (found,) = mistaken(mistake).departures
    assert (found.shape.manner, found.shape.part) == (manner, part)
    assert found.rule.citation.section == section
    given = found.smallest
    assert given.uri == mistake(given.case.base, given.case.reference, found.expected or "")


def test_no_uri_goes_unseen() -> None:
    """By a base that is refused, one way for each kind of reference."""
    found = mistaken(knows_no_opaque_bases)
    assert {item.shape.manner for item in found.departures} == {Manner.NO_URI}
    assert {item.smallest.case.base for item in found.departures} == {"mailto:a@b"}


def test_a_uri_where_none_is_due_goes_unseen() -> None:
    def resolve(base: str, reference: str) -> str:
        uri = expected(hexapla.spec("rfc2396"), Case(base, reference))
        return "x:none" if uri is None else uri

    found = hexapla.identify(resolve, ["rfc2396"])
    assert {item.shape.manner for item in found.departures} == {Manner.A_URI}


def test_a_mistake_is_hidden_by_a_smaller_one() -> None:
    """Both are mistakes about the path or the query of relative references."""
    found = mistaken(drops_empty_segments, keeps_queries_whole, drops_empty_fragments)
    assert {(item.shape.part, item.smallest.case.reference) for item in found.departures} == {
        ("path", "a"),
        ("query", "?y"),
        ("fragment", "#"),
    }


def refuses_what_the_grammar_refuses(base: str, reference: str) -> str | None:
    if any(RFC3986.validate(text).verdict.value == "no" for text in (base, reference)):
        raise RefusalError("not derived")
    return expected(RFC3986, Case(base, reference))


def test_a_strict_parser_counts_as_mistaken() -> None:
    found = hexapla.identify(refuses_what_the_grammar_refuses)
    assert found.best.selector == "rfc3986"
    assert not found.unexplained
    assert not found.departures
    assert found.best.refused == len(found.refused) > 0
    assert found.best.agreeing + found.best.refused == found.cases
    for answer in found.refused:
        assert answer.error == "not derived"
        assert expected(RFC3986, answer.case) is not None


def test_one_that_refuses_all_is_taken_for_a_follower() -> None:
    """What the grammar derives has to be resolved."""
    found = hexapla.identify(lambda base, reference: None, ["rfc3986"])
    assert len(found.unexplained) > len(found.refused) > 0
    assert found.best.agreeing == 0 or not found.best.by_default


def test_the_base_for_the_current_document_goes_unsaid() -> None:
    spec = hexapla.spec("rfc2396")
    found = hexapla.identify(lambda base, reference: expected(spec, Case(base, reference)), [spec])
    assert {"", "#s"} <= {answer.case.reference for answer in found.as_base}
    assert all(answer.uri == expected(spec, answer.case) for answer in found.as_base)


def test_stored_answers_are_judged_otherwise_than_a_witness() -> None:
    cases = default_cases(hexapla.specs())
    answers = [
        Answer(case, drops_empty_segments("", "", expected(RFC3986, case) or "")) for case in cases
    ]
    found = explain_answers(answers)
    asked = hexapla.identify(
        lambda base, reference: answers[cases.index(Case(base, reference))].uri, cases=cases
    )
    assert found.explanations == asked.explanations
    assert [item.answer for item in found.unexplained] == [
        item.answer for item in asked.unexplained
    ]
    assert all(item.smallest is None for item in found.unexplained)
