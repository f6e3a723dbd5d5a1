"""RFC 2396, section 5.2: resolve relative references to absolute form in seven steps."""

from functools import partial

from hexapla.documents.reading import Rationale, Reading, relative_base
from hexapla.standard import dots
from hexapla.standard.component import recombined
from hexapla.standard.phases import NoUri, Options, Outcome, error, new_record
from hexapla.standard.rule import Phase, Rule, by_phase, leaves_text
from hexapla.standard.trace import Trace
from hexapla_specs.rfc2396.syntax import TargetUri, UriReference, cite, is_hierarchical, rule

# Readings.

EXCESS_DOTS = Reading(
    "excess-dots",
    'What happens to ".." segments that climb above the root?',
    {
        "retain": Rationale(
            "They may be retained; the examples show this first.", cite("5.2 step 6g, C.2")
        ),
        "remove": Rationale(
            "They may be removed, and some implementations do.", cite("5.2 step 6g, C.2")
        ),
        "error": Rationale(
            "The reference is in error, and need not be followed.", cite("5.2 step 6g")
        ),
    },
)
SAME_SCHEME = Reading(
    "same-scheme",
    "Is a reference relative if its scheme is the base's own?",
    {
        "validating": Rationale(
            "No: a reference that starts with a scheme is an absolute URI. Step 3 asks validating "
            "parsers to mark it as an error; the examples return it unchanged.",
            cite("5.2 step 3, C.2"),
        ),
        "loophole": Rationale(
            "Yes: for backwards compatibility, the scheme may be dropped if it is known always to "
            "use hier_part. Hexapla assumes this of the schemes that RFC 1738 writes with //.",
            cite("5.2 step 3, C.2"),
        ),
    },
)
EMPTY_REFERENCE = Reading(
    "empty-reference",
    "What does an empty reference refer to?",
    {
        "current-document": Rationale("The current document, with no new retrieval.", cite("4.2")),
        "new-request": Rationale(
            "The base URI, if the context always makes a new request, as a form does. Section 4.2 "
            "says this only about an empty reference, not about a fragment alone.",
            cite("4.2"),
        ),
    },
)
OPAQUE_BASE = Reading(
    "opaque-base",
    "May a relative reference be resolved against a base that is not hierarchical?",
    {
        "error": Rationale("No: relative references need a base that fits hier_part.", cite("5")),
        "merge": Rationale(
            "Yes: a base needs only a scheme; resolving continues with step 4.",
            cite("5.2"),
        ),
    },
)
EMPTY_BASE_PATH = Reading(
    "empty-base-path",
    "What separates the authority from a merged path if the base has no path?",
    {
        "literal": Rationale("Nothing: step 6 inserts nothing.", cite("5.2 step 6")),
        "separator": Rationale(
            "A slash, inserted before dot segments are removed: in net_path, an abs_path follows "
            "the authority, and it begins with a slash.",
            cite("3"),
        ),
    },
)

RELATIVE_BASE = relative_base(cite("5.2"))

# 5.2 step 3: the schemes that are known always to use hier_part. The RFC doesn't list them; these
# are the schemes that RFC 1738 writes with a double slash (in its sections 3.1 to 3.11).

HIERARCHICAL_SCHEMES = frozenset(
    {"file", "ftp", "gopher", "http", "nntp", "prospero", "telnet", "wais"}
)

# Step 1 (parsing) to step 7.

_test, _combine, _dots = by_phase(rule)

UNUSABLE_BASE = _test("5.2", "a base without a scheme", "is refused")
STEP_2 = _test("5.2 step 2", "an empty or fragment-only reference", "is the current document")
STEP_2_NEW_REQUEST = _test("4.2", "an empty reference", "is the base URI, for a new request")
STEP_3_ABSOLUTE = _test("5.2 step 3", "a reference with a scheme", "stays as it is")
STEP_3_RELATIVE = _test(
    "5.2 step 3", "a reference without a scheme", "is relative", "5.2-step-3-test-2"
)
STEP_3_LOOPHOLE = _test("5.2 step 3", "the base's own scheme", "is dropped", "5.2-step-3-test-3")
SECTION_5 = _combine("test", "5", "an opaque base", "is not hierarchical")
STEP_4 = _combine("replace", "5.2 step 4", "an authority", "stays, with everything after it")
STEP_5 = _combine(
    "replace", "5.2 steps 4, 5", "an absolute path", "replaces everything from the base's path on"
)
STEPS_6A_6B = _combine(
    "merge", "5.2 steps 6a, 6b", "everything after the base path's last slash", "is replaced"
)
STEPS_6A_6B_EMPTY = _combine(
    "merge",
    "5.2 steps 6a, 6b",
    "an empty path",
    "replaces the base path's last segment",
    "5.2-steps-6a-6b-merge-2",
)
STEPS_6A_6B_ALONE = _combine(
    "merge-alone",
    "5.2 steps 6a, 6b",
    "everything from the base's path on",
    "is replaced",
    "5.2-steps-6a-6b-merge-3",
)
STEPS_6A_6B_SLASH = _combine(
    "merge-slash",
    "5.2 steps 6a, 6b",
    "a slash and the reference",
    "follow the base's authority",
    "5.2-steps-6a-6b-merge-4",
)
# The steps that skip to step 7, and the rule to cite for skipping.
SKIPS_TO_STEP_7 = {
    STEP_4: _dots(
        "skip-dots", "5.2 step 4", "dot segments", "stay in a path with its own authority"
    ),
    STEP_5: _dots("skip-dots", "5.2 steps 4, 5", "dot segments", "stay in an absolute path"),
}
STEP_6C = _dots("drop-dot", "5.2 step 6c", 'a "." segment', "is removed with its slash")
STEP_6D = _dots("drop-final-dot", "5.2 step 6d", 'a final "."', "is removed, but its slash stays")
STEP_6E = _dots("drop-pair", "5.2 step 6e", 'a ".." and the segment before it', "are removed")
STEP_6F = _dots(
    "drop-final-pair", "5.2 step 6f", 'a final ".." and the segment before it', "are removed"
)
_above = partial(_dots, "climb", "5.2 step 6g", 'a ".." with nothing before it')
STEP_6G = _above("stays", keeps=True)
STEP_6_KEEPS = _dots("keep-rest", "5.2 step 6", "every other segment", "stays", keeps=True)
STEP_6G_REMOVED = _above("is removed", "5.2-step-6g-climb-2")
STEP_6G_ERROR = _above("is an error", "5.2-step-6g-climb-3")
STEP_7 = rule(
    Phase.RECOMBINE, "join", "5.2 step 7", "each defined component", "is written with its delimiter"
)

_NO_SCHEME = error("the base has no scheme", UNUSABLE_BASE.citation)
_NOT_HIERARCHICAL = error("the base is not hierarchical", SECTION_5.citation)
_ABOVE_THE_ROOT = error("the reference climbs above the root of the base", STEP_6G.citation)

LEAVES_TEXT = leaves_text(cite("5.2"))

# Step 1: `parse` has already parsed the base and the reference.
#
# An option is looked up only if it can change the result, because a trace records each option that
# is looked up. If resolving ends early ("we are done"), a string or an outcome is returned instead
# of the reference.

# Steps 2 and 3.


def classify(
    base: UriReference, reference: UriReference, options: Options
) -> tuple[Rule, UriReference | str | NoUri]:
    """Return the reference, without a scheme that step 3 drops, or the result of resolving."""
    text, scheme, authority, path, query, fragment = reference
    # 5.2: a base needs a scheme, and nothing else.
    if base.scheme is None and options[RELATIVE_BASE.name] == "refuse":
        return UNUSABLE_BASE, _NO_SCHEME

    # Step 2
    if path == "" and scheme is None and authority is None and query is None:
        return _current_document(base, reference, options)

    # Step 3
    if scheme is None:
        return STEP_3_RELATIVE, reference
    if not _loophole_applies(base, scheme, authority, options):
        return STEP_3_ABSOLUTE, text
    if query is None and "?" in path:
        # Under opaque-part=grammar: without its scheme, the reference isn't opaque, so a question
        # mark begins a query.
        path, _, query = path.partition("?")
    return STEP_3_LOOPHOLE, UriReference(text, None, authority, path, query, fragment)


def _current_document(
    base: UriReference, reference: UriReference, options: Options
) -> tuple[Rule, str | NoUri]:
    """Step 2 and 4.2: return the current document, or the base URI for a new request.

    Section 4.2 covers both kinds of same-document references, but mentions a new request only for
    an empty reference.
    """
    if reference.text or options[EMPTY_REFERENCE.name] == "current-document":
        return STEP_2, NoUri(Outcome.SAME_DOCUMENT, reference.fragment)
    return STEP_2_NEW_REQUEST, recombined(base.scheme, base.authority, base.path, base.query, None)


def _loophole_applies(
    base: UriReference, scheme: str, authority: str | None, options: Options
) -> bool:
    """Step 3: return whether the scheme is dropped because it is the base's scheme (3.1).

    Case is ignored. It isn't enough that both given URIs use hier_part: the scheme must be known
    always to use it.
    """
    base_scheme = base.scheme or ""
    if scheme.lower() != base_scheme.lower() or scheme.lower() not in HIERARCHICAL_SCHEMES:
        return False
    # If the reference has an authority, dropping the scheme doesn't change the result, except that
    # it makes a base that isn't hierarchical an error.
    same_anyway = authority is not None and scheme == base_scheme
    if same_anyway and is_hierarchical(base.authority, base.path):
        return False
    return options[SAME_SCHEME.name] == "loophole"


# Steps 3 to 6b.


def combine(
    base: UriReference, reference: UriReference, options: Options
) -> tuple[Rule, TargetUri | NoUri]:
    """Return the components of the target before dot segments are removed, or an error."""
    _, base_scheme, base_authority, base_path, _, _ = base
    _, _, authority, path, query, fragment = reference  # step 2: the target's query and fragment
    scheme = base_scheme  # step 3
    # 5: relative references need a hierarchical base. A base without a scheme doesn't count as
    # opaque.
    is_opaque = base_scheme is not None and not is_hierarchical(base_authority, base_path)
    if is_opaque and options[OPAQUE_BASE.name] == "error":
        return SECTION_5, _NOT_HIERARCHICAL

    # Step 4
    if authority is not None:
        return STEP_4, new_record(TargetUri, (scheme, authority, path, query, fragment))
    authority = base_authority

    # Step 5
    if path.startswith("/"):
        return STEP_5, new_record(TargetUri, (scheme, authority, path, query, fragment))

    # Steps 6a and 6b: the path follows all but the last segment of the base's path.
    needs_slash = base_path == "" and authority is not None
    if needs_slash and options[EMPTY_BASE_PATH.name] == "separator":
        rule = STEPS_6A_6B_SLASH
        path = "/" + path
    else:
        rule = STEPS_6A_6B if path else STEPS_6A_6B_EMPTY
        end = base_path.rfind("/") + 1
        if end == 0:
            rule = STEPS_6A_6B_ALONE
        path = base_path[:end] + path
    return rule, new_record(TargetUri, (scheme, authority, path, query, fragment))


# Steps 6c to 6h.


def remove_dots(
    rule: Rule, uri: TargetUri, options: Options, trace: Trace | None
) -> tuple[Rule | None, TargetUri | NoUri]:
    """Remove dot segments from the target's path, or return an error.

    Steps 6c to 6g run only after steps 6a and 6b: steps 4 and 5 skip to step 7.
    """
    skips = SKIPS_TO_STEP_7.get(rule)
    if skips is not None:
        return skips, uri
    scheme, authority, path, query, fragment = uri
    if not trace and not dots.has_dot_segments(path):
        return None, uri  # no step removes anything
    path = dots.remove_single_dots(path, STEP_6C, trace)
    path = dots.remove_final_dot(path, STEP_6D, trace)
    path = dots.remove_pairs(path, STEP_6E, trace)
    path = dots.remove_final_pair(path, STEP_6F, trace)
    if dots.has_leading_parents(path):  # 6g
        option = options[EXCESS_DOTS.name]
        if option == "error":
            if trace:
                trace.ends(STEP_6G_ERROR, _ABOVE_THE_ROOT)
            return None, _ABOVE_THE_ROOT
        if option == "remove":
            path = dots.remove_leading_parents(path, STEP_6G_REMOVED, trace)
        elif trace:  # the segments are kept
            trace.stays(STEP_6G)
            trace.ends_pass(STEP_6G, path)
    return None, new_record(TargetUri, (scheme, authority, path, query, fragment))  # 6h


# Step 7.


def recombine(uri: TargetUri) -> tuple[Rule, str]:
    """Join the defined components of the absolute URI with their separators."""
    scheme, authority, path, query, fragment = uri
    result = ""
    if scheme is not None:
        result += f"{scheme}:"
    if authority is not None:
        result += f"//{authority}"
    result += path
    if query is not None:
        result += f"?{query}"
    if fragment is not None:
        result += f"#{fragment}"
    return STEP_7, result
