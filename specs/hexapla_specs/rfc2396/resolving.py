"""RFC 2396, section 5.2: resolve relative references to absolute form in seven steps."""

from functools import partial

from hexapla.documents.reading import Rationale, Reading, relative_base
from hexapla.standard import dots
from hexapla.standard.phases import NoUri, Options, Outcome, error, new_record
from hexapla.standard.rule import Phase, Rule, by_phase, leaves_text
from hexapla.standard.trace import Trace
from hexapla_specs.rfc2396.syntax import TargetUri, UriReference, cite, is_hierarchical
from hexapla_specs.rfc2396.syntax import rule as new_rule

# Readings.

EXCESS_DOTS = Reading(
    "excess-dots",
    'What happens to ".." segments that climb above the root?',
    {
        "retain": Rationale(
            "They may be retained; the examples give this result first.", cite("5.2 step 6g, C.2")
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
            "parsers to mark the reference as an error; in the examples, it stays unchanged.",
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
            "The base URI, if the reference occurs where it always leads to a new request, as in "
            "a form. Section 4.2 says this only about an empty reference, not about a fragment "
            "alone.",
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
            "the authority, and every abs_path begins with a slash.",
            cite("3"),
        ),
    },
)

RELATIVE_BASE = relative_base(cite("5.2"))

# 5.2 step 3: the schemes that are known always to use hier_part. The RFC doesn't list them; these
# are the schemes that RFC 1738 writes with a double slash (in its sections 3.2 to 3.11).

HIERARCHICAL_SCHEMES = frozenset(
    {"file", "ftp", "gopher", "http", "nntp", "prospero", "telnet", "wais"}
)

# Steps 2 to 7. For step 1, see `parse` (4.3), whose rule cites appendix B.
#
# If a step does the same as a step of other standards, the rules of all these standards have the
# same wording, so that a comparison prints one sentence for all of them. In the rule of step 3, "is
# relative" means that the reference inherits the base's scheme.

_test, _combine, _dots = by_phase(new_rule)

UNUSABLE_BASE = _test("5.2", "a base without a scheme", "is refused")
STEP_2 = _test("5.2 step 2", "an empty or fragment-only reference", "is the current document")
STEP_2_NEW_REQUEST = _test("4.2", "an empty reference", "is the base URI, for a new request")
STEP_3_ABSOLUTE = _test("5.2 step 3", "a reference with a scheme", "stays as it is")
STEP_3_RELATIVE = _test(
    "5.2 step 3", "a reference without a scheme", "is relative", "5.2-step-3-test-2"
)
STEP_3_LOOPHOLE = _test("5.2 step 3", "the base's own scheme", "is dropped", "5.2-step-3-test-3")
SECTION_5 = _combine("test", "5", "an opaque base", "is not hierarchical")
# A rule of steps 4 to 6b cites only the steps that decide, because a comparison cites the rule as
# the cause of a difference. The rule's result also contains what the reference has already
# inherited: the scheme (3) and, in steps 6a and 6b, the authority (4).
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
    "3, 5.2 steps 6a, 6b",
    "a slash and the reference",
    "follow the base's authority",
    "5.2-steps-6a-6b-merge-4",
)
# The rules that skip to step 7, each with the rule that `remove_dots` cites for the skip.
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
STEP_6G_REMOVED = _above("is removed", "5.2-step-6g-climb-2")
STEP_6G_ERROR = _above("is an error", "5.2-step-6g-climb-3")
STEP_7 = new_rule(
    Phase.RECOMBINE, "join", "5.2 step 7", "each defined component", "is written with its delimiter"
)

# No step applies these rules. A comparison cites them if another standard changes the text.

STEP_6_KEEPS = _dots("keep-rest", "5.2 step 6", "every other segment", "stays", keeps=True)
LEAVES_TEXT = leaves_text(cite("5.2"))

_NO_SCHEME = error("the base has no scheme", UNUSABLE_BASE.citation)
_NOT_HIERARCHICAL = error("the base is not hierarchical", SECTION_5.citation)
_ABOVE_THE_ROOT = error("the reference climbs above the root of the base", STEP_6G.citation)

# For how the base is established (5.1), see `Rfc2396BasePrecedence` in operations.py. When step 2
# begins, `parse` has parsed the base and, for step 1, the reference.
#
# An option is looked up only if it may change the result, because a trace records each option that
# is looked up. If resolving ends early ("we are done"), a phase returns a string or an outcome
# instead of the reference.

# Steps 2 and 3.


def classify(
    base: UriReference, reference: UriReference, options: Options
) -> tuple[Rule, UriReference | str | NoUri]:
    """Return the reference, without a scheme that step 3 drops, or the result of resolving."""
    text, scheme, authority, path, query, fragment = reference
    # 5.2: a base needs a scheme; its other components may be empty or undefined.
    if base.scheme is None and options[RELATIVE_BASE.name] == "refuse":
        return UNUSABLE_BASE, _NO_SCHEME

    # Step 2
    if path == "" and scheme is None and authority is None and query is None:
        return _current_document(base, reference, options)

    # Step 3
    if scheme is not None and not _is_loophole(base, scheme, authority, options):
        return STEP_3_ABSOLUTE, text
    # Otherwise, `combine` gives the reference the scheme of the base.
    if scheme is None:
        return STEP_3_RELATIVE, reference
    # The loophole (reading same-scheme): the scheme is removed. Marking the reference as an error
    # is left to validating parsers.
    if query is None and "?" in path:
        # Under opaque-part=grammar: without its scheme, the reference isn't opaque, so a question
        # mark begins a query.
        path, _, query = path.partition("?")
    return STEP_3_LOOPHOLE, UriReference(text, None, authority, path, query, fragment)


def _current_document(
    base: UriReference, reference: UriReference, options: Options
) -> tuple[Rule, str | NoUri]:
    """Return the current document, or the base URI for a new request (5.2 step 2; 4.2).

    Section 4.2 covers both an empty reference and a fragment alone, but mentions a new request only
    for an empty reference.
    """
    if reference.text or options[EMPTY_REFERENCE.name] == "current-document":
        return STEP_2, NoUri(Outcome.SAME_DOCUMENT, reference.fragment)
    # The base URI has no fragment, because a fragment is not part of a URI (4.1).
    _, base_scheme, base_authority, base_path, base_query, _ = base
    base_uri = TargetUri(base_scheme, base_authority, base_path, base_query, None)
    _, text = recombine(base_uri)
    return STEP_2_NEW_REQUEST, text


def _is_loophole(base: UriReference, scheme: str, authority: str | None, options: Options) -> bool:
    """Return whether step 3 drops the scheme because it is the base's scheme (3.1).

    Case is ignored. It isn't enough that both given URIs use hier_part: the scheme must be known
    always to use hier_part.
    """
    base_scheme = base.scheme or ""
    if scheme.lower() != base_scheme.lower() or scheme.lower() not in HIERARCHICAL_SCHEMES:
        return False
    # If the reference has an authority and its scheme is spelled like the base's scheme, dropping
    # the scheme doesn't change the result. The only exception is a base that isn't hierarchical:
    # resolving a reference without a scheme against such a base is an error.
    same_anyway = authority is not None and scheme == base_scheme
    if same_anyway and is_hierarchical(base.authority, base.path):
        return False
    return options[SAME_SCHEME.name] == "loophole"


# Steps 3 to 6b.


def combine(
    base: UriReference, reference: UriReference, options: Options
) -> tuple[Rule, TargetUri | NoUri]:
    """Return the components of the target before dot segments are removed, or an error."""
    # The base's query is not used (5.2). The target's query and fragment are those of the reference
    # (step 2), and its scheme is that of the base (step 3).
    _, base_scheme, base_authority, base_path, _, _ = base
    _, _, authority, path, query, fragment = reference
    scheme = base_scheme
    # 5: relative references need a hierarchical base. A base without a scheme doesn't count as
    # opaque.
    is_opaque = base_scheme is not None and not is_hierarchical(base_authority, base_path)
    if is_opaque and options[OPAQUE_BASE.name] == "error":
        return SECTION_5, _NOT_HIERARCHICAL

    # Step 4: skip to step 7 (see SKIPS_TO_STEP_7), or inherit the authority.
    if authority is not None:
        return STEP_4, new_record(TargetUri, (scheme, authority, path, query, fragment))
    authority = base_authority

    # Step 5: skip to step 7.
    if path.startswith("/"):
        return STEP_5, new_record(TargetUri, (scheme, authority, path, query, fragment))

    # Steps 6a and 6b, with the string buffer
    end = base_path.rfind("/") + 1
    buffer = base_path[:end]  # 6a
    needs_slash = base_path == "" and authority is not None
    if needs_slash and options[EMPTY_BASE_PATH.name] == "separator":
        rule = STEPS_6A_6B_SLASH
        buffer = "/"
    elif end == 0:
        rule = STEPS_6A_6B_ALONE
    else:
        rule = STEPS_6A_6B if path else STEPS_6A_6B_EMPTY
    buffer += path  # 6b
    return rule, new_record(TargetUri, (scheme, authority, buffer, query, fragment))


# Steps 6c to 6h.


def remove_dots(
    rule: Rule, uri: TargetUri, options: Options, trace: Trace | None
) -> tuple[Rule | None, TargetUri | NoUri]:
    """Remove dot segments from the buffer, which becomes the path (6h), or return an error.

    Steps 6c to 6h run only after steps 6a and 6b: steps 4 and 5 skip to step 7.
    """
    skips = SKIPS_TO_STEP_7.get(rule)
    if skips is not None:
        return skips, uri
    scheme, authority, buffer, query, fragment = uri
    if not trace and not dots.has_dot_segments(buffer):
        return None, uri  # no step removes anything
    buffer = dots.remove_single_dots(buffer, STEP_6C, trace)
    buffer = dots.remove_final_dot(buffer, STEP_6D, trace)
    buffer = dots.remove_pairs(buffer, STEP_6E, trace)
    buffer = dots.remove_final_pair(buffer, STEP_6F, trace)
    # 6g. The rule depends on the option, which is looked up only if the buffer still begins with
    # "..". Therefore, unlike steps 6c to 6f, step 6g is traced only if such a segment is left.
    if dots.has_leading_parents(buffer):
        option = options[EXCESS_DOTS.name]
        if option == "error":
            if trace:
                trace.ends(STEP_6G_ERROR, _ABOVE_THE_ROOT)
            return None, _ABOVE_THE_ROOT
        if option == "remove":
            buffer = dots.remove_leading_parents(buffer, STEP_6G_REMOVED, trace)
        elif trace:  # the segments are kept
            trace.stays(STEP_6G)
            trace.ends_pass(STEP_6G, buffer)
    path = buffer  # 6h
    return None, new_record(TargetUri, (scheme, authority, path, query, fragment))


# Step 7.


def recombine(uri: TargetUri) -> tuple[Rule, str]:
    """Join the defined components of the absolute URI with their separators."""
    scheme, authority, path, query, fragment = uri
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
    return STEP_7, result
