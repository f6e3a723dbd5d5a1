"""RFC 3986 as a publication."""

from datetime import date
from functools import partial

from hexapla.documents.citation import Citation, Document

RFC3986 = Document(
    id="rfc3986",
    siglum="3986",
    label="RFC 3986",
    title="Uniform Resource Identifier (URI): Generic Syntax",
    date=date(2005, 1, 1),
    url="https://www.rfc-editor.org/rfc/rfc3986",
    authors=("T. Berners-Lee", "R. Fielding", "L. Masinter"),
    obsoletes=("rfc2396", "rfc1808"),
    updates=("rfc1738",),
)

cite = partial(Citation, RFC3986)
"""A section of RFC 3986, with its own heading."""
