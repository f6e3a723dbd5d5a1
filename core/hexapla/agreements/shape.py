"""The shape of a URL: into which parts every text that begins with an allowed scheme is divided.

Agreement is asked for part by part, so that there has to be one division that knows no reader:

    scheme://[userinfo@]host[:port][rest]

The authority ends at the first "/", "?" or "#", where the rest begins. The userinfo is all before
the last "@" in it, and the port all after the first ":" after the host, which may be an address in
square brackets. The delimiters are those of RFC 3986, section 3.2. A reader that divides a text
otherwise reads other characters, and does not agree; that is found by asking it.
"""

import re
from typing import NamedTuple

_URL = re.compile(
    r"""
    (?P<scheme> [^:/?\#]* ) ://
    (?: (?P<userinfo> [^/?\#]* ) @ )?
    (?P<host> \[ [^/?\#@\]]* \] | (?!\[) [^/?\#@:]* )
    (?: : (?P<port> [^/?\#@]* ) )?
    (?P<rest> (?: [/?\#] .* )? )
    """,
    re.VERBOSE | re.DOTALL,
)
_REST = re.compile(r"(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?(?:#(?P<fragment>.*))?", re.DOTALL)


class Shape(NamedTuple):
    """A URL in its parts.

    Attributes:
        scheme: What stands before "://".
        userinfo: What stands before the last "@" of the authority; None if there is none.
        host: The host; an address with its brackets.
        port: What stands after the ":" after the host; None if there is none.
        rest: The path, the query and the fragment, with the delimiter in front.
    """

    scheme: str
    userinfo: str | None
    host: str
    port: str | None
    rest: str

    @property
    def url(self) -> str:
        """The text of the URL."""
        userinfo = "" if self.userinfo is None else f"{self.userinfo}@"
        port = "" if self.port is None else f":{self.port}"
        return f"{self.scheme}://{userinfo}{self.host}{port}{self.rest}"

    @property
    def has_address(self) -> bool:
        """Whether the host is in square brackets."""
        return self.host.startswith("[")


def shape_of(url: str) -> Shape | None:
    """Return the shape of a URL; None for a text that has none, as it lacks "://"."""
    found = _URL.fullmatch(url)
    return None if found is None else Shape(**found.groupdict())


class Rest(NamedTuple):
    """The rest of a URL in its parts: a path may be empty, the others may be not there.

    Attributes:
        path: The path, with its slash.
        query: What stands after the "?".
        fragment: What stands after the "#".
    """

    path: str
    query: str | None
    fragment: str | None

    @property
    def text(self) -> str:
        """The rest as text."""
        query = "" if self.query is None else f"?{self.query}"
        fragment = "" if self.fragment is None else f"#{self.fragment}"
        return f"{self.path}{query}{fragment}"


def rest_of(text: str) -> Rest:
    """Return the rest of a URL in its parts."""
    found = _REST.fullmatch(text)
    assert found is not None
    return Rest(**found.groupdict())
