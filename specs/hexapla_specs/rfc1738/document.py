"""RFC 1738 as a publication."""

from datetime import date
from functools import partial

from hexapla.documents.citation import Citation, Document

RFC1738 = Document(
    id="rfc1738",
    siglum="1738",
    label="RFC 1738",
    title="Uniform Resource Locators (URL)",
    date=date(1994, 12, 1),
    url="https://www.rfc-editor.org/rfc/rfc1738",
    authors=("T. Berners-Lee", "L. Masinter", "M. McCahill"),
    develops=("rfc1630",),
)

cite = partial(Citation, RFC1738)
"""A section of RFC 1738, with its own heading."""
