"""Departures of made-up implementations with known mistakes from a standard."""

import re
from collections.abc import Callable

import attrs
import pytest
from followers import expected_uri

import hexapla
from hexapla.divergence.model import Behaviour, Kind, Variation
from hexapla.divergence.transforms import Transform
from hexapla.identification.identification import Identification, explain_answers
from hexapla.identification.wording import identification_lines
from hexapla.implementations.asking import Answer, Case, RejectionError

RFC3986 = hexapla.spec("rfc3986")
Mistake = Callable[[str, str, str], str | None]


def mistaken(*mistakes: Mistake) -> Identification:
    """Identify an implementation of RFC 3986 whose results the mistakes change, in turn."""

    def resolve(base: str, reference: str) -> str | None:
        uri = expected_uri(RFC3986, Case(base, reference))
        for mistake in mistakes:
            uri = None if uri is None else mistake(base, reference, uri)
        return uri

    found = hexapla.identify(resolve)
    assert found.best.id == "rfc3986"
    counted = [item for item in found.departures if item.kind.is_counted]
    unexplained = (*found.unexplained, *found.further_unexplained)
    assert sum(len(item.cases) for item in counted) == len(unexplained)
    return found


def drops_empty_segments(base: str, reference: str, uri: str) -> str:
    # A reference without a path inherits one by another rule, which would be another departure.
    inherits = reference.startswith(("?", "#")) or not reference
    return uri if inherits else re.sub("(?<=[^:/])//+", "/", uri)


def keeps_queries_whole(base: str, reference: str, uri: str) -> str:
    return f"{base}&{reference[1:]}" if reference.startswith("?") and "?" in base else uri


def drops_empty_fragments(base: str, reference: str, uri: str) -> str:
    return uri.removesuffix("#")


def drops_empty_queries(base: str, reference: str, uri: str) -> str | None:
    return expected_uri(RFC3986, Case(base, "")) if reference == "?" else uri


def knows_one_scheme(base: str, reference: str, uri: str) -> str:
    return uri if base.startswith("http:") else reference


def changes(component: str, transform: Transform) -> Behaviour:
    return Behaviour(Kind.TRANSFORMS, component, transforms=(transform,))


def varies(variation: Variation, where: str = "") -> Behaviour:
    return Behaviour(Kind.VARIES, "uri", variation, where=where)


@pytest.mark.parametrize(
    ("mistake", "behaviour", "section"),
    [
        (drops_empty_segments, changes("path", Transform.DROP_EMPTY_SEGMENTS), "5.2.3"),
        (keeps_queries_whole, varies(Variation.APPEND_QUERY), "5.2.2"),
        (drops_empty_fragments, changes("fragment", Transform.DROP_EMPTY), "B"),
        (drops_empty_queries, varies(Variation.IGNORE_EMPTY_QUERY), "B"),
        (knows_one_scheme, varies(Variation.KEEP_REFERENCE), "5.2.3"),
    ],
)
def test_one_mistake_is_one_departure(mistake: Mistake, behaviour: Behaviour, section: str) -> None:
    (found, *_) = mistaken(mistake).departures
    kind = found.kind
    assert attrs.evolve(kind.behaviour, where="") == behaviour
    assert kind.rule is not None
    assert kind.rule.citation.section == section
    given, due = found.smallest, str(found.expected.value or "")
    assert given.value == mistake(given.case.base, given.case.reference, due)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (lambda uri: uri.replace("|", "%7C"), 'percent-encodes "|" in the URL'),
        (lambda uri: uri.replace("//A", "//a"), "gives the host in lower case"),
        (lambda uri: uri.replace("?y", "?%79"), "percent-encodes characters of the query"),
        (
            lambda uri: uri + "/" if re.fullmatch("http://[a-z]+", uri) else uri,
            "gives / instead of an empty path",
        ),
    ],
)
def test_another_form_is_told_as_such_and_by_no_rule(
    changed: Callable[[str], str], says: str
) -> None:
    found = mistaken(lambda base, reference, uri: changed(uri)).departures[0]
    assert found.kind.says.startswith(says)
    assert (found.kind.is_form, found.kind.rule) == (True, None)


def test_what_a_standard_does_and_a_program_does_not_is_told_by_its_rule() -> None:
    cases = [Case("http://a/d", reference) for reference in ("e", "f", "g", "h")]
    answers = [Answer(case, expected_uri(RFC3986, case)) for case in cases]
    answers.append(Answer(Case("http://a/d", "b/../c"), "http://a/b/../c"))
    (found,) = explain_answers(answers, specs=["rfc3986"]).departures
    assert found.kind.behaviour == varies(Variation.KEEP_DOTS)
    assert found.kind.rule is not None
    assert found.kind.rule.citation.section == "5.2.4 step 2C"


def test_no_uri_is_a_departure() -> None:
    """The implementation rejects some bases, which doesn't show what it would have given."""
    found = mistaken(lambda base, reference, uri: None if base.startswith("mailto:") else uri)
    (departure,) = found.departures
    assert departure.kind.behaviour == varies(Variation.NO_URI, "base-scheme-is:mailto")
    assert departure.smallest.case.base.startswith("mailto:")


def test_a_uri_where_none_is_due_is_a_departure() -> None:
    def resolve(base: str, reference: str) -> str:
        uri = expected_uri(hexapla.spec("rfc2396"), Case(base, reference))
        return "x:none" if uri is None else uri

    found = hexapla.identify(resolve, specs=["rfc2396"])
    assert {item.kind.behaviour for item in found.departures} == {Behaviour(Kind.GIVES_URI, "uri")}


def test_no_mistake_hides_another() -> None:
    """The first two are both about relative references, in the path and in the query."""
    found = mistaken(drops_empty_segments, keeps_queries_whole, drops_empty_fragments)
    named = {
        (item.kind.behaviour.component, item.smallest.case.reference) for item in found.departures
    }
    assert {("path", "a"), ("uri", "?"), ("fragment", "#")} <= named


def test_a_strict_parser_departs_in_no_case() -> None:
    """It takes an invalid scheme (3.1) for no scheme, even in a base, as 4.1 does."""

    def resolve(base: str, reference: str) -> str | None:
        if any(RFC3986.validate(text).verdict.value == "no" for text in (base, reference)):
            raise RejectionError("not derived")
        return expected_uri(RFC3986, Case(base, reference))

    found = hexapla.identify(resolve)
    assert found.best.selector == "rfc3986[scheme-test=grammar]"
    assert (found.unexplained, found.departures) == ((), ())
    assert found.best.rejected == len(found.rejected) > 0
    assert found.best.matching == found.cases
    for answer in found.rejected:
        assert answer.error == "not derived"
        assert expected_uri(RFC3986, answer.case) is not None


def keeps_parents_above_root(base: str, reference: str) -> str:
    """Resolve by RFC 3986, but remove the dots of every path, and keep excess ".." segments."""
    split = hexapla.spec("rfc3986").parse
    own, outer = split(reference), split(base)
    scheme, authority, path, query = own.scheme, own.part("authority"), own.path, own.query
    if scheme is None:
        scheme = outer.scheme
        if authority is None:
            authority = outer.part("authority")
            if not path:
                path = outer.path
                query = outer.query if query is None else query
            elif not path.startswith("/"):
                path = f"{(outer.path or '').rpartition('/')[0]}/{path}"
    segments: list[str] = []
    given = (path or "").split("/")
    for number, segment in enumerate(given):
        if segment == ".." and len(segments) > 1:
            segments.pop()
        elif segment != ".":
            segments.append(segment)
        if segment in (".", "..") and number == len(given) - 1:
            segments.append("")
    marked = {"//": authority, "": "/".join(segments), "?": query, "#": own.fragment}
    return f"{scheme}:" + "".join(
        f"{mark}{text}" for mark, text in marked.items() if text is not None
    )


def test_an_example_differs_though_two_mistakes_are_needed() -> None:
    found = hexapla.identify(keeps_parents_above_root, specs=["rfc3986"])
    together = [item for item in found.departures if item.kind.says.startswith("puts a slash")]
    assert together
    assert all(item.smallest.value != item.expected.value for item in found.departures)


def test_rejections_that_are_allowed_are_not_listed_as_differing() -> None:
    def resolve(base: str, reference: str) -> str | None:
        return None if "]" in reference else expected_uri(RFC3986, Case(base, reference))

    found = hexapla.identify(resolve, specs=["rfc3986"])
    (counted,) = (item for item in found.departures if item.kind.is_counted)
    assert len(found.departures) > 1
    lines = "\n".join(identification_lines(found))
    _, listed = lines.split("Every case that differs\n")
    listed, _ = listed.split("\n\n")
    assert len(listed.splitlines()) == len(counted.cases)


@pytest.mark.parametrize("mistake", [drops_empty_queries, drops_empty_fragments])
def test_an_example_has_an_ordinary_base_if_one_shows_it(mistake: Mistake) -> None:
    found = mistaken(mistake)
    bases = {item.smallest.case.base for item in found.departures}
    assert bases == {"http://a"}


def test_an_example_keeps_an_odd_base_if_no_other_shows_it() -> None:
    found = mistaken(knows_one_scheme)
    assert found.departures
    assert not any(item.smallest.case.base.startswith("http:") for item in found.departures)
