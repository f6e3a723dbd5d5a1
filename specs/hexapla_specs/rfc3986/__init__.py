"""RFC 3986, Uniform Resource Identifier (URI): Generic Syntax (January 2005)."""

from pathlib import Path

from hexapla.documents.reading import Rationale, Reading
from hexapla.grammar import Grammar
from hexapla.standard.example import Example, load_examples
from hexapla.standard.recombination import recombined
from hexapla.standard.reference import Component, Form
from hexapla.standard.resolution import Move, Phase, Rule, Target, Trace, conclude, error
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import Syntax
from hexapla_specs.rfc3986.base import Rfc3986BasePrecedence
from hexapla_specs.rfc3986.document import RFC3986
from hexapla_specs.rfc3986.document import cite as _cite
from hexapla_specs.rfc3986.dot_segments import remove_dot_segments
from hexapla_specs.rfc3986.equivalence import Rfc3986Equivalence
from hexapla_specs.rfc3986.escaping import Rfc3986Escaping
from hexapla_specs.rfc3986.extraction import Rfc3986Extraction
from hexapla_specs.rfc3986.schemes import Rfc3986Schemes

# 3 Syntax Components. Undefined and empty differ; a path is never undefined (3.3, 5.2.1).

COMPONENTS = (
    Component("scheme", "scheme", _cite("3.1", "Scheme"), suffix=":"),
    Component("authority", "authority", _cite("3.2", "Authority"), prefix="//"),
    Component("path", "path", _cite("3.3", "Path")),
    Component("query", "query", _cite("3.4", "Query"), prefix="?"),
    Component("fragment", "fragment", _cite("3.5", "Fragment"), prefix="#"),
)
# scheme, authority, path, query, fragment; and the same behind the text that they come from.
Components = tuple[str | None, str | None, str, str | None, str | None]
Split = tuple[str, str | None, str | None, str, str | None, str | None]

# 4.2 Relative Reference, 4.4 Same-Document Reference.

FORM_NAMES = {
    Form.ABSOLUTE: "URI",
    Form.NETWORK_PATH: "network-path reference",
    Form.ABSOLUTE_PATH: "absolute-path reference",
    Form.RELATIVE_PATH: "relative-path reference",
    Form.EMPTY: "relative reference with an empty path",
}

# Appendix A: the grammar, and what its rules are for.

SYNTAX = Syntax(
    Grammar(Path(__file__).with_name("grammar.abnf")),
    roles={
        "reference": "URI-reference",
        "absolute": "URI",
        "relative": "relative-ref",
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
        "escape": "pct-encoded",
    },
    components=("scheme", "authority", "query", "fragment"),
    # 3.2.1, 3.2.2
    subdivisions={"authority": ("authority", "userinfo", "host", "port")},
)

# Readings.

SAME_SCHEME = Reading(
    "same-scheme",
    "Is a scheme ignored that is the base's own?",
    {
        "strict": Rationale(
            "A strict parser takes what has a scheme for a URI.",
            _cite("5.2.2", "Transform References"),
        ),
        "loophole": Rationale(
            "A parser that is not strict may ignore it, for backward compatibility.",
            _cite("5.2.2, 5.4.2", "Transform References"),
        ),
    },
)

# 5.2 Relative Resolution.

_TRANSFORM = _cite("5.2.2", "Transform References")


def _transform(phase: Phase, move: Move, does: str) -> Rule:
    return Rule(phase, move, _TRANSFORM, does)


APPENDIX_B = Rule(
    Phase.SPLIT,
    Move.CUT_ALL,
    _cite("B", "Parsing a URI Reference with a Regular Expression"),
    "parses by one expression, and keeps apart what is empty and what is undefined",
)
UNUSABLE_BASE = Rule(
    Phase.CLASSIFY,
    Move.TEST,
    _cite("5.2.1", "Pre-parse the Base URI"),
    "needs a base that has a scheme",
)
HAS_SCHEME = _transform(
    Phase.CLASSIFY, Move.TEST, "takes what has a scheme for a URI, whose dots go all the same"
)
HAS_NO_SCHEME = _transform(
    Phase.CLASSIFY, Move.TEST, "takes what has no scheme for relative, be it empty or not"
)
IGNORES_SCHEME = _transform(
    Phase.CLASSIFY, Move.TEST, "ignores a scheme that is the base's own, and goes on"
)
KEEPS_ALL = _transform(Phase.COMBINE, Move.REPLACE, "keeps a URI's own scheme and all behind it")
KEEPS_AUTHORITY = _transform(
    Phase.COMBINE, Move.REPLACE, "keeps the reference's own authority and all behind it"
)
INHERITS_PATH = _transform(
    Phase.COMBINE,
    Move.INHERIT,
    "inherits the base's path for an empty one, and its query where the reference has none",
)
KEEPS_PATH = _transform(
    Phase.COMBINE, Move.REPLACE, "inherits the authority and keeps the reference's own path"
)
MERGES = Rule(
    Phase.COMBINE,
    Move.MERGE,
    _cite("5.2.3", "Merge Paths"),
    "puts the reference's path in place of all that follows the last slash of the base's path, "
    "behind a slash where the base has an authority and no path",
)
REMOVES_DOTS = Rule(
    Phase.DOTS,
    Move.DROP_PAIR,
    _cite("5.2.4", "Remove Dot Segments"),
    "removes all dot segments, those that climb above the root too",
)
KEEPS_DOTS = _transform(Phase.DOTS, Move.SKIP_DOTS, "leaves an inherited path as it is")
RECOMPOSES = Rule(
    Phase.RECOMBINE,
    Move.JOIN,
    _cite("5.3", "Component Recomposition"),
    "recomposes the components, with the mark of every defined one",
)

_NO_SCHEME = error("the base has no scheme", UNUSABLE_BASE.citation)


class Rfc3986(Spec[Split]):
    """RFC 3986: five components, and the transformation of 5.2."""

    document = RFC3986
    components = COMPONENTS
    form_names = FORM_NAMES
    syntax = SYNTAX
    escaping_class = Rfc3986Escaping
    equivalence_class = Rfc3986Equivalence
    extraction_class = Rfc3986Extraction
    base_precedence_class = Rfc3986BasePrecedence
    schemes_class = Rfc3986Schemes
    rules = (
        APPENDIX_B,
        UNUSABLE_BASE,
        HAS_SCHEME,
        HAS_NO_SCHEME,
        IGNORES_SCHEME,
        KEEPS_ALL,
        KEEPS_AUTHORITY,
        INHERITS_PATH,
        KEEPS_PATH,
        MERGES,
        REMOVES_DOTS,
        KEEPS_DOTS,
        RECOMPOSES,
    )
    readings = (SAME_SCHEME,)
    default_column = False

    def examples(self) -> tuple[Example, ...]:
        """Give the tables of 5.4.1 and 5.4.2."""
        return load_examples(RFC3986, Path(__file__).with_name("examples.json"))

    # Appendix B: ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\\?([^#]*))?(#(.*))?

    def split(self, text: str, trace: Trace | None = None) -> Split:
        """Give what appendix B's expression matches, group by group from the outside in."""
        rest, scheme, authority, query, fragment = text, None, None, None, None
        if "#" in rest:
            rest, _, fragment = rest.partition("#")
        if "?" in rest:
            rest, _, query = rest.partition("?")
        if ":" in rest:
            before, _, after = rest.partition(":")
            if before and "/" not in before:
                scheme, rest = before, after
        if rest.startswith("//"):
            authority, slash, after = rest[2:].partition("/")
            rest = slash + after
        if trace is not None:
            trace.step(APPENDIX_B, recombined(scheme, authority, rest, query, fragment))
        return text, scheme, authority, rest, query, fragment

    def form(self, parts: Split) -> Form:
        """Name the form by sections 3, 4.2 and 4.4."""
        _, scheme, authority, path, query, _ = parts
        if scheme is not None:
            return Form.ABSOLUTE
        if authority is not None:
            return Form.NETWORK_PATH
        if path.startswith("/"):
            return Form.ABSOLUTE_PATH
        return Form.RELATIVE_PATH if path or query is not None else Form.EMPTY

    # 5.2.2 Transform References, 5.3 Component Recomposition.

    def resolve_parts(self, base: Split, reference: Split, trace: Trace | None = None) -> Target:
        """Transform a reference into its target URI."""
        if base[1] is None:
            return conclude(UNUSABLE_BASE, _NO_SCHEME, trace)
        rule, reference = self._classified(base, reference, trace)
        if trace is not None:
            trace.step(rule, recombined(*reference[1:]))
        rule, uri = _combined(base, reference)
        if trace is not None:
            trace.step(rule, recombined(*uri))
        if rule is not INHERITS_PATH:
            scheme, authority, path, query, fragment = uri
            uri = scheme, authority, remove_dot_segments(path), query, fragment
        text = recombined(*uri)  # 5.3
        if trace is not None:
            trace.step(KEEPS_DOTS if rule is INHERITS_PATH else REMOVES_DOTS, text)
            trace.step(RECOMPOSES, text)
        return text

    def _classified(self, base: Split, reference: Split, trace: Trace | None) -> tuple[Rule, Split]:
        """Say whether a reference has a scheme, and undefine one that may be ignored."""
        text, scheme, authority, path, query, fragment = reference
        if scheme is None:
            return HAS_NO_SCHEME, reference
        if scheme == base[1] and self.choose(SAME_SCHEME, trace) == "loophole":
            return IGNORES_SCHEME, (text, None, authority, path, query, fragment)
        return HAS_SCHEME, reference


def _combined(base: Split, reference: Split) -> tuple[Rule, Components]:
    """5.2.2: give the components with what they inherit, and the branch that decided on it."""
    _, base_scheme, base_authority, base_path, base_query, _ = base
    _, scheme, authority, path, query, fragment = reference
    if scheme is not None:
        return KEEPS_ALL, (scheme, authority, path, query, fragment)
    if authority is not None:
        return KEEPS_AUTHORITY, (base_scheme, authority, path, query, fragment)
    if not path:
        inherited = base_query if query is None else query
        return INHERITS_PATH, (base_scheme, base_authority, base_path, inherited, fragment)
    if path.startswith("/"):
        return KEEPS_PATH, (base_scheme, base_authority, path, query, fragment)
    path = _merged(base_authority, base_path, path)
    return MERGES, (base_scheme, base_authority, path, query, fragment)


def _merged(base_authority: str | None, base_path: str, path: str) -> str:
    """5.2.3."""
    if base_authority is not None and not base_path:
        return "/" + path
    return base_path[: base_path.rfind("/") + 1] + path


SPEC = Rfc3986()
