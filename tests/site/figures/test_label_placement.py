"""The labels of a picture: none stands on another, on a mark, or beside the picture."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from hexapla_site.figures.label_placement import Box, LineSegment, RoundMark, place_labels

WIDTH = 720.0
MARKS = st.lists(
    st.builds(
        RoundMark,
        st.floats(0, WIDTH),
        st.floats(0, 400),
        st.just(6.0),
        st.floats(5, WIDTH),
        st.sampled_from((17.0, 34.0, 51.0)),
    ),
    max_size=14,
)


@given(MARKS)
def test_labels_overlap_nothing_and_stay_inside(marks: list[RoundMark]) -> None:
    labels = place_labels(marks, WIDTH)
    assert len(labels) == len(marks)
    for one, other in combinations(labels, 2):
        assert not one.box.meets(other.box)
    for label in labels:
        assert not any(label.box.meets(mark.box) for mark in marks)
        assert label.box.left >= -1e-9
        assert label.box.right <= WIDTH + 1e-9


@given(MARKS)
def test_a_label_has_its_size_and_its_line_leads_to_its_mark(marks: list[RoundMark]) -> None:
    for mark, label in zip(marks, place_labels(marks, WIDTH), strict=True):
        box = label.box
        assert abs(box.right - box.left - mark.label_width) < 1e-6
        assert abs(box.bottom - box.top - mark.label_height) < 1e-6
        if label.leader is not None:
            assert mark.box.widened(3).meets_line(label.leader)
            assert box.widened(1).meets_line(label.leader)


def test_a_lone_label_is_beside_its_mark() -> None:
    (label,) = place_labels([RoundMark(300, 100, 6, 80, 17)], WIDTH)
    assert label.leader is None
    assert label.box.left > 300


def test_lines_and_boxes_meet_where_they_cross() -> None:
    box = Box(0, 0, 10, 10)
    assert box.meets_line(LineSegment(-5, 5, 15, 5))
    assert box.meets_line(LineSegment(5, -5, 5, 15))
    assert not box.meets_line(LineSegment(-5, 5, -1, 5))
    assert not box.meets_line(LineSegment(11, -5, 11, 15))
    assert not box.meets_line(LineSegment(-4, 8, 8, 20))
    assert LineSegment(0, 0, 10, 10).crosses(LineSegment(0, 10, 10, 0))
    assert not LineSegment(0, 0, 10, 10).crosses(LineSegment(0, 1, 10, 11))
    assert not box.meets(Box(10, 0, 20, 10))
