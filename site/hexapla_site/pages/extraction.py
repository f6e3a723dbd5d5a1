"""URIs in running text: what each standard finds in a text, and where it ends."""

import re
from collections.abc import Iterator, Sequence

import attrs

from hexapla.comparison.operations import compare_extraction
from hexapla.operations.extraction import ExtractedUri, ExtractionComparison, Region
from hexapla.standard.spec import Spec
from hexapla_site.data import operation_examples
from hexapla_site.data.operation_examples import Columns, Origin, origin_of
from hexapla_site.data.table import Table
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.report.grouping import groups_in, numbers_in, pattern_of

_LINES = re.compile(r"(\s*\n\s*)")


@attrs.frozen
class TextPiece:
    """A piece of running text, marked where it is of a place; `number` stands behind its end."""

    text: str
    marked: bool = False
    number: int | None = None


@attrs.frozen
class ExtractedAlike:
    """What columns find at a place: nothing, one URI or more; each with its own rule.

    `number` is that of the columns' group (see `hexapla_site.report.grouping`).
    """

    by_spec: tuple[tuple[Spec, tuple[ExtractedUri, ...]], ...]
    number: int | None

    @property
    def uris(self) -> tuple[ExtractedUri, ...]:
        """What they find, as the first of them does."""
        return self.by_spec[0][1]

    @property
    def specs(self) -> Columns:
        """The columns that find it."""
        return tuple(spec for spec, _ in self.by_spec)


@attrs.frozen
class PlaceAnswers:
    """A place in running text, its number, and what is found there, by the newest column first.

    `pattern` has the columns that find the same (see `hexapla_site.report.grouping`).
    """

    number: int
    pattern: str
    answers: tuple[ExtractedAlike, ...]

    @property
    def agrees(self) -> bool:
        """Whether all columns that define extraction find the same."""
        return len(self.answers) == 1


@attrs.frozen
class SampleText:
    """A text, and what some columns find in it."""

    pieces: tuple[TextPiece, ...]
    places: tuple[PlaceAnswers, ...]


@attrs.frozen
class Text:
    """A text, and what the columns find in it."""

    origin: Origin
    passage: SampleText


def extractions(site: Site) -> tuple[Text, ...]:
    """Return what columns find in each text of the examples."""
    return tuple(
        Text(origin_of(row, site.columns), _passage(row["text"], site.columns))
        for row in operation_examples.read_examples()["extraction"]
    )


def _passage(text: str, columns: Columns) -> SampleText:
    comparison = compare_extraction(text, columns)
    places = (
        _answers(number, region, columns) for number, region in enumerate(comparison.regions, 1)
    )
    return SampleText(tuple(_pieces(comparison)), tuple(places))


def _pieces(comparison: ExtractionComparison) -> Iterator[TextPiece]:
    position = 0
    for number, region in enumerate(comparison.regions, 1):
        yield TextPiece(comparison.text[position : region.span.start])
        *lines, last = _LINES.split(comparison.text[region.span.start : region.span.stop])
        yield from (TextPiece(text, marked=not text.isspace()) for text in lines)
        yield TextPiece(last, marked=True, number=number)
        position = region.span.stop
    yield TextPiece(comparison.text[position:])


def _answers(number: int, region: Region, columns: Columns) -> PlaceAnswers:
    """Return what columns find at a place, those that are silent left out."""
    extracted = region.extracted
    by_column = [extracted.get(spec.selector) for spec in columns]
    pattern = pattern_of([None if uris is None else _key(uris) for uris in by_column])
    numbers = numbers_in(pattern)
    answers = tuple(
        ExtractedAlike(
            tuple((columns[index], extracted[columns[index].selector]) for index in members),
            numbers[members[0]],
        )
        for members in groups_in(pattern)
    )
    return PlaceAnswers(number, pattern, answers)


def _key(uris: Sequence[ExtractedUri]) -> tuple[str, ...]:
    return tuple(text for item in uris for text in (item.uri, *item.alternatives))


def _pages(site: Site) -> Iterator[Page]:
    context = {
        "extractions": site.once(extractions),
        "silent": tuple(spec for spec in site.columns if spec.extraction is None),
    }
    yield Page("extraction.html", "extraction.html", context)


def _tables(site: Site) -> Iterator[Table]:
    rows = tuple(
        (str(number), str(place.number), spec.id, item.uri, item.provision.citation.section)
        for number, text in enumerate(site.once(extractions), 1)
        for place in text.passage.places
        for answer in place.answers
        for spec, items in answer.by_spec
        for item in items
    )
    about = "The URIs that each column finds in the texts, by text and by place in it."
    yield Table("extraction", about, ("text", "place", "spec", "uri", "section"), rows)


KIND = PageKind("extraction", "extraction.html", _pages, "URIs in text", tables=_tables)
