"""Wrong statements about programs that readers reported: the corrected ones."""

from collections.abc import Mapping
from urllib.parse import urljoin

import pytest
from differentials_parsers import of_python, with_slashes
from followers import expected_uri

import hexapla
from hexapla.differentials.differential import Differential
from hexapla.divergence.messages import follower_text
from hexapla.divergence.model import Behaviour, Follower, Kind, Sign, Variation
from hexapla.identification.identification import Identification
from hexapla.identification.recording import Recording
from hexapla.implementations.asking import Case
from hexapla_site.data.recordings import current_parsings, current_recordings

RFC3986 = hexapla.spec("rfc3986")
Told = Mapping[str, str | None]


def varying(identification: Identification, variation: Variation) -> list[str]:
    """Return the conditions under which a program departs in a given way."""
    behaviours = (item.kind.behaviour for item in identification.departures)
    return [each.where for each in behaviours if each.sign == variation]


def asked(url: str, left: Told, right: Told) -> Differential:
    return hexapla.differential(
        *(lambda _: left, lambda _: right), names=("L", "R"), prefix=url, max_length=0, count=0
    )


def test_urljoin_keeps_references_to_unknown_schemes() -> None:
    """It keeps them if urllib doesn't know the base's scheme, and keeps dots after any host."""
    found = hexapla.identify(urljoin)
    first = found.departures[0].kind.behaviour
    assert first == Behaviour(
        Kind.VARIES, "uri", Variation.KEEP_REFERENCE, where="base-scheme-not-special"
    )
    assert "part-is-filled:reference.authority" in varying(found, Variation.KEEP_DOTS)


def test_urljoin_drops_empty_segments() -> None:
    found = hexapla.identify(urljoin)
    departure, *_ = (
        item
        for item in found.departures
        if item.kind.behaviour.sign == Variation.DROP_EMPTY_SEGMENTS_FIRST
    )
    assert Case("http://a//b", "a") == departure.smallest.case


@pytest.mark.parametrize("recording", current_recordings(), ids=lambda item: item.name)
def test_no_standard_matches_more_than_the_nearest(recording: Recording) -> None:
    """The cases are counted here; for URLs, a rule beside the scores names what counts."""
    found = recording.ranking()
    scores = [item.matching for item in found.explanations]
    assert scores == sorted(scores, reverse=True)


def test_the_rule_of_the_nearest_stands_with_the_scores() -> None:
    found = current_parsings().implementations[0].ranking()
    assert "explains the most components" in found.question.nearest


def test_a_resolver_that_keeps_the_query_of_the_base() -> None:
    """It is reported even if there is no verdict."""

    def resolve(base: str, reference: str) -> str | None:
        uri = expected_uri(RFC3986, Case(base, reference))
        _, mark, query = base.partition("#")[0].partition("?")
        return uri if uri is None or "?" in reference or not mark else f"{uri}?{query}"

    found = hexapla.identify(resolve)
    assert varying(found, Variation.KEEP_BASE_QUERY)
    alone = hexapla.identify(resolve, cases=[("http://a/b?q", text) for text in ("c", "d", "e")])
    assert alone.no_verdict
    assert alone.departures[0].kind.behaviour.sign == Variation.KEEP_BASE_QUERY


def test_a_base_that_is_normalized_first_is_a_reading() -> None:
    spec = hexapla.spec("rfc3986[base-normalization=syntax]")
    found = hexapla.identify(lambda base, text: expected_uri(spec, Case(base, text)))
    assert found.best.selector == spec.selector
    assert found.departures == ()


def test_an_encoded_bracket_does_not_hide_a_backslash() -> None:
    (finding,) = asked("http://\\[", {"host": None}, {"host": "\\%5b"}).classes
    assert finding.item.behaviours.sides == (
        Behaviour(Kind.EMPTY_AUTHORITY, sign=Sign.BACKSLASH),
        Behaviour(Kind.READS_ON, sign=Sign.BACKSLASH),
    )


@pytest.mark.parametrize(
    ("url", "left", "right"),
    [("a//", "a", None), ("http://[0::]/", "[0::]", "::"), ("http://%2e/", ".", "%2e")],
)
def test_a_standard_that_does_so_is_named(url: str, left: str, right: str | None) -> None:
    (finding,) = asked(url, {"host": left}, {"host": right}).classes
    for side, example in zip(finding.sides, finding.smallest.sides, strict=True):
        assert (side.follower is None) == (example.columns == ())


def test_a_part_of_a_class_is_counted() -> None:
    """If a standard does the same for only some URLs of a class, their number is given."""
    found = hexapla.differential(of_python, with_slashes, max_length=3, count=500)
    opposed = [
        side
        for finding in found.classes
        for side in finding.sides
        if side.follower is not None and side.follower.opposed
    ]
    for side in opposed:
        assert side.cited == ""
        assert side.by_rule.startswith("no standard does so in all of them")
    partial = [
        side
        for finding in found.classes
        for side in finding.sides
        if side.follower is not None and side.follower.inputs < side.inputs
    ]
    assert partial
    assert all(f" of {side.inputs:,}" in side.by_rule for side in partial)


def test_a_standard_is_cited_for_most_urls_of_a_class() -> None:
    """A rule that explains only a few of them is not cited."""
    few, most = (Follower(RFC3986, inputs, 0, (), ("3.2",)) for inputs in (6, 620))
    assert follower_text(few, 1_240) == ""
    assert follower_text(most, 1_240) == " (RFC 3986 3.2, in 620 of 1,240)"
    assert follower_text(most, 620) == " (RFC 3986 3.2)"


def test_a_standard_is_explained_by_itself() -> None:
    found = hexapla.differential("spec:rfc2396", "spec:rfc3986", max_length=3, count=0)
    assert found.classes
    for finding in found.classes:
        followers = [side.follower and side.follower.spec.id for side in finding.sides]
        assert followers == ["rfc2396", "rfc3986"]
