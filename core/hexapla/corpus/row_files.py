"""The files that rows are written in: JSON Lines and Parquet."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from hexapla.corpus.arrow import batch_of, fields_of
from hexapla.corpus.fields import PROVENANCE, RowForm
from hexapla.corpus.json_rows import json_rows, with_provenance
from hexapla.corpus.rows import Row

# So many rows make a row group, or rows of so many octets.
_IN_A_GROUP = 10_000
_LARGE_GROUP = 16 << 20


class RowFile(ABC):
    """A format that rows are written in: first as arrays of Arrow, then in one file."""

    @abstractmethod
    def array(self, rows: Sequence[Row], form: RowForm) -> Any:
        """Return rows as an array, of the same type whatever the rows."""

    @abstractmethod
    def writing(
        self, file: BinaryIO, form: RowForm
    ) -> AbstractContextManager[Callable[[Any], None]]:
        """Return a context whose function writes an array of rows; the file says what made them."""


class _JsonLines(RowFile):
    """A JSON object for each row. The first says what made the rows, unless each of them does."""

    def array(self, rows: Sequence[Row], form: RowForm) -> Any:
        return pa.array(json_rows(rows, form), pa.string())

    @contextmanager
    def writing(self, file: BinaryIO, form: RowForm) -> Iterator[Callable[[Any], None]]:
        said = PROVENANCE in form.names

        def write(array: Any) -> None:
            nonlocal said
            lines = array.to_pylist()
            if lines and not said:
                lines[0] = with_provenance(lines[0], form)
                said = True
            file.write("".join(f"{line}\n" for line in lines).encode("ascii"))

        yield write


class _Parquet(RowFile):
    """Parquet, with what made the rows in the key-value metadata, as JSON, under `hexapla`."""

    def array(self, rows: Sequence[Row], form: RowForm) -> Any:
        return batch_of(rows, form).to_struct_array()

    @contextmanager
    def writing(self, file: BinaryIO, form: RowForm) -> Iterator[Callable[[Any], None]]:
        made = json.dumps(form.provenance.to_dict())
        schema = pa.schema(fields_of(form), metadata={PROVENANCE: made})
        options = {"compression": "zstd", "use_dictionary": list(_repeated(schema))}
        held: list[Any] = []

        def write_group() -> None:
            table = pa.Table.from_batches(held).replace_schema_metadata(schema.metadata)
            writer.write_table(table, row_group_size=max(1, table.num_rows))
            held.clear()

        def write(array: Any) -> None:
            held.append(pa.RecordBatch.from_struct_array(array))
            octets = sum(batch.nbytes for batch in held)
            if sum(batch.num_rows for batch in held) >= _IN_A_GROUP or octets > _LARGE_GROUP:
                write_group()

        with pq.ParquetWriter(file, schema, **options) as writer:
            yield write
            if held:
                write_group()


def _repeated(schema: Any) -> Iterator[str]:
    """Yield the paths of the fields whose values come again, so that a dictionary pays."""
    for field in schema:
        if pa.types.is_list(field.type):
            yield f"{field.name}.list.element"
        elif field.name in ("source", "base") or field.name.endswith("_outcome"):
            yield field.name


_ROW_FILES: dict[str, RowFile] = {".jsonl": _JsonLines(), ".parquet": _Parquet()}


def row_file(out: Path) -> RowFile:
    """Return the format of a file of rows, by the end of its name."""
    return _ROW_FILES[out.suffix]
