"""URIs in running text: what each standard finds in a text, and where it ends."""

import re
from collections.abc import Iterator

import attrs

from hexapla.comparison.operations import compare_extraction
from hexapla.operations.extraction import ExtractedUri, ExtractionComparison, Region
from hexapla.standard.spec import Spec
from hexapla_site.data import operation_examples
from hexapla_site.data.operation_examples import Input
from hexapla_site.data.table import Table, table_of
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.report.grouping import groups_in, numbers_in, pattern_of

_LINES = re.compile(r"((?<!\s)\s*\n\s*)")


@attrs.frozen
class TextPiece:
    """A piece of running text, marked where it is of a place; `number` stands behind its end."""

    text: str
    marked: bool = False
    number: int | None = None


@attrs.frozen
class ExtractedAlike:
    """Columns that find the same at a place, the number of their group, and what each finds."""

    number: int | None
    by_spec: dict[Spec, tuple[ExtractedUri, ...]]


def extractions(site: Site) -> list[tuple[Input, ExtractionComparison]]:
    """Return each text of the examples, and what columns find in it."""
    return [
        (item, compare_extraction(item["text"], site.columns))
        for item in operation_examples.read_examples()["extraction"]
    ]


def pieces_of(comparison: ExtractionComparison) -> Iterator[TextPiece]:
    """Cut a text where something is found in it, and there at its ends of lines."""
    position = 0
    for number, region in enumerate(comparison.regions, 1):
        yield TextPiece(comparison.text[position : region.span.start])
        *lines, last = _LINES.split(comparison.text[region.span.start : region.span.stop])
        yield from (TextPiece(text, marked=not text.isspace()) for text in lines)
        yield TextPiece(last, marked=True, number=number)
        position = region.span.stop
    yield TextPiece(comparison.text[position:])


def alike_at(region: Region, columns: tuple[Spec, ...]) -> tuple[str, list[ExtractedAlike]]:
    """Return which columns find the same at a place, as a pattern and as groups."""
    by_column = [region.extracted.get(spec.selector) for spec in columns]
    pattern = pattern_of(
        [uris and [(item.uri, item.alternatives) for item in uris] for uris in by_column]
    )
    numbers = numbers_in(pattern)
    return pattern, [
        ExtractedAlike(
            numbers[members[0]],
            {columns[index]: region.extracted[columns[index].selector] for index in members},
        )
        for members in groups_in(pattern)
    ]


def _pages(site: Site) -> Iterator[Page]:
    context = {
        "extractions": site.once(extractions),
        "pieces_of": pieces_of,
        "alike_at": alike_at,
        "silent": tuple(spec for spec in site.columns if spec.extraction is None),
    }
    yield Page("extraction.html", "extraction.html", context)


def _tables(site: Site) -> Iterator[Table]:
    yield table_of(
        "extraction",
        (
            (number, place, spec.id, item.uri, item.provision.citation.section)
            for number, (_, comparison) in enumerate(site.once(extractions), 1)
            for place, region in enumerate(comparison.regions, 1)
            for alike in alike_at(region, site.columns)[1]
            for spec, items in alike.by_spec.items()
            for item in items
        ),
    )


KIND = PageKind("extraction", "extraction.html", _pages, "URIs in text", tables=_tables)
