"""Decode HTTP content codings (RFC 9110, section 8.4.1).

The size of the decoded content is limited, so that a small body can't exhaust memory.
"""

import contextlib
import importlib
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from hexapla.pages.page import check_size
from hexapla.values.errors import DocumentError

_GZIP_WINDOW = 31
_ZLIB_WINDOW = 15
_RAW_WINDOW = -15
# The number of bytes decoded at a time.
_PIECE = 1 << 16
# The maximum number of members or frames in a body. Servers send only one, and each takes time to
# decode.
_MOST_PARTS = 1_000
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class _UndecodableError(Exception):
    """The content isn't valid in its coding."""


@attrs.define
class _Output:
    """Decoded pieces, with a limit on their total number of bytes."""

    most: int
    pieces: list[bytes] = attrs.field(factory=list)
    size: int = 0

    def add(self, piece: bytes) -> None:
        self.pieces.append(piece)
        self.size += len(piece)
        check_size(self.size, self.most)


def decoded(content: bytes, codings: Sequence[str], most: int) -> bytes:
    """Decode content by undoing its codings.

    Content that can't be decoded, but begins like a page, is returned unchanged, because some
    crawlers store decoded pages with the original header. Unregistered codings are ignored.

    Args:
        content: The bytes of a body.
        codings: The names of the codings, in the order in which they were applied.
        most: The maximum number of bytes after each decoding.

    Raises:
        DocumentError: The content is damaged, truncated or too large, or a coding isn't supported,
            or the library that decodes it isn't installed.
    """
    for coding in reversed(codings):
        name = coding.strip().lower().removeprefix("x-")
        if name in _UNSUPPORTED:
            raise DocumentError(f"the content coding {name!r} isn't supported")
        if name not in _DECODERS:
            continue
        output = _Output(most)
        try:
            _DECODERS[name](content, output)
        except _UndecodableError as error:
            if not content.removeprefix(_BYTE_ORDER_MARK).lstrip().startswith(b"<"):
                raise DocumentError(f"the page can't be decoded as {name}: {error}") from error
        else:
            content = b"".join(output.pieces)
    return content


def _decode_gzip(content: bytes, output: _Output) -> None:
    """Decode the members of a gzip file (RFC 1952, section 2.2), and ignore bytes after them."""
    position = _decode_by_zlib(content, 0, output, _GZIP_WINDOW)
    members = 1
    while content.startswith(b"\x1f\x8b", position):
        members = _one_more(members)
        position = _decode_by_zlib(content, position, output, _GZIP_WINDOW)


def _one_more(parts: int) -> int:
    """Count one more member or frame; raise an error if there are too many."""
    if parts == _MOST_PARTS:
        raise _UndecodableError(f"it has more than {_MOST_PARTS:,} compressed parts")
    return parts + 1


def _decode_deflate(content: bytes, output: _Output) -> None:
    """Decode the zlib format, or the raw deflate stream that some servers send instead."""
    try:
        _decode_by_zlib(content, 0, output, _ZLIB_WINDOW)
    except _UndecodableError:
        if output.size:
            raise
        _decode_by_zlib(content, 0, output, _RAW_WINDOW)


def _decode_by_zlib(content: bytes, start: int, output: _Output, window: int) -> int:
    """Decode the stream that begins at an offset, and return the offset at which it ends."""
    decoder = zlib.decompressobj(window)
    position = start
    try:
        while not decoder.eof:
            given = content[position : position + _PIECE]
            position += len(given)
            if not given:
                raise _UndecodableError("it is truncated")
            piece = decoder.decompress(given, _PIECE)
            output.add(piece)
            # A full piece may be followed by more output for the same input.
            while len(piece) == _PIECE and not decoder.eof:
                piece = decoder.decompress(decoder.unconsumed_tail, _PIECE)
                output.add(piece)
    except zlib.error as error:
        raise _UndecodableError(str(error)) from error
    return position - len(decoder.unused_data)


def _decode_brotli(content: bytes, output: _Output) -> None:
    """Decode a Brotli stream (RFC 7932)."""
    brotli = _library("br", "brotli")
    decoder = brotli.Decompressor()
    try:
        output.add(decoder.process(content, output_buffer_limit=_PIECE))
        while not decoder.is_finished():
            piece = decoder.process(b"", output_buffer_limit=_PIECE)
            if not piece and decoder.can_accept_more_data():
                raise _UndecodableError("it is truncated")
            output.add(piece)
    except brotli.error as error:
        raise _UndecodableError(str(error)) from error


def _decode_zstandard(content: bytes, output: _Output) -> None:
    """Decode Zstandard frames (RFC 8878)."""
    zstd = _library("zstd", "compression.zstd", "backports.zstd")
    position = frames = 0
    try:
        while position < len(content):
            frames = _one_more(frames)
            decoder = zstd.ZstdDecompressor()
            while not decoder.eof:
                given = b""
                if decoder.needs_input:
                    given = content[position : position + _PIECE]
                    position += len(given)
                    if not given:
                        raise _UndecodableError("it is truncated")
                output.add(decoder.decompress(given, _PIECE))
            position -= len(decoder.unused_data)
    except zstd.ZstdError as error:
        raise _UndecodableError(str(error)) from error


def _library(coding: str, *modules: str) -> Any:
    """Import the first of the given modules that is installed; raise `DocumentError` if none is."""
    for module in modules:
        with contextlib.suppress(ModuleNotFoundError):
            return importlib.import_module(module)
    raise DocumentError(
        f"no library that decodes {coding!r} is installed; install one with: "
        "pip install 'hexapla[warc]'"
    )


_DECODERS: dict[str, Callable[[bytes, _Output], None]] = {
    "gzip": _decode_gzip,
    "deflate": _decode_deflate,
    "br": _decode_brotli,
    "zstd": _decode_zstandard,
}
# The other content codings registered with IANA, except for "identity".
_UNSUPPORTED = frozenset(("aes128gcm", "compress", "dcb", "dcz", "exi", "pack200-gzip"))
