"""Places in a plane for things of which only the distances are known: multidimensional scaling.

Classical scaling (Torgerson 1952) gives the places to start from; stress majorization with equal
weights (de Leeuw 1977) moves them until what is drawn comes no nearer to what is given. The same
distances give the same places.
"""

import math
from collections.abc import Sequence
from itertools import combinations

Place = tuple[float, float]
Distances = Sequence[Sequence[float]]
"""A row for each thing with its distance to each: symmetric, and 0 to itself."""

_MOST_ROUNDS = 1_000
_ENOUGH = 1e-9  # of what is missed, gained in a round
_SWEEPS = 60
_NUDGE = 1e-4  # of the largest distance


def places_of(distances: Distances) -> tuple[Place, ...]:
    """Return a place for each thing, around the origin, so that the stress is small."""
    places = _nudged(_classical(distances), max(map(max, distances), default=0.0))
    left = _error(distances, places)
    for _ in range(_MOST_ROUNDS):
        places = _majorized(distances, places)
        before, left = left, _error(distances, places)
        if before - left <= _ENOUGH * before:
            break
    return tuple(places)


def stress(distances: Distances, places: Sequence[Place]) -> float:
    """Return how much the drawn distances differ from the given ones: Kruskal's stress-1, from 0.

    It is the root of the squared differences divided by the squared distances drawn.
    """
    drawn = sum(math.dist(one, other) ** 2 for one, other in combinations(places, 2))
    return math.sqrt(_error(distances, places) / drawn) if drawn else 0.0


def _error(distances: Distances, places: Sequence[Place]) -> float:
    """Return the sum of the squared errors of the distances."""
    return sum(
        (math.dist(at, there) - distances[one][other]) ** 2
        for (one, at), (other, there) in combinations(enumerate(places), 2)
    )


def _classical(distances: Distances) -> list[Place]:
    """Return the places by the two directions in which the things are farthest apart."""
    squares = [[distance**2 for distance in row] for row in distances]
    means = [sum(row) / len(row) for row in squares]
    mean = sum(means) / len(means) if means else 0.0
    products = [
        [-(square - means[one] - means[other] + mean) / 2 for other, square in enumerate(row)]
        for one, row in enumerate(squares)
    ]
    principal = sorted(_eigen(products), key=lambda pair: -pair[0])[:2]
    axes = [
        [math.sqrt(max(value, 0.0)) * entry for entry in vector] for value, vector in principal
    ] + [[0.0] * len(squares)] * (2 - len(principal))
    return list(zip(*axes, strict=True))


def _eigen(matrix: Sequence[Sequence[float]]) -> list[tuple[float, list[float]]]:
    """Return the eigenvalues of a symmetric matrix, each with its vector, by Jacobi's rotations."""
    size = len(matrix)
    rows = [list(row) for row in matrix]
    vectors = [[float(one == other) for other in range(size)] for one in range(size)]
    least = 1e-24 * sum(entry**2 for row in rows for entry in row)
    for _ in range(_SWEEPS):
        if 2 * sum(rows[one][other] ** 2 for one, other in combinations(range(size), 2)) <= least:
            break
        for one, other in combinations(range(size), 2):
            _rotate(rows, vectors, one, other)
    return [(rows[place][place], vectors[place]) for place in range(size)]


def _rotate(rows: list[list[float]], vectors: list[list[float]], one: int, other: int) -> None:
    """Turn two axes so that the entry between them becomes 0."""
    entry = rows[one][other]
    if not entry:
        return
    half = (rows[other][other] - rows[one][one]) / (2 * entry)
    tangent = math.copysign(1.0, half) / (abs(half) + math.sqrt(half * half + 1))
    cosine = 1 / math.sqrt(tangent * tangent + 1)
    sine = tangent * cosine
    for row in rows:
        row[one], row[other] = (
            cosine * row[one] - sine * row[other],
            sine * row[one] + cosine * row[other],
        )
    for table in (rows, vectors):
        table[one], table[other] = (
            [cosine * a - sine * b for a, b in zip(table[one], table[other], strict=True)],
            [sine * a + cosine * b for a, b in zip(table[one], table[other], strict=True)],
        )


def _nudged(places: Sequence[Place], largest: float) -> list[Place]:
    """Move apart what is on one place: majorization alone would never separate it."""
    return [
        (
            x + _NUDGE * largest * math.cos(2.4 * number),
            y + _NUDGE * largest * math.sin(2.4 * number),
        )
        for number, (x, y) in enumerate(places)
    ]


def _majorized(distances: Distances, places: Sequence[Place]) -> list[Place]:
    """Move each thing by one round of majorization, which never makes the stress larger."""
    moved = []
    for one, (x, y) in enumerate(places):
        right = down = 0.0
        for other, (there_x, there_y) in enumerate(places):
            apart = math.dist((x, y), (there_x, there_y))
            share = distances[one][other] / apart if apart else 0.0
            right += there_x + share * (x - there_x)
            down += there_y + share * (y - there_y)
        moved.append((right / len(places), down / len(places)))
    return moved
