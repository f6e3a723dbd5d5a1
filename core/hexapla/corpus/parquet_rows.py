"""Rows as Parquet, and the rows of several Parquet files in one."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

from hexapla.corpus.arrow import PARQUET, added_fields, added_values, pyarrow
from hexapla.corpus.columns import NamedColumns
from hexapla.corpus.extras import library
from hexapla.corpus.pair import Pair
from hexapla.corpus.row_format import RowFormat, RowSink
from hexapla.corpus.rows import Row
from hexapla.values.provenance import Provenance

# Rows that are held in memory before they are written, and that a row group holds.
_HELD = 1_000
_IN_A_GROUP = 10_000


class ParquetRows(RowFormat):
    """Rows as Parquet holds them: text is Unicode there, so that lone surrogates have no place.

    By what they were made is in the file's key-value metadata, as JSON, under `hexapla`.
    """

    suffix = ".parquet"
    need = PARQUET

    def sink(self, file: BinaryIO, columns: NamedColumns, provenance: Provenance) -> RowSink:
        """Return what writes a row group for every so many rows."""
        return _ParquetSink(file, columns, provenance)

    def join(self, parts: Iterable[Path], file: BinaryIO, provenance: Provenance) -> None:
        """Write the row groups of the parts."""
        with _writer(file, _schema(provenance)) as writer:
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


def _schema(provenance: Provenance) -> Any:
    pa = pyarrow()
    text = pa.string()
    own = [("source", text), ("row", pa.int64()), ("base", text), ("reference", text)]
    fields = [*(pa.field(name, type_) for name, type_ in own), *added_fields()]
    return pa.schema(fields, metadata={"hexapla": json.dumps(provenance.to_dict())})


def _writer(file: BinaryIO, schema: Any) -> Any:
    return _parquet().ParquetWriter(file, schema, compression="zstd")


class _ParquetSink(RowSink):
    def __init__(self, file: BinaryIO, columns: NamedColumns, provenance: Provenance) -> None:
        self._columns = columns
        self._schema = _schema(provenance)
        self._writer = _writer(file, self._schema)
        self._held: list[dict[str, object]] = []
        self._batches: list[Any] = []

    def write(self, row: Row) -> None:
        pair = row.pair
        own = {
            "source": pair.source.encode("utf-8", "backslashreplace").decode("utf-8"),
            "row": pair.row,
            "base": pair.base,
            "reference": pair.reference,
        }
        self._held.append(own | added_values(row, self._columns))
        if len(self._held) == _HELD:
            self._settle()
            if len(self._batches) * _HELD == _IN_A_GROUP:
                self._write_group()

    def _settle(self) -> None:
        """Make a batch of what is held: Arrow's arrays take a tenth of the room."""
        batch = pyarrow().RecordBatch.from_pylist(self._held, schema=self._schema)
        self._batches.append(batch)
        self._held = []

    def _write_group(self) -> None:
        table = pyarrow().Table.from_batches(self._batches, schema=self._schema)
        self._writer.write_table(table)
        self._batches = []

    def finish(self) -> None:
        self._settle()
        self._write_group()
        self._writer.close()
