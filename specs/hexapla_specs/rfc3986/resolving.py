"""RFC 3986, sections 5.2 and 5.3: relative resolution."""

from hexapla.documents.reading import Rationale, Reading
from hexapla.standard.phases import NoUri, Options, Substep, Substeps, error
from hexapla.standard.recombination import recombined
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla_specs.rfc3986.document import cite
from hexapla_specs.rfc3986.dot_segments import (
    STEP_2E,
    STEPS,
    edits_of,
    has_dot_segments,
    remove_dot_segments,
)
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


def _transform(phase: Phase, kind: RuleKind, about: str, does: str, name: str = "") -> Rule:
    return Rule(phase, kind, _TRANSFORM, about, does, name)


def _merge(about: str, does: str, name: str = "", kind: RuleKind = RuleKind.MERGE) -> Rule:
    return Rule(Phase.COMBINE, kind, cite("5.2.3", "Merge Paths"), about, does, name)


UNUSABLE_BASE = Rule(
    Phase.CLASSIFY,
    RuleKind.TEST,
    cite("5.2.1", "Pre-parse the Base URI"),
    "a base without a scheme",
    "is refused",
)
HAS_SCHEME = _transform(
    Phase.CLASSIFY, RuleKind.TEST, "a reference with a scheme", "goes on without the base"
)
HAS_NO_SCHEME = _transform(
    Phase.CLASSIFY, RuleKind.TEST, "a reference without a scheme", "is relative", "5.2.2-test-2"
)
IGNORES_SCHEME = _transform(
    Phase.CLASSIFY, RuleKind.TEST, "the base's own scheme", "is ignored", "5.2.2-test-3"
)
KEEPS_ALL = _transform(
    Phase.COMBINE, RuleKind.REPLACE, "a reference with a scheme", "keeps its components"
)
KEEPS_AUTHORITY = _transform(
    *(Phase.COMBINE, RuleKind.REPLACE),
    *("a defined authority", "stays, with path and query", "5.2.2-replace-2"),
)
INHERITS_PATH = _transform(
    Phase.COMBINE, RuleKind.INHERIT, "the base's path", "replaces an empty one"
)
INHERITS_QUERY = _transform(
    *(Phase.COMBINE, RuleKind.INHERIT),
    *("the base's path and query", "replace an empty path", "5.2.2-inherit-2"),
)
KEEPS_PATH = _transform(
    *(Phase.COMBINE, RuleKind.REPLACE),
    *("an absolute path", "goes after the base's authority", "5.2.2-replace-3"),
)
MERGES = _merge("the path", "goes after the base's last slash")
MERGES_BEHIND_SLASH = _merge(
    "a slash", "is put before the path", "5.2.3-merge-2", RuleKind.MERGE_SLASH
)
MERGES_ALONE = _merge(
    "the path", "replaces the base's whole path", "5.2.3-merge-3", RuleKind.MERGE_ALONE
)
KEEPS_DOTS = _transform(Phase.DOTS, RuleKind.SKIP_DOTS, "dot segments", "stay in the base's path")
RECOMPOSES = Rule(
    *(Phase.RECOMBINE, RuleKind.JOIN, cite("5.3", "Component Recomposition")),
    *("each defined component", "is written with its delimiter"),
)

_NO_SCHEME = error("the base has no scheme", UNUSABLE_BASE.citation)


RULES = (
    *(UNUSABLE_BASE, HAS_SCHEME, HAS_NO_SCHEME, IGNORES_SCHEME),
    *(KEEPS_ALL, KEEPS_AUTHORITY, INHERITS_PATH, INHERITS_QUERY, KEEPS_PATH),
    *(MERGES, MERGES_BEHIND_SLASH, MERGES_ALONE),
    *(*STEPS, KEEPS_DOTS),
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
        if query is None and base_query is not None:
            return INHERITS_QUERY, (base_scheme, base_authority, base_path, base_query, fragment)
        return INHERITS_PATH, (base_scheme, base_authority, base_path, query, fragment)
    if path.startswith("/"):
        return KEEPS_PATH, (base_scheme, base_authority, path, query, fragment)
    rule, path = merge(base_authority, base_path, path)
    return rule, (base_scheme, base_authority, path, query, fragment)


def merge(base_authority: str | None, base_path: str, path: str) -> tuple[Rule, str]:
    """5.2.3 Merge Paths."""
    if base_authority is not None and not base_path:
        return MERGES_BEHIND_SLASH, "/" + path
    end = base_path.rfind("/") + 1
    return MERGES if end else MERGES_ALONE, base_path[:end] + path


STEPS_2A_TO_2E = Substeps(
    2, (Substep(STEP_2E, remove_dot_segments, edits=edits_of),), has_dot_segments
)


def remove_dots(
    rule: Rule, uri: Components, options: Options
) -> tuple[Rule | Substeps, Components]:
    """Dot segments are removed from every path but an inherited one."""
    return (KEEPS_DOTS if rule.kind is RuleKind.INHERIT else STEPS_2A_TO_2E), uri


# 5.3 Component Recomposition.


def recombine(uri: Components) -> tuple[Rule, str]:
    """Write every defined component with its delimiter."""
    return RECOMPOSES, recombined(*uri)
