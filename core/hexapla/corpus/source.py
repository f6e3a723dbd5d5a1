"""What is read from a source: pairs, rows that hold none, and where reading had to end."""

import base64
import gzip
import io
import zlib
from typing import BinaryIO, NamedTuple

import attrs

# A row longer than this, in octets, is set aside: no reader accepts such a reference, and memory
# stays small whatever a file holds.
LONGEST_ROW = 1 << 20

# Of a row that is set aside so many octets are kept; its place says where the rest is.
KEPT_OCTETS = 4096


class SourceError(ValueError):
    """A source can't be read, or not any further; `place` says where."""

    def __init__(self, wrong: str, place: str = "") -> None:
        super().__init__(wrong)
        self.place = place


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
    """A row that holds no pair: which one, what is wrong with it, and what stands there.

    `raw` are its octets, or the first ones of them; `octets` counts all of them. Both are None
    where the format has no octets that belong to a row.
    """

    source: str
    row: int
    wrong: str
    raw: bytes | None = None
    octets: int | None = None

    def to_dict(self) -> dict[str, object]:
        """Return its JSON form; octets that are no UTF-8 are written in base64."""
        form: dict[str, object] = {"source": self.source, "row": self.row, "wrong": self.wrong}
        if self.raw is None:
            return form
        kept = self.raw[:KEPT_OCTETS]
        try:
            form["raw"] = kept.decode("utf-8")
        except UnicodeDecodeError:
            form["raw_base64"] = base64.b64encode(kept).decode("ascii")
        return form | {"octets": len(self.raw) if self.octets is None else self.octets}


@attrs.frozen
class Damage:
    """A source that can't be read, or not any further: at which place, and what is wrong."""

    source: str
    place: str
    wrong: str

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.source, self.place, self.wrong)))

    def to_dict(self) -> dict[str, object]:
        """Return its JSON form."""
        return attrs.asdict(self)


def damage_of(source: str, row: int, error: SourceError | OSError) -> Damage:
    """Return the damage that ended the reading of a source behind a row."""
    after = f"after row {row}" if row else ""
    place = error.place if isinstance(error, SourceError) else ""
    wrong = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return Damage(source, ", ".join(filter(None, (after, place))), wrong)


def as_text(name: str) -> str:
    """Return the name of a file as Unicode has it."""
    return name if name.isascii() else name.encode("utf-8", "backslashreplace").decode("utf-8")


Item = Pair | BadRow | Damage
"""What reading a source gives, in the order of its rows."""


def pair_or_bad(source: str, row: int, base: str, reference: str) -> Pair | BadRow:
    """Return a pair, or the bad row that it is where it is longer than the longest row."""
    length = len(base) + len(reference)
    if 4 * length > LONGEST_ROW:  # no code point has more octets
        texts = [text.encode("utf-8", "surrogatepass") for text in (base, reference)]
        length = sum(map(len, texts))
        if length > LONGEST_ROW:
            return BadRow(source, row, too_long(length), texts[1][:KEPT_OCTETS], len(texts[1]))
    return Pair(source, row, base, reference)


def too_long(octets: int) -> str:
    """Return what is wrong with a row of so many octets."""
    return f"the row has {octets} octets, more than {LONGEST_ROW}"


class Octets(io.RawIOBase):
    """The octets of a file, unpacked where it is gzip; where they can't be read further they end.

    `position` counts those that were read, `wrong` says why there are no more. Libraries take such
    an error for the end of the file, or lose what came before it.
    """

    def __init__(self, file: BinaryIO, *, packed: bool) -> None:
        self._stream = gzip.GzipFile(fileobj=file) if packed else file
        self.position = 0
        self.wrong: str | None = None

    def readable(self) -> bool:
        """Return that it can be read."""
        return True

    def tell(self) -> int:
        """Return how many octets were read."""
        return self.position

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        """Read some octets, none at the end."""
        try:
            octets = self._stream.read1(len(buffer))  # type: ignore[union-attr]
        except EOFError:
            self.wrong = "the compressed file is cut off"
            return 0
        except (zlib.error, gzip.BadGzipFile) as error:
            self.wrong = f"the compressed file is damaged: {error}"
            return 0
        except OSError as error:
            self.wrong = error.strerror or str(error)
            return 0
        buffer[: len(octets)] = octets
        self.position += len(octets)
        return len(octets)
