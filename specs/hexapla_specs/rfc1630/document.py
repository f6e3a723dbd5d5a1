"""RFC 1630 as a publication.

It numbers neither its sections nor its rules. Sections are cited by their headings; the four
paragraphs of "Partial (relative) form" that state the rules are cited as rule 1 to rule 4, and the
four before them as paragraph 1 to paragraph 4.
"""

from datetime import date
from functools import partial

from hexapla.documents.citation import Citation, Document

RFC1630 = Document(
    id="rfc1630",
    siglum="1630",
    label="RFC 1630",
    title="Universal Resource Identifiers in WWW",
    date=date(1994, 6, 1),
    url="https://www.rfc-editor.org/rfc/rfc1630",
    authors=("T. Berners-Lee",),
)

cite = partial(Citation, RFC1630)
"""A section of RFC 1630, with its own heading."""
