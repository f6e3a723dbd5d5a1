"""RFC 3986, sections 5.2 (relative resolution, as in the pseudocode) and 5.3 (recomposition)."""

from hexapla.documents.reading import Rationale, Reading, relative_base
from hexapla.standard.phases import NoUri, Options, error, new_record
from hexapla.standard.rule import Phase, Rule, by_phase, leaves_text
from hexapla.standard.trace import Trace
from hexapla_specs.rfc3986.dot_segments import STEP_2E, remove_dot_segments
from hexapla_specs.rfc3986.normalizing import BASE_NORMALIZATION, may_change, normalized
from hexapla_specs.rfc3986.syntax import TargetUri, UriReference, cite, rule

# Readings.

SAME_SCHEME = Reading(
    "same-scheme",
    "Is a scheme ignored if it is the base's own?",
    {
        "strict": Rationale(
            "No: a strict parser treats a reference with a scheme as a URI.", cite("5.2.2")
        ),
        "loophole": Rationale(
            "Yes: a parser that is not strict may ignore it, for backward compatibility. Case does "
            "not matter in schemes, so HTTP is the same scheme as http.",
            cite("5.2.2, 5.4.2, 3.1"),
        ),
        "loophole-identical": Rationale(
            "Only if it is identical to the base's scheme, letter for letter: a parser that is not "
            "strict may then ignore it.",
            cite("5.2.2"),
        ),
    },
)

RELATIVE_BASE = relative_base(cite("5.2.1"))

# The rules of 5.2 and 5.3.

_test, _combine, _dots = by_phase(rule)

UNUSABLE_BASE = _test("5.2.1", "a base without a scheme", "is refused")
HAS_SCHEME = _test("5.2.2", "a reference with a scheme", "does not use the base")
HAS_NO_SCHEME = _test("5.2.2", "a reference without a scheme", "is relative", "5.2.2-test-2")
IGNORES_SCHEME = _test("5.2.2", "the base's own scheme", "is ignored", "5.2.2-test-3")
KEEPS_ALL = _combine("replace", "5.2.2", "a reference with a scheme", "keeps its components")
KEEPS_AUTHORITY = _combine(
    "replace",
    "5.2.2",
    "an authority",
    "stays, with everything after it",
    "5.2.2-replace-2",
)
INHERITS_PATH = _combine("inherit", "5.2.2", "an empty path", "becomes the base's")
INHERITS_QUERY = _combine(
    "inherit", "5.2.2", "the base's path and query", "replace an empty path", "5.2.2-inherit-2"
)
KEEPS_PATH = _combine(
    "replace",
    "5.2.2",
    "an absolute path",
    "replaces everything from the base's path on",
    "5.2.2-replace-3",
)
MERGES = _combine("merge", "5.2.3", "everything after the base path's last slash", "is replaced")
MERGES_BEHIND_SLASH = _combine(
    "merge-slash",
    "5.2.3",
    "a slash and the reference",
    "follow the base's authority",
    "5.2.3-merge-2",
)
MERGES_ALONE = _combine(
    "merge-alone", "5.2.3", "everything from the base's path on", "is replaced", "5.2.3-merge-3"
)
KEEPS_DOTS = _dots("skip-dots", "5.2.2", "dot segments", "stay in the base's path")
RECOMPOSES = rule(
    Phase.RECOMBINE, "join", "5.3", "each defined component", "is written with its delimiter"
)
# No step applies these rules. A comparison cites them if another standard changes the text.
LEAVES_TEXT = leaves_text(cite("5.2"))

_NO_SCHEME = error("the base has no scheme", UNUSABLE_BASE.citation)

# 5.2.1 Pre-parse the Base URI.
#
# The base is established as in 5.1 (`Rfc3986BasePrecedence` in `operations.py`). Both Base and R
# are parsed before `classify` runs. An option is looked up only if it may change the result,
# because a trace records each option that is looked up.


def normalized_if_used(Base: UriReference, R: UriReference, options: Options) -> UriReference:
    """Return Base, in its normal form if bases are normalized and this changes T (5.2.2).

    The option is looked up only if T depends on it. Here, T still has its dot segments, so the
    option may be looked up even if the final target doesn't depend on it.
    """
    normal = normalized(Base)
    if normal is Base or transform(normal, R) == transform(Base, R):
        return Base
    return normal if options[BASE_NORMALIZATION.name] == "syntax" else Base


# 5.2.2 Transform References.
#
# A variable such as R_path stands for R.path in the pseudocode.


def classify(
    Base: UriReference, R: UriReference, options: Options
) -> tuple[Rule, UriReference | NoUri]:
    """Return R, without its scheme if the scheme is ignored (5.2.2), or an error (5.2.1)."""
    # 5.2.1: a base needs a scheme, and nothing else.
    if Base.scheme is None and options[RELATIVE_BASE.name] == "refuse":
        return UNUSABLE_BASE, _NO_SCHEME
    R_scheme = R.scheme
    # if ((not strict) and (R.scheme == Base.scheme)) then undefine(R.scheme)
    if R_scheme and Base.scheme and _is_ignored(R_scheme, Base.scheme, R.authority, options):
        return IGNORES_SCHEME, R._replace(scheme=None)
    # if defined(R.scheme)
    if R_scheme is not None:
        return HAS_SCHEME, R
    return HAS_NO_SCHEME, R


def _is_ignored(R_scheme: str, Base_scheme: str, R_authority: str | None, options: Options) -> bool:
    """Return whether a parser ignores the scheme of R because it is the base's own.

    The result is also false if ignoring the scheme wouldn't change the target.
    """
    normal = Base_scheme.lower()  # as in a normalized base (5.2.1)
    if R_scheme.lower() != normal:
        return False
    if R_authority is not None and R_scheme == Base_scheme == normal:
        return False  # ignoring the scheme would not change the result
    same_scheme = options[SAME_SCHEME.name]
    if same_scheme != "loophole-identical":
        return same_scheme == "loophole"
    if Base_scheme != normal and options[BASE_NORMALIZATION.name] == "syntax":  # 5.2.1
        return R_scheme == normal
    return R_scheme == Base_scheme


def combine(Base: UriReference, R: UriReference, options: Options) -> tuple[Rule, TargetUri]:
    """Return the target T; under base-normalization=syntax, normalize the base first (5.2.1)."""
    if R.scheme is None and may_change(Base.text):
        Base = normalized_if_used(Base, R, options)
    return transform(Base, R)


def transform(Base: UriReference, R: UriReference) -> tuple[Rule, TargetUri]:
    """Return the target T.

    5.2.2 calls remove_dot_segments within the branches. Here, `remove_dots` calls that function
    afterwards, unless the path is inherited from the base.
    """
    _, Base_scheme, Base_authority, Base_path, Base_query, _ = Base
    _, R_scheme, R_authority, R_path, R_query, R_fragment = R
    if R_scheme is not None:
        rule = KEEPS_ALL
        T_scheme: str | None = R_scheme
        T_authority = R_authority
        T_path = R_path  # and remove_dot_segments
        T_query = R_query
    else:
        if R_authority is not None:
            rule = KEEPS_AUTHORITY
            T_authority = R_authority
            T_path = R_path  # and remove_dot_segments
            T_query = R_query
        else:
            if R_path == "":
                T_path = Base_path
                if R_query is not None:
                    rule = INHERITS_PATH
                    T_query = R_query
                else:
                    # The rule also shows whether the query is inherited.
                    rule = INHERITS_PATH if Base_query is None else INHERITS_QUERY
                    T_query = Base_query
            else:
                if R_path.startswith("/"):
                    rule = KEEPS_PATH
                    T_path = R_path  # and remove_dot_segments
                else:
                    rule, T_path = merge(Base_authority, Base_path, R_path)
                    # and remove_dot_segments
                T_query = R_query
            T_authority = Base_authority
        T_scheme = Base_scheme
    T_fragment = R_fragment
    return rule, new_record(TargetUri, (T_scheme, T_authority, T_path, T_query, T_fragment))


# 5.2.3 Merge Paths.


def merge(Base_authority: str | None, Base_path: str, R_path: str) -> tuple[Rule, str]:
    """Merge the path of a reference with the path of the base; return the rule and the path."""
    if Base_authority is not None and Base_path == "":
        return MERGES_BEHIND_SLASH, "/" + R_path
    # Take all but the last segment of the base's path; nothing if the path has no slash.
    end = Base_path.rfind("/") + 1
    rule = MERGES if end else MERGES_ALONE
    return rule, Base_path[:end] + R_path


# 5.2.4 Remove Dot Segments.


def remove_dots(
    rule: Rule, T: TargetUri, options: Options, trace: Trace | None
) -> tuple[Rule | None, TargetUri]:
    """Remove dot segments from the path, unless it is inherited (5.2.2)."""
    if rule is INHERITS_PATH or rule is INHERITS_QUERY:
        return KEEPS_DOTS, T
    scheme, authority, path, query, fragment = T
    if "/." not in path and not path.startswith("."):
        if trace:
            trace.ends_pass(STEP_2E, path)
        return None, T  # no dot segment: 2E moves every segment unchanged
    path = remove_dot_segments(path, trace)
    return None, new_record(TargetUri, (scheme, authority, path, query, fragment))


# 5.3 Component Recomposition.


def recombine(T: TargetUri) -> tuple[Rule, str]:
    """Join the defined components of the target with their delimiters."""
    scheme, authority, path, query, fragment = T
    result = ""
    if scheme is not None:
        result += scheme + ":"
    if authority is not None:
        result += "//" + authority
    result += path
    if query is not None:
        result += "?" + query
    if fragment is not None:
        result += "#" + fragment
    return RECOMPOSES, result


# Not part of the algorithm: choosing the normalization steps that an explanation shows.


def takes_from(rule: Rule, before: UriReference, after: UriReference) -> bool:
    """Return whether a combining rule uses a part of the base that a normalization step changed."""
    _, scheme, authority, path, query, _ = before
    taken = path
    if rule is KEEPS_ALL:
        return False
    if rule is KEEPS_AUTHORITY:
        return scheme != after.scheme
    if rule is KEEPS_PATH or rule is MERGES_BEHIND_SLASH or rule is MERGES_ALONE:
        taken = ""
    elif rule is MERGES:
        taken = path[: path.rfind("/") + 1]
    is_same = (scheme, authority) == (after.scheme, after.authority)
    if rule is INHERITS_QUERY and query != after.query:
        return True
    return not (is_same and after.path.startswith(taken))
