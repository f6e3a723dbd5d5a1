"""Room for labels along a line: each near its point, none nearer to the next than it may be."""

from collections.abc import Sequence

import attrs


@attrs.frozen
class _Run:
    """Neighbours that stand close: where the first one stands, and how many there are."""

    start: float
    count: int
    wanted: float

    def joined(self, other: "_Run", apart: float) -> "_Run":
        """Return both as one run, where its members together are nearest to their points."""
        wanted = self.wanted + other.wanted - self.count * apart * other.count
        count = self.count + other.count
        return _Run(wanted / count, count, wanted)


def spread(points: Sequence[float], apart: float, first: float) -> tuple[float, ...]:
    """Return a place for the label of each point, in the order of the points.

    Args:
        points: Where the points are, from the smallest.
        apart: How far two labels are apart at least.
        first: The smallest place that a label may have.
    """
    runs: list[_Run] = []
    for point in points:
        runs.append(_Run(max(point, first), 1, max(point, first)))
        while len(runs) > 1 and runs[-2].start + runs[-2].count * apart > runs[-1].start:
            later = runs.pop()
            joined = runs.pop().joined(later, apart)
            runs.append(attrs.evolve(joined, start=max(joined.start, first)))
    return tuple(
        round(run.start + number * apart, 1) for run in runs for number in range(run.count)
    )
