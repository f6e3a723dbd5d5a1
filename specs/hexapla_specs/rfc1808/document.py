"""RFC 1808 as a publication."""

from datetime import date
from functools import partial

from hexapla.documents.citation import Citation, Document

RFC1808 = Document(
    id="rfc1808",
    siglum="1808",
    label="RFC 1808",
    title="Relative Uniform Resource Locators",
    date=date(1995, 6, 1),
    url="https://www.rfc-editor.org/rfc/rfc1808",
    authors=("R. Fielding",),
    updates=("rfc1738",),
    develops=("rfc1630",),  # section 7
)

cite = partial(Citation, RFC1808)
"""A section of RFC 1808, with its own heading."""
