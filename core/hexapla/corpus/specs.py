"""The specs of a run, with what is worked out once for all its pairs."""

import functools
from collections.abc import Callable
from itertools import combinations

from hexapla.comparison.columns import Columns
from hexapla.comparison.key import TARGET, CauseKey
from hexapla.comparison.kinds import Kind, Kinds
from hexapla.corpus.source import Pair
from hexapla.grammar.validity import Verdict
from hexapla.standard.driver import Parts
from hexapla.standard.phases import Target
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec

# References whose verdicts are kept; many a one comes again.
_REFERENCES = 4096
_LONGEST = 1000  # code points of such a reference


class ComparedSpecs:
    """The specs of a run by their selectors."""

    def __init__(self, specs: tuple[Spec, ...]) -> None:
        self.specs = specs
        self.selectors = tuple(spec.selector for spec in specs)
        # The base of the last pair, as specs split it: the links of a page have the same.
        self._base: str | None = None
        self._base_splits: dict[int, Parts] = {}

    def __repr__(self) -> str:
        return f"<ComparedSpecs {', '.join(self.selectors)}>"

    def __reduce__(self) -> tuple[type["ComparedSpecs"], tuple[tuple[Spec, ...]]]:
        # What was worked out on the way stays behind.
        return type(self), (self.specs,)

    def kind(self, pair: Pair) -> Kind:
        """Return what the specs do with a pair, whatever the words in it."""
        return self._kinds.of(pair.base, pair.reference)

    def verdicts(self, pair: Pair, kind: Kind) -> tuple[Verdict, ...]:
        """Return what the grammar of each spec says of a reference."""
        known = self._known_verdicts if len(pair.reference) <= _LONGEST else self._find_verdicts
        return known(pair.reference, kind.covered)

    @functools.cached_property
    def _known_verdicts(self) -> Callable[[str, tuple[bool, ...]], tuple[Verdict, ...]]:
        return functools.lru_cache(maxsize=_REFERENCES)(self._find_verdicts)

    def _find_verdicts(self, reference: str, covered: tuple[bool, ...]) -> tuple[Verdict, ...]:
        specs = zip(self._derives, covered, strict=True)
        return tuple(
            [
                _verdict(derives, reference) if has else Verdict.NO_PRODUCTION
                for derives, has in specs
            ]
        )

    def targets(self, pair: Pair, kind: Kind) -> list[Target]:
        """Return what each spec resolves a pair to; of specs that agree, one is asked."""
        targets: list[Target] = []
        for number, source in enumerate(kind.sources):
            targets.append(targets[source] if source < number else self._resolve(number, pair))
        return targets

    def _resolve(self, number: int, pair: Pair) -> Target:
        side_by_side, base = self.side_by_side, pair.base
        if base != self._base:
            self._base, self._base_splits = base, {}
        split, known = side_by_side.splitters[number], self._base_splits
        base_parts = known.get(number)
        if base_parts is None:
            base_parts = known[number] = split(base)
        return side_by_side.resolve_parts[number](base_parts, split(pair.reference))

    @functools.cached_property
    def side_by_side(self) -> Columns:
        """The specs, with what is looked up once for all pairs."""
        return Columns(self.specs)

    @functools.cached_property
    def _derives(self) -> tuple[Callable[[str], bool] | None, ...]:
        return tuple(spec.derives for spec in self.specs)

    @functools.cached_property
    def _kinds(self) -> Kinds:
        return Kinds(self.side_by_side)

    @functools.cached_property
    def possible(self) -> tuple[CauseKey, ...]:
        """For every two listed rules of the same phase in two specs, a key about the target.

        No more can be known without running: some of them can't be the cause of any difference, and
        a spec whose outcome is decided early may differ from another by rules of two phases.
        """
        return tuple(
            CauseKey(TARGET, phase.value, left.selector, here, right.selector, there)
            for left, right in combinations(self.specs, 2)
            for phase in Phase
            for here in _names(left, phase)
            for there in _names(right, phase)
        )


def _names(spec: Spec, phase: Phase) -> tuple[str, ...]:
    return tuple(rule.name for rule in spec.rules if rule.phase is phase)


def _verdict(derives: Callable[[str], bool] | None, reference: str) -> Verdict:
    """Return what a grammar that covers a reference says of it."""
    if derives is None:
        return Verdict.NO_PRODUCTION
    return Verdict.YES if derives(reference) else Verdict.NO
