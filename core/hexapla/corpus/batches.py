"""Pairs as record batches of Arrow, with the rows that were set aside: work as it is handed out."""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import attrs
import pyarrow as pa

from hexapla.corpus.formats import FORMATS
from hexapla.corpus.source import BadRow, Damage, Item, Pair, Settings, as_text, damage_of
from hexapla.jobs.atomic import json_line

Source = tuple[str, str]
"""The name of a file, and the name of its format."""

PAIRS = pa.schema(
    [
        ("source", pa.string()),
        ("row", pa.int64()),
        ("base", pa.string()),
        ("reference", pa.string()),
    ]
)
"""The fields of pairs."""

# Pairs of so many code points together are a batch, however few they are.
_LARGE = 8 << 20


@attrs.frozen
class Batch:
    """Rows of a source, or of several.

    Attributes:
        pairs: A record batch of pairs.
        set_aside: Rows that hold no pair, and where reading had to end.
        octets: How much of the sources they are.
    """

    pairs: Any
    set_aside: tuple[BadRow | Damage, ...]
    octets: int

    @classmethod
    def of(cls, items: Sequence[Item], octets: int) -> "Batch":
        """Return items as a batch; pairs with a lone surrogate, which is no text, are set aside."""
        pairs = [item for item in items if isinstance(item, Pair)]
        others = tuple(item for item in items if not isinstance(item, Pair))
        columns = zip(*pairs, strict=True) if pairs else ((),) * len(PAIRS)
        try:
            typed = zip(columns, PAIRS, strict=True)
            arrays = [pa.array(column, field.type) for column, field in typed]
        except UnicodeEncodeError:
            return cls.of(list(map(_without_surrogates, items)), octets)
        return cls(pa.RecordBatch.from_arrays(arrays, schema=PAIRS), others, octets)

    def items(self) -> Iterator[Pair]:
        """Yield the pairs."""
        return map(Pair._make, zip(*(each.to_pylist() for each in self.pairs.columns), strict=True))


def _without_surrogates(item: Item) -> Item:
    if not isinstance(item, Pair):
        return item
    try:
        f"{item.base}{item.reference}".encode()
    except UnicodeEncodeError:
        raw = json_line({"base": item.base, "reference": item.reference})
        return BadRow(item.source, item.row, "it has a lone surrogate, which is no text", raw)
    return item._replace(source=as_text(item.source))


def batches_in(sources: Sequence[Source], settings: Settings, rows: int) -> Iterator[Batch]:
    """Yield the rows of sources, one after the other, in batches of at most so many rows.

    Args:
        sources: The sources; where one is damaged, its last item says so.
        settings: The fields that hold a pair, or one base for all rows.
        rows: How many rows a batch has at most.
    """
    reading, done = _Reading(sources, settings), 0
    items = reading.items()
    while held := list(_some(items, rows)):
        position = max(done, reading.position)
        yield Batch.of(held, position - done)
        done = position


class _Reading:
    """The reading of sources, and how far it has come, in octets."""

    def __init__(self, sources: Sequence[Source], settings: Settings) -> None:
        self._sources = sources
        self._settings = settings
        self._before = 0
        self._file: BinaryIO | None = None

    @property
    def position(self) -> int:
        return self._before + (self._file.tell() if self._file else 0)

    def items(self) -> Iterator[Item]:
        for source, name in self._sources:
            try:
                with Path(source).open("rb") as self._file:
                    yield from FORMATS[name].items(self._file, source, self._settings)
                    self._before += self._file.seek(0, 2)
                    self._file = None
            except OSError as error:
                yield damage_of(source, 0, error)


def _some(items: Iterator[Item], rows: int) -> Iterator[Item]:
    """Yield so many of the next items, or fewer where they are large."""
    size = 0
    for item in islice(items, rows):
        yield item
        if isinstance(item, Pair):
            size += len(item.base) + len(item.reference)
            if size > _LARGE:
                return
