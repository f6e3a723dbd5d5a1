"""The reference of the command line: every command with its arguments and options."""

from collections.abc import Iterator

from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.reference import commands
from hexapla_site.reference.commands import FOLDER, PROGRAM, CommandSection
from hexapla_site.search.entry import SearchEntry


def _sections(_: Site) -> tuple[CommandSection, ...]:
    return commands.sections()


def _pages(site: Site) -> Iterator[Page]:
    sections = site.once(_sections)
    shared = {"program": PROGRAM, "sections": sections}
    context = {**shared, "command": commands.program()}
    yield Page(f"{FOLDER}index.html", "commands.html", context)
    for section in sections:
        for command in section.commands:
            yield Page(command.address, "command.html", {**shared, "command": command}, False)


def _entries(site: Site) -> Iterator[SearchEntry]:
    for section in site.once(_sections):
        for command in section.commands:
            options = " ".join(option.names for option in command.options)
            name = f"{PROGRAM} {command.path}"
            yield SearchEntry("reference", command.address, name, command.does, more=options)


KIND = PageKind("commands", FOLDER, _pages, title="Command line", entries=_entries)
