"""Removing dot segments as RFC 1808 and RFC 2396 share it, path by path."""

from tables import by_rows_of

from hexapla.standard import dots


@by_rows_of("dots", "steps")
def test_a_step_leaves_the_path(remove: str, path: str, left: str) -> None:
    assert getattr(dots, remove)(path) == left
