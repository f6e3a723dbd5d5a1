"""Rows as Parquet, and the rows of several Parquet files in one."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from hexapla.corpus.extras import PARQUET, library, pyarrow
from hexapla.corpus.pair import Pair
from hexapla.corpus.row_arrays import HELD, batches_of, fields_of
from hexapla.corpus.row_columns import PROVENANCE, RowForm
from hexapla.corpus.row_format import LARGE, RowFormat, RowSink, size_of
from hexapla.corpus.rows import Row

_IN_A_GROUP = 10_000
"""Rows that a row group holds."""

# Of so many octets rows make a row group, however few they are.
_LARGE_GROUP = 16 << 20


class ParquetRows(RowFormat):
    """Rows as Parquet holds them: text is Unicode there, so that lone surrogates have no place.

    By what they were made is in the file's key-value metadata, as JSON, under `hexapla`. The parts
    are streams of Arrow, which take a tenth of the time to write and to read.
    """

    suffix = ".parquet"
    need = PARQUET

    def sink(self, file: BinaryIO, form: RowForm) -> RowSink:
        """Return what writes a record batch for every so many rows."""
        return _BatchSink(file, form)

    @contextmanager
    def joining(self, file: BinaryIO, form: RowForm) -> Iterator[Callable[[Path], None]]:
        """Let the rows of parts be written, so many in a row group, wherever the parts end."""
        schema = _schema(form)
        options = {"compression": "zstd", "use_dictionary": list(_repeated(schema))}
        with library(*PARQUET).ParquetWriter(file, schema, **options) as writer:
            groups = _Groups(writer)

            def add(part: Path) -> None:
                for batch in _batches(part):
                    groups.add(batch)

            yield add
            groups.finish()

    def refuses(self, pair: Pair) -> str | None:
        """Refuse lone surrogates: no escape would be the same text."""
        for text in (pair.base, pair.reference):
            if not text.isascii():
                try:
                    text.encode("utf-8")
                except UnicodeEncodeError:
                    return "it has a lone surrogate, which Parquet can't hold; write .jsonl"
        return None


def _schema(form: RowForm) -> Any:
    made = json.dumps(form.provenance.to_dict())
    return pyarrow().schema(fields_of(form), metadata={PROVENANCE: made})


def _repeated(schema: Any) -> Iterator[str]:
    """Yield the paths of the columns whose values come again, so that a dictionary pays."""
    types = pyarrow().types
    for field in schema:
        if types.is_list(field.type):
            yield f"{field.name}.list.element"
        elif field.name in ("source", "base") or field.name.endswith("_outcome"):
            yield field.name


def _batches(part: Path) -> Iterator[Any]:
    """Yield the record batches of a part."""
    with part.open("rb") as file, pyarrow().ipc.open_stream(file) as stream:
        yield from stream


class _Groups:
    """Rows that come in record batches, and are written in groups."""

    def __init__(self, writer: Any) -> None:
        self._writer = writer
        self._held: list[Any] = []
        self._room, self._octets = _IN_A_GROUP, 0

    def add(self, batch: Any) -> None:
        rest = batch
        while rest.num_rows >= self._room:
            self._held.append(rest.slice(0, self._room))
            rest = rest.slice(self._room)
            self._write()
        self._held.append(rest)
        self._room -= rest.num_rows
        self._octets += rest.nbytes
        if self._octets > _LARGE_GROUP:
            self._write()

    def finish(self) -> None:
        """Write the rows that are left."""
        if self._room < _IN_A_GROUP:
            self._write()

    def _write(self) -> None:
        self._writer.write_table(pyarrow().Table.from_batches(self._held))
        self._held = []
        self._room, self._octets = _IN_A_GROUP, 0


class _BatchSink(RowSink):
    def __init__(self, file: BinaryIO, form: RowForm) -> None:
        pa = pyarrow()
        self._form = form
        self._stream = pa.ipc.new_stream(
            file, _schema(form), options=pa.ipc.IpcWriteOptions(compression="lz4")
        )
        self._held: list[Row] = []
        self._size = 0

    def write(self, row: Row) -> None:
        self._held.append(row)
        self._size += size_of(row)
        if len(self._held) == HELD or self._size >= LARGE:
            self._settle()

    def _settle(self) -> None:
        for batch in batches_of(self._held, self._form):
            self._stream.write_batch(batch)
        self._held, self._size = [], 0

    def finish(self) -> None:
        self._settle()
        self._stream.close()
