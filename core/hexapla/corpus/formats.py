"""The formats of source files, and the functions that read rows from files in these formats.

Text is UTF-8, or UTF-16 with a byte order mark, and may be compressed with gzip.
"""

import codecs
import contextlib
import csv
import gzip
import io
import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, BinaryIO

import attrs

from hexapla.corpus.reader_process import read_apart
from hexapla.corpus.source import (
    KEPT_OCTETS,
    LONGEST_ROW,
    TOO_LONG,
    BadRow,
    Item,
    Pair,
    Read,
    Settings,
    SourceError,
    damage_of,
    links,
    reason_of,
)
from hexapla.pages.page import read_content
from hexapla.text.counted import counted
from hexapla.values.frozen import FrozenMapping


@attrs.frozen
class Format:
    """A format of source files, recognized by the `suffixes` of their names in lower case.

    `read` yields the rows of a file, and an error in place of rows that can't be read. It raises an
    error if the rest of the file can't be read. If `is_slow` is true, reading rows takes longer
    than comparing the specs on them. If `is_read_apart` is true, the format is parsed by a C or C++
    library that may crash, so a separate process reads it. `modules` lists the modules that the
    format needs. If `holds_bases` is false, rows contain only references.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Callable[[BinaryIO, Settings], Iterator[Read]]
    holds_bases: bool = True
    is_slow: bool = False
    is_read_apart: bool = False
    modules: tuple[str, ...] = ()

    def items(self, file: BinaryIO, source: str, settings: Settings) -> Iterator[Item]:
        """Yield the rows of a file; where rows can't be read, an item reports the damage.

        Args:
            file: The file; if a separate process reads the format, the file must have a name.
            source: The name of the file, which is stored in the items.
            settings: The settings of the reader.
        """
        read_rows = partial(read_apart, self.name) if self.is_read_apart else self.read
        row = 0
        try:
            for read in read_rows(file, settings):
                if isinstance(read, SourceError):
                    yield damage_of(source, row, read)
                    row += read.rows
                    continue
                row += 1
                if isinstance(read, BadRow):
                    yield attrs.evolve(read, source=source, row=row)
                elif sum(map(len, read)) > LONGEST_ROW:
                    yield BadRow(TOO_LONG, source=source, row=row)
                else:
                    yield Pair(source, row, *read)
        except Exception as error:  # an error ends only this source; other sources are still read
            yield damage_of(source, row, error)


# Text.


_GZIP = b"\x1f\x8b"
_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_BEGINNING = 512
_BINARY = "it is a binary file, not text; name its format with --format"
_OPEN = "unexpected end of data"
_UNCLOSED = "a quotation mark opens a field that is never closed"

ReadRow = Callable[[], tuple[str, str]]
"""A function that returns the base and the reference of the next row.

Raises:
    StopIteration: There are no more rows.
    ValueError: The row doesn't contain a pair.
"""


class _Lines:
    """Iterates over the lines of a text file, and remembers the lines of the current row."""

    def __init__(self, text: io.TextIOWrapper) -> None:
        self._text = text
        self._ahead: deque[str] = deque()
        self._characters = self._characters_again = 0
        self.row: list[str] = []

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        if self._ahead:
            line = self._ahead.popleft()
        else:
            # If a line is too long, only its beginning is kept.
            line = end = self._text.readline(LONGEST_ROW + 1)
            self._characters += len(line)
            while _is_cut(end):
                end = self._text.readline(LONGEST_ROW + 1)
        if not line:
            raise StopIteration
        self.row.append(line)
        if _is_cut(line):
            raise ValueError(TOO_LONG)
        return line

    def check(self) -> None:
        """Raise `ValueError` if the lines of the current row aren't valid UTF-8."""
        try:
            "".join(self.row).encode()
        except UnicodeEncodeError as error:
            raise ValueError(f"character {error.start + 1} isn't valid UTF-8") from None

    def no_pair(self, wrong: str) -> BadRow:
        """Return the first line of the current row as a bad row; the other lines are read again.

        If rereading would take too long in total, the bad row contains all lines of the current
        row.

        Args:
            wrong: The reason why the row is bad.
        """
        again = self.row[1:]
        characters = sum(map(len, again))
        if self._characters_again + characters <= 2 * self._characters:
            self._characters_again += characters
            self._ahead.extendleft(reversed(again))
            del self.row[1:]
        octets = "".join(self.row).encode("utf-8", str(self._text.errors))
        if _is_cut(self.row[0]):
            return BadRow(TOO_LONG, octets[:KEPT_OCTETS])
        return BadRow(wrong, octets[:KEPT_OCTETS], len(octets))


def _is_cut(line: str) -> bool:
    """Return whether a line is only the beginning of an overlong line."""
    return len(line) > LONGEST_ROW and not line.endswith("\n")


Reader = Callable[[_Lines, Settings], ReadRow]
"""A function that reads the header, if any, and returns a reader of rows.

Raises:
    SourceError: The header can't be read, or a setting is missing.
"""


def read_text(reader: Reader, file: BinaryIO, settings: Settings) -> Iterator[Read]:
    """Yield the rows of a text file; raise an error after the last good row of a damaged file.

    Bytes that aren't valid UTF-8 are decoded to lone surrogates.
    """
    stream: Any = file
    if stream.peek(2)[:2] == _GZIP:
        stream = gzip.GzipFile(fileobj=file)
    beginning = stream.peek(_BEGINNING)[:_BEGINNING]
    is_utf_16 = beginning[:2] in _UTF_16_MARKS
    if not is_utf_16 and _is_binary(beginning):
        raise SourceError(_BINARY)
    codec = ("utf-16", "surrogatepass") if is_utf_16 else ("utf-8-sig", "surrogateescape")
    with io.TextIOWrapper(stream, *codec, "\n") as text, contextlib.suppress(StopIteration):
        lines = _Lines(text)
        read_row = reader(lines, settings)
        while True:
            lines.row.clear()
            try:
                pair = read_row()
                lines.check()
            except UnicodeDecodeError:
                raise
            except (ValueError, csv.Error) as error:
                yield lines.no_pair(str(error))
            else:
                yield pair


def _is_binary(beginning: bytes) -> bool:
    """Return whether the beginning of a file contains a NUL and isn't valid UTF-8.

    A text file with unusual references may contain either a NUL or invalid UTF-8, but rarely both.
    If the first line contains neither, the file counts as text.
    """
    first = beginning.partition(b"\n")[0]
    is_row = b"\0" not in first and _is_utf_8(first)
    return not is_row and b"\0" in beginning and not _is_utf_8(beginning)


def _is_utf_8(octets: bytes) -> bool:
    """Return whether bytes are valid UTF-8, apart from an incomplete character at the end."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(octets)
    except UnicodeDecodeError:
        return False
    return True


def plain_lines(lines: _Lines, settings: Settings) -> ReadRow:
    """Return a function that reads each line, even an empty one, as a reference."""
    base = settings.base
    if base is None:
        raise SourceError("plain lines have no base; give one for all lines with --base")
    return lambda: (base, next(lines).removesuffix("\n").removesuffix("\r"))


def json_lines(lines: _Lines, settings: Settings) -> ReadRow:
    """Return a function that reads a pair from the JSON object on each line.

    The strings of the pair may contain lone surrogates.
    """

    def read() -> tuple[str, str]:
        text = next(lines)
        try:
            row = json.loads(text)
        except RecursionError:
            raise ValueError("the row is nested too deeply") from None
        except json.JSONDecodeError as error:
            if text.isspace():
                raise ValueError("the row is blank") from None
            wrong = f"{error.msg} at character {error.pos + 1}"
            raise ValueError(f"the row isn't valid JSON: {wrong}") from None
        except ValueError as error:
            raise ValueError(f"the row isn't valid JSON: {error}") from None
        if not isinstance(row, dict):
            raise ValueError("the row isn't a JSON object")
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
        raise ValueError(f"{name!r} isn't a string")
    return value


def separated(separator: str, lines: _Lines, settings: Settings) -> ReadRow:
    """Return a function that reads records of CSV (RFC 4180) or TSV, after reading the header.

    A quotation mark opens a quoted field only as the field's first character. An empty field is
    read as an empty string.
    """
    csv.field_size_limit(max(csv.field_size_limit(), LONGEST_ROW))  # all readers share this limit
    records = csv.reader(lines, delimiter=separator, strict=True)
    try:
        names = next(records)
        lines.check()
    except (ValueError, csv.Error) as error:
        raise SourceError(f"the header can't be read: {error}") from None
    if not names:
        raise SourceError("the header is blank")
    base_index = None if settings.base is not None else _index(names, settings.base_field)
    reference_index = _index(names, settings.reference_field)
    width, one_base = len(names), settings.base or ""

    def read() -> tuple[str, str]:
        try:
            fields = next(records)
        except csv.Error as error:
            is_open = len(lines.row) > 1 or str(error) == _OPEN
            raise ValueError(
                _UNCLOSED if is_open else f"the row isn't valid CSV: {error}"
            ) from None
        if not fields and width == 1:
            fields = [""]
        if len(fields) != width:
            has = counted(len(fields), "field")
            raise ValueError(f"the row has {has}, but the header has {width}")
        base = one_base if base_index is None else fields[base_index]
        return base, fields[reference_index]

    return read


def _index(names: list[str], name: str) -> int:
    if names.count(name) == 1:
        return names.index(name)
    several = counted(names.count(name), "field") if name in names else "no field"
    there = ", ".join(map(repr, names))
    raise SourceError(
        f"the header has {several} {name!r}; choose fields with --base-field and "
        f"--reference-field. Available: {there}"
    )


# All formats.


def _html(file: BinaryIO, settings: Settings) -> Iterator[Read]:
    """Yield the links of a page; a page that can't be parsed gives a single bad row."""
    try:
        found = list(links(read_content(file, settings.max_page_bytes), settings.base))
    except OSError:
        raise
    except Exception as error:
        yield BadRow(f"the page can't be read: {reason_of(error)}")
    else:
        yield from found


def _parquet(file: BinaryIO, settings: Settings) -> Iterator[Read]:
    from hexapla.corpus.parquet import rows_of_parquet

    return rows_of_parquet(file, settings)


def _warc(file: BinaryIO, settings: Settings) -> Iterator[Read]:
    from hexapla.corpus.warc import links_of_archive

    return links_of_archive(file, settings)


def _text(*suffixes: str) -> tuple[str, ...]:
    return (*suffixes, *(f"{suffix}.gz" for suffix in suffixes))


_ALL = (
    Format("jsonl", _text(".jsonl", ".ndjson"), partial(read_text, json_lines)),
    Format("csv", _text(".csv"), partial(read_text, partial(separated, ","))),
    Format("tsv", _text(".tsv", ".tab"), partial(read_text, partial(separated, "\t"))),
    Format(
        "lines", _text(".txt", ".lst", ".urls"), partial(read_text, plain_lines), holds_bases=False
    ),
    Format(
        "parquet",
        (".parquet", ".pq"),
        _parquet,
        is_read_apart=True,
        modules=("pyarrow.parquet",),
    ),
    Format(
        "html",
        (".html", ".htm", ".xhtml"),
        _html,
        is_slow=True,
        is_read_apart=True,
        modules=("turbohtml",),
    ),
    Format(
        "warc",
        (".warc", ".warc.gz"),
        _warc,
        is_slow=True,
        is_read_apart=True,
        modules=("warcio.archiveiterator", "turbohtml"),
    ),
)
FORMATS: Mapping[str, Format] = FrozenMapping((each.name, each) for each in _ALL)
"""The formats, keyed by name."""


def format_of(source: str) -> Format | None:
    """Return the format that a file's name indicates; None if the name indicates no format."""
    name = source.lower()
    return next((each for each in FORMATS.values() if name.endswith(each.suffixes)), None)
