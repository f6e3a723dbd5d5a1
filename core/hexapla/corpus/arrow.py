"""Convert rows to Arrow data, to add them to a record batch of pairs or to write them to a file.

The fields that can be added are those of `hexapla corpus --fields`, except for the fields of the
pair itself and the provenance. If the base or the reference of a row is null, all added fields are
null.

A file of rows is written from arrays of rows. In JSON Lines, a row is an object, escaped as ASCII
unless all its characters are printable. If all specs give the same target, the object has a single
`target`; otherwise, it has a `target` for each spec, such as `rfc3986_target`. A target that isn't
a URI is null, and the outcome is added as another member.
"""

import functools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, BinaryIO

import attrs
import pyarrow as pa
import pyarrow.parquet as pq

from hexapla.corpus.rows import (
    COMPARED,
    DEFAULT_NAMES,
    PROVENANCE,
    TARGETS,
    ComparedSpecs,
    Row,
    RowForm,
    chosen,
)
from hexapla.corpus.source import Pair
from hexapla.jobs.atomic import json_text
from hexapla.standard.phases import Outcome, Target
from hexapla.standard.spec import Spec

_TEXT = pa.string()
_TEXTS = pa.list_(_TEXT)
_SPECS = pa.field("specs", _TEXTS)
_PARTS = pa.struct([_SPECS, pa.field("parts", pa.map_(_TEXT, _TEXT))])
_GROUP = pa.struct([_SPECS, *(pa.field(name, _TEXT) for name in ("outcome", "uri", "fragment"))])

_TYPES: Mapping[str, Any] = {
    "source": _TEXT,
    "row": pa.int64(),
    "base": _TEXT,
    "reference": _TEXT,
    "differs": pa.bool_(),
    "causes": _TEXTS,
    "valid": pa.map_(_TEXT, _TEXT),
    "parts": pa.list_(_PARTS),
    "parts_causes": _TEXTS,
    "groups": pa.list_(_GROUP),
    "no_rule": _TEXTS,
    "choices": pa.map_(_TEXT, _TEXTS),
    "parsed_again": _TEXTS,
    PROVENANCE: pa.struct([pa.field(name, _TEXT) for name in ("version", "date", "license")]),
}
"""The Arrow types of all fields except `target`."""

_OF_TARGET = ("target", "outcome", "fragment")
"""The fields in which each spec's target is written."""


def _of_target(target: Target) -> tuple[str | None, str, str | None]:
    if isinstance(target, str):
        return target, Outcome.URI.value, None
    return None, target.outcome.value, target.fragment


def schema_of(form: RowForm) -> Any:
    """Return the Arrow schema of rows."""
    return batch_of((), form).schema


def batch_of(rows: Sequence[Row], form: RowForm) -> Any:
    """Convert rows to a record batch."""
    columns = {}
    for name in form.names:
        values = form.values(name, rows)
        if name != TARGETS:
            columns[name] = pa.array(values, _TYPES[name])
            continue
        told = [list(map(_of_target, targets)) for targets in values]
        for place, each in enumerate(_OF_TARGET):
            for number, spec in enumerate(form.specs.selectors):
                texts = [row[number][place] for row in told]
                columns[f"{spec}_{each}"] = pa.array(texts, _TEXT)
    return pa.record_batch(columns)


def spread(values: Any, is_there: Sequence[bool]) -> Any:
    """Insert nulls into an array or a record batch where a value is missing.

    `is_there` has an item for each place of the result: whether the place has a value.
    """
    if all(is_there):
        return values
    number = count()
    places = [next(number) if there else None for there in is_there]
    return values.take(pa.array(places, pa.int64()))


def added_fields(specs: Sequence[Spec], fields: Iterable[str] = DEFAULT_NAMES) -> list[Any]:
    """Return the fields that `compared_batch` adds for the same specs and the same field names.

    Raises:
        ValueError: A field is unknown.
    """
    return list(schema_of(_form(specs, fields)))


def _form(specs: Sequence[Spec], fields: Iterable[str]) -> RowForm:
    return RowForm(chosen(fields, COMPARED), _compared_specs(tuple(specs)))


_compared_specs = functools.lru_cache(maxsize=8)(ComparedSpecs)


def check_addable(fields: Iterable[Any], names: Iterable[str], what: str) -> None:
    """Raise `ValueError` if a field to add exists; `names` are the fields that `what` has."""
    for field in fields:
        if field.name in names:
            raise ValueError(f"the {what} already has a field {field.name!r}; rename it")


def compared_batch(
    batch: Any,
    specs: Sequence[Spec],
    base: str = "base",
    reference: str = "reference",
    fields: Iterable[str] = DEFAULT_NAMES,
) -> Any:
    """Compare specs on a record batch of pairs, and return the batch with the added fields.

    In a row whose base or reference is null, all added fields are null.

    Args:
        batch: A record batch of pyarrow.
        specs: The specs to compare.
        base: The name of the field that contains the bases.
        reference: The name of the field that contains the references.
        fields: The names of the fields to add; `default` and `all` stand for several fields.

    Raises:
        KeyError: The batch has no field for the bases or for the references.
        ValueError: The batch already has one of the added fields, or a field to add is unknown.
    """
    form = _form(specs, fields)
    check_addable(schema_of(form), batch.schema.names, "batch")
    texts = zip(batch.column(base).to_pylist(), batch.column(reference).to_pylist(), strict=True)
    pairs = [None if None in two else Pair("", 0, *two) for two in texts]
    rows = [form.specs.compare(pair) for pair in pairs if pair is not None]
    added = spread(batch_of(rows, form), [pair is not None for pair in pairs])
    schema = pa.schema([*batch.schema, *added.schema])
    return pa.RecordBatch.from_arrays([*batch.columns, *added.columns], schema=schema)


# Writing files of rows.


@attrs.frozen
class JsonRows(RowForm):
    """The JSON Lines format. The first row contains the provenance, unless every row does."""

    def array(self, rows: Sequence[Row]) -> Any:
        """Convert rows to an array of lines."""
        prefixes = [f"{selector}_" for selector in self.specs.selectors]
        names = sorted(self.names, key=PROVENANCE.__eq__)  # the provenance comes last
        columns = [self.values(name, rows) for name in names]
        lines = []
        for values in zip(*columns, strict=True):
            row: dict[str, object] = {}
            for name, value in zip(names, values, strict=True):
                if name == TARGETS:
                    row |= _target_members(value, prefixes)
                else:
                    row[name] = value
            lines.append(_line(row))
        return pa.array(lines, pa.string())

    def write(self, arrays: Iterable[Any], file: BinaryIO) -> None:
        """Write arrays of rows to a file."""
        made = "" if PROVENANCE in self.names else json_text(self.provenance.to_dict())
        for array in arrays:
            lines = array.to_pylist()
            if lines and made:
                separator = "" if lines[0] == "{}" else ","
                lines[0] = f'{lines[0][:-1]}{separator}"{PROVENANCE}":{made}}}'
                made = ""
            file.write("".join(f"{line}\n" for line in lines).encode())


_unescaped = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def _line(row: Mapping[str, object]) -> str:
    line = _unescaped(row)
    return line if line.isprintable() else json_text(row)


def _target_members(targets: Sequence[Target], prefixes: Sequence[str]) -> dict[str, str | None]:
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
class ParquetRows(RowForm):
    """The Parquet format, with the provenance as JSON in the key-value metadata under `hexapla`.

    Each array that isn't empty is written as a row group.
    """

    def array(self, rows: Sequence[Row]) -> Any:
        """Convert rows to an array of structs."""
        return batch_of(rows, self).to_struct_array()

    def write(self, arrays: Iterable[Any], file: BinaryIO) -> None:
        """Write arrays of rows to a file."""
        made = json.dumps(self.provenance.to_dict())
        schema = schema_of(self).with_metadata({PROVENANCE: made})
        repeated = list(_repeated(schema))
        with pq.ParquetWriter(file, schema, compression="zstd", use_dictionary=repeated) as writer:
            for array in filter(len, arrays):
                writer.write_batch(pa.RecordBatch.from_struct_array(array))


def _repeated(schema: Any) -> Iterator[str]:
    """Yield the paths of fields with many repeated values, which a dictionary compresses well."""
    for field in schema:
        if pa.types.is_list(field.type):
            yield f"{field.name}.list.element"
        elif field.name in ("source", "base") or field.name.endswith("_outcome"):
            yield field.name
