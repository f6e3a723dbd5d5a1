"""The formats that there are, and which one a file has by its name."""

import functools
import zlib
from collections.abc import Iterator, Mapping

from hexapla.corpus.html import HtmlPage
from hexapla.corpus.json_lines import JsonLines
from hexapla.corpus.pair import Damage, Item
from hexapla.corpus.parquet import Parquet
from hexapla.corpus.plain import PlainLines
from hexapla.corpus.separated import Separated
from hexapla.corpus.source import Format, Piece, Settings, SourceError
from hexapla.corpus.warc import Warc
from hexapla.values.frozen import FrozenMapping


@functools.cache
def formats() -> Mapping[str, Format]:
    """Return the formats by their names."""
    all_formats: tuple[Format, ...] = (
        JsonLines(),
        Separated("csv", ",", ".csv"),
        Separated("tsv", "\t", ".tsv", ".tab"),
        PlainLines(),
        Parquet(),
        HtmlPage(),
        Warc(),
    )
    return FrozenMapping((item.name, item) for item in all_formats)


def format_of(source: str) -> Format | None:
    """Return the format that a file has by its name, None where the name doesn't say."""
    name = source.lower()
    return next((item for item in formats().values() if name.endswith(item.suffixes)), None)


def items_in(piece: Piece, settings: Settings) -> Iterator[Item]:
    """Read a piece row by row; where reading has to end, the last item says why."""
    behind = piece.first_row - 1
    try:
        for item in formats()[piece.format].items(piece, settings):
            yield item
            behind += not isinstance(item, Damage)
    except SourceError as error:
        place = f"after row {behind}" if behind else ""
        yield Damage(piece.source, ", ".join(filter(None, (place, error.place))), str(error))
    except (EOFError, OSError, zlib.error) as error:
        wrong = getattr(error, "strerror", None) or str(error) or type(error).__name__
        yield Damage(piece.source, f"after row {behind}", wrong)
