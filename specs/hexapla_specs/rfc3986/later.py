"""Notes from later documents on strings that the grammar of RFC 3986 does not derive."""

import re
from collections.abc import Iterator
from datetime import date

from hexapla.documents.citation import Citation, Provision, rfc
from hexapla.standard.display import show
from hexapla_specs.rfc3986.syntax import SYNTAX, UriReference

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
_REMOVED = Provision(
    Citation(_RFC9844, "3"),
    "obsoletes RFC 6874, which allowed this zone id in URIs",
)
_NEVER_ALLOWED = Provision(
    Citation(_RFC9844, "3"),
    "obsoletes RFC 6874, which allowed zone ids in URIs, but not this one",
)
_ZONE_ID = re.compile(r"\[(?P<address>[0-9A-Fa-f:.]+)(?P<zone>%[^\]]*)\]")
# RFC 6874, 2: IPv6addrz = IPv6address "%25" ZoneID, ZoneID = 1*( unreserved / pct-encoded ).
_ZONE_OF_RFC6874 = re.compile(r"%25(?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})+")

# Characters beyond US-ASCII are allowed in IRIs.

_RFC3987 = rfc(
    3987,
    "Internationalized Resource Identifiers (IRIs)",
    date(2005, 1, 1),
    "M. Duerst",
    "M. Suignard",
)
# 2.2: ucschar.
_PLANES = "".join(
    f"{chr(plane)}-{chr(plane + 0xFFFD)}" for plane in range(0x10000, 0xE0000, 0x10000)
)
_UCSCHAR = re.compile(f"[\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef{_PLANES}\U000e1000-\U000efffd]")


def notes_on(reference: UriReference) -> Iterator[Provision]:
    """Yield the notes of later documents on a reference that the grammar does not derive."""
    yield from zone_notes(reference)
    character = _UCSCHAR.search(reference.text)
    if character is not None:
        allows = f'allows "{show(character[0])}" in IRIs; to compare as IRIs, use --spec rfc3987'
        yield Provision(Citation(_RFC3987, "2.1"), allows)


def zone_notes(reference: UriReference) -> Iterator[Provision]:
    """Yield the notes of RFC 9844 on a reference that the grammar does not derive."""
    authority = reference.authority
    host = None if authority is None else _ZONE_ID.search(authority)
    if host is not None:
        is_address = SYNTAX.grammar.matches("IPv6address", host["address"])
        is_zone = _ZONE_OF_RFC6874.fullmatch(host["zone"])
        yield _REMOVED if is_address and is_zone else _NEVER_ALLOWED
