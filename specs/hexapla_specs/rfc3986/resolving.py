"""RFC 3986, sections 5.2 and 5.3: relative resolution."""

from hexapla.documents.reading import Rationale, Reading
from hexapla.standard.phases import NoUri, Options, error
from hexapla.standard.recombination import recombined
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla_specs.rfc3986.document import cite
from hexapla_specs.rfc3986.dot_segments import remove_dot_segments
from hexapla_specs.rfc3986.syntax import SCHEME_TEST, Components, Parsed

# Readings.

SAME_SCHEME = Reading(
    "same-scheme",
    "Is a scheme ignored that is the base's own?",
    {
        "strict": Rationale(
            "A strict parser treats what has a scheme as a URI.",
            cite("5.2.2", "Transform References"),
        ),
        "loophole": Rationale(
            "A parser that is not strict may ignore it, for backward compatibility; schemes ignore "
            "case, so that HTTP is the same scheme as http.",
            cite("5.2.2, 5.4.2, 3.1", "Transform References"),
        ),
        "loophole-identical": Rationale(
            "A parser that is not strict may ignore it if it is identical to the base's: letter "
            "by letter.",
            cite("5.2.2", "Transform References"),
        ),
    },
)

READINGS = (SAME_SCHEME, SCHEME_TEST)

# 5.2 Relative Resolution.

_TRANSFORM = cite("5.2.2", "Transform References")


def _transform(phase: Phase, kind: RuleKind, does: str, name: str = "") -> Rule:
    return Rule(phase, kind, _TRANSFORM, does, name)


UNUSABLE_BASE = Rule(
    Phase.CLASSIFY,
    RuleKind.TEST,
    cite("5.2.1", "Pre-parse the Base URI"),
    "needs a base that has a scheme, which Hexapla asks for whatever the reference",
)
HAS_SCHEME = _transform(
    Phase.CLASSIFY,
    RuleKind.TEST,
    "treats a reference with a scheme as a URI, and removes its dot segments too",
)
HAS_NO_SCHEME = _transform(
    Phase.CLASSIFY,
    RuleKind.TEST,
    "treats a reference without a scheme as relative, even if it is empty",
    "5.2.2-test-2",
)
IGNORES_SCHEME = _transform(
    Phase.CLASSIFY,
    RuleKind.TEST,
    "ignores a scheme that is the base's own, and goes on",
    "5.2.2-test-3",
)
KEEPS_ALL = _transform(
    Phase.COMBINE, RuleKind.REPLACE, "keeps a URI's own scheme, authority, path and query"
)
KEEPS_AUTHORITY = _transform(
    Phase.COMBINE,
    RuleKind.REPLACE,
    "keeps the reference's own authority, path and query",
    "5.2.2-replace-2",
)
INHERITS_PATH = _transform(
    Phase.COMBINE,
    RuleKind.INHERIT,
    "inherits the base's path for an empty one, and its query where the reference has none",
)
KEEPS_PATH = _transform(
    Phase.COMBINE,
    RuleKind.REPLACE,
    "inherits the authority and keeps a path that begins with a slash",
    "5.2.2-replace-3",
)
MERGES = Rule(
    Phase.COMBINE,
    RuleKind.MERGE,
    cite("5.2.3", "Merge Paths"),
    "puts the reference's path in place of all that follows the last slash of the base's path, or "
    "of all of it where it has none, after a slash where the base has an authority and no path",
)
REMOVES_DOTS = Rule(
    Phase.DOTS,
    RuleKind.DROP_PAIR,
    cite("5.2.4", "Remove Dot Segments"),
    'removes all dot segments, even those that climb above the root: those at the front go, "/./" '
    'and "/../" become "/", also at the end, and for ".." the segment before it goes with the '
    "slash before that, if there are any",
    removes=("./", "../", "/.", "/..", ".", "..", "/<segment>/.."),
)
KEEPS_DOTS = _transform(
    Phase.DOTS, RuleKind.SKIP_DOTS, "leaves dot segments in a path that the reference inherits"
)
RECOMPOSES = Rule(
    Phase.RECOMBINE,
    RuleKind.JOIN,
    cite("5.3", "Component Recomposition"),
    "recomposes the components, each defined one with its delimiter, even if it is empty",
)

_NO_SCHEME = error("the base has no scheme", UNUSABLE_BASE.citation)


RULES = (
    *(UNUSABLE_BASE, HAS_SCHEME, HAS_NO_SCHEME, IGNORES_SCHEME),
    *(KEEPS_ALL, KEEPS_AUTHORITY, INHERITS_PATH, KEEPS_PATH, MERGES),
    *(REMOVES_DOTS, KEEPS_DOTS),
    RECOMPOSES,
)

# 5.2.2 Transform References.


def classify(base: Parsed, reference: Parsed, options: Options) -> tuple[Rule, Components | NoUri]:
    """Has the reference a scheme? A parser that is not strict may ignore one."""
    _, scheme, authority, path, query, fragment = reference
    if base[1] is None:
        return UNUSABLE_BASE, _NO_SCHEME
    if scheme is None:
        return HAS_NO_SCHEME, (None, authority, path, query, fragment)
    if _is_ignored(scheme, base[1], authority, options):
        return IGNORES_SCHEME, (None, authority, path, query, fragment)
    return HAS_SCHEME, (scheme, authority, path, query, fragment)


def _is_ignored(scheme: str, base_scheme: str, authority: str | None, options: Options) -> bool:
    """Say whether a parser that is not strict takes a scheme for the base's own."""
    if scheme == base_scheme:
        # With an authority of its own, such a reference gives the same either way.
        return authority is None and options[SAME_SCHEME.name] != "strict"
    return scheme.lower() == base_scheme.lower() and options[SAME_SCHEME.name] == "loophole"


def combine(base: Parsed, reference: Components, options: Options) -> tuple[Rule, Components]:
    """Which components does the target take from the reference, and which from the base?"""
    _, base_scheme, base_authority, base_path, base_query, _ = base
    scheme, authority, path, query, fragment = reference
    if scheme is not None:
        return KEEPS_ALL, reference
    if authority is not None:
        return KEEPS_AUTHORITY, (base_scheme, authority, path, query, fragment)
    if not path:
        inherited = base_query if query is None else query
        return INHERITS_PATH, (base_scheme, base_authority, base_path, inherited, fragment)
    if path.startswith("/"):
        return KEEPS_PATH, (base_scheme, base_authority, path, query, fragment)
    path = merge(base_authority, base_path, path)
    return MERGES, (base_scheme, base_authority, path, query, fragment)


def merge(base_authority: str | None, base_path: str, path: str) -> str:
    """5.2.3 Merge Paths."""
    if base_authority is not None and not base_path:
        return "/" + path
    return base_path[: base_path.rfind("/") + 1] + path


def remove_dots(rule: Rule, uri: Components, options: Options) -> tuple[Rule, Components]:
    """Dot segments are removed from every path but an inherited one."""
    if rule is INHERITS_PATH:
        return KEEPS_DOTS, uri
    scheme, authority, path, query, fragment = uri
    if "." in path:
        uri = scheme, authority, remove_dot_segments(path), query, fragment
    return REMOVES_DOTS, uri


# 5.3 Component Recomposition.


def recombine(uri: Components) -> tuple[Rule, str]:
    """Write every defined component with its delimiter."""
    return RECOMPOSES, recombined(*uri)
