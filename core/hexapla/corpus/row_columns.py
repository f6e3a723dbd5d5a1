"""What rows are written with: the columns that there are, and what each holds for some rows.

A row is written as what it holds in the columns that were chosen, and nothing else is computed.
"""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs

from hexapla.comparison.facet import Group
from hexapla.comparison.key import CauseKey
from hexapla.corpus.columns import NamedColumns
from hexapla.corpus.rows import Row
from hexapla.values.frozen import FrozenMapping
from hexapla.values.provenance import Provenance, provenance_now

TARGETS = "target"
"""The column of what resolving gives, which is written as several: one for each spec, and more."""

PROVENANCE = "hexapla"
"""The column of what made a row; unless it is chosen, a file says it once."""

_KEPT = 4096  # combinations of causes whose ids are kept


@functools.lru_cache(_KEPT)
def _ids(causes: tuple[CauseKey, ...]) -> tuple[str, ...]:
    """Return the ids of causes, each once."""
    return tuple(dict.fromkeys(key.id for key in causes))


def _groups(groups: Iterable[Group]) -> list[dict[str, object]]:
    return [{"specs": group.specs, **group.value} for group in groups]


def _parts(groups: Iterable[Group]) -> list[dict[str, object]]:
    return [{"specs": group.specs, "parts": group.value} for group in groups]


@attrs.frozen
class RowForm:
    """How the rows of a run are written: the columns of each, in their order.

    Attributes:
        names: The names of the columns.
        specs: The specs that are compared.
        provenance: What made the rows.
    """

    names: tuple[str, ...]
    specs: NamedColumns
    provenance: Provenance = attrs.field(factory=provenance_now)

    def values(self, name: str, rows: Sequence[Row]) -> list[Any]:
        """Return what some rows hold in a column."""
        return _VALUES[name](rows, self)


def _valid(rows: Sequence[Row], form: RowForm) -> list[dict[str, str]]:
    selectors = form.specs.selectors
    return [dict(zip(selectors, row.verdicts, strict=True)) for row in rows]


def _choices(rows: Sequence[Row], form: RowForm) -> list[dict[str, tuple[str, ...]]]:
    """Return the choices of each column that touches any."""
    selectors = form.specs.selectors
    return [
        {name: some for name, some in zip(selectors, row.choices, strict=True) if some}
        for row in rows
    ]


_Values = Callable[[Sequence[Row], RowForm], list[Any]]

_VALUES: Mapping[str, _Values] = FrozenMapping(
    {
        "source": lambda rows, _: [row.pair.source for row in rows],
        "row": lambda rows, _: [row.pair.row for row in rows],
        "base": lambda rows, _: [row.pair.base for row in rows],
        "reference": lambda rows, _: [row.pair.reference for row in rows],
        "differs": lambda rows, _: [row.differs for row in rows],
        TARGETS: lambda rows, _: [row.targets for row in rows],
        "causes": lambda rows, _: [_ids(row.kind.target_causes) for row in rows],
        "valid": _valid,
        "parts": lambda rows, _: [_parts(row.parts) for row in rows],
        "parts_causes": lambda rows, _: [_ids(row.kind.parts_causes) for row in rows],
        "groups": lambda rows, _: [_groups(row.target) for row in rows],
        "no_rule": lambda rows, _: [row.no_rule for row in rows],
        "choices": _choices,
        PROVENANCE: lambda rows, form: [form.provenance.to_dict() for _ in rows],
    }
)

ALL = tuple(_VALUES)
"""The names of all columns, in the order in which they are written where nobody chooses another."""

COMPARED = ALL[4:-1]
"""The columns of what the specs make of the pair."""

DEFAULT = ALL[:7]
"""The columns that are written where nobody chooses."""

DEFAULT_NAMES = ("default",)
"""What is chosen where nobody chooses."""

_SETS = FrozenMapping({"default": DEFAULT, "all": ALL})


def chosen(names: Iterable[str], of: Sequence[str] = ALL) -> tuple[str, ...]:
    """Return the columns that some names stand for, each once.

    Args:
        names: Names of columns; `default` and `all` stand for several.
        of: The columns that can be chosen.

    Raises:
        ValueError: A name is none of these.
    """
    sets = {name: tuple(each for each in some if each in of) for name, some in _SETS.items()}
    listed = dict.fromkeys(each for name in names for each in sets.get(name, (name,)))
    for name in listed:
        if name not in of:
            raise ValueError(f"{name!r} is no column of rows; there is: {', '.join((*_SETS, *of))}")
    return tuple(listed)
