"""A run over sources as a whole: what is read, how, and the chunks that it is cut into."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs

from hexapla.corpus.columns import NamedColumns
from hexapla.corpus.formats import formats
from hexapla.corpus.row_columns import DEFAULT, RowForm
from hexapla.corpus.row_format import RowFormat
from hexapla.corpus.row_formats import row_format
from hexapla.corpus.source import Piece, Settings, SourceError
from hexapla.values.provenance import Provenance, provenance_now

ROWS_IN_A_CHUNK = 10_000

# Sources of fewer octets are put together to chunks, so that a chunk is worth its files.
_SMALL = 1 << 20


@attrs.frozen(repr=False)
class Chunk:
    """Pieces that are read one after another by one worker; chunks are numbered from 0."""

    number: int
    pieces: tuple[Piece, ...]

    def __repr__(self) -> str:
        return f"<Chunk {self.number}: {len(self.pieces)} pieces, {self.octets} octets>"

    @property
    def octets(self) -> int:
        """How much of the sources it is."""
        return sum(piece.octets for piece in self.pieces)


@attrs.frozen(repr=False)
class Job:
    """What a run does: sources, each with the name of its format, the columns, and the output.

    `rows` is how many rows a chunk holds at most, where a source can be cut; `provenance` is what
    all that is written says of its making; `row_columns` are what is written of each row, or of
    those whose targets differ, where there are `only_differing`.
    """

    sources: tuple[tuple[str, str], ...]
    columns: NamedColumns
    out: Path
    settings: Settings = attrs.field(factory=Settings)
    rows: int = ROWS_IN_A_CHUNK
    provenance: Provenance = attrs.field(factory=provenance_now)
    row_columns: tuple[str, ...] = DEFAULT
    only_differing: bool = False

    def __repr__(self) -> str:
        return f"<Job from {len(self.sources)} sources to {self.out} by {self.columns!r}>"

    @property
    def octets(self) -> int:
        """The size of all sources."""
        return sum(Path(source).stat().st_size for source, _ in self.sources)

    @property
    def row_format(self) -> RowFormat:
        """The format of the output."""
        format_ = row_format(self.out)
        assert format_ is not None
        return format_

    @property
    def row_form(self) -> RowForm:
        """How the rows are written."""
        return RowForm(self.row_columns, self.columns, self.provenance)

    @property
    def parts(self) -> Path:
        """The folder of what is finished, as long as the run is not."""
        return self.out.with_name(f"{self.out.name}.parts")

    def chunks(self) -> Iterator[Chunk]:
        """Cut the sources into chunks, in their order; the same whenever the sources are."""
        number = 0
        small: list[Piece] = []
        for piece in self._pieces():
            if piece.whole and piece.octets < _SMALL:
                small.append(piece)
                if sum(item.octets for item in small) < _SMALL:
                    continue
                together = [tuple(small)]
                small = []
            else:
                together = [tuple(small), (piece,)] if small else [(piece,)]
                small = []
            for pieces in together:
                yield Chunk(number, pieces)
                number += 1
        if small:
            yield Chunk(number, tuple(small))

    def _pieces(self) -> Iterator[Piece]:
        for source, name in self.sources:
            try:
                yield from formats()[name].pieces(source, self.rows)
            except (SourceError, OSError):
                yield Piece(source, name, Path(source).stat().st_size)  # who reads it will say why

    def to_dict(self) -> Mapping[str, object]:
        """Return what has to be the same for a run to be gone on with."""
        return {
            "hexapla": self.provenance.version,
            "specs": list(self.columns.selectors),
            "settings": attrs.asdict(self.settings),
            "rows in a chunk": self.rows,
            "columns of rows": ",".join(self.row_columns),
            "only differing rows": self.only_differing,
            "sources": [
                {"file": source, "format": name, **_identity(source)}
                for source, name in self.sources
            ],
        }


def _identity(source: str) -> dict[str, int]:
    status = Path(source).stat()
    return {"octets": status.st_size, "changed": status.st_mtime_ns}
