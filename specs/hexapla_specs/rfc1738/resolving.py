"""RFC 1738, sections 2.1 and 2.3: a URL stands for itself, and relative ones are left to others."""

from hexapla.standard.phases import NoUri, Options, Outcome, Reason, Ruled, State, error
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla_specs.rfc1738.document import cite
from hexapla_specs.rfc1738.syntax import Parsed

UNUSABLE_BASE = Rule(
    Phase.CLASSIFY,
    RuleKind.TEST,
    cite("2.1", "The main parts of URLs"),
    "a base without a scheme",
    "is refused",
)
ABSOLUTE = Rule(
    Phase.CLASSIFY,
    RuleKind.TEST,
    cite("2.1", "The main parts of URLs"),
    "a URL with a scheme",
    "stands for itself",
    "2.1-test-2",
)
NO_RELATIVE = Rule(
    Phase.CLASSIFY,
    RuleKind.TEST,
    cite("2.3", "Hierarchical schemes and relative links"),
    "a reference without a scheme",
    "is left to other documents",
)

RULES = (UNUSABLE_BASE, ABSOLUTE, NO_RELATIVE)
_NO_SCHEME = error("the base has no scheme: it is no URL", UNUSABLE_BASE.citation)
_UNDEFINED = NoUri(
    Outcome.UNDEFINED,
    reason=Reason("it has no relative forms", NO_RELATIVE.citation),
)


def classify(base: Parsed, url: Parsed, options: Options) -> tuple[Rule, str | NoUri]:
    """Return a URL as it is written; of relative ones RFC 1738 says nothing."""
    if base[1] is None:
        return UNUSABLE_BASE, _NO_SCHEME
    if url[1] is None:
        return NO_RELATIVE, _UNDEFINED
    return ABSOLUTE, url[0]


# What follows is never asked for in resolving, as classifying always ends it.


def combine(base: Parsed, state: State, options: Options) -> Ruled:
    """Return the components as they are."""
    return None, state


def remove_dots(rule: Rule, state: State, options: Options) -> Ruled:
    """Return the components as they are."""
    return None, state


def recombine(state: State) -> tuple[None, str]:
    """Return the components as they were written."""
    scheme, schemepart, user, password, host, port, url_path = state
    text = "" if scheme is None else f"{scheme}:"
    if schemepart is not None:
        return None, text + schemepart
    login = "" if user is None else user + ("" if password is None else f":{password}") + "@"
    hostport = (host or "") + ("" if port is None else f":{port}")
    return None, f"{text}//{login}{hostport}" + ("" if url_path is None else f"/{url_path}")
