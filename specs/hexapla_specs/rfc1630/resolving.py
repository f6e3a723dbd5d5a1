"""RFC 1630, "Partial (relative) form": rules 1 to 4."""

import re
from collections.abc import Callable, Iterator

from hexapla.standard.component import recombined
from hexapla.standard.phases import NoUri, Options, Outcome, Reason, Substep, Substeps, error
from hexapla.standard.rule import Edit, Phase, Rule, by_phase, leaves_text
from hexapla.text.span import Span
from hexapla_specs.rfc1630 import syntax
from hexapla_specs.rfc1630.syntax import Components, Parsed, rule

SLASHES = re.compile("/+")

# Where "xxx/../" and "/." can share a slash.

OVERLAP = "/.././"

# The elements that are no xxx.

DOTS = (".", "..")

# Where a host stands in a path that has one: "//host/…" is two void elements, then the host.

HOST_MARK = "//"
HOST = 2
NO_HOST = -1

# Rules.


def _rule(phase: Phase, kind: str, part: str, *words: str, keeps: bool = False) -> Rule:
    return rule(phase, kind, f"Partial (relative) form, {part}", *words, keeps=keeps)


_test, _combine, _dots = by_phase(_rule)

UNUSABLE_CONTEXT = _test("paragraph 1", "a context without a scheme", "is refused")
_NO_WHOLE_CONTEXT = error(
    "the context has no scheme: it is no whole URI", UNUSABLE_CONTEXT.citation
)
RULE_1_ABSOLUTE = _test("1st rule", "an absolute URI", "stays as it is")
RULE_1_PARTIAL = _test(
    *("1st rule", "a reference without a scheme", "is a partial form"),
    "partial-relative-form-1st-rule-test-2",
)
RULE_1_SAME = _test(
    "1st rule", "the context's own scheme", "is left out", "partial-relative-form-1st-rule-test-3"
)
RULE_2 = _combine(
    *("match", "2nd rule", "leading slashes", "replace the context from its matching run"),
    "partial-relative-form-2nd-rule-replace",
)
RULE_2_NO_RUN = _combine("test", "2nd rule", "the context", "has no run as long")
RULE_3 = _combine("merge", "3rd rule", "the partial form", "goes after the last slash")
RULE_3_ALONE = _combine(
    *("merge-alone", "3rd rule", "the partial form", "replaces a path without slash"),
    "partial-relative-form-3rd-rule-merge-2",
)
RULE_2_KEEPS_DOTS = _dots("skip-dots", "2nd rule", "dots after leading slashes", "stay")
RULE_4_DOT = _dots("drop-dot", "4th rule", '"/."', "goes before a slash")
RULE_4_FINAL_DOT = _dots("drop-final-dot", "4th rule", 'a final "/."', "goes with its slash")
RULE_4_PAIR = _dots("drop-pair", "4th rule", '"xxx/../"', "goes")
RULE_4_KEEPS = tuple(
    _dots(kind, "4th rule", about, "stays", f"partial-relative-form-4th-rule-{name}", keeps=True)
    for kind, about, name in (
        ("drop-dot", 'a "." after no slash', "keep-dot"),
        ("drop-final-dot", 'a final "." after no slash', "keep-final-dot"),
        ("drop-pair", 'a ".." after what is no xxx', "keep-pair"),
        ("climb", 'a ".." with no xxx before it', "keep-climb"),
        ("final-climb", 'a final ".."', "keep-final-climb"),
        ("keep-rest", "every other segment", "keep-keep-rest"),
    )
)
FULL_FORM = rule(
    *(Phase.RECOMBINE, "join", "Partial (relative) form"),
    *("the result", "is the full form as it stands"),
)
LEAVES_TEXT = leaves_text(FULL_FORM.citation)


# Rule 1.


def classify(
    context: Parsed, reference: Parsed, options: Options
) -> tuple[Rule, Components | str | NoUri]:
    """Rule 1: is it the whole, absolute URI, or a partial form?"""
    context_scheme = context[1]
    text, scheme, path, search, fragmentid = reference
    if context_scheme is None:
        return UNUSABLE_CONTEXT, _NO_WHOLE_CONTEXT
    if scheme is not None and (
        scheme.lower() != context_scheme.lower() or options[syntax.SAME_SCHEME.name] == "absolute"
    ):
        return RULE_1_ABSOLUTE, text
    rule = RULE_1_PARTIAL if scheme is None else RULE_1_SAME
    return rule, (None, path, search, fragmentid)


# Rules 2 and 3. Rule 2 speaks of the whole context URI, rule 3 of its path, and a search stands
# after the path ("Reserved characters", QUERY STRINGS). That the search goes with the last part of
# the path is our reading: no text says it, and no example has a search.


def combine(
    context: Parsed, partial: Components, options: Options
) -> tuple[Rule, Components | NoUri]:
    """Rules 2 and 3: which part of the context goes before the partial form?"""
    text, scheme, context_path, _, _ = context
    _, path, search, fragmentid = partial
    if path.startswith("/"):
        form = recombined(None, None, path, search, fragmentid)
        return behind_slashes(text.partition("#")[0], form, options)
    kept = without_last_part(context_path, options)
    return RULE_3 if kept else RULE_3_ALONE, (scheme, kept + path, search, fragmentid)


def behind_slashes(context: str, partial: str, options: Options) -> tuple[Rule, Components | NoUri]:
    """Rule 2: all of the context up to a run of exactly as many slashes is put before."""
    length = len(partial) - len(partial.lstrip("/"))
    start = slash_run(context, length, options)
    if start is None and options[syntax.MISSING_RUN.name] == "undefined":
        says = f"the context has no run of exactly {length} slashes to take the place of"
        no_rule = NoUri(Outcome.UNDEFINED, reason=Reason(says, RULE_2.citation))
        return RULE_2_NO_RUN, no_rule
    # It is the full form as it stands, whatever its parts: all of it goes where the path goes.
    return RULE_2, (None, context[:start] + partial, None, None)


def slash_run(context: str, length: int, options: Options) -> int | None:
    """Rule 2: find where the first run of exactly `length` slashes that qualifies begins."""
    run = "/" * length
    first = context.find(run)
    longer = context.rfind(run + "/")
    by_prose = first if longer < 0 else context.find(run, longer + length + 1)
    # Only a run before a longer one is taken by the one side and not by the other.
    if first < longer:
        exact = (match.start() for match in SLASHES.finditer(context) if match[0] == run)
        by_examples = next(exact, -1)
        if by_examples != by_prose and options[syntax.SLASH_RUN.name] == "examples":
            return None if by_examples < 0 else by_examples
    return None if by_prose < 0 else by_prose


def without_last_part(path: str, options: Options) -> str:
    """Rule 3: remove all that follows the rightmost slash, or all where there is none.

    Rule 3 does not speak of a path without a slash. "News" relies on its being removed: within an
    article, a reference to a group or to another article is a partial form. So does "WAIS".
    """
    end = path.rfind("/") + 1
    if end == HOST and path.startswith(HOST_MARK) and host_stays(options):
        return path + "/"
    return path[:end]


# Rule 4, recursively: "/." and "xxx/../" go until neither is left. It names xxx, ".." and "." as
# three path elements: we take it that xxx is none of the two others. No text says so.


def remove_dots(
    rule: Rule, uri: Components, options: Options
) -> tuple[Rule | Substeps, Components]:
    """Rule 4, after rule 3; which of the two goes first where they share a slash?"""
    if rule is RULE_2:
        return RULE_2_KEEPS_DOTS, uri
    path = uri[1]
    if "/." not in path:
        return DOTS_FIRST[NO_HOST], uri  # neither is there
    host = HOST if path.startswith(HOST_MARK) else NO_HOST
    if OVERLAP in f"/{path}/" and options[syntax.REMOVAL_ORDER.name] == "leftmost":
        return LEFTMOST_FIRST[host], uri
    return DOTS_FIRST[host], uri


def host_stays(options: Options) -> bool:
    """Say whether the host is out of reach of rules 3 and 4."""
    return options[syntax.PATH_ROOT.name] == "after-host"


def without_removed(path: str, host: int, options: Options, rules: tuple[Rule, ...]) -> str:
    """Return a path without what some rules remove, leftmost first."""
    *elements, last = path.split("/")
    kept: list[str] = []
    for element in elements:
        if element == "." and RULE_4_DOT in rules and dot_may_go(kept, host, options):
            continue
        if element == ".." and RULE_4_PAIR in rules and may_go(kept, host, options):
            kept.pop()
        else:
            kept.append(element)
    if last != "." or RULE_4_FINAL_DOT not in rules or not dot_may_go(kept, host, options):
        kept.append(last)
    return "/".join(kept)


def edits_of(path: str, host: int, options: Options, rules: tuple[Rule, ...]) -> Iterator[Edit]:
    """Yield the same, one removal after the other."""
    *elements, last = path.split("/")
    kept: list[str] = []
    end = 0
    for element in elements:
        if element == "." and RULE_4_DOT in rules and dot_may_go(kept, host, options):
            yield Edit(RULE_4_DOT, (Span(end - 1, end + 1),))
        elif element == ".." and RULE_4_PAIR in rules and may_go(kept, host, options):
            start = end - len(kept.pop()) - 1
            yield Edit(RULE_4_PAIR, (Span(start, end + 3),))
            end = start
        else:
            kept.append(element)
            end += len(element) + 1
    if last == "." and RULE_4_FINAL_DOT in rules and dot_may_go(kept, host, options):
        yield Edit(RULE_4_FINAL_DOT, (Span(end - 1, end + 1),))


def dot_may_go(elements: list[str], host: int, options: Options) -> bool:
    """Say whether "/." may go behind the elements so far."""
    return bool(elements) and (len(elements) > host or not host_stays(options))


def may_go(elements: list[str], host: int, options: Options) -> bool:
    """Say whether the last of the elements so far is an xxx that "xxx/../" takes away."""
    last = len(elements) - 1
    if last < 0 or elements[last] in DOTS:
        return False
    if not elements[last] and options[syntax.VOID_ELEMENT.name] == "named":
        return False
    behind_double_slash = last > 1 and not elements[last - 1]
    if behind_double_slash and options[syntax.CLIMB.name] == "below-double-slash":
        return False
    return last > host or not host_stays(options)


def removal(host: int, occurs: Callable[[str], bool], *rules: Rule) -> Substep:
    """Return a step that removes what some rules do, where that is seen to occur in a path."""
    return Substep(
        rules[0],
        lambda path, options: without_removed(path, host, options, rules) if occurs(path) else path,
        edits=lambda path, options: edits_of(path, host, options, rules),
    )


def rule_4(*steps: Substep) -> Substeps:
    """Return the removals of rule 4, in their order."""
    return Substeps(_PATH, steps, lambda path: "/." in path)


_PATH = 1
DOTS_FIRST = {
    host: rule_4(
        removal(host, lambda path: "/./" in path, RULE_4_DOT),
        removal(host, lambda path: path.endswith("/."), RULE_4_FINAL_DOT),
        removal(host, lambda path: "/../" in path, RULE_4_PAIR),
    )
    for host in (HOST, NO_HOST)
}
LEFTMOST_FIRST = {
    host: rule_4(removal(host, bool, RULE_4_PAIR, RULE_4_DOT, RULE_4_FINAL_DOT))
    for host in (HOST, NO_HOST)
}


def recombine(uri: Components) -> tuple[Rule, str]:
    """Return the full form, with the marks as written."""
    scheme, path, search, fragmentid = uri
    return FULL_FORM, recombined(scheme, None, path, search, fragmentid)
