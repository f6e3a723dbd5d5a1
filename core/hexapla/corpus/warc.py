"""WARC: the pages among its records, each with the base that its record and the page give.

ISO 28500:2017. The rows of a file are the links of all its pages, numbered through.
"""

import contextlib
import io
import shutil
import tempfile
from collections.abc import Iterator
from email.message import Message
from typing import Any, BinaryIO, cast

from hexapla.corpus.extras import WARC, library
from hexapla.corpus.html import links
from hexapla.corpus.source import BadRow, Octets, Pair, Settings, SourceError
from hexapla.html.encoding import codec_of
from hexapla.html.errors import DocumentError

_GZIP = b"\x1f\x8b"
_TYPES_OF_RECORDS = ("response", "resource")
_TYPES_OF_PAGES = ("text/html", "application/xhtml+xml")
# A page of more octets is held on the disk while it is read.
_IN_MEMORY = 1 << 20
# In characters: how much of a record a message repeats.
_LONGEST_TOLD = 200


def links_of_archive(file: BinaryIO, source: str, settings: Settings) -> Iterator[Pair | BadRow]:
    """Yield the links of the pages in an archive.

    Args:
        file: The archive, compressed or not.
        source: The name of the file.
        settings: A base for all pages, if they are not to have those of their records.

    Raises:
        SourceError: The archive can't be read, or not any further.
    """
    row = 1
    for record in _records(file):
        for item in _links_of_record(record, source, row, settings):
            yield item
            row += 1


def _records(file: BinaryIO) -> Iterator[Any]:
    """Yield the records of an archive; raise `SourceError` after the last one that can be read.

    The library takes most damage for the end of the file: what it read of a record is therefore
    held against the length that the record states, and the end against all that was read.
    """
    packed = file.read(len(_GZIP)) == _GZIP
    file.seek(0)
    octets = Octets(file, packed=packed)
    with _quiet():
        archive = library(*WARC).ArchiveIterator(octets)
    while True:
        place = f"the record at octet {archive.offset}"
        try:
            with _quiet():
                record = next(archive, None)
        except Exception as error:  # the library has no error of its own for a broken header
            raise SourceError(f"it can't be read: {str(error)[:_LONGEST_TOLD]}", place) from error
        if record is None:
            break
        yield record
        with _quiet():
            archive.read_to_end()
        if getattr(record.raw_stream, "limit", 1):
            raise SourceError(_cut(octets), place)
        if archive.err_count:
            raise SourceError("the record is longer than it says", place)
    place = f"the record at octet {archive.offset}"
    if octets.wrong is not None or archive.offset < octets.tell():
        raise SourceError(_cut(octets), place)


def _quiet() -> contextlib.AbstractContextManager[object]:
    """Keep the library from printing what it can't read."""
    return contextlib.redirect_stderr(io.StringIO())


def _cut(octets: Octets) -> str:
    return "the archive is cut off" + (f": {octets.wrong}" if octets.wrong is not None else "")


def _links_of_record(
    record: Any, source: str, first: int, settings: Settings
) -> Iterator[Pair | BadRow]:
    """Yield the links of a record that is a page; where that has to end, the last row is bad."""
    if record.rec_type not in _TYPES_OF_RECORDS or record.length is None:
        return
    headers = record.http_headers or record.rec_headers
    content_type = Message()
    content_type["Content-Type"] = headers.get_header("Content-Type") or ""
    if content_type.get_content_type() not in _TYPES_OF_PAGES:
        return
    charset = content_type.get_content_charset()
    named = charset if charset and codec_of(charset) is not None else None
    uri = record.rec_headers.get_header("WARC-Target-URI") or ""
    row = first
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as page:
        with _quiet():
            shutil.copyfileobj(record.content_stream(), page)
        page.seek(0)
        try:
            for item in links(cast(BinaryIO, page), source, first, settings.base or uri, named):
                yield item
                row += 1
        except DocumentError as error:
            no = "no" if row == first else "no more"
            wrong = f"{no} links can be read in the page {uri[:_LONGEST_TOLD]}: {error}"
            yield BadRow(source, row, wrong)
