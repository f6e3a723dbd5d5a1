"""RFC 2396 as a publication."""

from datetime import date
from functools import partial

from hexapla.documents.citation import Citation, Document

RFC2396 = Document(
    id="rfc2396",
    siglum="2396",
    label="RFC 2396",
    title="Uniform Resource Identifiers (URI): Generic Syntax",
    date=date(1998, 8, 1),
    url="https://www.rfc-editor.org/rfc/rfc2396",
    authors=("T. Berners-Lee", "R. Fielding", "L. Masinter"),
    updates=("rfc1738", "rfc1808"),
)
# It amended the grammar a year later, and changed nothing else.
RFC2732 = Document(
    id="rfc2732",
    siglum="2732",
    label="RFC 2732",
    title="Format for Literal IPv6 Addresses in URL's",
    date=date(1999, 12, 1),
    url="https://www.rfc-editor.org/rfc/rfc2732",
    authors=("R. Hinden", "B. Carpenter", "L. Masinter"),
    updates=("rfc2396",),
)

cite = partial(Citation, RFC2396)
"""A section of RFC 2396, with its own heading."""
