"""Notes from later documents on texts that RFC 3986 does not derive."""

import re
from collections.abc import Iterator
from datetime import date

from hexapla.documents.citation import Citation, Provision, rfc
from hexapla_specs.rfc3986.syntax import UriReference

# Zone ids in IPv6 addresses, as in `[fe80::1%25en1]`: RFC 6874 (2013) added them to the grammar of
# 3.2.2, and RFC 9844 (2025) removed them.

_RFC9844 = rfc(
    9844,
    "Entering IPv6 Zone Identifiers in User Interfaces",
    date(2025, 8, 1),
    "B. Carpenter",
    "R. Hinden",
    obsoletes=("rfc6874",),
)
NO_ZONE_IDS = Provision(
    Citation(_RFC9844, "3"), "takes zone ids out of URIs again, which RFC 6874 had put there"
)
_ZONE_ID = re.compile(r"\[[0-9A-Fa-f:.]+%[^\]]*\]")

# Characters beyond US-ASCII are allowed in IRIs.

_RFC3987 = rfc(
    3987,
    "Internationalized Resource Identifiers (IRIs)",
    date(2005, 1, 1),
    "M. Duerst",
    "M. Suignard",
)
IRIS = Provision(
    Citation(_RFC3987, "2.1"), "has such characters in IRIs; --spec rfc3987 compares by it"
)


def notes_on(reference: UriReference) -> Iterator[Provision]:
    """Yield the notes of later documents on a reference that the grammar does not derive."""
    authority = reference.authority
    if authority is not None and _ZONE_ID.search(authority):
        yield NO_ZONE_IDS
    if not reference.text.isascii():
        yield IRIS
