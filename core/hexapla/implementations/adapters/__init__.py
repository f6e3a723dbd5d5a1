"""Adapters: small programs, each of which asks a real parser and answers for it.

Each is a file in this folder that answers the questions on its standard input. With `--version`
after its other arguments it writes the version that the parser itself tells, and ends with exit
code 0; where it can't, the parser is not on this machine.
"""

import subprocess
import sys
from pathlib import Path

import attrs

from hexapla.documents.reading import unknown
from hexapla.implementations.child_process import run_to_end
from hexapla.values.frozen import FrozenMapping

_FOLDER = Path(__file__).parent
# What runs a file, by the suffix of its name. With -P, Python does not look for modules in this
# folder, where a file may have the name of the module that it imports.
_RUNNERS = FrozenMapping(
    {
        ".java": ("java",),
        ".js": ("node",),
        ".ml": ("ocaml",),
        ".pl": ("perl",),
        ".py": (sys.executable, "-P"),
        ".rb": ("ruby",),
    }
)
# Languages without JSON in their standard library.
_PLAIN = frozenset({".java", ".ml"})
_SECONDS_FOR_A_VERSION = 60
_PACKAGES = "pip install 'hexapla[implementations]'"
_DEBIAN = "on Debian, apt-get install"


class AbsentError(Exception):
    """A parser is not on this machine; the message says why, and how to install it."""


@attrs.frozen(repr=False)
class Adapter:
    """What makes a parser testable: the program in this folder that asks it.

    Attributes:
        name: The name by which a command selects it, as in `adapter:ada`.
        title: Which function of which library is called.
        language: The programming language of the parser.
        file: The name of the file in this folder.
        install: How to install the parser.
        arguments: The arguments of the program.
        note: What one has to know to read the parser's answers.
    """

    name: str
    title: str
    language: str
    file: str
    install: str
    arguments: tuple[str, ...] = ()
    note: str | None = None

    def __repr__(self) -> str:
        return f"<Adapter {self.name}: {self.title}>"

    @property
    def command(self) -> tuple[str, ...]:
        """The command that starts the program."""
        path = _FOLDER / self.file
        return *_RUNNERS[path.suffix], str(path), *self.arguments

    @property
    def plain(self) -> bool:
        """Whether the program uses the plain protocol."""
        return Path(self.file).suffix in _PLAIN

    def version(self) -> str:
        """Return the parser's version; raise `AbsentError` where it is not on this machine."""
        try:
            ended = run_to_end((*self.command, "--version"), _SECONDS_FOR_A_VERSION)
        except FileNotFoundError:
            raise self._absent(f"there is no {self.command[0]}") from None
        except subprocess.TimeoutExpired:
            raise self._absent(f"it gave no version in {_SECONDS_FOR_A_VERSION} s") from None
        said = ended.stdout.decode("utf-8", "backslashreplace").strip()
        if ended.returncode or not said:
            words = ended.stderr.decode("utf-8", "backslashreplace").strip().splitlines()
            raise self._absent(words[-1] if words else "it gave no version")
        return said.splitlines()[0]

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            "name": self.name,
            "title": self.title,
            "language": self.language,
            "install": self.install,
            "note": self.note,
        }

    def _absent(self, why: str) -> AbsentError:
        return AbsentError(f"{why}; to have it: {self.install}")


ADAPTERS = (
    Adapter("urllib.parse", "CPython, urllib.parse.urljoin", "Python", "cpython.py", _DEBIAN),
    Adapter("rfc3986", "rfc3986, URIReference.resolve_with", "Python", "rfc3986.py", _PACKAGES),
    Adapter("hyperlink", "hyperlink, URL.click", "Python", "hyperlink.py", _PACKAGES),
    Adapter("uritools", "uritools, urijoin", "Python", "uritools.py", _PACKAGES),
    Adapter("yarl", "yarl, URL.join", "Python", "yarl.py", _PACKAGES),
    Adapter("furl", "furl, furl.join", "Python", "furl.py", _PACKAGES),
    Adapter(
        "ada",
        "Ada, a URL parsed with a base",
        "C++",
        "ada.py",
        _PACKAGES,
        note="The version is that of its Python package.",
    ),
    Adapter(
        "java.net.URI",
        "java.net.URI, resolve",
        "Java",
        "JavaNetUri.java",
        f"{_DEBIAN} default-jdk-headless",
    ),
    Adapter(
        "node-URL",
        "Node, new URL with a base",
        "JavaScript",
        "node_url.js",
        f"{_DEBIAN} nodejs",
        ("URL",),
    ),
    Adapter(
        "node-url.resolve",
        "Node, the legacy url.resolve",
        "JavaScript",
        "node_url.js",
        f"{_DEBIAN} nodejs",
        ("legacy",),
    ),
    Adapter("perl-URI", "Perl, URI->new_abs", "Perl", "perl_uri.pl", f"{_DEBIAN} liburi-perl"),
    *(
        Adapter(
            f"ruby-{parser}",
            f"Ruby, URI::{parser}#join",
            "Ruby",
            "ruby_uri.rb",
            f"{_DEBIAN} ruby",
            (parser,),
        )
        for parser in ("RFC3986_Parser", "RFC2396_Parser")
    ),
    Adapter("libxml2", "libxml2, xmlBuildURI", "C", "libxml2.py", f"{_DEBIAN} libxml2"),
    Adapter(
        "libcurl",
        "libcurl, curl_url_set",
        "C",
        "libcurl.py",
        f"{_DEBIAN} libcurl4",
        note="A handle is set to the base, and then to the reference, with any scheme allowed.",
    ),
    Adapter(
        "uriparser",
        "uriparser, uriAddBaseUri",
        "C",
        "uriparser.py",
        f"{_DEBIAN} liburiparser1",
        note="An old one does not tell its version, and has that of the library's file here.",
    ),
    Adapter(
        "glib",
        "GLib, g_uri_resolve_relative",
        "C",
        "glib.py",
        f"{_DEBIAN} libglib2.0-0",
        note="Asked to leave escapes as they are (G_URI_FLAGS_ENCODED).",
    ),
    Adapter(
        "Neturl",
        "OCaml Neturl, apply_relative_url",
        "OCaml",
        "neturl.ml",
        f"{_DEBIAN} ocaml ocaml-findlib libocamlnet-ocaml-dev",
        note="One syntax is given for all schemes, in which every part may be left out. Where the "
        "library does not tell its version, it is Debian's.",
    ),
    Adapter(
        "lynx",
        "Lynx, a link in a page with a base",
        "C",
        "lynx.py",
        f"{_DEBIAN} lynx",
        note="It has no function to ask: this is the address that it lists for a link in a page "
        "with a BASE element. Where it names the page itself, the current document, the base's URI "
        "stands for that. It cuts blanks off, and knows its own schemes best.",
    ),
)
"""All adapters, in the order in which they are listed."""


def adapter(name: str) -> Adapter:
    """Return the adapter of a name; raise a `LookupError` that lists all names for another."""
    by_name = {item.name: item for item in ADAPTERS}
    if name not in by_name:
        raise unknown("adapter", name, by_name)
    return by_name[name]
