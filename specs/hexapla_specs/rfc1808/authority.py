"""RFC 1808, 2.4.3 Parsing the Network Location/Login, and the parts of a net_loc.

The production net_loc doesn't split a net_loc into parts; 2.1 refers to section 3.1 of RFC 1738 for
that.
"""

from hexapla.operations.authority import AuthorityRules, UserinfoWords, at_sign, colon
from hexapla.operations.division import Outline, UrlDivision
from hexapla_specs.rfc1808.syntax import AT_SIGNS, COLONS, cite, parse, provision

# RFC 1808 refers to section 3.1 of RFC 1738.
_LEFT = "leaves the net_loc to RFC 1738, 3.1, which "
_LOGIN = UserinfoWords("user and password", "user and password", "them")


class Rfc1808Division(UrlDivision):
    """The components of 2.4, with the net_loc split as in section 3.1 of RFC 1738."""

    scheme_ends = provision("2.4.2", "ends the scheme at the first colon")
    authority_begins = provision("2.4.3", 'begins the net_loc after "//"')
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

        The query and the fragment are None if they are absent, unlike in the standard's own parser.
        """
        _, scheme, net_loc, *_ = parse(text, self.spec.options, None)
        url, crosshatch, fragment = text.partition("#")
        before = (scheme and f"{scheme}:") + ("" if net_loc is None else f"//{net_loc}")
        path, mark, query = url[len(before) :].partition("?")
        return Outline(
            scheme or None, net_loc, path, query if mark else None, fragment if crosshatch else None
        )
