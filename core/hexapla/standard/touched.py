"""Which readings an input touches, at full speed: nothing is recorded but the options asked for."""

from collections.abc import Iterable, Iterator

from hexapla.documents.reading import Choice
from hexapla.standard.driver import Parts, Phases
from hexapla.standard.phases import AskedOptions, Target

Resolved = tuple[Parts, Parts, Target, tuple[Choice, ...]]
"""A base and a reference, both taken apart, the target, and the readings touched."""


def resolve_all(phases: Phases, pairs: Iterable[tuple[str, str]]) -> Iterator[Resolved]:
    """Resolve pairs of a base and a reference, and tell which readings each touches.

    The readings come with the options in force, in the order in which `record` has them. A base
    that comes again is taken apart once.
    """
    options, split, resolve_parts = phases.options, phases.split, phases.resolve_parts
    bases: dict[str, tuple[Parts, AskedOptions]] = {}
    for base, reference in pairs:
        known = bases.get(base)
        if known is None:
            asked = AskedOptions(options)
            known = bases[base] = split(base, options=asked), asked
        base_parts, asked = known
        asked = AskedOptions(options, asked)
        phases.ask(asked, base, reference)
        parts = split(reference, base_parts, asked)
        target = resolve_parts(base_parts, parts, asked)
        yield base_parts, parts, target, asked.choices


def touched(phases: Phases, base: str, reference: str) -> tuple[Choice, ...]:
    """Return the readings that a base and a reference touch, as `resolve_all` has them."""
    ((*_, choices),) = resolve_all(phases, ((base, reference),))
    return choices
