"""The work itself: from a batch of pairs to a batch of rows, whatever runs it."""

from collections.abc import Iterable, Iterator, Sequence

import attrs

from hexapla.comparison.behaviour_cache import Behaviour
from hexapla.comparison.cause_key import CauseKey
from hexapla.comparison.comparison import ResolvedComparison
from hexapla.corpus.source import Pair
from hexapla.corpus.specs import ComparedSpecs
from hexapla.grammar.validity import Verdict
from hexapla.standard.phases import Target

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
        """Why specs differ about parts, then about targets: one key for every two that do."""
        return (*self.kind.parts_causes, *self.kind.target_causes)


def compare_pairs(pairs: Iterable[Pair], specs: ComparedSpecs) -> Iterator[Row]:
    """Compare a batch of pairs; yield a row for each pair, in their order. Any text is legal."""
    for pair in pairs:
        kind = specs.kind(pair)
        verdicts, targets = specs.verdicts(pair, kind), specs.targets(pair, kind)
        yield Row(pair, kind, verdicts, targets, specs)
