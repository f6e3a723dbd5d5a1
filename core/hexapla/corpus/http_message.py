"""HTTP messages in archives: their header, and their content without its codings (RFC 9110, 9112).

Nothing is read at once that a message says the size of.
"""

import contextlib
import zlib
from collections.abc import Iterator
from email.message import Message
from itertools import chain
from typing import Protocol

_PIECE = 1 << 14
_LONGEST_HEADER = 1 << 18
_LONGEST_SIZE = 64
_GZIP, _ZLIB, _DEFLATE = 16 + zlib.MAX_WBITS, zlib.MAX_WBITS, -zlib.MAX_WBITS
# What each coding may be, as zlib numbers it: some programs leave the wrapping of zlib out.
_CODINGS = {"gzip": (_GZIP,), "x-gzip": (_GZIP,), "deflate": (_ZLIB, _DEFLATE)}
_AS_IT_IS = ("", "identity")


class HttpError(ValueError):
    """A message can't be read, or not any further."""


class Stream(Protocol):
    """What a message is read from."""

    def read(self, size: int, /) -> bytes:
        """Read at most so many octets, none at the end."""
        ...

    def readline(self, size: int, /) -> bytes:
        """Read a line of at most so many octets."""
        ...


def header_of(stream: Stream) -> Message:
    """Read the header of a message, with its first line.

    Raises:
        HttpError: It is longer than any header.
    """
    fields: list[tuple[str, str]] = []
    octets = len(stream.readline(_LONGEST_HEADER))
    while (line := stream.readline(_LONGEST_HEADER)).strip():
        octets += len(line)
        if octets > _LONGEST_HEADER:
            raise HttpError(f"its HTTP header has more than {_LONGEST_HEADER} octets")
        text = line.decode("latin-1").rstrip()
        name, colon, value = text.partition(":")
        if text[:1].isspace() and fields:  # goes on with the line before
            fields[-1] = (fields[-1][0], fields[-1][1] + text)
        elif colon:
            fields.append((name.strip(), value.strip()))
    header = Message()
    for name, value in fields:
        header[name] = value
    return header


def content_of(stream: Stream, header: Message) -> Iterator[bytes]:
    """Yield the content of a message in pieces.

    What is not coded as the header says is yielded as it is; archives hold such messages, which
    the program that wrote them decoded.

    Args:
        stream: Where its content begins.
        header: Its header.

    Raises:
        HttpError: The content is cut off or damaged, or coded as can't be read.
    """
    chunked = header.get("Transfer-Encoding", "").strip().lower() == "chunked"
    pieces = _unchunked(stream) if chunked else _pieces(stream)
    coding = header.get("Content-Encoding", "").strip().lower()
    if coding in _AS_IT_IS:
        return pieces
    if coding not in _CODINGS:
        raise HttpError(f"its Content-Encoding {coding!r} can't be read")
    return _decoded(pieces, _CODINGS[coding])


def _pieces(stream: Stream, octets: int | None = None) -> Iterator[bytes]:
    """Yield so many octets, or all."""
    while octets is None or octets > 0:
        piece = stream.read(_PIECE if octets is None else min(_PIECE, octets))
        if not piece:
            return
        yield piece
        octets = None if octets is None else octets - len(piece)


def _unchunked(stream: Stream) -> Iterator[bytes]:
    """Yield what is in chunks (RFC 9112, 7.1), and the rest from where none begins."""
    while True:
        line = stream.readline(_LONGEST_SIZE)
        size = _size_of_chunk(line)
        if size is None:
            yield line
            yield from _pieces(stream)
            return
        if size == 0:
            return
        left = size
        for piece in _pieces(stream, size):
            yield piece
            left -= len(piece)
        if left:
            raise HttpError("its last chunk is cut off")
        stream.readline(2)


def _size_of_chunk(line: bytes) -> int | None:
    digits = line.partition(b";")[0].strip()
    if not line.endswith(b"\n") or not digits or digits.strip(b"0123456789abcdefABCDEF"):
        return None
    return int(digits, 16)


def _decoded(pieces: Iterator[bytes], windows: tuple[int, ...]) -> Iterator[bytes]:
    """Unpack pieces; where they do not begin as packed ones do, they are yielded as they are."""
    first = next(pieces, b"")
    pieces = chain((first,), pieces)
    for window in windows:
        with contextlib.suppress(zlib.error):
            zlib.decompressobj(window).decompress(first, 1)
            return _unpacked(zlib.decompressobj(window), pieces)
    return pieces


def _unpacked(unpacker: "zlib._Decompress", pieces: Iterator[bytes]) -> Iterator[bytes]:
    try:
        for piece in pieces:
            while unpacker.unconsumed_tail:
                yield unpacker.decompress(unpacker.unconsumed_tail, _PIECE)
            yield unpacker.decompress(piece, _PIECE)
        while unpacker.unconsumed_tail:
            yield unpacker.decompress(unpacker.unconsumed_tail, _PIECE)
    except zlib.error as error:
        raise HttpError(f"its content is damaged: {error}") from error
    if not unpacker.eof:
        raise HttpError("its content is cut off")
