"""The inputs shown on the pages about operations, and the results under each standard."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from attrs import AttrsInstance

from hexapla.standard.spec import Spec
from hexapla_site.data.table import Table, table_of
from hexapla_site.folders import read_data
from hexapla_site.pages.kind import Page, PageKind, Site

Result = TypeVar("Result")
Input = Mapping[str, Any]
"""An input as listed in the data file, including its source."""


class Worked(NamedTuple, Generic[Result]):
    """An input, with its result under each standard, oldest first."""

    given: Input
    results: tuple[Result, ...]


def read_examples() -> Mapping[str, Any]:
    """Read the inputs, keyed by operation."""
    examples: Mapping[str, Any] = read_data("operation-examples.json")
    return examples


def worked(
    site: Site, inputs: Iterable[Input], run: Callable[[Spec, Input], Result]
) -> Iterator[Worked[Result]]:
    """Yield inputs with their results under each standard of a site."""
    for given in inputs:
        yield Worked(given, tuple(run(spec, given) for spec in site.columns))


def table_of_worked(
    site: Site,
    name: str,
    keys: Sequence[str],
    examples: Iterable[Worked[Result]],
    cell: Callable[[Result], str],
) -> Table:
    """Create a table with some members of each input, and with the result under each standard.

    Args:
        site: The site.
        name: The name of the table.
        keys: The members of an input to include.
        examples: The inputs.
        cell: A function that returns the cell for a result.
    """
    rows = []
    for item in examples:
        given = [item.given[key] for key in keys]
        rows.append((*given, *map(cell, item.results)))
    return table_of(name, rows, (spec.id for spec in site.columns))


def operation_kind(
    name: str,
    context: Callable[[Site], AttrsInstance],
    tables: Callable[[Site], Iterable[Table]],
) -> PageKind:
    """Create the kind of page for an operation, which has a single page."""
    address = f"{name}.html"

    def pages(site: Site) -> Iterator[Page]:
        yield Page(address, address, context(site))

    return PageKind(name, address, pages, tables=tables)
