"""RFC 1808, section 4: resolving relative URLs, in seven steps."""

from hexapla.documents.reading import Rationale, Reading
from hexapla.standard import dots
from hexapla.standard.phases import (
    Move,
    NoUri,
    Options,
    Phase,
    Rule,
    Substep,
    Substeps,
    error,
)
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc1808.document import cite
from hexapla_specs.rfc1808.syntax import Parsed, Url

_TITLE = "Resolving Relative URLs"
_CATEGORIES = cite("2.3", "Specific Schemes and their Syntactic Categories")

# Readings.

EMPTY_BASE_PATH = Reading(
    "empty-base-path",
    "What separates the net_loc from a path merged with a base that has none?",
    {
        "separator": Rationale(
            "In net_path, what follows the net_loc is an abs_path: it begins with a slash.",
            cite("2.2", "BNF for Relative URLs"),
        ),
        "literal": Rationale("Steps 6 and 7 put no slash there.", cite("4 steps 6, 7", _TITLE)),
    },
)
ENTIRELY_EMPTY = Reading(
    "entirely-empty",
    "When is an embedded URL entirely empty?",
    {
        "text": Rationale("When it is the empty string.", cite("4 step 2a", _TITLE)),
        "components": Rationale(
            "When all its components are: a crosshatch at the end leaves the fragment empty.",
            cite("2.4.1", "Parsing the Fragment Identifier"),
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
READINGS = (EMPTY_BASE_PATH, ENTIRELY_EMPTY, UNSUITED_SCHEME)

# 2.3: the schemes that are never used with relative URLs.

UNSUITED_SCHEMES = frozenset({"mailto", "news", "telnet"})

# Section 4, steps 1 to 7.


def _step(step: str, phase: Phase, move: Move, does: str) -> Rule:
    return Rule(phase, move, cite(f"4 step {step}", _TITLE), does)


STEP_1 = _step("1", Phase.CLASSIFY, Move.TEST, "takes any URL as absolute where the base is empty")
UNUSABLE_BASE = Rule(
    Phase.CLASSIFY,
    Move.TEST,
    cite("3", "Establishing a Base URL"),
    "needs a base that is an absolute URL",
)
STEP_2A = _step(
    "2a", Phase.CLASSIFY, Move.TEST, "gives the entire base, its fragment too, for an empty URL"
)
STEP_2B = _step("2b", Phase.CLASSIFY, Move.TEST, "takes what starts with a scheme for absolute")
STEP_2C = _step(
    "2c", Phase.CLASSIFY, Move.TEST, "takes what has no scheme for relative, to inherit the base's"
)
UNSUITED_BASE = Rule(
    Phase.COMBINE, Move.TEST, _CATEGORIES, "uses no relative URLs under mailto, news and telnet"
)
STEP_3 = _step("3", Phase.COMBINE, Move.REPLACE, "keeps the URL's own net_loc and all behind it")
STEP_4 = _step(
    "4", Phase.COMBINE, Move.REPLACE, "inherits the net_loc and keeps the URL's own absolute path"
)
STEP_5A = _step(
    "5a", Phase.COMBINE, Move.INHERIT, "inherits the base's path and keeps the URL's own params"
)
STEP_5B = _step(
    "5b",
    Phase.COMBINE,
    Move.INHERIT,
    "inherits the base's path and params, and its query where the URL has none of its own",
)
STEP_6 = _step(
    "6", Phase.COMBINE, Move.MERGE, "puts the URL's path in place of the last segment of the base's"
)
# By the step that skips to step 7, each of which is cited by a section of its own.
SKIPS_TO_STEP_7 = FrozenMapping(
    {
        rule.citation.section: Rule(
            Phase.DOTS, Move.SKIP_DOTS, rule.citation, "skips to step 7, so that no dots go"
        )
        for rule in (STEP_3, STEP_4, STEP_5A, STEP_5B)
    }
)
STEP_6A = _step("6a", Phase.DOTS, Move.DROP_DOT, 'removes "./" segments from the path')
STEP_6B = _step("6b", Phase.DOTS, Move.DROP_FINAL_DOT, 'removes a final "." and leaves its slash')
STEP_6C = _step("6c", Phase.DOTS, Move.DROP_PAIR, 'removes "<segment>/../" from the path alone')
STEP_6D = _step("6d", Phase.DOTS, Move.DROP_FINAL_PAIR, 'removes a final "<segment>/.."')
STEP_7 = _step(
    "7", Phase.RECOMBINE, Move.JOIN, "recombines the components, with no mark of an empty one"
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
    *(UNSUITED_BASE, STEP_3, STEP_4, STEP_5A, STEP_5B, STEP_6),
    *(*SKIPS_TO_STEP_7.values(), *STEPS_6A_TO_6D.rules),
    STEP_7,
)
_NO_SCHEME = error("the base has no scheme: it is no absolute URL", UNUSABLE_BASE.citation)
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
    if scheme:
        return STEP_2B, text
    if not (net_loc or path or params or query or fragment) and (
        options[ENTIRELY_EMPTY.name] == "components"
    ):
        return STEP_2A, base_text
    return STEP_2C, ("", net_loc, path, params, query, fragment)


def combine(base: Parsed, url: Url, options: Options) -> tuple[Rule, Url | NoUri]:
    """Steps 2c to 6: what does the embedded URL inherit from the base?"""
    _, base_scheme, base_net_loc, base_path, base_params, base_query, _ = base
    _, net_loc, path, params, query, fragment = url
    scheme = base_scheme  # step 2c
    if scheme.lower() in UNSUITED_SCHEMES and options[UNSUITED_SCHEME.name] == "error":
        return UNSUITED_BASE, _UNSUITED
    if net_loc:
        return STEP_3, (scheme, net_loc, path, params, query, fragment)
    net_loc = base_net_loc
    if path.startswith("/"):
        return STEP_4, (scheme, net_loc, path, params, query, fragment)
    if not path:
        if params:
            return STEP_5A, (scheme, net_loc, base_path, params, query, fragment)
        query = query or base_query
        return STEP_5B, (scheme, net_loc, base_path, base_params, query, fragment)
    if not base_path and net_loc and options[EMPTY_BASE_PATH.name] == "separator":
        base_path = "/"
    path = base_path[: base_path.rfind("/") + 1] + path
    return STEP_6, (scheme, net_loc, path, params, query, fragment)


def remove_dots(rule: Rule, url: Url, options: Options) -> tuple[Rule | Substeps, Url]:
    """Steps 6a to 6d: steps 3, 4 and 5 skip them."""
    return (STEPS_6A_TO_6D if rule is STEP_6 else SKIPS_TO_STEP_7[rule.citation.section]), url


def recombine(url: Url) -> tuple[Rule, str]:
    """Step 7: a separator is written only with a component that is not empty."""
    scheme, net_loc, path, params, query, fragment = url
    text = f"//{net_loc}{path}" if net_loc else path
    if scheme:
        text = f"{scheme}:{text}"
    if params:
        text = f"{text};{params}"
    if query:
        text = f"{text}?{query}"
    if fragment:
        text = f"{text}#{fragment}"
    return STEP_7, text
