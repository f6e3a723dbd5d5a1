"""Large tables of small cases: one test a table, since each test costs more than such a case."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def every_row(
    rows: Iterable[tuple[object, tuple[Any, ...]]],
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Make one test that checks every row and fails with all that do not hold, each named.

    Args:
        rows: What names a row in a failure, and the arguments of the check.

    Returns:
        A decorator of the check, which takes arguments instead of fixtures.
    """
    table = tuple(rows)
    assert table

    def of_check(check: Callable[..., None]) -> Callable[[], None]:
        def test() -> None:
            failed: list[BaseException] = []
            for name, arguments in table:
                try:
                    check(*arguments)
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"in the row {name!s}")
                    failed.append(error)
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(table)} rows", failed)

        test.__name__, test.__qualname__ = check.__name__, check.__qualname__
        test.__doc__, test.__module__ = check.__doc__, check.__module__
        return test

    return of_check
