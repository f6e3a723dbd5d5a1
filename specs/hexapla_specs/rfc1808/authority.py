"""RFC 1808, 2.4.3 Parsing the Network Location/Login, and the parts of a net_loc.

The production net_loc doesn't split a net_loc into parts. For the parts, section 2.1 refers to
section 3.1 of RFC 1738.
"""

from hexapla.operations.authority import AuthorityRules, UserinfoWords, at_sign, colon
from hexapla.operations.division import Outline, UrlDivision
from hexapla_specs.rfc1808.syntax import AT_SIGNS, COLONS, cite, parse, provision

_LEFT = "leaves the net_loc to RFC 1738, 3.1, which "
_LOGIN = UserinfoWords("user and password", "user and password", "them")


class Rfc1808Division(UrlDivision):
    """The components of 2.4, with the net_loc split as in section 3.1 of RFC 1738."""

    scheme_ends = provision("2.4.2", "ends the scheme at the first colon")
    authority_begins = provision("2.4.3", 'begins the net_loc after "//"')
    no_authority = provision("2.4.3", 'finds no net_loc without "//"')
    authority_ends = cite.provisions(
        ("/", "2.4.3", 'ends the net_loc at the next slash, but not at a "?" or ";"'),
        ("#", "2.4.1", 'splits off the fragment at the first "#", before it parses the net_loc'),
        ("", "2.4.3", "puts the rest of the text into the net_loc if no slash follows"),
    )
    query_begins = provision("2.4.4", 'begins the query after the first "?"')
    fragment_begins = provision("2.4.1", 'begins the fragment after the first "#"')
    authority_rules = AuthorityRules(
        at_sign(AT_SIGNS, _LOGIN, _LEFT),
        colon(COLONS, _LEFT),
    )

    def outline(self, text: str) -> Outline:
        """Return the components of 2.4, except that the path includes the params.

        If the query or the fragment is absent, it is None here, although `parse` returns "".
        """
        url = parse(text, self.spec.options, None)
        ends = self.spec.standard.ends_of(url)
        assert ends is not None  # RFC 1808 can parse any string
        start = ends.get("authority", ends.get("scheme", 0))
        stop = ends.get("params", ends.get("path", start))
        query = url.query if "query" in ends else None
        fragment = url.fragment if "fragment" in ends else None
        return Outline(url.scheme or None, url.net_loc, text[start:stop], query, fragment)
