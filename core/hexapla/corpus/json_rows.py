"""Rows as JSON Lines."""

from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from hexapla.corpus.columns import NamedColumns
from hexapla.corpus.row_format import RowFormat, RowSink
from hexapla.corpus.rows import Row
from hexapla.jobs.files import join_files, json_line
from hexapla.values.provenance import Provenance


class JsonRows(RowFormat):
    """A JSON object for each row, in ASCII, so that lone surrogates survive as escapes.

    Every row says by what it was made, so that lines of several runs can be put together.
    """

    suffix = ".jsonl"

    def sink(self, file: BinaryIO, columns: NamedColumns, provenance: Provenance) -> RowSink:
        """Return what writes a line for each row."""
        return _JsonSink(file, columns, provenance)

    def join(self, parts: Iterable[Path], file: BinaryIO, provenance: Provenance) -> None:
        """Write the lines of the parts."""
        join_files(parts, file)


class _JsonSink(RowSink):
    def __init__(self, file: BinaryIO, columns: NamedColumns, provenance: Provenance) -> None:
        self._file = file
        self._columns = columns
        self._provenance = provenance.to_dict()

    def write(self, row: Row) -> None:
        form = row.to_dict(self._columns)
        form["hexapla"] = self._provenance
        self._file.write(json_line(form))

    def finish(self) -> None:
        pass
