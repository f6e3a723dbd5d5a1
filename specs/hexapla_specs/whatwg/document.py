"""The URL Standard as a publication."""

from datetime import date

from hexapla.documents.citation import Citation, Document

WHATWG = Document(
    id="whatwg",
    siglum="WHATWG",
    label="URL Standard",
    title="URL Standard",
    date=date(2012, 5, 24),
    url="https://url.spec.whatwg.org/",
    authors=("A. van Kesteren",),
    obsoletes=("rfc3986",),
    living=True,
)


def cite(section: str, title: str = "") -> Citation:
    """Return a citation of a section."""
    return Citation(WHATWG, section, title)
