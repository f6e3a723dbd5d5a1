"""The items read from a source: pairs, bad rows (which can't be compared), and damage."""

import base64
import zlib
from collections.abc import Iterator
from typing import NamedTuple

import attrs

from hexapla.pages.page import LARGEST_PAGE
from hexapla.values.errors import HexaplaError
from hexapla.values.value import Value

# The maximum length of a row in code points. A longer row counts as bad, so that reading a file
# never takes much memory.
LONGEST_ROW = 1 << 20
TOO_LONG = f"the row has more than {LONGEST_ROW:,} characters"

# The number of bytes kept of a bad row; the rest can be found in the source by the row's number.
KEPT_OCTETS = 4096


class SourceError(Exception):
    """An error that makes a number of rows, or the rest of a source, unreadable.

    `place` is the place of the damage; "" if it is unknown. `rows` is the number of unreadable
    rows; 0 if the rest of the source is unreadable.
    """

    def __init__(self, wrong: str, place: str = "", rows: int = 0) -> None:
        super().__init__(wrong)
        self.place = place
        self.rows = rows


@attrs.frozen
class Settings:
    """The settings of a reader: the names of the fields to read, or one base for all rows.

    If `base` is given, the base field is not read, and pages count as retrieved from that base.
    `max_page_bytes` is the maximum size of a page after decoding.
    """

    base_field: str = "base"
    reference_field: str = "reference"
    base: str | None = None
    max_page_bytes: int = LARGEST_PAGE


class Pair(NamedTuple):
    """A base and a reference, with their source and the number of the row, counted from 1."""

    source: str
    row: int
    base: str
    reference: str


@attrs.frozen
class BadRow:
    """A row of a source that can't be compared.

    `wrong` is the reason; for example, the row doesn't contain a pair. `raw` contains the first
    bytes of the row, of its faulty field, or of its pair in JSON. `octets` is the size of the whole
    row, field or pair. `raw` and `octets` are None if they are unknown. The format's reader doesn't
    know `source` and `row`, so they are filled in later.
    """

    wrong: str
    raw: bytes | None = None
    octets: int | None = None
    source: str = ""
    row: int = 0

    def to_dict(self) -> dict[str, object]:
        """Return the row's JSON form; bytes that aren't valid UTF-8 are encoded in base64."""
        form: dict[str, object] = {"source": self.source, "row": self.row, "wrong": self.wrong}
        if self.raw is not None:
            kept = self.raw[:KEPT_OCTETS]
            try:
                form["raw"] = kept.decode("utf-8")
            except UnicodeDecodeError:
                form["raw_base64"] = base64.b64encode(kept).decode("ascii")
        return form if self.octets is None else form | {"octets": self.octets}


@attrs.frozen(repr=False)
class Damage(Value):
    """Damage that makes a source unreadable, at least in part: the place and the problem."""

    source: str
    place: str
    wrong: str

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.source, self.place, self.wrong)))


def damage_of(source: str, row: int, error: Exception) -> Damage:
    """Return the damage that an error reports.

    `row` is the number of the last row before the damage; 0 if the damage is at the beginning.
    """
    after = f"after row {row}" if row else ""
    place = error.place if isinstance(error, SourceError) else ""
    return Damage(source, ", ".join(filter(None, (after, place))), reason_of(error))


# Errors whose message alone explains the problem.
_CLEAR_ERRORS = (SourceError, HexaplaError, OSError, EOFError, UnicodeError, zlib.error)


def reason_of(error: Exception) -> str:
    """Return the reason why reading fails; for an unexpected error, include the error's type."""
    if isinstance(error, MemoryError):
        return "there is not enough memory to read it"
    message = getattr(error, "strerror", None) or str(error)
    if isinstance(error, _CLEAR_ERRORS) and message:
        return str(message)
    return ": ".join(filter(None, (type(error).__name__, message)))


Item = Pair | BadRow | Damage
"""An item of a source."""

Read = tuple[str, str] | BadRow | SourceError
"""An item from a format's reader: a base and a reference, a bad row, or an error."""


def links(
    page: bytes, retrieval: str | None, charset: str | None = None
) -> Iterator[tuple[str, str] | BadRow]:
    """Yield the base and reference of each link in an HTML page.

    A bad row is yielded for each part of the page that can't be read.

    Args:
        page: The bytes of the page.
        retrieval: The URL from which the page was retrieved; None if it is unknown.
        charset: The charset to use, even if the page declares another one; None to detect the
            charset.

    Raises:
        DocumentError: The page has no base, or the bytes aren't a page.
    """
    # Imported here because only formats with pages need these modules, which take time to import.
    from hexapla.pages.reading import read_page
    from hexapla.standard.operations import base_of_page

    read = read_page(page, charset)
    base = base_of_page(read.base_element, retrieval).uri
    assert base is not None
    for link in read.links:
        yield base, link.reference
    for part in read.unread:
        yield BadRow(f"the page can't be read at {part.line}:{part.column + 1}: {part.wrong}")
