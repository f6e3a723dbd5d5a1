"""All that a spec can give for an input, under every combination of the choices it touches."""

from collections.abc import Callable, Hashable, Iterator

import attrs

from hexapla.reading import Choice
from hexapla.reference import Reference
from hexapla.spec import AnySpec


@attrs.frozen
class Variant:
    """What a spec gives under some choices.

    `choices` names every touched reading; `key` is what variants are compared by, `text` what they
    are shown as.
    """

    choices: tuple[Choice, ...]
    key: Hashable
    text: str

    def to_dict(self) -> dict[str, object]:
        """Give the variant's JSON form."""
        return {"choices": [choice.to_dict() for choice in self.choices], "value": self.text}


def variants_of_target(spec: AnySpec, base: str, reference: str) -> tuple[Variant, ...]:
    """Give every target that a spec can resolve a reference to, the one of the defaults first."""

    def run(chosen: AnySpec) -> tuple[Hashable, str, tuple[Choice, ...]]:
        resolution = chosen.resolve(base, reference)
        return resolution.target, str(resolution), chosen.trace(base, reference).choices

    return tuple(_explore(spec, run, ()))


def variants_of_parts(
    spec: AnySpec,
    reference: str,
    key: Callable[[Reference], Hashable],
    text: Callable[[Reference], str],
) -> tuple[Variant, ...]:
    """Give every way in which a spec can take a reference apart, the one of the defaults first."""

    def run(chosen: AnySpec) -> tuple[Hashable, str, tuple[Choice, ...]]:
        parsed = chosen.parse(reference)
        return key(parsed), text(parsed), chosen.trace_parsing(reference).choices

    return tuple(_explore(spec, run, ()))


def variants_of_validity(spec: AnySpec, text: str) -> tuple[Variant, ...]:
    """Give every verdict on a text, under each variant of the grammar that a reading offers."""
    reading = next((item for item in spec.readings if item.name == spec.grammar_reading), None)
    fixed = reading is None or any(choice.reading == reading.name for choice in spec.choices)
    if reading is None or fixed:
        verdict = spec.validate(text).verdict
        return (Variant((), verdict, verdict.value),)
    choices = [Choice(reading.name, option) for option in reading.options]
    verdicts = [spec.choosing(choice).validate(text).verdict for choice in choices]
    if len(set(verdicts)) == 1:
        return (Variant((), verdicts[0], verdicts[0].value),)
    return tuple(
        Variant((choice,), verdict, verdict.value)
        for choice, verdict in zip(choices, verdicts, strict=True)
    )


def _explore(
    spec: AnySpec,
    run: Callable[[AnySpec], tuple[Hashable, str, tuple[Choice, ...]]],
    fixed: tuple[Choice, ...],
) -> Iterator[Variant]:
    """Run a spec, and again under each option of the first touched reading not yet fixed."""
    key, text, touched = run(spec)
    chosen = {choice.reading for choice in (*fixed, *spec.choices)}
    open_choice = next((choice for choice in touched if choice.reading not in chosen), None)
    if open_choice is None:
        yield Variant(tuple(touched), key, text)
        return
    reading = next(item for item in spec.readings if item.name == open_choice.reading)
    for option in reading.options:
        choice = Choice(reading.name, option)
        yield from _explore(spec.choosing(choice), run, (*fixed, choice))
