"""What is read from a source: pairs, rows that hold none, and where reading had to end."""

import base64

import attrs

# A row longer than this, in octets, is set aside: no reader accepts such a reference, and memory
# stays small whatever a file holds.
LONGEST_ROW = 1 << 20

# Of a row that is set aside so many octets are kept; its place says where the rest is.
KEPT_OCTETS = 4096


@attrs.frozen
class Pair:
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
        return (
            f"{self.source}: {self.place}: {self.wrong}"
            if self.place
            else (f"{self.source}: {self.wrong}")
        )

    def to_dict(self) -> dict[str, object]:
        """Return its JSON form."""
        return attrs.asdict(self)


def pair_or_bad(source: str, row: int, base: str, reference: str) -> Pair | BadRow:
    """Return a pair, or the bad row that it is where it is longer than the longest row.

    Args:
        source: The name of the source.
        row: The number of the row.
        base: The base.
        reference: The reference.
    """
    length = len(base) + len(reference)
    if 4 * length > LONGEST_ROW:  # no code point has more octets
        texts = [text.encode("utf-8", "surrogatepass") for text in (base, reference)]
        length = sum(map(len, texts))
        if length > LONGEST_ROW:
            return BadRow(source, row, too_long(length), texts[1], len(texts[1]))
    return Pair(source, row, base, reference)


def too_long(octets: int) -> str:
    """Return what is wrong with a row of so many octets."""
    return f"the row has {octets} octets, more than {LONGEST_ROW}"


Item = Pair | BadRow | Damage
"""What reading a source gives, in the order of its rows."""
