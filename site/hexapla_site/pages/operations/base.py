"""The base of a document: where each standard looks for the base, and which base it finds."""

import email
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from email.message import Message
from typing import Any, NamedTuple

import attrs

from hexapla.documents.citation import Provision
from hexapla.operations.base import Base, BaseLevel, BaseRule, BaseSource
from hexapla.standard.operations import establish_base
from hexapla.standard.spec import Spec
from hexapla_site.data.table import Cells, Table, table_of
from hexapla_site.pages.kind import Site
from hexapla_site.pages.operations.examples import (
    Input,
    Worked,
    operation_kind,
    read_examples,
    worked,
)

_SOURCES = {
    BaseSource.BASE_ELEMENT: "its BASE element",
    BaseSource.HEADER: "the header field",
    BaseSource.RETRIEVAL: "the URI from which it was retrieved",
    BaseSource.DEFAULT: "the application’s default",
    BaseSource.NOTHING: "none of these: the base is empty",
}
_LEVELS = {
    BaseLevel.DOCUMENT: "within the document",
    BaseLevel.ENCAPSULATING_ENTITY: "around the document",
    BaseLevel.RETRIEVAL: "how the document was retrieved",
    BaseLevel.DEFAULT: "the application’s own default",
}


class LevelRule(NamedTuple):
    """A rule under which a standard accepts a base on a level, with the rule's provision."""

    rule: BaseRule
    provision: Provision

    @property
    def source(self) -> str:
        """The source of the base, in words."""
        return _SOURCES[self.rule.source]


@attrs.frozen
class PrecedenceLevel:
    """A level on which a base can be given, with each standard's rules for that level."""

    level: BaseLevel
    says: str
    rules: Mapping[Spec, Sequence[LevelRule]]


@attrs.frozen
class BaseContext:
    """The content of the page on bases: the levels, by descending precedence, and examples."""

    levels: Sequence[PrecedenceLevel]
    says: Mapping[BaseLevel, str]
    examples: Sequence[Worked[Base]]


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
    """Yield the innermost parts of a message, each with its enclosing parts, the nearest first."""
    if not message.is_multipart():
        yield message, around
        return
    for child in message.get_payload():
        if isinstance(child, Message):
            yield from leaves(child, (message, *around))


def examples(site: Site) -> list[Worked[Base]]:
    """Return documents, each with its base under each standard."""
    return list(worked(site, read_examples()["base"], _base_of))


def levels(site: Site) -> list[PrecedenceLevel]:
    """Return the levels on which a base can be given, with the rules of each standard."""
    found = []
    for level, says in _LEVELS.items():
        rules = {spec: list(_rules_at(level, spec)) for spec in site.columns}
        found.append(PrecedenceLevel(level, says, rules))
    return found


def _rules_at(level: BaseLevel, spec: Spec) -> Iterator[LevelRule]:
    precedence = spec.standard.base_precedence
    for rule in () if precedence is None else precedence.rules:
        if rule.level == level:
            yield LevelRule(rule, rule.provision)
        elif level == BaseLevel.ENCAPSULATING_ENTITY and rule.around is not None:
            yield LevelRule(rule, rule.around)


def _context(site: Site) -> BaseContext:
    return BaseContext(site.once(levels), _LEVELS, site.once(examples))


def _tables(site: Site) -> Iterator[Table]:
    yield table_of("base-precedence", _precedence_rows(site.once(levels)))
    yield table_of("bases", _base_rows(site))


def _precedence_rows(precedence: Iterable[PrecedenceLevel]) -> Iterator[Cells]:
    for level in precedence:
        for spec, rules in level.rules.items():
            for item in rules:
                section = item.provision.citation.section
                yield level.level, spec.id, item.source, item.rule.header, section


def _base_rows(site: Site) -> Iterator[Cells]:
    for example in site.once(examples):
        heading = example.given["heading"]
        for spec, base in zip(site.columns, example.results, strict=True):
            section = None if base.provision is None else base.provision.citation.section
            yield heading, spec.id, json.dumps(base.uri), base.level, section


KIND = operation_kind("base", _context, _tables)
