"""A page's links under every column: its base, and the links whose meaning differs."""

from collections.abc import Iterator
from typing import BinaryIO

import attrs

from hexapla.comparison.cause_key import CauseKey
from hexapla.comparison.columns import Columns, columns_of
from hexapla.comparison.comparison import Comparison
from hexapla.comparison.facet import Facet
from hexapla.comparison.operations import base_of_page
from hexapla.html.links import Link
from hexapla.html.page import HtmlFile, open_html
from hexapla.operations.base import Base, BaseElement
from hexapla.standard.spec import Spec
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class AuditedLink(Value):
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

    @property
    def causes(self) -> tuple[CauseKey, ...]:
        """Why the columns differ: a cause for each branch of the target."""
        return tuple(dict.fromkeys(branch.cause.key for branch in self.target.branches))

    def to_dict(self) -> dict[str, object]:
        """Return its JSON form."""
        return {**self.link._asdict(), "target": self.target.to_dict()}


@attrs.define
class Tally:
    """What was counted while a page was read.

    `causes` counts the links that show each cause, in the order in which the causes first came;
    `given_up` are the lines, from 1, of tags too long to be tags.
    """

    links: int = 0
    differing: int = 0
    causes: dict[CauseKey, int] = attrs.field(factory=dict)
    given_up: list[int] = attrs.field(factory=list)

    def count(self, audited: AuditedLink) -> None:
        """Count a link."""
        self.links += 1
        self.differing += not audited.agrees
        for cause in audited.causes:
            self.causes[cause] = self.causes.get(cause, 0) + 1


@attrs.frozen(repr=False)
class Audit(Value):
    """A page that can be read link by link.

    `base` is what all columns resolve against; `bases` is what each column gives by its own base
    precedence.
    """

    page: HtmlFile
    specs: tuple[Spec, ...]
    base: Base
    bases: tuple[Base, ...]
    tally: Tally = attrs.field(factory=Tally, init=False)

    def links(self) -> Iterator[AuditedLink]:
        """Read the page and yield each of its links as the columns resolve it; count them."""
        assert self.base.uri is not None
        columns = Columns(self.specs).under(self.base.uri)
        for link in self.page.links(self.tally.given_up):
            audited = AuditedLink(link, columns.compare(link.reference))
            self.tally.count(audited)
            yield audited


def audit(
    page: BinaryIO,
    retrieval: str | None = None,
    specs: tuple[Spec, ...] | None = None,
    charset: str | None = None,
) -> Audit:
    """Prepare the audit of an HTML page: find its charset and its base.

    The base is by the newest default column that says how one is established.

    Args:
        page: A binary file that can be read twice.
        retrieval: The URL by which the page was retrieved.
        specs: The columns; the default ones where none are given.
        charset: The charset of the page, whatever the page says.

    Raises:
        DocumentError: It is a binary file, its charset is unknown, or it has no base.
    """
    columns = columns_of(None) if specs is None else specs
    opened = open_html(page, charset)
    element = opened.base_element()
    bases = tuple(
        spec.base_precedence.establish(BaseElement(element), retrieval=retrieval)
        for spec in columns
        if spec.base_precedence is not None
    )
    return Audit(opened, columns, base_of_page(element, retrieval), bases)
