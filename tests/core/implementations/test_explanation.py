"""The readings that explain the most: checked against every combination of options."""

import itertools

from followers import SPECS, TRIED, chosen_specs, follower
from hypothesis import given, settings
from hypothesis import strategies as st

import hexapla
from hexapla.documents.reading import Choice
from hexapla.implementations import Answer, Case
from hexapla.implementations.behaviour import behaviour
from hexapla.implementations.explanation import explain, follows, is_rejection, lacks_rule
from hexapla.standard.spec import Spec


@given(st.lists(st.sampled_from(TRIED), min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_the_search_finds_the_best_explanation(cases: list[Case], random: object) -> None:
    """Answers of a mixture of standards, against every combination of options."""
    answers = [
        Answer(case, follower(random.choice(SPECS))(case.base, case.reference))  # type: ignore[attr-defined]
        for case in cases
    ]
    for spec in SPECS:
        table = [behaviour(spec, case) for case in cases]
        names = {name for branches in table for branch in branches for name in branch.options}
        touched = [reading for reading in spec.readings if reading.name in names]
        costs = []
        for options in itertools.product(*(reading.options for reading in touched)):
            chosen = {item.name: option for item, option in zip(touched, options, strict=True)}
            under = spec.choosing(*(Choice(name, option) for name, option in chosen.items()))
            missed = [answer for answer in answers if not follows(under, answer)]
            rejected = sum(
                is_rejection(spec, answer) or (answer.uri is None and lacks_rule(under, answer))
                for answer in missed
            )
            departures = sum(
                option != item.default for item, option in zip(touched, options, strict=True)
            )
            costs.append((len(missed) - rejected, rejected, departures))
        found = explain(spec, answers)
        unexplained = len(cases) - found.agreeing - found.rejected
        assert (unexplained, found.rejected, len(found.spec.choices)) == min(costs)


@settings(max_examples=settings().max_examples // 2)
@given(chosen_specs(), st.sampled_from(SPECS))
def test_each_option_alone_explains_the_number_given(followed: Spec, spec: Spec) -> None:
    answers = [Answer(case, follower(followed)(case.base, case.reference)) for case in TRIED[::7]]
    found = explain(spec, answers)
    told = dict(found.by_choice)
    # The readings of RFC 1738 are no matter of resolving.
    assert told or spec.id in ("rfc1738", "whatwg")
    for reading in spec.readings:
        for option in reading.options:
            choice = Choice(reading.name, option)
            agreeing = sum(follows(spec.choosing(choice), item) for item in answers)
            assert agreeing == told.get(choice, found.by_default), choice


def test_a_standard_without_a_rule_is_not_followed() -> None:
    """RFC 1738, 2.3: relative forms are left to others."""
    cases = [Case("http://a/b", "g"), Case("http://a/b", "?"), Case("http://a/b", "x:y")]
    answers = [
        Answer(case, uri) for case, uri in zip(cases, ("http://a/g", None, "x:y"), strict=True)
    ]
    (spec,) = (spec for spec in SPECS if spec.id == "rfc1738")
    found = explain(spec, answers)
    assert (found.agreeing, found.rejected, found.no_rule) == (1, 1, 1)
    identified = hexapla.identify(lambda base, reference: "x:y", specs=[spec], cases=cases)
    assert [answer.case for answer in identified.no_rule] == cases[:2]
    assert (identified.unexplained, identified.departures) == ((), ())
    assert "1 of 3 cases match, 2 without a rule" in identified.verdict


def test_an_explanation_is_shown_in_short() -> None:
    (spec,) = (spec for spec in SPECS if spec.id == "rfc3986")
    cases = [Case("http://a/b", "g"), Case("http://a/b", "%")]
    found = explain(spec, [Answer(cases[0], "http://a/g"), Answer(cases[1], None)])
    assert repr(found) == "<Explanation rfc3986: 1 match, 1 rejected>"
