"""The readings that explain the most: checked against every combination of options."""

import itertools
from collections.abc import Iterable

import attrs
from followers import SPECS, TRIED, follower
from hypothesis import given, settings
from hypothesis import strategies as st
from inputs import chosen_specs

import hexapla
from hexapla.documents.reading import Choice
from hexapla.identification.expectation import Finding, alternatives, expected
from hexapla.identification.explanation import Explanation, explain
from hexapla.identification.resolving import Resolving
from hexapla.implementations.asking import Answer, Case, ResolveAnswer
from hexapla.standard.spec import Spec

QUESTION = Resolving(SPECS)


def explained(spec: Spec, answers: list[ResolveAnswer]) -> Explanation:
    return explain(QUESTION, spec, answers)


def finding(spec: Spec, under: Spec, answer: ResolveAnswer) -> Finding:
    """Return the result of comparing an answer with a spec under some choices."""
    due = attrs.evolve(expected(under, answer.case), spec=spec)
    return due.findings(answer)["uri"]


@given(st.lists(st.sampled_from(TRIED), min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_the_search_finds_the_best_explanation(cases: list[Case], random: object) -> None:
    """The answers come from several standards; every combination of options is tried."""
    answers: list[ResolveAnswer] = [
        Answer(case, follower(random.choice(SPECS))(case.base, case.reference))  # type: ignore[attr-defined]
        for case in cases
    ]
    for spec in SPECS:
        table = [alternatives(spec, case) for case in cases]
        names = {name for row in table for options, _ in row for name in options}
        choices = [
            [Choice(reading.name, option) for option in reading.options]
            for reading in spec.readings
            if reading.name in names
        ]
        costs = [cost(spec, chosen, answers) for chosen in itertools.product(*choices)]
        assert cost(spec, explained(spec, answers).spec.choices, answers) == min(costs)


def cost(spec: Spec, choices: Iterable[Choice], answers: list[ResolveAnswer]) -> tuple[int, ...]:
    """Return three numbers: unexplained answers plus the price of choices, rejections, choices."""
    under = spec.choosing(*choices)
    found = [finding(spec, under, answer) for answer in answers]
    rejected = found.count(Finding.REJECTED)
    price = sum(item.price_of(under.options[item.name]) for item in spec.readings)
    return price + len(found) - found.count(Finding.SAME) - rejected, rejected, len(under.choices)


@settings(max_examples=settings().max_examples // 2)
@given(chosen_specs(), st.sampled_from(SPECS))
def test_each_option_alone_explains_the_number_given(followed: Spec, spec: Spec) -> None:
    answers: list[ResolveAnswer] = [
        Answer(case, follower(followed)(case.base, case.reference)) for case in TRIED[::7]
    ]
    found = explained(spec, answers)
    told = dict(found.by_choice)
    # The readings of RFC 1738 don't affect resolving.
    assert told or spec.id in ("rfc1738", "whatwg")
    for reading in spec.readings:
        for option in () if reading.is_extension else reading.options:
            choice = Choice(reading.name, option)
            matching = sum(
                finding(spec, spec.choosing(choice), item) in (Finding.SAME, Finding.REJECTED)
                for item in answers
            )
            assert matching == told.get(choice, found.by_default), choice


def test_a_standard_without_a_rule_is_not_followed() -> None:
    """RFC 1738, 2.3, leaves relative forms to other documents."""
    cases = [Case("http://a/b", "g"), Case("http://a/b", "?"), Case("http://a/b", "x:y")]
    answers: list[ResolveAnswer] = [
        Answer(case, uri) for case, uri in zip(cases, ("http://a/g", None, "x:y"), strict=True)
    ]
    (spec,) = (spec for spec in SPECS if spec.id == "rfc1738")
    found = explained(spec, answers)
    assert (found.matching, found.rejected, found.no_rule) == (2, 1, 1)
    identified = hexapla.identify(lambda base, reference: "x:y", specs=[spec], cases=cases)
    assert [answer.case for answer in identified.no_rule] == cases[:2]
    assert (identified.unexplained, identified.departures) == ((), ())
    assert "1 of 3 cases match, 2 without a rule" in identified.verdict
