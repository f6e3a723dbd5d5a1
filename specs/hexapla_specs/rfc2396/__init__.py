"""RFC 2396, Uniform Resource Identifiers (URI): Generic Syntax (August 1998)."""

import re
from pathlib import Path

from hexapla.documents.citation import Citation
from hexapla.documents.reading import Rationale, Reading
from hexapla.grammar import Grammar
from hexapla.standard import dots
from hexapla.standard.example import Example, load_examples
from hexapla.standard.recombination import recombined
from hexapla.standard.reference import Component, Form
from hexapla.standard.resolution import (
    Move,
    NoUri,
    Outcome,
    Phase,
    Rule,
    Target,
    Trace,
    conclude,
    error,
)
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import Syntax
from hexapla_specs.rfc2396.base import Rfc2396BasePrecedence
from hexapla_specs.rfc2396.document import RFC2396, RFC2732
from hexapla_specs.rfc2396.document import cite as _cite
from hexapla_specs.rfc2396.equivalence import Rfc2396Equivalence
from hexapla_specs.rfc2396.escaping import ESCAPE_DATA, Rfc2396Escaping
from hexapla_specs.rfc2396.extraction import Rfc2396Extraction
from hexapla_specs.rfc2396.schemes import Rfc2396Schemes

# 3 URI Syntactic Components, 3.1 to 3.4, and 4.1. Undefined and empty differ; a path is never
# undefined (5.2).

COMPONENTS = (
    Component("scheme", "scheme", _cite("3.1", "Scheme Component"), suffix=":"),
    Component("authority", "authority", _cite("3.2", "Authority Component"), prefix="//"),
    Component("path", "path", _cite("3.3", "Path Component")),
    Component("query", "query", _cite("3.4", "Query Component"), prefix="?"),
    Component("fragment", "fragment", _cite("4.1", "Fragment Identifier"), prefix="#"),
)
# scheme, authority, path, query, fragment; and the same behind the text that they come from.
Components = tuple[str | None, str | None, str, str | None, str | None]
Split = tuple[str, str | None, str | None, str, str | None, str | None]

# 3 and 5: the names of the forms. 3.1: what a scheme is made of.

FORM_NAMES = {
    Form.ABSOLUTE: "absolute URI, hierarchical",
    Form.OPAQUE: "absolute URI, opaque",
    Form.NETWORK_PATH: "network-path reference",
    Form.ABSOLUTE_PATH: "absolute-path reference",
    Form.RELATIVE_PATH: "relative-path reference",
    Form.EMPTY: "same-document reference",
}
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+\-.]*")

# Appendix A: the grammar, and what its rules are for.

SYNTAX = Syntax(
    Grammar(Path(__file__).with_name("grammar.abnf")),
    roles={
        "reference": "URI-reference",
        "absolute": "absoluteURI",
        "relative": "relativeURI",
        "scheme": "scheme",
        "authority": "authority",
        "user information": "userinfo",
        "host": "host",
        "port": "port",
        "path": "path",
        "segment": "segment",
        "query": "query",
        "fragment": "fragment",
        "unreserved": "unreserved",
        "reserved": "reserved",
        "escape": "escaped",
    },
    components=(
        "scheme",
        "authority",
        "abs-path",
        "opaque-part",
        "rel-path",
        "query",
        "fragment",
    ),
    variant_reading="ipv6-literals",
    settled_by=Rationale(
        "The leftmost rule takes as much as it can: the authority wins.",
        _cite("4.3", "Parsing a URI Reference"),
    ),
    # 3.2.1, 3.2.2
    subdivisions={"authority": ("authority", "userinfo", "host", "port", "reg-name")},
)

# Readings.

_RESOLVING = "Resolving Relative References to Absolute Form"
_APPENDIX_B = _cite("B", "Parsing a URI Reference with a Regular Expression")

EXCESS_DOTS = Reading(
    "excess-dots",
    'What becomes of ".." segments that climb above the root?',
    {
        "retain": Rationale(
            "They may be retained; the examples show this first.",
            _cite("5.2 step 6g, C.2", _RESOLVING),
        ),
        "remove": Rationale(
            "They may be removed, and some implementations do.",
            _cite("5.2 step 6g, C.2", _RESOLVING),
        ),
        "error": Rationale(
            "The reference is in error, and need not be followed.",
            _cite("5.2 step 6g", _RESOLVING),
        ),
    },
)
SAME_SCHEME = Reading(
    "same-scheme",
    "Is a reference relative whose scheme is the base's own?",
    {
        "validating": Rationale(
            "No: what starts with a scheme is an absolute URI. Step 3 asks validating parsers to "
            "mark it as an error; the examples give it back as it is.",
            _cite("5.2 step 3, C.2", _RESOLVING),
        ),
        "loophole": Rationale(
            "The scheme may be dropped, for backwards compatibility.",
            _cite("5.2 step 3, C.2", _RESOLVING),
        ),
    },
)
EMPTY_REFERENCE = Reading(
    "empty-reference",
    "What does a reference without a URI refer to?",
    {
        "current-document": Rationale(
            "The current document, with no new retrieval.",
            _cite("4.2", "Same-document References"),
        ),
        "new-request": Rationale(
            "The base URI, where the context always makes a new request, as a form does.",
            _cite("4.2", "Same-document References"),
        ),
    },
)
SCHEME_TEST = Reading(
    "scheme-test",
    "What may stand before the first colon to be a scheme?",
    {
        "appendix-b": Rationale('Anything but ":", "/", "?" and "#".', _APPENDIX_B),
        "grammar": Rationale(
            "A letter, then letters, digits, + - and periods; what is no scheme is path.",
            _cite("3.1", "Scheme Component"),
        ),
    },
)
OPAQUE_PART = Reading(
    "opaque-part",
    "Has an opaque URI a query?",
    {
        "appendix-b": Rationale("A question mark begins a query in every URI.", _APPENDIX_B),
        "grammar": Rationale(
            "A question mark is one more character of the opaque part.",
            _cite("3", "URI Syntactic Components"),
        ),
    },
)
OPAQUE_BASE = Reading(
    "opaque-base",
    "May a relative reference be resolved against a base that is not hierarchical?",
    {
        "error": Rationale(
            "No: relative references need a base that fits hier_part.",
            _cite("5", "Relative URI References"),
        ),
        "merge": Rationale(
            "The algorithm asks the base for nothing but a scheme: go on with step 4.",
            _cite("5.2", _RESOLVING),
        ),
    },
)
EMPTY_BASE_PATH = Reading(
    "empty-base-path",
    "What separates the authority from a path merged with a base that has none?",
    {
        "literal": Rationale("Step 6 puts nothing there.", _cite("5.2 step 6", _RESOLVING)),
        "separator": Rationale(
            "In net_path, what follows the authority is an abs_path: it begins with a slash.",
            _cite("3", "URI Syntactic Components"),
        ),
    },
)
IPV6_LITERALS = Reading(
    "ipv6-literals",
    "May a host be an IPv6 address in brackets?",
    {
        "none": Rationale(
            "No: literal IPv6 addresses are left out, and brackets are unwise.",
            _cite("3.2.2, 2.4.3", "Server-based Naming Authority"),
        ),
        "rfc2732": Rationale(
            "Yes: a later memo amends the grammar, and makes the brackets reserved characters.",
            Citation(RFC2732, "3", "Changes to RFC 2396"),
        ),
    },
)
# 5.2 Resolving Relative References to Absolute Form: steps 1 to 7.


def _step(step: str, phase: Phase, move: Move, does: str) -> Rule:
    return Rule(phase, move, _cite(f"5.2 step {step}", _RESOLVING), does)


APPENDIX_B = Rule(
    Phase.SPLIT,
    Move.CUT_ALL,
    _APPENDIX_B,
    "parses by one expression, and keeps apart what is empty and what is undefined",
)
UNUSABLE_BASE = Rule(
    Phase.CLASSIFY, Move.TEST, _cite("5.2", _RESOLVING), "needs a base that has a scheme"
)
STEP_2 = _step(
    "2",
    Phase.CLASSIFY,
    Move.TEST,
    "takes what is no more than a fragment for the document it stands in",
)
STEP_2_NEW_REQUEST = Rule(
    Phase.CLASSIFY,
    Move.TEST,
    _cite("4.2", "Same-document References"),
    "takes what is no more than a fragment for a new request of the base",
)
STEP_3_ABSOLUTE = _step(
    "3", Phase.CLASSIFY, Move.TEST, "takes what starts with a scheme as an absolute URI"
)
STEP_3_RELATIVE = _step(
    "3", Phase.CLASSIFY, Move.TEST, "takes what has no scheme as relative, to inherit the base's"
)
STEP_3_LOOPHOLE = _step(
    "3", Phase.CLASSIFY, Move.TEST, "drops a scheme that is the base's own, and goes on"
)
SECTION_5 = Rule(
    Phase.COMBINE,
    Move.TEST,
    _cite("5", "Relative URI References"),
    "allows no relative reference under a base that is not hierarchical",
)
STEP_4 = _step(
    "4", Phase.COMBINE, Move.REPLACE, "keeps the reference's own authority and all behind it"
)
STEP_5 = _step(
    "5",
    Phase.COMBINE,
    Move.REPLACE,
    "inherits the authority and keeps the reference's own absolute path",
)
STEPS_6A_6B = Rule(
    Phase.COMBINE,
    Move.MERGE,
    _cite("5.2 steps 6a, 6b", _RESOLVING),
    "puts the reference's path, even an empty one, in place of all that follows the last slash "
    "of the base's path",
)
STEP_6C = _step("6c", Phase.DOTS, Move.DROP_DOT, 'removes "./" segments from the path')
STEP_6D = _step("6d", Phase.DOTS, Move.DROP_FINAL_DOT, 'removes a final "." and leaves its slash')
STEP_6E = _step("6e", Phase.DOTS, Move.DROP_PAIR, 'removes "<segment>/../" from the path alone')
STEP_6F = _step("6f", Phase.DOTS, Move.DROP_FINAL_PAIR, 'removes a final "<segment>/.."')
STEP_6G = _step(
    "6g", Phase.DOTS, Move.KEEP_REST, 'leaves open what becomes of the ".." that are left'
)
SKIPS_TO_STEP_7 = {
    rule: Rule(Phase.DOTS, Move.SKIP_DOTS, rule.citation, "skips to step 7, so that no dots go")
    for rule in (STEP_4, STEP_5)
}
STEPS_6C_TO_6F = (
    (STEP_6C, dots.remove_dot_segments),
    (STEP_6D, dots.remove_final_dot),
    (STEP_6E, dots.remove_pairs),
    (STEP_6F, dots.remove_final_pair),
)
STEP_7 = _step(
    "7", Phase.RECOMBINE, Move.JOIN, "recombines the components, with the mark of every defined one"
)


_NO_SCHEME = error("the base has no scheme", UNUSABLE_BASE.citation)
_NOT_HIERARCHICAL = error("the base is not hierarchical", SECTION_5.citation)
_ABOVE_THE_ROOT = error("the reference climbs above the root of the base", STEP_6G.citation)


class Rfc2396(Spec[Split]):
    """RFC 2396: four components and a fragment, and an example algorithm in seven steps."""

    document = RFC2396
    components = COMPONENTS
    form_names = FORM_NAMES
    syntax = SYNTAX
    escaping_class = Rfc2396Escaping
    equivalence_class = Rfc2396Equivalence
    extraction_class = Rfc2396Extraction
    base_precedence_class = Rfc2396BasePrecedence
    schemes_class = Rfc2396Schemes
    rules = (
        APPENDIX_B,
        UNUSABLE_BASE,
        STEP_2,
        STEP_2_NEW_REQUEST,
        STEP_3_ABSOLUTE,
        STEP_3_RELATIVE,
        STEP_3_LOOPHOLE,
        SECTION_5,
        STEP_4,
        STEP_5,
        STEPS_6A_6B,
        *SKIPS_TO_STEP_7.values(),
        *(rule for rule, _ in STEPS_6C_TO_6F),
        STEP_6G,
        STEP_7,
    )
    readings = (
        EXCESS_DOTS,
        SAME_SCHEME,
        EMPTY_REFERENCE,
        SCHEME_TEST,
        OPAQUE_PART,
        OPAQUE_BASE,
        EMPTY_BASE_PATH,
        IPV6_LITERALS,
        ESCAPE_DATA,
    )

    def examples(self) -> tuple[Example, ...]:
        """Give the tables of C.1 and C.2."""
        return load_examples(RFC2396, Path(__file__).with_name("examples.json"))

    # 4.3 Parsing a URI Reference, by appendix B:
    # ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?

    def split(self, text: str, trace: Trace | None = None) -> Split:
        """Give what appendix B's expression matches, group by group from the outside in."""
        rest, scheme, authority, query, fragment = text, None, None, None, None
        if "#" in rest:
            rest, _, fragment = rest.partition("#")
        if ":" in rest:
            before, _, after = rest.partition(":")
            if (before.isalpha() and before.isascii()) or self._is_scheme(before, trace):
                scheme, rest = before, after
        if "?" in rest and (scheme is None or not self._is_opaque_throughout(rest, trace)):
            rest, _, query = rest.partition("?")
        if rest.startswith("//"):
            authority, slash, after = rest[2:].partition("/")
            rest = slash + after
        if trace is not None:
            trace.step(APPENDIX_B, recombined(scheme, authority, rest, query, fragment))
        return text, scheme, authority, rest, query, fragment

    def _is_scheme(self, before_colon: str, trace: Trace | None) -> bool:
        """Say what appendix B takes for the scheme: anything before a colon but / and ?."""
        if not before_colon or "/" in before_colon or "?" in before_colon:
            return False
        if SCHEME.fullmatch(before_colon):
            return True
        return self.choose(SCHEME_TEST, trace) == "appendix-b"

    def _is_opaque_throughout(self, rest: str, trace: Trace | None) -> bool:
        """3: say whether all that follows the scheme is opaque part, question marks with it."""
        return not rest.startswith("/") and self.choose(OPAQUE_PART, trace) == "grammar"

    def form(self, parts: Split) -> Form:
        """Name the form by sections 3, 4.2 and 5."""
        _, scheme, authority, path, query, _ = parts
        if scheme is not None:
            return Form.ABSOLUTE if _is_hierarchical(authority, path) else Form.OPAQUE
        if authority is not None:
            return Form.NETWORK_PATH
        if path.startswith("/"):
            return Form.ABSOLUTE_PATH
        return Form.RELATIVE_PATH if path or query is not None else Form.EMPTY

    # 5.2 Resolving Relative References to Absolute Form.

    def resolve_parts(self, base: Split, reference: Split, trace: Trace | None = None) -> Target:
        """Resolve a reference against a base: steps 1 (done by `split`) to 7."""
        text, scheme, authority, path, query, fragment = reference
        if base[1] is None:
            return conclude(UNUSABLE_BASE, _NO_SCHEME, trace)
        # 2: the current document
        if not path and scheme is None and authority is None and query is None:
            return self._current_document(base, fragment, trace)
        # 3: an absolute URI; but for a scheme that is dropped, what is left is relative
        if scheme is not None:
            if not self._is_misformed_relative(base, scheme, authority, trace):
                return conclude(STEP_3_ABSOLUTE, text, trace)
            path, query = _with_query_cut(path, query)
        if trace is not None:
            rule = STEP_3_RELATIVE if scheme is None else STEP_3_LOOPHOLE
            trace.step(rule, recombined(None, authority, path, query, fragment))
        return self._steps_4_to_7(base, authority, path, query, fragment, trace)

    def _current_document(self, base: Split, fragment: str | None, trace: Trace | None) -> Target:
        """4.2: the current document, or the base URI where a new request is meant."""
        if self.choose(EMPTY_REFERENCE, trace) == "current-document":
            return conclude(STEP_2, NoUri(Outcome.SAME_DOCUMENT, fragment), trace)
        _, scheme, authority, path, query, _ = base
        uri = recombined(scheme, authority, path, query, fragment)
        return conclude(STEP_2_NEW_REQUEST, uri, trace)

    def _is_misformed_relative(
        self, base: Split, scheme: str, authority: str | None, trace: Trace | None
    ) -> bool:
        """Step 3: say whether a reference is relative although it gives the base's own scheme."""
        _, base_scheme, base_authority, base_path, _, _ = base
        if base_scheme is None or scheme.lower() != base_scheme.lower():
            return False
        same_anyway = authority is not None and scheme == base_scheme
        if same_anyway or not _is_hierarchical(base_authority, base_path):
            return False
        return self.choose(SAME_SCHEME, trace) == "loophole"

    def _steps_4_to_7(
        self,
        base: Split,
        authority: str | None,
        path: str,
        query: str | None,
        fragment: str | None,
        trace: Trace | None,
    ) -> Target:
        """Give a relative reference what it inherits from the base."""
        _, scheme, base_authority, base_path, _, _ = base
        hierarchical = base_authority is not None or base_path.startswith("/")
        if not hierarchical and self.choose(OPAQUE_BASE, trace) == "error":
            return conclude(SECTION_5, _NOT_HIERARCHICAL, trace)
        if authority is not None:
            rule = STEP_4
        else:
            authority = base_authority
            if path.startswith("/"):
                rule = STEP_5
            else:
                rule = STEPS_6A_6B
                if not base_path and self._separates(base_authority, trace):
                    base_path = "/"
                path = base_path[: base_path.rfind("/") + 1] + path
        if trace is not None:
            trace.step(rule, recombined(scheme, authority, path, query, fragment))
            if rule is not STEPS_6A_6B:
                text = recombined(scheme, authority, path, query, fragment)
                trace.step(SKIPS_TO_STEP_7[rule], text)
        if rule is STEPS_6A_6B and (trace is not None or dots.has_dot_segments(path)):
            removed = self._steps_6c_to_6g((scheme, authority, path, query, fragment), trace)
            if isinstance(removed, NoUri):
                return removed
            path = removed
        text = recombined(scheme, authority, path, query, fragment)  # step 7
        if trace is not None:
            trace.step(STEP_7, text)
        return text

    def _separates(self, authority: str | None, trace: Trace | None) -> bool:
        """Say whether a slash separates an authority from a path merged with an empty one."""
        return authority is not None and self.choose(EMPTY_BASE_PATH, trace) == "separator"

    def _steps_6c_to_6g(self, uri: Components, trace: Trace | None) -> str | NoUri:
        """Remove the dots, and settle what becomes of those that climb above the root."""
        scheme, authority, path, query, fragment = uri

        def whole(path: str) -> str:
            return recombined(scheme, authority, path, query, fragment)

        path = dots.remove_dots(path, STEPS_6C_TO_6F, whole, trace)
        if dots.leading_parents(path):
            option = self.choose(EXCESS_DOTS, trace)
            if option == "error":
                conclude(STEP_6G, _ABOVE_THE_ROOT, trace)
                return _ABOVE_THE_ROOT
            if option == "remove":
                path = dots.without_leading_parents(path)
            if trace is not None:
                trace.step(STEP_6G, whole(path))
        return path


def _with_query_cut(path: str, query: str | None) -> tuple[str, str | None]:
    """Step 3: once the scheme is gone nothing is opaque, so that a ? in it begins a query."""
    if query is None and "?" in path:
        path, _, query = path.partition("?")
    return path, query


def _is_hierarchical(authority: str | None, path: str) -> bool:
    """3: hier_part is a net_path or an abs_path."""
    return authority is not None or path.startswith("/")


SPEC = Rfc2396()
