"""Large tables of small cases, which are read from `cases`."""

import functools
import inspect
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

_CASES = Path(__file__).parent / "cases"


def rows_of(file: str, table: str) -> list[tuple[Any, ...]]:
    """Return the rows of a table in a text file in `cases`.

    A row is a line with a JSON array, below a line with `== ` and the name of its table. A line
    that begins with `#` is a comment on the rows below it.

    Args:
        file: The name of the file, without its suffix.
        table: The name of the table.
    """
    return _tables(file)[table]


def json_of(file: str) -> Any:
    """Return the content of a JSON file in `cases`; its name is given without the suffix."""
    return json.loads((_CASES / f"{file}.json").read_text("utf-8"))


def by_rows_of(
    file: str, table: str | None = None, **options: Any
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Parametrize a test by the rows of a table, which are its first arguments.

    Args:
        file: The name of the file, without its suffix.
        table: The name of the table; by default the words of the test's name.
        options: Further arguments of `parametrize`.
    """

    def of_test(test: Callable[..., None]) -> Callable[..., None]:
        rows = rows_of(file, table or test.__name__.removeprefix("test_").replace("_", " "))
        names = [*inspect.signature(test).parameters][: len(rows[0])]
        parametrized: Callable[..., None] = pytest.mark.parametrize(names, rows, **options)(test)
        return parametrized

    return of_test


def in_parts(
    name: str, *always: object, slow: Iterable[object] = (), nightly: Iterable[object] = ()
) -> pytest.MarkDecorator:
    """Parametrize a test by values that are always tried, only in slow runs, or only nightly."""
    marked = [pytest.param(each, marks=pytest.mark.slow) for each in slow]
    marked += [pytest.param(each, marks=pytest.mark.nightly) for each in nightly]
    return pytest.mark.parametrize(name, [*always, *marked])


@functools.cache
def _tables(file: str) -> dict[str, list[tuple[Any, ...]]]:
    tables: dict[str, list[tuple[Any, ...]]] = {}
    rows: list[tuple[Any, ...]] = []
    for line in (_CASES / f"{file}.txt").read_text("utf-8").split("\n"):
        if line.startswith("== "):
            rows = tables[line[3:]] = []
        elif line and not line.startswith("#"):
            rows.append(tuple(json.loads(line)))
    return tables


def every_row(
    rows: Iterable[tuple[object, tuple[Any, ...]]],
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Make one test that checks every row, and names all rows that fail.

    Args:
        rows: The name of each row, and the arguments of the check.

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
