"""Identifying an implementation: which standard, which readings, what is left unexplained."""

import urllib.parse
from typing import Any

import pytest
from differentials_parsers import of_python
from followers import TRIED, follower
from hypothesis import example, given
from inputs import any_text, chosen_specs

import hexapla
from hexapla.documents.reading import Choice
from hexapla.implementations.asking import Case, NoAnswerError, size_of
from hexapla.implementations.question import expected
from hexapla.standard.spec import Spec

BASE = "http://a/b/c/d;p?q"


@given(chosen_specs())
def test_a_standard_with_readings_is_identified(spec: Spec) -> None:
    """If another selector is returned, no input tried tells the two apart."""
    found = hexapla.identify(follower(spec))
    if any(choice.reading == "as-of" for choice in spec.choices):
        # An older date is named only where it explains more answers than one.
        assert found.best.id == spec.id
        return
    assert found.best.agreeing + found.best.rejected == found.cases

    for answer in found.rejected:
        assert not expected(found.best.spec, answer.case).has_rule
    assert not found.no_rule
    assert found.best.id == spec.id
    assert not found.unexplained
    assert len(found.best.spec.choices) <= len(spec.choices)
    identified = follower(found.best.spec)
    if found.best.selector != spec.selector:
        true = follower(spec)
        for case in TRIED:
            assert identified(case.base, case.reference) == true(case.base, case.reference), case


def test_a_choice_that_was_given_is_kept() -> None:
    spec = hexapla.spec("rfc2396[excess-dots=remove]")
    found = hexapla.identify(follower(hexapla.spec("rfc2396")), specs=[spec])
    assert Choice("excess-dots", "remove") in found.best.spec.choices
    assert found.unexplained
    assert found.best.asked_for == spec.selector


def test_a_departure_is_reduced_to_its_smallest_example() -> None:
    """One standard with one mistake: what is left is that mistake, made small."""
    follow = follower(hexapla.spec("rfc1808"))

    def resolve(base: str, reference: str) -> str | None:
        uri = follow(base, reference)
        return uri and uri.replace("g;x", "g")

    found = hexapla.identify(resolve)
    assert found.best.selector == "rfc1808"
    assert {item.answer.case.reference for item in found.unexplained} >= {"g;x", "g;x?y#s"}
    for item in found.departures:
        assert "g;x" in item.smallest.case.reference
        assert all(size_of(item.smallest.case) <= size_of(case) for case in item.cases)
    assert "g;x" in {item.smallest.case.reference for item in found.departures}


def test_a_failure_to_answer_matches_nothing() -> None:
    def resolve(base: str, reference: str) -> str | None:
        if reference == "g":
            raise NoAnswerError("it died")
        if reference == "?y":
            return 7  # type: ignore[return-value]
        return urllib.parse.urljoin(base, reference)

    cases = [("", "g"), (BASE, "g"), (BASE, "?y"), (BASE, "./g")]
    found = hexapla.identify(resolve, specs=["rfc1808", "rfc2396"], cases=cases)
    troubles = [item.answer.trouble for item in found.unexplained]
    assert troubles == ["it died", "it died", "gave a int, neither str nor None"]
    assert found.answered == 1
    assert found.departures == ()


def test_an_exception_means_no_uri() -> None:
    def resolve(base: str, reference: str) -> str | None:
        raise ValueError("no")

    found = hexapla.identify(resolve, specs=["rfc2396"], cases=[("a/b", "g"), (BASE, "g")])
    assert found.explanations[0].agreeing == 1
    assert "refused everything (ValueError: no)" in found.verdict
    (left,) = found.unexplained
    assert left.answer.error == "ValueError: no"
    assert left.expected.value == "http://a/b/c/g"


@given(any_text, any_text)
@example("x:\ud800", "\0")
def test_any_text_can_be_asked(base: str, reference: str) -> None:
    found = hexapla.identify(lambda base, reference: base + reference, cases=[(base, reference)])
    assert found.cases == 1
    assert found.to_dict()["answered"] == 1


def test_a_long_case_is_not_made_smaller() -> None:
    case = Case(BASE, "../" * 30_000)
    found = hexapla.identify(lambda base, reference: reference, specs=["rfc2396"], cases=[case])
    assert [item.smallest.case for item in found.departures] == [case]


@pytest.mark.parametrize(
    ("asked", "given", "error", "says"),
    [
        ((urllib.parse.urljoin,), {"cases": []}, ValueError, "give one pair"),
        ((urllib.parse.urljoin,), {"specs": ["rfc99"]}, hexapla.SelectorError, "rfc99"),
        ((), {}, TypeError, "either a callable"),
        ((of_python,), {"parse": of_python}, TypeError, "either a callable"),
        ((), {"parse": of_python, "cases": [("a", "b")]}, TypeError, "each of cases must be a str"),
        ((), {"parse": of_python, "cases": []}, ValueError, "no case"),
    ],
)
def test_what_identify_takes(
    asked: tuple[Any, ...], given: dict[str, Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        hexapla.identify(*asked, **given)


def test_an_identification_is_shown_in_short() -> None:
    found = hexapla.identify(urllib.parse.urljoin)
    best = found.best
    assert best.selector == "rfc3986[same-scheme=loophole]"
    how_far = f"{best.agreeing} of {found.cases} cases match"
    assert repr(found) == f"<Identification {best.selector}: {how_far}>"
    assert repr(best) == (
        f"<Explanation {best.selector}: {best.agreeing} match, {best.rejected} rejected>"
    )
    for item in (*found.unexplained, *found.departures, *found.rejected):
        assert repr(item).startswith("<")
        assert len(repr(item)) < 200
        assert "\n" not in repr(item)
    (left,) = hexapla.identify(
        lambda *_: "x:a", specs=["rfc3986"], cases=[("http://a/b", "g")]
    ).unexplained
    assert repr(left) == "<ComparedAnswer 'g' against 'http://a/b': 'x:a', expected http://a/g>"
    assert repr(left.answer) == "<Answer to 'g' against 'http://a/b': 'x:a'>"
