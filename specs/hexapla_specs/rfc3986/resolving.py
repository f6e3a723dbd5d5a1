"""RFC 3986, section 5.2: relative resolution, as its pseudo-code has it; 5.3: recomposition."""

from hexapla.documents.reading import Rationale, Reading
from hexapla.standard.component import recombined
from hexapla.standard.phases import NoUri, Options, error
from hexapla.standard.rule import Phase, Rule, by_phase, leaves_text
from hexapla.standard.trace import Trace
from hexapla_specs.rfc3986.syntax import TargetUri, UriReference, cite, rule

# 5.2.2: what it leaves open.

SAME_SCHEME = Reading(
    "same-scheme",
    "Is a scheme ignored that is the base's own?",
    {
        "strict": Rationale("A strict parser treats what has a scheme as a URI.", cite("5.2.2")),
        "loophole": Rationale(
            "A parser that is not strict may ignore it, for backward compatibility; schemes ignore "
            "case, so that HTTP is the same scheme as http.",
            cite("5.2.2, 5.4.2, 3.1"),
        ),
        "loophole-identical": Rationale(
            "A parser that is not strict may ignore it if it is identical to the base's: letter "
            "by letter.",
            cite("5.2.2"),
        ),
    },
)

# The rules of 5.2 and 5.3.

_test, _combine, _dots = by_phase(rule)

UNUSABLE_BASE = _test("5.2.1", "a base without a scheme", "is refused")
HAS_SCHEME = _test("5.2.2", "a reference with a scheme", "goes on without the base")
HAS_NO_SCHEME = _test("5.2.2", "a reference without a scheme", "is relative", "5.2.2-test-2")
IGNORES_SCHEME = _test("5.2.2", "the base's own scheme", "is ignored", "5.2.2-test-3")
KEEPS_ALL = _combine("replace", "5.2.2", "a reference with a scheme", "keeps its components")
KEEPS_AUTHORITY = _combine(
    "replace", "5.2.2", "a defined authority", "stays, with path and query", "5.2.2-replace-2"
)
INHERITS_PATH = _combine("inherit", "5.2.2", "the base's path", "replaces an empty one")
INHERITS_QUERY = _combine(
    "inherit", "5.2.2", "the base's path and query", "replace an empty path", "5.2.2-inherit-2"
)
KEEPS_PATH = _combine(
    "replace", "5.2.2", "an absolute path", "goes after the base's authority", "5.2.2-replace-3"
)
MERGES = _combine("merge", "5.2.3", "the path", "goes after the base's last slash")
MERGES_BEHIND_SLASH = _combine(
    "merge-slash", "5.2.3", "a slash", "is put before the path", "5.2.3-merge-2"
)
MERGES_ALONE = _combine(
    "merge-alone", "5.2.3", "the path", "replaces the base's whole path", "5.2.3-merge-3"
)
STEP_2A_DOT = _dots("drop-dot", "5.2.4 step 2A", 'a "./" at the front', "goes")
STEP_2A_PARENT = _dots("climb", "5.2.4 step 2A", 'a "../" at the front', "goes")
STEP_2B = _dots("drop-dot", "5.2.4 step 2B", 'a "." segment', "goes with a slash")
STEP_2B_FINAL = _dots("drop-final-dot", "5.2.4 step 2B", 'a final "."', "goes, its slash stays")
STEP_2C = _dots("drop-pair", "5.2.4 step 2C", '"/../"', 'becomes "/"; the segment before it goes')
STEP_2C_FINAL = _dots(
    "drop-final-pair", "5.2.4 step 2C", 'a final ".." with the segment before it', "goes"
)
STEP_2C_ROOT = _dots("climb", "5.2.4 step 2C", 'a ".." above the root', "goes")
STEP_2C_FINAL_ROOT = _dots("final-climb", "5.2.4 step 2C", 'a final ".." above the root', "goes")
STEP_2D_DOT = _dots("drop-final-dot", "5.2.4 step 2D", 'a "." alone', "goes")
STEP_2D_PARENT = _dots("final-climb", "5.2.4 step 2D", 'a ".." alone', "goes")
STEP_2E = _dots("keep-rest", "5.2.4 step 2E", "every other segment", "stays")
KEEPS_DOTS = _dots("skip-dots", "5.2.2", "dot segments", "stay in the base's path")
RECOMPOSES = rule(
    Phase.RECOMBINE, "join", "5.3", "each defined component", "is written with its delimiter"
)
LEAVES_TEXT = leaves_text(cite("5.2"))

_NO_SCHEME = error("the base has no scheme", UNUSABLE_BASE.citation)

# 5.2.1 Pre-parse the Base URI, and the beginning of 5.2.2.


def classify(
    Base: UriReference, R: UriReference, options: Options
) -> tuple[Rule, UriReference | NoUri]:
    """Has the reference a scheme, and does it count?"""
    if Base.scheme is None:  # 5.2.1: only the scheme is required to be present in a base
        return UNUSABLE_BASE, _NO_SCHEME
    if R.scheme is None:
        return HAS_NO_SCHEME, R
    # if ((not strict) and (R.scheme == Base.scheme)) then undefine(R.scheme)
    if _is_ignored(R.scheme, Base.scheme, R.authority, options):
        return IGNORES_SCHEME, R._replace(scheme=None)
    return HAS_SCHEME, R


def _is_ignored(scheme: str, base_scheme: str, authority: str | None, options: Options) -> bool:
    """Say whether a parser that is not strict takes a scheme for the base's own."""
    if scheme == base_scheme:
        # With an authority of its own, such a reference gives the same either way.
        return authority is None and options[SAME_SCHEME.name] != "strict"
    return scheme.lower() == base_scheme.lower() and options[SAME_SCHEME.name] == "loophole"


# 5.2.2 Transform References.


def combine(Base: UriReference, R: UriReference, options: Options) -> tuple[Rule, TargetUri]:
    """Transform the reference R into the target T.

    Where 5.2.2 calls remove_dot_segments, that is done afterwards, by `remove_dots`: of each path
    but the base's own.
    """
    scheme: str | None
    if R.scheme is not None:
        rule = KEEPS_ALL
        scheme = R.scheme
        authority = R.authority
        path = R.path
        query = R.query
    else:
        if R.authority is not None:
            rule = KEEPS_AUTHORITY
            authority = R.authority
            path = R.path
            query = R.query
        else:
            if not R.path:
                path = Base.path
                if R.query is not None or Base.query is None:
                    rule = INHERITS_PATH
                    query = R.query
                else:
                    rule = INHERITS_QUERY
                    query = Base.query
            else:
                if R.path.startswith("/"):
                    rule = KEEPS_PATH
                    path = R.path
                else:
                    rule, path = merge(Base, R.path)
                query = R.query
            authority = Base.authority
        scheme = Base.scheme
    fragment = R.fragment
    return rule, TargetUri(scheme, authority, path, query, fragment)


# 5.2.3 Merge Paths.


def merge(Base: UriReference, path: str) -> tuple[Rule, str]:
    """Return the path of a reference merged with the path of the base."""
    if Base.authority is not None and not Base.path:
        return MERGES_BEHIND_SLASH, "/" + path
    # All but the last segment of the base's path: nothing, if that has no slash.
    end = Base.path.rfind("/") + 1
    return MERGES if end else MERGES_ALONE, Base.path[:end] + path


# 5.2.4 Remove Dot Segments.


def remove_dots(
    rule: Rule, T: TargetUri, options: Options, trace: Trace | None
) -> tuple[Rule | None, TargetUri]:
    """Remove dot segments from every path but an inherited one (5.2.2)."""
    if rule is INHERITS_PATH or rule is INHERITS_QUERY:
        return KEEPS_DOTS, T
    path = remove_dot_segments(T.path, trace)
    if path == T.path:
        return None, T
    return None, TargetUri(T.scheme, T.authority, path, T.query, T.fragment)


def remove_dot_segments(path: str, trace: Trace | None = None) -> str:
    """Return a path after steps 1 to 3.

    The input buffer is the path from a position on. The output buffer is a list of segments, each
    with the slash before it: where it starts and where it stops in the path.
    """
    if "." not in path and not trace:
        return path  # step 2E alone would move it, segment by segment
    position = 0
    output: list[tuple[int, int]] = []

    # Steps 2A and 2D are about an input buffer that does not begin with a slash. It begins with
    # one as soon as a segment was moved.
    while path.startswith(("../", "./"), position):  # 2A
        rest = path.index("/", position) + 1
        if trace:
            is_parent = path.startswith("../", position)
            trace.removes(STEP_2A_PARENT if is_parent else STEP_2A_DOT, (position, rest))
        position = rest
    if path[position:] in (".", ".."):  # 2D
        if trace:
            is_parent = path.endswith("..")
            trace.removes(STEP_2D_PARENT if is_parent else STEP_2D_DOT, (position, len(path)))
        position = len(path)

    while position < len(path):
        slash = path.find("/", position + 1)
        is_final = slash < 0
        stop = len(path) if is_final else slash
        segment = path[position:stop]
        if segment == "/.":  # 2B; of a final segment the slash is left, and moved
            if is_final:
                output.append((position, position + 1))
            if trace:
                rule = STEP_2B_FINAL if is_final else STEP_2B
                trace.removes(rule, (position + is_final, stop))
        elif segment == "/..":  # 2C; likewise, and the last segment of the output buffer goes
            removed = [output.pop()] if output else []
            if is_final:
                output.append((position, position + 1))
            if trace:
                rule = _RULES_OF_2C[bool(removed), is_final]
                trace.removes(rule, *removed, (position + is_final, stop))
        else:  # 2E
            output.append((position, stop))
        position = stop

    result = "".join([path[start:stop] for start, stop in output])  # 3
    if trace:
        trace.ends_pass(STEP_2E, result)
    return result


# By whether there was a segment to remove, and whether the dots are final.
_RULES_OF_2C = {
    (True, False): STEP_2C,
    (True, True): STEP_2C_FINAL,
    (False, False): STEP_2C_ROOT,
    (False, True): STEP_2C_FINAL_ROOT,
}


# 5.3 Component Recomposition.


def recombine(T: TargetUri) -> tuple[Rule, str]:
    """Write every defined component with its delimiter."""
    return RECOMPOSES, recombined(*T)
