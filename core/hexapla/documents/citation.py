"""Documents and their sections, so that every rule, reading and reason can cite its source."""

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


@attrs.frozen(repr=False)
class Document(Value):
    """A standard as a publication.

    `id` is the name in selectors (`rfc1808`). `short_label` follows a result (`1808`), and `label`
    is used in running text (`RFC 1808`). `obsoletes`, `updates` and `develops` are the ids of
    earlier documents; `develops` has those that the document says it is derived from. A `living`
    document changes after its `date`.

    Attributes:
        title: The title of the publication.
        url: The address of the publication.
        authors: The authors, in the order of the title page.
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
    """Return an RFC; `earlier` has the documents that it obsoletes, updates or develops."""
    url = f"https://www.rfc-editor.org/rfc/rfc{number}"
    names = f"rfc{number}", f"{number}", f"RFC {number}"
    return Document(*names, title, published, url, authors, **earlier)


@attrs.frozen(repr=False)
class Citation(Value):
    """A section of a document; `title` is the section's own heading, if it has one.

    Attributes:
        document: The standard.
        section: The number of the section, or its heading if it has no number.
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
        """The address of the first section, or of the document if the section has no number.

        In a living standard, headings identify the sections.
        """
        url = self.document.url
        if self.document.living:
            return f"{url}#{slug(self.title)}" if self.title else url
        section = _SECTION.match(self.section)
        kind = "appendix" if section and section[2] else "section"
        return f"{url}#{kind}-{section[0]}" if section else url


@attrs.frozen(repr=False)
class Provision(Value):
    """Something that a document specifies in a section, other than a rule for resolving.

    `does` completes a sentence that begins with the document's name. It is in our own words.

    Attributes:
        citation: The section of the document.
    """

    citation: Citation
    does: str

    @property
    def says(self) -> str:
        """The provision as a sentence without a period."""
        return f"it {self.does}"

    def __repr__(self) -> str:
        return f"<Provision {self.citation}>"

    def __str__(self) -> str:
        return f"{self.citation.document.label} {self.does} ({self.citation.section})"


@attrs.frozen
class Sections:
    """Cites the sections of a document with their headings.

    Attributes:
        document: The document.
        headings: The headings, by number of their sections.
    """

    document: Document
    headings: Mapping[str, str] = attrs.field(factory=dict)

    def __call__(self, section: str, title: str | None = None) -> Citation:
        """Return a citation of a section, with the heading of the first section that it names."""
        first, _, _ = section.replace(",", " ").partition(" ")
        heading = self.headings.get(first, "") if title is None else title
        return Citation(self.document, section, heading)

    def provision(self, section: str, does: str, title: str | None = None) -> Provision:
        """Return a provision in a section of the document."""
        return Provision(self(section, title), does)

    def provisions(self, *rows: tuple[str, str, str]) -> Mapping[str, Provision]:
        """Return provisions by key; each row is a key, a section, and the text of the provision."""
        return FrozenMapping((key, self.provision(section, does)) for key, section, does in rows)


def sections_of(document: Document, headings: Path) -> Sections:
    """Return the sections of a document; a JSON file has their headings by number."""
    return Sections(document, json.loads(headings.read_text(encoding="utf-8")))
