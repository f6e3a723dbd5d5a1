"""RFC 1808, section 2: URL syntax, and how a URL is parsed."""

import re
from datetime import date
from functools import partial
from pathlib import Path

from hexapla.documents.citation import rfc, sections_of
from hexapla.documents.reading import Rationale, at_signs, colons
from hexapla.grammar import Grammar
from hexapla.standard.component import Component, Form, form_without_scheme
from hexapla.standard.phases import ParsingStep, cut_behind, cut_rest
from hexapla.standard.rule import Phase, rules_by
from hexapla.standard.syntax import Subdivision, Syntax, roles
from hexapla.values.frozen import kept

RFC1808 = rfc(
    *(1808, "Relative Uniform Resource Locators", date(1995, 6, 1), "R. Fielding"),
    updates=("rfc1738",),
    develops=("rfc1630",),  # section 7
)
cite = sections_of(RFC1808, Path(__file__).with_name("headings.json"))
provision, rule = cite.provision, rules_by(cite)

# 2.1 URL Syntactic Components. A fragment, a query and params are empty where they are absent
# (2.4.1, 2.4.4, 2.4.5). Of a net_loc 2.4.3 does not say so: an empty one is kept apart from none.

COMPONENTS = (
    Component(
        *("scheme", "scheme", cite("2.4.2"), "", ":"),
        never_empty=True,
        made_of=Rationale("letters, digits, + . and -", cite("2.4.2")),
    ),
    Component("net_loc", "authority", cite("2.4.3"), prefix="//"),
    Component("path", "path", cite("2.4.6")),
    Component("params", "params", cite("2.4.5"), prefix=";"),
    Component("query", "query", cite("2.4.4"), prefix="?"),
    Component("fragment", "fragment", cite("2.4.1"), prefix="#"),
)

Url = tuple[str, str | None, str, str, str, str]
"""scheme, net_loc, path, params, query, fragment; None is a net_loc without its double slash."""

Parsed = tuple[str, str, str | None, str, str, str, str]
"""The text, then scheme, net_loc, path, params, query, fragment."""

# 2.2 BNF for Relative URLs.

SYNTAX = Syntax(
    Grammar(Path(__file__).with_name("grammar.abnf")),
    roles=roles(
        "reference=URL, absolute=absoluteURL, relative=relativeURL, scheme, authority=net-loc, "
        "path, segment, params, query, fragment, unreserved, reserved, escape"
    ),
    components=("scheme", "net-loc", "path", "params", "query", "fragment"),
    settled_by=Rationale(
        "Parsing looks for the parts in a fixed order, the scheme first but for the fragment.",
        cite("2.4"),
    ),
    subdivisions={
        # 2.2; the initial slash is no part of the path (2.4.6).
        "path": Subdivision(("path",), ("fsegment", "segment"), leading="/"),
        "params": Subdivision(("params",), ("param",)),
    },
)
SCHEME_CHARACTERS = re.compile(r"[A-Za-z0-9+.\-]+")

# The production generic-RL as an expression, with a fragment, which is no part of a URL (2.1). The
# grammar gives the same answer, but not in the time that there is for each base.


def _any_of(more: str) -> str:
    """Return the expression for any number of `pchar`s and of further characters."""
    characters = rf"[A-Za-z0-9$\-_.+!*'(),:@&={more}]*"
    return f"{characters}(?:%[0-9A-Fa-f]{{2}}{characters})*"


_REL_PATH = rf"(?!/){_any_of('/')}(?:;{_any_of('/;')})?(?:\?{_any_of('/;?')})?"
_GENERIC_RL = re.compile(
    rf"{SCHEME_CHARACTERS.pattern}:(?://{_any_of(';?')}(?:/{_REL_PATH})?|/?{_REL_PATH})(?:#.*)?",
    re.DOTALL,
)


@kept(64)
def fits_generic_rl(url: str) -> bool:
    """2, 2.2: say whether a URL fits generic-RL, as it must to be the base of relative URLs."""
    return _GENERIC_RL.fullmatch(url) is not None


FORM_NAMES = {
    Form.ABSOLUTE: "absoluteURL",
    Form.NETWORK_PATH: "net_path",
    Form.ABSOLUTE_PATH: "abs_path",
    Form.RELATIVE_PATH: "rel_path",
    Form.EMPTY: "empty",
}


def form(url: Parsed) -> Form:
    """Return the production of 2.2 that a URL corresponds to."""
    _, scheme, net_loc, path, params, query, _ = url
    if scheme:
        return Form.ABSOLUTE
    return form_without_scheme(net_loc, path, params or query)


# Readings of a net_loc: it is a login of RFC 1738 (2.1), with one "@" and one ":" around the host.

_LOGIN = ", as RFC 1738, 3.1"
AT_SIGNS = at_signs(cite("2.1"), cite("2.1"), "user and password have", _LOGIN)
COLONS = colons(cite("2.1"), cite("2.1"), _LOGIN)

# 2.4 Parsing a URL. Each step takes the parse string, which has the mark of the step, and returns
# what is left of it and the component found.


def parse_scheme(string: str) -> tuple[str, str]:
    """2.4.2: what stands before the first colon is the scheme, if it has only its characters."""
    scheme, _, after = string.partition(":")
    # Letters and digits alone are scheme characters; most schemes have no others.
    if (scheme.isalnum() and scheme.isascii()) or SCHEME_CHARACTERS.fullmatch(scheme):
        return after, scheme
    return string, ""


def parse_net_loc(string: str) -> tuple[str, str | None]:
    """2.4.3: what follows a double slash at the start, up to the next slash or the end."""
    if string.startswith("//"):
        net_loc, slash, after = string[2:].partition("/")
        return slash + after, net_loc
    return string, None


_cut = partial(rule, Phase.SPLIT)
CUT_FRAGMENT = _cut("cut-fragment", "2.4.1", "the fragment", 'begins at the first "#"')
DROPS_FRAGMENT = _cut(
    "drop-empty-fragment", "2.4.1", "an empty fragment", "counts as none", "2.4.1-drop-empty"
)
CUT_SCHEME = _cut("cut-scheme", "2.4.2", "the scheme", "ends at the first colon")
CUT_NET_LOC = _cut("cut-authority", "2.4.3", "the net_loc", 'reaches from "//" to the next slash')
CUT_QUERY = _cut("cut-query", "2.4.4", "the query", 'begins at the first "?"')
DROPS_QUERY = _cut(
    "drop-empty-query", "2.4.4", "an empty query", "counts as none", "2.4.4-drop-empty"
)
CUT_PARAMS = _cut("cut-params", "2.4.5", "the params", 'begin at the first ";"')
DROPS_PARAMS = _cut("cut-params", "2.4.5", "empty params", "count as none", "2.4.5-drop-empty")
CUT_PATH = _cut("cut-path", "2.4.6", "the path", "is what is left")
PARSING = (
    ParsingStep(CUT_FRAGMENT, ("fragment",), cut_behind("#"), "#", "", DROPS_FRAGMENT),
    ParsingStep(CUT_SCHEME, ("scheme",), parse_scheme, ":", ""),
    ParsingStep(CUT_NET_LOC, ("net_loc",), parse_net_loc, "//"),
    ParsingStep(CUT_QUERY, ("query",), cut_behind("?"), "?", "", DROPS_QUERY),
    ParsingStep(CUT_PARAMS, ("params",), cut_behind(";"), ";", "", DROPS_PARAMS),
    ParsingStep(CUT_PATH, ("path",), cut_rest),
)
