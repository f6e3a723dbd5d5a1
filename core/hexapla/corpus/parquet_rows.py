"""Rows as Parquet, and the rows of several Parquet files in one."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

from hexapla.corpus.extras import PARQUET, library, pyarrow
from hexapla.corpus.pair import Pair
from hexapla.corpus.row_arrays import HELD, batches_of, fields_of
from hexapla.corpus.row_columns import PROVENANCE, RowForm
from hexapla.corpus.row_format import RowFormat, RowSink
from hexapla.corpus.rows import Row

# Rows that a row group holds.
_IN_A_GROUP = 10_000


class ParquetRows(RowFormat):
    """Rows as Parquet holds them: text is Unicode there, so that lone surrogates have no place.

    By what they were made is in the file's key-value metadata, as JSON, under `hexapla`.
    """

    suffix = ".parquet"
    need = PARQUET

    def sink(self, file: BinaryIO, form: RowForm) -> RowSink:
        """Return what writes a row group for every so many rows."""
        return _ParquetSink(file, form)

    def join(self, parts: Iterable[Path], file: BinaryIO, form: RowForm) -> None:
        """Write the row groups of the parts."""
        with _writer(file, _schema(form)) as writer:
            for part in parts:
                with _parquet().ParquetFile(part, pre_buffer=False) as source:
                    for number in range(source.num_row_groups):
                        writer.write_table(source.read_row_group(number))

    def refuses(self, pair: Pair) -> str | None:
        """Refuse lone surrogates: no escape would be the same text."""
        for text in (pair.base, pair.reference):
            if not text.isascii():
                try:
                    text.encode("utf-8")
                except UnicodeEncodeError:
                    return "it has a lone surrogate, which Parquet can't hold; write .jsonl"
        return None


def _parquet() -> Any:
    return library(*PARQUET)


def _schema(form: RowForm) -> Any:
    made = json.dumps(form.provenance.to_dict())
    return pyarrow().schema(fields_of(form), metadata={PROVENANCE: made})


def _writer(file: BinaryIO, schema: Any) -> Any:
    return _parquet().ParquetWriter(file, schema, compression="zstd")


class _ParquetSink(RowSink):
    def __init__(self, file: BinaryIO, form: RowForm) -> None:
        self._form = form
        self._writer = _writer(file, _schema(form))
        self._held: list[Row] = []
        self._batches: list[Any] = []

    def write(self, row: Row) -> None:
        self._held.append(row)
        if len(self._held) == HELD:
            self._settle()
            if len(self._batches) * HELD == _IN_A_GROUP:
                self._write_group()

    def _settle(self) -> None:
        """Put what is held into arrays."""
        self._batches += batches_of(self._held, self._form)
        self._held = []

    def _write_group(self) -> None:
        self._writer.write_table(pyarrow().Table.from_batches(self._batches))
        self._batches = []

    def finish(self) -> None:
        self._settle()
        if self._batches:
            self._write_group()
        self._writer.close()
