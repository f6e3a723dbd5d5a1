"""What a kind of page is: the pages that it has, and what belongs to them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar, cast

import attrs
from attrs import AttrsInstance
from jinja2 import Environment

from hexapla.standard.spec import Spec
from hexapla.values.provenance import Provenance
from hexapla_site.context import NoContext, names_in
from hexapla_site.data.table import Table
from hexapla_site.report.report import Report
from hexapla_site.search import SearchEntry

Made = TypeVar("Made")
Item = TypeVar("Item")


@attrs.frozen
class Page:
    """A page of the site.

    Attributes:
        address: Its address.
        template: Its template.
        context: What the template reads; its fields are the names in the template.
        indexed: Whether the search finds its text; what has entries of its own needs no other.
        anywhere: Whether it is served for any address, so that its links begin at the server's
            root.
    """

    address: str
    template: str
    context: AttrsInstance = attrs.field(factory=NoContext, repr=False)
    indexed: bool = True
    anywhere: bool = False

    @property
    def names(self) -> Mapping[str, object]:
        """The names that the template reads."""
        return names_in(self.context)


@attrs.frozen
class File:
    """A file beside the pages, for other programs."""

    address: str
    content: str | bytes = attrs.field(repr=False)


@attrs.frozen(eq=False, repr=False)
class Site:
    """What the kinds of page share: the report, the templates, and what is computed once.

    `kinds` are all kinds, also those that are not built. `npm` is a folder of npm packages, whose
    parsers run on pages that answer.
    """

    report: Report
    environment: Environment
    kinds: tuple["PageKind", ...] = ()
    npm: Path | None = None
    _made: dict[object, object] = attrs.field(factory=dict, init=False)

    @property
    def columns(self) -> tuple[Spec, ...]:
        """The columns, oldest first."""
        return self.report.columns

    @property
    def provenance(self) -> Provenance:
        """What makes the site: the version, the day and the licence."""
        return cast(Provenance, self.environment.globals["provenance"])

    def once(self, make: Callable[["Site"], Made]) -> Made:
        """Return what a function makes of the site; it is called the first time only."""
        if make not in self._made:
            self._made[make] = make(self)
        return cast(Made, self._made[make])


class Neighbours(NamedTuple, Generic[Item]):
    """An item with the one before it and the one after it, None where there is none."""

    before: Item | None
    item: Item
    after: Item | None


def with_neighbours(items: Sequence[Item]) -> Iterator[Neighbours[Item]]:
    """Yield items with their neighbours."""
    before: list[Item | None] = [None, *items]
    after: list[Item | None] = [*items[1:], None]
    for index, item in enumerate(items):
        yield Neighbours(before[index], item, after[index])


def _nothing(_: Site) -> tuple[()]:
    return ()


@attrs.frozen
class PageKind:
    """A kind of page.

    Attributes:
        name: What the builder calls it, in `build_site(only=…)`.
        address: Its only page, or the folder of its pages; a kind whose address is longer has what
            is below its own.
        pages: Its pages.
        tables: The tables of its pages, which the page of data offers.
        files: Its other files for other programs.
        entries: What the search finds on its pages.
    """

    name: str
    address: str
    pages: Callable[[Site], Iterable[Page]] = attrs.field(repr=False)
    tables: Callable[[Site], Iterable[Table]] = attrs.field(default=_nothing, repr=False)
    files: Callable[[Site], Iterable[File]] = attrs.field(default=_nothing, repr=False)
    entries: Callable[[Site], Iterable[SearchEntry]] = attrs.field(default=_nothing, repr=False)
