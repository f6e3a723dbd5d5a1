"""FTP commands: the commands for a URL under each standard that specifies them."""

from collections.abc import Iterator, Sequence

import attrs

from hexapla.operations.schemes import CommandSequence
from hexapla.standard.operations import access
from hexapla.standard.spec import Spec
from hexapla_site.data.table import Table, table_of
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
    rows = (
        (
            sequence.text,
            sequence.selector,
            number,
            command.name,
            command.argument,
            command.provision.citation.section,
        )
        for example in site.once(examples)
        for sequence in example.results
        for number, command in enumerate(sequence.commands, 1)
    )
    yield table_of("access", rows)


KIND = operation_kind("access", _context, _tables)
