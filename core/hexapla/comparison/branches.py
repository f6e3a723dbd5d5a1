"""How the results of columns come apart: a tree of their groups, told by what each one did.

k groups have k - 1 branches: each group is set against the one it is nearest to, and the root is
group A, that of the newest standard. A branch has a row for each phase in which the two runs part
or go on from there, in the order of the phases, to the results.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence

import attrs

from hexapla.comparison.cause import Act, Cause
from hexapla.standard.phases import Target
from hexapla.standard.rule import Phase, in_pieces
from hexapla.standard.spec import Spec
from hexapla.text.span import Span
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class BranchSide(Value):
    """What the column that speaks for a group did in a phase.

    Attributes:
        letter: The letter of the group.
        spec: The column that speaks for the group.
        acts: What it did, as far as that matters.
        before: The target so far before the phase.
        after: The target so far after it.
        removed: What was taken out of `before`, in code points, where the phase only removes.
    """

    _json_members = ("letter", "spec=spec.selector", "acts", "before!s", "after!s", "removed")

    letter: str
    spec: Spec
    acts: tuple[Act, ...]
    before: Target
    after: Target
    removed: tuple[Span, ...] = ()

    @property
    def pieces(self) -> tuple[tuple[str, bool], ...]:
        """The text before, each piece with whether it was taken out; none if more is done."""
        return tuple(in_pieces(str(self.before), self.removed)) if self.removed else ()


@attrs.frozen(repr=False)
class BranchRow(Value):
    """A phase in which two groups part, or go on after they have parted.

    Attributes:
        phase: The phase.
        decides: Whether the two would end alike without this difference.
        differs: Whether the two differ here by themselves, and do not just go on.
        sides: What each group did, the branch's own group first; one that did nothing is left out.
    """

    phase: Phase
    decides: bool
    differs: bool
    sides: tuple[BranchSide, ...]

    @property
    def before(self) -> Target | None:
        """The target so far before the phase, where it is the same on all sides."""
        first, *rest = (side.before for side in self.sides)
        return first if all(other == first for other in rest) else None


@attrs.frozen(repr=False)
class Branch(Value):
    """Two groups set against each other.

    Attributes:
        group: The letter of the group that is told.
        against: The letter of the group that it is set against.
        rows: The phases in which the two part, in their order, to the results.
        cause: Why the columns differ that speak for the two groups.
    """

    _json_members = ("group", "against", "rows", "cause=cause.key")

    group: str
    against: str
    rows: tuple[BranchRow, ...]
    cause: Cause = attrs.field(eq=False)

    @property
    def deciding(self) -> BranchRow:
        """The row without which the two groups would be one; else the last in which they part."""
        parting = [row for row in self.rows if row.differs]
        return next((row for row in self.rows if row.decides), parting[-1])

    def __repr__(self) -> str:
        said = (f"{side.letter} {side.acts[0].says}" for side in self.deciding.sides if side.acts)
        return f"<Branch {self.group} against {self.against}: {'; '.join(said)}>"


# The tree.

Pair = tuple[int, int]
"""The indexes of two columns."""


@attrs.frozen
class TreeEdge:
    """A group that is set against another: their numbers, and the columns that speak for them."""

    group: int
    against: int
    speakers: Pair


def tree_of(
    groups: Sequence[Sequence[int]],
    columns: Sequence[Spec],
    length: Callable[[int, int], tuple[bool, int]],
) -> Iterator[TreeEdge]:
    """Yield each group but the first, set against the nearest one that stands in the tree.

    Two groups are as near as their nearest columns: those with the shortest chain, then the newest.
    A group has the indexes of its columns; `length` returns how far apart two of them are.
    """

    def between(group: int, against: int) -> tuple[tuple[object, ...], TreeEdge]:
        pairs = itertools.product(groups[group], groups[against])
        distances = {pair: length(*pair) for pair in pairs}
        nearest = min(distances.values())
        near = [pair for pair, distance in distances.items() if distance == nearest]
        days = [[columns[index].document.date.toordinal() for index in pair] for pair in near]
        apart = min(abs(one - other) for one, other in days)
        edge = TreeEdge(group, against, max(zip(map(sum, days), near, strict=True))[1])
        return (nearest, apart, group), edge

    left, inside = set(range(1, len(groups))), {0}
    while left:
        edges = (between(*item) for item in itertools.product(sorted(left), sorted(inside)))
        _, edge = min(edges, key=lambda item: item[0])
        left.remove(edge.group)
        inside.add(edge.group)
        yield edge
