"""Labels along a line: apart, in their order, and near their points."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from hexapla_site.figures.spread import spread

POINTS = st.lists(st.floats(0, 1000), max_size=12).map(sorted)


def test_labels_with_room_stand_at_their_points() -> None:
    assert spread([10, 60, 200], 44, 0) == (10, 60, 200)


def test_close_labels_stand_around_their_points() -> None:
    assert spread([100, 101, 102], 10, 0) == (91, 101, 111)
    assert spread([100, 101, 102], 10, 100) == (100, 110, 120)


@given(POINTS, st.floats(0, 1000))
@settings(deadline=None)
def test_labels_are_apart_and_in_order(points: list[float], first: float) -> None:
    places = spread(points, 20, first)
    assert len(places) == len(points)
    for earlier, later in pairwise(places):
        assert later - earlier >= 20 - 0.11
    assert all(place >= first - 0.1 for place in places)
