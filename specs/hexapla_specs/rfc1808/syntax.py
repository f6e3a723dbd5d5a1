"""RFC 1808, section 2: URL syntax, and how a URL is parsed."""

import re
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path

from hexapla.documents.citation import Citation, rfc
from hexapla.documents.reading import Rationale, at_signs, colons
from hexapla.grammar import Grammar
from hexapla.standard.component import Component, Form, form_without_scheme
from hexapla.standard.phases import ParsingStep, cut_behind, cut_rest
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.syntax import Subdivision, Syntax, roles
from hexapla.values.frozen import kept

RFC1808 = rfc(
    *(1808, "Relative Uniform Resource Locators", date(1995, 6, 1), "R. Fielding"),
    updates=("rfc1738",),
    develops=("rfc1630",),  # section 7
)
cite = partial(Citation, RFC1808)
"""A section, with its own heading."""

# 2.1 URL Syntactic Components. A fragment, a query and params are empty where they are absent
# (2.4.1, 2.4.4, 2.4.5). Of a net_loc 2.4.3 does not say so: an empty one is kept apart from none.

SCHEME = Component(
    "scheme",
    "scheme",
    cite("2.4.2", "Parsing the Scheme"),
    suffix=":",
    never_empty=True,
    made_of=Rationale("letters, digits, + . and -", cite("2.4.2", "Parsing the Scheme")),
)
NET_LOC = Component(
    "net_loc", "authority", cite("2.4.3", "Parsing the Network Location/Login"), prefix="//"
)
PATH = Component("path", "path", cite("2.4.6", "Parsing the Path"))
PARAMS = Component("params", "params", cite("2.4.5", "Parsing the Parameters"), prefix=";")
QUERY = Component("query", "query", cite("2.4.4", "Parsing the Query Information"), prefix="?")
FRAGMENT = Component(
    "fragment", "fragment", cite("2.4.1", "Parsing the Fragment Identifier"), prefix="#"
)
COMPONENTS = (SCHEME, NET_LOC, PATH, PARAMS, QUERY, FRAGMENT)

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
        cite("2.4", "Parsing a URL"),
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

_COMPONENTS = cite("2.1", "URL Syntactic Components")
_LOGIN = ", as RFC 1738, 3.1"
AT_SIGNS = at_signs(_COMPONENTS, _COMPONENTS, "user and password have", _LOGIN)
COLONS = colons(_COMPONENTS, _COMPONENTS, _LOGIN)

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


def _step(
    component: Component,
    kind: RuleKind,
    does: str,
    parse: Callable[[str], tuple[str, str | None]],
    absent: str | None = "",
    drops: Rule | None = None,
) -> ParsingStep:
    mark = component.prefix or component.suffix
    rule = Rule(Phase.SPLIT, kind, component.citation, f"the {component.name}", does)
    return ParsingStep(rule, (component.name,), parse, mark, absent, drops)


def _drops(component: Component, kind: RuleKind, about: str, does: str) -> Rule:
    """2.4.1, 2.4.4, 2.4.5: an empty component is not told from none."""
    name = f"{component.citation.section}-drop-empty"
    return Rule(Phase.SPLIT, kind, component.citation, about, does, name)


PARSING = (
    _step(
        *(FRAGMENT, RuleKind.CUT_FRAGMENT, 'begins at the first "#"', cut_behind("#")),
        drops=_drops(FRAGMENT, RuleKind.DROP_EMPTY_FRAGMENT, "an empty fragment", "counts as none"),
    ),
    _step(SCHEME, RuleKind.CUT_SCHEME, "ends at the first colon", parse_scheme),
    _step(
        *(NET_LOC, RuleKind.CUT_AUTHORITY, 'reaches from "//" to the next slash', parse_net_loc),
        absent=None,
    ),
    _step(
        *(QUERY, RuleKind.CUT_QUERY, 'begins at the first "?"', cut_behind("?")),
        drops=_drops(QUERY, RuleKind.DROP_EMPTY_QUERY, "an empty query", "counts as none"),
    ),
    _step(
        *(PARAMS, RuleKind.CUT_PARAMS, 'begin at the first ";"', cut_behind(";")),
        drops=_drops(PARAMS, RuleKind.CUT_PARAMS, "empty params", "count as none"),
    ),
    _step(PATH, RuleKind.CUT_PATH, "is what is left", cut_rest),
)
PARSING_RULES = tuple(
    rule for step in PARSING for rule in (step.rule, step.drops) if rule is not None
)
