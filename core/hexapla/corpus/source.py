"""Sources: files that hold pairs, and the pieces of them that can be read apart."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

import attrs

from hexapla.corpus.extras import Need
from hexapla.corpus.pair import Item


class SourceError(ValueError):
    """A source can't be read, or not any further; `place` says where."""

    def __init__(self, wrong: str, place: str = "") -> None:
        super().__init__(wrong)
        self.place = place


@attrs.frozen
class Settings:
    """What a reader has to be told: the columns that hold a pair, or one base for all rows.

    Where a `base` is given the column of the base is not read, and pages are taken to have been
    retrieved from there.
    """

    base_column: str = "base"
    reference_column: str = "reference"
    base: str | None = None


@attrs.frozen
class Piece:
    """A part of a source, or all of it, that can be read by itself.

    `first_row` is the number of its first row. `start` and `stop` count what the format
    counts: octets of a file, or rows in a row group, which `group` numbers from 0. `octets` says
    how much of the file it is.
    """

    source: str
    format: str
    octets: int
    first_row: int = 1
    start: int = 0
    stop: int | None = None
    group: int | None = None

    @property
    def whole(self) -> bool:
        """Whether it is all of a source."""
        return self.start == 0 and self.stop is None and self.group is None


class Format(ABC):
    """How sources of a format are cut into pieces, and how a piece is read.

    `name` is what the command line calls it, `suffixes` how names of such files end, in lower case.
    `holds_bases` says whether such a source says by itself what its bases are; `need` is the
    library that reads it, where that comes with an extra.
    """

    name: str
    suffixes: tuple[str, ...]
    holds_bases: bool = True
    need: Need | None = None

    @abstractmethod
    def pieces(self, source: str, rows: int) -> Iterator[Piece]:
        """Cut a source into pieces of at most so many rows each, where it can be cut.

        Args:
            source: The name of the file.
            rows: The most rows of a piece.

        Raises:
            SourceError: It can't be read at all.
            OSError: It can't be opened.
        """

    @abstractmethod
    def items(self, piece: Piece, settings: Settings) -> Iterator[Item]:
        """Read a piece row by row.

        Args:
            piece: What to read.
            settings: The columns that hold a pair, or one base for all rows.

        Raises:
            SourceError: Reading has to end; so does `OSError`, `EOFError` or `zlib.error`.
        """
