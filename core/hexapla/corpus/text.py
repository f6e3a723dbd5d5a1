"""Text sources: octets that may be compressed, lines of any length, records of one or more lines.

Text is UTF-8, or UTF-16 with a mark at its beginning; compressed text is gzip.
"""

import codecs
import gzip
import io
import zlib
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, Protocol

from hexapla.corpus.pair import LONGEST_ROW, BadRow, Item, Pair, too_long
from hexapla.corpus.source import Format, Piece, Settings, SourceError

_BLOCK = 1 << 16
_GZIP = ".gz"
_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_BROKEN = (EOFError, OSError, zlib.error, UnicodeDecodeError)


class Line(NamedTuple):
    """A line with what ends it: where it begins and how long it is, in octets.

    `data` are its first octets where it is longer than the longest row. `cut` says that reading
    came to an end within it.
    """

    offset: int
    data: bytes
    octets: int
    cut: bool = False


class Record(NamedTuple):
    """One row of a source, before it is read; `wrong` says what is wrong with it already."""

    offset: int
    data: bytes
    octets: int
    wrong: str | None = None


class Octets(Protocol):
    """What octets are read from; what was read before an error is given before it is raised."""

    def read1(self, size: int, /) -> bytes:
        """Read at most so many octets at once, none at the end."""
        ...


class Transcoded:
    """The octets of a UTF-16 text as UTF-8; lone surrogates come as their three octets."""

    def __init__(self, stream: io.BufferedIOBase) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-16")("surrogatepass")

    def read1(self, size: int, /) -> bytes:
        """Read about so many octets, none at the end; raise where the text ends too early."""
        while True:
            block = self._stream.read1(size)
            text = self._decoder.decode(block, final=not block)
            if text or not block:
                return text.encode("utf-8", "surrogatepass")

    def close(self) -> None:
        """Close the file below."""
        self._stream.close()


def open_text(source: str) -> io.BufferedIOBase | Transcoded:
    """Open a text source for reading octets of UTF-8, from behind a mark."""
    stream = open_octets(source)
    mark = stream.read(2)
    if mark in _UTF_16_MARKS:
        stream.seek(0)
        return Transcoded(stream)
    if mark + stream.read(1) != codecs.BOM_UTF8:
        stream.seek(0)
    return stream


def is_compressed(source: str) -> bool:
    """Return whether a file is compressed, by its name."""
    return source.lower().endswith(_GZIP)


def open_octets(source: str) -> io.BufferedIOBase:
    """Open a file for reading, through gzip where its name says so."""
    if is_compressed(source):
        return gzip.open(source, "rb")
    return Path(source).open("rb")


def lines_in(stream: Octets, offset: int = 0, stop: int | None = None) -> Iterator[Line]:
    """Yield the lines of a stream from where it stands.

    Where reading fails, the line that it fails in is yielded as cut, and then the error is raised.

    Args:
        stream: What is read.
        offset: Where the stream stands, in octets.
        stop: Where to end, in octets; None for the end of the stream.

    Raises:
        SourceError: Reading failed.
    """
    kept, octets, position = bytearray(), 0, offset
    error: Exception | None = None
    while stop is None or position < stop:
        try:
            block = stream.read1(_BLOCK if stop is None else min(_BLOCK, stop - position))
        except _BROKEN as broken:
            error = broken
            break
        if not block:
            break
        position += len(block)
        *ends, last = block.split(b"\n")
        for end in ends:
            end += b"\n"
            size = octets + len(end)
            yield Line(offset, bytes(kept + end[: _room(kept)]) if kept else end, size)
            offset += size
            kept, octets = bytearray(), 0
        kept += last[: _room(kept)]
        octets += len(last)
    if octets:
        yield Line(offset, bytes(kept), octets, cut=error is not None)
    if error is not None:
        raise SourceError(_told(error), f"octet {position}") from error


def _room(kept: bytearray) -> int:
    return max(0, LONGEST_ROW + 1 - len(kept))


def _told(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "the UTF-16 text ends within a character"
    if isinstance(error, EOFError):
        return "the compressed file is cut off"
    if isinstance(error, (zlib.error, gzip.BadGzipFile)):
        return f"the compressed file is damaged: {error}"
    return str(error)


class TextFormat(Format):
    """A format of records, each made of one or more lines."""

    def records(self, lines: Iterator[Line]) -> Iterator[Record]:
        """Put lines together to records; here each is one."""
        return map(record_of, lines)

    @property
    def header(self) -> bool:
        """Whether the first record says what the others hold."""
        return False

    @abstractmethod
    def reader(self, header: str | None, settings: Settings) -> "RecordReader":
        """Return what reads records.

        Args:
            header: The first record, where it names the columns.
            settings: The columns to read, or a base for all rows.

        Raises:
            SourceError: The header does not have those columns.
        """

    def pieces(self, source: str, rows: int) -> Iterator[Piece]:
        """Cut the file at records; what is compressed or UTF-16 stays whole."""
        size = Path(source).stat().st_size
        if size == 0:
            return
        if is_compressed(source):
            yield Piece(source, self.name, size)
            return
        with closing(open_text(source)) as stream:
            if isinstance(stream, Transcoded):
                yield Piece(source, self.name, size)
                return
            records = self.records(lines_in(stream, stream.tell()))
            header = next(records, None) if self.header else None
            if self.header and header is None:
                return  # as of a file without an octet
            start, row = 0 if header is None else header.offset + header.octets, 1
            for number, record in enumerate(records, 1):
                if number % rows == 0 and record.offset + record.octets < size:
                    stop = record.offset + record.octets
                    yield Piece(source, self.name, stop - start, row, start, stop)
                    start, row = stop, number + 1
            if row == 1:
                yield Piece(source, self.name, size)
            else:
                yield Piece(source, self.name, size - start, row, start, size)

    def items(self, piece: Piece, settings: Settings) -> Iterator[Item]:
        """Read the records of a piece."""
        with closing(open_text(piece.source)) as stream:
            begin = 0 if isinstance(stream, Transcoded) else stream.tell()
            records = self.records(lines_in(stream, begin, piece.stop))
            header = next(records, None) if self.header else None
            if self.header and header is None:
                return
            reader = self.reader(header and self._header_text(header), settings)
            if piece.start and not isinstance(stream, Transcoded):
                stream.seek(piece.start)
                records = self.records(lines_in(stream, piece.start, piece.stop))
            for row, record in enumerate(records, piece.first_row):
                yield _read(reader, piece.source, row, record)

    @staticmethod
    def _header_text(record: Record) -> str:
        if record.wrong is None:
            try:
                return without_end(record.data.decode("utf-8"))
            except UnicodeDecodeError:
                pass
        raise SourceError(f"can't be read: {record.wrong or 'it is no UTF-8'}", "the header")


class RecordReader:
    """Reads the text of a record."""

    def read(self, text: str) -> tuple[str, str]:
        """Return the base and the reference that a record holds.

        Raises:
            ValueError: It holds no such pair.
        """
        raise NotImplementedError


def record_of(line: Line, wrong: str | None = None) -> Record:
    """Make a record of a line."""
    if line.cut:
        wrong = "the row is cut off"
    elif line.octets > LONGEST_ROW:
        wrong = too_long(line.octets)
    return Record(line.offset, line.data, line.octets, wrong)


def without_end(text: str) -> str:
    """Leave out what ends a line: LF or CRLF."""
    return text.removesuffix("\n").removesuffix("\r")


def _read(reader: RecordReader, source: str, row: int, record: Record) -> Item:
    wrong = record.wrong
    if wrong is None:
        try:
            base, reference = reader.read(without_end(record.data.decode("utf-8")))
        except UnicodeDecodeError as error:
            wrong = f"octet {error.start} of the row is no UTF-8"
        except (ValueError, RecursionError) as error:
            wrong = str(error)
        else:
            return Pair(source, row, base, reference)
    return BadRow(source, row, wrong, record.data, record.octets)
