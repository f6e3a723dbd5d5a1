"""RFC 3986, 3.2 Authority: userinfo, host and port.

Appendix B can parse any string. An authority that the grammar in 3.2 does not derive is split at
the same delimiters as any other authority.
"""

from hexapla.operations.authority import AuthorityRules, at_sign, colon
from hexapla.operations.division import UrlDivision
from hexapla_specs.rfc3986.syntax import AT_SIGNS, COLONS, cite, parse, provision


class Rfc3986Division(UrlDivision):
    """The components of appendix B, with the authority split under 3.2."""

    scheme_ends = provision("B", 'ends the scheme at the first ":" before any "/", "?" or "#"')
    authority_begins = provision("3.2", 'begins the authority after "//"')
    no_authority = provision("3.2", 'finds no authority without "//"')
    authority_ends = cite.provisions(
        ("/", "3.2", "ends the authority at the first slash"),
        ("?", "3.2", "ends the authority at the first question mark"),
        ("#", "3.2", "ends the authority at the first number sign"),
        ("", "3.2", "ends the authority at the end of the text"),
    )
    query_begins = provision("3.4", 'begins the query after the first "?"')
    fragment_begins = provision("3.5", 'begins the fragment after the first "#"')
    authority_rules = AuthorityRules(
        at_sign(AT_SIGNS),
        colon(COLONS, where=" but in square brackets at its start"),
        bracket=provision(
            "3.2.2", "reads square brackets, with the colons in them, as an IP literal"
        ),
    )
    production = "authority"

    def host(self, text: str) -> str | None:
        """Return the host that `divide` finds; None if there is no authority."""
        authority = parse(text, self.spec.options, None).authority
        return authority and self.authority_rules.host(authority, self.spec.options)
