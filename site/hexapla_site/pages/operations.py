"""What standards define besides parsing and resolving: a page each, with examples in each column.

These are equivalence, escaping, finding URIs in running text, the base of a document, and the
commands of FTP.
"""

import email
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from email.message import Message
from typing import Any

from hexapla.documents.citation import Provision
from hexapla.operations.base import Base, BaseLevel, BaseRule, BaseSource
from hexapla.operations.equivalence import Equivalence, Sameness
from hexapla.operations.escaping import EscapingComparison, EscapingDifference, Treatment
from hexapla.operations.extraction import ExtractionComparison, Region
from hexapla.standard.operations import (
    access,
    compare_escaping,
    compare_extraction,
    equivalent,
    escape,
    establish_base,
    normalize,
    unescape,
)
from hexapla.standard.spec import Spec
from hexapla_site.data.table import Table, as_json, table_of
from hexapla_site.folders import read_data
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.report.case import ResultGroup, grouped, groups_in, pattern_of

Input = Mapping[str, Any]
"""An input, with its source as the file has it."""


def read_examples() -> Mapping[str, Any]:
    """Read the inputs to run, by the operation."""
    examples: Mapping[str, Any] = read_data("operation-examples.json")
    return examples


def _base_of(spec: Spec, item: Input) -> Base:
    document: Any = item["document"]
    within: Any = ()
    if item["media_type"] == "message/rfc822":
        document = email.message_from_string(document)
        if "part" in item:
            document, within = list(leaves(document))[item["part"]]
    return establish_base(
        document, within=within, retrieval=item["retrieval"], default=item["default"], spec=spec
    )


def leaves(
    message: Message, around: tuple[Message, ...] = ()
) -> Iterator[tuple[Message, tuple[Message, ...]]]:
    """Yield the parts of a message that have no parts, each with what encloses it, inside out."""
    if not message.is_multipart():
        yield message, around
        return
    for child in message.get_payload():
        if isinstance(child, Message):
            yield from leaves(child, (message, *around))


_RUN: Mapping[str, Callable[[Spec, Input], Any]] = {
    "equivalence": lambda spec, pair: equivalent(pair["left"], pair["right"], spec=spec),
    "normal_forms": lambda spec, item: normalize(item["text"], spec=spec),
    "escaping": lambda spec, item: escape(item["data"], item["component"], spec=spec),
    "unescaping": lambda spec, item: unescape(item["text"], spec=spec),
    "base": _base_of,
    "access": lambda spec, item: access(item["text"], spec=spec),
}


def examples_of(site: Site) -> Mapping[str, list[tuple[Input, tuple[Any, ...]]]]:
    """Return the inputs of each operation, with what each column makes of them.

    A pair of the equivalence has its `topic`, with what is told of that.
    """
    given = read_examples()
    topics = given["equivalence"]
    pairs = [{**each, **pair, "topic": each["id"]} for each in topics for pair in each["pairs"]]
    inputs = {**given, "equivalence": pairs}
    return {
        name: [(item, tuple(run(spec, item) for spec in site.columns)) for item in inputs[name]]
        for name, run in _RUN.items()
    }


def _table_of_examples(
    site: Site, name: str, operation: str, given: str, made: Callable[[Any], str]
) -> Table:
    """Return what each column makes of the inputs of an operation, of which some keys are given."""
    rows = (
        (*(item[key] for key in given.split()), *map(made, results))
        for item, results in site.once(examples_of)[operation]
    )
    return table_of(name, rows, (spec.id for spec in site.columns))


# Equivalence: pairs of URIs, and URIs in normal form.


def pattern_of_verdicts(results: Iterable[Equivalence]) -> str:
    """Return which columns say the same; one that leaves it undecided is in no group."""
    verdicts = (item.verdict for item in results)
    return pattern_of([None if each is Sameness.UNDECIDED else each for each in verdicts])


def _equivalence_tables(site: Site) -> Iterator[Table]:
    yield _table_of_examples(
        site, "equivalence", "equivalence", "left right topic", lambda item: item.verdict
    )
    yield _table_of_examples(
        site, "normal-forms", "normal_forms", "text", lambda form: json.dumps(form.normal)
    )


# Escaping: how data is escaped, and how escapes are read.

_PRINTABLE = "".join(map(chr, range(0x20, 0x7F)))
_COMPONENTS = ("path", "query", "fragment", "authority")


def comparisons(site: Site) -> list[EscapingComparison]:
    """Return the printable characters that columns write differently, component by component."""
    return [
        compare_escaping(_PRINTABLE, component, specs=site.columns) for component in _COMPONENTS
    ]


def treatments_by(
    columns: tuple[Spec, ...], difference: EscapingDifference
) -> tuple[str, list[Treatment | None]]:
    """Return which columns write a character alike, and what each does, None for nothing."""
    treated = {treatment.selector: treatment for treatment in difference.treatments}
    cells = [treated.get(spec.selector) for spec in columns]
    return pattern_of([cell and (cell.written,) for cell in cells]), cells


def _escaping_tables(site: Site) -> Iterator[Table]:
    escapes = (
        (comparison.component, item.character, *as_json(written))
        for comparison in site.once(comparisons)
        for item in comparison.differences
        for _, cells in [treatments_by(site.columns, item)]
        for written in [[each.written if each else None for each in cells]]
    )
    yield table_of("escapes", escapes, (spec.id for spec in site.columns))
    for name, operation, given in (
        ("escaped", "escaping", "data component"),
        ("unescaped", "unescaping", "text"),
    ):
        yield _table_of_examples(site, name, operation, given, lambda each: json.dumps(each.text))


# URIs in running text: what each standard finds in a text, and where it ends.

_LINES = re.compile(r"((?<!\s)\s*\n\s*)")


def extractions(site: Site) -> list[tuple[Input, ExtractionComparison]]:
    """Return each text of the examples, and what columns find in it."""
    inputs = read_examples()["extraction"]
    return [(item, compare_extraction(item["text"], specs=site.columns)) for item in inputs]


def pieces_of(comparison: ExtractionComparison) -> Iterator[tuple[str, bool, int | None]]:
    """Cut a text where something is found in it, and there at its ends of lines.

    A piece is marked where it is of a place; the number of the place stands behind its end.
    """
    position = 0
    for number, region in enumerate(comparison.regions, 1):
        yield comparison.text[position : region.span.start], False, None
        *lines, last = _LINES.split(comparison.text[region.span.start : region.span.stop])
        yield from ((text, not text.isspace(), None) for text in lines)
        yield last, True, number
        position = region.span.stop
    yield comparison.text[position:], False, None


def alike_at(region: Region, columns: tuple[Spec, ...]) -> tuple[str, tuple[ResultGroup, ...]]:
    """Return which columns find the same at a place, as a pattern and as groups."""
    by_column = [region.extracted.get(spec.selector) for spec in columns]
    pattern = pattern_of(
        [uris and [(item.uri, item.alternatives) for item in uris] for uris in by_column]
    )
    return pattern, grouped(pattern, columns, by_column.__getitem__)


def _extraction_tables(site: Site) -> Iterator[Table]:
    rows = (
        (number, place, spec.id, item.uri, item.provision.citation.section)
        for number, (_, comparison) in enumerate(site.once(extractions), 1)
        for place, region in enumerate(comparison.regions, 1)
        for group in alike_at(region, site.columns)[1]
        for spec in group.specs
        for item in region.extracted[spec.selector]
    )
    yield table_of("extraction", rows)


# The base of a document: where each standard looks for it, and what it establishes.

_SOURCES = {
    BaseSource.BASE_ELEMENT: "its BASE element",
    BaseSource.HEADER: "the field",
    BaseSource.RETRIEVAL: "the URI by which it was retrieved",
    BaseSource.DEFAULT: "what the application takes",
    BaseSource.NOTHING: "none, which is the empty base",
}


def rules_at(level: str, spec: Spec) -> Iterator[tuple[BaseRule, Provision]]:
    """Yield the rules by which a standard lets a base be given on a level, and what says so."""
    precedence = spec.standard.base_precedence
    for rule in () if precedence is None else precedence.rules:
        if rule.level == level:
            yield rule, rule.provision
        elif level == BaseLevel.ENCAPSULATING_ENTITY and rule.around is not None:
            yield rule, rule.around


def _base_tables(site: Site) -> Iterator[Table]:
    precedence = (
        (level, spec.id, _SOURCES[rule.source], rule.header, provision.citation.section)
        for level in BaseLevel
        for spec in site.columns
        for rule, provision in rules_at(level, spec)
    )
    yield table_of("base-precedence", precedence)
    bases = (
        (item["heading"], spec.id, json.dumps(base.uri), base.level, section)
        for item, results in site.once(examples_of)["base"]
        for spec, base in zip(site.columns, results, strict=True)
        for section in [base.provision and base.provision.citation.section]
    )
    yield table_of("bases", bases)


# FTP commands: what a URL tells a client to do, by each standard that says it.


def _access_tables(site: Site) -> Iterator[Table]:
    rows = (
        (
            sequence.text,
            sequence.selector,
            number,
            command.name,
            command.argument,
            command.provision.citation.section,
        )
        for _, sequences in site.once(examples_of)["access"]
        for sequence in sequences
        for number, command in enumerate(sequence.commands, 1)
    )
    yield table_of("access", rows)


def _context(site: Site) -> Mapping[str, object]:
    return {
        "examples": site.once(examples_of),
        "comparisons": site.once(comparisons),
        "extractions": site.once(extractions),
        "pattern_of_verdicts": pattern_of_verdicts,
        "groups_in": groups_in,
        "treatments_by": treatments_by,
        "pieces_of": pieces_of,
        "alike_at": alike_at,
        "base_sources": _SOURCES,
        "rules_at": rules_at,
    }


def _kind(name: str, tables: Callable[[Site], Iterable[Table]]) -> PageKind:
    address = f"{name}.html"
    return PageKind(
        name, address, lambda site: [Page(address, address, site.once(_context))], tables=tables
    )


OPERATIONS = (
    _kind("equivalence", _equivalence_tables),
    _kind("escaping", _escaping_tables),
    _kind("extraction", _extraction_tables),
    _kind("base", _base_tables),
    _kind("access", _access_tables),
)
