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

from warcio.archiveiterator import ArchiveIterator

from hexapla.corpus.source import BadRow, Read, Settings, SourceError, links
from hexapla.html.encoding import codec_of
from hexapla.values.errors import DocumentError

_TYPES_OF_RECORDS = ("response", "resource")
_TYPES_OF_PAGES = ("text/html", "application/xhtml+xml")
# A page of more octets is held on the disk while it is read.
_IN_MEMORY = 1 << 20
# In characters: how much of a record a message repeats.
_LONGEST_TOLD = 200


def links_of_archive(file: BinaryIO, settings: Settings) -> Iterator[Read]:
    """Yield the links of the pages in an archive.

    The base of the settings is for all pages, if they are not to have those of their records.
    Behind the last record that can be read, a `SourceError` is raised. The library takes most
    damage for the end of the file: what it read of a record is therefore held against the length
    that the record states, and the end against the size of the file.
    """
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    with _quiet():
        archive = ArchiveIterator(file)
    while True:
        place = f"the record at octet {archive.offset}"
        try:
            with _quiet():
                record = next(archive, None)
        except Exception as error:  # the library has no error of its own for a broken header
            raise SourceError(f"it can't be read: {str(error)[:_LONGEST_TOLD]}", place) from error
        if record is None:
            break
        yield from _links_of_record(record, settings)
        with _quiet():
            archive.read_to_end()
        length = record.rec_headers.get_header("Content-Length")
        if not length or getattr(record.raw_stream, "limit", True):
            raise SourceError("the archive is cut off", place)
        if archive.err_count:
            raise SourceError("the record is longer than it says", place)
    if archive.offset < size:
        raise SourceError("the archive is cut off", f"the record at octet {archive.offset}")


def _quiet() -> contextlib.AbstractContextManager[object]:
    """Keep the library from printing what it can't read."""
    return contextlib.redirect_stderr(io.StringIO())


def _links_of_record(record: Any, settings: Settings) -> Iterator[Read]:
    """Yield the links of a record that is a page; where that has to end, the last item says so."""
    if record.rec_type not in _TYPES_OF_RECORDS or record.length is None:
        return
    headers = record.http_headers or record.rec_headers
    content_type = Message()
    content_type["Content-Type"] = headers.get_header("Content-Type") or ""
    if content_type.get_content_type() not in _TYPES_OF_PAGES:
        return
    charset = content_type.get_content_charset()
    known = charset if charset and codec_of(charset) is not None else None
    uri = record.rec_headers.get_header("WARC-Target-URI") or ""
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as page:
        with _quiet():
            shutil.copyfileobj(record.content_stream(), page)
        page.seek(0)
        try:
            yield from links(cast(BinaryIO, page), settings.base or uri, known)
        except DocumentError as error:
            yield BadRow(f"the links of {uri[:_LONGEST_TOLD]} can't be read: {error}")
