"""How many values pages say that they hold whose lengths are written as deltas.

A few octets can stand for any number of equal lengths, which a reader makes room for before it
looks whether there are so many values. So the numbers are looked at first.
https://github.com/apache/parquet-format/blob/master/Encodings.md
"""

from collections.abc import Iterable
from pathlib import Path

from hexapla.corpus.extras import pyarrow
from hexapla.corpus.parquet_pages import DELTA_BYTE_ARRAY, DELTA_LENGTH, Page
from hexapla.corpus.source import SourceError

# How many octets the length of the levels takes before them.
_OF_LENGTH = 4
_WRONG = "a page has not as many lengths as it says"
_OUT_OF_RANGE = (IndexError, ValueError, OSError)


def check_lengths(source: str, pages: Iterable[Page], compression: str, *, nullable: bool) -> None:
    """Check that pages have no more lengths than values.

    Args:
        source: The name of the file.
        pages: Pages of a column of texts.
        compression: What they are packed with, as pyarrow names it.
        nullable: Whether a value may be missing.

    Raises:
        SourceError: One has more, or can't be read.
    """
    for page in pages:
        if page.encoding in (DELTA_BYTE_ARRAY, DELTA_LENGTH):
            try:
                data = _values_of(source, page, compression, nullable=nullable)
                count, end = _lengths(data, 0)
                counts = [count]
                if page.encoding == DELTA_BYTE_ARRAY:
                    counts.append(_lengths(data, end)[0])
            except _OUT_OF_RANGE as error:
                raise SourceError(_WRONG) from error
            if max(counts) > page.values:
                raise SourceError(_WRONG)


def _values_of(source: str, page: Page, compression: str, *, nullable: bool) -> bytes:
    """Return the octets of the values of a page."""
    with Path(source).open("rb") as file:
        file.seek(page.start + page.levels)
        data = file.read(page.packed - page.levels)
    if compression != "UNCOMPRESSED" and not page.plain:
        codec = "lz4_raw" if compression == "LZ4" else compression.lower()
        size = page.unpacked - page.levels
        data = pyarrow().decompress(data, decompressed_size=size, codec=codec, asbytes=True)
    if nullable and not page.levels_apart:
        return data[_OF_LENGTH + int.from_bytes(data[:_OF_LENGTH], "little") :]
    return data


def _lengths(data: bytes, place: int) -> tuple[int, int]:
    """Return how many lengths there are from a place on, and where they end."""
    size, place = _number(data, place)
    parts, place = _number(data, place)
    count, place = _number(data, place)
    _, place = _number(data, place)
    if not parts or not size or size % parts:
        raise ValueError("there are no such blocks")
    left = count - 1
    while left > 0:
        _, place = _number(data, place)
        widths = data[place : place + parts]
        place += parts
        for width in widths[: -(-left // (size // parts))]:
            place += width * (size // parts) // 8
        left -= size
    if place > len(data):
        raise ValueError("they end too early")
    return count, place


def _number(data: bytes, place: int) -> tuple[int, int]:
    """Return a number as Parquet writes it, and where it ends."""
    number = 0
    for shift in range(0, 70, 7):
        octet = data[place]
        place += 1
        number |= (octet & 127) << shift
        if octet < 128:
            return number, place
    raise ValueError("it has too many digits")
