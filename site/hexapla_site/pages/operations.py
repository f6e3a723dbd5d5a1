"""What standards define besides parsing and resolving: a page each, with examples in each column.

These are equivalence, escaping, finding URIs in running text, the base of a document, and the
commands of FTP.
"""

import email
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import attrs

from hexapla.comparison.operations import (
    access,
    compare_escaping,
    compare_extraction,
    equivalent,
    escape,
    establish_base,
    normalize,
    unescape,
)
from hexapla.documents.citation import Provision
from hexapla.html.mime import leaves
from hexapla.operations.base import Base, BaseLevel, BaseRule, BaseSource
from hexapla.operations.equivalence import Equivalence, NormalForm, Sameness
from hexapla.operations.escaping import (
    Escaped,
    Escaping,
    EscapingComparison,
    EscapingDifference,
    Treatment,
    Unescaped,
)
from hexapla.operations.extraction import ExtractedUri, ExtractionComparison, Region
from hexapla.operations.schemes import CommandSequence
from hexapla.standard.spec import Spec
from hexapla_site.data.table import Table, as_json, table_of
from hexapla_site.folders import read_data
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.report.grouping import groups_in, numbers_in, pattern_of

Input = Mapping[str, Any]
Result = TypeVar("Result")
OperationExample = tuple[Input, tuple[Result, ...]]
"""An input, with its source as the file has it, and what each column makes of it."""


def read_examples() -> Mapping[str, Any]:
    """Read the inputs to run, by the operation."""
    examples: Mapping[str, Any] = read_data("operation-examples.json")
    return examples


def _run(
    inputs: Iterable[Input], columns: Iterable[Spec], run: Callable[[Spec, Input], Result]
) -> list[OperationExample[Result]]:
    """Run an operation on inputs in each column."""
    specs = tuple(columns)
    return [(item, tuple(run(spec, item) for spec in specs)) for item in inputs]


# Equivalence: pairs of URIs, and URIs in normal form.

SIGNS = {Sameness.SAME: "=", Sameness.DIFFERENT: "≠", Sameness.UNDECIDED: "?"}


def topics(site: Site) -> list[tuple[Input, list[OperationExample[Equivalence]]]]:
    """Return each question with its pairs, and whether each column calls the two the same."""

    def same(spec: Spec, pair: Input) -> Equivalence:
        return equivalent(spec, pair["left"], pair["right"])

    asked = read_examples()["equivalence"]
    return [(topic, _run(topic["pairs"], site.columns, same)) for topic in asked]


def pattern_of_verdicts(results: Iterable[Equivalence]) -> str:
    """Return which columns say the same; one that leaves it undecided is in no group."""
    verdicts = (item.verdict for item in results)
    return pattern_of([None if each is Sameness.UNDECIDED else each for each in verdicts])


def normal_forms(site: Site) -> list[OperationExample[NormalForm]]:
    """Return the URIs in each column's normal form."""
    inputs = read_examples()["normal_forms"]
    return _run(inputs, site.columns, lambda spec, item: normalize(spec, item["text"]))


def rewriting_provisions(spec: Spec) -> tuple[Provision, ...]:
    """Return what a standard lets be written differently, each provision once, in its order."""
    rewritings = spec.equivalence.rewritings() if spec.equivalence is not None else ()
    return tuple(dict.fromkeys(item.provision for item in rewritings))


def _equivalence(site: Site) -> Iterator[Page]:
    context = {
        "topics": site.once(topics),
        "pattern_of_verdicts": pattern_of_verdicts,
        "groups_in": groups_in,
        "normals": site.once(normal_forms),
        "verdict_signs": SIGNS,
        "rewriting_provisions": rewriting_provisions,
    }
    yield Page("equivalence.html", "equivalence.html", context)


def _equivalence_tables(site: Site) -> Iterator[Table]:
    ids = [spec.id for spec in site.columns]
    rows = (
        (pair["left"], pair["right"], topic["id"], *(item.verdict for item in results))
        for topic, pairs in site.once(topics)
        for pair, results in pairs
    )
    yield table_of("equivalence", rows, ids)
    normals = (
        (item["text"], *as_json(form.normal for form in forms))
        for item, forms in site.once(normal_forms)
    )
    yield table_of("normal-forms", normals, ids)


# Escaping: how data is escaped, and how escapes are read.

_PRINTABLE = "".join(map(chr, range(0x20, 0x7F)))
_COMPONENTS = ("path", "query", "fragment", "authority")


def comparisons(site: Site) -> list[EscapingComparison]:
    """Return the printable characters that columns write differently, component by component."""
    return [compare_escaping(_PRINTABLE, component, site.columns) for component in _COMPONENTS]


def treatments_by(
    columns: tuple[Spec, ...], difference: EscapingDifference
) -> tuple[str, list[Treatment | None]]:
    """Return which columns write a character alike, and what each does, None for nothing."""
    treated = {treatment.spec: treatment for treatment in difference.treatments}
    cells = [treated.get(spec.selector) for spec in columns]
    return pattern_of([cell and (cell.written,) for cell in cells]), cells


def escaped_examples(site: Site) -> list[OperationExample[Escaped]]:
    """Escape the data of the examples in each column."""
    inputs = read_examples()["escaping"]
    return _run(
        inputs, site.columns, lambda spec, item: escape(spec, item["data"], item["component"])
    )


def unescaped_examples(site: Site) -> list[OperationExample[Unescaped]]:
    """Read the escapes of the examples in each column."""
    inputs = read_examples()["unescaping"]
    return _run(inputs, site.columns, lambda spec, item: unescape(spec, item["text"]))


def kept_by_rule(rules: Escaping) -> dict[Provision, list[str]]:
    """Return a standard's rules on what needs no escape, each with the components it is about."""
    components: dict[Provision, list[str]] = {}
    for component, kept in rules.kept.items():
        components.setdefault(kept.provision, []).append(component)
    return components


def _escaping(site: Site) -> Iterator[Page]:
    context = {
        "comparisons": site.once(comparisons),
        "treatments_by": treatments_by,
        "escaped": site.once(escaped_examples),
        "unescaped": site.once(unescaped_examples),
        "kept_by_rule": kept_by_rule,
    }
    yield Page("escaping.html", "escaping.html", context)


def _escaping_tables(site: Site) -> Iterator[Table]:
    ids = [spec.id for spec in site.columns]
    escapes = (
        (comparison.component, item.character, *as_json(written))
        for comparison in site.once(comparisons)
        for item in comparison.differences
        for _, cells in [treatments_by(site.columns, item)]
        for written in [[each.written if each else None for each in cells]]
    )
    yield table_of("escapes", escapes, ids)
    escaped = (
        (item["data"], item["component"], *as_json(each.text for each in results))
        for item, results in site.once(escaped_examples)
    )
    yield table_of("escaped", escaped, ids)
    unescaped = (
        (item["text"], *as_json(each.text for each in results))
        for item, results in site.once(unescaped_examples)
    )
    yield table_of("unescaped", unescaped, ids)


# URIs in running text: what each standard finds in a text, and where it ends.

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
    inputs = read_examples()["extraction"]
    return [(item, compare_extraction(item["text"], site.columns)) for item in inputs]


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


def _extraction(site: Site) -> Iterator[Page]:
    context = {
        "extractions": site.once(extractions),
        "pieces_of": pieces_of,
        "alike_at": alike_at,
        "silent": tuple(spec for spec in site.columns if spec.extraction is None),
    }
    yield Page("extraction.html", "extraction.html", context)


def _extraction_tables(site: Site) -> Iterator[Table]:
    rows = (
        (number, place, spec.id, item.uri, item.provision.citation.section)
        for number, (_, comparison) in enumerate(site.once(extractions), 1)
        for place, region in enumerate(comparison.regions, 1)
        for alike in alike_at(region, site.columns)[1]
        for spec, items in alike.by_spec.items()
        for item in items
    )
    yield table_of("extraction", rows)


# The base of a document: where each standard looks for it, and what it establishes.

# The highest precedence first.
LEVELS = {
    BaseLevel.DOCUMENT: "within the document",
    BaseLevel.ENCAPSULATING_ENTITY: "around the document",
    BaseLevel.RETRIEVAL: "how one came by it",
    BaseLevel.DEFAULT: "the application’s own",
}

_SOURCES = {
    BaseSource.BASE_ELEMENT: "its BASE element",
    BaseSource.HEADER: "the field",
    BaseSource.RETRIEVAL: "the URI by which it was retrieved",
    BaseSource.DEFAULT: "what the application takes",
    BaseSource.NOTHING: "none, which is the empty base",
}


def rules_at(level: BaseLevel, spec: Spec) -> Iterator[tuple[BaseRule, Provision]]:
    """Yield the rules by which a standard lets a base be given on a level, and what says so."""
    for rule in spec.base_precedence.rules if spec.base_precedence is not None else ():
        if rule.level is level:
            yield rule, rule.provision
        elif level is BaseLevel.ENCAPSULATING_ENTITY and rule.around is not None:
            yield rule, rule.around


def base_examples(site: Site) -> list[OperationExample[Base]]:
    """Establish the base of each example in each column."""
    return _run(read_examples()["base"], site.columns, _base_of)


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


def _base(site: Site) -> Iterator[Page]:
    context = {
        "levels": LEVELS,
        "base_sources": _SOURCES,
        "rules_at": rules_at,
        "examples": site.once(base_examples),
    }
    yield Page("base.html", "base.html", context)


def _base_tables(site: Site) -> Iterator[Table]:
    precedence = (
        (level, spec.id, _SOURCES[rule.source], rule.header, provision.citation.section)
        for level in LEVELS
        for spec in site.columns
        for rule, provision in rules_at(level, spec)
    )
    yield table_of("base-precedence", precedence)
    bases = (
        (item["heading"], spec.id, json.dumps(base.uri), base.level, section)
        for item, results in site.once(base_examples)
        for spec, base in zip(site.columns, results, strict=True)
        for section in [base.provision and base.provision.citation.section]
    )
    yield table_of("bases", bases)


# FTP commands: what a URL tells a client to do, by each standard that says it.


def accesses(site: Site) -> list[OperationExample[CommandSequence]]:
    """Return what the columns that say it have a client do with each URL of the examples."""
    specs = (spec for spec in site.columns if spec.access is not None)
    return _run(read_examples()["access"], specs, lambda spec, item: access(spec, item["text"]))


def _access(site: Site) -> Iterator[Page]:
    silent = tuple(spec for spec in site.columns if spec.access is None)
    context = {"accesses": site.once(accesses), "silent": silent}
    yield Page("access.html", "access.html", context)


def _access_tables(site: Site) -> Iterator[Table]:
    rows = (
        (
            *(sequence.text, sequence.spec, number),
            *(command.name, command.argument, command.provision.citation.section),
        )
        for _, sequences in site.once(accesses)
        for sequence in sequences
        for number, command in enumerate(sequence.commands, 1)
    )
    yield table_of("access", rows)


OPERATIONS = tuple(
    PageKind(name, f"{name}.html", pages, title, tables=tables)
    for name, title, pages, tables in (
        ("equivalence", "Equivalence", _equivalence, _equivalence_tables),
        ("escaping", "Escaping", _escaping, _escaping_tables),
        ("extraction", "URIs in text", _extraction, _extraction_tables),
        ("base", "Base", _base, _base_tables),
        ("access", "FTP", _access, _access_tables),
    )
)
