"""Pairs as record batches of Arrow, with the rows that were set aside: work as it is handed out."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import pyarrow as pa

from hexapla.corpus.formats import FORMATS
from hexapla.corpus.source import BadRow, Damage, Item, Pair, Settings, damage_of
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
    """Rows of a source, or of several."""

    pairs: Any
    set_aside: tuple[BadRow | Damage, ...]
    octets: int

    @classmethod
    def of(cls, items: Sequence[Item], octets: int) -> "Batch":
        """Return items as a batch."""
        pairs = [item for item in items if isinstance(item, Pair)]
        others = tuple(item for item in items if not isinstance(item, Pair))
        columns = zip(*pairs, strict=True) if pairs else ((),) * len(PAIRS)
        typed = zip(columns, PAIRS, strict=True)
        arrays = [pa.array(column, field.type) for column, field in typed]
        return cls(pa.RecordBatch.from_arrays(arrays, schema=PAIRS), others, octets)

    def items(self) -> Iterator[Pair]:
        """Yield the pairs."""
        return map(Pair._make, zip(*(each.to_pylist() for each in self.pairs.columns), strict=True))


def batches_in(sources: Iterable[Source], settings: Settings, rows: int) -> Iterator[Batch]:
    """Yield the rows of sources, one after the other, in batches of at most so many rows.

    Args:
        sources: The sources; where one is damaged, its last item says so.
        settings: The fields that hold a pair, or one base for all rows.
        rows: How many rows a batch has at most; fewer where they are large.
    """
    held: list[Item] = []
    size = before = done = 0
    for source, name in sources:
        try:
            with Path(source).open("rb") as file:
                for item in FORMATS[name].items(file, _as_text(source), settings):
                    held.append(_checked(item))
                    size += len(item.base) + len(item.reference) if isinstance(item, Pair) else 0
                    if len(held) == rows or size > _LARGE:
                        position = max(done, before + file.tell())
                        yield Batch.of(held, position - done)
                        held, size, done = [], 0, position
            before += Path(source).stat().st_size
        except OSError as error:
            held.append(damage_of(_as_text(source), 0, error))
    if held:
        yield Batch.of(held, before - done)


def _as_text(name: str) -> str:
    """Return the name of a file as Unicode has it."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def _checked(item: Item) -> Item:
    """Set a pair aside that has a lone surrogate: no text of Arrow has any."""
    if not isinstance(item, Pair) or (item.base.isascii() and item.reference.isascii()):
        return item
    try:
        f"{item.base}{item.reference}".encode()
    except UnicodeEncodeError:
        raw = json_line({"base": item.base, "reference": item.reference})
        wrong = "it has a lone surrogate, which is no text"
        return BadRow(wrong, raw, len(raw), item.source, item.row)
    return item
