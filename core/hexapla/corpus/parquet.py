"""Parquet as a source: row groups are pieces, and parts of large ones."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hexapla.corpus.extras import PARQUET, library, pyarrow
from hexapla.corpus.pair import BadRow, Item, Pair
from hexapla.corpus.source import Format, Piece, Settings, SourceError

# Rows that are decoded at a time.
_BATCH = 1_000


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
            at, row = 0, piece.first_row
            try:
                for batch in file.iter_batches(_BATCH, row_groups=[piece.group], columns=names):
                    first = max(piece.start - at, 0)
                    wanted = batch.slice(first, max((piece.stop or 0) - at - first, 0))
                    at += batch.num_rows
                    for item in _items(wanted, piece.source, row, settings):
                        yield item
                        row += 1
                    if at >= (piece.stop or 0):
                        return
            except _errors() as error:
                raise SourceError(_first_line(error), f"row group {piece.group + 1}") from error


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


def _opened(source: str) -> Any:
    try:
        return library(*PARQUET).ParquetFile(source, pre_buffer=False, buffer_size=1 << 16)
    except _errors() as error:
        raise SourceError(f"is no Parquet file that can be read: {_first_line(error)}") from error


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
            yield Pair(source, row, base, reference)
            continue
        named = ((settings.base_column, base), (settings.reference_column, reference))
        name, value = next(item for item in named if not isinstance(item[1], str))
        if isinstance(value, bytes):
            yield BadRow(source, row, f"{name!r} is no UTF-8", value)
        else:
            yield BadRow(source, row, f"{name!r} is null")


def _values(column: Any) -> list[str | bytes | None]:
    """Return a column's texts; the octets of those that are no UTF-8."""
    try:
        texts: list[str | bytes | None] = column.to_pylist()
    except UnicodeDecodeError:
        return [_value(item) for item in column]
    return texts


def _value(item: Any) -> str | bytes | None:
    try:
        text: str | None = item.as_py()
    except UnicodeDecodeError:
        octets: bytes = item.as_buffer().to_pybytes()
        return octets
    return text
