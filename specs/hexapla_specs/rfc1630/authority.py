"""RFC 1630, "BNF for specific URL schemes": login, hostport and cellname.

In the generic syntax, everything after the colon is a path. "URI syntax" mentions a common syntax
for the IP address part of a locator. The BNF for specific URL schemes defines the position and the
parts of that address: ftp and telnet have a login, afs has a cellname, and http, gopher, wais and
prospero have a hostport.
"""

from collections.abc import Iterator

import attrs

from hexapla.documents.citation import Provision
from hexapla.operations.authority import AuthorityRules, Delimiter, Piece, UrlComponents, colon
from hexapla.operations.division import Outline, UrlDivision
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc1630.syntax import COLONS, FRAGMENTID, SCHEME, SEARCH, parse, provision


def _bnf(rules: str, does: str) -> Provision:
    return provision("BNF for specific URL schemes", does, rules)


_COLON = attrs.evolve(
    colon(COLONS), provision=_bnf("hostport", 'begins the port after the ":" that follows the host')
)
_FIRST = _bnf(
    "user, hostname",
    'ends user and password at the first "@", because a hostname may contain an "@"',
)
LOGIN = AuthorityRules(
    at_sign=Delimiter(_bnf("login", 'ends user and password at the "@"'), first=_FIRST),
    colon=_COLON,
)
LOGIN_WITHOUT_USER = AuthorityRules(
    colon=_COLON,
    host_with_at_sign=_bnf(
        "login, hostname", 'finds no host after the "@", and allows an "@" in a hostname'
    ),
)
HOSTPORT = AuthorityRules(
    colon=_COLON,
    host_with_at_sign=_bnf(
        "hostport, hostname",
        'defines no user and password for this scheme, and allows an "@" in a hostname',
    ),
    port_with_at_sign=_bnf(
        "hostport", 'defines no user and password for this scheme: the first ":" begins a port'
    ),
)
CELLNAME = AuthorityRules()

PRODUCTIONS = {
    **dict.fromkeys(("http", "gopher", "wais", "prospero"), ("hostport", HOSTPORT)),
    "afs": ("cellname", CELLNAME),
}
OTHERS = ("login", LOGIN)
WITHOUT_HOST = frozenset({"news", "nntp", "mailto", "mid", "cid"})
NO_ADDRESS = _bnf(
    "newsaddress, nntpaddress, midaddress, cidaddress, mailtoaddress",
    'defines no "//" with the address of a host for this scheme',
)


class Rfc1630Division(UrlDivision):
    """The host address at the start of the path; its syntax depends on the scheme."""

    scheme_ends = Provision(SCHEME.citation, "ends the scheme at the colon")
    authority_begins = _bnf(
        "httpaddress, ftpaddress, telnetaddress",
        'begins the address of a host after "//" directly after the colon',
    )
    no_authority = _bnf(
        "httpaddress, ftpaddress, telnetaddress",
        'finds no address of a host without "//" directly after the colon',
    )
    authority_ends = FrozenMapping(
        {
            "/": _bnf("httpaddress, ftpaddress", "ends host and port at the first slash"),
            "?": Provision(SEARCH.citation, "ends host and port at the first question mark"),
            "#": Provision(FRAGMENTID.citation, "ends host and port at the first hash sign"),
            "": _bnf("httpaddress, telnetaddress", "ends host and port at the end of the text"),
        }
    )
    query_begins = Provision(SEARCH.citation, 'begins the search after the first "?"')
    fragment_begins = Provision(FRAGMENTID.citation, 'begins the fragmentid after the first "#"')

    def outline(self, text: str) -> Outline:
        """Return the scheme, the host address, the rest of the path, the search and fragmentid."""
        _, scheme, path, search, fragmentid = parse(text, self.spec.options, None)
        if scheme is None or scheme.lower() in WITHOUT_HOST or not path.startswith("//"):
            return Outline(scheme, None, path, search, fragmentid)
        address, slash, after = path[2:].partition("/")
        return Outline(scheme, address, slash + after, search, fragmentid)

    def why_no_authority(self, outline: Outline) -> Provision:
        """Return the provision for a scheme that has no "//", or for a URL that lacks the "//"."""
        if outline.scheme is not None and outline.scheme.lower() in WITHOUT_HOST:
            return NO_ADDRESS
        return self.no_authority

    def divide_authority(self, outline: Outline, separator: str) -> Iterator[Piece]:
        """Yield the userinfo, host and port, as far as the scheme's production allows them."""
        assert outline.authority is not None
        production, rules = _production(outline)
        if production == "login" and self._has_no_user(outline.authority):
            rules = LOGIN_WITHOUT_USER
        start = Piece("", "", separator, self.authority_begins)
        yield from rules.divide(outline.authority, start, self.spec.options)

    def _has_no_user(self, address: str) -> bool:
        """Return whether an "@" in a login belongs to the host, so that there is no user.

        This is the case if the BNF derives a hostport from the whole login, but not from the text
        after the first "@".
        """
        _, at_sign, after = address.partition("@")
        if at_sign == "" or self.grammar.matches("hostport", after):
            return False
        return self.grammar.matches("hostport", address)

    def components(self, outline: Outline, pieces: tuple[Piece, ...]) -> UrlComponents:
        """Return the components; as in "URI syntax", the path includes the host address."""
        told = super().components(outline, pieces).stated
        if outline.authority is None:
            return UrlComponents.of(told)
        return UrlComponents.of({**told, "path": f"//{outline.authority}{outline.path}"})

    def derives_authority(self, outline: Outline) -> bool | None:
        """Return whether the scheme's login, hostport or cellname derives the host address.

        The result is None if there is no host address.
        """
        if outline.authority is None:
            return None
        return self.grammar.matches(_production(outline)[0], outline.authority)


def _production(outline: Outline) -> tuple[str, AuthorityRules]:
    return PRODUCTIONS.get((outline.scheme or "").lower(), OTHERS)
