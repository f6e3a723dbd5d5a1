"""URL Standard, 4.1 to 4.3: URL records, their components, special schemes and drive letters."""

import functools
import re
from datetime import date
from enum import Enum
from functools import partial
from pathlib import Path
from typing import NamedTuple

from hexapla.documents.citation import Citation, Document, Provision, sections_of
from hexapla.documents.reading import Rationale
from hexapla.standard.component import Component, Form
from hexapla.standard.phases import NoUri, State, error
from hexapla.standard.rule import Phase, Rule, rules_by

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
"""The URL Standard, implemented as of 2 July 2026, commit 6ae8486, and as of earlier dates."""


_SECTIONS = sections_of(WHATWG, Path(__file__).with_name("headings.json"))


@functools.cache
def cite(section: str, state: str | None = None) -> Citation:
    """Cite a section, or a parser state (4.4) and a step in that state.

    Args:
        section: The section, or the state and the step.
        state: The state that the citation links to, if it also cites a section before the state.
    """
    if state is None and section[0].isalpha():
        states = re.findall("[a-z][a-z ]* state", section)
        state = states[-1] if states else None
    return _SECTIONS(section, state)


def provision(section: str, does: str) -> Provision:
    """Create a provision of a section or of a parser state."""
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
SCHEME, USERNAME, PASSWORD, HOST, PORT, PATH, QUERY, FRAGMENT = range(8)
"""The indexes of the components in a URL record."""


def with_component(components: State, place: int, text: str | None) -> State:
    """Replace one of the components."""
    return (*components[:place], text, *components[place + 1 :])


class Url(NamedTuple):
    """A URL record.

    The path is the output of the URL path serializer: the segments of a list are each preceded by a
    slash. A password is None if it is empty, and a username if it is empty and the password is
    None, because they aren't serialized then. (An empty password was serialized until 2017.)
    """

    scheme: str
    username: str | None
    password: str | None
    host: str | None
    port: str | None
    path: str
    query: str | None
    fragment: str | None


# 4.2 URL miscellaneous.

DEFAULT_PORTS = {"ftp": "21", "file": None, "http": "80", "https": "443", "ws": "80", "wss": "443"}
SPECIAL_SCHEMES = frozenset(DEFAULT_PORTS)


class Kind(Enum):
    """The kinds of schemes that the standard distinguishes; file isn't included in SPECIAL here."""

    SPECIAL = "special"
    FILE = "file"
    OTHER = "other"


_KINDS = dict.fromkeys(SPECIAL_SCHEMES, Kind.SPECIAL) | {"file": Kind.FILE}


def kind_of(scheme: str | None) -> Kind:
    """Return the kind of a scheme today, ignoring case; an absent scheme isn't special."""
    return Kind.OTHER if scheme is None else _KINDS.get(scheme.lower(), Kind.OTHER)


WINDOWS_DRIVE_LETTER = re.compile(r"[A-Za-z][:|]")
FIRST_WINDOWS_DRIVE_LETTER = re.compile(r"/[A-Za-z]:(?=/|\Z)")
"""A normalized Windows drive letter that is the first segment of a path."""

# 4.3 URL writing.

FORM_NAMES = {
    Form.ABSOLUTE: "absolute URL",
    Form.OPAQUE: "absolute URL with an opaque path",
    Form.NETWORK_PATH: "scheme-relative URL",
    Form.ABSOLUTE_PATH: "path-absolute URL",
    Form.RELATIVE_PATH: "path-relative-scheme-less URL",
    Form.EMPTY: "empty relative URL",
}

# Rules that rewrite or reject a component.

rewrites = partial(rule, Phase.NORMALISE, "rewrite")
"""Create a rule that rewrites a component."""


def refuses(section: str, about: str, error_name: str, name: str = "") -> Rule:
    """Create a rule that makes the parser return failure, with the validation error's name."""
    does = f"fails: {error_name}"
    return rule(Phase.NORMALISE, "refuse", section, about, does, name or error_name.lower())


@functools.cache
def failure_by(rule: Rule, section: str, *, named: bool) -> NoUri:
    """Return the outcome for a rule that makes the parser return failure.

    Args:
        rule: The rule.
        section: The step that fails; "" if it is the step that the rule cites.
        named: Whether the validation error has a name, as errors have had since February 2023.
    """
    says = rule.says if named else f"{rule.about} fails"
    return error(says, cite(section) if section else rule.citation)
