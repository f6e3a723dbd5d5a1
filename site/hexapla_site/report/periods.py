"""When a standard was the current one, as its document and those after it tell."""

from collections.abc import Iterable

from hexapla.documents.citation import Document
from hexapla.standard.registry import specs

TODAY = "Today"


def period_of(document: Document) -> str:
    """Return when a document was current: `Today`, or years such as `1998 to 2005`.

    It ends with the first later standard that obsoletes or updates it, or is derived from it. A
    living document ends no period: that it obsoletes others is what it aims at, and they stand
    until their own publisher withdraws them.
    """
    successor = _successor(document, (spec.document for spec in specs()))
    if successor is None:
        return TODAY
    begin, end = document.date.year, successor.date.year
    return f"{begin} to {end}" if begin < end else str(begin)


def _successor(document: Document, others: Iterable[Document]) -> Document | None:
    successors = (
        other
        for other in others
        if not other.living
        and other.date > document.date
        and document.id in (*other.obsoletes, *other.updates, *other.develops)
    )
    return min(successors, key=lambda other: other.date, default=None)
