"""The base of a document: where each standard looks for it, and what it establishes."""

import email
import json
from collections.abc import Iterator
from typing import Any

from hexapla.comparison.operations import establish_base
from hexapla.documents.citation import Provision
from hexapla.html.mime import leaves
from hexapla.operations.base import Base, BaseLevel, BaseRule, BaseSource
from hexapla.standard.spec import Spec
from hexapla_site.data import operation_examples
from hexapla_site.data.operation_examples import Input, OperationExample, run_examples
from hexapla_site.data.table import Table, table_of
from hexapla_site.pages.kind import Page, PageKind, Site

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
    return run_examples(operation_examples.read_examples()["base"], site.columns, _base_of)


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


def _pages(site: Site) -> Iterator[Page]:
    context = {
        "levels": LEVELS,
        "base_sources": _SOURCES,
        "rules_at": rules_at,
        "examples": site.once(base_examples),
    }
    yield Page("base.html", "base.html", context)


def _tables(site: Site) -> Iterator[Table]:
    yield table_of(
        "base-precedence",
        (
            (level, spec.id, _SOURCES[rule.source], rule.header, provision.citation.section)
            for level in LEVELS
            for spec in site.columns
            for rule, provision in rules_at(level, spec)
        ),
    )
    bases = (
        (item["heading"], spec.id, json.dumps(base.uri), base.level, section)
        for item, results in site.once(base_examples)
        for spec, base in zip(site.columns, results, strict=True)
        for section in [base.provision and base.provision.citation.section]
    )
    yield table_of("bases", bases)


KIND = PageKind("base", "base.html", _pages, "Base", tables=_tables)
