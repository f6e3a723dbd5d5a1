"""Zone ids in IPv6 addresses, as in `[fe80::1%25en1]`: RFC 3986 derives none (3.2.2).

RFC 6874 (2013) put them into its grammar, and RFC 9844 (2025) took them out again.
"""

import re
from datetime import date

from hexapla.documents.citation import Citation, Provision, rfc

RFC9844 = rfc(
    9844,
    "Entering IPv6 Zone Identifiers in User Interfaces",
    date(2025, 8, 1),
    "B. Carpenter",
    "R. Hinden",
    obsoletes=("rfc6874",),
)
NO_ZONE_IDS = Provision(
    Citation(RFC9844, "3"),
    "takes zone ids out of URIs again, which RFC 6874 had put there",
)

_ZONE_ID = re.compile(r"\[[0-9A-Fa-f:.]+%[^\]]*\]")


def has_zone_id(authority: str) -> bool:
    """Return whether an authority has an IPv6 address with a zone id, escaped or not."""
    return _ZONE_ID.search(authority) is not None
