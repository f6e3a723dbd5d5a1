"""FTP commands: what a URL tells a client to do, by each standard that says it."""

from collections.abc import Iterator

from hexapla.comparison.operations import access
from hexapla.operations.schemes import CommandSequence
from hexapla_site.data import operation_examples
from hexapla_site.data.operation_examples import OperationExample, run_examples
from hexapla_site.data.table import Table, table_of
from hexapla_site.pages.kind import Page, PageKind, Site


def accesses(site: Site) -> list[OperationExample[CommandSequence]]:
    """Return what the columns that say it have a client do with each URL of the examples."""
    return run_examples(
        operation_examples.read_examples()["access"],
        (spec for spec in site.columns if spec.access is not None),
        lambda spec, item: access(spec, item["text"]),
    )


def _pages(site: Site) -> Iterator[Page]:
    context = {
        "accesses": site.once(accesses),
        "silent": tuple(spec for spec in site.columns if spec.access is None),
    }
    yield Page("access.html", "access.html", context)


def _tables(site: Site) -> Iterator[Table]:
    yield table_of(
        "access",
        (
            (
                *(sequence.text, sequence.spec, number),
                *(command.name, command.argument, command.provision.citation.section),
            )
            for _, sequences in site.once(accesses)
            for sequence in sequences
            for number, command in enumerate(sequence.commands, 1)
        ),
    )


KIND = PageKind("access", "access.html", _pages, "FTP", tables=_tables)
