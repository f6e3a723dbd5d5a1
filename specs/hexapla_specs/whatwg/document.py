"""The URL Standard as a publication."""

import functools
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
"""What is implemented is its state of 2 July 2026, commit 6ae8486."""


@functools.cache
def cite(section: str, title: str = "") -> Citation:
    """Return a citation of a section."""
    return Citation(WHATWG, section, title)


@functools.cache
def cite_state(name: str, step: str = "") -> Citation:
    """Return a citation of a state of the URL parser (4.4), or of a step in it."""
    section = f"{name} state" + (f" {step}" if step else "")
    return cite(section, f"{name} state")
