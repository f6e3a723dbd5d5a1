"""Search frames for the URL Standard: without these long references, a search misses some rules."""

from hexapla.standard.frame import SearchFrame

USERINFO = SearchFrame("//", ("a", ":", "@", ";", "|", "é"), 3, "@a/")
HOSTS = SearchFrame(
    "//", ("a", "A", "1", "é", "1.", "256.", "0x7f.", "1.1.1.", "xn--", "\u00ad"), 3, "/"
)
IPV6 = SearchFrame(
    "//[",
    ("1", ":1", "::", ".1", "g", "%25", "256", "1.1.1.", "1:1:1:", "1:1:1:1:"),
    4,
    "]/",
)
PORTS = SearchFrame("//a", (":", "0", "1", "80", "65536", "a"), 3, "/")
SLASHES = SearchFrame("http:", ("a", "/", "\\", "@", "?"), 4, "a/")
DOTS = SearchFrame("a/", (".", "%2e", "/", "a"), 5)
OPAQUE_PATHS = SearchFrame("a:", ("a", "/", ".", "..", " ", "?", "#"), 4)
QUERIES = SearchFrame("a?", ("a", "'", '"', " ", "é"), 2)

# Each printable US-ASCII character in each component: percent-encode sets and forbidden code points
# differ from date to date.
_PRINTABLE = tuple(map(chr, range(0x20, 0x7F)))
CHARACTERS_OF_USERINFO = SearchFrame("//", _PRINTABLE, 1, "@a/")
CHARACTERS_OF_HOSTS = SearchFrame("//a", _PRINTABLE, 1, "/")
CHARACTERS_OF_PATHS = SearchFrame("a", _PRINTABLE, 1)
CHARACTERS_OF_OPAQUE_PATHS = SearchFrame("a:a", _PRINTABLE, 1)
CHARACTERS_OF_QUERIES = SearchFrame("?", _PRINTABLE, 1)
CHARACTERS_OF_FRAGMENTS = SearchFrame("#", _PRINTABLE, 1)

SEARCH_FRAMES = (
    USERINFO,
    HOSTS,
    IPV6,
    PORTS,
    SLASHES,
    DOTS,
    OPAQUE_PATHS,
    QUERIES,
    CHARACTERS_OF_USERINFO,
    CHARACTERS_OF_HOSTS,
    CHARACTERS_OF_PATHS,
    CHARACTERS_OF_OPAQUE_PATHS,
    CHARACTERS_OF_QUERIES,
    CHARACTERS_OF_FRAGMENTS,
)
