"""All that a spec can give for an input, under every combination of the choices it touches."""

import itertools
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

import attrs

from hexapla.comparison.display import label_of, parts_text
from hexapla.documents.reading import Choice, reading_named
from hexapla.grammar.validity import Verdict
from hexapla.standard.phases import Outcome, Target, has_rule
from hexapla.standard.reference import Reference
from hexapla.standard.spec import Spec
from hexapla.standard.touched import resolve_all
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import Value


@attrs.frozen
class Variant(Value):
    """What a spec gives under some choices.

    `choices` names every touched reading; `key` is what variants are compared by, `value` the same
    as data, and `text` what they are shown as. Under the choices of a `silent` one, the spec has no
    rule: it is no value that columns can agree on.
    """

    _json_members = ("choices", "value", "text")

    choices: tuple[Choice, ...]
    key: Hashable
    value: Mapping[str, object]
    text: str
    silent: bool = False


Run = Callable[[Spec], tuple[Variant, tuple[Choice, ...]]]
"""Runs a spec: what it gives, under no choices as yet, and the choices that it touched."""


def target_value(target: Target) -> Mapping[str, object]:
    """Return a target as data."""
    if isinstance(target, str):
        return FrozenMapping({"outcome": Outcome.URI.value, "uri": target, "fragment": None})
    outcome = target.outcome.value
    return FrozenMapping({"outcome": outcome, "uri": None, "fragment": target.fragment})


def variants_of_target(spec: Spec, base: str, reference: str) -> tuple[Variant, ...]:
    """Return every target that a spec can resolve a reference to, the one of the defaults first."""

    def run(chosen: Spec) -> tuple[Variant, tuple[Choice, ...]]:
        ((*_, target, touched),) = resolve_all(chosen, ((base, reference),))
        silent = not has_rule(target)
        return Variant((), target, target_value(target), str(target), silent), touched

    return tuple(_explore(spec, run, ()))


def parts_value(reference: Reference) -> Mapping[str, object]:
    """Return the parts of a reference as data, by their shared names."""
    return FrozenMapping([(component.shared, part) for component, part, _ in reference.places()])


def variants_of_parts(spec: Spec, reference: str) -> tuple[Variant, ...]:
    """Return every way in which a spec can take a reference apart, that of the defaults first."""

    def run(chosen: Spec) -> tuple[Variant, tuple[Choice, ...]]:
        parsed = chosen.parse(reference)
        ends = tuple((parsed.ends or {}).items())
        variant = Variant((), ends, parts_value(parsed), parts_text(parsed))
        return variant, chosen.record_parsing(reference).choices

    return tuple(_explore(spec, run, ()))


def variants_of_division(spec: Spec, url: str) -> tuple[Variant, ...]:
    """Return every way in which a spec can divide a URL, that of the defaults first.

    The key of each is a `DividedUrl`. There is none where the spec divides no URL.
    """
    if spec.division is None:
        return ()

    def run(chosen: Spec) -> tuple[Variant, tuple[Choice, ...]]:
        division = chosen.division
        assert division is not None
        divided = division.divide(url)
        told, text = divided.components.stated, str(divided.components)
        variant = Variant((), divided, told, text, not divided.has_rule)
        return variant, (*chosen.record_parsing(url).choices, *divided.choices)

    return tuple(_explore(spec, run, ()))


Verdicts = Mapping[tuple[Choice, ...], Verdict]


def variants_of_validity(spec: Spec, text: str) -> tuple[Variant, ...]:
    """Return every verdict on a text, under each variant of the grammar that readings offer.

    Only the readings on which the verdict depends are named.
    """
    fixed = {choice.reading for choice in spec.choices}
    offered = [reading for reading in spec.grammar_readings if reading.name not in fixed]
    choices = [[Choice(reading.name, option) for option in reading.options] for reading in offered]
    verdicts: Verdicts = {
        chosen: spec.choosing(*chosen).validate(text).verdict
        for chosen in itertools.product(*choices)
    }
    for options in choices:
        without = _without(options, verdicts)
        verdicts = verdicts if without is None else without
    return tuple(_of_verdict(chosen, verdict) for chosen, verdict in verdicts.items())


def _without(options: Iterable[Choice], verdicts: Verdicts) -> Verdicts | None:
    """Return verdicts by the choices without a reading; None where a verdict depends on it."""
    kept: dict[tuple[Choice, ...], Verdict] = {}
    for chosen, verdict in verdicts.items():
        others = tuple(choice for choice in chosen if choice not in options)
        if kept.setdefault(others, verdict) is not verdict:
            return None
    return kept


def _of_verdict(choices: tuple[Choice, ...], verdict: Verdict) -> Variant:
    value = FrozenMapping({"verdict": verdict.value})
    return Variant(choices, verdict, value, verdict.value, verdict is Verdict.NO_PRODUCTION)


def _explore(spec: Spec, run: Run, fixed: tuple[Choice, ...]) -> Iterator[Variant]:
    """Run a spec, and again under each option of the first touched reading not yet fixed."""
    variant, touched = run(spec)
    chosen = {choice.reading for choice in (*fixed, *spec.choices)}
    open_choice = next((choice for choice in touched if choice.reading not in chosen), None)
    if open_choice is None:
        yield attrs.evolve(variant, choices=touched)
        return
    reading = reading_named(open_choice.reading, spec.readings)
    for option in reading.options:
        choice = Choice(reading.name, option)
        yield from _explore(spec.choosing(choice), run, (*fixed, choice))


# What another option would do.


@attrs.frozen(repr=False)
class ReadingEffect(Value):
    """What another option of a reading would do to the groups.

    Attributes:
        spec: The column.
        reading: The name of the reading.
        option: The option in force.
        other: The other option.
        then: What would come of it: "C becomes B", "RFC 2396 joins A", or the new result.
    """

    _json_members = ("spec=spec.selector", "reading", "option", "other", "then")

    spec: Spec
    reading: str
    option: str
    other: str
    then: str


def effect_on_groups(spec: Spec, own: tuple[str, int] | None, joins: str | None, new: str) -> str:
    """Return what comes of it if a column gives something else.

    Args:
        spec: The column.
        own: The letter of its group, and how many columns that has; None for a silent column.
        joins: The letter of the group that gives the same then; None where none does.
        new: What it gives then, on one line.
    """
    if joins is None:
        return f"{label_of(spec)}: {new}"
    if own is not None and own[1] == 1:
        return f"{own[0]} becomes {joins}"
    return f"{label_of(spec)} joins {joins}"
