"""A small standard: a scheme, a path, and references that take the path's place."""

from datetime import date

from hexapla.standard import (
    Citation,
    Component,
    Document,
    Form,
    NoUri,
    Options,
    ParsingStep,
    Phase,
    Rationale,
    Reading,
    Rule,
    RuleKind,
    Standard,
    error,
)

SMALL = Document(
    "small", "S", "Small 1", "A small standard", date(1996, 1, 1), "https://small.invalid/"
)


def cite(section: str) -> Citation:
    return Citation(SMALL, section)


# Section 1: a scheme ends at the first colon, and the rest is path.

State = tuple[str | None, str]  # scheme and path
Parsed = tuple[str, str | None, str]  # the text before them

SCHEME = Component("scheme", "scheme", cite("1"), suffix=":")
PATH = Component("path", "path", cite("1"))


def parse_scheme(text: str) -> tuple[str, str | None]:
    scheme, colon, rest = text.partition(":")
    return (rest, scheme) if colon and scheme.isalpha() else (text, None)


def parse_path(text: str) -> tuple[str, str]:
    return "", text


CUT_SCHEME = Rule(
    Phase.SPLIT, RuleKind.CUT_SCHEME, cite("1"), "the text before the first colon", "is the scheme"
)
CUT_PATH = Rule(Phase.SPLIT, RuleKind.CUT_PATH, cite("1"), "the rest", "is the path")
PARSING = (
    ParsingStep(CUT_SCHEME, ("scheme",), parse_scheme),
    ParsingStep(CUT_PATH, ("path",), parse_path),
)

# Section 2: resolving. It does not say what an empty reference means.

EMPTY = Reading(
    "empty-reference",
    "What does an empty reference refer to?",
    {
        "base": Rationale("To the base: there is nothing to put in its place.", cite("2")),
        "no-path": Rationale(
            "To the base without its path, which it takes the place of.", cite("2")
        ),
    },
)
NO_SCHEME = Rule(
    Phase.CLASSIFY, RuleKind.TEST, cite("2"), "a base without a scheme", "is refused", "2-no-scheme"
)
ABSOLUTE = Rule(
    Phase.CLASSIFY, RuleKind.TEST, cite("2"), "a reference with a scheme", "stays", "2-absolute"
)
SAME = Rule(Phase.CLASSIFY, RuleKind.TEST, cite("2"), "an empty reference", "is the base", "2-same")
RELATIVE = Rule(
    Phase.CLASSIFY,
    RuleKind.TEST,
    cite("2"),
    "a reference without a scheme",
    "is relative",
    "2-relative",
)
REPLACE = Rule(
    Phase.COMBINE, RuleKind.REPLACE, cite("2"), "the reference's path", "replaces the base's"
)
KEEP_DOTS = Rule(Phase.DOTS, RuleKind.SKIP_DOTS, cite("2"), "every dot segment", "stays")
JOIN = Rule(Phase.RECOMBINE, RuleKind.JOIN, cite("2"), "scheme and path", "are joined by a colon")


def classify(base: Parsed, reference: Parsed, options: Options) -> tuple[Rule, State | str | NoUri]:
    if base[1] is None:
        return NO_SCHEME, error("the base has no scheme", NO_SCHEME.citation)
    text, scheme, path = reference
    if scheme is not None:
        return ABSOLUTE, text
    if not text and options[EMPTY.name] == "base":
        return SAME, base[0]
    return RELATIVE, (None, path)


def combine(base: Parsed, state: State, options: Options) -> tuple[Rule, State]:
    return REPLACE, (base[1], state[1])


def remove_dots(rule: Rule, state: State, options: Options) -> tuple[Rule, State]:
    return KEEP_DOTS, state


def recombine(state: State) -> tuple[Rule, str]:
    scheme, path = state
    return JOIN, path if scheme is None else f"{scheme}:{path}"


class Small(Standard):
    """A small standard."""

    document = SMALL
    components = (SCHEME, PATH)
    readings = (EMPTY,)
    rules = (CUT_SCHEME, CUT_PATH, NO_SCHEME, ABSOLUTE, SAME, RELATIVE, REPLACE, KEEP_DOTS, JOIN)

    parsing = PARSING
    classify = staticmethod(classify)
    combine = staticmethod(combine)
    remove_dots = staticmethod(remove_dots)
    recombine = staticmethod(recombine)

    @staticmethod
    def form(parts: Parsed) -> Form:
        return Form.RELATIVE_PATH if parts[1] is None else Form.ABSOLUTE


STANDARD = Small()
