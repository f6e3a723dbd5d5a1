"""The work itself: from a batch of pairs to a batch of rows, whatever runs it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import tee

import attrs

from hexapla.comparison.compared import ResolvedComparison
from hexapla.comparison.facet import Group
from hexapla.comparison.key import CauseKey
from hexapla.corpus.columns import NamedColumns
from hexapla.corpus.pair import Pair
from hexapla.grammar.validity import Verdict
from hexapla.standard.phases import Target


@attrs.frozen(repr=False)
class Row:
    """What the columns make of a pair.

    `verdicts` and `targets` have one a column, in their order; `parts` and `target` are the groups
    that agree, the largest first; `no_rule` are the columns that have no rule to resolve the pair
    by, and are in no group of `target`; `causes` say why two columns differ, one key for every two
    that do; `choices` has, for each column, the readings that the pair touched with the option in
    force, as `reading=option`.
    """

    pair: Pair
    verdicts: tuple[Verdict, ...]
    targets: Sequence[Target]
    parts: tuple[Group, ...]
    target: tuple[Group, ...]
    no_rule: tuple[str, ...]
    causes: tuple[CauseKey, ...]
    choices: tuple[tuple[str, ...], ...]

    def __repr__(self) -> str:
        pair = self.pair
        targets = " | ".join(" ".join(group.specs) for group in self.target)
        return f"<Row {pair.row} of {pair.source}: {pair.reference!r} on {pair.base!r}, {targets}>"

    @property
    def differs(self) -> bool:
        """Whether not all columns that have a rule resolve the pair to the same."""
        return len(self.target) > 1

    def to_dict(self, columns: NamedColumns) -> dict[str, object]:
        """Return the row's JSON form; columns that touch no choice are left out of `choices`."""
        return {
            "source": self.pair.source,
            "row": self.pair.row,
            "base": self.pair.base,
            "reference": self.pair.reference,
            **self.result(columns),
        }

    def result(self, columns: NamedColumns) -> dict[str, object]:
        """Return what the columns make of the pair, without the pair itself."""
        selectors = columns.selectors
        return {
            "valid": dict(zip(selectors, self.verdicts, strict=True)),
            "parts": [{"specs": group.specs, "parts": group.value} for group in self.parts],
            "target": [{"specs": group.specs, **group.value} for group in self.target],
            "no_rule": self.no_rule,
            "causes": [key.to_dict() for key in self.causes],
            "choices": {
                selector: choices
                for selector, choices in zip(selectors, self.choices, strict=True)
                if choices
            },
        }


def compare_pairs(pairs: Iterable[Pair], columns: NamedColumns) -> Iterator[Row]:
    """Compare a batch of pairs; yield a row for each pair, in their order. Any text is legal."""
    asked, answered = tee(pairs)
    comparisons = zip(answered, columns.compare_all(asked), strict=True)
    return (_row(pair, comparison) for pair, comparison in comparisons)


def _row(pair: Pair, comparison: ResolvedComparison) -> Row:
    parts, target = comparison.parts, comparison.target
    grouped, resolved = parts.groups, target.groups
    differing = (
        facet for facet, groups in ((parts, grouped), (target, resolved)) if len(groups) > 1
    )
    return Row(
        pair,
        tuple([validity.verdict for validity in comparison.validities]),
        target.targets,
        grouped,
        resolved,
        target.silent,
        tuple([cause.key for facet in differing for cause in facet.causes]),
        tuple([tuple(map(str, choices)) for choices in comparison.touched]),
    )
