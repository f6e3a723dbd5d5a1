"""RFC 1808, section 4: resolving relative URLs, in seven steps."""

from hexapla.documents.reading import Rationale, Reading
from hexapla.standard import dots
from hexapla.standard.phases import NoUri, Options, Substep, Substeps, error
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc1808.document import cite
from hexapla_specs.rfc1808.syntax import Parsed, Url, fits_generic_rl

_TITLE = "Resolving Relative URLs"
_CATEGORIES = cite("2.3", "Specific Schemes and their Syntactic Categories")

# Readings.

EMPTY_BASE_PATH = Reading(
    "empty-base-path",
    "What separates the net_loc from a path merged with a base that has none?",
    {
        "separator": Rationale(
            "A slash, which goes in before dots are removed (http://a with ./// gives "
            "http://a///): after a net_loc a path begins with a slash, which may be stored "
            "along with it.",
            cite("2.1, 2.2, 2.4.6", "URL Syntactic Components"),
        ),
        "literal": Rationale(
            "Nothing: steps 6 and 7 put no slash there.", cite("4 steps 6, 7", _TITLE)
        ),
    },
)
ENTIRELY_EMPTY = Reading(
    "entirely-empty",
    "When is an embedded URL entirely empty?",
    {
        "text": Rationale("When it is the empty string.", cite("4 step 2a", _TITLE)),
        "components": Rationale(
            "When all its components are: step 2 parses it before 2a asks, and a separator with "
            "nothing after it leaves its component empty.",
            cite("4 steps 2, 2a, 2.4.1, 2.4.3 to 2.4.5", _TITLE),
        ),
    },
)
EMPTY_NET_LOC = Reading(
    "empty-net-loc",
    "Is there a net_loc to inherit and to write where nothing follows the double slash?",
    {
        "absent": Rationale(
            "No: step 3 goes by whether a net_loc is empty, and the other components are empty "
            "where they are absent.",
            cite("4 step 3, 2.4.1, 2.4.4, 2.4.5", _TITLE),
        ),
        "null-site": Rationale(
            "Yes: a net_loc may be empty, and parsing does not treat such a one as absent. The "
            'author\'s own test pages keep the double slash before "a null site component".',
            cite("2.2, 2.4.3", "BNF for Relative URLs"),
        ),
    },
)
BASE_FORM = Reading(
    "base-form",
    "Which base can a relative URL be resolved against?",
    {
        "any": Rationale(
            "Any URL in absolute form: the steps of resolving do not ask for more.",
            cite("3, 4", _TITLE),
        ),
        "generic-RL": Rationale(
            "One that fits generic-RL: under any other, relative URLs can't be used.",
            cite("2, 2.2", "Relative URL Syntax"),
        ),
    },
)
UNSUITED_SCHEME = Reading(
    "unsuited-scheme",
    "May a relative URL be resolved under mailto, news or telnet?",
    {
        "resolve": Rationale(
            "The differences between schemes can be ignored when resolving.", _CATEGORIES
        ),
        "error": Rationale(
            "Documents under these schemes have no use for relative URLs.", _CATEGORIES
        ),
    },
)
READINGS = (EMPTY_BASE_PATH, ENTIRELY_EMPTY, EMPTY_NET_LOC, BASE_FORM, UNSUITED_SCHEME)

# 2.3: the schemes that are never used with relative URLs.

UNSUITED_SCHEMES = frozenset({"mailto", "news", "telnet"})

# Section 4, steps 1 to 7.


def _step(
    step: str, phase: Phase, kind: RuleKind, does: str, removes: tuple[str, ...] = ()
) -> Rule:
    return Rule(phase, kind, cite(f"4 step {step}", _TITLE), does, removes=removes)


STEP_1 = _step(
    "1", Phase.CLASSIFY, RuleKind.TEST, "takes any URL as absolute where the base is empty"
)
UNUSABLE_BASE = Rule(
    Phase.CLASSIFY,
    RuleKind.TEST,
    cite("3", "Establishing a Base URL"),
    "needs a base that is an absolute URL, which Hexapla asks for whatever the reference",
)
STEP_2A = _step(
    "2a", Phase.CLASSIFY, RuleKind.TEST, "gives the entire base, its fragment too, for an empty URL"
)
STEP_2B = _step(
    "2b", Phase.CLASSIFY, RuleKind.TEST, "treats a URL that starts with a scheme as absolute"
)
STEP_2C = _step(
    "2c", Phase.CLASSIFY, RuleKind.TEST, "lets a URL without a scheme inherit the base's"
)
UNFIT_BASE = Rule(
    Phase.COMBINE,
    RuleKind.TEST,
    cite("2", "Relative URL Syntax"),
    "uses no relative URLs under a base that does not fit generic-RL",
)
UNSUITED_BASE = Rule(
    Phase.COMBINE, RuleKind.TEST, _CATEGORIES, "uses no relative URLs under mailto, news and telnet"
)
STEP_3 = _step("3", Phase.COMBINE, RuleKind.REPLACE, "keeps the URL's own net_loc and all after it")
STEP_4 = Rule(
    Phase.COMBINE,
    RuleKind.REPLACE,
    cite("4 steps 3, 4", _TITLE),
    "inherits the base's net_loc, where the URL has none that is not empty, and keeps the URL's "
    "own absolute path",
)
STEP_5A = Rule(
    Phase.COMBINE,
    RuleKind.INHERIT,
    cite("4 steps 5, 5a", _TITLE),
    "inherits the base's path and keeps the URL's own params",
)
STEP_5B = Rule(
    Phase.COMBINE,
    RuleKind.INHERIT,
    cite("4 steps 5, 5a, 5b", _TITLE),
    "inherits the base's path and params, and its query where the URL has none of its own",
)
STEP_6 = _step(
    "6",
    Phase.COMBINE,
    RuleKind.MERGE,
    "puts the URL's path in place of the last segment of the base's, or of the whole where the "
    "base's has no slash",
)
# By the step that skips to step 7, each of which is cited by a section of its own.
SKIPS_TO_STEP_7 = FrozenMapping(
    {
        rule.citation.section: Rule(
            Phase.DOTS, RuleKind.SKIP_DOTS, rule.citation, f"leaves dot segments in {path}"
        )
        for rule, path in (
            (STEP_3, "a path after a net_loc of the URL's own"),
            (STEP_4, "an absolute path of the URL's own"),
            (STEP_5A, "the base's path, with the URL's own params"),
            (STEP_5B, "the base's path, with the base's params"),
        )
    }
)
STEP_6A = _step("6a", Phase.DOTS, RuleKind.DROP_DOT, 'removes "./" segments from the path', ("./",))
STEP_6B = _step(
    "6b",
    Phase.DOTS,
    RuleKind.DROP_FINAL_DOT,
    'removes a "." that is the last segment, and no slash',
    (".",),
)
STEP_6C = _step(
    "6c",
    Phase.DOTS,
    RuleKind.DROP_PAIR,
    'removes "<segment>/../", where the segment is not "..", from the path alone',
    ("<segment>/../",),
)
STEP_6D = _step(
    "6d",
    Phase.DOTS,
    RuleKind.DROP_FINAL_PAIR,
    'removes "<segment>/.." at the end, where the segment is not ".."',
    ("<segment>/..",),
)
STEP_7 = Rule(
    Phase.RECOMBINE,
    RuleKind.JOIN,
    cite("4 step 7, 2.1", _TITLE),
    "recombines the components, and leaves out an empty one with its separator",
)

_PATH = 2
STEPS_6A_TO_6D = Substeps(
    _PATH,
    (
        Substep(STEP_6A, dots.remove_dot_segments),
        Substep(STEP_6B, dots.remove_final_dot),
        Substep(STEP_6C, dots.remove_pairs),
        Substep(STEP_6D, dots.remove_final_pair),
    ),
    dots.has_dot_segments,
)
RULES = (
    *(STEP_1, UNUSABLE_BASE, STEP_2A, STEP_2B, STEP_2C),
    *(UNFIT_BASE, UNSUITED_BASE, STEP_3, STEP_4, STEP_5A, STEP_5B, STEP_6),
    *(*SKIPS_TO_STEP_7.values(), *STEPS_6A_TO_6D.rules),
    STEP_7,
)
_NO_SCHEME = error("the base has no scheme: it is no absolute URL", UNUSABLE_BASE.citation)
_UNFIT = error("the base does not fit generic-RL", UNFIT_BASE.citation)
_UNSUITED = error("the base's scheme has no use for relative URLs", UNSUITED_BASE.citation)


def classify(base: Parsed, url: Parsed, options: Options) -> tuple[Rule, Url | str | NoUri]:
    """Steps 1 and 2: is the embedded URL the base, absolute, or relative to the base?

    Both are parsed already, which step 2 asks for (2.4).
    """
    text, scheme, net_loc, path, params, query, fragment = url
    base_text, base_scheme, _, _, _, _, _ = base
    if not base_text:
        return STEP_1, text
    if not base_scheme:
        return UNUSABLE_BASE, _NO_SCHEME
    if not text:
        return STEP_2A, base_text
    if not (scheme or net_loc or path or params or query or fragment) and (
        options[ENTIRELY_EMPTY.name] == "components"
    ):
        return STEP_2A, base_text
    if scheme:
        return STEP_2B, text
    return STEP_2C, ("", net_loc, path, params, query, fragment)


def combine(base: Parsed, url: Url, options: Options) -> tuple[Rule, Url | NoUri]:
    """Steps 2c to 6: what does the embedded URL inherit from the base?"""
    base_text, base_scheme, base_net_loc, base_path, base_params, base_query, _ = base
    _, net_loc, path, params, query, fragment = url
    scheme = base_scheme  # step 2c
    if not fits_generic_rl(base_text) and options[BASE_FORM.name] == "generic-RL":
        return UNFIT_BASE, _UNFIT
    if scheme.lower() in UNSUITED_SCHEMES and options[UNSUITED_SCHEME.name] == "error":
        return UNSUITED_BASE, _UNSUITED
    if net_loc:
        return STEP_3, (scheme, net_loc, path, params, query, fragment)
    # Step 3, otherwise: the net_loc of the base, if any.
    if base_net_loc:
        net_loc = base_net_loc
    elif net_loc is not None or base_net_loc is not None:
        net_loc = None if options[EMPTY_NET_LOC.name] == "absent" else ""
    if path.startswith("/"):
        return STEP_4, (scheme, net_loc, path, params, query, fragment)
    if not path:
        if params:
            return STEP_5A, (scheme, net_loc, base_path, params, query, fragment)
        query = query or base_query
        return STEP_5B, (scheme, net_loc, base_path, base_params, query, fragment)
    if not base_path and net_loc is not None and options[EMPTY_BASE_PATH.name] == "separator":
        base_path = "/"
    path = base_path[: base_path.rfind("/") + 1] + path
    return STEP_6, (scheme, net_loc, path, params, query, fragment)


def remove_dots(rule: Rule, url: Url, options: Options) -> tuple[Rule | Substeps, Url]:
    """Steps 6a to 6d: steps 3, 4 and 5 skip them."""
    return (STEPS_6A_TO_6D if rule is STEP_6 else SKIPS_TO_STEP_7[rule.citation.section]), url


def recombine(url: Url) -> tuple[Rule, str]:
    """Step 7: a separator is written only with a component that is there.

    Of an empty net_loc, step 3 has decided whether it is.
    """
    scheme, net_loc, path, params, query, fragment = url
    text = path if net_loc is None else f"//{net_loc}{path}"
    if scheme:
        text = f"{scheme}:{text}"
    if params:
        text = f"{text};{params}"
    if query:
        text = f"{text}?{query}"
    if fragment:
        text = f"{text}#{fragment}"
    return STEP_7, text
