"""The reference of the command line: every command with its arguments and options."""

from collections.abc import Iterator, Mapping

from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.reference.commands import FOLDER, PROGRAM, CommandPage, program, sections
from hexapla_site.search.entry import SearchEntry


def _sections(_: Site) -> Mapping[str, tuple[CommandPage, ...]]:
    return sections()


def _pages(site: Site) -> Iterator[Page]:
    shared = {"program": PROGRAM, "sections": site.once(_sections)}
    yield Page(f"{FOLDER}index.html", "commands.html", {**shared, "command": program()})
    for commands in site.once(_sections).values():
        for command in commands:
            yield Page(command.address, "command.html", {**shared, "command": command}, False)


def _entries(site: Site) -> Iterator[SearchEntry]:
    for commands in site.once(_sections).values():
        for command in commands:
            options = " ".join(option.names for option in command.options)
            name = f"{PROGRAM} {command.path}"
            yield SearchEntry("reference", command.address, name, command.does, more=options)


KIND = PageKind("commands", FOLDER, _pages, title="Command line", entries=_entries)
