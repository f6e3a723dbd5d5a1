"""The files that rows are written in, JSON Lines and Parquet: first arrays of rows, then one file.

In JSON Lines a row is an object in ASCII. Where the specs agree on the target, it is there once, as
`target`; else there is a member for each spec.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import attrs
import pyarrow as pa
import pyarrow.parquet as pq

from hexapla.corpus.arrow import batch_of, schema_of
from hexapla.corpus.rows import PROVENANCE, TARGETS, Row, RowForm
from hexapla.jobs.atomic import json_text
from hexapla.standard.phases import Target

Write = Callable[[Any], None]
"""Writes an array of rows."""


@attrs.frozen
class JsonRows:
    """JSON Lines. The first row says what made the rows, unless each of them does."""

    form: RowForm

    def array(self, rows: Sequence[Row]) -> Any:
        """Return rows as an array of lines."""
        prefixes = [f"{selector}_" for selector in self.form.specs.selectors]
        names = sorted(self.form.names, key=PROVENANCE.__eq__)  # which is the last one
        columns = [self.form.values(name, rows) for name in names]
        lines = []
        for values in zip(*columns, strict=True):
            row: dict[str, object] = {}
            for name, value in zip(names, values, strict=True):
                if name == TARGETS:
                    row |= _target_members(value, prefixes)
                else:
                    row[name] = value
            lines.append(json_text(row))
        return pa.array(lines, pa.string())

    @contextmanager
    def writing(self, file: BinaryIO) -> Iterator[Write]:
        """Yield what writes arrays of rows into a file."""
        made = "" if PROVENANCE in self.form.names else json_text(self.form.provenance.to_dict())

        def write(array: Any) -> None:
            nonlocal made
            lines = array.to_pylist()
            if lines and made:
                separator = "" if lines[0] == "{}" else ","
                lines[0] = f'{lines[0][:-1]}{separator}"{PROVENANCE}":{made}}}'
                made = ""
            file.write("".join(f"{line}\n" for line in lines).encode("ascii"))

        yield write


def _target_members(targets: Sequence[Target], prefixes: Sequence[str]) -> dict[str, str | None]:
    """Return what a row says of its targets."""
    if targets.count(targets[0]) == len(targets):
        targets, prefixes = targets[:1], ("",)
    members: dict[str, str | None] = {}
    for prefix, target in zip(prefixes, targets, strict=True):
        if isinstance(target, str):
            members[f"{prefix}target"] = target
            continue
        members[f"{prefix}target"] = None
        members[f"{prefix}outcome"] = target.outcome.value
        if target.fragment is not None:
            members[f"{prefix}fragment"] = target.fragment
    return members


@attrs.frozen
class ParquetRows:
    """Parquet, with what made the rows in the key-value metadata, as JSON, under `hexapla`.

    Each array that is written is a row group.
    """

    form: RowForm

    def array(self, rows: Sequence[Row]) -> Any:
        """Return rows as an array of structs."""
        return batch_of(rows, self.form).to_struct_array()

    @contextmanager
    def writing(self, file: BinaryIO) -> Iterator[Write]:
        """Yield what writes arrays of rows into a file."""
        made = json.dumps(self.form.provenance.to_dict())
        schema = schema_of(self.form).with_metadata({PROVENANCE: made})
        repeated = list(_repeated(schema))

        def write(array: Any) -> None:
            if len(array):
                writer.write_batch(pa.RecordBatch.from_struct_array(array))

        with pq.ParquetWriter(file, schema, compression="zstd", use_dictionary=repeated) as writer:
            yield write


def _repeated(schema: Any) -> Iterator[str]:
    """Yield the paths of the fields whose values come again, so that a dictionary pays."""
    for field in schema:
        if pa.types.is_list(field.type):
            yield f"{field.name}.list.element"
        elif field.name in ("source", "base") or field.name.endswith("_outcome"):
            yield field.name


def row_file(out: Path, form: RowForm) -> JsonRows | ParquetRows:
    """Return what writes a file of rows, by the end of its name."""
    return ParquetRows(form) if out.suffix == ".parquet" else JsonRows(form)
