"""Read string fields from Parquet sources, one row group at a time."""

from collections.abc import Iterator
from itertools import repeat
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from hexapla.corpus.source import KEPT_OCTETS, BadRow, Read, Settings, SourceError

_NO_PARQUET = "it isn't a readable Parquet file"
_END = b"PAR1"
_MOST_FOOTER = 64 << 20
# The maximum decompressed size that a row group may state for a field.
_MOST_UNPACKED = 2 << 30
_ROWS = 1_000  # the number of rows read at a time
_ERRORS = (pa.ArrowException, OSError)


def rows_of_parquet(file: BinaryIO, settings: Settings) -> Iterator[Read]:
    """Yield the rows of a file, and an error for each damaged row group.

    Raises:
        SourceError: The file isn't readable as Parquet, or a field to read is missing, occurs more
            than once or doesn't contain strings.
    """
    parquet = _opened(file)
    names = _fields(parquet, settings)
    for group in range(parquet.num_row_groups):
        left = parquet.metadata.row_group(group).num_rows
        try:
            for read in _rows_of_group(parquet, group, names, settings):
                yield read
                left -= 1
            if left:
                raise SourceError("it has fewer rows than the file's footer states")
        except (*_ERRORS, SourceError) as error:
            yield SourceError(_first_line(error), f"row group {group + 1}", left)


def _opened(file: BinaryIO) -> Any:
    """Check the length that a file states for its footer, and open the file.

    Raises:
        SourceError: The file isn't readable as Parquet, or its footer is too long.
    """
    size = file.seek(0, 2)
    file.seek(max(0, size - 8))
    end = file.read()
    length = int.from_bytes(end[:4], "little")
    if len(end) < 8 or end[4:] != _END or length > size:
        raise SourceError(f"{_NO_PARQUET}: it has no footer")
    if length > _MOST_FOOTER:
        raise SourceError(f"its footer has {length} bytes, more than the limit of {_MOST_FOOTER}")
    limits = {"thrift_string_size_limit": _MOST_FOOTER, "thrift_container_size_limit": 1_000_000}
    try:
        return pq.ParquetFile(file, pre_buffer=False, buffer_size=1 << 16, **limits)
    except _ERRORS as error:
        raise SourceError(f"{_NO_PARQUET}: {_first_line(error)}") from error


def _fields(parquet: Any, settings: Settings) -> list[str]:
    """Return the names of the fields to read; raise `SourceError` if one can't be read."""
    schema = parquet.schema_arrow
    names = [settings.reference_field]
    if settings.base is None:
        names.insert(0, settings.base_field)
    for name in names:
        if schema.names.count(name) != 1:
            there = ", ".join(map(repr, schema.names))
            raise SourceError(f"it must have exactly one field {name!r}. Available: {there}")
        type_ = schema.field(name).type
        type_ = type_.value_type if pa.types.is_dictionary(type_) else type_
        if type_ not in (pa.string(), pa.large_string(), pa.string_view(), pa.null()):
            raise SourceError(f"field {name!r} holds {type_} instead of text")
    return names


def _rows_of_group(
    parquet: Any, group: int, names: list[str], settings: Settings
) -> Iterator[tuple[str, str] | BadRow]:
    """Yield the rows of a row group; raise `SourceError` if a field of the group is too large."""
    row_group = parquet.metadata.row_group(group)
    for column in map(row_group.column, range(row_group.num_columns)):
        octets = column.total_uncompressed_size
        if column.path_in_schema in names and octets > _MOST_UNPACKED:
            field = f"field {column.path_in_schema!r}"
            raise SourceError(f"{field} has too many bytes after decompression: {octets}")
    for batch in parquet.iter_batches(_ROWS, row_groups=[group], columns=names, use_threads=False):
        *bases, references = (map(_text, batch.column(name).cast(pa.binary())) for name in names)
        base_texts = bases[0] if bases else repeat(settings.base)
        for base, reference in zip(base_texts, references, strict=False):
            if not isinstance(base, str):
                yield _no_pair(settings.base_field, base)
            elif not isinstance(reference, str):
                yield _no_pair(settings.reference_field, reference)
            else:
                yield base, reference


def _no_pair(name: str, value: bytes | None) -> BadRow:
    if value is None:
        return BadRow(f"{name!r} is null")
    return BadRow(f"{name!r} isn't valid UTF-8", value[:KEPT_OCTETS], len(value))


def _text(scalar: Any) -> str | bytes | None:
    """Decode bytes to a string; return them unchanged if they aren't valid UTF-8."""
    value: bytes | None = scalar.as_py()
    try:
        return None if value is None else value.decode("utf-8")
    except UnicodeDecodeError:
        return value


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
