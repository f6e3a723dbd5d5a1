"""The specs of a run, with what is worked out once for all its pairs."""

import functools
from collections.abc import Callable
from itertools import combinations
from typing import Any

from hexapla.comparison.behaviour_cache import Behaviour, BehaviourCache
from hexapla.comparison.cause_key import TARGET, CauseKey
from hexapla.comparison.columns import Columns
from hexapla.corpus.source import Pair
from hexapla.grammar.validity import Verdict
from hexapla.standard.phases import Target
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec
from hexapla.values.kept import kept

# References whose verdicts are kept; many a one comes again.
_REFERENCES = 4096
_LONGEST = 1000  # code points of such a reference
_BASES = 16


class ComparedSpecs:
    """The specs of a run by their selectors."""

    def __init__(self, specs: tuple[Spec, ...]) -> None:
        self.specs = specs
        self.selectors = tuple(spec.selector for spec in specs)
        self._known_verdicts = functools.lru_cache(maxsize=_REFERENCES)(self._find_verdicts)
        # The links of a page have the same base.
        self._split_base = kept(_BASES, lambda number, base: len(base))(self._find_split)

    def __repr__(self) -> str:
        return f"<ComparedSpecs {', '.join(self.selectors)}>"

    def __reduce__(self) -> tuple[type["ComparedSpecs"], tuple[tuple[Spec, ...]]]:
        # What was worked out on the way stays behind.
        return type(self), (self.specs,)

    def kind(self, pair: Pair) -> Behaviour:
        """Return what the specs do with a pair, whatever the words in it."""
        return self._kinds.of(pair.base, pair.reference)

    def verdicts(self, pair: Pair, kind: Behaviour) -> tuple[Verdict, ...]:
        """Return what the grammar of each spec says of a reference."""
        known = self._known_verdicts if len(pair.reference) <= _LONGEST else self._find_verdicts
        return known(pair.reference, kind.derives)

    def _find_verdicts(
        self, reference: str, derives: tuple[Callable[[str], bool] | None, ...]
    ) -> tuple[Verdict, ...]:
        return tuple([_verdict(of_spec, reference) for of_spec in derives])

    def targets(self, pair: Pair, kind: Behaviour) -> list[Target]:
        """Return what each spec resolves a pair to; of specs that agree, one is asked."""
        targets: list[Target] = []
        for number, source in enumerate(kind.sources):
            targets.append(targets[source] if source < number else self._resolve(number, pair))
        return targets

    def _resolve(self, number: int, pair: Pair) -> Target:
        columns = self.side_by_side
        base_parts = self._split_base(number, pair.base)
        return columns.resolve_parts[number](
            base_parts, columns.splitters[number](pair.reference, base_parts)
        )

    def _find_split(self, number: int, base: str) -> Any:
        return self.side_by_side.splitters[number](base)

    @functools.cached_property
    def side_by_side(self) -> Columns:
        """The specs, with what is looked up once for all pairs."""
        return Columns(self.specs)

    @functools.cached_property
    def _kinds(self) -> BehaviourCache:
        return BehaviourCache(self.side_by_side)

    @functools.cached_property
    def possible(self) -> tuple[CauseKey, ...]:
        """For each pair of listed rules of the same phase in two specs, a key about the target.

        No more can be known without running: some of them can't be the cause of any difference, and
        a spec whose outcome is decided early may differ from another by rules of two phases.
        """
        return tuple(
            CauseKey(TARGET, one.phase.value, left.selector, one.name, right.selector, other.name)
            for left, right in combinations(self.specs, 2)
            for phase in Phase
            for one in left.rules
            for other in right.rules
            if one.phase is other.phase is phase
        )


def _verdict(derives: Callable[[str], bool] | None, reference: str) -> Verdict:
    if derives is None:
        return Verdict.NO_PRODUCTION
    return Verdict.YES if derives(reference) else Verdict.NO
