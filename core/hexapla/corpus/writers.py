"""Where rows go: JSON Lines or Parquet, part by part, and the parts joined to one file."""

import json
import os
import shutil
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from hexapla.corpus.extras import Need
from hexapla.corpus.kind import NamedColumns
from hexapla.corpus.pair import Pair
from hexapla.corpus.rows import Row


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
    def sink(self, file: BinaryIO, columns: NamedColumns) -> RowSink:
        """Give what writes rows into a file."""

    @abstractmethod
    def join(self, parts: Iterable[Path], file: BinaryIO, columns: NamedColumns) -> None:
        """Write the rows of several files into one, in their order."""

    def refuses(self, pair: Pair) -> str | None:
        """Say why rows about a pair can't be written, None where they can."""
        return None


class JsonRows(RowFormat):
    """A JSON object a row, in ASCII, so that lone surrogates survive as escapes."""

    suffix = ".jsonl"

    def sink(self, file: BinaryIO, columns: NamedColumns) -> RowSink:
        """Give what writes a line a row."""
        return _JsonSink(file, columns)

    def join(self, parts: Iterable[Path], file: BinaryIO, columns: NamedColumns) -> None:
        """Write the lines of the parts."""
        join_files(parts, file)


class _JsonSink(RowSink):
    def __init__(self, file: BinaryIO, columns: NamedColumns) -> None:
        self._file = file
        self._columns = columns

    def write(self, row: Row) -> None:
        self._file.write(json_line(row.to_dict(self._columns)))

    def finish(self) -> None:
        pass


def row_format(out: Path) -> RowFormat | None:
    """Give the format of a file of rows by its name, None where there is none for it."""
    if out.suffix == ".parquet":
        from hexapla.corpus.parquet_rows import ParquetRows

        return ParquetRows()
    return JsonRows() if out.suffix == JsonRows.suffix else None


def join_files(parts: Iterable[Path], file: BinaryIO) -> None:
    """Write the octets of several files into one."""
    for part in parts:
        with part.open("rb") as source:
            shutil.copyfileobj(source, file)


def json_line(form: Mapping[str, object]) -> bytes:
    """Give a JSON document on a line, in ASCII."""
    return json.dumps(form, separators=(",", ":")).encode("ascii") + b"\n"


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """Open a file for writing that has its name only when all of it is written."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.unfinished")
    try:
        with unfinished.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
