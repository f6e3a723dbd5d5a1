r"""The kinds of URL in which parsers read different hosts, with the examples of their history.

A URL is of the first kind whose pattern it matches: what is rarer in a URL comes first, so that a
backslash before an at-sign is a matter of the backslash.
"""

import re

import attrs


@attrs.frozen
class HostKind:
    """A kind of URL.

    Attributes:
        id: What it is called in an address.
        title: Its title.
        about: What the standards and the parsers are divided about, in a sentence or two.
        pattern: What a URL of the kind matches somewhere.
        examples: The URLs whose history is told; every standard reads them.
    """

    id: str
    title: str
    about: str
    pattern: re.Pattern[str]
    examples: tuple[str, ...] = ()


def _kind(id: str, title: str, pattern: str, about: str, *examples: str) -> HostKind:
    return HostKind(id, title, about, re.compile(pattern), examples)


HOST_KINDS = (
    _kind(
        "backslash",
        "A backslash",
        r"\\",
        "No RFC derives a backslash, and none gives it a meaning: taken apart by an RFC, a URL has "
        "it in the userinfo, the host or the path. The URL Standard reads it as a slash where the "
        "scheme is http, https, ws, wss, ftp or file.",
        "http://a\\@b/",
        "http://a\\b",
        "http:\\\\a\\b",
        "x://a\\@b/",
    ),
    _kind(
        "white-space",
        "White space and controls",
        r"[\x00-\x20\x7f-\xa0\u2028\u2029\u3000]",
        "The RFCs advise readers to remove white space around a URI, and line breaks in a printed "
        "one. The URL Standard removes tabs and line ends wherever they are, and controls and "
        "spaces at both ends.",
        "http://a\tb/",
        " http://a/ ",
        "http://a b/",
    ),
    _kind(
        "outside-ascii",
        "Characters outside ASCII",
        r"[^\x00-\x7f]",
        "A URI is written in ASCII. The URL Standard maps a host to ASCII (IDNA), which can make "
        "a dot, a slash or a digit of a character that looks like one.",
        "http://b\u00fc/",
        "http://a\uff0fb/",
        "http://\uff11\uff12\uff17.\uff10.\uff10.\uff11/",
    ),
    _kind(
        "brackets",
        "Square brackets",
        r"[][]",
        "Square brackets came with IPv6: RFC 2732 added them to RFC 2396 in 1999, and RFC 3986 has "
        "them in its own grammar.",
        "http://[::1]/",
        "http://[::1]:80/",
        "http://[fe80::1%25eth0]/",
        "http://[a]/",
    ),
    _kind(
        "escapes",
        "%-escapes",
        "%",
        "May a host have escapes, and are they decoded before it is looked up? What is decoded can "
        "be a delimiter.",
        "http://%61/",
        "http://a%2fb/",
        "http://a%40b/",
    ),
    _kind(
        "at-signs",
        "@",
        "@",
        "An @ ends the userinfo. But which one of several, and where does the authority end that "
        "it must stand in?",
        "http://u@h/",
        "http://a@b@c/",
        "http://@h/",
        "http://u@/p",
        "http://a?q@b/c",
        "http://a#f@b/",
        "http://a;p@b/c",
    ),
    _kind(
        "slashes",
        "Empty and missing authorities",
        r"^(?!(?:[A-Za-z][A-Za-z0-9+.-]*:)?//[^/?#])",
        "Two slashes begin an authority, which may be empty. For the URL Standard, any number of "
        "slashes after http: begins one.",
        "http:///a",
        "http:/a",
        "http:a",
        "http://",
        "x:///a",
    ),
    _kind(
        "semicolons",
        ";",
        "^[^/]*//[^/?#]*;",
        "RFC 1738 and RFC 1808 have parameters after a semicolon, in the path. In an authority it "
        "ends nothing; RFC 2396 treats such an authority as a registry-based name, without a host.",
        "http://a;p",
        "http://a;p/b",
    ),
    _kind(
        "colons",
        "A port, and several colons",
        "^[^/]*//[^/?#]*:",
        "A colon begins the port. It may be empty, missing its host, or one of several.",
        "http://h:80/",
        "http://h:/",
        "http://:80/",
        "http://a:80:81/",
        "http://h:a/",
    ),
    _kind(
        "question-marks",
        "? and # right after the authority",
        r"^[^/]*//[^/?#]*[?#]",
        "A host may be followed by ? or # with no slash between. For RFC 1738 only a slash ends "
        "it, and for RFC 1808 a slash or #; for the others a question mark ends it as well.",
        "http://a?q",
        "http://a?b/c",
        "http://a#f",
        "x://a?q#f",
    ),
    _kind(
        "numbers",
        "Numbers in place of an IPv4 address",
        r"^[^/]*//(?:0[xX][0-9A-Fa-f]*|[0-9]+)(?:\.(?:0[xX][0-9A-Fa-f]*|[0-9]+))*\.?/?$",
        "The RFCs know an IPv4 address as four decimal numbers; RFC 3986 (7.4) warns of others. "
        "The URL Standard makes an address of every host whose last label is a number.",
        "http://127.0.0.1/",
        "http://0x7f.1/",
        "http://0177.0.0.1/",
        "http://2130706433/",
    ),
    _kind(
        "case-and-dots",
        "Case and trailing dots",
        r"^[^/]*//[^/?#]*(?:[A-Z]|\.(?:[/?#]|$))",
        "A host is the same in upper case, and a name with a dot at its end is the whole name. Who "
        "compares texts has to know whether a parser rewrites them.",
        "http://EXAMPLE.com/",
        "http://h./",
        "x://HOST/",
    ),
    _kind(
        "others",
        "Other characters, schemes and paths",
        "",
        "Characters that no host name has, schemes of their own syntax, and URLs in which nothing "
        "of the above is.",
        "http://a_b/",
        "http://a|b/",
        "//a/b",
    ),
)
"""The kinds, in the order in which they are tried; the last one matches everything."""


def kind_of_url(url: str) -> HostKind:
    """Return the kind of a URL."""
    return next(kind for kind in HOST_KINDS if kind.pattern.search(url))
