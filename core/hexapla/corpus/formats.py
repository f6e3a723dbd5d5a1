"""The formats of sources: which one a file has by its name, and how its rows are read."""

import importlib
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import BinaryIO

import attrs

from hexapla.corpus.source import (
    LONGEST_ROW,
    TOO_LONG,
    BadRow,
    Item,
    Pair,
    Read,
    Settings,
    SourceError,
    damage_of,
    links,
)
from hexapla.corpus.text import json_lines, plain_lines, read_text, separated
from hexapla.html.errors import DocumentError
from hexapla.values.errors import HexaplaError
from hexapla.values.frozen import FrozenMapping

_ERRORS = (SourceError, DocumentError, OSError, EOFError, zlib.error, UnicodeDecodeError)
"""What a reader raises where reading has to end."""


# Libraries that only corpora need come with extras, and are loaded when they are needed.


class MissingExtraError(HexaplaError, RuntimeError):
    """A library is not installed; the message says which extra brings it."""


_EXTRAS = {"pyarrow": "corpus", "duckdb": "corpus", "warcio": "warc", "pyspark": "spark"}


def check_installed(*modules: str) -> None:
    """Raise `MissingExtraError` where one of the modules is not there."""
    for module in modules:
        try:
            importlib.import_module(module)
        except ModuleNotFoundError as error:
            name = module.partition(".")[0]
            raise MissingExtraError(
                f"{name} is not installed; install it with: pip install 'hexapla[{_EXTRAS[name]}]'"
            ) from error


@attrs.frozen
class Format:
    """A format of sources.

    Attributes:
        name: What the command line calls it.
        suffixes: How names of such files end, in lower case.
        read: Yields the rows of a file, given the settings; raises where reading has to end.
        holds_bases: Whether such a source says by itself what its bases are.
        is_slow: Whether to read it takes longer than to compare its rows.
        modules: What an extra brings to read it.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Callable[[BinaryIO, Settings], Iterator[Read]]
    holds_bases: bool = True
    is_slow: bool = False
    modules: tuple[str, ...] = ()

    def items(self, file: BinaryIO, source: str, settings: Settings) -> Iterator[Item]:
        """Yield the rows of a file; where reading has to end, the last item says why."""
        row = 0
        try:
            for read in self.read(file, settings):
                if isinstance(read, SourceError):
                    yield damage_of(source, row, read)
                    row += read.rows
                    continue
                row += 1
                yield _item(source, row, read)
        except _ERRORS as error:
            yield damage_of(source, row, error)


def _item(source: str, row: int, read: tuple[str, str] | BadRow) -> Pair | BadRow:
    if isinstance(read, BadRow):
        return attrs.evolve(read, source=source, row=row)
    base, reference = read
    if len(base) + len(reference) > LONGEST_ROW:
        return BadRow(TOO_LONG, source=source, row=row)
    return Pair(source, row, base, reference)


def _html(file: BinaryIO, settings: Settings) -> Iterator[Read]:
    return links(file, settings.base)


def _parquet(file: BinaryIO, settings: Settings) -> Iterator[Read]:
    from hexapla.corpus.parquet import rows_of_parquet

    return rows_of_parquet(file, settings)


def _warc(file: BinaryIO, settings: Settings) -> Iterator[Read]:
    from hexapla.corpus.warc import links_of_archive

    return links_of_archive(file, settings)


def _text(*suffixes: str) -> tuple[str, ...]:
    return (*suffixes, *(f"{suffix}.gz" for suffix in suffixes))


_ALL = (
    Format("jsonl", _text(".jsonl", ".ndjson"), partial(read_text, json_lines)),
    Format("csv", _text(".csv"), partial(read_text, partial(separated, ","))),
    Format("tsv", _text(".tsv", ".tab"), partial(read_text, partial(separated, "\t"))),
    Format(
        "lines", _text(".txt", ".lst", ".urls"), partial(read_text, plain_lines), holds_bases=False
    ),
    Format("parquet", (".parquet", ".pq"), _parquet, modules=("pyarrow.parquet",)),
    Format("html", (".html", ".htm", ".xhtml"), _html, is_slow=True),
    Format("warc", (".warc", ".warc.gz"), _warc, is_slow=True, modules=("warcio.archiveiterator",)),
)
FORMATS: Mapping[str, Format] = FrozenMapping((each.name, each) for each in _ALL)
"""The formats by their names."""


ROW_SUFFIXES = (".jsonl", ".parquet")
"""How the names of files end that rows are written in."""


def format_of(source: str) -> Format | None:
    """Return the format that a file has by its name, None where the name doesn't say."""
    name = source.lower()
    return next((each for each in FORMATS.values() if name.endswith(each.suffixes)), None)
