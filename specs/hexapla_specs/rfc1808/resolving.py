"""RFC 1808, section 4: resolving relative URLs in seven steps."""

from hexapla.documents.reading import Rationale, Reading, relative_base
from hexapla.standard import dots
from hexapla.standard.phases import NoUri, Options, error, new_record
from hexapla.standard.rule import Phase, Rule, by_phase, leaves_text
from hexapla.standard.trace import Trace
from hexapla_specs.rfc1808.syntax import CUT_NET_LOC, TargetUrl, Url, cite, fits_generic_rl
from hexapla_specs.rfc1808.syntax import rule as new_rule

# Readings.

EMPTY_BASE_PATH = Reading(
    "empty-base-path",
    "What separates the net_loc from a merged path if the base has no path?",
    {
        "separator": Rationale(
            "A slash, inserted before dot segments are removed (http://a with ./// gives "
            "http://a///): a path after a net_loc begins with a slash, which may be stored with "
            "the path.",
            cite("2.1, 2.2, 2.4.6"),
        ),
        "literal": Rationale("Nothing: steps 6 and 7 insert no slash.", cite("4 steps 6, 7")),
    },
)
ENTIRELY_EMPTY = Reading(
    "entirely-empty",
    "When is an embedded URL entirely empty?",
    {
        "text": Rationale("When it is the empty string.", cite("4 step 2a")),
        "components": Rationale(
            "When all its components are empty: step 2 parses the URL before step 2a tests the "
            "URL, and a separator with nothing after it leaves a component empty.",
            cite("2.4, 4 steps 2, 2a"),
        ),
    },
)
EMPTY_NET_LOC = Reading(
    "empty-net-loc",
    "Is there a net_loc to inherit and to write if nothing follows the double slash?",
    {
        "absent": Rationale(
            "No: step 3 tests whether the net_loc is empty, and the other components are empty if "
            "they are absent.",
            cite("2.4.1, 2.4.4, 2.4.5, 4 step 3"),
        ),
        "null-site": Rationale(
            "Yes: a net_loc may be empty, and parsing does not treat an empty one as absent. The "
            'author\'s own test pages keep the double slash before "a null site component".',
            cite("2.2, 2.4.3"),
        ),
    },
)
BASE_FORM = Reading(
    "base-form",
    "Which base can a relative URL be resolved against?",
    {
        "any": Rationale(
            "Any URL in absolute form: the steps of resolving require no more.",
            cite("3, 4"),
        ),
        "generic-RL": Rationale(
            "Only a base that fits generic-RL: relative URLs can't be used with any other base.",
            cite("2, 2.2"),
        ),
    },
)
UNSUITED_SCHEME = Reading(
    "unsuited-scheme",
    "May a relative URL be resolved against a mailto, news or telnet URL?",
    {
        "resolve": Rationale(
            "Yes: the differences between schemes can be ignored when resolving.", cite("2.3")
        ),
        "error": Rationale("No: relative URLs are never used with these schemes.", cite("2.3")),
    },
)
RELATIVE_BASE = relative_base(cite("3"))

# 2.3: schemes that are never used with relative URLs.

UNSUITED_SCHEMES = frozenset({"mailto", "news", "telnet"})

# Section 4, steps 1 to 7.
#
# If a step does the same as a step of other standards, the rules of all these standards have the
# same wording, so that a comparison prints one sentence for all of them. In such a wording, "a
# reference" is the embedded URL, and "the authority" is the net_loc. In the rule of step 2c, "is
# relative" means that the URL inherits the base's scheme.

_test, _combine, _dots = by_phase(new_rule)

STEP_1 = _test("4 step 1", "a URL without a base", "is taken as absolute")
UNUSABLE_BASE = _test("3", "a base without a scheme", "is refused")
STEP_2A = _test("4 step 2a", "an empty URL", "inherits the whole base")
STEP_2B = _test("4 step 2b", "a reference with a scheme", "stays as it is")
STEP_2C = _test("4 step 2c", "a reference without a scheme", "is relative")
UNFIT_BASE = _combine("test", "2", "a base that does not fit generic-RL", "allows no relative URLs")
UNSUITED_BASE = _combine("test", "2.3", "a mailto, news or telnet base", "allows no relative URLs")
# A rule of steps 3 to 6 cites only the steps that decide, because a comparison cites the rule as
# the cause of a difference. The rule's result also contains what the URL has already inherited: the
# scheme (2c) and, from step 5 on, the net_loc (3). If the net_loc is empty, step 3 replaces it with
# the net_loc of the base; `remove_dots` cites the step that then skips to step 7. A table of steps
# also shows section 2.4.3, which removes the double slash before an empty net_loc, and step 4.
STEP_3 = _combine("replace", "4 step 3", "a net_loc", "stays, with everything after it")
STEP_4 = _combine(
    "replace", "4 steps 3, 4", "an absolute path", "replaces everything from the base's path on"
)
STEP_3_EMPTY = _combine(
    "inherit",
    "4 step 3",
    "an empty net_loc",
    "becomes the base's, if any",
    also=(STEP_4, CUT_NET_LOC),
)
STEP_3_5 = _combine(
    "inherit",
    "4 steps 3, 5",
    "empty net_loc, path, params and query",
    "become the base's",
    also=(CUT_NET_LOC,),
)
STEP_5A = _combine("inherit", "4 steps 5, 5a", "an empty path", "becomes the base's")
STEP_5B = _combine("inherit", "4 steps 5, 5a, 5b", "path and params", "become the base's")
STEP_5B_QUERY = _combine(
    "inherit",
    "4 steps 5, 5a, 5b",
    "path, params and query",
    "become the base's",
    "4-steps-5-5a-5b-inherit-2",
)
STEP_6 = _combine("merge", "4 step 6", "everything after the base path's last slash", "is replaced")
STEP_6_ALONE = _combine(
    "merge-alone",
    "4 step 6",
    "everything from the base's path on",
    "is replaced",
    "4-step-6-merge-2",
)
STEP_6_SLASH = _combine(
    "merge-slash",
    "2.2, 4 step 6",
    "a slash and the reference",
    "follow the base's authority",
    "4-step-6-merge-3",
)


def _skips(section: str, does: str, *rules: Rule) -> dict[Rule, Rule]:
    skip = _dots("skip-dots", section, "dot segments", does)
    return dict.fromkeys(rules, skip)


# The rules that skip to step 7, each with the rule that `remove_dots` cites for the skip. Params
# aren't part of the path (4, the paragraph after step 7), so steps 6a to 6d don't change them.
SKIPS_TO_STEP_7 = {
    **_skips("4 step 3", "stay in a path with its own net_loc", STEP_3),
    **_skips("4 steps 3, 4", "stay in an absolute path", STEP_3_EMPTY, STEP_4),
    **_skips("4 steps 5, 5a, 5b", "stay in the base's path", STEP_3_5, STEP_5B, STEP_5B_QUERY),
    **_skips("4 steps 5, 5a", "stay if a URL has params but no path", STEP_5A),
}
STEP_6A = _dots("drop-dot", "4 step 6a", 'a "." segment', "is removed with its slash")
STEP_6B = _dots("drop-final-dot", "4 step 6b", 'a final "."', "is removed, but its slash stays")
STEP_6C = _dots("drop-pair", "4 step 6c", 'a ".." and the segment before it', "are removed")
STEP_6D = _dots(
    "drop-final-pair", "4 step 6d", 'a final ".." and the segment before it', "are removed"
)
STEP_6C_KEEPS = _dots("climb", "4 step 6c", 'a ".." with nothing before it', "stays", keeps=True)
STEP_6D_KEEPS = _dots(
    "final-climb", "4 step 6d", 'a final ".." with no other segment before it', "stays", keeps=True
)
# Step 7 doesn't say how to combine the components. Section 2.1 gives the delimiters, and says that
# components may be absent.
STEP_7 = new_rule(
    Phase.RECOMBINE,
    "join",
    "4 step 7, 2.1",
    "each component present",
    "is written with its delimiter",
)
# What leaves out the double slash of the base, under the reading empty-net-loc=absent.
EMPTY_COUNTS_AS_ABSENT = new_rule(
    Phase.RECOMBINE, "drop-empty", "2.4.3, 4 step 3", "an empty net_loc", "counts as absent"
)

# No step applies these rules. A comparison cites them if another standard changes the text.

STEP_6_KEEPS = _dots("keep-rest", "4 step 6", "every other segment", "stays", keeps=True)
LEAVES_TEXT = leaves_text(cite("4"))

_NO_SCHEME = error("the base has no scheme: it is not an absolute URL", UNUSABLE_BASE.citation)
_UNFIT = error("the base does not fit generic-RL", UNFIT_BASE.citation)
_UNSUITED = error("relative URLs are not used with the base's scheme", UNSUITED_BASE.citation)


# The parsing in step 2 is done first: when step 1 begins, `parse` (2.4) has parsed both the base
# and the embedded URL. The rules of parsing cite the sections of 2.4, because these rules also
# apply if a URL is only parsed.
#
# An option is looked up only if it may change the result, because a trace records each option that
# is looked up. If resolving ends early ("we are done"), a phase returns a string or an error, and
# not the URL.

# Steps 1 and 2.


def classify(base: Url, url: Url, options: Options) -> tuple[Rule, Url | str | NoUri]:
    """Return the embedded URL if it is relative; otherwise the result of resolving."""
    # Step 1. For how the base is established (3), see `Rfc1808BasePrecedence` in operations.py.
    if base.text == "":
        return STEP_1, url.text
    # 3: a base is an absolute URL, so no other string can be a base, even if the embedded URL is
    # absolute.
    if base.scheme == "" and options[RELATIVE_BASE.name] == "refuse":
        return UNUSABLE_BASE, _NO_SCHEME
    # Step 2a. Only here is the base's fragment inherited (4, the paragraph after step 7).
    if url.text == "":
        return STEP_2A, base.text
    # Reading entirely-empty: a URL that consists only of separators may count as empty.
    has_components = any(url[1:])  # all but the text
    if not has_components and options[ENTIRELY_EMPTY.name] == "components":
        return STEP_2A, base.text
    # Step 2b
    if url.scheme:
        return STEP_2B, url.text
    # Step 2c. `combine` makes the URL inherit the scheme of the base.
    return STEP_2C, url


# Steps 2c to 6.


def combine(base: Url, url: Url, options: Options) -> tuple[Rule, TargetUrl | NoUri]:
    """Return the embedded URL with the components that it inherits from the base, or an error."""
    _, base_scheme, base_net_loc, base_path, base_params, base_query, _ = base
    _, _, net_loc, path, params, query, fragment = url
    scheme = base_scheme  # step 2c
    # 2, 2.3: the bases with which relative URLs can be used at all.
    if not fits_generic_rl(base.text) and options[BASE_FORM.name] == "generic-RL":
        return UNFIT_BASE, _UNFIT
    if scheme.lower() in UNSUITED_SCHEMES and options[UNSUITED_SCHEME.name] == "error":
        return UNSUITED_BASE, _UNSUITED

    # Step 3: skip to step 7 (see SKIPS_TO_STEP_7), or inherit the net_loc, if any.
    if net_loc:
        return STEP_3, new_record(TargetUrl, (scheme, net_loc, path, params, query, fragment))
    has_empty_net_loc = net_loc is not None
    if base_net_loc is not None:
        net_loc = base_net_loc
    # Reading empty-net-loc: an empty net_loc, inherited or not, may count as absent.
    if net_loc == "" and options[EMPTY_NET_LOC.name] == "absent":
        net_loc = None

    # Step 4: skip to step 7. The rule also shows whether the URL had an empty net_loc.
    if path.startswith("/"):
        rule = STEP_3_EMPTY if has_empty_net_loc else STEP_4
        return rule, new_record(TargetUrl, (scheme, net_loc, path, params, query, fragment))

    # Step 5: both 5a and 5b skip to step 7.
    if path == "":
        path = base_path
        if params:  # 5a
            rule = STEP_5A
        else:
            params = base_params
            if query:  # 5b
                rule = STEP_5B
            else:
                # The rule also shows what is inherited. If the URL's net_loc is empty, the URL has
                # no params or query: up to the next slash, all text after "//" is the net_loc.
                rule = STEP_5B_QUERY if base_query else STEP_5B
                if has_empty_net_loc:
                    rule = STEP_3_5
                query = base_query
        return rule, new_record(TargetUrl, (scheme, net_loc, path, params, query, fragment))

    # Step 6: remove the last segment of the base's path, and append the URL's path. This path isn't
    # empty and doesn't begin with a slash, so the URL had no empty net_loc.
    needs_slash = base_path == "" and net_loc is not None
    if needs_slash and options[EMPTY_BASE_PATH.name] == "separator":
        rule = STEP_6_SLASH
        path = "/" + path
    else:
        end = base_path.rfind("/") + 1
        rule = STEP_6 if end else STEP_6_ALONE
        path = base_path[:end] + path
    return rule, new_record(TargetUrl, (scheme, net_loc, path, params, query, fragment))


# Steps 6a to 6d.


def remove_dots(
    rule: Rule, url: TargetUrl, options: Options, trace: Trace | None
) -> tuple[Rule | None, TargetUrl]:
    """Remove dot segments from the URL's path.

    Steps 6a to 6d run only after step 6: steps 3, 4, 5a and 5b skip to step 7.
    """
    skips = SKIPS_TO_STEP_7.get(rule)
    if skips is not None:
        return skips, url
    scheme, net_loc, path, params, query, fragment = url
    if not trace and not dots.has_dot_segments(path):
        return None, url  # no step removes anything
    path = dots.remove_single_dots(path, STEP_6A, trace)
    path = dots.remove_final_dot(path, STEP_6B, trace)
    path = dots.remove_pairs(path, STEP_6C, trace, STEP_6C_KEEPS)
    path = dots.remove_final_pair(path, STEP_6D, trace, STEP_6D_KEEPS)
    return None, new_record(TargetUrl, (scheme, net_loc, path, params, query, fragment))


# Step 7.


def recombine(url: TargetUrl) -> tuple[Rule, str]:
    """Join the components of the URL with their separators.

    A net_loc of None is not written, but an empty net_loc is (step 3). Any other component is
    absent if it is empty (2.4.1, 2.4.4, 2.4.5).
    """
    scheme, net_loc, path, params, query, fragment = url
    text = path
    if net_loc is not None:
        text = f"//{net_loc}{path}"
    if scheme:
        text = f"{scheme}:{text}"
    if params:
        text = f"{text};{params}"
    if query:
        text = f"{text}?{query}"
    if fragment:
        text = f"{text}#{fragment}"
    return STEP_7, text
