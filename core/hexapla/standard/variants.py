"""All results that a spec can give for an input, depending on the options of its readings."""

import itertools
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import NamedTuple

import attrs

from hexapla.documents.reading import Choice, reading_named
from hexapla.grammar.validity import Verdict
from hexapla.standard.display import parts_text, show, target_text
from hexapla.standard.driver import resolve_consulting
from hexapla.standard.phases import Target, has_rule, target_value
from hexapla.standard.reference import Reference
from hexapla.standard.spec import Spec
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class Variant(Value):
    """The result of a spec under some choices.

    `choices` contains a choice for every reading that was consulted. Two variants are compared by
    `key`. `value` is the result as data, and `text` is the result as text for display. If `silent`
    is true, the spec has no rule for the input under these choices, and the variant can't agree
    with a variant of another spec.
    """

    _json_members = ("choices", "value", "text")

    choices: tuple[Choice, ...]
    key: Hashable
    value: Mapping[str, object]
    text: str
    silent: bool = False

    @property
    def shown(self) -> str:
        """The text with every code point visible."""
        return self.text


@attrs.frozen(repr=False)
class TargetVariant(Variant):
    """The target of a reference under some choices."""

    @property
    def shown(self) -> str:
        """The text with every code point visible."""
        return target_text(self.key)


class Given(NamedTuple):
    """A spec's result for an input (a variant without choices), and the options consulted."""

    variant: Variant
    consulted: tuple[Choice, ...]


def target_by(spec: Spec, base: str, reference: str) -> Given:
    """Resolve a reference under a spec."""
    target, consulted = resolve_consulting(spec.standard, base, reference)
    return Given(variant_of_target(target), consulted)


def variant_of_target(target: Target) -> Variant:
    """Return a target as a variant, without choices."""
    silent = not has_rule(target)
    return TargetVariant((), target, target_value(target), str(target), silent)


def parts_value(reference: Reference) -> Mapping[str, object]:
    """Convert the parts of a reference to data, keyed by shared name.

    Components with the same shared name, such as a user, a host and a port, form a single part,
    which extends from the first component to the last.
    """
    texts: dict[str, list[str]] = {}
    for component, text, _ in reference.places():
        texts.setdefault(component.shared, []).append(text)
    return FrozenMapping(
        (name, parts[0] if len(parts) == 1 else reference.part(name))
        for name, parts in texts.items()
    )


def variant_of_parts(reference: Reference) -> Variant:
    """Return the parts of a reference as a variant, without choices."""
    ends = None if reference.ends is None else FrozenMapping(reference.ends)
    if reference.failure is not None:
        return Variant((), ends, FrozenMapping(), reference.form_name)
    text = parts_text(reference) or reference.form_name
    return Variant((), ends, parts_value(reference), text)


def variant_of_texts(reference: Reference) -> Variant:
    """Return the parts of a reference as a variant, without choices and without positions.

    The key differs from the keys of all variants with positions.
    """
    texts = FrozenMapping(
        (name, text) for name, text in reference.parts.items() if text is not None
    )
    shown = " ".join(f"{name}={show(text)}" for name, text in texts.items())
    return Variant((), texts, texts, shown or reference.form_name)


def division_by(spec: Spec, url: str) -> Given:
    """Split a URL under a spec; the variant's key is a `DividedUrl`."""
    assert spec.standard.division is not None
    divided = spec.standard.division.divide(url)
    told, text = divided.components.stated, str(divided.components)
    variant = Variant((), divided, told, text, not divided.has_rule)
    parsing = spec.standard.record_parsing(url)
    consulted = spec.standard.division.consulted(divided)
    return Given(variant, (*parsing.choices, *consulted))


def variants_of(
    spec: Spec, given_by: Callable[[Spec], Given], fixed: tuple[Choice, ...] = ()
) -> Iterator[Variant]:
    """Yield all possible results of a spec; the result under its current options comes first.

    A chosen option that isn't a default stays fixed. The result is computed again under each option
    of the first consulted reading for which no option is fixed yet.
    """
    variant, consulted = given_by(spec)
    chosen = {choice.reading for choice in (*fixed, *spec.choices)}
    open_choice = next((choice for choice in consulted if choice.reading not in chosen), None)
    if open_choice is None:
        yield attrs.evolve(variant, choices=consulted)
        return
    reading = reading_named(open_choice.reading, spec.readings)
    for option in reading.options:
        choice = Choice(reading.name, option)
        yield from variants_of(spec.choosing(choice), given_by, (*fixed, choice))


Verdicts = Mapping[tuple[Choice, ...], Verdict]


def variants_of_validity(spec: Spec, text: str) -> Iterator[Variant]:
    """Yield the verdicts on a string under all variants of the grammar that readings offer.

    The choices of a `Variant` include only the readings that affect the verdict.
    """
    fixed = {choice.reading for choice in spec.choices}
    offered = [reading for reading in spec.standard.grammar_readings if reading.name not in fixed]
    choices = [[Choice(reading.name, option) for option in reading.options] for reading in offered]
    verdicts: Verdicts = {
        chosen: spec.choosing(*chosen).validate(text).verdict
        for chosen in itertools.product(*choices)
    }
    for options in choices:
        without = _without(options, verdicts)
        verdicts = verdicts if without is None else without
    for chosen, verdict in verdicts.items():
        value = FrozenMapping({"verdict": verdict.value})
        silent = verdict is Verdict.NO_PRODUCTION
        yield Variant(chosen, verdict, value, verdict.words, silent)


def _without(options: Iterable[Choice], verdicts: Verdicts) -> Verdicts | None:
    """Drop a reading from the choices of verdicts; return None if the reading affects a verdict."""
    kept: dict[tuple[Choice, ...], Verdict] = {}
    for chosen, verdict in verdicts.items():
        others = tuple(choice for choice in chosen if choice not in options)
        if kept.setdefault(others, verdict) is not verdict:
            return None
    return kept
