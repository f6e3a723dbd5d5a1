"""The results of a program with a variation, and the inputs that meet a condition."""

import re
from collections.abc import Callable, Mapping

import pytest
from followers import expected_uri
from tables import by_rows_of, rows_of

import hexapla
from hexapla.divergence.conditions import conditions, holds
from hexapla.divergence.model import Behaviour, Kind, Variation, conditions_in
from hexapla.divergence.parsing import ParseSituation, parses_of
from hexapla.divergence.path_variations import PATH_VARIATIONS
from hexapla.divergence.reference_variations import (
    LAST_VARIATIONS,
    REFERENCE_VARIATIONS,
    SUBSTITUTIONS,
)
from hexapla.divergence.resolving import outcomes_of
from hexapla.divergence.situation import Situation
from hexapla.divergence.url_conditions import Url, UrlParts, conditions_of, holds_of_url
from hexapla.identification.identification import Identification
from hexapla.identification.resolving import Resolving
from hexapla.implementations.asking import Case
from hexapla.operations.authority import COMPONENT_NAMES
from hexapla.standard.dividing import divided_by


def situation(spec: str, base: str, reference: str) -> Situation:
    return Resolving().comparison(hexapla.spec(spec)).situation(Case(base, reference))


def parts_by(spec: str, url: str) -> UrlParts | None:
    divided = divided_by(hexapla.spec(spec), url)
    if not divided.accepts:
        return None
    return UrlParts(*map(divided.components.compared, COMPONENT_NAMES))


@by_rows_of("variations")
def test_what_a_variation_gives(
    variation: str, spec: str, base: str, reference: str, uri: str
) -> None:
    behaviour = Behaviour(Kind.VARIES, "uri", variation)
    assert uri in outcomes_of(behaviour, situation(spec, base, reference))


def test_every_variation_has_an_example() -> None:
    given = {name for name, *_ in rows_of("variations", "what a variation gives")}
    assert given == {*PATH_VARIATIONS, *REFERENCE_VARIATIONS, *SUBSTITUTIONS, *LAST_VARIATIONS}


@by_rows_of("variations")
def test_what_a_variation_of_a_parser_gives(
    variation: str, component: str, spec: str, url: str, changed: Mapping[str, str | None]
) -> None:
    due = parts_by(spec, url)
    assert due is not None
    asked = ParseSituation(url, due, lambda text: parts_by(spec, text))
    behaviour = Behaviour(Kind.VARIES, component, variation)
    assert due._replace(**changed) in parses_of(behaviour, asked)


@by_rows_of("variations")
def test_where_a_condition_holds(
    condition: str, base: str, reference: str, other_base: str, other: str
) -> None:
    assert holds(condition, situation("rfc3986", base, reference))
    assert not holds(condition, situation("rfc3986", other_base, other))


@by_rows_of("variations")
def test_where_a_condition_of_a_url_holds(condition: str, url: str, other: str) -> None:
    assert holds_of_url(condition, Url(url, parts_by("rfc3986", url)))
    assert not holds_of_url(condition, Url(other, parts_by("rfc3986", other)))


def test_every_condition_has_an_example() -> None:
    tables = "where a condition holds", "where a condition of a url holds"
    given = {name for table in tables for name, *_ in rows_of("variations", table)}
    assert given == {*conditions(()), *conditions_of(())}


def identified(change: Callable[[str, str, str], str | None]) -> Identification:
    """Identify an implementation of RFC 3986 whose results a function changes."""

    def resolve(base: str, reference: str) -> str | None:
        uri = expected_uri(hexapla.spec("rfc3986"), Case(base, reference))
        return None if uri is None else change(base, reference, uri)

    return hexapla.identify(resolve)


def test_rejected_schemes_are_told_together() -> None:
    found = identified(lambda base, text, uri: None if re.match("data:|javascript:", text) else uri)
    (departure,) = found.departures
    assert departure.kind.says.endswith("the scheme of the reference is data or javascript")
    assert len(departure.cases) == 2


def test_two_conditions_are_told_where_one_is_not_enough() -> None:
    def rejects(base: str, reference: str, uri: str) -> str | None:
        return None if base.endswith("q") and reference.startswith("?") else uri

    (departure, *_) = identified(rejects).departures
    where = departure.kind.behaviour.where
    assert len(conditions_in(where)) == 2
    assert departure.kind.says.count("if ") == 2


def test_further_cases_do_not_count_for_the_verdict() -> None:
    found = identified(lambda base, text, uri: uri.replace("index.html", ""))
    assert found.best.matching == found.cases
    assert found.unexplained == ()
    assert len(found.further_unexplained) == len(found.departures[0].cases)
    assert found.verdict.endswith(" further cases differ; 1 departure")


def test_a_rejection_that_the_standard_allows_is_told_but_does_not_count() -> None:
    found = identified(lambda base, text, uri: None if " " in text.strip() else uri)
    (departure,) = found.departures
    assert not departure.kind.is_counted
    assert departure.sentence == (
        "it gives no URI if the reference has a space inside it; "
        "the standard does not derive such texts"
    )
    assert found.unexplained == found.further_unexplained == ()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda uri: uri.replace(":8080", ":8080").replace("@", "%40"), 'percent-encodes "@" in'),
        (lambda uri: re.sub(r"(?<=/)([^/?#]{20})[^/?#]+", r"\1", uri), "after 20 characters"),
        (lambda uri: uri.replace(" ", "%20"), "percent-encodes white space in the URL"),
    ],
)
def test_characters_and_lengths_are_found_in_answers(
    change: Callable[[str], str], told: str
) -> None:
    found = identified(lambda base, text, uri: change(uri))
    assert any(told in departure.kind.says for departure in found.departures[:2])


def test_white_space_that_is_stripped_is_told_without_a_condition() -> None:
    rfc3986 = hexapla.spec("rfc3986")

    def resolve(base: str, reference: str) -> str | None:
        return expected_uri(rfc3986, Case(base, reference.strip()))

    first = hexapla.identify(resolve, specs=[rfc3986]).departures[0].kind.behaviour
    assert first == Behaviour(Kind.VARIES, "uri", Variation.STRIP_WHITE_SPACE)


def test_slashes_of_a_path_are_not_those_before_a_host() -> None:
    asked = situation("rfc3986", "x:/a", "/..//g")
    assert asked.due == "x://g"
    behaviour = Behaviour(Kind.VARIES, "uri", Variation.FILL_PATH_AFTER_HOST)
    assert [*outcomes_of(behaviour, asked)] == []
