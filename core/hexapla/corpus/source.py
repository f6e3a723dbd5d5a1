"""What is read from a source: pairs, rows that hold none, and where reading had to end."""

import base64
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

import attrs

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
    retrieved from there.
    """

    base_field: str = "base"
    reference_field: str = "reference"
    base: str | None = None


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
        """Return its JSON form; octets that are no UTF-8 are written in base64."""
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
    """Return the damage that ended the reading of a source behind a row."""
    after = f"after row {row}" if row else ""
    place = error.place if isinstance(error, SourceError) else ""
    wrong = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return Damage(source, ", ".join(filter(None, (after, place))), wrong)


Item = Pair | BadRow | Damage
"""What reading a source gives, in the order of its rows."""

Read = tuple[str, str] | BadRow | SourceError
"""What the reader of a format gives: base and reference of a row, or why there are none."""


def links(
    page: BinaryIO, retrieval: str | None, charset: str | None = None
) -> Iterator[tuple[str, str]]:
    """Yield the base and the reference of each link of a page, which was retrieved by a URL.

    A charset that is given counts, whatever the page says.

    Raises:
        DocumentError: The page has no base, or is none.
    """
    # Other formats need no parser of HTML, which takes its time to load.
    from hexapla.html.page import open_html
    from hexapla.standard.operations import base_of_page

    opened = open_html(page, charset)
    base = base_of_page(opened.base_element(), retrieval).uri
    assert base is not None
    for link in opened.links():
        yield base, link.reference
