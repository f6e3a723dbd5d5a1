"""What a format of rows is: how rows are written part by part, and the parts joined to one file."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import BinaryIO

from hexapla.corpus.extras import Need
from hexapla.corpus.pair import Pair
from hexapla.corpus.row_columns import RowForm
from hexapla.corpus.rows import Row

LARGE = 1 << 20
"""Rows of so many code points together are written, however few they are."""


def size_of(row: Row) -> int:
    """Return how many code points the pair of a row has; no target has more."""
    pair = row.pair
    return len(pair.base) + len(pair.reference)


class RowSink(ABC):
    """A file of rows that is being written."""

    @abstractmethod
    def write(self, row: Row) -> None:
        """Write a row."""

    @abstractmethod
    def finish(self) -> None:
        """Write what is still held back."""


class RowFormat(ABC):
    """A format that rows are written in.

    `suffix` is how its files end, `need` the library that writes it, where that comes with an
    extra.
    """

    suffix: str
    need: Need | None = None

    @abstractmethod
    def sink(self, file: BinaryIO, form: RowForm) -> RowSink:
        """Return what writes rows into a file."""

    @abstractmethod
    def joining(
        self, file: BinaryIO, form: RowForm
    ) -> AbstractContextManager[Callable[[Path], None]]:
        """Return a context whose function adds the rows of a part to one file for all.

        The file is whole when the context is left. It says by what its rows were made.
        """

    def refuses(self, pair: Pair) -> str | None:
        """Return why rows about a pair can't be written, None where they can."""
        return None
