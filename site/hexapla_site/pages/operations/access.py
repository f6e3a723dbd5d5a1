"""The FTP commands for a URL, under each standard that specifies them."""

from collections.abc import Iterable, Iterator, Sequence

import attrs

from hexapla.operations.schemes import CommandSequence
from hexapla.standard.operations import access
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


@attrs.frozen
class AccessContext:
    """The content of the page on FTP."""

    examples: Sequence[Worked[CommandSequence]]


def _access(spec: Spec, item: Input) -> CommandSequence:
    return access(item["text"], spec=spec)


def examples(site: Site) -> list[Worked[CommandSequence]]:
    """Return URLs, each with the commands for it under each standard."""
    return list(worked(site, read_examples()["access"], _access))


def _context(site: Site) -> AccessContext:
    return AccessContext(site.once(examples))


def _tables(site: Site) -> Iterator[Table]:
    yield table_of("access", _rows(site.once(examples)))


def _rows(worked_examples: Iterable[Worked[CommandSequence]]) -> Iterator[Cells]:
    for example in worked_examples:
        for sequence in example.results:
            url, selector = sequence.text, sequence.selector
            for number, command in enumerate(sequence.commands, 1):
                section = command.provision.citation.section
                yield url, selector, number, command.name, command.argument, section


KIND = operation_kind("access", _context, _tables)
