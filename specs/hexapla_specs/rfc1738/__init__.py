"""RFC 1738, Uniform Resource Locators (T. Berners-Lee, L. Masinter, M. McCahill, December 1994).

The memo defines absolute URLs only (2.3), so that resolving what has no scheme is undefined here.
"""

import re
from pathlib import Path

from hexapla.grammar import Grammar
from hexapla.standard.reference import Component, Form
from hexapla.standard.resolution import (
    Move,
    NoUri,
    Outcome,
    Phase,
    Reason,
    Rule,
    Target,
    Trace,
    conclude,
    error,
)
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import Syntax
from hexapla.text.span import Span
from hexapla_specs.rfc1738.document import RFC1738
from hexapla_specs.rfc1738.document import cite as _cite
from hexapla_specs.rfc1738.equivalence import Rfc1738Equivalence
from hexapla_specs.rfc1738.escaping import Rfc1738Escaping
from hexapla_specs.rfc1738.extraction import Rfc1738Extraction
from hexapla_specs.rfc1738.schemes import Rfc1738Schemes

# 2.1 The main parts of URLs, 3.1 Common Internet Scheme Syntax. The slash between host or port and
# url-path is no part of the url-path. A schemepart that does not begin with // is one part.

_COMMON = "Common Internet Scheme Syntax"
COMPONENTS = (
    Component("scheme", "scheme", _cite("2.1", "The main parts of URLs"), suffix=":"),
    Component("schemepart", "path", _cite("2.1", "The main parts of URLs")),
    Component("user", "authority", _cite("3.1", _COMMON), prefix="//"),
    Component("password", "authority", _cite("3.1", _COMMON), prefix=":"),
    Component("host", "authority", _cite("3.1", _COMMON), prefix="//"),
    Component("port", "authority", _cite("3.1", _COMMON), prefix=":"),
    Component("url-path", "path", _cite("3.1", _COMMON), prefix="/"),
)
# The text, then scheme, schemepart, user, password, host, port, url-path.
Split = tuple[
    str,
    str | None,
    str | None,
    str | None,
    str | None,
    str | None,
    str | None,
    str | None,
]

FORM_NAMES = {
    Form.ABSOLUTE: "URL of the common Internet scheme syntax",
    Form.OPAQUE: "URL",
    Form.RELATIVE_PATH: "no URL",
    Form.EMPTY: "no URL",
}

# 2.1: scheme names; programs should take upper case for lower.

SCHEME = re.compile(r"[A-Za-z0-9+.\-]+")

# 5 BNF for specific URL schemes.

SYNTAX = Syntax(
    Grammar(Path(__file__).with_name("grammar.abnf")),
    roles={
        "reference": "url",
        "absolute": "genericurl",
        "scheme": "scheme",
        "authority": "login",
        "user information": "user",
        "host": "host",
        "port": "port",
        "path": "urlpath",
        "segment": "hsegment",
        "query": "search",
        "unreserved": "unreserved",
        "reserved": "reserved",
        "escape": "escape",
    },
    components=("scheme", "user", "password", "host", "port", "urlpath"),
)

# Rules.

CUT_SCHEME = Rule(
    Phase.SPLIT,
    Move.CUT_SCHEME,
    _cite("2.1", "The main parts of URLs"),
    "cuts the scheme at the colon",
)
CUT_COMMON = Rule(
    Phase.SPLIT,
    Move.CUT_AUTHORITY,
    _cite("3.1", _COMMON),
    "cuts user, password, host, port and url-path out of what follows //",
)
UNUSABLE_BASE = Rule(
    Phase.CLASSIFY, Move.TEST, _cite("2.1", "The main parts of URLs"), "needs a base that is a URL"
)
ABSOLUTE = Rule(
    Phase.CLASSIFY,
    Move.TEST,
    _cite("2.1", "The main parts of URLs"),
    "takes what has a scheme as a URL",
)
NO_RELATIVE = Rule(
    Phase.CLASSIFY,
    Move.TEST,
    _cite("2.3", "Hierarchical schemes and relative links"),
    "knows no URL without a scheme, and leaves relative ones to others",
)

_NO_SCHEME = error("the base has no scheme: it is no URL", UNUSABLE_BASE.citation)
_UNDEFINED = NoUri(
    Outcome.UNDEFINED,
    reason=Reason("relative forms are not defined in this memo", NO_RELATIVE.citation),
)


class Rfc1738(Spec[Split]):
    """RFC 1738: absolute URLs, and a grammar for each scheme."""

    document = RFC1738
    components = COMPONENTS
    form_names = FORM_NAMES
    syntax = SYNTAX
    escaping_class = Rfc1738Escaping
    equivalence_class = Rfc1738Equivalence
    extraction_class = Rfc1738Extraction
    schemes_class = Rfc1738Schemes
    rules = (CUT_SCHEME, CUT_COMMON, UNUSABLE_BASE, ABSOLUTE, NO_RELATIVE)
    default_column = False

    def split(self, text: str, trace: Trace | None = None) -> Split:
        """Cut the scheme (2.1), and what the common Internet scheme syntax (3.1) tells apart."""
        if trace is not None:
            trace.step(CUT_SCHEME, text)
            trace.step(CUT_COMMON, text)
        scheme, colon, rest = text.partition(":")
        if not colon or not SCHEME.fullmatch(scheme):
            return text, None, text, None, None, None, None, None
        if not rest.startswith("//"):
            return text, scheme, rest, None, None, None, None, None
        login, slash, url_path = rest[2:].partition("/")
        user, password, host, port = _login(login)
        return text, scheme, None, user, password, host, port, url_path if slash else None

    def form(self, parts: Split) -> Form:
        """Say whether a text is a URL, and of which kind."""
        text, scheme, schemepart, *_ = parts
        if scheme is None:
            return Form.RELATIVE_PATH if text else Form.EMPTY
        return Form.ABSOLUTE if schemepart is None else Form.OPAQUE

    def place(self, parts: Split) -> tuple[Span | None, ...]:
        """Give the span of each part; before a host stands // or, behind a user, @."""
        _, scheme, schemepart, user, password, host, port, url_path = parts
        spans: list[Span | None] = []
        position = 0
        for part, before in (
            (scheme, 0),
            (schemepart, 0 if scheme is None else 1),
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

    def has_production(self, parts: Split) -> bool:
        """Say whether a text is a URL at all; the memo has no production for other ones."""
        return parts[1] is not None

    def resolve_parts(self, base: Split, reference: Split, trace: Trace | None = None) -> Target:
        """Give a URL as it is written; of relative ones the memo says nothing."""
        if base[1] is None:
            return conclude(UNUSABLE_BASE, _NO_SCHEME, trace)
        if reference[1] is None:
            return conclude(NO_RELATIVE, _UNDEFINED, trace)
        return conclude(ABSOLUTE, reference[0], trace)


def _login(login: str) -> tuple[str | None, str | None, str, str | None]:
    """3.1: [ user [ ":" password ] "@" ] host [ ":" port ]; empty and none differ."""
    user: str | None = None
    password: str | None = None
    before, at, hostport = login.rpartition("@")
    if at:
        user, colon, after = before.partition(":")
        password = after if colon else None
    host, colon, after = hostport.partition(":")
    return user, password, host, after if colon else None


SPEC = Rfc1738()
