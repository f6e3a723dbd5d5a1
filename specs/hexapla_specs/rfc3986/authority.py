"""RFC 3986, 3.2 Authority: userinfo, host and port.

Appendix B takes a reference apart, whatever its characters. An authority that 3.2 does not derive
is cut by the same delimiters.
"""

from hexapla.documents.citation import Provision
from hexapla.operations.authority import AuthorityRules, at_sign, colon
from hexapla.operations.division import UrlDivision
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc3986.syntax import AT_SIGNS, COLONS, cite

_APPENDIX_B = cite("B", "Parsing a URI Reference with a Regular Expression")
_AUTHORITY = cite("3.2", "Authority")
_HOST = cite("3.2.2", "Host")


class Rfc3986Division(UrlDivision):
    """Appendix B, and the authority by 3.2."""

    scheme_ends = Provision(
        _APPENDIX_B, 'ends the scheme at the first ":" before any "/", "?" or "#"'
    )
    authority_begins = Provision(_AUTHORITY, 'begins the authority after "//"')
    authority_ends = FrozenMapping(
        {
            "/": Provision(_AUTHORITY, "ends the authority at the first slash"),
            "?": Provision(_AUTHORITY, "ends the authority at the first question mark"),
            "#": Provision(_AUTHORITY, "ends the authority at the first number sign"),
            "": Provision(_AUTHORITY, "ends the authority at the end of the text"),
        }
    )
    query_begins = Provision(cite("3.4", "Query"), 'begins the query after the first "?"')
    fragment_begins = Provision(cite("3.5", "Fragment"), 'begins the fragment after the first "#"')
    authority_rules = AuthorityRules(
        at_sign(AT_SIGNS),
        colon(COLONS),
        bracket=Provision(
            _HOST, "reads square brackets, with the colons in them, as an IP literal"
        ),
    )
    production = "authority"

    def host(self, text: str) -> str | None:
        """Return the host that `divide` has among the components; None where there is none."""
        authority = self.spec.split(text)[2]
        return authority and self.authority_rules.host(authority, self.spec.options)
