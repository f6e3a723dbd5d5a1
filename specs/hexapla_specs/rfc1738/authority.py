"""RFC 1738, 3.1 Common Internet Scheme Syntax: user, password, host and port."""

from hexapla.operations.authority import AuthorityRules, UserinfoWords, at_sign, colon
from hexapla.operations.division import Outline, UrlDivision
from hexapla_specs.rfc1738.syntax import AT_SIGNS, COLONS, cite, parse, provision

_LOGIN = UserinfoWords("user and password", "user and password", "them")


class Rfc1738Division(UrlDivision):
    """The common Internet scheme syntax, which applies to a schemepart that begins with "//"."""

    scheme_ends = provision("2.1", "ends the scheme at the colon after it")
    authority_begins = provision("3.1", 'begins the login after "//"')
    authority_ends = cite.provisions(
        ("/", "3.1", "ends host and port only at the first slash"),
        ("", "3.1", "ends host and port at the end of the text if no slash follows"),
    )
    query_begins = provision(
        "3.3", 'begins the searchpart of an http URL after the first "?" of the path'
    )
    authority_rules = AuthorityRules(at_sign(AT_SIGNS, _LOGIN), colon(COLONS))
    production = "login"

    def outline(self, text: str) -> Outline | None:
        """Return the scheme, login and url-path and, for http, the searchpart (3.3).

        The slash before the url-path is not part of the url-path. A string without a scheme isn't a
        URL (2.1) and has no outline.
        """
        _, scheme, schemepart, *_ = parse(text, self.spec.options, None)
        if scheme is None:
            return None
        if schemepart is not None:
            return Outline(scheme, None, schemepart)
        login, slash, url_path = text[len(scheme) + 3 :].partition("/")
        if not slash:
            return Outline(scheme, login, None)
        path, mark, searchpart = url_path.partition("?")
        if scheme.lower() != "http" or not mark:
            return Outline(scheme, login, url_path, slash=slash)
        return Outline(scheme, login, path, searchpart, slash=slash)
