"""Places from distances: right where a plane can hold them, and as near as can be elsewhere."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexapla_site.figures.multidimensional_scaling import places_of, stress

PLACES = st.tuples(st.integers(-50, 50), st.integers(-50, 50))


def between(places: list[tuple[int, int]]) -> list[list[float]]:
    return [[math.dist(one, other) for other in places] for one in places]


@given(st.lists(PLACES, max_size=12))
def test_what_a_plane_can_hold_is_drawn_as_it_is(places: list[tuple[int, int]]) -> None:
    distances = between(places)
    drawn = places_of(distances)
    assert stress(distances, drawn) < 1e-3
    for one, row in zip(drawn, distances, strict=True):
        for other, distance in zip(drawn, row, strict=True):
            assert math.dist(one, other) == pytest.approx(distance, abs=0.2)


@given(st.lists(st.lists(st.floats(0, 1), min_size=9, max_size=9), min_size=9, max_size=9))
def test_distances_of_no_plane_have_one_finite_picture(rows: list[list[float]]) -> None:
    distances = [
        [0.0 if one == other else (rows[one][other] + rows[other][one]) / 2 for other in range(9)]
        for one in range(9)
    ]
    drawn = places_of(distances)
    assert drawn == places_of(distances)
    assert all(math.isfinite(x) and math.isfinite(y) for x, y in drawn)
    apart = [(one, other) for one in range(9) for other in range(one)]
    missed = sum(
        (math.dist(drawn[one], drawn[other]) - distances[one][other]) ** 2 for one, other in apart
    )
    in_one_place = sum(distances[one][other] ** 2 for one, other in apart)
    assert missed <= in_one_place + 1e-9
    assert stress(distances, drawn) >= 0


def test_four_that_are_equally_far_from_each_other_are_a_square() -> None:
    """No plane holds them; the best is a square, whose stress is known."""
    distances = [[float(one != other) for other in range(4)] for one in range(4)]
    drawn = places_of(distances)
    found = sorted(math.dist(drawn[one], drawn[other]) for one in range(4) for other in range(one))
    side = found[0]
    assert found == pytest.approx([side] * 4 + [side * math.sqrt(2)] * 2, rel=1e-3)
    assert stress(distances, drawn) == pytest.approx(0.1716, abs=1e-3)
