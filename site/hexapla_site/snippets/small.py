"""A small standard: a scheme, a path, and references that replace the path."""

from datetime import date
from typing import NamedTuple

from hexapla.standard import (
    Citation,
    Component,
    Document,
    Form,
    NoUri,
    Options,
    Phase,
    Rationale,
    Reading,
    Rule,
    RuleKind,
    Standard,
    Trace,
    error,
)

SMALL = Document(
    "small", "S", "Small 1", "A small standard", date(1996, 1, 1), "https://small.invalid/"
)


def cite(section: str) -> Citation:
    return Citation(SMALL, section)


# Section 1: a scheme ends at the first colon, and the rest is the path.


class Reference(NamedTuple):
    text: str
    scheme: str | None
    path: str


class Target(NamedTuple):
    scheme: str | None
    path: str


SCHEME = Component("scheme", "scheme", cite("1"), suffix=":")
PATH = Component("path", "path", cite("1"))


CUT_SCHEME = Rule(
    Phase.SPLIT, RuleKind.CUT_SCHEME, cite("1"), "the text before the first colon", "is the scheme"
)
CUT_PATH = Rule(Phase.SPLIT, RuleKind.CUT_PATH, cite("1"), "the rest", "is the path")


def parse(text: str, options: Options, trace: Trace | None) -> Reference:
    scheme: str | None
    scheme, colon, path = text.partition(":")
    if not colon or not scheme.isalpha():
        scheme, path = None, text
    if trace:
        trace.cuts(CUT_SCHEME, (scheme, path))
        trace.cuts(CUT_PATH, (scheme, path))
    return Reference(text, scheme, path)


# Section 2: resolving. The section doesn't say what an empty reference means.

EMPTY = Reading(
    "empty-reference",
    "What does an empty reference refer to?",
    {
        "base": Rationale("To the base: there is nothing to put in its place.", cite("2")),
        "no-path": Rationale("To the base without its path, which it replaces.", cite("2")),
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


def classify(
    base: Reference, reference: Reference, options: Options
) -> tuple[Rule, Reference | str | NoUri]:
    if base.scheme is None:
        return NO_SCHEME, error("the base has no scheme", NO_SCHEME.citation)
    if reference.scheme is not None:
        return ABSOLUTE, reference.text
    if not reference.text and options[EMPTY.name] == "base":
        return SAME, base.text
    return RELATIVE, reference


def combine(base: Reference, reference: Reference, options: Options) -> tuple[Rule, Target]:
    return REPLACE, Target(base.scheme, reference.path)


def remove_dots(
    rule: Rule, target: Target, options: Options, trace: Trace | None
) -> tuple[Rule, Target]:
    return KEEP_DOTS, target


def recombine(target: Target) -> tuple[Rule, str]:
    scheme, path = target
    return JOIN, path if scheme is None else f"{scheme}:{path}"


class Small(Standard):
    """A small standard."""

    document = SMALL
    components = (SCHEME, PATH)
    readings = (EMPTY,)
    rules = (CUT_SCHEME, CUT_PATH, NO_SCHEME, ABSOLUTE, SAME, RELATIVE, REPLACE, KEEP_DOTS, JOIN)

    reference = Reference
    target = Target
    parse = staticmethod(parse)
    classify = staticmethod(classify)
    combine = staticmethod(combine)
    remove_dots = staticmethod(remove_dots)
    recombine = staticmethod(recombine)

    @staticmethod
    def form(reference: Reference) -> Form:
        return Form.RELATIVE_PATH if reference.scheme is None else Form.ABSOLUTE


STANDARD = Small()
