"""Kinds of pages, with the pages, files, tables and search entries of each kind."""

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
        address: The address of the page.
        template: The name of the template.
        context: The context of the template; its fields are the names in the template.
        indexed: Whether the page's text can be searched; pages with their own search entries
            needn't be indexed.
        anywhere: Whether the page may be served at an arbitrary address, so that its links must
            begin at the server's root.
    """

    address: str
    template: str
    context: AttrsInstance = attrs.field(factory=NoContext, repr=False)
    indexed: bool = True
    anywhere: bool = False

    @property
    def names(self) -> Mapping[str, object]:
        """The names available in the template, with their values."""
        return names_in(self.context)


@attrs.frozen
class File:
    """A file for other programs, in addition to the pages."""

    address: str
    content: str | bytes = attrs.field(repr=False)


@attrs.frozen(eq=False, repr=False)
class Site:
    """The data shared by all kinds of pages: the report, the templates, and cached results.

    Attributes:
        report: The report.
        environment: The Jinja environment with the templates.
        kinds: All kinds of pages, even those that are not built.
        npm: A folder of npm packages, whose parsers run on pages that answer questions.
        workers: The number of processes that share long computations.
    """

    report: Report
    environment: Environment
    kinds: tuple["PageKind", ...] = ()
    npm: Path | None = None
    workers: int = 1
    _made: dict[object, object] = attrs.field(factory=dict, init=False)

    @property
    def columns(self) -> tuple[Spec, ...]:
        """The standards shown on the site, oldest first."""
        return self.report.columns

    @property
    def provenance(self) -> Provenance:
        """The version, the date and the licence of the program that builds the site."""
        return cast(Provenance, self.environment.globals["provenance"])

    def once(self, make: Callable[["Site"], Made]) -> Made:
        """Return the result of a function of the site, calling it only the first time."""
        if make not in self._made:
            self._made[make] = make(self)
        return cast(Made, self._made[make])


class Neighbours(NamedTuple, Generic[Item]):
    """An item with the previous and the next item, each None if it doesn't exist."""

    before: Item | None
    item: Item
    after: Item | None


def with_neighbours(items: Sequence[Item]) -> Iterator[Neighbours[Item]]:
    """Yield each item with its neighbours."""
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
        name: The name of the kind, as in `build_site(only=…)`.
        address: The address of the only page, or of the folder that contains the pages. An address
            belongs to the kind with the longest matching prefix.
        pages: A function that returns the pages.
        tables: A function that returns the tables on the pages, for download on the page about
            data.
        files: A function that returns files for other programs.
        entries: A function that returns search entries for the pages.
    """

    name: str
    address: str
    pages: Callable[[Site], Iterable[Page]] = attrs.field(repr=False)
    tables: Callable[[Site], Iterable[Table]] = attrs.field(default=_nothing, repr=False)
    files: Callable[[Site], Iterable[File]] = attrs.field(default=_nothing, repr=False)
    entries: Callable[[Site], Iterable[SearchEntry]] = attrs.field(default=_nothing, repr=False)
