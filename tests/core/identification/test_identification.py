"""Identifying an implementation: its standard, its readings, and the unexplained answers."""

import re
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from command_line import run
from differentials_parsers import of_python
from followers import TRIED, follower
from hypothesis import example, given
from inputs import BASE, any_text, chosen_specs
from made_up_parsers import faithful
from rankings import ranking_by
from tables import by_rows_of

import hexapla
from hexapla.divergence.model import Variation
from hexapla.documents.reading import Choice
from hexapla.identification.expectation import expected
from hexapla.implementations.asking import Case, NoAnswerError, size_of
from hexapla.operations.authority import COMPONENT_NAMES
from hexapla.standard.registry import default_columns
from hexapla.standard.spec import Spec


# An option that extends the standard is reported as a departure instead.
def is_of_a_standard(spec: Spec) -> bool:
    extensions = [reading for reading in spec.readings if reading.is_extension]
    return all(spec.options[reading.name] == reading.default for reading in extensions)


@given(chosen_specs(default_columns()).filter(is_of_a_standard))
def test_a_standard_with_readings_is_identified(spec: Spec) -> None:
    """If another selector is returned, no input that was tried distinguishes the two."""
    found = ranking_by(follower(spec))
    if any(choice.reading == "as-of" for choice in spec.choices):
        # An older date is named only if it explains more than one answer.
        assert found.best.id == spec.id
        return
    assert found.best.matching == found.cases

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
    """A standard with one mistake: the departure is that mistake, with a smallest example."""
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
        return urljoin(base, reference)

    cases = [("", "g"), (BASE, "g"), (BASE, "?y"), (BASE, "./g")]
    found = hexapla.identify(resolve, specs=["rfc1808", "rfc2396"], cases=cases)
    troubles = [item.answer.trouble for item in found.unexplained]
    assert troubles == ["it died", "it died", "gave a value of type int, neither str nor None"]
    assert found.answered == 1
    assert found.departures == ()


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
        ((urljoin,), {"cases": []}, ValueError, "give at least one pair"),
        ((urljoin,), {"specs": ["rfc99"]}, hexapla.SelectorError, "rfc99"),
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
    found = hexapla.identify(urljoin)
    best = found.best
    assert best.selector == "rfc3986[same-scheme=loophole]"
    how_far = f"{best.matching} of {found.cases} cases match"
    assert repr(found) == f"<Identification {best.selector}: {how_far}>"
    assert repr(best) == f"<Explanation {best.selector}: {best.matching} of {found.cases} match>"
    for item in (*found.unexplained, *found.departures, *found.rejected):
        assert repr(item).startswith("<")
        assert len(repr(item)) < 200
        assert "\n" not in repr(item)
    (left,) = hexapla.identify(
        lambda *_: "x:a", specs=["rfc3986"], cases=[("http://a/b", "g")]
    ).unexplained
    assert repr(left) == "<ComparedAnswer 'g' against 'http://a/b': 'x:a', expected http://a/g>"
    assert repr(left.answer) == "<Answer to 'g' against 'http://a/b': 'x:a'>"


# No verdict without evidence: if answers are rejections, missing, random, or undecided.

CHANCE = Random(29)
Said = Callable[..., object]


def refuse(*texts: str) -> None:
    raise ValueError("no")


def fail(*texts: str) -> None:
    raise NoAnswerError("died")


def pieces_of(url: str) -> dict[str, str | None]:
    return {name: CHANCE.choice((None, "", url, url[:3], url[3:])) for name in COMPONENT_NAMES}


def of_another_url(url: str) -> dict[str, str | None]:
    return dict(faithful("rfc3986")(CHANCE.choice(("http://a/b?c", "//h:80#f", "x:y", url[1:]))))


def some_refused(url: str) -> dict[str, str | None]:
    if CHANCE.random() < 0.5:
        raise ValueError("no")
    return pieces_of(url)


NOTHING: dict[str, Said] = {
    "refuses all": refuse,
    "None": lambda *texts: None,
    "no answer": fail,
}
NO_PARSERS: dict[str, Said] = NOTHING | {
    "pieces": pieces_of,
    "of another URL": of_another_url,
    "some refused": some_refused,
    "words": lambda url: {name: CHANCE.choice(("http", "a", None)) for name in COMPONENT_NAMES},
    "a constant": lambda url: dict.fromkeys(COMPONENT_NAMES) | {"scheme": "http", "host": "a"},
    "one host": lambda url: {"host": "a"},
    "the whole as path": lambda url: {"path": url},
}
NO_RESOLVERS: dict[str, Said] = NOTHING | {
    "the base": lambda base, reference: base,
    "the reference": lambda base, reference: reference,
    "both": lambda base, reference: base + reference,
    "one of them": lambda base, reference: CHANCE.choice((base, reference, base + reference, None)),
    "a letter less": lambda base, reference: (base + reference).replace(CHANCE.choice("/a."), ""),
    "cut": lambda base, reference: base[: CHANCE.randrange(9)] + reference,
    "a constant": lambda base, reference: "http://a/b/c/g",
}


NO_IMPLEMENTATIONS: dict[str, dict[str, Any]] = {
    **{f"parse, {name}": {"parse": said} for name, said in NO_PARSERS.items()},
    **{f"resolve, {name}": {"resolve": said} for name, said in NO_RESOLVERS.items()},
}


@pytest.mark.parametrize("name", NO_IMPLEMENTATIONS)
def test_no_standard_is_followed_by_chance(name: str) -> None:
    asked = NO_IMPLEMENTATIONS[name]
    found = ranking_by(**asked)
    assert found.no_verdict
    assert found.verdict == f"no verdict: {found.no_verdict}"
    with pytest.raises(hexapla.NoVerdictError, match=re.escape(found.no_verdict)):
        _ = found.best


def test_departures_are_told_without_a_verdict() -> None:
    found = hexapla.identify(lambda base, reference: base)
    assert found.no_verdict
    assert found.to_dict()["best"] is None
    first = found.departures[0]
    assert first.kind.behaviour.sign == Variation.GIVE_BASE
    assert len(first.cases) == len(found.unexplained) + len(found.further_unexplained)


def test_who_refuses_everything_is_asked_the_other_question() -> None:
    parsing = ranking_by(parse=urljoin)
    assert re.fullmatch(
        r"it rejected everything \(TypeError: .*\); if it resolves references, omit --parse, .*",
        parsing.no_verdict or "",
    )
    resolving = ranking_by(urlsplit)
    assert resolving.no_verdict == (
        "it gave no answer: it gave a value of type SplitResult, neither str nor None; "
        "if it parses URLs, use --parse, or parse=… in Python"
    )


def test_half_of_the_cases_are_answered() -> None:
    references = ("g", "./g", "g/", "/g", "?y", "g#s")

    def silent(*left: str) -> hexapla.Identification:
        return hexapla.identify(
            lambda base, reference: fail() if reference in left else urljoin(base, reference),
            specs=["rfc3986"],
            cases=[(BASE, reference) for reference in references],
        )

    assert silent(*references[:3]).no_verdict is None
    assert silent(*references[:4]).no_verdict == (
        "it gave no answer for 4 of 6 cases: it died; if it parses URLs, use --parse, "
        "or parse=… in Python"
    )


@by_rows_of("implementations")
def test_parsers_are_asked_as_they_are(word: str, left_out: list[str]) -> None:
    module, _, name = word.partition(":")
    parse = import_module(module)
    for part in name.split("."):
        parse = getattr(parse, part)
    found = ranking_by(parse=parse)
    assert found.best.id == "rfc3986"
    assert found.answered == found.cases
    assert sorted(found.to_dict()["left_out"]) == left_out  # type: ignore[call-overload]
    assert hexapla.differential(parse, f"python:{word}", max_length=2, count=0).agrees  # type: ignore[arg-type]


@pytest.mark.slow
def test_what_is_left_out_is_named_once() -> None:
    result = run("identify", "--parse", "-q", "python:yarl:URL")
    assert result.exit_code == 1
    assert result.stdout.count("not compared, since it isn't text: query (a MultiDictProxy)") == 1
