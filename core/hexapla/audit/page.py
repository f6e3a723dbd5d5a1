"""A page's links under every column: its base, and the links whose meaning differs."""

import io
from collections.abc import Iterator
from typing import BinaryIO

import attrs

from hexapla.comparison.columns import Columns, Comparison, columns_of
from hexapla.comparison.facet import Facet
from hexapla.comparison.operations import spec_with_base_precedence
from hexapla.comparison.wording import Clause, explain
from hexapla.html.page import (
    DEFAULT_CHARSET,
    Link,
    LinkReader,
    base_element,
    charset_of,
    is_binary,
    known,
    read,
)
from hexapla.operations.base import Base, Page
from hexapla.standard.resolution import Phase
from hexapla.standard.spec import AnySpec

_HEAD = 4096


class DocumentError(ValueError):
    """A document that can't be audited; the message says what to do."""


@attrs.frozen
class AuditedLink:
    """A link of a page, and what the columns resolve it to."""

    link: Link
    comparison: Comparison

    @property
    def target(self) -> Facet:
        """What the columns resolve the link to."""
        assert self.comparison.target is not None
        return self.comparison.target

    @property
    def agrees(self) -> bool:
        """Whether the link means the same under every column."""
        return self.target.agrees

    def to_dict(self) -> dict[str, object]:
        """Give its JSON form."""
        return {**self.link._asdict(), "target": self.target.to_dict()}


@attrs.frozen
class Kind:
    """A kind of disagreement: the phase in which columns part, and the rule that each applied."""

    phase: Phase
    clauses: tuple[Clause, ...]

    def to_dict(self) -> dict[str, object]:
        """Give its JSON form."""
        return {
            "phase": self.phase.value,
            "clauses": [
                [{"spec": spec, "rule": rule.to_dict()} for spec, rule in clause.members]
                for clause in self.clauses
            ],
        }


def kinds_of(audited: AuditedLink) -> tuple[Kind, ...]:
    """Give the kinds of disagreement that a link shows, each once."""
    explanations = explain(audited.target.causes)
    return tuple(dict.fromkeys(Kind(item.phase, item.clauses) for item in explanations))


@attrs.define
class Tally:
    """What was counted while a page was read.

    `kinds` counts the links that show each kind of disagreement, in the order in which they first
    came; `given_up` are the lines of tags too long to be tags.
    """

    links: int = 0
    differing: int = 0
    kinds: dict[Kind, int] = attrs.field(factory=dict)
    given_up: list[int] = attrs.field(factory=list)

    def count(self, audited: AuditedLink) -> None:
        """Count a link."""
        self.links += 1
        self.differing += not audited.agrees
        for kind in kinds_of(audited):
            self.kinds[kind] = self.kinds.get(kind, 0) + 1


@attrs.frozen
class Audit:
    """A page that can be read link by link.

    `base` is what all columns resolve against; `bases` is what each column's own ladder gives.
    `charset` is the one read with, `declared` says whether the page or the caller named it.
    """

    page: BinaryIO
    specs: tuple[AnySpec, ...]
    base: Base
    bases: tuple[Base, ...]
    charset: str
    declared: bool
    tally: Tally = attrs.field(factory=Tally, init=False)

    def links(self) -> Iterator[AuditedLink]:
        """Read the page and give each of its links as the columns resolve it; count them."""
        assert self.base.uri is not None
        columns = Columns(self.specs, self.base.uri)
        for link in self.read():
            audited = AuditedLink(link, columns.compare(link.reference))
            self.tally.count(audited)
            yield audited

    def read(self) -> Iterator[Link]:
        """Read the page and give each of its links as it is written."""
        self.page.seek(0)
        reader = LinkReader()
        for now in read(reader, _text(self.page, self.charset)):
            yield from now.taken()
        self.tally.given_up = reader.given_up


def audit(
    page: BinaryIO,
    retrieval: str | None = None,
    specs: tuple[AnySpec, ...] | None = None,
    charset: str | None = None,
) -> Audit:
    """Prepare the audit of an HTML page: find its charset and its base.

    The page is a binary file that can be read twice, `retrieval` the URL by which it was retrieved.
    The base comes from the ladder of the newest default column that has one. Raises `DocumentError`
    for a binary file, an unknown charset, and a page without a base.
    """
    columns = columns_of(None) if specs is None else specs
    head = page.read(_HEAD)
    declared = charset or charset_of(head)
    if declared is None and is_binary(head):
        raise DocumentError(
            "this is a binary file, not an HTML page; if it is one after all, name its --charset"
        )
    if declared is not None and not known(declared):
        whose = "" if charset else "the page says that it is in a charset unknown here: "
        raise DocumentError(f"{whose}{declared!r} is no known charset; name another by --charset")
    read_with = declared or _guessed(page)
    page.seek(0)
    found = Page(base_element(_text(page, read_with)))
    base = spec_with_base_precedence().establish_base(found, retrieval=retrieval)
    if base.uri is None:
        raise DocumentError(_no_base(base))
    bases = tuple(
        spec.establish_base(found, retrieval=retrieval)
        for spec in columns
        if spec.base_precedence is not None
    )
    return Audit(page, columns, base, bases, read_with, declared is not None)


def _no_base(base: Base) -> str:
    passed = "".join(
        f"; the {item.source} gives {item.value!r}, but {item.provision}"
        for item in base.passed_over
    )
    return f"the page has no base; give the URL it was retrieved by with --base URL{passed}"


def _guessed(page: BinaryIO) -> str:
    """UTF-8 where a page is all of it, else the charset that pages were in when none was named."""
    page.seek(0)
    text = io.TextIOWrapper(page, "utf-8", newline="")
    try:
        while text.read(_HEAD * 16):
            pass
    except UnicodeDecodeError:
        return DEFAULT_CHARSET
    finally:
        text.detach()
    return "utf-8"


def _text(page: BinaryIO, charset: str) -> io.TextIOWrapper:
    return _Text(page, charset, "replace", newline="")


class _Text(io.TextIOWrapper):
    """Text over a file that stays open when the text is gone."""

    def __del__(self) -> None:
        if not self.closed:
            self.detach()
