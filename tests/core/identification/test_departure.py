"""How made-up implementations depart from a standard, each by mistakes known beforehand."""

import re
from collections.abc import Callable

import pytest
from followers import expected_uri

import hexapla
from hexapla.identification.identification import Identification, explain_answers
from hexapla.implementations.asking import Answer, Case, RejectionError

RFC3986 = hexapla.spec("rfc3986")
Mistake = Callable[[str, str, str], str | None]


def mistaken(*mistakes: Mistake) -> Identification:
    """Identify one that follows RFC 3986, except for functions of base, reference and URI."""

    def resolve(base: str, reference: str) -> str | None:
        uri = expected_uri(RFC3986, Case(base, reference))
        for mistake in mistakes:
            uri = None if uri is None else mistake(base, reference, uri)
        return uri

    found = hexapla.identify(resolve)
    assert found.best.id == "rfc3986"
    assert sum(len(item.cases) for item in found.departures) == len(found.unexplained)
    return found


def drops_empty_segments(base: str, reference: str, uri: str) -> str:
    # What a reference without a path inherits is by another rule, and would be another way.
    inherits = reference.startswith(("?", "#")) or not reference
    return uri if inherits else re.sub("(?<=[^:/])//+", "/", uri)


def keeps_queries_whole(base: str, reference: str, uri: str) -> str:
    return f"{base}&{reference[1:]}" if reference == "?y" else uri


def drops_empty_fragments(base: str, reference: str, uri: str) -> str:
    return uri.removesuffix("#")


def drops_empty_queries(base: str, reference: str, uri: str) -> str | None:
    return expected_uri(RFC3986, Case(base, "")) if reference == "?" else uri


def knows_one_scheme(base: str, reference: str, uri: str) -> str:
    return uri if base.startswith("http:") else reference


@pytest.mark.parametrize(
    ("mistake", "kind", "part", "section"),
    [
        (drops_empty_segments, "another-part", "path", "5.2.3"),
        (keeps_queries_whole, "another-part", "query", "5.2.2"),
        (drops_empty_fragments, "unmarked", "fragment", "B"),
        (drops_empty_queries, "unmarked", "query", "B"),
        (knows_one_scheme, "unresolved", None, "5.2.2"),
    ],
)
def test_one_mistake_is_one_departure(
    mistake: Mistake, kind: str, part: str | None, section: str
) -> None:
    (found,) = mistaken(mistake).departures
    assert (found.kind.name, found.kind.component) == (kind, part)
    assert found.kind.rule is not None
    assert found.kind.rule.citation.section == section
    given, due = found.smallest, str(found.expected.value or "")
    assert given.value == mistake(given.case.base, given.case.reference, due)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (lambda uri: uri.replace("|", "%7C"), "percent-encodes characters of the path"),
        (lambda uri: uri.replace("//A", "//a"), "gives the authority in lower case"),
        (lambda uri: uri.replace("?y", "?%79"), "percent-encodes characters of the query"),
        (
            lambda uri: uri + "/" if re.fullmatch("http://[a-z]+", uri) else uri,
            "gives / for an empty path",
        ),
    ],
)
def test_another_form_is_told_as_such_and_by_no_rule(
    changed: Callable[[str], str], says: str
) -> None:
    (found,) = mistaken(lambda base, reference, uri: changed(uri)).departures
    assert (found.kind.says, found.kind.is_form, found.kind.rule) == (says, True, None)


def test_what_a_standard_does_and_a_program_does_not_is_told_by_its_rule() -> None:
    cases = [Case("http://a/d", reference) for reference in ("e", "f", "g", "h")]
    answers = [Answer(case, expected_uri(RFC3986, case)) for case in cases]
    answers.append(Answer(Case("http://a/d", "b/../c"), "http://a/b/../c"))
    (found,) = explain_answers(answers, specs=["rfc3986"]).departures
    assert found.kind.says == "does not remove dot segments from the path"
    assert found.kind.rule is not None
    assert found.kind.rule.citation.section == "5.2.4 step 2C"


def test_no_uri_is_a_departure() -> None:
    """It rejects a base: that is one way for each kind of reference."""
    found = mistaken(lambda base, reference, uri: None if base.startswith("mailto:") else uri)
    assert {item.kind.name for item in found.departures} == {"no-uri"}
    assert {item.smallest.case.base for item in found.departures} == {"mailto:a@b"}


def test_a_uri_where_none_is_due_is_a_departure() -> None:
    def resolve(base: str, reference: str) -> str:
        uri = expected_uri(hexapla.spec("rfc2396"), Case(base, reference))
        return "x:none" if uri is None else uri

    found = hexapla.identify(resolve, specs=["rfc2396"])
    assert {item.kind.name for item in found.departures} == {"a-uri"}


def test_no_mistake_hides_another() -> None:
    """Both are mistakes about the path or the query of relative references."""
    found = mistaken(drops_empty_segments, keeps_queries_whole, drops_empty_fragments)
    assert {(item.kind.component, item.smallest.case.reference) for item in found.departures} == {
        ("path", "a"),
        ("query", "?y"),
        ("fragment", "#"),
    }


def test_a_strict_parser_departs_in_no_case() -> None:
    """By section 3.1, what is no scheme is none, in a base either: that is what 4.1 goes by."""

    def resolve(base: str, reference: str) -> str | None:
        if any(RFC3986.validate(text).verdict.value == "no" for text in (base, reference)):
            raise RejectionError("not derived")
        return expected_uri(RFC3986, Case(base, reference))

    found = hexapla.identify(resolve)
    assert found.best.selector == "rfc3986[scheme-test=grammar]"
    assert (found.unexplained, found.departures) == ((), ())
    assert found.best.rejected == len(found.rejected) > 0
    assert found.best.agreeing + found.best.rejected == found.cases
    for answer in found.rejected:
        assert answer.error == "not derived"
        assert expected_uri(RFC3986, answer.case) is not None
