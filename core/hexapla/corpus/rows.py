"""The work itself, from pairs to rows, whatever runs it; and the fields that rows are written with.

A row is written as what it holds in the fields that were chosen, and nothing else is computed.
"""

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any

import attrs

from hexapla.comparison.behaviour_cache import Behaviour
from hexapla.comparison.cause_key import CauseKey
from hexapla.comparison.comparison import ResolvedComparison
from hexapla.corpus.source import Pair
from hexapla.corpus.specs import ComparedSpecs
from hexapla.grammar.validity import Verdict
from hexapla.standard.phases import Target
from hexapla.values.frozen import FrozenMapping
from hexapla.values.provenance import Provenance, provenance_now

# Made for every pair: not frozen, which would take three times as long to make.


@attrs.define(eq=False, repr=False)
class Row:
    """What the specs make of a pair.

    `verdicts` and `targets` have one for each spec, in their order. What holds for all pairs that
    differ in words alone is in `kind`; what else there is is put together when it is asked for.
    """

    pair: Pair
    kind: Behaviour
    verdicts: tuple[Verdict, ...]
    targets: Sequence[Target]
    specs: ComparedSpecs

    @property
    def differs(self) -> bool:
        """Whether not all specs that have a rule resolve the pair to the same."""
        return len(self.kind.target) > 1

    @property
    def comparison(self) -> ResolvedComparison:
        """All that the specs find in the pair."""
        columns, pair = self.specs.side_by_side, self.pair
        return ResolvedComparison(
            columns, pair.reference, base=pair.base, targets=tuple(self.targets)
        )

    @property
    def causes(self) -> tuple[CauseKey, ...]:
        """Why specs differ about parts, then about targets: one key for each pair that does."""
        return (*self.kind.parts_causes, *self.kind.target_causes)


def compare_pairs(pairs: Iterable[Pair], specs: ComparedSpecs) -> Iterator[Row]:
    """Compare a batch of pairs; yield a row for each pair, in their order. Any text is legal."""
    for pair in pairs:
        kind = specs.kind(pair)
        verdicts, targets = specs.verdicts(pair, kind), specs.targets(pair, kind)
        yield Row(pair, kind, verdicts, targets, specs)


# Fields.


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
