"""The shape of a URL: the parts into which it is split, independently of any reader.

Agreement is learned part by part, so URLs must be split in a way that doesn't depend on any reader:

    scheme://[userinfo@]host[:port][rest]

The authority ends at the first "/", "?" or "#", where the rest begins. The userinfo is everything
before the last "@" of the authority. The port is everything after the first ":" that follows the
host, which may be an address in square brackets. The delimiters are those of RFC 3986, section 3.2.
If a reader splits URLs differently, its answers show that it disagrees.
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
    """The parts of a URL.

    Attributes:
        scheme: The text before "://".
        userinfo: The text before the last "@" of the authority; None if there is no "@".
        host: The host; an address includes its brackets.
        port: The text between the ":" after the host and the rest; None if there is no such ":".
        rest: The path, the query and the fragment, with the leading delimiter.
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
    """Return the shape of a URL; None if the URL has another form, such as one without "://"."""
    found = _URL.fullmatch(url)
    if found is None:
        return None
    return Shape(**found.groupdict())


class Rest(NamedTuple):
    """The parts of a URL's rest.

    Attributes:
        path: The path, with its leading slash; it may be empty.
        query: The text after the "?"; None if there is no "?".
        fragment: The text after the "#"; None if there is no "#".
    """

    path: str
    query: str | None
    fragment: str | None

    @property
    def text(self) -> str:
        """The text of the rest."""
        text = self.path
        if self.query is not None:
            text += f"?{self.query}"
        if self.fragment is not None:
            text += f"#{self.fragment}"
        return text


def rest_of(text: str) -> Rest:
    """Split a URL's rest into its parts."""
    found = _REST.fullmatch(text)
    assert found is not None
    return Rest(**found.groupdict())
