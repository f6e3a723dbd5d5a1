"""Kinds of page: the pages of a kind, and the files, tables and search entries for them."""

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
        context: The context of the template; its fields are the names in the template.
        indexed: Whether the search finds its text; a page with its own entries needn't be indexed.
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
    """A file for other programs, in addition to the pages."""

    address: str
    content: str | bytes = attrs.field(repr=False)


@attrs.frozen(eq=False, repr=False)
class Site:
    """The data shared by all kinds of page: the report, the templates, and cached results.

    `kinds` has all kinds, even those that are not built. `npm` is a folder of npm packages, whose
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
        """The version, the date and the licence of the program that builds the site."""
        return cast(Provenance, self.environment.globals["provenance"])

    def once(self, make: Callable[["Site"], Made]) -> Made:
        """Return the result of a function of the site, which is called only the first time."""
        if make not in self._made:
            self._made[make] = make(self)
        return cast(Made, self._made[make])


class Neighbours(NamedTuple, Generic[Item]):
    """An item with the previous and the next item; None if there is none."""

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
        name: Its name, as in `build_site(only=…)`.
        address: Its only page, or the folder of its pages. An address belongs to the kind with the
            longest matching address.
        pages: Its pages.
        tables: The tables of its pages, which the page of data offers.
        files: Its files for other programs.
        entries: The search entries for its pages.
    """

    name: str
    address: str
    pages: Callable[[Site], Iterable[Page]] = attrs.field(repr=False)
    tables: Callable[[Site], Iterable[Table]] = attrs.field(default=_nothing, repr=False)
    files: Callable[[Site], Iterable[File]] = attrs.field(default=_nothing, repr=False)
    entries: Callable[[Site], Iterable[SearchEntry]] = attrs.field(default=_nothing, repr=False)
