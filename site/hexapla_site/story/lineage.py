"""The documents that have defined URLs, and the relations between them."""

import functools
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from enum import Enum
from typing import Any

import attrs

from hexapla.documents.citation import Document, rfc
from hexapla.standard.registry import spec
from hexapla.standard.spec import Spec
from hexapla_site.folders import read_data

IDS = ("rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986", "whatwg")
"""The ids of the standards in the story, oldest first."""
_TOLD: Mapping[str, Any] = read_data("story.toml")


@functools.cache
def standards() -> tuple[Spec, ...]:
    """Return the standards of the story, oldest first."""
    return tuple(map(spec, IDS))


class DocumentRelation(Enum):
    """The relation of a document to an earlier document; the value is a verb phrase."""

    REPLACES = "replaces"
    AIMS_TO_REPLACE = "aims to replace"
    UPDATES = "updates"
    BUILDS_ON = "builds on"


@attrs.frozen
class ShownDocument:
    """A document in the picture, with its subject and its relations to earlier documents.

    Attributes:
        document: The document.
        about: The subject of the document, in a few words.
        relations: The ids of earlier documents, each with this document's relation to it.
        obsoleted_by: The label of the document that replaced this one; "" if no document did.
        obsoleted_on: The date on which the replacement was published; None if there is no
            replacement.
    """

    document: Document
    about: str
    relations: tuple[tuple[str, DocumentRelation], ...]
    obsoleted_by: str = ""
    obsoleted_on: date | None = None

    @property
    def is_report(self) -> bool:
        """Whether the document only described current practice, and was never a standard."""
        return self.document.id in _TOLD["reports"]


def documents() -> tuple[ShownDocument, ...]:
    """Return the documents in the picture, oldest first."""
    own = [one.document for one in standards()]
    others = [spec(name).document for name in _TOLD["further"]]
    further = [_further_document(item) for item in _TOLD["document"]]
    replaced = {item["obsoleted_by"]: f"rfc{item['number']}" for item in _TOLD["document"]}
    listed = sorted((*own, *others, *further), key=lambda document: document.date)
    return tuple(_shown_document(document, listed, replaced) for document in listed)


def _further_document(item: Mapping[str, Any]) -> Document:
    updates = tuple(item["updates"])
    return rfc(item["number"], item["title"], item["published"], updates=updates)


def _shown_document(
    document: Document, listed: Sequence[Document], replaced: Mapping[str, str]
) -> ShownDocument:
    relations = dict(_relations(document))
    if document.id in replaced:
        relations[replaced[document.id]] = DocumentRelation.REPLACES
    end = _TOLD["obsoleted"].get(document.id)
    if end is not None:
        by, on = end["by"], end["on"]
    else:
        by, on = _obsoleted(document, listed, replaced)
    about = _TOLD["about"][document.id]
    return ShownDocument(document, about, tuple(relations.items()), by, on)


def _relations(document: Document) -> Iterator[tuple[str, DocumentRelation]]:
    replaces = DocumentRelation.AIMS_TO_REPLACE if document.living else DocumentRelation.REPLACES
    for name in document.develops:
        yield name, DocumentRelation.BUILDS_ON
    for name in document.updates:
        yield name, DocumentRelation.UPDATES
    for name in document.obsoletes:
        yield name, replaces


def _obsoleted(
    document: Document, listed: Sequence[Document], replaced: Mapping[str, str]
) -> tuple[str, date | None]:
    """Return the label and date of the document that replaced the given one, or "" and None.

    A living standard doesn't count as a replacement.
    """
    for later in listed:
        obsoletes = (*later.obsoletes, replaced.get(later.id))
        if document.id in obsoletes and not later.living:
            return later.label, later.date
    return "", None
