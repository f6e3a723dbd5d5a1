"""RFC 1738, sections 2, 3.1 and 5: the parts of a URL, the grammar, and parsing."""

import re
from datetime import date
from functools import partial
from pathlib import Path
from typing import NamedTuple

from hexapla.documents.citation import rfc, sections_of
from hexapla.documents.reading import Rationale, at_signs, colons
from hexapla.grammar import Grammar
from hexapla.standard.component import Component, Form
from hexapla.standard.phases import Options, new_record
from hexapla.standard.rule import Phase, rules_by
from hexapla.standard.syntax import Syntax, roles
from hexapla.standard.trace import Trace
from hexapla.text.span import Span

RFC1738 = rfc(
    1738,
    "Uniform Resource Locators (URL)",
    date(1994, 12, 1),
    "T. Berners-Lee",
    "L. Masinter",
    "M. McCahill",
    develops=("rfc1630",),
)
cite = sections_of(RFC1738, Path(__file__).with_name("headings.json"))
provision, rule = cite.provision, rules_by(cite)

# 2.1 The main parts of URLs, 3.1 Common Internet Scheme Syntax. The slash between the host or port
# and the url-path is not part of the url-path. The scheme-specific-part (2.1) is called schemepart,
# as in the grammar (5); if it doesn't begin with //, it is a single part.

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


class Url(NamedTuple):
    """The text of a URL, and its parts (2.1, 3.1)."""

    text: str
    scheme: str | None
    schemepart: str | None
    user: str | None
    password: str | None
    host: str | None
    port: str | None
    url_path: str | None


FORM_NAMES = {
    Form.ABSOLUTE: "URL of the common Internet scheme syntax",
    Form.OPAQUE: "URL",
    Form.RELATIVE_PATH: "not a URL",
    Form.EMPTY: "not a URL",
}


def form(parts: Url) -> Form:
    """Return the kind of a string: a URL of the common Internet syntax, another URL, or neither."""
    text, scheme, schemepart, *_ = parts
    if scheme is None:
        return Form.RELATIVE_PATH if text else Form.EMPTY
    if schemepart is None:
        return Form.ABSOLUTE
    return Form.OPAQUE


def spans(parts: Url) -> tuple[Span | None, ...]:
    """Return the span of each part, or None if it is absent; a host follows "//" or "@".

    A string without a scheme has no spans: section 2.3 leaves relative forms to other documents, so
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
    components=(
        "scheme",
        "user",
        "password",
        "host",
        "port",
        "urlpath",
        "httpurl",
        "ftpurl",
        "newsurl",
        "nntpurl",
        "telneturl",
        "gopherurl",
        "waisurl",
        "mailtourl",
        "fileurl",
        "prosperourl",
        "otherurl",
    ),
    settled_by=Rationale(
        "otherurl is for new schemes, which follow the general syntax.", cite("5")
    ),
)

# 2.1: scheme names, in which programs should treat upper case as equivalent to lower case.

SCHEME = re.compile(r"[A-Za-z0-9+.\-]+")

# Readings: 3.1 shows only a single "@" before the host and a single ":" after it.

AT_SIGNS = at_signs(cite("3.1"), cite("3.1"), "user and password have")
COLONS = colons(cite("3.1"), cite("3.1"))

# Parsing. Each rule is traced, even if the string lacks the parts that the rule splits off.

_cut = partial(rule, Phase.SPLIT)
CUT_SCHEME = _cut("cut-scheme", "2.1", "a scheme", "ends at the colon")
CUT_COMMON = _cut(
    "cut-authority", "3.1", "text after scheme://", "is user, password, host, port and url-path"
)


def parse(text: str, options: Options, trace: Trace | None) -> Url:
    """Parse a URL into its scheme (2.1) and the parts of the common Internet syntax (3.1)."""
    # 2.1: <scheme>:<scheme-specific-part>. A string without a scheme is kept as a schemepart.
    scheme: str | None = None
    schemepart: str | None = text
    if ":" in text:
        before, _, after = text.partition(":")
        if SCHEME.fullmatch(before):
            scheme, schemepart = before, after
    if trace:
        trace.cuts(CUT_SCHEME, (scheme, schemepart, None, None, None, None, None))

    # 3.1: //<user>:<password>@<host>:<port>/<url-path>
    user = password = host = port = url_path = None
    if scheme is not None and schemepart is not None and schemepart.startswith("//"):
        login, slash, after = schemepart[2:].partition("/")
        user, password, host, port = parse_login(login, options)
        if slash:
            url_path = after
        schemepart = None
    url = new_record(Url, (text, scheme, schemepart, user, password, host, port, url_path))
    if trace:
        trace.cuts(CUT_COMMON, url[1:])
    return url


def parse_login(login: str, options: Options) -> tuple[str | None, str | None, str, str | None]:
    """Parse [ user [ ":" password ] "@" ] host [ ":" port ] (3.1); absent parts are None."""
    user: str | None = None
    password: str | None = None
    before, at, hostport = login.rpartition("@")
    if "@" in before and options[AT_SIGNS.name] == "first":
        before, at, hostport = login.partition("@")
    if at:
        user, colon, after = before.partition(":")
        if colon:
            password = after
    host, colon, port = hostport.partition(":")
    if ":" in port and options[COLONS.name] == "last":
        host, colon, port = hostport.rpartition(":")
    if not colon:
        return user, password, host, None
    return user, password, host, port


def login_of(user: str | None, password: str | None, host: str | None, port: str | None) -> str:
    """Join the parts that `parse_login` returned into a login (3.1)."""
    login = host or ""
    if user is not None:
        account = user
        if password is not None:
            account = f"{user}:{password}"
        login = f"{account}@{login}"
    if port is not None:
        login = f"{login}:{port}"
    return login
