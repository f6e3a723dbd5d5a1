"""RFC 2396, 3.2 Authority Component: a server, which has userinfo, host and port, or a reg_name.

Appendix B takes a reference apart, whatever its characters. An authority that 3.2 does not derive
is cut by the delimiters of a server.
"""

from collections.abc import Iterator

import attrs

from hexapla.documents.citation import Citation, Provision
from hexapla.operations.division import AUTHORITY, AuthorityRules, Outline, Piece, UrlDivision
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc2396.document import RFC2732, cite
from hexapla_specs.rfc2396.syntax import IPV6_LITERALS

_APPENDIX_B = cite("B", "Parsing a URI Reference with a Regular Expression")
_AUTHORITY = cite("3.2", "Authority Component")
_SERVER = cite("3.2.2", "Server-based Naming Authority")
SCHEME_ENDS = Provision(_APPENDIX_B, 'ends the scheme at the first ":" before any "/", "?" or "#"')
BEGINS = Provision(_AUTHORITY, 'begins the authority behind "//"')
ENDS = FrozenMapping(
    {
        "/": Provision(_AUTHORITY, "ends the authority at the next slash"),
        "?": Provision(_AUTHORITY, "ends the authority at the next question mark"),
        "#": Provision(_APPENDIX_B, "ends the authority at the next number sign"),
        "": Provision(_AUTHORITY, "ends the authority at the end of the text"),
    }
)
QUERY_BEGINS = Provision(_APPENDIX_B, 'begins the query behind the first "?"')
FRAGMENT_BEGINS = Provision(
    cite("4.1", "Fragment Identifier"), 'begins the fragment behind the first "#"'
)
REG_NAME = Provision(
    cite("3.2.1", "Registry-based Naming Authority"),
    "takes an authority that is no server for a registry-based name, which has no host",
)
NO_SERVER = Provision(_SERVER, "derives an empty authority as a server without a host")

AUTHORITY_RULES = AuthorityRules(
    at_sign=Provision(_SERVER, 'ends the userinfo at the "@"'),
    at_signs=Provision(
        _SERVER,
        'allows no second "@" in a server; the last one is taken for the end of the userinfo, so '
        "that the host has none",
    ),
    colon=Provision(_SERVER, 'begins the port behind the ":" that follows the host'),
    colons=Provision(
        _SERVER,
        'allows no second ":" behind the userinfo; the first one is taken for the end of the host, '
        "so that the host has none",
    ),
)
BRACKET = Provision(
    Citation(RFC2732, "2", "Literal IPv6 Address Format in URL's Syntax"),
    "takes square brackets, with the colons in them, for an IPv6 address",
)
WITH_BRACKETS = attrs.evolve(AUTHORITY_RULES, bracket=BRACKET)


class Rfc2396Division(UrlDivision):
    """Appendix B, and the authority by 3.2: what is no server may be a reg_name."""

    scheme_ends = SCHEME_ENDS
    authority_begins = BEGINS
    authority_ends = ENDS
    query_begins = QUERY_BEGINS
    fragment_begins = FRAGMENT_BEGINS
    authority_rules = AUTHORITY_RULES
    production = "authority"

    def outline(self, text: str) -> Outline:
        """Return what appendix B's expression matches."""
        _, scheme, authority, path, query, fragment = self.spec.split(text)
        return Outline(scheme, authority, path, query, fragment)

    def divide_authority(self, outline: Outline, separator: str) -> Iterator[Piece]:
        """Yield the parts of a server (3.2.2), or a reg_name as a whole (3.2.1)."""
        authority = outline.authority
        assert authority is not None
        if not authority:
            yield Piece(AUTHORITY, "", separator, BEGINS, further=(NO_SERVER,))
        elif not self.grammar.matches("server", authority) and self.grammar.matches(
            "reg-name", authority
        ):
            yield Piece(AUTHORITY, authority, separator, BEGINS, further=(REG_NAME,))
        else:
            brackets = self.spec.options[IPV6_LITERALS.name] == "rfc2732"
            rules = WITH_BRACKETS if brackets else AUTHORITY_RULES
            yield from rules.divide(authority, separator, BEGINS)
