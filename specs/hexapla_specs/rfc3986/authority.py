"""RFC 3986, 3.2 Authority: userinfo, host and port.

Appendix B takes a reference apart, whatever its characters. An authority that 3.2 does not derive
is cut by the same delimiters.
"""

from hexapla.documents.citation import Provision
from hexapla.operations.division import AuthorityRules, Outline, Several, UrlDivision
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc3986.document import cite
from hexapla_specs.rfc3986.syntax import AT_SIGNS, COLONS

_APPENDIX_B = cite("B", "Parsing a URI Reference with a Regular Expression")
_AUTHORITY = cite("3.2", "Authority")
_USERINFO = cite("3.2.1", "User Information")
_HOST = cite("3.2.2", "Host")
_PORT = cite("3.2.3", "Port")
SCHEME_ENDS = Provision(_APPENDIX_B, 'ends the scheme at the first ":" before any "/", "?" or "#"')
BEGINS = Provision(_AUTHORITY, 'begins the authority after "//"')
ENDS = FrozenMapping(
    {
        "/": Provision(_AUTHORITY, "ends the authority at the first slash"),
        "?": Provision(_AUTHORITY, "ends the authority at the first question mark"),
        "#": Provision(_AUTHORITY, "ends the authority at the first number sign"),
        "": Provision(_AUTHORITY, "ends the authority at the end of the text"),
    }
)
QUERY_BEGINS = Provision(cite("3.4", "Query"), 'begins the query after the first "?"')
FRAGMENT_BEGINS = Provision(cite("3.5", "Fragment"), 'begins the fragment after the first "#"')

AUTHORITY_RULES = AuthorityRules(
    at_sign=Provision(_USERINFO, 'ends the userinfo at the "@"'),
    at_signs=Several(
        FrozenMapping(
            {
                "last": Provision(
                    _HOST, 'allows no "@" in a host: the last one of several stands before it'
                ),
                "first": Provision(
                    _USERINFO, 'allows no "@" in a userinfo: the first one of several ends it'
                ),
            }
        ),
        AT_SIGNS.name,
    ),
    colon=Provision(_PORT, 'begins the port after the ":" that follows the host'),
    colons=Several(
        FrozenMapping(
            {
                "first": Provision(
                    _HOST, 'allows no ":" in a host: the first one of several ends it'
                ),
                "last": Provision(
                    _PORT, 'allows no ":" in a port: the last one of several begins it'
                ),
            }
        ),
        COLONS.name,
    ),
    bracket=Provision(_HOST, "reads square brackets, with the colons in them, as an IP literal"),
)


class Rfc3986Division(UrlDivision):
    """Appendix B, and the authority by 3.2."""

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
