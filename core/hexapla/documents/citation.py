"""Places in a memo, so that every rule, reading and reason can say where it stands."""

from datetime import date

import attrs


@attrs.frozen
class Document:
    """A memo as a publication.

    `id` is what a selector names (`rfc1808`), `siglum` the short sign that stands for the memo in
    an apparatus (`1808`), `label` the name in running text (`RFC 1808`). `obsoletes`, `updates` and
    `develops` hold the ids of earlier documents; the last is what a memo says it is derived from.
    A `living` document changes after its `date`.
    """

    id: str
    siglum: str
    label: str
    title: str
    date: date
    url: str
    authors: tuple[str, ...] = ()
    obsoletes: tuple[str, ...] = ()
    updates: tuple[str, ...] = ()
    develops: tuple[str, ...] = ()
    living: bool = False


@attrs.frozen
class Citation:
    """A section of a document; `title` is the section's own heading, where it has one."""

    document: Document
    section: str
    title: str = ""

    def __str__(self) -> str:
        return f"{self.document.label}, {self.section}"

    def to_dict(self) -> dict[str, str]:
        """Give the citation's JSON form."""
        return {
            "document": self.document.id,
            "section": self.section,
            "title": self.title,
            "url": self.document.url,
        }


@attrs.frozen
class Provision:
    """What a document lays down at one place, beside its rules of resolving.

    `does` completes a sentence that begins with the document's name. It is in our own words.
    """

    citation: Citation
    does: str

    def __str__(self) -> str:
        return f"{self.citation.document.label} {self.does} ({self.citation.section})"

    def to_dict(self) -> dict[str, object]:
        """Give the provision's JSON form."""
        return {"citation": self.citation.to_dict(), "does": self.does}
