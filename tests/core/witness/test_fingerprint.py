"""Recognising a witness: which memo, which readings, what is left unexplained."""

import itertools
import urllib.parse
from collections.abc import Callable, Mapping

import attrs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from inputs import BASES, any_text

import hexapla
from hexapla.documents.reading import Choice, Rationale, Reading
from hexapla.implementations import Case, NoAnswerError, default_cases
from hexapla.implementations.asking import Answer
from hexapla.implementations.cases import answer_of, behaviour, expected, separating, shown
from hexapla.implementations.search import explain, refuses_alike
from hexapla.standard.driver import Parts
from hexapla.standard.phases import NoUri, Outcome
from hexapla.standard.registry import default_columns
from hexapla.standard.spec import AnySpec

SPECS = hexapla.specs()
BASE = "http://a/b/c/d;p?q"
# Short references that the cases were not chosen from, under bases of all kinds.
TRIED = [
    Case(base, "".join(tokens))
    for base in BASES
    for tokens in itertools.product(("", "a", "/", "..", "?", "#", ";", "http:", "1:"), repeat=2)
]


def follower(spec: AnySpec) -> Callable[[str, str], str | None]:
    """Make a witness up that follows a spec, choices and all."""
    return lambda base, reference: expected(spec, Case(base, reference))


@st.composite
def chosen_specs(draw: st.DrawFn) -> AnySpec:
    spec = draw(st.sampled_from(SPECS))
    options = [(item.name, draw(st.sampled_from(item.options))) for item in spec.readings]
    return spec.choosing(*(Choice(name, option) for name, option in options))


@settings(max_examples=200, deadline=None)
@given(chosen_specs())
def test_a_memo_with_readings_is_taken_for_another(spec: AnySpec) -> None:
    """Where the selector is another one, no input tried tells the two apart."""
    found = hexapla.identify(follower(spec))
    assert found.best.agreeing == found.cases
    assert found.best.id == spec.id
    assert not found.unexplained
    assert len(found.best.spec.choices) <= len(spec.choices)
    recognised = follower(found.best.spec)
    if found.best.selector != spec.selector:
        true = follower(spec)
        for case in TRIED:
            assert recognised(case.base, case.reference) == true(case.base, case.reference), case


def separated(spec: AnySpec, case: Case) -> set[str]:
    """Give the readings whose option alone, whatever the others are, changes what a case gives."""
    leaves = behaviour(spec, case)
    names = {name for leaf in leaves for name in leaf.options}
    readings = [reading for reading in spec.readings if reading.name in names]
    combinations = [
        dict(zip([item.name for item in readings], options, strict=True))
        for options in itertools.product(*(item.options for item in readings))
    ]
    return {
        reading.name
        for reading in readings
        for options in combinations
        for option in reading.options
        if answer_of(leaves, options) != answer_of(leaves, options | {reading.name: option})
    }


def test_a_reading_that_can_be_told_is_not_told() -> None:
    """What no input tried tells apart is all that the default cases leave alike."""
    silent = {}
    for name, cases in (("default", default_cases(SPECS)), ("tried", TRIED)):
        silent[name] = {
            f"{spec.id} {reading.name}"
            for spec in SPECS
            for told in [set().union(*(separated(spec, case) for case in cases))]
            for reading in spec.readings
            if reading.name not in told
        }
    assert silent["default"] <= silent["tried"]
    # The first is shown as the base's URI either way; the others are no matter of resolving.
    assert silent["default"] == {
        "rfc2396 empty-reference",
        "rfc1630 grammar",
        "rfc1630 reserved-set",
        "rfc2396 ipv6-literals",
        "rfc2396 escape-data",
    }


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(TRIED), min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_the_search_misses_a_better_explanation(cases: list[Case], random: object) -> None:
    """Answers of a mixture of memos, against every combination of options there is."""
    answers = [
        Answer(case, follower(random.choice(SPECS))(case.base, case.reference))  # type: ignore[attr-defined]
        for case in cases
    ]
    for spec in SPECS:
        table = [behaviour(spec, case) for case in cases]
        names = {name for leaves in table for leaf in leaves for name in leaf.options}
        touched = [reading for reading in spec.readings if reading.name in names]
        costs = []
        for options in itertools.product(*(reading.options for reading in touched)):
            chosen = {item.name: option for item, option in zip(touched, options, strict=True)}
            missed = [
                answer
                for answer, leaves in zip(answers, table, strict=True)
                if not answer.matches(answer_of(leaves, chosen))
            ]
            refused = sum(refuses_alike(spec, answer) for answer in missed)
            departures = sum(
                option != item.default for item, option in zip(touched, options, strict=True)
            )
            costs.append((len(missed) - refused, refused, departures))
        found = explain(spec, answers)
        unexplained = len(cases) - found.agreeing - found.refused
        assert (unexplained, found.refused, len(found.spec.choices)) == min(costs)


@settings(max_examples=25, deadline=None)
@given(chosen_specs(), st.sampled_from(SPECS))
def test_an_option_alone_explains_another_number_of_cases(witness: AnySpec, spec: AnySpec) -> None:
    answers = [Answer(case, follower(witness)(case.base, case.reference)) for case in TRIED[::7]]
    found = explain(spec, answers)
    told = dict(found.by_choice)
    assert told or not spec.readings
    for reading in spec.readings:
        for option in reading.options:
            choice = Choice(reading.name, option)
            chosen = follower(spec.choosing(choice))
            agreeing = sum(item.uri == chosen(*attrs.astuple(item.case)) for item in answers)
            assert agreeing == told.get(choice, found.by_default), choice


def test_a_choice_that_was_given_is_lost() -> None:
    spec = hexapla.spec("rfc2396[excess-dots=remove]")
    found = hexapla.identify(follower(hexapla.spec("rfc2396")), [spec])
    assert Choice("excess-dots", "remove") in found.best.spec.choices
    assert found.unexplained
    assert found.scores == {spec.selector: found.best.by_default}


class Undecided(type(hexapla.spec("rfc1808"))):  # type: ignore[misc]
    """A memo with more combinations of readings than can be gone through."""

    readings = tuple(
        Reading(f"r{number}", "Which?", {"no": Rationale("No."), "yes": Rationale("Yes.")})
        for number in range(24)
    )

    @staticmethod
    def classify(base: Parts, reference: Parts, options: Mapping[str, str], /) -> tuple[None, str]:
        """Ask the readings that the reference names."""
        names = (reference[0] or "").split()
        return None, " ".join(options[f"r{name}"] for name in names)


def test_a_memo_with_many_readings_takes_forever_or_is_mistaken() -> None:
    spec = Undecided()
    pool = [Case(BASE, f"{number} {(number + 1) % 24}") for number in range(24)]
    cases = separating([spec], pool)
    assert {name for case in cases for name in case.reference.split()} == set(map(str, range(24)))
    chosen = spec.choosing(*(Choice(f"r{number}", "yes") for number in (0, 3, 4, 11, 22)))
    found = hexapla.identify(follower(chosen), [spec], pool)
    assert found.best.spec == chosen
    assert not found.unexplained


def test_a_departure_is_not_named() -> None:
    """One memo, but for a mistake of its own: what is left is that mistake, made small."""
    follow = follower(hexapla.spec("rfc1808"))

    def resolve(base: str, reference: str) -> str | None:
        uri = follow(base, reference)
        return uri and uri.replace("g;x", "g")

    found = hexapla.identify(resolve)
    assert found.best.selector == "rfc1808"
    assert {item.case.reference for item in found.unexplained} >= {"g;x", "g;x?y#s"}
    for item in found.unexplained:
        assert item.smallest is not None
        assert "g;x" in item.smallest.case.reference
        assert len(item.smallest.case.reference) <= len(item.case.reference)
    assert "g;x" in {item.smallest.case.reference for item in found.unexplained if item.smallest}


def test_a_witness_that_can_not_answer_is_taken_for_one_that_says_no() -> None:
    def resolve(base: str, reference: str) -> str | None:
        if reference == "g":
            raise NoAnswerError("it died")
        if reference == "?y":
            return 7  # type: ignore[return-value]
        return urllib.parse.urljoin(base, reference)

    cases = [("", "g"), (BASE, "g"), (BASE, "?y"), (BASE, "./g")]
    found = hexapla.identify(resolve, ["rfc1808", "rfc2396"], cases)
    troubles = [item.answer.trouble for item in found.unexplained]
    assert troubles == ["it died", "it died", "gave a int, neither str nor None"]
    assert found.answered == 1
    assert all(item.smallest is None for item in found.unexplained)


def test_what_a_witness_raises_is_no_answer_or_gets_through() -> None:
    def resolve(base: str, reference: str) -> str | None:
        raise ValueError("no")

    found = hexapla.identify(resolve, ["rfc2396"], [("a/b", "g"), (BASE, "g")])
    assert found.best.agreeing == 1
    (left,) = found.unexplained
    assert left.answer.error == "ValueError: no"
    assert left.expected == "http://a/b/c/g"


def test_the_current_document_is_shown_otherwise_than_the_memo_has_it() -> None:
    """RFC 2396, 4.2: the document is known by its URI, and a fragment is none of a URI's."""
    case = Case("http://a/b#c", "#s")
    assert shown(case, NoUri(Outcome.SAME_DOCUMENT, "s")) == "http://a/b#s"
    assert shown(case, NoUri(Outcome.SAME_DOCUMENT, "")) == "http://a/b#"
    assert shown(case, NoUri(Outcome.SAME_DOCUMENT)) == "http://a/b"
    assert shown(case, NoUri(Outcome.ERROR)) is None
    assert shown(case, NoUri(Outcome.UNDEFINED)) is None


def test_the_cases_leave_an_example_out_or_change_from_run_to_run() -> None:
    cases = default_cases(SPECS)
    for spec in SPECS:
        assert {Case(item.base, item.reference) for item in spec.examples()} <= set(cases)
    assert len(set(cases)) == len(cases)
    assert default_cases(default_columns()) != cases


@given(any_text, any_text)
@example("x:\ud800", "\0")
def test_a_text_can_not_be_asked(base: str, reference: str) -> None:
    found = hexapla.identify(lambda base, reference: base + reference, cases=[(base, reference)])
    assert found.cases == 1
    assert found.to_dict()["answered"] == 1


def test_a_long_case_takes_forever() -> None:
    case = Case(BASE, "../" * 300_000)
    found = hexapla.identify(lambda base, reference: reference, ["rfc2396"], [case])
    assert found.unexplained[0].smallest is None


def test_nothing_to_ask_goes_unsaid() -> None:
    with pytest.raises(ValueError, match="give one pair"):
        hexapla.identify(urllib.parse.urljoin, cases=[])
    with pytest.raises(hexapla.SelectorError):
        hexapla.identify(urllib.parse.urljoin, ["rfc99"])


def test_a_fingerprint_can_be_changed() -> None:
    found = hexapla.identify(urllib.parse.urljoin, ["rfc2396"], [(BASE, "g")])
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        found.cases = 2  # type: ignore[misc]
