"""The URIs that each standard finds in running text, and where they end."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import attrs

from hexapla.operations.extraction import ExtractionComparison, Region
from hexapla.standard.operations import compare_extraction
from hexapla.standard.spec import Spec
from hexapla_site.data.table import Cells, Table, table_of
from hexapla_site.pages.kind import Site
from hexapla_site.pages.operations.examples import Input, operation_kind, read_examples
from hexapla_site.report.case import ResultGroup, grouped, pattern_of

_LINES = re.compile(r"((?<!\s)\s*\n\s*)")


class TextPiece(NamedTuple):
    """A piece of a string.

    Attributes:
        text: The piece.
        is_marked: Whether the piece is part of a place where a URI is found.
        number: The number of the place that ends with the piece; None if no place ends there.
    """

    text: str
    is_marked: bool = False
    number: int | None = None


@attrs.frozen
class TextPlace:
    """A place in a string, with the URIs that standards find there.

    Attributes:
        region: The span of the place, and the URIs found there, keyed by standard.
        pattern: A letter for each standard, equal for standards that find the same URIs; "." for a
            standard without a rule.
        groups: The standards that find the same URIs; the newest standard's group comes first.
    """

    region: Region
    pattern: str
    groups: Sequence[ResultGroup]


@attrs.frozen
class SearchedText:
    """A string of the examples, in pieces, with the places where standards find URIs."""

    given: Input
    pieces: Sequence[TextPiece]
    places: Sequence[TextPlace]


@attrs.frozen
class ExtractionContext:
    """The content of the page on URIs in running text."""

    searched: Sequence[SearchedText]


def searched_texts(site: Site) -> list[SearchedText]:
    """Return each string of the examples, with the URIs that standards find in it."""
    texts = []
    for given in read_examples()["extraction"]:
        found = compare_extraction(given["text"], specs=site.columns)
        places = [place_of(region, site.columns) for region in found.regions]
        texts.append(SearchedText(given, list(pieces_of(found)), places))
    return texts


def pieces_of(comparison: ExtractionComparison) -> Iterator[TextPiece]:
    """Split a string into the URIs found and the text between them, and split URIs at line ends."""
    position = 0
    for number, region in enumerate(comparison.regions, 1):
        yield TextPiece(comparison.text[position : region.span.start])
        *lines, last = _LINES.split(comparison.text[region.span.start : region.span.stop])
        for text in lines:
            yield TextPiece(text, is_marked=not text.isspace())
        yield TextPiece(last, is_marked=True, number=number)
        position = region.span.stop
    yield TextPiece(comparison.text[position:])


def place_of(region: Region, columns: tuple[Spec, ...]) -> TextPlace:
    """Describe a place, with standards grouped by the URIs that they find there."""
    by_column = [region.extracted.get(spec.selector) for spec in columns]
    found = [uris and [(item.uri, item.alternatives) for item in uris] for uris in by_column]
    pattern = pattern_of(found)
    return TextPlace(region, pattern, grouped(pattern, columns, by_column.__getitem__))


def _context(site: Site) -> ExtractionContext:
    return ExtractionContext(site.once(searched_texts))


def _tables(site: Site) -> Iterator[Table]:
    yield table_of("extraction", _rows(site.once(searched_texts)))


def _rows(texts: Iterable[SearchedText]) -> Iterator[Cells]:
    for number, searched in enumerate(texts, 1):
        for place_number, place in enumerate(searched.places, 1):
            for spec in chain.from_iterable(group.specs for group in place.groups):
                for item in place.region.extracted[spec.selector]:
                    section = item.provision.citation.section
                    yield number, place_number, spec.id, item.uri, section


KIND = operation_kind("extraction", _context, _tables)
