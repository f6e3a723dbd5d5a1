"""Text as a source: JSON Lines, CSV and TSV with a header, and plain lines.

Text is UTF-8, or UTF-16 with a mark at its beginning, and may be compressed by gzip.
"""

import codecs
import csv
import io
import json
from collections import deque
from collections.abc import Callable, Iterator
from itertools import count
from typing import BinaryIO, NamedTuple, cast

from hexapla.corpus.source import (
    KEPT_OCTETS,
    LONGEST_ROW,
    BadRow,
    Octets,
    Pair,
    Settings,
    SourceError,
    too_long,
)

_GZIP = ".gz"
_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_OPEN = "unexpected end of data"
_UNCLOSED = "a quote opens a field and none closes it"

Read = Callable[[], tuple[str, str]]
"""Returns the base and the reference of the next row.

Raises:
    StopIteration: There is none.
    ValueError: The row holds none.
"""


class _BadLine(NamedTuple):
    """The beginning of a line that is no row, with how many octets it has, and what is wrong."""

    text: str
    octets: int
    wrong: str


class _Lines:
    """The lines of a file, and those that the row being read is made of.

    Octets that are no UTF-8 are lone surrogates in the text.
    """

    def __init__(self, octets: Octets) -> None:
        self._octets = octets
        buffered = io.BufferedReader(octets)
        is_utf_16 = buffered.peek(2)[:2] in _UTF_16_MARKS
        self._errors = "surrogatepass" if is_utf_16 else "surrogateescape"
        encoding = "utf-16" if is_utf_16 else "utf-8-sig"
        self._text = io.TextIOWrapper(buffered, encoding, self._errors, newline="\n")
        self._ahead: deque[str | _BadLine] = deque()
        self._characters = self._characters_again = 0
        self.row: list[str | _BadLine] = []

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._ahead.popleft() if self._ahead else self._next_line()
        self.row.append(line)
        if isinstance(line, _BadLine):
            raise ValueError(line.wrong)
        return line

    def _next_line(self) -> str | _BadLine:
        try:
            text = self._text.readline(LONGEST_ROW + 1)
        except UnicodeDecodeError:
            self._octets.wrong = "the UTF-16 text ends within a character"
            text = ""
        if not text:
            raise StopIteration
        self._characters += len(text)
        if 4 * len(text) > LONGEST_ROW:  # no code point has more octets
            octets, end = len(self._encoded(text)), text
            while not end.endswith("\n") and (end := self._text.readline(LONGEST_ROW)):
                octets += len(self._encoded(end))
            if octets > LONGEST_ROW:
                return _BadLine(text, octets, too_long(octets))
        if self._octets.wrong is not None and not text.endswith("\n"):
            return _BadLine(text, len(self._encoded(text)), "the row is cut off")
        return text

    def _encoded(self, text: str) -> bytes:
        return text.encode("utf-8", self._errors)

    def check(self) -> None:
        """Raise `ValueError` where the lines of a row that was read are not all UTF-8."""
        text = "".join(cast(list[str], self.row))
        if not text.isascii():
            try:
                self._encoded(text).decode("utf-8")
            except UnicodeDecodeError as error:
                raise ValueError(f"octet {error.start} of the row is no UTF-8") from None

    def bad_row(self, source: str, row: int, wrong: str) -> BadRow:
        """Return a bad row of the first line; the others are read again.

        Where that would take too long altogether, they are in the bad row.
        """
        again = self.row[1:]
        characters = sum(map(len, map(_text_of, again)))
        if self._characters_again + characters <= 2 * self._characters:
            self._characters_again += characters
            self._ahead.extendleft(reversed(again))
            del self.row[1:]
        first = self.row[0]
        octets = self._encoded("".join(map(_text_of, self.row)))
        if isinstance(first, _BadLine):
            return BadRow(source, row, first.wrong, octets[:KEPT_OCTETS], first.octets)
        return BadRow(source, row, wrong, octets[:KEPT_OCTETS], len(octets))

    def check_end(self) -> None:
        """Raise `SourceError` where the file could not be read to its end."""
        if self._octets.wrong is not None:
            raise SourceError(self._octets.wrong, f"octet {self._octets.position}")


def _text_of(line: str | _BadLine) -> str:
    return line.text if isinstance(line, _BadLine) else line


Reader = Callable[[_Lines, Settings], Read]
"""Returns what reads rows from lines, the first of which may name fields; raises `SourceError`."""


def read_text(
    reader: Reader, file: BinaryIO, source: str, settings: Settings
) -> Iterator[Pair | BadRow]:
    """Yield the rows of a text.

    Args:
        reader: What reads rows of its format.
        file: The file.
        source: The name of the file.
        settings: The fields that hold a pair, or one base for all rows.

    Raises:
        SourceError: Reading has to end.
    """
    lines = _Lines(Octets(file, packed=source.lower().endswith(_GZIP)))
    try:
        read = reader(lines, settings)
        for row in count(1):
            lines.row.clear()
            try:
                base, reference = read()
                lines.check()
            except (ValueError, csv.Error) as error:
                yield lines.bad_row(source, row, str(error))
            else:
                yield Pair(source, row, base, reference)
    except StopIteration:
        lines.check_end()


def plain_lines(lines: _Lines, settings: Settings) -> Read:
    """Return what reads a reference from each line; a blank line is the empty reference."""
    base = settings.base
    if base is None:
        raise SourceError("plain lines hold no base; give one for all with --base")
    return lambda: (base, next(lines).removesuffix("\n").removesuffix("\r"))


def json_lines(lines: _Lines, settings: Settings) -> Read:
    """Return what reads an object from each line; escapes may stand for lone surrogates."""

    def read() -> tuple[str, str]:
        text = next(lines)
        try:
            row = json.loads(text)
        except RecursionError:
            raise ValueError("the row is no JSON that can be read: too deep") from None
        except ValueError as error:
            raise ValueError(f"the row is no JSON: {error}") from None
        if not isinstance(row, dict):
            raise ValueError("the row is no JSON object")
        base = settings.base
        if base is None:
            base = _member(row, settings.base_field)
        return base, _member(row, settings.reference_field)

    return read


def _member(row: dict[str, object], name: str) -> str:
    if name not in row:
        raise ValueError(f"the row has no {name!r}")
    value = row[name]
    if not isinstance(value, str):
        raise ValueError(f"{name!r} is no text")
    return value


def comma_separated(lines: _Lines, settings: Settings) -> Read:
    """Return what reads records of CSV (RFC 4180) behind a header."""
    return _separated(lines, settings, ",")


def tab_separated(lines: _Lines, settings: Settings) -> Read:
    """Return what reads records of TSV behind a header."""
    return _separated(lines, settings, "\t")


def _separated(lines: _Lines, settings: Settings, separator: str) -> Read:
    """Return what reads records of fields, of which those in quotes may hold anything.

    A quote opens a field only where it is the field's first character. An empty field is the empty
    text.
    """
    csv.field_size_limit(max(csv.field_size_limit(), LONGEST_ROW))  # there is one for all readers
    records = csv.reader(lines, delimiter=separator, strict=True)
    try:
        names = next(records)
        lines.check()
    except (ValueError, csv.Error) as error:
        raise SourceError(f"can't be read: {error}", "the header") from None
    base_index = None if settings.base is not None else _index(names, settings.base_field)
    reference_index = _index(names, settings.reference_field)
    width, one_base = len(names), settings.base or ""

    def read() -> tuple[str, str]:
        try:
            fields = next(records)
        except csv.Error as error:
            is_open = len(lines.row) > 1 or str(error) == _OPEN
            raise ValueError(_UNCLOSED if is_open else f"the row is no CSV: {error}") from None
        if not fields and width == 1:
            fields = [""]
        if len(fields) != width:
            raise ValueError(f"the row has {len(fields)} fields, the header {width}")
        base = one_base if base_index is None else fields[base_index]
        return base, fields[reference_index]

    return read


def _index(names: list[str], name: str) -> int:
    if names.count(name) == 1:
        return names.index(name)
    wrong = f"has two fields {name!r}" if name in names else f"has no field {name!r}"
    there = ", ".join(map(repr, names))
    raise SourceError(f"{wrong}; there is: {there}", "the header")
