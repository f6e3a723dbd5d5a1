"""Libraries that only some formats need: they come with extras, and are loaded when needed."""

import importlib
from collections.abc import Iterable
from typing import Any, NamedTuple


class MissingExtraError(RuntimeError):
    """A library is not installed; the message says which extra brings it."""


class Need(NamedTuple):
    """A module that something needs, and the extra that brings it."""

    module: str
    extra: str
    needed_for: str


def check(needs: Iterable[Need | None]) -> None:
    """Raise `MissingExtraError` where something that is needed is not installed."""
    for need in needs:
        if need is not None:
            library(*need)


def library(module: str, extra: str, needed_for: str) -> Any:
    """Load a module that an extra brings; raise `MissingExtraError` where it is not there."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        name = module.split(".")[0]
        raise MissingExtraError(
            f"{needed_for} needs {name}; install it with: pip install 'hexapla[{extra}]'"
        ) from error


PARQUET = Need("pyarrow.parquet", "parquet", "Parquet")


def pyarrow() -> Any:
    """Load pyarrow; raise `MissingExtraError` where it is not installed."""
    return library("pyarrow", "parquet", "Arrow")
