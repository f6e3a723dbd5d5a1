"""The items read from a source: pairs, rows without a pair, and damage that ends reading."""

import base64
import zlib
from collections.abc import Iterator
from typing import NamedTuple

import attrs

from hexapla.pages.page import LARGEST_PAGE
from hexapla.values.errors import HexaplaError
from hexapla.values.value import Value

# In code points. A longer row is set aside, because no reader accepts such a reference. This keeps
# memory use small, whatever a file contains.
LONGEST_ROW = 1 << 20
TOO_LONG = f"the row has more than {LONGEST_ROW:,} characters"

# The number of bytes kept of a row that is set aside; its number shows where the rest is.
KEPT_OCTETS = 4096


class SourceError(Exception):
    """An error after which a source can't be read further, or `rows` of it can't be read."""

    def __init__(self, wrong: str, place: str = "", rows: int = 0) -> None:
        super().__init__(wrong)
        self.place = place
        self.rows = rows


@attrs.frozen
class Settings:
    """The settings of a reader: the fields of a pair, or one base for all rows.

    With a `base`, the field of the base is not read, and pages count as retrieved from there.
    `max_page_bytes` is the maximum size of a page after decoding.
    """

    base_field: str = "base"
    reference_field: str = "reference"
    base: str | None = None
    max_page_bytes: int = LARGEST_PAGE


class Pair(NamedTuple):
    """A base and a reference, with their row in the source, counted from 1."""

    source: str
    row: int
    base: str
    reference: str


@attrs.frozen
class BadRow:
    """A row of a source without a pair; the reader of a format doesn't know its position.

    `raw` has its first bytes, if the format has any, and `octets` is the number of its bytes.
    """

    wrong: str
    raw: bytes | None = None
    octets: int | None = None
    source: str = ""
    row: int = 0

    def to_dict(self) -> dict[str, object]:
        """Return its JSON form; bytes that aren't valid UTF-8 are written in base64."""
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
    """A source that can't be read, at least not to its end: the place and the problem."""

    source: str
    place: str
    wrong: str

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.source, self.place, self.wrong)))


def damage_of(source: str, row: int, error: Exception) -> Damage:
    """Return the damage that ended reading a source after a row."""
    after = f"after row {row}" if row else ""
    place = error.place if isinstance(error, SourceError) else ""
    return Damage(source, ", ".join(filter(None, (after, place))), reason_of(error))


# Errors whose message explains the problem by itself.
_CLEAR_ERRORS = (SourceError, HexaplaError, OSError, EOFError, UnicodeError, zlib.error)


def reason_of(error: Exception) -> str:
    """Return the reason why something can't be read; for an unexpected error, also its type."""
    if isinstance(error, MemoryError):
        return "there is not enough memory to read it"
    message = getattr(error, "strerror", None) or str(error)
    if isinstance(error, _CLEAR_ERRORS) and message:
        return str(message)
    return ": ".join(filter(None, (type(error).__name__, message)))


Item = Pair | BadRow | Damage
"""An item of a source, in the order of its rows."""

Read = tuple[str, str] | BadRow | SourceError
"""An item of a format's reader: the base and the reference of a row, or why there are none."""


def links(
    page: bytes, retrieval: str | None, charset: str | None = None
) -> Iterator[tuple[str, str] | BadRow]:
    """Yield the base and the reference of each link of an HTML page, and what can't be read.

    Args:
        page: The bytes of the page.
        retrieval: The URL from which it was retrieved; None if it isn't known.
        charset: The charset to use, whatever the page says; None to find it in the page.

    Raises:
        DocumentError: The page has no base, or isn't a page.
    """
    # Other formats don't need these modules, which take time to load.
    from hexapla.pages.reading import read_page
    from hexapla.standard.operations import base_of_page

    read = read_page(page, charset)
    base = base_of_page(read.base_element, retrieval).uri
    assert base is not None
    for link in read.links:
        yield base, link.reference
    for part in read.unread:
        yield BadRow(f"the page can't be read at {part.line}:{part.column + 1}: {part.wrong}")
