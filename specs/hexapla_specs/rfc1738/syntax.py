"""RFC 1738, sections 2, 3.1 and 5: the parts of a URL, the grammar, parsing."""

import re
from datetime import date
from pathlib import Path

from hexapla.documents.citation import rfc, sections_of
from hexapla.documents.reading import Rationale, at_signs, colons
from hexapla.grammar import Grammar
from hexapla.standard.component import Component, Form
from hexapla.standard.phases import Options, ParsingStep
from hexapla.standard.rule import Phase, rules_by
from hexapla.standard.syntax import Syntax, roles
from hexapla.text.span import Span

RFC1738 = rfc(
    *(1738, "Uniform Resource Locators (URL)", date(1994, 12, 1)),
    *("T. Berners-Lee", "L. Masinter", "M. McCahill"),
    develops=("rfc1630",),
)
cite = sections_of(RFC1738, Path(__file__).with_name("headings.json"))
provision, rule = cite.provision, rules_by(cite)

# 2.1 The main parts of URLs, 3.1 Common Internet Scheme Syntax. The slash between host or port and
# url-path is no part of the url-path. A schemepart that does not begin with // is one part.

_SCHEME_CHARACTERS = Rationale("letters, digits, + . and -", cite("2.1"))
COMPONENTS = (
    Component("scheme", "scheme", cite("2.1"), suffix=":", made_of=_SCHEME_CHARACTERS),
    Component("schemepart", "path", cite("2.1")),
    Component("user", "authority", cite("3.1"), prefix="//"),
    Component("password", "authority", cite("3.1"), prefix=":"),
    Component("host", "authority", cite("3.1"), prefix="//"),
    Component("port", "authority", cite("3.1"), prefix=":"),
    Component("url-path", "path", cite("3.1"), prefix="/"),
)

Parsed = tuple[
    str, str | None, str | None, str | None, str | None, str | None, str | None, str | None
]
"""The text, then scheme, schemepart, user, password, host, port, url-path."""

FORM_NAMES = {
    Form.ABSOLUTE: "URL of the common Internet scheme syntax",
    Form.OPAQUE: "URL",
    Form.RELATIVE_PATH: "no URL",
    Form.EMPTY: "no URL",
}


def form(parts: Parsed) -> Form:
    """Return whether a text is a URL, and of which kind."""
    text, scheme, schemepart, *_ = parts
    if scheme is None:
        return Form.RELATIVE_PATH if text else Form.EMPTY
    return Form.ABSOLUTE if schemepart is None else Form.OPAQUE


def spans(parts: Parsed) -> tuple[Span | None, ...]:
    """Return the span of each part; before a host stands // or, after a user, @.

    There is none in a text without a scheme: section 2.3 leaves relative forms to others, so that
    RFC 1738 has no rule for their parts.
    """
    _, scheme, schemepart, user, password, host, port, url_path = parts
    if scheme is None:
        return (None,) * len(COMPONENTS)
    spans: list[Span | None] = []
    position = 0
    for part, before in (
        (scheme, 0),
        (schemepart, 1),
        (user, 3),
        (password, 1),
        (host, 3 if user is None else 1),
        (port, 1),
        (url_path, 1),
    ):
        if part is None:
            spans.append(None)
            continue
        start = position + before
        position = start + len(part)
        spans.append(Span(start, position))
    return tuple(spans)


# 5 BNF for specific URL schemes.

SYNTAX = Syntax(
    Grammar(Path(__file__).with_name("grammar.abnf")),
    roles=roles(
        "reference=url, absolute=genericurl, scheme, authority=login, user information=user, "
        "host, port, path=urlpath, segment=hsegment, query=search, unreserved, reserved, escape"
    ),
    components=("scheme", "user", "password", "host", "port", "urlpath"),
)

# 2.1: scheme names; programs should take upper case for lower.

SCHEME = re.compile(r"[A-Za-z0-9+.\-]+")

# Readings: 3.1 has one "@" and one ":" around the host.

AT_SIGNS = at_signs(cite("3.1"), cite("3.1"), "user and password have")
COLONS = colons(cite("3.1"), cite("3.1"))

# Parsing.


def parse_scheme(url: str) -> tuple[str, str | None]:
    """2.1: what stands before the colon is the scheme."""
    scheme, _, after = url.partition(":")
    return (after, scheme) if SCHEME.fullmatch(scheme) else (url, None)


def parse_schemepart(
    schemepart: str, scheme: str | None, options: Options
) -> tuple[str, str | None, str | None, str | None, str | None, str | None, str | None]:
    """3.1: after // stand user, password, host, port and url-path."""
    if scheme is None or not schemepart.startswith("//"):
        return "", schemepart, None, None, None, None, None
    login, slash, url_path = schemepart[2:].partition("/")
    user, password, host, port = parse_login(login, options)
    return "", None, user, password, host, port, url_path if slash else None


def parse_login(login: str, options: Options) -> tuple[str | None, str | None, str, str | None]:
    """3.1: [ user [ ":" password ] "@" ] host [ ":" port ]; empty and none differ."""
    user: str | None = None
    password: str | None = None
    before, at, hostport = login.rpartition("@")
    if "@" in before and options[AT_SIGNS.name] == "first":
        before, at, hostport = login.partition("@")
    if at:
        user, colon, after = before.partition(":")
        password = after if colon else None
    host, colon, port = hostport.partition(":")
    if ":" in port and options[COLONS.name] == "last":
        host, colon, port = hostport.rpartition(":")
    return user, password, host, port if colon else None


CUT_SCHEME = rule(Phase.SPLIT, "cut-scheme", "2.1", "the scheme", "ends at the colon")
CUT_COMMON = rule(
    *(Phase.SPLIT, "cut-authority", "3.1"),
    *("what follows //", "is user, password, host, port and url-path"),
)
_SCHEME, *_REST = (component.name for component in COMPONENTS)
PARSING = (
    ParsingStep(CUT_SCHEME, (_SCHEME,), parse_scheme, ":"),
    ParsingStep(CUT_COMMON, tuple(_REST), parse_schemepart),
)
