r"""The URLs that an implementation is asked to take apart where the user names none.

They use every provision by which a column puts a boundary, refuses a URL or changes a component,
and every reading that taking a URL apart depends on; and they hold what parsers are known to read
in different ways.
"""

from collections.abc import Iterator, Mapping

import attrs

from hexapla.values.frozen import FrozenMapping


@attrs.frozen
class UrlCase:
    """A URL to ask, and the reason why it is asked.

    Attributes:
        url: The URL.
        reason: What it tells apart.
    """

    url: str
    reason: str


def _cases(urls_by_reason: Mapping[str, tuple[str, ...]]) -> Iterator[UrlCase]:
    for reason, urls in urls_by_reason.items():
        yield from (UrlCase(url, reason) for url in urls)


_URLS = FrozenMapping(
    {
        "all components": (
            "http://u:w@h.example:8042/p/q?k=v#f",
            "ftp://u@h/a;type=i",
            "x://u:w@h:1/p?q#f",
        ),
        "what ends the authority": (
            "http://a",
            "http://a/",
            "http://a?q",
            "http://a?q@b/c",
            "http://a?b/c",
            "http://a#f",
            "http://a#f@b/",
            "http://a;p",
            "http://a;p@b/c",
            "ftp://a?b@c/d",
            "x://a?q#f",
            "x://a#f",
        ),
        "a backslash in or after the authority": (
            "http://a\\@b/",
            "http://a\\b",
            "http://u\\@a/b\\c",
            "x://a\\@b/",
            "http:\\\\a\\b",
        ),
        "one @ or more, and what is before it": (
            "http://u@h/",
            "http://a@b@c/",
            "http://a:b@c:d@e/",
            "http://a@<b>@c/",
            "http://@h/",
            "http://:@h/",
            "http://u:@h/",
            "http://:w@h/",
            "http://u;v=1:w@h/",
            "http://u%40v:w%3Ax@h/",
            "ftp://a@b@c/",
            "gopher://u@h/",
        ),
        "no host after an @, or before a port": (
            "http://u@/p",
            "http://u@:80/",
            "http://:80/",
            "x://u@/p",
            "x://:80",
        ),
        "a port, an empty one, and several colons": (
            "http://h:80/",
            "http://h:8080/",
            "https://h:443/p",
            "ftp://h:21/",
            "http://h:/",
            "x://h:/",
            "http://h:0080/",
            "http://h:08080/",
            "http://a:80:81/",
            "http://h:a/",
            "http://h:80a/",
            "http://h:65536/",
            "http://h:-1/",
            "x://h:80",
        ),
        "square brackets": (
            "http://[::1]/",
            "http://[::1]:80/",
            "http://u@[2001:DB8::1]:8080/p",
            "http://[::ffff:1.2.3.4]/",
            "http://[::1%25eth0]/",
            "http://[fe80::1%eth0]/",
            "http://[a]/",
            "http://[v1.a:b]/",
            "http://[::1/",
            "http://::1/",
            "http://[::1]a/",
            "x://[::1]/",
        ),
        "an escape in the host": (
            "http://a%2fb/",
            "http://%61/",
            "http://a%40b/",
            "http://%/",
            "http://a%2Eb/",
            "http://a%00b/",
            "x://a%2fb/",
            "x://%41/",
        ),
        "a number in place of an IPv4 address": (
            "http://127.0.0.1/",
            "http://0x7f.1/",
            "http://0177.0.0.1/",
            "http://2130706433/",
            "http://256.256.256.256/",
            "http://1.2.3/",
        ),
        "characters outside ASCII in the host": (
            "http://\uff11\uff12\uff17.\uff10.\uff10.\uff11/",
            "http://b\u00fccher.example/",
            "http://a\u3002b/",
            "http://a\uff0fb/",
            "http://a\u2100b/",
            "http://xn--bcher-kva.example/",
            "x://b\u00fccher/",
        ),
        "a tab, a line end, a space, a control": (
            "http://a\tb/",
            "http://a\nb/",
            "http://a\r\nb/",
            "ht\ntp://a/",
            " http://a/ ",
            "\x00http://a/",
            "http://a b/",
            "http://a/b c?d e#f g",
            "http://a/b\tc",
        ),
        "characters that no host name has": (
            "http://a_b/",
            "http://a,b/",
            "http://a|b/",
            "http://a<b>/",
            "http://a^b/",
            "x://a<b>/",
            "http://a..b/",
        ),
        "another number of slashes, or none": (
            "http:a",
            "http:/a",
            "http:///a",
            "http:////a/b",
            "http://",
            "http:",
            "http:a?q#f",
            "http:?q",
            "http:@h/p",
            "http:/\\h/p",
            "x:a",
            "x:/a",
            "x:///a",
            "x://",
            "x:",
            "x:a?q#f",
        ),
        "no scheme": (
            "",
            "a",
            "a/b?c#d",
            "//a",
            "//a/b",
            "//u@h:80/p?q#f",
            "///a",
            "/a//b",
            "?q",
            "#f",
            "./a:b",
            ":a",
            "://a/b",
        ),
        "what a scheme may consist of": (
            "HTTP://H/",
            "a+b-c.1://h/p",
            "1a://h/p",
            "a%41://h/p",
            "a&b://h/p",
            "a_b://h/p",
            "\u00e9://h/p",
            "a b://h/p",
        ),
        "upper case and a dot at the end of the host": (
            "http://EXAMPLE.com/PATH?Query#Fragment",
            "x://HOST/",
            "http://h./",
            "http://h../",
            "http://U@H/",
        ),
        "a file, and a drive letter": (
            "file:///a/b",
            "file://h/a",
            "file://h",
            "file://h?q",
            "file://h#f",
            "file:/a",
            "file:a",
            "file://C:/a",
            "file:///C:/a",
            "file://C|/a",
            "file://localhost/a",
            "file:\\\\h\\a",
        ),
        "a scheme of its own syntax": (
            "mailto:a@b.example",
            "news:a@b",
            "urn:a:b",
            "data:text/plain,a?b#c",
            "javascript:a//b@c",
            "afs://a@b:1/c",
            "telnet://u:w@h:23/",
        ),
        "empty components, and ? and # more than once": (
            "http://a?",
            "http://a#",
            "http://a/?#",
            "http://a/b?c?d",
            "http://a/b#c#d",
            "http://a/b#c?d",
            "http://a/b?c#d/e@f",
        ),
        "escapes and dots in the path": (
            "http://a/%7Eb/%2f",
            "http://a/b/../c",
            "http://a/./b",
            "http://a/%2e%2e/b",
            "http://a//b",
            "http://a/b;c=1",
            "http://a/\u00e9?\u00e9#\u00e9",
        ),
    }
)

DEFAULT_CASES: tuple[UrlCase, ...] = tuple(_cases(_URLS))
"""The URLs, each with its reason; each once."""


def default_urls() -> tuple[str, ...]:
    """Return the URLs that an implementation is asked by default; the same in every run."""
    return tuple(case.url for case in DEFAULT_CASES)
