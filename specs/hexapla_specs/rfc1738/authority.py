"""RFC 1738, 3.1 Common Internet Scheme Syntax: user, password, host and port."""

from collections.abc import Mapping

import attrs

from hexapla.operations.authority import (
    AuthorityRules,
    HostOffsets,
    UserinfoWords,
    at_sign,
    colon,
)
from hexapla.operations.division import Outline, UrlDivision
from hexapla_specs.rfc1738.syntax import (
    AT_SIGNS,
    COLONS,
    cite,
    login_of,
    parse,
    parse_login,
    provision,
)


@attrs.frozen
class LoginRules(AuthorityRules):
    """The provisions on a login (3.1); the host has the same boundaries as in the parser."""

    def offsets(self, authority: str, options: Mapping[str, str]) -> HostOffsets:
        """Return the offsets of the host in a login."""
        _, _, host, port = parse_login(authority, options)
        end = len(authority)
        if port is not None:
            end -= len(f":{port}")
        begin = end - len(host)
        return HostOffsets(begin, begin, end)


_LOGIN = UserinfoWords("user and password", "user and password", "them")


class Rfc1738Division(UrlDivision):
    """The common Internet scheme syntax, which applies to a schemepart that begins with "//"."""

    scheme_ends = provision("2.1", "ends the scheme at the colon after it")
    authority_begins = provision("3.1", 'begins the login after "//"')
    no_authority = provision("3.1", 'finds no login without "//"')
    authority_ends = cite.provisions(
        ("/", "3.1", "ends host and port only at the first slash"),
        ("", "3.1", "ends host and port at the end of the text if no slash follows"),
    )
    query_begins = provision(
        "3.3", 'begins the searchpart of an http URL after the first "?" of the path'
    )
    authority_rules = LoginRules(at_sign(AT_SIGNS, _LOGIN), colon(COLONS))
    production = "login"

    def outline(self, text: str) -> Outline | None:
        """Return the scheme, login and url-path and, for http, the searchpart (3.3).

        The slash before the url-path is not part of the url-path. A schemepart that doesn't begin
        with "//" is the path. The result is None for a string without a scheme, which isn't a URL
        (2.1).
        """
        url = parse(text, self.spec.options, None)
        if url.scheme is None:
            return None
        if url.schemepart is not None:
            return Outline(url.scheme, None, url.schemepart)
        login = login_of(url.user, url.password, url.host, url.port)
        if url.url_path is None:
            return Outline(url.scheme, login, None)
        path, mark, searchpart = url.url_path.partition("?")
        if url.scheme.lower() != "http" or not mark:
            return Outline(url.scheme, login, url.url_path, slash="/")
        return Outline(url.scheme, login, path, searchpart, slash="/")
