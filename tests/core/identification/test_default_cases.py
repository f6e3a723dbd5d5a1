"""The default cases of an identification, and the standards that are tried.

At least two default cases distinguish each reading, and each step, of a column from the others.
"""

import functools
import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from followers import follower, options_of
from tables import by_rows_of, rows_of

import hexapla
from hexapla.documents.reading import Choice, Rationale, Reading
from hexapla.identification import question
from hexapla.identification.applied_rules import effective_rules
from hexapla.identification.expectation import Expectation, expected
from hexapla.identification.parsing import Parsing
from hexapla.identification.question import candidates
from hexapla.identification.resolving import Resolving
from hexapla.implementations.asking import AnyCase, Case
from hexapla.standard.driver import Parts
from hexapla.standard.registry import default_columns
from hexapla.standard.rule import Rule, RuleKind
from hexapla.standard.spec import Spec

SPECS = default_columns()
BASE = "http://a/b/c/d;p?q"
ENOUGH = 2

# Readings that no case can distinguish, steps that no case can show, by kind or name, and why.
UNTOLD: dict[str, str] = dict(rows_of("implementations", "what no case can tell"))
UNTOLD_PAIRS = {
    (one, other) for one, other, _ in rows_of("implementations", "steps that no case tells apart")
}


def told_apart(question: Any, one: Spec, other: Spec) -> int:
    return sum(
        shown(expected(one, case)) != shown(expected(other, case))
        for case in cases_of(question.name)
    )


def shown(expected: Expectation) -> tuple[object, bool]:
    """Return the parts of an expected answer that a program can show."""
    return expected.value, expected.has_rule


@functools.cache
def cases_of(question: str) -> tuple[AnyCase, ...]:
    return (Resolving if question == "resolve" else Parsing)(SPECS).default_cases()


@functools.cache
def steps_shown(spec: Spec) -> Mapping[str, frozenset[AnyCase]]:
    """Return the default cases in which each step of a column acts or decides.

    URLs to parse that have a scheme are included, as references that need no base.
    """
    urls = [case.url for case in cases_of("parse")]  # type: ignore[union-attr]
    absolute = [url for url in urls if hexapla.spec("rfc3986").parse(url).split[1] is not None]
    cases = (*cases_of("resolve"), *(Case(BASE, url) for url in absolute))
    shown: dict[str, set[AnyCase]] = {rule.name: set() for rule in spec.rules}
    for chosen, case in itertools.product(options_of(spec), dict.fromkeys(cases)):
        for rule in (*effective_rules(chosen, case), *dots_left(chosen, case)):
            shown[rule.name].add(case)
    return {name: frozenset(acts) for name, acts in shown.items()}


def dots_left(spec: Spec, case: Case) -> Iterator[Rule]:
    """Yield the step that keeps dot segments in a path, if there are any."""
    for step in spec.standard.record(case.reference, base=case.base).steps:
        segments = str(step.before).split("/")
        if step.rule.kind is RuleKind.SKIP_DOTS and {".", ".."} & set(segments):
            yield step.rule


def why_untold(rule: Rule) -> str | None:
    """Return why no case can show a step; None if a case must."""
    if rule.keeps:
        return "it leaves something unchanged"
    if rule.kind.startswith("cut-"):
        return "it separates a component and changes no character"
    return UNTOLD.get(rule.kind) or UNTOLD.get(rule.name)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.id)
def test_each_option_is_told_apart_from_the_others(spec: Spec) -> None:
    questions = [Resolving(SPECS), *([Parsing()] if spec.standard.division else [])]
    untold = {
        (one.selector, other.selector)
        for one, other in itertools.combinations(map(hexapla.spec, tellable(spec)), 2)
        if max(told_apart(question, one, other) for question in questions) < ENOUGH
    }
    assert untold == set()


def tellable(spec: Spec) -> list[str]:
    """Return the options of a spec that some case can distinguish."""
    names = {reading.name for reading in spec.readings if f"{spec.id} {reading.name}" in UNTOLD}
    return [
        chosen.selector
        for chosen in options_of(spec)
        if not names & {choice.reading for choice in chosen.choices}
        and chosen.selector not in UNTOLD
    ]


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.id)
def test_each_step_is_told_apart_from_the_others(spec: Spec) -> None:
    shown = steps_shown(spec)
    told = [rule.name for rule in spec.rules if why_untold(rule) is None]
    assert {name for name in told if len(shown[name]) < ENOUGH} == set()
    alike = {
        (one, other)
        for one, other in itertools.combinations(told, 2)
        if len(shown[one] ^ shown[other]) < ENOUGH
    }
    assert alike == {pair for pair in UNTOLD_PAIRS if pair[0] in told}


@by_rows_of("implementations")
def test_what_parsers_treat_differently_is_resolved(what: str, texts: list[str]) -> None:
    references = {case.texts[1] for case in cases_of("resolve")}
    assert set(texts) <= references, what


def test_the_default_cases_contain_every_example_once() -> None:
    cases = cases_of("resolve")
    for spec in SPECS:
        assert {Case(item.base, item.reference) for item in spec.examples()} <= set(cases)
    assert len(set(cases)) == len(cases)


MANY_READINGS = 12
"""More than any standard has; `hexapla.identification.explanation` describes their cost."""


class Undecided(type(hexapla.spec("rfc1808").standard)):  # type: ignore[misc]
    readings = tuple(
        Reading(f"r{number}", "Which?", {"no": Rationale("No."), "yes": Rationale("Yes.")})
        for number in range(MANY_READINGS)
    )

    @staticmethod
    def classify(base: Parts, reference: Parts, options: Mapping[str, str], /) -> tuple[None, str]:
        names = (reference[0] or "").split()
        return None, " ".join(options[f"r{name}"] for name in names)


def test_a_standard_with_many_readings_is_identified() -> None:
    spec = Undecided().spec
    pool = [Case(BASE, f"{n} {(n + 1) % MANY_READINGS}") for n in range(MANY_READINGS)]
    chosen = spec.choosing(*(Choice(f"r{number}", "yes") for number in (0, 3, 4, 8, 11)))
    found = hexapla.identify(follower(chosen), specs=[spec], cases=pool)
    assert found.best.spec == chosen
    assert not found.unexplained


class Guest(type(hexapla.spec("rfc3986").standard)):  # type: ignore[misc]
    """A plug-in that changes an installed standard, and inherits its attributes."""


class Asking(Guest):
    candidate = True


def test_a_plug_in_is_a_candidate_only_if_its_own_class_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asking = Asking().spec
    monkeypatch.setattr(question, "installed", lambda: (*SPECS, Guest().spec, asking))
    assert candidates() == (*SPECS, asking)
