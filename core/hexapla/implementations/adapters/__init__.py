"""Adapters: small programs, each of which asks a real parser and answers for it.

Each is a file in this folder that answers the questions on its standard input: to resolve, to
parse, or both. With `--version` after its other arguments it writes the version that the parser
itself tells, and ends with exit code 0; where it can't, the parser is not on this machine.

Components are what the parser tells of them, as it gives them. Where it has "", or a number such as
-1, both for an empty component and for one that is not there, the component is not there. Where it
gives a userinfo only decoded, and there is one, nothing is told of it.
"""

from hexapla.documents.reading import unknown
from hexapla.implementations.adapters.one_adapter import AbsentError, Adapter

__all__ = [
    "ADAPTERS",
    "PARSERS",
    "RESOLVERS",
    "AbsentError",
    "Adapter",
    "adapter",
    "parser",
    "resolver",
]

_PYTHON = "it comes with Python"
_PACKAGES = "pip install 'hexapla[implementations]'"
_DEBIAN = "on Debian, apt-get install"
_NODE = f"{_DEBIAN} nodejs"
_JAVA = f"{_DEBIAN} default-jdk-headless"

_ALIKE = "An empty userinfo, host, query or fragment is not told from one that is not there"
_DEFAULT_PORT = "Where there is no port, it is that of the scheme, if the parser knows one"
_URL_STANDARD = (
    "Whether an empty part is there is read in its href, where a port is left out that is the "
    "scheme's."
)

ADAPTERS = (
    Adapter(
        "urllib.parse",
        "CPython",
        "urllib.parse.urljoin",
        "urllib.parse.urlsplit",
        "Python",
        "cpython.py",
        _PYTHON,
        parsing_note="The host is `hostname`, in lower case and without brackets. Nothing is told "
        "of a port that raises an error when it is asked for. An empty host, query or fragment is "
        "not told from one that is not there.",
    ),
    Adapter(
        "rfc3986",
        "rfc3986",
        "URIReference.resolve_with",
        "uri_reference",
        "Python",
        "rfc3986.py",
        _PACKAGES,
        parsing_note="In an authority that it finds invalid, it reads nothing. An empty path is "
        "None.",
    ),
    Adapter(
        "hyperlink",
        "hyperlink",
        "URL.click",
        "URL.from_text",
        "Python",
        "hyperlink.py",
        _PACKAGES,
        parsing_note=f"{_ALIKE}. {_DEFAULT_PORT}. The path and the query are put together from the "
        "segments and the pairs that it gives.",
    ),
    Adapter("uritools", "uritools", "urijoin", "urisplit", "Python", "uritools.py", _PACKAGES),
    Adapter(
        "yarl",
        "yarl",
        "URL.join",
        "URL",
        "Python",
        "yarl.py",
        _PACKAGES,
        parsing_note="Its raw parts, in which escapes are written anew, and the explicit port. "
        f"{_ALIKE}.",
    ),
    Adapter(
        "furl",
        "furl",
        "furl.join",
        "furl",
        "Python",
        "furl.py",
        _PACKAGES,
        parsing_note=f"It gives a userinfo only decoded. {_DEFAULT_PORT}. An empty query or "
        "fragment is not told from one that is not there.",
    ),
    Adapter(
        "urllib3",
        "urllib3",
        None,
        "parse_url",
        "Python",
        "urllib3.py",
        _PACKAGES,
        parsing_note="An empty path is None, an empty userinfo too.",
    ),
    Adapter(
        "requests",
        "requests",
        None,
        "what get would send, and where to",
        "Python",
        "requests.py",
        _PACKAGES,
        parsing_note="Scheme, host and port are those of the server that it would connect to, path "
        "and query those of the request's target. Of the userinfo, which becomes a header, and of "
        "the fragment, which is not sent, nothing is told.",
    ),
    Adapter(
        "httpx",
        "httpx",
        None,
        "URL",
        "Python",
        "httpx.py",
        _PACKAGES,
        parsing_note="The host is `raw_host`, to which it connects. A port is None that is the "
        "scheme's. An empty userinfo or host is not told from one that is not there.",
    ),
    Adapter(
        "ada",
        "Ada",
        "a URL parsed with a base",
        "a URL parsed",
        "C++",
        "ada.py",
        _PACKAGES,
        note="The version is that of its Python package.",
        parsing_note=_URL_STANDARD,
    ),
    Adapter(
        "java.net.URI",
        "java.net.URI",
        "resolve",
        "new URI",
        "Java",
        "JavaNetUri.java",
        _JAVA,
        parsing_note="Its raw parts. Where the authority is none of a server, it has no host, "
        "and where the URI is opaque, no path.",
    ),
    Adapter(
        "java.net.URL",
        "java.net.URL",
        None,
        "new URL",
        "Java",
        "JavaNetUrl.java",
        _JAVA,
        parsing_note="It knows few schemes. An empty host is not told from one that is not there.",
    ),
    Adapter(
        "node-URL",
        "Node",
        "new URL with a base",
        "new URL",
        "JavaScript",
        "node_url.js",
        _NODE,
        ("URL",),
        parsing_note=_URL_STANDARD,
    ),
    Adapter(
        "node-url.resolve",
        "Node",
        "the legacy url.resolve",
        None,
        "JavaScript",
        "node_url.js",
        _NODE,
        ("legacy",),
    ),
    Adapter(
        "node-url.parse",
        "Node",
        None,
        "the legacy url.parse",
        "JavaScript",
        "node_url.js",
        _NODE,
        ("legacy",),
        parsing_note="The host is `hostname`, without brackets. It gives a userinfo only decoded.",
    ),
    Adapter(
        "go-net-url",
        "Go",
        None,
        "net/url, Parse",
        "Go",
        "go_url.go",
        f"{_DEBIAN} golang-go",
        parsing_note="The host is `Hostname()`, without brackets. It gives a userinfo only decoded."
        " An empty host, port or fragment is not told from one that is not there. Of the path of an"
        " opaque URL nothing is told.",
    ),
    Adapter(
        "php-parse_url",
        "PHP",
        None,
        "parse_url",
        "PHP",
        "php_parse_url.php",
        f"{_DEBIAN} php-cli",
        parsing_note="A control character becomes an underscore, and an empty path is no path.",
    ),
    Adapter(
        "perl-URI",
        "Perl",
        "URI->new_abs",
        "URI->new",
        "Perl",
        "perl_uri.pl",
        f"{_DEBIAN} liburi-perl",
        parsing_note="It decodes a host, and leaves its brackets out. For a scheme that it does not"
        f" know, nothing is told of the parts of an authority. {_DEFAULT_PORT}.",
    ),
    *(
        Adapter(
            f"ruby-{parser}",
            "Ruby",
            f"URI::{parser}#join",
            f"URI::{parser}#parse",
            "Ruby",
            "ruby_uri.rb",
            f"{_DEBIAN} ruby",
            (parser,),
            parsing_note=f"{_DEFAULT_PORT}. An opaque URI has no path.",
        )
        for parser in ("RFC3986_Parser", "RFC2396_Parser")
    ),
    Adapter(
        "libxml2",
        "libxml2",
        "xmlBuildURI",
        "xmlParseURIRaw",
        "C",
        "libxml2.py",
        f"{_DEBIAN} libxml2",
        parsing_note="Asked to leave escapes as they are. Empty parts of an authority and an empty "
        "path are NULL.",
    ),
    Adapter(
        "libcurl",
        "libcurl",
        "curl_url_set",
        "curl_url_get",
        "C",
        "libcurl.py",
        f"{_DEBIAN} libcurl4",
        note="A handle is set to the base, and then to the reference, with any scheme allowed.",
        parsing_note="Any scheme is allowed. The zone of an IPv6 address is no part of the host.",
    ),
    Adapter(
        "uriparser",
        "uriparser",
        "uriAddBaseUri",
        "uriParseSingleUri",
        "C",
        "uriparser.py",
        f"{_DEBIAN} liburiparser1",
        note="An old one does not tell its version, and has that of the library's file here.",
        parsing_note="The host is without brackets. The path is put together from the segments "
        "that it gives.",
    ),
    Adapter(
        "glib",
        "GLib",
        "g_uri_resolve_relative",
        "g_uri_split",
        "C",
        "glib.py",
        f"{_DEBIAN} libglib2.0-0",
        note="Asked to leave escapes as they are (G_URI_FLAGS_ENCODED).",
        parsing_note="Asked to leave escapes as they are. The host is without brackets.",
    ),
    Adapter(
        "Neturl",
        "OCaml Neturl",
        "apply_relative_url",
        "url_of_string",
        "OCaml",
        "neturl.ml",
        f"{_DEBIAN} ocaml ocaml-findlib libocamlnet-ocaml-dev",
        note="One syntax is given for all schemes, in which every part may be left out. Where the "
        "library does not tell its version, it is Debian's.",
        parsing_note="Its encoded parts. The path is put together from the segments that it gives.",
    ),
    Adapter(
        "lynx",
        "Lynx",
        "a link in a page with a base",
        None,
        "C",
        "lynx.py",
        f"{_DEBIAN} lynx",
        note="It has no function to ask: this is the address that it lists for a link in a page "
        "with a BASE element. Where it names the page itself, the current document, the base's URI "
        "stands for that. It cuts blanks off, and knows its own schemes best.",
    ),
)
"""All adapters, in the order in which they are listed."""

RESOLVERS = tuple(item for item in ADAPTERS if item.resolving is not None)
"""Those that can be asked to resolve."""

PARSERS = tuple(item for item in ADAPTERS if item.parsing is not None)
"""Those that can be asked to parse."""


def adapter(name: str) -> Adapter:
    """Return the adapter of a name; raise a `LookupError` that lists all names for another."""
    by_name = {item.name: item for item in ADAPTERS}
    if name not in by_name:
        raise unknown("adapter", name, by_name)
    return by_name[name]


def resolver(name: str) -> Adapter:
    """Return the adapter of a name; raise a `LookupError` where it can't be asked to resolve."""
    named = adapter(name)
    if named.resolving is None:
        raise LookupError(f"the adapter {name} only parses, and does not resolve")
    return named


def parser(name: str) -> Adapter:
    """Return the adapter of a name; raise a `LookupError` where it can't be asked to parse."""
    named = adapter(name)
    if named.parsing is None:
        raise LookupError(f"the adapter {name} only resolves, and does not parse")
    return named
