"""Parquet as a source: row groups are pieces, and parts of large ones."""

import contextlib
from collections.abc import Iterator
from itertools import islice
from operator import sub
from pathlib import Path
from typing import Any

import attrs

from hexapla.corpus.extras import PARQUET, library, pyarrow
from hexapla.corpus.pair import KEPT_OCTETS, LONGEST_ROW, BadRow, Item, pair_or_bad, too_long
from hexapla.corpus.parquet_delta import check_lengths
from hexapla.corpus.parquet_pages import (
    NO_PARQUET,
    ColumnPages,
    check_footer,
    pages_of,
    rows_at_a_time,
)
from hexapla.corpus.source import Format, Piece, Settings, SourceError


class Parquet(Format):
    """Columns of text in row groups."""

    name = "parquet"
    suffixes = (".parquet", ".pq")
    need = PARQUET

    def pieces(self, source: str, rows: int) -> Iterator[Piece]:
        """Cut the file at row groups, and groups at so many rows."""
        with _opened(source) as file:
            counts = [
                file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)
            ]
        size, total, done = Path(source).stat().st_size, sum(counts), 0
        for group, count in enumerate(counts):
            for start in range(0, count, rows):
                stop = min(start + rows, count)
                octets = size * (done + stop) // total - size * (done + start) // total
                yield Piece(source, self.name, octets, done + start + 1, start, stop, group)
            done += count

    def items(self, piece: Piece, settings: Settings) -> Iterator[Item]:
        """Read the rows of a piece; those before it in its row group are decoded and left out."""
        with _opened(piece.source) as file:
            names = _columns(file, settings)
            if piece.group is None:
                raise SourceError("nothing of it can be read")
            row = piece.first_row
            try:
                for batch in _batches(file, piece, piece.group, names):
                    for item in _items(batch, piece.source, row, settings):
                        yield item
                        row += 1
            except (SourceError, pyarrow().ArrowException, OSError) as error:
                raise SourceError(_first_line(error), f"row group {piece.group + 1}") from error


def _batches(file: Any, piece: Piece, group: int, names: list[str]) -> Iterator[Any]:
    """Yield the rows of a piece in batches that take little memory."""
    columns = [_pages(file, piece.source, group, name) for name in names]
    rows, at, stop = rows_at_a_time(columns), 0, piece.stop or 0
    for batch in file.iter_batches(rows, row_groups=[group], columns=names, use_threads=False):
        first = max(piece.start - at, 0)
        yield batch.slice(first, max(stop - at - first, 0))
        at += batch.num_rows
        if at >= stop:
            return
    raise SourceError("it has fewer rows than it says")


def _pages(file: Any, source: str, group: int, name: str) -> ColumnPages:
    """Return the pages of a column in a row group."""
    row_group = file.metadata.row_group(group)
    columns = map(row_group.column, range(row_group.num_columns))
    number, column = next(
        (number, column) for number, column in enumerate(columns) if column.path_in_schema == name
    )
    start, dictionary = column.data_page_offset, column.dictionary_page_offset
    if column.has_dictionary_page and 0 < dictionary < start:
        start = dictionary
    pages = pages_of(source, start, column.total_compressed_size)
    rows_at_a_time([pages])  # before anything is unpacked
    nullable = file.schema.column(number).max_definition_level > 0
    check_lengths(source, pages.others, column.compression, nullable=nullable)
    if pages.dictionary_can_be_read:
        longest = _longest_in_dictionary(source, group, name)
        pages = attrs.evolve(pages, longest_in_dictionary=longest)
    return pages


def _longest_in_dictionary(source: str, group: int, name: str) -> int | None:
    """Return how many octets the longest value of a column's dictionary has, if it has one."""
    with library(*PARQUET).ParquetFile(source, pre_buffer=False, read_dictionary=[name]) as file:
        batches = file.iter_batches(1, row_groups=[group], columns=[name], use_threads=False)
        columns = [batch.column(0) for batch in islice(batches, 1)]
        if not columns or not pyarrow().types.is_dictionary(columns[0].type):
            return None
        ends = memoryview(columns[0].dictionary.cast("string").buffers()[1]).cast("i")
        return max(map(sub, ends[1:], ends), default=0)


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


def _opened(source: str) -> Any:
    parquet = library(*PARQUET)
    check_footer(source)
    try:
        return parquet.ParquetFile(source, pre_buffer=False, buffer_size=1 << 16)
    except _errors() as error:
        raise SourceError(f"{NO_PARQUET}: {_first_line(error)}") from error


def _errors() -> tuple[type[Exception], ...]:
    """Return what pyarrow raises for a damaged file."""
    return (pyarrow().ArrowException, OSError)


def _columns(file: Any, settings: Settings) -> list[str]:
    """Return the names of the columns to read.

    Raises:
        SourceError: A column is not there, or holds no text.
    """
    pa = pyarrow()
    wanted = [settings.reference_column]
    if settings.base is None:
        wanted.insert(0, settings.base_column)
    schema = file.schema_arrow
    for name in wanted:
        if schema.names.count(name) != 1:
            there = ", ".join(map(repr, schema.names))
            raise SourceError(f"has not one column {name!r}; there is: {there}")
        type_ = schema.field(name).type
        type_ = type_.value_type if pa.types.is_dictionary(type_) else type_
        if type_ not in (pa.string(), pa.large_string(), pa.string_view(), pa.null()):
            raise SourceError(f"column {name!r} holds {type_}, and not text")
    return wanted


def _items(batch: Any, source: str, first: int, settings: Settings) -> Iterator[Item]:
    references = _values(batch.column(settings.reference_column))
    bases = (
        [settings.base] * batch.num_rows
        if settings.base is not None
        else _values(batch.column(settings.base_column))
    )
    for row, (base, reference) in enumerate(zip(bases, references, strict=True), first):
        if isinstance(base, str) and isinstance(reference, str):
            yield pair_or_bad(source, row, base, reference)
            continue
        named = ((settings.base_column, base), (settings.reference_column, reference))
        name, value = next(item for item in named if not isinstance(item[1], str))
        if value is None:
            yield BadRow(source, row, f"{name!r} is null")
        else:
            octets = value.size
            wrong = too_long(octets) if octets > LONGEST_ROW else f"{name!r} is no UTF-8"
            raw = value[:KEPT_OCTETS].to_pybytes()
            yield BadRow(source, row, wrong, raw, octets if octets > len(raw) else None)


def _values(column: Any) -> list[Any]:
    """Return a column's texts; the octets of those that are no UTF-8, or longer than a row."""
    pa = pyarrow()
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if column.nbytes <= LONGEST_ROW:
        with contextlib.suppress(UnicodeDecodeError):
            texts: list[Any] = column.to_pylist()
            return texts
    return [_value(item) for item in column]


def _value(item: Any) -> Any:
    octets = item.as_buffer()
    if octets is not None and octets.size <= LONGEST_ROW:
        with contextlib.suppress(UnicodeDecodeError):
            return item.as_py()
    return octets
