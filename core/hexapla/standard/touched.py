"""Which readings an input touches, at full speed: nothing is recorded but the options asked for."""

from collections.abc import Callable, Mapping
from itertools import starmap

from hexapla.documents.reading import Choice
from hexapla.standard.driver import Parts, Phases


class _AskedOptions(dict[str, str]):
    """Options that hold those that were asked for, in the order in which they were first."""

    __slots__ = ("_options",)

    def __init__(self, options: Mapping[str, str]) -> None:
        self._options = options

    def __missing__(self, name: str) -> str:
        option = self[name] = self._options[name]
        return option


def toucher(phases: Phases) -> Callable[[Parts, Parts], tuple[Choice, ...]]:
    """Return what tells which readings a base and a reference touch that were taken apart.

    It returns them with the options in force, in the order in which `record` has them.
    """
    options, split, resolve_parts = phases.options, phases.split, phases.resolve_parts
    parsing_asks = any("options" in step.parameters for step in phases.parsing)

    def touched_by(base: Parts, reference: Parts) -> tuple[Choice, ...]:
        asked = _AskedOptions(options)
        if parsing_asks:
            split(base[0], asked)
            split(reference[0], asked)
        resolve_parts(base, reference, asked)
        return tuple(starmap(Choice, asked.items())) if asked else ()

    return touched_by
