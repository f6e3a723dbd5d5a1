"""The navigation: the sections of the site, as its header and their first pages list them."""

from collections.abc import Iterable

import attrs

from hexapla.standard.spec import Spec

INDEX = "index.html"


@attrs.frozen
class Area:
    """Pages that belong together, by the first of them; `about` is a sentence."""

    title: str
    address: str
    about: str

    def covers(self, address: str) -> bool:
        """Return whether a page is one of them: it is the first, or lies in its folder."""
        return _covers(self.address, address)


@attrs.frozen
class Section:
    """A section of the site.

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
    entries: tuple[Area, ...]
    folders: tuple[str, ...] = ()

    def covers(self, address: str) -> bool:
        """Return whether a page is in the section."""
        return (
            _covers(self.address, address)
            or address.startswith(self.folders)
            or any(entry.covers(address) for entry in self.entries)
        )


@attrs.frozen
class Position:
    """Where a page is: in which section, and in which part of it; None for none."""

    section: Section | None
    entry: Area | None


_REFERENCE = (
    Area("The library", "docs/library/index.html", "Every public name of the Python package."),
    Area("The command line", "docs/commands/index.html", "Every command with its options."),
    Area("The formats", "docs/formats/index.html", "Every member of what is printed and read."),
)


def navigation_of(columns: Iterable[Spec]) -> tuple[Section, ...]:
    """Return the sections of a site with some columns, oldest first."""
    standards = tuple(
        Area(spec.document.label, f"standards/{spec.id}.html", _about(spec)) for spec in columns
    )
    return (
        Section(
            "Differences",
            "Why two parsers differ",
            "differences.html",
            "Where the standards disagree, and which rules cause it.",
            _DIFFERENCES,
        ),
        Section(
            "Implementations",
            "Which standard does my parser follow",
            "implementations.html",
            "What parsers of today and clients of 1997 answer, and which standard explains it.",
            _IMPLEMENTATIONS,
            ("implementations/",),
        ),
        Section(
            "Standards",
            "Standards and data",
            "standards/index.html",
            "Each standard with its rules, what it defines besides parsing, and all data.",
            (*standards, *_STANDARDS),
        ),
        Section(
            "Docs",
            "Docs",
            "docs/index.html",
            "A tutorial, guides for one task each, the reference and the background.",
            _REFERENCE,
            ("docs/",),
        ),
    )


def position_of(navigation: Iterable[Section], address: str) -> Position:
    """Return where a page is; the entry that has its very address comes before others."""
    section = next((section for section in navigation if section.covers(address)), None)
    covering = (entry for entry in (section.entries if section else ()) if entry.covers(address))
    return Position(
        section, max(covering, key=lambda entry: entry.address == address, default=None)
    )


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
    Area("Cases", "cases/index.html", "Inputs, with what every standard resolves each of them to."),
    Area("Causes", "causes/index.html", "The pairs of rules that make two standards differ."),
    Area(
        "Catalogue",
        "catalogue/index.html",
        "Every way in which short references differ, each with its smallest example.",
    ),
    Area(
        "Explanations",
        "explanations/index.html",
        "Articles on the most important differences: what changed, why, and what it breaks.",
    ),
    Area("Agreement", "agreement.html", "How often the standards agree, by pair and by year."),
    Area(
        "Links in the wild",
        "links-in-the-wild.html",
        "How often they differ on a million links of documentation that nobody here wrote.",
    ),
)
_IMPLEMENTATIONS = (
    Area(
        "Cases by implementation",
        "implementations/cases.html",
        "A matrix: who gives the same as whom, and as which standard.",
    ),
    Area("Hosts", "hosts/index.html", "Which host each parser reads in one and the same URL."),
    Area("Clients of 1997", "clients.html", "What browsers and robots answered in 1997."),
)
_STANDARDS = (
    Area(
        "Grammars",
        "grammars/index.html",
        "Each grammar as diagrams, the relations between them, and what became legal and illegal.",
    ),
    Area("Equivalence", "equivalence.html", "When two URIs are the same, and normal forms."),
    Area("Escaping", "escaping.html", "How data is written in a URI, and read from it."),
    Area("URIs in running text", "extraction.html", "Where a URI ends that stands in a sentence."),
    Area("The base of a document", "base.html", "Where the base of a relative reference is from."),
    Area("FTP commands", "access.html", "What an FTP URL tells a client to send."),
    Area("Data", "data/index.html", "Test vectors, and every table as JSON and CSV."),
    Area("Benchmarks", "data/benchmarks.html", "How fast Hexapla parses, resolves and compares."),
    Area("Capacity", "data/capacity.html", "What it takes to compare the links of a whole crawl."),
)
