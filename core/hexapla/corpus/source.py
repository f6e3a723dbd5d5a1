"""What is read from a source: pairs, rows that hold none, and where reading had to end."""

import base64
import zlib
from collections.abc import Iterator
from typing import NamedTuple

import attrs

from hexapla.pages.page import LARGEST_PAGE
from hexapla.values.errors import HexaplaError
from hexapla.values.value import Value

# In code points. A longer row is set aside: no reader accepts such a reference, and memory stays
# small whatever a file holds.
LONGEST_ROW = 1 << 20
TOO_LONG = f"the row has more than {LONGEST_ROW:,} characters"

# Of a row that is set aside so many octets are kept; its number says where the rest is.
KEPT_OCTETS = 4096


class SourceError(Exception):
    """At some `place` a source can't be read any further, or so many `rows` can't be read."""

    def __init__(self, wrong: str, place: str = "", rows: int = 0) -> None:
        super().__init__(wrong)
        self.place = place
        self.rows = rows


@attrs.frozen
class Settings:
    """What a reader has to be told: the fields that hold a pair, or one base for all rows.

    Where a `base` is given the field of the base is not read, and pages are taken to have been
    retrieved from there. A page may have `max_page_bytes`, without its codings.
    """

    base_field: str = "base"
    reference_field: str = "reference"
    base: str | None = None
    max_page_bytes: int = LARGEST_PAGE


class Pair(NamedTuple):
    """A base and a reference, and the row of the source that they come from, counted from 1."""

    source: str
    row: int
    base: str
    reference: str


@attrs.frozen
class BadRow:
    """A row of a source that holds no pair; what reads a format does not know its place.

    `raw` are its first octets, where the format has any, and `octets` says how many there are.
    """

    wrong: str
    raw: bytes | None = None
    octets: int | None = None
    source: str = ""
    row: int = 0

    def to_dict(self) -> dict[str, object]:
        """Return its JSON form; octets that aren't valid UTF-8 are written in base64."""
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
    """A source that can't be read, or not any further: at which place, and what is wrong."""

    source: str
    place: str
    wrong: str

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.source, self.place, self.wrong)))


def damage_of(source: str, row: int, error: Exception) -> Damage:
    """Return the damage that ended the reading of a source after a row."""
    after = f"after row {row}" if row else ""
    place = error.place if isinstance(error, SourceError) else ""
    return Damage(source, ", ".join(filter(None, (after, place))), reason_of(error))


# Those whose message alone says what is wrong.
_CLEAR_ERRORS = (SourceError, HexaplaError, OSError, EOFError, UnicodeError, zlib.error)


def reason_of(error: Exception) -> str:
    """Return in words why something can't be read; an unforeseen error has its type before it."""
    if isinstance(error, MemoryError):
        return "there is not enough memory to read it"
    message = getattr(error, "strerror", None) or str(error)
    if isinstance(error, _CLEAR_ERRORS) and message:
        return str(message)
    return ": ".join(filter(None, (type(error).__name__, message)))


Item = Pair | BadRow | Damage
"""What reading a source gives, in the order of its rows."""

Read = tuple[str, str] | BadRow | SourceError
"""What the reader of a format gives: base and reference of a row, or why there are none."""


def links(
    page: bytes, retrieval: str | None, charset: str | None = None
) -> Iterator[tuple[str, str] | BadRow]:
    """Yield the base and the reference of each link of an HTML page, and what can't be read of it.

    Args:
        page: The bytes of the page.
        retrieval: The URL by which it was retrieved; None if that is not known.
        charset: The charset to read it in, whatever the page says.

    Raises:
        DocumentError: The page has no base, or is none.
    """
    # Other formats need no standard and no tokenizer, and these take their time to load.
    from hexapla.pages.reading import read_page
    from hexapla.standard.operations import base_of_page

    read = read_page(page, charset)
    base = base_of_page(read.base_element, retrieval).uri
    assert base is not None
    for link in read.links:
        yield base, link.reference
    for part in read.unread:
        yield BadRow(f"the page can't be read at {part.line}:{part.column + 1}: {part.wrong}")
