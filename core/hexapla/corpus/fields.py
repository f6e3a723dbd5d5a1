"""What rows are written with: the fields that there are, and what each holds for some rows.

A row is written as what it holds in the fields that were chosen, and nothing else is computed.
"""

import functools
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any

import attrs

from hexapla.comparison.cause_key import CauseKey
from hexapla.corpus.rows import Row
from hexapla.corpus.specs import ComparedSpecs
from hexapla.values.frozen import FrozenMapping
from hexapla.values.provenance import Provenance, provenance_now

TARGETS = "target"
"""The field of what resolving gives, which is written as several: one for each spec, and more."""

PROVENANCE = "hexapla"
"""The field of what made a row; unless it is chosen, a file says it once."""


@functools.lru_cache(4096)  # there are few combinations of causes
def _ids(causes: tuple[CauseKey, ...]) -> tuple[str, ...]:
    """Return the ids of causes, each once."""
    return tuple(dict.fromkeys(key.id for key in causes))


_VALUES: dict[str, Callable[[Row], Any]] = {
    "source": attrgetter("pair.source"),
    "row": attrgetter("pair.row"),
    "base": attrgetter("pair.base"),
    "reference": attrgetter("pair.reference"),
    "differs": attrgetter("differs"),
    TARGETS: attrgetter("targets"),
    "causes": lambda row: _ids(row.kind.target_causes),
    "valid": lambda row: dict(zip(row.specs.selectors, row.verdicts, strict=True)),
    "parts": lambda row: [
        {"specs": each.specs, "parts": each.value} for each in row.comparison.parts.groups
    ],
    "parts_causes": lambda row: _ids(row.kind.parts_causes),
    "groups": lambda row: [
        {"specs": each.specs, **each.value} for each in row.comparison.target.groups
    ],
    "no_rule": attrgetter("kind.no_rule"),
    "choices": lambda row: {
        spec: choices
        for spec, choices in zip(row.specs.selectors, row.kind.choices, strict=True)
        if choices
    },
}

ALL = (*_VALUES, PROVENANCE)
"""The names of all fields, in the order in which they are written where nobody chooses another."""

COMPARED = ALL[4:-1]
"""The fields of what the specs make of the pair."""

DEFAULT = ALL[:7]
"""The fields that are written where nobody chooses."""

DEFAULT_NAMES = ("default",)
"""What is chosen where nobody chooses."""

_SETS = FrozenMapping({"default": DEFAULT, "all": ALL})


def chosen(names: Iterable[str], of: Sequence[str] = ALL) -> tuple[str, ...]:
    """Return the fields that some names stand for, each once.

    Args:
        names: Names of fields; `default` and `all` stand for several.
        of: The fields that can be chosen.

    Raises:
        ValueError: A name is none of these.
    """
    sets = {name: tuple(each for each in some if each in of) for name, some in _SETS.items()}
    listed = dict.fromkeys(each for name in names for each in sets.get(name, (name,)))
    for name in listed:
        if name not in of:
            raise ValueError(f"{name!r} is no field of rows; there is: {', '.join((*_SETS, *of))}")
    return tuple(listed)


@attrs.frozen
class RowForm:
    """How the rows of a run are written: the fields of each, in their order."""

    names: tuple[str, ...]
    specs: ComparedSpecs
    provenance: Provenance = attrs.field(factory=provenance_now)

    def values(self, name: str, rows: Sequence[Row]) -> list[Any]:
        """Return what some rows hold in a field."""
        if name == PROVENANCE:
            return [self.provenance.to_dict()] * len(rows)
        return list(map(_VALUES[name], rows))
