"""Libraries that only corpora need: they come with extras, and are loaded when needed."""

import importlib
from typing import Any

from hexapla.values.errors import HexaplaError


class MissingExtraError(HexaplaError, RuntimeError):
    """A library is not installed; the message says which extra brings it."""


PARQUET = ("pyarrow.parquet", "corpus", "Parquet")
WARC = ("warcio.archiveiterator", "warc", "WARC")
"""Modules, each with the extra that brings it and what needs it."""


def library(module: str, extra: str, needed_for: str) -> Any:
    """Load a module that an extra brings; raise `MissingExtraError` where it is not there."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            f"{needed_for} needs {module.split('.')[0]}; install it with: "
            f"pip install 'hexapla[{extra}]'"
        ) from error


def check_corpora() -> None:
    """Raise `MissingExtraError` where one of the libraries is missing that corpora are run with."""
    for module in ("pyarrow.parquet", "duckdb"):
        library(module, "corpus", "hexapla corpus")
