"""RFC 3986, 3.2 Authority: userinfo, host and port.

Appendix B takes a reference apart, whatever its characters. An authority that 3.2 does not derive
is cut by the same delimiters.
"""

from hexapla.documents.citation import Provision
from hexapla.operations.division import AuthorityRules, Outline, UrlDivision
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc3986.document import cite

_APPENDIX_B = cite("B", "Parsing a URI Reference with a Regular Expression")
_AUTHORITY = cite("3.2", "Authority")
SCHEME_ENDS = Provision(_APPENDIX_B, 'ends the scheme at the first ":" before any "/", "?" or "#"')
BEGINS = Provision(_AUTHORITY, 'begins the authority behind "//"')
ENDS = FrozenMapping(
    {
        "/": Provision(_AUTHORITY, "ends the authority at the first slash"),
        "?": Provision(_AUTHORITY, "ends the authority at the first question mark"),
        "#": Provision(_AUTHORITY, "ends the authority at the first number sign"),
        "": Provision(_AUTHORITY, "ends the authority at the end of the text"),
    }
)
QUERY_BEGINS = Provision(cite("3.4", "Query"), 'begins the query behind the first "?"')
FRAGMENT_BEGINS = Provision(cite("3.5", "Fragment"), 'begins the fragment behind the first "#"')

AUTHORITY_RULES = AuthorityRules(
    at_sign=Provision(cite("3.2.1", "User Information"), 'ends the userinfo at the "@"'),
    at_signs=Provision(
        cite("3.2.1, 3.2.2", "User Information, Host"),
        'allows no second "@" in an authority; the last one is taken for the end of the userinfo, '
        "so that the host has none",
    ),
    colon=Provision(cite("3.2.3", "Port"), 'begins the port behind the ":" that follows the host'),
    colons=Provision(
        cite("3.2.2, 3.2.3", "Host, Port"),
        'allows no second ":" behind the userinfo but in brackets; the first one is taken for the '
        "end of the host, so that the host has none",
    ),
    bracket=Provision(
        cite("3.2.2", "Host"), "takes square brackets, with the colons in them, for an IP literal"
    ),
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
