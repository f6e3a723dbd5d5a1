"""Ready witnesses: real parsers, each behind a small file of this folder that answers for it.

Such a file is a program that answers the questions on its standard input. With `--version` behind
its other arguments it writes the version that the parser itself gives, and ends; where it ends
otherwise, the parser is not on this machine.
"""

import subprocess
import sys
from pathlib import Path

import attrs

from hexapla.documents.reading import unknown
from hexapla.implementations.process import run_to_end
from hexapla.values.frozen import FrozenMapping

_FOLDER = Path(__file__).parent
# By the ends of their names: what runs the files. Python is kept from looking for modules beside
# the file, which is named as what it imports.
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
# Their languages have no JSON of their own.
_PLAIN = frozenset({".java", ".ml"})
_SECONDS_FOR_A_VERSION = 60
_PACKAGES = "pip install 'hexapla[witnesses]'"
_DEBIAN = "on Debian, apt-get install"


class AbsentError(Exception):
    """A ready witness is not on this machine; the message says why, and how to have it."""


@attrs.frozen
class Adapter:
    """A ready witness: a parser, and the file of this folder that answers for it.

    `name` is what a command names behind `ready:`; `title` says what is called, `language` what it
    is written in, `install` how to have it. `note` is what one has to know to read its answers.
    """

    name: str
    title: str
    language: str
    file: str
    install: str
    arguments: tuple[str, ...] = ()
    note: str | None = None

    @property
    def command(self) -> tuple[str, ...]:
        """The program that answers, with its arguments."""
        path = _FOLDER / self.file
        return *_RUNNERS[path.suffix], str(path), *self.arguments

    @property
    def plain(self) -> bool:
        """Whether it speaks the plain protocol."""
        return Path(self.file).suffix in _PLAIN

    def version(self) -> str:
        """Ask the parser for its version; raise `AbsentError` where it is not on this machine."""
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
"""All ready witnesses."""


def adapter(name: str) -> Adapter:
    """Give a ready witness by its name; raise a `LookupError` that lists all for another name."""
    by_name = {item.name: item for item in ADAPTERS}
    if name not in by_name:
        raise unknown("ready witness", name, by_name)
    return by_name[name]
