"""Rows as JSON Lines."""

from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from hexapla.corpus.columns import NamedColumns
from hexapla.corpus.row_format import RowFormat, RowSink
from hexapla.corpus.rows import Row
from hexapla.jobs.files import join_files, json_line


class JsonRows(RowFormat):
    """A JSON object for each row, in ASCII, so that lone surrogates survive as escapes."""

    suffix = ".jsonl"

    def sink(self, file: BinaryIO, columns: NamedColumns) -> RowSink:
        """Return what writes a line for each row."""
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
