"""RFC 1808, Relative Uniform Resource Locators (R. Fielding, June 1995)."""

import re
from pathlib import Path

from hexapla.documents.reading import Rationale, Reading
from hexapla.grammar import Grammar
from hexapla.standard import dots
from hexapla.standard.example import Example, load_examples
from hexapla.standard.reference import Component, Form, Reference
from hexapla.standard.resolution import (
    Move,
    Phase,
    Rule,
    Target,
    Trace,
    conclude,
    error,
)
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import Syntax
from hexapla_specs.rfc1808.base import Rfc1808BasePrecedence
from hexapla_specs.rfc1808.document import RFC1808
from hexapla_specs.rfc1808.document import cite as _cite
from hexapla_specs.rfc1808.escaping import Rfc1808Escaping
from hexapla_specs.rfc1808.schemes import Rfc1808Schemes

# 2.1 URL Syntactic Components. This memo knows no undefined part: empty and absent are the same.

COMPONENTS = (
    Component(
        "scheme", "scheme", _cite("2.4.2", "Parsing the Scheme"), suffix=":", never_empty=True
    ),
    Component(
        "net_loc", "authority", _cite("2.4.3", "Parsing the Network Location/Login"), prefix="//"
    ),
    Component("path", "path", _cite("2.4.6", "Parsing the Path")),
    Component("params", "params", _cite("2.4.5", "Parsing the Parameters"), prefix=";"),
    Component("query", "query", _cite("2.4.4", "Parsing the Query Information"), prefix="?"),
    Component(
        "fragment", "fragment", _cite("2.4.1", "Parsing the Fragment Identifier"), prefix="#"
    ),
)
# scheme, net_loc, path, params, query, fragment; and the same behind the text that they come from.
Components = tuple[str, str, str, str, str, str]
Split = tuple[str, str, str, str, str, str, str]

# 2.2 BNF for Relative URLs: the names of the forms, and the characters of a scheme (2.4.2).

FORM_NAMES = {
    Form.ABSOLUTE: "absoluteURL",
    Form.NETWORK_PATH: "net_path",
    Form.ABSOLUTE_PATH: "abs_path",
    Form.RELATIVE_PATH: "rel_path",
    Form.EMPTY: "empty",
}
SCHEME = re.compile(r"[A-Za-z0-9+.\-]+")

SYNTAX = Syntax(
    Grammar(Path(__file__).with_name("grammar.abnf")),
    roles={
        "reference": "URL",
        "absolute": "absoluteURL",
        "relative": "relativeURL",
        "scheme": "scheme",
        "authority": "net-loc",
        "path": "path",
        "segment": "segment",
        "params": "params",
        "query": "query",
        "fragment": "fragment",
        "unreserved": "unreserved",
        "reserved": "reserved",
        "escape": "escape",
    },
    components=("scheme", "net-loc", "path", "params", "query", "fragment"),
    settled_by=Rationale(
        "Parsing looks for the parts in a fixed order, the scheme first but for the fragment.",
        _cite("2.4", "Parsing a URL"),
    ),
)

# Readings.

EMPTY_BASE_PATH = Reading(
    "empty-base-path",
    "What separates the net_loc from a path merged with a base that has none?",
    {
        "separator": Rationale(
            "In net_path, what follows the net_loc is an abs_path: it begins with a slash.",
            _cite("2.2", "BNF for Relative URLs"),
        ),
        "literal": Rationale(
            "Steps 6 and 7 put no slash there.", _cite("4 steps 6, 7", "Resolving Relative URLs")
        ),
    },
)
ENTIRELY_EMPTY = Reading(
    "entirely-empty",
    "When is an embedded URL entirely empty?",
    {
        "text": Rationale(
            "When it is the empty string.", _cite("4 step 2a", "Resolving Relative URLs")
        ),
        "components": Rationale(
            "When all its components are: a crosshatch at the end leaves the fragment empty.",
            _cite("2.4.1", "Parsing the Fragment Identifier"),
        ),
    },
)
UNSUITED_SCHEME = Reading(
    "unsuited-scheme",
    "May a relative URL be resolved under mailto, news or telnet?",
    {
        "resolve": Rationale(
            "The differences between schemes can be ignored when resolving.",
            _cite("2.3", "Specific Schemes and their Syntactic Categories"),
        ),
        "error": Rationale(
            "Documents under these schemes have no use for relative URLs.",
            _cite("2.3", "Specific Schemes and their Syntactic Categories"),
        ),
    },
)

# 2.3 Specific Schemes: the ones never used with relative URLs.

UNSUITED_SCHEMES = frozenset({"mailto", "news", "telnet"})

# 2.4 Parsing a URL: the rules in the order in which they are applied.


def _cut(component: Component, move: Move, does: str) -> tuple[str, Rule]:
    return component.name, Rule(Phase.SPLIT, move, component.citation, does)


_SCHEME, _NET_LOC, _PATH, _PARAMS, _QUERY, _FRAGMENT = COMPONENTS
PARSING_RULES = (
    _cut(
        _FRAGMENT,
        Move.CUT_FRAGMENT,
        'cuts the fragment at the first "#", and drops the mark of an empty one',
    ),
    _cut(_SCHEME, Move.CUT_SCHEME, "cuts the scheme at the colon"),
    _cut(
        _NET_LOC,
        Move.CUT_AUTHORITY,
        'cuts the net_loc from "//" to the next slash, and drops the mark of an empty one',
    ),
    _cut(
        _QUERY,
        Move.CUT_QUERY,
        'cuts the query at the first "?", and drops the mark of an empty one',
    ),
    _cut(
        _PARAMS,
        Move.CUT_PARAMS,
        'cuts the params at the first ";", and drops the mark of an empty one',
    ),
    _cut(_PATH, Move.CUT_PATH, "takes what is left as the path, its slash with it"),
)

# 4 Resolving Relative URLs: steps 1 to 7.

_TITLE_4 = "Resolving Relative URLs"


def _step(step: str, phase: Phase, move: Move, does: str) -> Rule:
    return Rule(phase, move, _cite(f"4 step {step}", _TITLE_4), does)


STEP_1 = _step("1", Phase.CLASSIFY, Move.TEST, "takes any URL as absolute where the base is empty")
STEP_2A = _step(
    "2a", Phase.CLASSIFY, Move.TEST, "gives the entire base, its fragment too, for an empty URL"
)
STEP_2B = _step("2b", Phase.CLASSIFY, Move.TEST, "takes what starts with a scheme for absolute")
STEP_2C = _step(
    "2c", Phase.CLASSIFY, Move.TEST, "takes what has no scheme for relative, to inherit the base's"
)
UNUSABLE_BASE = Rule(
    Phase.CLASSIFY,
    Move.TEST,
    _cite("3", "Establishing a Base URL"),
    "needs a base that is an absolute URL",
)
UNSUITED_BASE = Rule(
    Phase.COMBINE,
    Move.TEST,
    _cite("2.3", "Specific Schemes and their Syntactic Categories"),
    "uses no relative URLs under mailto, news and telnet",
)
_NO_SCHEME = error("the base has no scheme: it is no absolute URL", UNUSABLE_BASE.citation)
_UNSUITED = error("the base's scheme has no use for relative URLs", UNSUITED_BASE.citation)
STEP_3 = _step("3", Phase.COMBINE, Move.REPLACE, "keeps the URL's own net_loc and all behind it")
STEP_4 = _step(
    "4", Phase.COMBINE, Move.REPLACE, "inherits the net_loc and keeps the URL's own absolute path"
)
STEP_5A = _step(
    "5a", Phase.COMBINE, Move.INHERIT, "inherits the base's path and keeps the URL's own params"
)
STEP_5B = _step(
    "5b",
    Phase.COMBINE,
    Move.INHERIT,
    "inherits the base's path and params, and its query where the URL has none of its own",
)
STEP_6 = _step(
    "6", Phase.COMBINE, Move.MERGE, "puts the URL's path in place of the last segment of the base's"
)
STEP_6A = _step("6a", Phase.DOTS, Move.DROP_DOT, 'removes "./" segments from the path')
STEP_6B = _step("6b", Phase.DOTS, Move.DROP_FINAL_DOT, 'removes a final "." and leaves its slash')
STEP_6C = _step("6c", Phase.DOTS, Move.DROP_PAIR, 'removes "<segment>/../" from the path alone')
STEP_6D = _step("6d", Phase.DOTS, Move.DROP_FINAL_PAIR, 'removes a final "<segment>/.."')
SKIPS_TO_STEP_7 = {
    rule: Rule(Phase.DOTS, Move.SKIP_DOTS, rule.citation, "skips to step 7, so that no dots go")
    for rule in (STEP_3, STEP_4, STEP_5A, STEP_5B)
}
STEPS_6A_TO_6D = (
    (STEP_6A, dots.remove_dot_segments),
    (STEP_6B, dots.remove_final_dot),
    (STEP_6C, dots.remove_pairs),
    (STEP_6D, dots.remove_final_pair),
)
STEP_7 = _step(
    "7", Phase.RECOMBINE, Move.JOIN, "recombines the components, with no mark of an empty one"
)


class Rfc1808(Spec[Split]):
    """RFC 1808: six components, and an example algorithm in seven steps."""

    document = RFC1808
    components = COMPONENTS
    form_names = FORM_NAMES
    syntax = SYNTAX
    escaping_class = Rfc1808Escaping
    base_precedence_class = Rfc1808BasePrecedence
    schemes_class = Rfc1808Schemes
    rules = (
        *(rule for _, rule in PARSING_RULES),
        STEP_1,
        UNUSABLE_BASE,
        STEP_2A,
        STEP_2B,
        STEP_2C,
        UNSUITED_BASE,
        STEP_3,
        STEP_4,
        STEP_5A,
        STEP_5B,
        STEP_6,
        *SKIPS_TO_STEP_7.values(),
        *(rule for rule, _ in STEPS_6A_TO_6D),
        STEP_7,
    )
    readings = (EMPTY_BASE_PATH, ENTIRELY_EMPTY, UNSUITED_SCHEME)

    def examples(self) -> tuple[Example, ...]:
        """Give the tables of 5.1 and 5.2."""
        return load_examples(RFC1808, Path(__file__).with_name("examples.json"))

    # 2.4 Parsing a URL.

    def split(self, text: str, trace: Trace | None = None) -> Split:
        """Cut the parts in the memo's own order, 2.4.1 to 2.4.6."""
        rest, scheme, net_loc, params, query, fragment = text, "", "", "", "", ""
        # 2.4.1 Parsing the Fragment Identifier
        if "#" in rest:
            rest, _, fragment = rest.partition("#")
        # 2.4.2 Parsing the Scheme
        if ":" in rest:
            before, _, after = rest.partition(":")
            if (before.isalnum() and before.isascii()) or SCHEME.fullmatch(before):
                scheme, rest = before, after
        # 2.4.3 Parsing the Network Location/Login
        if rest.startswith("//"):
            net_loc, slash, after = rest[2:].partition("/")
            rest = slash + after
        # 2.4.4 Parsing the Query Information
        if "?" in rest:
            rest, _, query = rest.partition("?")
        # 2.4.5 Parsing the Parameters
        if ";" in rest:
            rest, _, params = rest.partition(";")
        # 2.4.6 Parsing the Path: what is left
        split = text, scheme, net_loc, rest, params, query, fragment
        if trace is not None:
            _trace_parsing(Reference(self, split), trace)
        return split

    def form(self, parts: Split) -> Form:
        """Name the production of 2.2 that the text takes after."""
        text, scheme, net_loc, path, params, query, _ = parts
        if scheme:
            return Form.ABSOLUTE
        if text.startswith("//"):
            return Form.NETWORK_PATH
        if path.startswith("/"):
            return Form.ABSOLUTE_PATH
        return Form.RELATIVE_PATH if path or params or query else Form.EMPTY

    # 4 Resolving Relative URLs.

    def resolve_parts(self, base: Split, reference: Split, trace: Trace | None = None) -> Target:
        """Resolve an embedded URL against a base: steps 1 to 7."""
        text, scheme, net_loc, path, params, query, fragment = reference
        base_text, base_scheme, _, _, _, _, _ = base
        # 1
        if not base_text:
            return conclude(STEP_1, text, trace)
        if not base_scheme:
            return conclude(UNUSABLE_BASE, _NO_SCHEME, trace)
        # 2a
        if not (scheme or path or net_loc or query or params or fragment) and (
            self._is_entirely_empty(text, trace)
        ):
            return conclude(STEP_2A, base_text, trace)
        # 2b
        if scheme:
            return conclude(STEP_2B, text, trace)
        # 2c
        if trace is not None:
            trace.step(STEP_2C, _recombined("", net_loc, path, params, query, fragment))
        unsuited = base_scheme.lower() in UNSUITED_SCHEMES
        if unsuited and self.choose(UNSUITED_SCHEME, trace) == "error":
            return conclude(UNSUITED_BASE, _UNSUITED, trace)
        return self._steps_3_to_7(base, reference, trace)

    def _is_entirely_empty(self, text: str, trace: Trace | None) -> bool:
        """Step 2a: say whether a URL all of whose components are empty is so itself."""
        return not text or self.choose(ENTIRELY_EMPTY, trace) == "components"

    def _steps_3_to_7(self, base: Split, reference: Split, trace: Trace | None) -> str:
        """Give the URL what it inherits from the base, and put it together."""
        _, scheme, base_net_loc, base_path, base_params, base_query, _ = base
        _, _, net_loc, path, params, query, fragment = reference
        if net_loc:
            rule = STEP_3
        else:
            net_loc = base_net_loc
            if path.startswith("/"):
                rule = STEP_4
            elif path:
                rule = STEP_6
                if not base_path and self._separates(base_net_loc, trace):
                    base_path = "/"
                path = base_path[: base_path.rfind("/") + 1] + path
            else:
                path = base_path
                if params:
                    rule = STEP_5A
                else:
                    rule = STEP_5B
                    params, query = base_params, query or base_query
        if trace is not None:
            trace.step(rule, _recombined(scheme, net_loc, path, params, query, fragment))
            if rule is not STEP_6:
                text = _recombined(scheme, net_loc, path, params, query, fragment)
                trace.step(SKIPS_TO_STEP_7[rule], text)
        if rule is STEP_6 and (trace is not None or dots.has_dot_segments(path)):
            path = _steps_6a_to_6d((scheme, net_loc, path, params, query, fragment), trace)
        text = _recombined(scheme, net_loc, path, params, query, fragment)
        if trace is not None:
            trace.step(STEP_7, text)
        return text

    def _separates(self, net_loc: str, trace: Trace | None) -> bool:
        """Step 6: say whether a slash separates a net_loc from a path merged with an empty one."""
        return bool(net_loc) and self.choose(EMPTY_BASE_PATH, trace) == "separator"


def _trace_parsing(reference: Reference, trace: Trace) -> None:
    """Note 2.4.1 to 2.4.6; the text so far loses the mark of each empty part in turn."""
    pieces = {
        segment.component.name: reference.text[segment.start : segment.stop]
        for segment in reference.segments()
    }
    for name, rule in PARSING_RULES:
        if not reference.parts[name]:
            pieces.pop(name, None)
        trace.step(rule, "".join(pieces.values()))


def _steps_6a_to_6d(url: Components, trace: Trace | None) -> str:
    scheme, net_loc, path, params, query, fragment = url

    def whole(path: str) -> str:
        return _recombined(scheme, net_loc, path, params, query, fragment)

    return dots.remove_dots(path, STEPS_6A_TO_6D, whole, trace)


def _recombined(
    scheme: str, net_loc: str, path: str, params: str, query: str, fragment: str
) -> str:
    """Step 7: a mark goes only before something (or, after a scheme, behind it)."""
    url = f"//{net_loc}{path}" if net_loc else path
    if scheme:
        url = f"{scheme}:{url}"
    if params:
        url = f"{url};{params}"
    if query:
        url = f"{url}?{query}"
    if fragment:
        url = f"{url}#{fragment}"
    return url


SPEC = Rfc1808()
