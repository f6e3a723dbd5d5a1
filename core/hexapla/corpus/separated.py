"""CSV and TSV: records of fields, of which those in quotes may hold anything (RFC 4180).

A quote opens a field only where it is the field's first character. An empty field is the empty
text.
"""

import csv
from collections import deque
from collections.abc import Callable, Iterator

from hexapla.corpus.pair import LONGEST_ROW
from hexapla.corpus.source import Settings, SourceError
from hexapla.corpus.text import Line, Record, RecordReader, TextFormat, record_of

_OPEN = "unexpected end of data"

# A field in quotes that goes on for more lines counts as one that never ends.
_MOST_LINES = 10_000


class Separated(TextFormat):
    """Records of fields behind a header, with a separator between the fields."""

    def __init__(self, name: str, separator: str, *endings: str) -> None:
        self.name = name
        self._separator = separator
        self.suffixes = (*endings, *(f"{ending}.gz" for ending in endings))

    @property
    def header(self) -> bool:
        """Whether the first record names the columns: it does."""
        return True

    def records(self, lines: Iterator[Line]) -> Iterator[Record]:
        """Put lines together as long as a field in quotes is open.

        One that never ends, or not within the longest row, is a bad row by itself; what follows it
        is read as if it were not there.
        """
        ahead = _Ahead(lines, self._closes)
        while (first := ahead.take()) is not None:
            if first.cut or first.octets > LONGEST_ROW or not self._opens(first.data):
                yield record_of(first)
                continue
            rest = ahead.take_to_closing(LONGEST_ROW - first.octets)
            if rest:
                data = b"".join(line.data for line in (first, *rest))
                yield Record(first.offset, data, len(data))
            else:
                yield record_of(first, "a quote opens a field and none closes it")

    def _closes(self, line: Line) -> bool:
        """Return whether a line closes a field in quotes that is open where it begins."""
        return not line.cut and b'"' in line.data and not self._opens(b'"' + line.data)

    def _opens(self, data: bytes) -> bool:
        """Return whether a record that begins so goes on after the line."""
        if b'"' not in data:
            return False
        try:
            _fields(data.decode("latin-1"), self._separator)
        except csv.Error as error:
            return str(error) == _OPEN
        return False

    def reader(self, header: str | None, settings: Settings) -> RecordReader:
        """Return what takes the pair out of a record's fields."""
        assert header is not None
        try:
            names = _fields(header, self._separator)
        except csv.Error as error:
            raise SourceError(f"can't be read: {error}", "the header") from error
        base = None if settings.base is not None else _index(names, settings.base_column)
        return _Reader(
            self._separator, len(names), base, _index(names, settings.reference_column), settings
        )


class _Ahead:
    """Lines, of which some are read ahead: none of those closes a field in quotes but the last.

    So no line is looked at twice for that, and which lines make a record depends on them alone.
    """

    def __init__(self, lines: Iterator[Line], closes: Callable[[Line], bool]) -> None:
        self._lines = lines
        self._closes = closes
        self._read: deque[Line] = deque()
        self._octets = 0
        self._closing: Line | None = None

    def take(self) -> Line | None:
        """Return the next line, None where there is none."""
        if self._read:
            line = self._read.popleft()
            self._octets -= line.octets
            return line
        closing, self._closing = self._closing, None
        return next(self._lines, None) if closing is None else closing

    def take_to_closing(self, octets: int) -> list[Line]:
        """Return the lines up to the one that closes a field; none where they are too long."""
        while self._closing is None:
            if self._octets > octets or len(self._read) == _MOST_LINES:
                return []
            line = next(self._lines, None)
            if line is None:
                return []
            if self._closes(line):
                self._closing = line
            else:
                self._read.append(line)
                self._octets += line.octets
        if self._octets + self._closing.octets > octets:
            return []
        lines = [*self._read, self._closing]
        self._read.clear()
        self._octets, self._closing = 0, None
        return lines


def _fields(text: str, separator: str) -> list[str]:
    """Return the fields of a record.

    Raises:
        csv.Error: It is none.
    """
    before = csv.field_size_limit()
    if len(text) <= before:
        return next(csv.reader([text], delimiter=separator, strict=True), [])
    csv.field_size_limit(LONGEST_ROW + 1)
    try:
        return next(csv.reader([text], delimiter=separator, strict=True), [])
    finally:
        csv.field_size_limit(before)


def _index(names: list[str], name: str) -> int:
    if names.count(name) == 1:
        return names.index(name)
    wrong = f"has two columns {name!r}" if name in names else f"has no column {name!r}"
    there = ", ".join(map(repr, names))
    raise SourceError(f"{wrong}; there is: {there}", "the header")


class _Reader(RecordReader):
    def __init__(
        self, separator: str, width: int, base: int | None, reference: int, settings: Settings
    ) -> None:
        self._separator = separator
        self._width = width
        self._base = base
        self._reference = reference
        self._settings = settings

    def read(self, text: str) -> tuple[str, str]:
        try:
            fields = _fields(text, self._separator)
        except csv.Error as error:
            raise ValueError(f"the row is no CSV: {error}") from None
        if not fields and self._width == 1:
            fields = [""]
        if len(fields) != self._width:
            raise ValueError(f"the row has {len(fields)} fields, the header {self._width}")
        base = self._settings.base
        return fields[self._base] if self._base is not None else base or "", fields[self._reference]
