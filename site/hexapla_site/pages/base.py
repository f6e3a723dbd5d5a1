"""The base of a document: where each standard looks for it, and what it establishes."""

import email
import json
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from hexapla.comparison.operations import establish_base
from hexapla.documents.citation import Provision
from hexapla.html.mime import leaves
from hexapla.operations.base import Base, BaseLevel, BaseRule, BaseSource
from hexapla.standard.spec import Spec
from hexapla_site.data import operation_examples
from hexapla_site.data.operation_examples import Columns, Origin, origin_of
from hexapla_site.data.table import Table
from hexapla_site.pages.kind import Page, PageKind, Site

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


@attrs.frozen
class Way:
    """A way in which a standard lets a base be given, on one level."""

    source: str
    header: str
    provision: Provision


@attrs.frozen
class LevelRow:
    """A level of base precedence, and the ways that each column has there."""

    level: BaseLevel
    says: str
    cells: tuple[tuple[Way, ...], ...]


@attrs.frozen
class BaseExample:
    """A document with its surroundings, and the base that each column establishes."""

    heading: str
    origin: Origin
    document: str | None
    part: int | None
    retrieval: str | None
    default: str | None
    results: tuple[Base, ...]


def levels(site: Site) -> tuple[LevelRow, ...]:
    """Return the levels at which a base is looked for, the highest precedence first."""
    return tuple(
        LevelRow(level, says, tuple(tuple(_ways(spec, level)) for spec in site.columns))
        for level, says in LEVELS.items()
    )


def _ways(spec: Spec, level: BaseLevel) -> Iterator[Way]:
    for rule in spec.base_precedence.rules if spec.base_precedence is not None else ():
        provision = _provision_on(rule, level)
        if provision is not None:
            yield Way(_SOURCES[rule.source], rule.header, provision)


def _provision_on(rule: BaseRule, level: BaseLevel) -> Provision | None:
    if rule.level is level:
        return rule.provision
    return rule.around if level is BaseLevel.ENCAPSULATING_ENTITY else None


def base_examples(site: Site) -> tuple[BaseExample, ...]:
    """Establish the base of each example in each column."""
    return tuple(
        _base_example(row, site.columns) for row in operation_examples.read_examples()["base"]
    )


def _base_example(row: Mapping[str, Any], columns: Columns) -> BaseExample:
    document, within = row["document"], ()
    if row["media_type"] == "message/rfc822":
        document = email.message_from_string(document)
        if "part" in row:
            document, within = list(leaves(document))[row["part"]]
    known = {"within": within, "retrieval": row["retrieval"], "default": row["default"]}
    return BaseExample(
        row["heading"],
        origin_of(row, columns),
        row["document"],
        row.get("part"),
        row["retrieval"],
        row["default"],
        tuple(establish_base(document, **known, spec=spec) for spec in columns),
    )


def _pages(site: Site) -> Iterator[Page]:
    context = {"levels": site.once(levels), "examples": site.once(base_examples)}
    yield Page("base.html", "base.html", context)


def _precedence(site: Site) -> Table:
    rows = tuple(
        (row.level.value, spec.id, way.source, way.header, way.provision.citation.section)
        for row in site.once(levels)
        for spec, ways in zip(site.columns, row.cells, strict=True)
        for way in ways
    )
    about = "The ways in which each standard lets a base be given, level by level."
    return Table("base-precedence", about, ("level", "spec", "source", "header", "section"), rows)


def _bases(site: Site) -> Table:
    rows = tuple(
        (
            example.heading,
            spec.id,
            json.dumps(base.uri),
            base.level.value if base.level else "",
            base.provision.citation.section if base.provision else "",
        )
        for example in site.once(base_examples)
        for spec, base in zip(site.columns, example.results, strict=True)
    )
    about = "The base that each column establishes in the worked examples, as JSON; null for none."
    return Table("bases", about, ("example", "spec", "base", "level", "section"), rows)


def _tables(site: Site) -> Iterator[Table]:
    yield _precedence(site)
    yield _bases(site)


KIND = PageKind("base", "base.html", _pages, "Base", tables=_tables)
