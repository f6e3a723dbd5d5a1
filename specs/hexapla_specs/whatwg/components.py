"""URL Standard, 1.3 and 4.1 to 4.3: percent-encoding, components, special schemes."""

import functools
import re
from collections.abc import Callable
from datetime import date
from enum import Enum
from functools import partial
from pathlib import Path

from hexapla.documents.citation import Citation, Document, Provision, sections_of
from hexapla.documents.reading import Rationale
from hexapla.standard.component import Component, Form
from hexapla.standard.phases import error
from hexapla.standard.rule import Phase, Rule, rules_by
from hexapla_specs.whatwg.substeps import Substep, Substeps

WHATWG = Document(
    id="whatwg",
    short_label="URL Standard",
    label="URL Standard",
    title="URL Standard",
    date=date(2012, 5, 24),
    url="https://url.spec.whatwg.org/",
    authors=("A. van Kesteren",),
    obsoletes=("rfc3986",),
    living=True,
)
"""What is implemented is its state of 2 July 2026, commit 6ae8486."""


_SECTIONS = sections_of(WHATWG, Path(__file__).with_name("headings.json"))


@functools.cache
def cite(section: str) -> Citation:
    """Return a citation of a section, or of a state of the URL parser (4.4) and a step in it."""
    states = re.findall("[a-z][a-z ]* state", section) if section[0].isalpha() else ()
    return _SECTIONS(section, states[-1] if states else None)


def provision(section: str, does: str) -> Provision:
    """Return what the standard specifies in a section, or in a state."""
    return Provision(cite(section), does)


rule = rules_by(cite)

# 4.1 URL representation: the components of a URL record, each with the state that fills it.

COMPONENTS = (
    Component(
        "scheme",
        "scheme",
        cite("scheme state 2.2"),
        suffix=":",
        made_of=Rationale(
            "a letter, then letters, digits, + - and .", cite("scheme start state, scheme state")
        ),
    ),
    Component("username", "authority", cite("authority state 1.4.4"), prefix="//"),
    Component("password", "authority", cite("authority state 1.4.3"), prefix=":"),
    Component("host", "authority", cite("host state 3.5"), prefix="//"),
    Component("port", "authority", cite("port state 2.1.3"), prefix=":"),
    Component("path", "path", cite("path state 1.4.2")),
    Component("query", "query", cite("query state 2.2"), prefix="?"),
    Component("fragment", "fragment", cite("fragment state 1.3"), prefix="#"),
)
USERNAME, PASSWORD, HOST, PORT, PATH, QUERY, FRAGMENT = range(1, 8)
"""The places of the components behind the scheme."""

Components = tuple[
    *tuple[str | None, str | None, str | None, str | None, str | None],
    *tuple[str, str | None, str | None],
]
"""Scheme, username, password, host, port, path, query, fragment; None is null, or not there yet."""

Parsed = tuple[str, *Components]
"""A text with its components behind it."""


# 4.2 URL miscellaneous.

DEFAULT_PORTS = {"ftp": "21", "file": None, "http": "80", "https": "443", "ws": "80", "wss": "443"}
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

# How a component is rewritten or refused.

rewrites = partial(rule, Phase.NORMALISE, "rewrite")
"""Makes a rule by which a component is rewritten."""


def refuses(section: str, about: str, error_name: str, name: str = "") -> Rule:
    """Return a rule by which the parser returns failure, with the name of its validation error."""
    does = f"is failure: {error_name}"
    return rule(Phase.NORMALISE, "refuse", section, about, does, name or error_name.lower())


def refusing(rule: Rule, applies: Callable[[str], bool] | None = None) -> Substep:
    """Return a step by which the parser returns failure."""
    failure = error(rule.says, rule.citation)
    return Substep(rule, lambda _: failure, applies)


# 1.3 Percent-encoded bytes: the characters of US-ASCII that each set leaves alone.

C0_CONTROL = frozenset(map(chr, range(0x20, 0x7F)))
FRAGMENT_SET = C0_CONTROL - frozenset(' "<>`')
QUERY_SET = C0_CONTROL - frozenset(' "#<>')
SPECIAL_QUERY_SET = QUERY_SET - frozenset("'")
PATH_SET = QUERY_SET - frozenset("?^`{}")
USERINFO_SET = PATH_SET - frozenset("/:;=@[\\]|")


def encoding(rule: Rule, left: frozenset[str]) -> tuple[Callable[[str], bool], Substep]:
    """Return what says whether a component needs encoding, and the step that does it."""
    others = re.compile(f"[^{re.escape(''.join(sorted(left)))}]+")
    needs = others.search

    def encode(text: str) -> str:
        return others.sub(lambda match: f"%{match[0].encode().hex('%').upper()}", text)

    def applies(text: str | None) -> bool:
        return text is not None and needs(text) is not None

    return applies, Substep(rule, encode, applies)


def encoded(place: int, rule: Rule, left: frozenset[str]) -> Substeps:
    """Return the steps for a component that is only percent-encoded."""
    applies, step = encoding(rule, left)
    return Substeps(place, (step,), applies)
