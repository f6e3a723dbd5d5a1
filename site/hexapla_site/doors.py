"""The doors: the places of the site, as its header and their first pages list them."""

from collections.abc import Iterable

import attrs

from hexapla.standard.spec import Spec

INDEX = "index.html"


@attrs.frozen
class Entry:
    """Pages that belong together, by the first of them; `about` is a sentence."""

    title: str
    address: str
    about: str

    def covers(self, address: str) -> bool:
        """Return whether a page is one of them: it is the first, or lies in its folder."""
        return _covers(self.address, address)


@attrs.frozen
class Door:
    """A place of the site.

    Attributes:
        title: What the header calls it.
        question: Its title in full.
        address: Its first page.
        about: A sentence on what is in it.
        entries: What is in it.
        folders: Folders whose pages belong to it, beside those of the entries.
    """

    title: str
    question: str
    address: str
    about: str
    entries: tuple[Entry, ...]
    folders: tuple[str, ...] = ()

    def covers(self, address: str) -> bool:
        """Return whether a page is in the place."""
        return (
            _covers(self.address, address)
            or address.startswith(self.folders)
            or any(entry.covers(address) for entry in self.entries)
        )


@attrs.frozen
class Position:
    """Where a page is: in which place, and in which part of it; None for none."""

    door: Door | None
    entry: Entry | None


_REFERENCE = (
    Entry("The library", "docs/library/index.html", "Every public name of the Python package."),
    Entry("The command line", "docs/commands/index.html", "Every command with its options."),
    Entry("The formats", "docs/formats/index.html", "Every member of what is printed and read."),
)


def doors_of(columns: Iterable[Spec]) -> tuple[Door, ...]:
    """Return the doors of a site with some columns, oldest first."""
    standards = tuple(
        Entry(spec.document.label, f"standards/{spec.id}.html", _about(spec)) for spec in columns
    )
    return (
        Door(
            "Differences",
            "Why two parsers differ",
            "differences.html",
            "Where the standards disagree, and which rules cause it.",
            _DIFFERENCES,
        ),
        Door(
            "Implementations",
            "Which standard does my parser follow",
            "implementations.html",
            "What parsers of today and clients of 1997 answer, and which standard explains it.",
            _IMPLEMENTATIONS,
            ("implementations/",),
        ),
        Door(
            "Standards",
            "Standards and data",
            "standards/index.html",
            "Each standard with its rules, what it defines besides parsing, and all data.",
            (*standards, *_STANDARDS),
        ),
        Door(
            "Docs",
            "Docs",
            "docs/index.html",
            "A tutorial, guides for one task each, the reference and the background.",
            _REFERENCE,
            ("docs/",),
        ),
    )


def position_of(doors: Iterable[Door], address: str) -> Position:
    """Return where a page is; the entry that has its very address comes before others."""
    door = next((door for door in doors if door.covers(address)), None)
    covering = (entry for entry in (door.entries if door else ()) if entry.covers(address))
    return Position(door, max(covering, key=lambda entry: entry.address == address, default=None))


def _covers(first: str, address: str) -> bool:
    return address == first or (
        first.endswith(f"/{INDEX}") and address.startswith(first.removesuffix(INDEX))
    )


def _about(spec: Spec) -> str:
    counts = (
        (len(spec.components), "component"),
        (len(spec.rules), "rule"),
        (len(spec.readings), "reading"),
        (len(tuple(spec.examples())), "example"),
    )
    *first, last = (f"{count} {noun}{'' if count == 1 else 's'}" for count, noun in counts if count)
    told = f"{', '.join(first)} and {last}" if first else last
    return f"{spec.document.title}: {told}."


_DIFFERENCES = (
    Entry(
        "Cases", "cases/index.html", "Inputs, with what every standard resolves each of them to."
    ),
    Entry("Causes", "causes/index.html", "The pairs of rules that make two standards differ."),
    Entry(
        "Catalogue",
        "catalogue/index.html",
        "Every way in which short references differ, each with its smallest example.",
    ),
    Entry(
        "Explanations",
        "explanations/index.html",
        "Articles on the most important differences: what changed, why, and what it breaks.",
    ),
    Entry("Agreement", "agreement.html", "How often the standards agree, by pair and by year."),
    Entry(
        "Links in the wild",
        "links-in-the-wild.html",
        "How often they differ on a million links of documentation that nobody here wrote.",
    ),
)
_IMPLEMENTATIONS = (
    Entry(
        "Cases by implementation",
        "implementations/cases.html",
        "A matrix: who gives the same as whom, and as which standard.",
    ),
    Entry("Hosts", "hosts/index.html", "Which host each parser reads in one and the same URL."),
    Entry("Clients of 1997", "clients.html", "What browsers and robots answered in 1997."),
)
_STANDARDS = (
    Entry(
        "Grammars",
        "grammars/index.html",
        "Each grammar as diagrams, the relations between them, and what became legal and illegal.",
    ),
    Entry("Equivalence", "equivalence.html", "When two URIs are the same, and normal forms."),
    Entry("Escaping", "escaping.html", "How data is written in a URI, and read from it."),
    Entry("URIs in running text", "extraction.html", "Where a URI ends that stands in a sentence."),
    Entry("The base of a document", "base.html", "Where the base of a relative reference is from."),
    Entry("FTP commands", "access.html", "What an FTP URL tells a client to send."),
    Entry("Data", "data/index.html", "Test vectors, and every table as JSON and CSV."),
    Entry("Benchmarks", "data/benchmarks.html", "How fast Hexapla parses, resolves and compares."),
    Entry("Capacity", "data/capacity.html", "What it takes to compare the links of a whole crawl."),
)
