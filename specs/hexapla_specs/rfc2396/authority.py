"""RFC 2396, 3.2 Authority Component: a server (userinfo, host and port) or a reg_name.

Appendix B can parse any string. An authority that the grammar in 3.2 does not derive is split like
a server.
"""

import re
from collections.abc import Iterator

import attrs

from hexapla.documents.citation import Citation, Provision
from hexapla.documents.reading import Choice, Reading
from hexapla.operations.authority import AUTHORITY, AuthorityRules, Piece, at_sign, colon
from hexapla.operations.division import DividedUrl, Outline, UrlDivision
from hexapla_specs.rfc2396 import syntax
from hexapla_specs.rfc2396.syntax import AT_SIGNS, COLONS, IPV6_LITERALS, REG_NAME, cite, provision

UNDIVIDED = provision(
    "3.2.1", "treats an authority that is not a server as a registry-based name, which has no host"
)
NO_SERVER = provision("3.2.2", "derives an empty authority as a server without a host")
BRACKET = Provision(
    Citation(syntax.RFC2732, "2", "Literal IPv6 Address Format in URL's Syntax"),
    "reads square brackets, with the colons in them, as an IPv6 address",
)
# A URI with a host that is an IPv4 address under RFC 2396 but contains a number with more digits
# than RFC 2732 allows.
_LONG_NUMBER = re.compile(
    r"([^:/?#]+:)?//([^[/?#]*@)?(?=[0-9.]*[0-9]{4})[0-9]+(\.[0-9]+){3}(:[0-9]*)?([/?#]|$)"
)


class Rfc2396Division(UrlDivision):
    """The components of appendix B, with the authority split into a server's parts (3.2)."""

    scheme_ends = provision("B", 'ends the scheme at the first ":" before any "/", "?" or "#"')
    authority_begins = provision("3.2", 'begins the authority after "//"')
    no_authority = provision("3.2", 'finds no authority without "//"')
    authority_ends = cite.provisions(
        ("/", "3.2", "ends the authority at the first slash"),
        ("?", "3.2", "ends the authority at the first question mark"),
        ("#", "B", "ends the authority at the next number sign"),
        ("", "3.2", "ends the authority at the end of the text"),
    )
    query_begins = provision("B", 'begins the query after the first "?"')
    fragment_begins = provision("4.1", 'begins the fragment after the first "#"')
    authority_rules = AuthorityRules(at_sign(AT_SIGNS), colon(COLONS))
    production = "authority"

    def divide_authority(self, outline: Outline, separator: str) -> Iterator[Piece]:
        """Yield the parts of a server (3.2.2), or the whole of an empty authority or a reg_name.

        Under reg-name=as-server, a reg_name (3.2.1) is split like a server.
        """
        authority = outline.authority
        assert authority is not None
        start = Piece(AUTHORITY, authority, separator, self.authority_begins)
        if not authority:
            yield attrs.evolve(start, further=(NO_SERVER,))
            return
        derives = self.grammar.matches
        # 3.2: the authority isn't a server, but can be a registry-based name.
        if derives("reg-name", authority) and not derives("server", authority):
            start = attrs.evolve(start, choice=self._choice(REG_NAME))
            if self.spec.options[REG_NAME.name] == "undivided":
                yield attrs.evolve(start, further=(UNDIVIDED,))
                return
        if "[" in authority:
            start = attrs.evolve(start, choice=self._choice(IPV6_LITERALS))
        brackets = self.spec.options[IPV6_LITERALS.name] != "none"
        rules = attrs.evolve(self.authority_rules, bracket=BRACKET if brackets else None)
        yield from rules.divide(authority, start, self.spec.options)

    def consulted(self, divided: DividedUrl) -> tuple[Choice, ...]:
        """Return the options consulted.

        For an IPv4 address that RFC 2396 derives, but RFC 2732 doesn't, `ipv6-literals` is added.
        """
        if _LONG_NUMBER.match(divided.text):
            return (self._choice(IPV6_LITERALS), *divided.choices)
        return divided.choices

    def _choice(self, reading: Reading) -> Choice:
        return Choice(reading.name, self.spec.options[reading.name])
