"""What reading a Parquet file takes: known from its footer and the headers of its pages.

A page is unpacked as a whole, and a value of a dictionary may be that of every row. So memory is
bounded by reading few rows at a time, and by refusing what is too large even then.
"""

import functools
import io
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple

import attrs

from hexapla.corpus.source import SourceError
from hexapla.corpus.thrift import Struct, ThriftError, ThriftReader

NO_PARQUET = "is no Parquet file that can be read"
"""What is wrong with a file that is none."""

MOST_MEMORY = 96 << 20
"""How many octets the pages may take that are read at a time, and what is made of them."""

MOST_ROWS = 1_000
"""How many rows are read at a time at most."""

# Where so many octets are made of pages at a time, more rows at a time save nothing.
_ENOUGH = 16 << 20

_MAGIC = b"PAR1"
_OCTETS_OF_LENGTH = 4
_MOST_FOOTER_MEMORY = 48 << 20
# What Arrow makes of a struct of the footer, by how deep it is, and of an element of a list, in
# octets. Measured: the largest is a column of the schema, then a column of a row group.
_OF_STRUCTS = (0, 1500, 800)
_OF_ELEMENT = 40
_LONGEST_HEADER = 1 << 20
_MOST_PAGES = 50_000

# Fields of the header of a page: apache/parquet-format, src/main/thrift/parquet.thrift.
_KIND, _UNPACKED, _PACKED = 1, 2, 3
_VALUES = 1
_DICTIONARY = 2
# For each kind of page: the field that describes its values, and there the one of their encoding.
_DATA_2 = 3
_DESCRIBED = {0: (5, 2), _DICTIONARY: (7, 2), _DATA_2: (8, 4)}
_LENGTHS_OF_LEVELS, _IS_PACKED = (5, 6), 7
_NUMBERS = 5
# Encodings in which a value is not written once for each time that it comes.
_OF_DICTIONARY = (2, 8)
DELTA_LENGTH, DELTA_BYTE_ARRAY = 6, 7
_USUAL_DICTIONARY = 4 << 20
# What is kept for each value of a dictionary, beside its octets.
_OF_VALUE = 16


class Page(NamedTuple):
    """The sizes of a page in octets, how many values it has, and their encoding.

    `kind` and `encoding` are the numbers that Parquet has for them. `start` is where its octets
    begin in the file. Where its levels are apart, `levels` is how many octets they have, and
    `plain` says whether its values are not packed.
    """

    kind: int
    packed: int
    unpacked: int
    values: int
    encoding: int
    start: int = 0
    levels_apart: bool = False
    levels: int = 0
    plain: bool = False


@attrs.frozen
class ColumnPages:
    """The pages of a column of a row group: dictionaries, and the others.

    `longest_in_dictionary` is how many octets no value of a dictionary has more than, None where
    only the sizes of the pages are known.
    """

    dictionaries: tuple[Page, ...]
    others: tuple[Page, ...]
    longest_in_dictionary: int | None = None

    @property
    def dictionary_can_be_read(self) -> bool:
        """Whether there is one dictionary, of a usual size, that the first value needs."""
        return (
            len(self.dictionaries) == 1
            and self.dictionaries[0].unpacked <= _USUAL_DICTIONARY
            and self.dictionaries[0].values <= self.dictionaries[0].unpacked
            and self.others[:1] != ()
            and self.others[0].encoding in _OF_DICTIONARY
        )

    @property
    def at_all(self) -> int:
        """How many octets are held, however few rows are read at a time."""
        kept = (2 * page.unpacked + _OF_VALUE * page.values for page in self.dictionaries)
        read = (
            page.packed + page.unpacked + _lengths_in(page)
            for page in (*self.dictionaries, *self.others)
        )
        return max(kept, default=0) + max(read, default=0)

    def with_rows(self, rows: int) -> int:
        """Return how many octets so many values in succession can have."""
        return rows * self._longest_repeated + self._most_written(rows)

    @property
    def _longest_repeated(self) -> int:
        """How long a value can be that is not written for each time that it comes."""
        in_dictionaries = self.longest_in_dictionary
        if in_dictionaries is None:
            in_dictionaries = max((page.unpacked for page in self.dictionaries), default=0)
        lengths = (
            in_dictionaries if page.encoding in _OF_DICTIONARY else page.unpacked
            for page in self.others
            if _repeats(page)
        )
        return max(lengths, default=0)

    def _most_written(self, rows: int) -> int:
        """Return how many octets so many values have that are written for each time."""
        most = octets = start = between = 0
        for number, page in enumerate(self.others):
            octets += 0 if _repeats(page) else page.unpacked
            most = max(most, octets)
            between += page.values if number > start else 0
            while start < number and between >= rows - 1:
                octets -= 0 if _repeats(self.others[start]) else self.others[start].unpacked
                start += 1
                between -= self.others[start].values
        return most


def _lengths_in(page: Page) -> int:
    """Return how many octets are held for the lengths of a page's values, where they are apart."""
    return _OF_VALUE * page.values if page.encoding in (DELTA_LENGTH, DELTA_BYTE_ARRAY) else 0


def _repeats(page: Page) -> bool:
    return page.encoding in (*_OF_DICTIONARY, DELTA_BYTE_ARRAY)


def rows_at_a_time(columns: Sequence[ColumnPages]) -> int:
    """Return how many rows of some columns are to be read at a time.

    Raises:
        SourceError: Even a single row would take too much memory.
    """
    rows = MOST_ROWS
    while rows > 1 and sum(column.with_rows(rows) for column in columns) > _ENOUGH:
        rows //= 2
    needed = sum(column.at_all + 2 * column.with_rows(rows) for column in columns)
    if needed > MOST_MEMORY:
        raise SourceError(f"reading it takes {needed} octets of memory, more than {MOST_MEMORY}")
    return rows


def pages_of(source: str, start: int, octets: int) -> ColumnPages:
    """Read the headers of the pages of a column in a row group.

    Args:
        source: The name of the file.
        start: Where the first page begins, in octets.
        octets: How long the pages are together.

    Raises:
        SourceError: A header can't be read, or there are too many.
    """
    dictionaries: list[Page] = []
    others: list[Page] = []
    with Path(source).open("rb") as file:
        try:
            for number, page in enumerate(_pages(file, start, start + octets)):
                if number == _MOST_PAGES:
                    raise SourceError(f"a column has more than {_MOST_PAGES} pages")
                (dictionaries if page.kind == _DICTIONARY else others).append(page)
        except ThriftError as error:
            raise SourceError(f"the header of a page can't be read: {error}") from error
    return ColumnPages(tuple(dictionaries), tuple(others))


def _pages(file: BinaryIO, start: int, end: int) -> Iterator[Page]:
    end = min(end, os.fstat(file.fileno()).st_size)
    while start < end:
        file.seek(start)
        page = _page(ThriftReader(file, min(_LONGEST_HEADER, end - start)).struct())
        yield page._replace(start=file.tell())
        start = file.tell() + page.packed


def _page(header: Struct) -> Page:
    """Return what the header of a page says.

    Raises:
        ThriftError: It does not say it, or says what can't be.
    """
    kind = header.get(_KIND)
    described, encoding = _DESCRIBED.get(kind, (0, 0)) if isinstance(kind, int) else (0, 0)
    values = header.get(described, {})
    numbers = [kind, header.get(_PACKED), header.get(_UNPACKED)]
    if described:
        numbers += [values.get(_VALUES), values.get(encoding)] if isinstance(values, dict) else []
    else:
        numbers += [0, 0]  # an index, which is passed over
    checked = [number for number in numbers if isinstance(number, int) and 0 <= number < 1 << 31]
    if len(checked) != _NUMBERS:
        raise ThriftError("a number is missing or out of range")
    page = Page(checked[0], checked[1], checked[2], checked[3], checked[4])
    if kind != _DATA_2 or not isinstance(values, dict):
        return page
    lengths = [values.get(number) for number in _LENGTHS_OF_LEVELS]
    levels = sum(length for length in lengths if isinstance(length, int))
    if not 0 <= levels <= min(page.packed, page.unpacked):
        raise ThriftError("its levels are longer than it is")
    return page._replace(levels_apart=True, levels=levels, plain=values.get(_IS_PACKED) == 0)


def check_footer(source: str) -> None:
    """Check that what a file says of itself takes little memory.

    Raises:
        SourceError: It takes too much, or can't be read.
    """
    status = Path(source).stat()
    _check_footer(source, status.st_size, status.st_mtime_ns)


@functools.lru_cache(maxsize=16)
def _check_footer(source: str, size: int, _changed: int) -> None:
    with Path(source).open("rb") as file:
        file.seek(max(0, size - len(_MAGIC) - _OCTETS_OF_LENGTH))
        end = file.read()
        octets = int.from_bytes(end[:_OCTETS_OF_LENGTH], "little")
        if not end.endswith(_MAGIC) or octets > size - len(end):
            raise SourceError(f"{NO_PARQUET}: it does not end as one")
        if 2 * octets <= _MOST_FOOTER_MEMORY:
            file.seek(size - len(end) - octets)
            footer = ThriftReader(io.BytesIO(file.read(octets)), octets)
            try:
                footer.struct()
            except ThriftError as error:
                raise SourceError(f"{NO_PARQUET}: in its footer, {error}") from error
            structs = zip(footer.structs, _OF_STRUCTS, strict=False)
            needed = sum(count * each for count, each in structs)
            if needed + _OF_ELEMENT * footer.elements + 2 * octets <= _MOST_FOOTER_MEMORY:
                return
    raise SourceError("its footer describes too many columns or row groups")
