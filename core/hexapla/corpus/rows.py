"""Compute rows from pairs, and select the fields to write.

Full comparisons are computed only for the fields that need them.
"""

import functools
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any

import attrs

from hexapla.comparison.cause_key import CauseKey
from hexapla.comparison.comparison import ResolvedComparison
from hexapla.corpus.behaviour_cache import BehaviourCache, PairBehaviour
from hexapla.corpus.source import Pair
from hexapla.grammar.validity import Verdict
from hexapla.standard.phases import Target
from hexapla.standard.spec import Spec
from hexapla.values.frozen import kept
from hexapla.values.provenance import Provenance, provenance_now

# The number of references whose verdicts are cached, because many references are repeated.
_REFERENCES = 4096
_LONGEST = 1000  # in code points; verdicts on longer references aren't cached
_BASES = 16


class ComparedSpecs:
    """The specs of a run, with values that are computed once for all pairs."""

    def __init__(self, specs: tuple[Spec, ...]) -> None:
        self.specs = specs
        self.selectors = tuple(spec.selector for spec in specs)
        self._kinds = BehaviourCache(specs)
        self._known_verdicts = functools.lru_cache(maxsize=_REFERENCES)(_verdicts)

        @kept(_BASES, lambda number, base: len(base))  # the links of a page have the same base
        def split_base(number: int, base: str) -> Any:
            return specs[number].standard.split(base)

        self._split_base = split_base

    def __reduce__(self) -> tuple[type["ComparedSpecs"], tuple[tuple[Spec, ...]]]:
        # Pickling omits the cached values.
        return type(self), (self.specs,)

    def compare(self, pair: Pair) -> "Row":
        """Compare the specs on a pair; of specs with the same target, only the first is applied."""
        reference = pair.reference
        kind = self._kinds.of(pair.base, reference)
        verdicts_of = self._known_verdicts if len(reference) <= _LONGEST else _verdicts
        targets: list[Target] = []
        for number, source in enumerate(kind.sources):
            if source < number:
                targets.append(targets[source])
            else:
                spec, base = self.specs[number], self._split_base(number, pair.base)
                targets.append(
                    spec.standard.resolve_parts(base, spec.standard.split(reference, base))
                )
        return Row(pair, kind, verdicts_of(reference, kind.derives), targets, self)


def _verdicts(
    reference: str, derives: tuple[Callable[[str], bool] | None, ...]
) -> tuple[Verdict, ...]:
    verdicts = {None: Verdict.NO_PRODUCTION, True: Verdict.YES, False: Verdict.NO}
    return tuple([verdicts[of_spec and of_spec(reference)] for of_spec in derives])


# Not frozen, because an instance is created for every pair, and creating a frozen one takes three
# times as long.


@attrs.define(eq=False, repr=False)
class Row:
    """The results of the specs for a pair.

    `verdicts` and `targets` contain an item for each spec, in order. `kind` contains the values
    that are the same for all pairs of the same kind (see `behaviour_cache`). Other values are
    computed when they are accessed.
    """

    pair: Pair
    kind: PairBehaviour
    verdicts: tuple[Verdict, ...]
    targets: Sequence[Target]
    specs: ComparedSpecs

    @property
    def differs(self) -> bool:
        """Whether specs that have a rule for the pair resolve it to different targets."""
        return len(self.kind.target) > 1

    @property
    def comparison(self) -> ResolvedComparison:
        """The full comparison of the pair."""
        return ResolvedComparison(self.specs.specs, False, self.pair.reference, base=self.pair.base)

    @property
    def causes(self) -> tuple[CauseKey, ...]:
        """The causes of different components and targets, for each pair of specs that differ."""
        return (*self.kind.parts_causes, *self.kind.target_causes)


# Fields.


TARGETS = "target"
"""The name of the field for the targets, which may be written as several fields."""

PROVENANCE = "hexapla"
"""The name of the field for the provenance.

A file contains the provenance only once, unless this field is chosen.
"""


@functools.lru_cache(4096)  # there are few combinations of causes
def _ids(causes: tuple[CauseKey, ...]) -> tuple[str, ...]:
    """Return the ids of causes, without duplicates."""
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
    "parsed_again": attrgetter("kind.parsed_again"),
}

ALL = (*_VALUES, PROVENANCE)
"""The names of all fields, in the order in which they are written by default."""

COMPARED = ALL[4:-1]
"""The names of the fields that the comparison computes."""

DEFAULT = ALL[:7]
"""The names of the fields that are written by default."""

DEFAULT_NAMES = ("default",)
"""The choice of fields that is used by default."""


def chosen(names: Iterable[str], of: Sequence[str] = ALL) -> tuple[str, ...]:
    """Return the chosen fields without duplicates; `default` and `all` stand for several fields.

    Raises:
        ValueError: A name isn't in `of`.
    """
    sets = {"default": tuple(each for each in DEFAULT if each in of), "all": tuple(of)}
    listed = dict.fromkeys(each for name in names for each in sets.get(name, (name,)))
    for name in listed:
        if name not in of:
            raise ValueError(f"unknown row field {name!r}. Available: {', '.join((*sets, *of))}")
    return tuple(listed)


@attrs.frozen
class RowForm:
    """The format of the rows of a run: the fields to write, in order."""

    names: tuple[str, ...]
    specs: ComparedSpecs
    provenance: Provenance = attrs.field(factory=provenance_now)

    def values(self, name: str, rows: Sequence[Row]) -> list[Any]:
        """Return the values of a field for the given rows."""
        if name == PROVENANCE:
            return [self.provenance.to_dict()] * len(rows)
        return list(map(_VALUES[name], rows))
