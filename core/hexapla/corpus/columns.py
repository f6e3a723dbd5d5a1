"""The columns of a run, and the keys of the causes that they can have."""

import functools
from collections.abc import Iterable, Iterator
from itertools import combinations

from hexapla.comparison.columns import Columns
from hexapla.comparison.compared import ResolvedComparison
from hexapla.comparison.key import TARGET, CauseKey
from hexapla.corpus.pair import Pair
from hexapla.standard.phases import Phase
from hexapla.standard.rule_name import rule_name
from hexapla.standard.spec import Spec


class NamedColumns:
    """The specs of a run by their selectors."""

    def __init__(self, specs: tuple[Spec, ...]) -> None:
        self.specs = specs
        self.selectors = tuple(spec.selector for spec in specs)

    def __repr__(self) -> str:
        return f"<NamedColumns {', '.join(self.selectors)}>"

    def __reduce__(self) -> tuple[type["NamedColumns"], tuple[tuple[Spec, ...]]]:
        # What was worked out on the way stays behind.
        return type(self), (self.specs,)

    def compare_all(self, pairs: Iterable[Pair]) -> Iterator[ResolvedComparison]:
        """Compare the columns on each of some pairs, in their order."""
        return self._columns.compare_all_touching((pair.base, pair.reference) for pair in pairs)

    @functools.cached_property
    def _columns(self) -> Columns:
        return Columns(self.specs)

    @functools.cached_property
    def possible(self) -> tuple[CauseKey, ...]:
        """For every two listed rules of the same phase in two columns, a key about the target.

        No more can be known without running: some of them can't be the cause of any difference, and
        a column whose outcome is decided early may differ from another by rules of two phases.
        """
        return tuple(
            CauseKey(TARGET, phase.value, left.selector, here, right.selector, there)
            for left, right in combinations(self.specs, 2)
            for phase in Phase
            for here in _names(left, phase)
            for there in _names(right, phase)
        )


def _names(spec: Spec, phase: Phase) -> tuple[str, ...]:
    return tuple(rule_name(spec, rule) for rule in spec.rules if rule.phase is phase)
