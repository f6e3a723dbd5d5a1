"""FTP commands: what a URL tells a client to do, by each standard that says it."""

from collections.abc import Iterator

import attrs

from hexapla.comparison.operations import access
from hexapla.operations.access import CommandSequence
from hexapla.standard.spec import Spec
from hexapla_site.data import operation_examples
from hexapla_site.data.operation_examples import Origin, origin_of
from hexapla_site.data.table import Table
from hexapla_site.pages.kind import Page, PageKind, Site


@attrs.frozen
class Accessed:
    """A URL, and the commands for it by each column that has any rule for them."""

    text: str
    origin: Origin
    by_spec: tuple[tuple[Spec, CommandSequence], ...]


def accesses(site: Site) -> tuple[Accessed, ...]:
    """Return what columns have a client do with each URL of the examples."""
    speaking = [spec for spec in site.columns if spec.access is not None]
    return tuple(
        Accessed(
            row["text"],
            origin_of(row, site.columns),
            tuple((spec, access(spec, row["text"])) for spec in speaking),
        )
        for row in operation_examples.read_examples()["access"]
    )


def _pages(site: Site) -> Iterator[Page]:
    context = {
        "accesses": site.once(accesses),
        "silent": tuple(spec for spec in site.columns if spec.access is None),
    }
    yield Page("access.html", "access.html", context)


def _tables(site: Site) -> Iterator[Table]:
    rows = tuple(
        (
            item.text,
            spec.id,
            str(number),
            command.name,
            "" if command.argument is None else command.argument,
            command.provision.citation.section,
        )
        for item in site.once(accesses)
        for spec, sequence in item.by_spec
        for number, command in enumerate(sequence.commands, 1)
    )
    about = "The commands of a client for each URL, by column and in their order."
    yield Table("access", about, ("url", "spec", "number", "command", "argument", "section"), rows)


KIND = PageKind("access", "access.html", _pages, "FTP", tables=_tables)
