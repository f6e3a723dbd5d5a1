"""How long a whole run may take."""

import math

from hexapla.jobs.time_limit import TimeLimit


def test_time_without_limit_is_never_over() -> None:
    limit = TimeLimit()
    assert limit.left == math.inf
    assert not limit.is_over()
    assert not limit.reached


def test_a_limit_is_reached_only_when_somebody_asks() -> None:
    limit = TimeLimit(0.0)
    assert limit.left == 0.0
    assert not limit.reached
    assert limit.is_over()
    assert limit.reached


def test_a_limit_is_said_in_seconds() -> None:
    assert str(TimeLimit(600.0)) == "600 s"
