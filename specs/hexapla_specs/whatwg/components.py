"""URL Standard, 4.1 to 4.3: the components of a URL record, special schemes, drive letters."""

import re
from enum import Enum

from hexapla.documents.reading import Rationale
from hexapla.standard.component import Component, Form
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.whatwg.document import cite, cite_state

# 4.1 URL representation: the components of a URL record, each with the state that fills it.

COMPONENTS = (
    Component(
        *("scheme", "scheme", cite_state("scheme", "2.2")),
        suffix=":",
        made_of=Rationale(
            "a letter, then letters, digits, + - and .",
            cite("scheme start state, scheme state", "scheme state"),
        ),
    ),
    Component("username", "authority", cite_state("authority", "1.4.4"), prefix="//"),
    Component("password", "authority", cite_state("authority", "1.4.3"), prefix=":"),
    Component("host", "authority", cite_state("host", "3.5"), prefix="//"),
    Component("port", "authority", cite_state("port", "2.1.3"), prefix=":"),
    Component("path", "path", cite_state("path", "1.4.2")),
    Component("query", "query", cite_state("query", "2.2"), prefix="?"),
    Component("fragment", "fragment", cite_state("fragment", "1.3"), prefix="#"),
)
USERNAME, PASSWORD, HOST, PORT, PATH, QUERY, FRAGMENT = range(1, 8)
"""The places of the components behind the scheme."""

Components = tuple[
    str | None,
    str | None,
    str | None,
    str | None,
    str | None,
    str,
    str | None,
    str | None,
]
"""Scheme, username, password, host, port, path, query, fragment; None is null, or not there yet."""

Parsed = tuple[
    str,
    str | None,
    str | None,
    str | None,
    str | None,
    str | None,
    str,
    str | None,
    str | None,
]
"""A text with its components behind it."""


# 4.2 URL miscellaneous.

DEFAULT_PORTS = FrozenMapping(
    {"ftp": "21", "file": None, "http": "80", "https": "443", "ws": "80", "wss": "443"}
)
SPECIAL_SCHEMES = frozenset(DEFAULT_PORTS)


class Kind(Enum):
    """The kinds of schemes that the standard tells apart; a special one is not file here."""

    SPECIAL = "special"
    FILE = "file"
    OTHER = "other"


SPECIAL_GOPHER = "gopher:"
"""What stands for the scheme gopher as of a date at which it is special; no scheme has a colon."""

_KINDS = dict.fromkeys((*SPECIAL_SCHEMES, SPECIAL_GOPHER), Kind.SPECIAL) | {"file": Kind.FILE}


def kind_of(scheme: str | None) -> Kind:
    """Return the kind of a scheme, in whatever case; one that is not there is not special."""
    if scheme is None:
        return Kind.OTHER
    return _KINDS.get(scheme) or _KINDS.get(scheme.lower(), Kind.OTHER)


def has_opaque_path(url: Components) -> bool:
    """4.1: say whether the path is opaque; no such path begins with a slash."""
    scheme, _, _, host, _, path, _, _ = url
    return host is None and not path.startswith("/") and kind_of(scheme) is Kind.OTHER


DRIVE_LETTER = re.compile(r"[A-Za-z][:|]")
STARTS_WITH_DRIVE_LETTER = re.compile(r"[A-Za-z][:|](?=/|\Z)")
"""4.2: backslashes are slashes already, and query and fragment are cut off."""

FIRST_DRIVE_LETTER = re.compile(r"/[A-Za-z]:(?=/|\Z)")
"""A normalised drive letter that is the first segment of a path."""

# 4.3 URL writing.

FORM_NAMES = {
    Form.ABSOLUTE: "absolute URL",
    Form.OPAQUE: "absolute URL with an opaque path",
    Form.NETWORK_PATH: "scheme-relative URL",
    Form.ABSOLUTE_PATH: "path-absolute URL",
    Form.RELATIVE_PATH: "path-relative-scheme-less URL",
    Form.EMPTY: "empty relative URL",
}
