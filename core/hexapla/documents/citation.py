"""Documents, and citations of their sections for rules, readings and reasons."""

import json
import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import attrs

from hexapla.text.slug import slug
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import Value

_SECTION = re.compile(r"(\d+|([A-Z]))(\.\d+)*(?![\w.])")


@attrs.frozen(repr=False, cache_hash=True)
class Document(Value):
    """A standard as a publication.

    `id` is the name used in selectors (`rfc1808`). `short_label` is the name shown after a result
    (`1808`). `label` is the name used in running text (`RFC 1808`). `obsoletes`, `updates` and
    `develops` contain the ids of earlier documents. `develops` lists the documents on which
    this document says it is based. A `living` document changes after its `date`.

    Attributes:
        title: The title of the publication.
        url: The address of the publication.
        authors: The authors, in the order in which the title page lists them.
    """

    id: str
    short_label: str
    label: str
    title: str
    date: date
    url: str
    authors: tuple[str, ...] = ()
    obsoletes: tuple[str, ...] = ()
    updates: tuple[str, ...] = ()
    develops: tuple[str, ...] = ()
    living: bool = False

    def __repr__(self) -> str:
        return f"<Document {self.label}>"


def rfc(number: int, title: str, published: date, *authors: str, **earlier: Any) -> Document:
    """Create the `Document` of an RFC; `earlier` sets `obsoletes`, `updates` or `develops`."""
    url = f"https://www.rfc-editor.org/rfc/rfc{number}"
    names = f"rfc{number}", f"{number}", f"RFC {number}"
    return Document(*names, title, published, url, authors, **earlier)


@attrs.frozen(repr=False, cache_hash=True)
class Citation(Value):
    """A place in a document.

    Attributes:
        document: The document.
        section: The cited place, such as `5.2.4 step 2A`: the numbers of one or more sections, a
            heading, or the name of a commit; and the step, if any.
        title: The heading of the (first) section; empty if it has none.
    """

    _json_members = ("document=document.id", "section", "title", "url")

    document: Document
    section: str
    title: str = ""

    def __repr__(self) -> str:
        return f"<Citation {self}>"

    def __str__(self) -> str:
        return f"{self.document.label}, {self.section}"

    @property
    def url(self) -> str:
        """The address of the (first) section, or of the document if the section has no number.

        In a living standard, sections are identified by their headings instead of numbers.
        """
        url = self.document.url
        if self.document.living:
            return f"{url}#{slug(self.title)}" if self.title else url
        section = _SECTION.match(self.section)
        kind = "appendix" if section and section[2] else "section"
        return f"{url}#{kind}-{section[0]}" if section else url


@attrs.frozen(repr=False)
class Provision(Value):
    """A statement, other than a rule for resolving, that a document makes in a section.

    `does` is a verb phrase, in our own words, with the document as its subject.

    Attributes:
        citation: The section of the document.
    """

    citation: Citation
    does: str

    @property
    def says(self) -> str:
        """The provision as a sentence with the subject "it", and without a period."""
        return f"it {self.does}"

    def __repr__(self) -> str:
        return f"<Provision {self.citation}>"

    def __str__(self) -> str:
        return f"{self.citation.document.label} {self.does} ({self.citation.section})"


@attrs.frozen
class Sections:
    """The sections of a document, which can be cited with their headings.

    Attributes:
        document: The document.
        headings: The headings, keyed by section number.
    """

    document: Document
    headings: Mapping[str, str] = attrs.field(factory=dict)

    def __call__(self, section: str, title: str | None = None) -> Citation:
        """Cite one or more sections, by default with the heading of the first section."""
        first, _, _ = section.replace(",", " ").partition(" ")
        heading = self.headings.get(first, "") if title is None else title
        return Citation(self.document, section, heading)

    def provision(self, section: str, does: str, title: str | None = None) -> Provision:
        """Create a provision from a section of the document."""
        return Provision(self(section, title), does)

    def provisions(self, *rows: tuple[str, str, str]) -> Mapping[str, Provision]:
        """Create provisions from rows, each consisting of a key, a section and a verb phrase."""
        return FrozenMapping((key, self.provision(section, does)) for key, section, does in rows)


def sections_of(document: Document, headings: Path) -> Sections:
    """Create the sections of a document from a JSON file of their headings, keyed by number."""
    return Sections(document, json.loads(headings.read_text(encoding="utf-8")))
