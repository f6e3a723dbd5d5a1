"""CSV and TSV: records of fields, of which those in quotes may hold anything (RFC 4180).

A quote opens a field only where it is the field's first character. An empty field is the empty
text.
"""

import csv
from collections import deque
from collections.abc import Iterator

from hexapla.corpus.pair import LONGEST_ROW
from hexapla.corpus.source import Settings, SourceError
from hexapla.corpus.text import Line, Record, RecordReader, TextFormat, record_of

_OPEN = "unexpected end of data"


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
        waiting: deque[Line] = deque()
        while True:
            first = waiting.popleft() if waiting else next(lines, None)
            if first is None:
                return
            if first.cut or first.octets > LONGEST_ROW or not self._opens(first.data):
                yield record_of(first)
                continue
            gathered = [first]
            if self._gather(gathered, waiting, lines):
                data = b"".join(line.data for line in gathered)
                yield Record(first.offset, data, len(data))
            else:
                yield record_of(first, "a quote opens a field and none closes it")
                waiting.extendleft(reversed(gathered[1:]))

    def _gather(self, gathered: list[Line], waiting: deque[Line], lines: Iterator[Line]) -> bool:
        """Gather lines up to the one that closes the field in quotes; return whether one does."""
        octets = gathered[0].octets
        while octets <= LONGEST_ROW:
            line = waiting.popleft() if waiting else next(lines, None)
            if line is None:
                return False
            gathered.append(line)
            octets += line.octets
            if not line.cut and b'"' in line.data and not self._opens(b'"' + line.data):
                return octets <= LONGEST_ROW
        return False

    def _opens(self, data: bytes) -> bool:
        """Return whether a record that begins so goes on after the line."""
        if b'"' not in data:
            return False
        try:
            self._fields(data.decode("latin-1"))
        except csv.Error as error:
            return str(error) == _OPEN
        return False

    def _fields(self, text: str) -> list[str]:
        return next(csv.reader([text], delimiter=self._separator, strict=True), [])

    def reader(self, header: str | None, settings: Settings) -> RecordReader:
        """Return what takes the pair out of a record's fields."""
        assert header is not None
        try:
            names = self._fields(header)
        except csv.Error as error:
            raise SourceError(f"can't be read: {error}", "the header") from error
        base = None if settings.base is not None else _index(names, settings.base_column)
        return _Reader(
            self._separator, len(names), base, _index(names, settings.reference_column), settings
        )


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
            fields = next(csv.reader([text], delimiter=self._separator, strict=True), [])
        except csv.Error as error:
            raise ValueError(f"the row is no CSV: {error}") from None
        if not fields and self._width == 1:
            fields = [""]
        if len(fields) != self._width:
            raise ValueError(f"the row has {len(fields)} fields, the header {self._width}")
        base = self._settings.base
        return fields[self._base] if self._base is not None else base or "", fields[self._reference]
