"""The cases that are asked by default, and the standards that are tried."""

import itertools
from collections.abc import Iterable, Mapping

import pytest
from followers import SPECS, TRIED, follower

import hexapla
from hexapla.documents.reading import Choice, Rationale, Reading
from hexapla.implementations import question
from hexapla.implementations.asking import Case
from hexapla.implementations.question import Alternative, candidates
from hexapla.implementations.resolving import Resolving
from hexapla.standard.driver import Parts
from hexapla.standard.spec import Spec

BASE = "http://a/b/c/d;p?q"


def separated(spec: Spec, case: Case) -> set[str]:
    """Return the readings of which an option alone, whatever the others are, changes an answer."""
    alternatives = question.alternatives(spec, case)
    names = {name for options, _ in alternatives for name in options}
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
        if under(alternatives, options) != under(alternatives, options | {reading.name: option})
    }


def under(alternatives: Iterable[Alternative], options: Mapping[str, str]) -> object:
    return next(
        expected.value for chosen, expected in alternatives if chosen.items() <= options.items()
    )


@pytest.mark.slow
def test_the_default_cases_separate_every_reading_that_can_be_separated() -> None:
    """What the default cases do not separate, no input tried separates."""
    unseparated = {}
    for name, cases in (("default", Resolving(SPECS).default_cases()), ("tried", TRIED)):
        unseparated[name] = {
            f"{spec.id} {reading.name}"
            for spec in SPECS
            for told in [set().union(*(separated(spec, case) for case in cases))]
            for reading in spec.readings
            if reading.name not in told
        }
    assert unseparated["default"] <= unseparated["tried"]
    # The first is shown as the base's URI either way; the others are no matter of resolving.
    assert unseparated["default"] == {
        "rfc2396 empty-reference",
        "rfc1630 grammar",
        "rfc1630 data-type",
        "rfc1630 reserved-set",
        "rfc2396 ipv6-literals",
        "rfc2396 escape-data",
        "rfc2396 reg-name",
        "rfc2396 at-signs",
        "rfc2396 colons",
        "rfc1630 colons",
        *(f"rfc{number} at-signs" for number in (1738, 1808, 3986)),
        *(f"rfc{number} colons" for number in (1738, 1808, 3986)),
    }


def test_the_default_cases_contain_every_example_once() -> None:
    cases = Resolving(SPECS).default_cases()
    for spec in SPECS:
        assert {Case(item.base, item.reference) for item in spec.examples()} <= set(cases)
    assert len(set(cases)) == len(cases)


class Undecided(type(hexapla.spec("rfc1808"))):  # type: ignore[misc]
    readings = tuple(
        Reading(f"r{number}", "Which?", {"no": Rationale("No."), "yes": Rationale("Yes.")})
        for number in range(24)
    )

    @staticmethod
    def classify(base: Parts, reference: Parts, options: Mapping[str, str], /) -> tuple[None, str]:
        names = (reference[0] or "").split()
        return None, " ".join(options[f"r{name}"] for name in names)


def test_a_standard_with_many_readings_is_identified() -> None:
    spec = Undecided()
    pool = [Case(BASE, f"{number} {(number + 1) % 24}") for number in range(24)]
    chosen = spec.choosing(*(Choice(f"r{number}", "yes") for number in (0, 3, 4, 11, 22)))
    found = hexapla.identify(follower(chosen), specs=[spec], cases=pool)
    assert found.best.spec == chosen
    assert not found.unexplained


class Guest(type(hexapla.spec("rfc3986"))):  # type: ignore[misc]
    """A plug-in that changes an installed standard, and inherits what that says of itself."""


class Asking(Guest):
    candidate = True


def test_a_plug_in_is_a_candidate_only_if_its_own_class_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asking = Asking()
    monkeypatch.setattr(question, "installed", lambda: (*SPECS, Guest(), asking))
    assert candidates() == (*SPECS, asking)
