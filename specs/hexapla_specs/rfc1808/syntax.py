"""RFC 1808, section 2: URL syntax, and parsing."""

import re
from datetime import date
from functools import partial
from pathlib import Path
from typing import NamedTuple

from hexapla.documents.citation import rfc, sections_of
from hexapla.documents.reading import Rationale, at_signs, colons
from hexapla.grammar import Grammar
from hexapla.standard.component import Component, Form, form_without_scheme
from hexapla.standard.phases import Options, new_record
from hexapla.standard.rule import Phase, rules_by
from hexapla.standard.syntax import Subdivision, Syntax, roles
from hexapla.standard.trace import Trace
from hexapla.values.frozen import kept

RFC1808 = rfc(
    1808,
    "Relative Uniform Resource Locators",
    date(1995, 6, 1),
    "R. Fielding",
    updates=("rfc1738",),
    develops=("rfc1630",),  # section 7
)
cite = sections_of(RFC1808, Path(__file__).with_name("headings.json"))
provision, rule = cite.provision, rules_by(cite)

# 2.1 URL Syntactic Components. An absent fragment, query or params component counts as empty
# (2.4.1, 2.4.4, 2.4.5). Section 2.4.3 doesn't say this about the net_loc, so `Url` distinguishes an
# empty net_loc from an absent net_loc. How an empty net_loc is treated depends on step 3 of section
# 4 and on the reading empty-net-loc.

COMPONENTS = (
    Component(
        "scheme",
        "scheme",
        cite("2.4.2"),
        "",
        ":",
        never_empty=True,
        made_of=Rationale("letters, digits, + . and -", cite("2.4.2")),
    ),
    Component("net_loc", "authority", cite("2.4.3"), prefix="//"),
    Component("path", "path", cite("2.4.6")),
    Component("params", "params", cite("2.4.5"), prefix=";"),
    Component("query", "query", cite("2.4.4"), prefix="?"),
    Component("fragment", "fragment", cite("2.4.1"), prefix="#"),
)


class Url(NamedTuple):
    """The text of a URL, and its components (2.1) as parsed under 2.4.

    The net_loc is None if there is no double slash. Other absent components are empty.
    """

    text: str
    scheme: str
    net_loc: str | None
    path: str
    params: str
    query: str
    fragment: str


class TargetUrl(NamedTuple):
    """The components that step 7 joins into the absolute URL (4)."""

    scheme: str
    net_loc: str | None
    path: str
    params: str
    query: str
    fragment: str


# 2.2 BNF for Relative URLs.

SYNTAX = Syntax(
    Grammar(Path(__file__).with_name("grammar.abnf")),
    roles=roles(
        "reference=URL, absolute=absoluteURL, relative=relativeURL, scheme, authority=net-loc, "
        "path, segment, params, query, fragment, unreserved, reserved, escape"
    ),
    components=("scheme", "net-loc", "path", "params", "query", "fragment"),
    settled_by=Rationale(
        "Parsing looks for the parts in a fixed order: the fragment, the scheme, then the others.",
        cite("2.4"),
    ),
    subdivisions={
        # 2.2; the initial slash is not part of the path (2.4.6).
        "path": Subdivision(("path",), ("fsegment", "segment"), leading="/"),
        "params": Subdivision(("params",), ("param",)),
    },
)
SCHEME_CHARACTERS = re.compile(r"[A-Za-z0-9+.\-]+")

# The production generic-RL as a regular expression, followed by an optional fragment, which isn't
# part of a URL (2.1). Matching the grammar would give the same result, but would take too long for
# each base.


def _any_of(more: str) -> str:
    """Return the expression for any number of characters from `pchar` or from `more`."""
    characters = rf"[A-Za-z0-9$\-_.+!*'(),:@&={more}]*"
    return f"{characters}(?:%[0-9A-Fa-f]{{2}}{characters})*"


_REL_PATH = rf"(?!/){_any_of('/')}(?:;{_any_of('/;')})?(?:\?{_any_of('/;?')})?"
_GENERIC_RL = re.compile(
    rf"{SCHEME_CHARACTERS.pattern}:(?://{_any_of(';?')}(?:/{_REL_PATH})?|/?{_REL_PATH})(?:#.*)?",
    re.DOTALL,
)


@kept(64)
def fits_generic_rl(url: str) -> bool:
    """Return whether a URL matches generic-RL, as the base of a relative URL must (2, 2.2)."""
    return _GENERIC_RL.fullmatch(url) is not None


FORM_NAMES = {
    Form.ABSOLUTE: "absoluteURL",
    Form.NETWORK_PATH: "net_path",
    Form.ABSOLUTE_PATH: "abs_path",
    Form.RELATIVE_PATH: "rel_path",
    Form.EMPTY: "empty",
}


def form(url: Url) -> Form:
    """Return the kind of a URL, which corresponds to a production in 2.2."""
    _, scheme, net_loc, path, params, query, _ = url
    if scheme:
        return Form.ABSOLUTE
    return form_without_scheme(net_loc, path, params or query)


# Readings of a net_loc. A net_loc is a login of RFC 1738 (2.1), with a single "@" before the host
# and a single ":" after the host.

_LOGIN = ", as in RFC 1738, 3.1"
AT_SIGNS = at_signs(cite("2.1"), cite("2.1"), "user and password have", _LOGIN)
COLONS = colons(cite("2.1"), cite("2.1"), _LOGIN)

# 2.4 Parsing a URL. Each rule is traced, even if the parse string lacks the component.

_cut = partial(rule, Phase.SPLIT)
CUT_FRAGMENT = _cut("cut-fragment", "2.4.1", "a fragment", 'follows the first "#"')
DROPS_FRAGMENT = _cut(
    "drop-empty-fragment", "2.4.1", "an empty fragment", "counts as absent", "2.4.1-drop-empty"
)
CUT_SCHEME = _cut("cut-scheme", "2.4.2", "a scheme", "ends at the first colon")
CUT_NET_LOC = _cut("cut-authority", "2.4.3", "a net_loc", 'reaches from "//" to the next slash')
CUT_QUERY = _cut("cut-query", "2.4.4", "a query", 'follows the first "?"')
DROPS_QUERY = _cut(
    "drop-empty-query", "2.4.4", "an empty query", "counts as absent", "2.4.4-drop-empty"
)
CUT_PARAMS = _cut("cut-params", "2.4.5", "params", 'follow the first ";"')
# Rules of the same kind in different standards correspond to each other. No other standard has
# params, so there is no kind for dropping empty params.
DROPS_PARAMS = _cut("cut-params", "2.4.5", "empty params", "count as absent", "2.4.5-drop-empty")
CUT_PATH = _cut("cut-path", "2.4.6", "the path, with any slash before it,", "is the rest")


def parse(text: str, options: Options, trace: Trace | None) -> Url:
    """Parse a URL; each step removes a component from the parse string.

    In a trace, the rest of the parse string is shown as the path. If nothing follows a separator,
    the separator is dropped, and the trace cites a separate rule for this.
    """
    parse_string = text
    scheme = params = query = fragment = ""
    net_loc: str | None = None

    # 2.4.1 Parsing the Fragment Identifier
    crosshatch = ""
    if "#" in parse_string:
        parse_string, crosshatch, fragment = parse_string.partition("#")
    if trace:
        is_dropped = crosshatch and not fragment
        cut = DROPS_FRAGMENT if is_dropped else CUT_FRAGMENT
        trace.cuts(cut, (scheme, net_loc, parse_string, params, query, fragment))

    # 2.4.2 Parsing the Scheme. A colon at the start of the parse string doesn't end a scheme.
    if ":" in parse_string:
        before, _, after = parse_string.partition(":")
        if is_scheme(before):
            scheme, parse_string = before, after
    if trace:
        trace.cuts(CUT_SCHEME, (scheme, net_loc, parse_string, params, query, fragment))

    # 2.4.3 Parsing the Network Location/Login. Without another slash, all the rest is the net_loc.
    if parse_string.startswith("//"):
        net_loc, slash, after = parse_string[2:].partition("/")
        parse_string = slash + after
    if trace:
        trace.cuts(CUT_NET_LOC, (scheme, net_loc, parse_string, params, query, fragment))

    # 2.4.4 Parsing the Query Information
    question_mark = ""
    if "?" in parse_string:
        parse_string, question_mark, query = parse_string.partition("?")
    if trace:
        cut = DROPS_QUERY if question_mark and not query else CUT_QUERY
        trace.cuts(cut, (scheme, net_loc, parse_string, params, query, fragment))

    # 2.4.5 Parsing the Parameters
    semicolon = ""
    if ";" in parse_string:
        parse_string, semicolon, params = parse_string.partition(";")
    if trace:
        cut = DROPS_PARAMS if semicolon and not params else CUT_PARAMS
        trace.cuts(cut, (scheme, net_loc, parse_string, params, query, fragment))

    # 2.4.6 Parsing the Path. The preceding slash is stored along with the path, so `path` is empty
    # only if there is no preceding slash either.
    path = parse_string
    if trace:
        trace.cuts(CUT_PATH, (scheme, net_loc, path, params, query, fragment))
    return new_record(Url, (text, scheme, net_loc, path, params, query, fragment))


def is_scheme(before_colon: str) -> bool:
    """Return whether the text before the first colon is a scheme (2.4.2); empty text isn't."""
    # Fast path for most schemes: letters and digits alone are a scheme.
    if before_colon.isalnum() and before_colon.isascii():
        return True
    return SCHEME_CHARACTERS.fullmatch(before_colon) is not None
