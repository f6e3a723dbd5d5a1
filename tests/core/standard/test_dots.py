"""Removing dot segments as RFC 1808 and RFC 2396 share it, path by path."""

import pytest

from hexapla.standard import dots


@pytest.mark.parametrize(
    ("remove", "path", "left"),
    [
        (dots.remove_dot_segments, "/a/./b", "/a/b"),
        (dots.remove_dot_segments, "././b", "b"),
        (dots.remove_dot_segments, "/a./b", "/a./b"),
        (dots.remove_dot_segments, "/a/.", "/a/."),
        (dots.remove_dot_segments, "/.//a", "//a"),
        (dots.remove_final_dot, "/a/.", "/a/"),
        (dots.remove_final_dot, ".", ""),
        (dots.remove_final_dot, "/a.", "/a."),
        (dots.remove_pairs, "/a/../b", "/b"),
        (dots.remove_pairs, "/a/b/../../c", "/c"),
        (dots.remove_pairs, "/../a", "/../a"),
        (dots.remove_pairs, "/a/../../b", "/../b"),
        (dots.remove_pairs, "/a//../b", "/a/b"),
        (dots.remove_pairs, "//../b", "/b"),
        (dots.remove_pairs, "a/../b", "b"),
        (dots.remove_pairs, "a/..//../b", "/../b"),
        (dots.remove_pairs, "/a/..", "/a/.."),
        (dots.remove_final_pair, "/a/..", "/"),
        (dots.remove_final_pair, "a/..", ""),
        (dots.remove_final_pair, "/..", "/.."),
        (dots.remove_final_pair, "/../..", "/../.."),
        (dots.remove_final_pair, "//..", "/"),
        (dots.without_leading_parents, "/../../a/..", "/a/.."),
        (dots.without_leading_parents, "/..", "/"),
    ],
)
def test_a_step_leaves_the_path(remove: object, path: str, left: str) -> None:
    assert callable(remove)
    assert remove(path) == left
