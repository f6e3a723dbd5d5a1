"""RFC 1630, "Partial (relative) form": rules 1 to 4."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from hexapla.standard.component import recombined
from hexapla.standard.phases import NoUri, Options, Outcome, Reason, error
from hexapla.standard.rule import Phase, Rule, by_phase, leaves_text
from hexapla.standard.trace import Trace
from hexapla_specs.rfc1630 import syntax
from hexapla_specs.rfc1630.syntax import FullForm, Uri, rule

SLASHES = re.compile("/+")

# Where "xxx/../" and "/." can share a slash.

OVERLAP = "/.././"

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


def classify(context: Uri, reference: Uri, options: Options) -> tuple[Rule, Uri | str | NoUri]:
    """Rule 1: is it the whole, absolute URI, or a partial form?"""
    scheme = reference.scheme
    if context.scheme is None:
        return UNUSABLE_CONTEXT, _NO_WHOLE_CONTEXT
    if scheme is None:
        return RULE_1_PARTIAL, reference
    is_same = scheme.lower() == context.scheme.lower()
    if not is_same or options[syntax.SAME_SCHEME.name] == "absolute":
        return RULE_1_ABSOLUTE, reference.text
    return RULE_1_SAME, reference._replace(scheme=None)


# Rules 2 and 3. Rule 2 speaks of the whole context URI, rule 3 of its path, and a search stands
# after the path ("Reserved characters", QUERY STRINGS). That the search goes with the last part of
# the path is our reading: no text says it, and no example has a search.


def combine(context: Uri, partial: Uri, options: Options) -> tuple[Rule, FullForm | NoUri]:
    """Rules 2 and 3: which part of the context goes before the partial form?"""
    if partial.path.startswith("/"):
        form = recombined(None, None, partial.path, partial.search, partial.fragmentid)
        return behind_slashes(context.text.partition("#")[0], form, options)
    kept = without_last_part(context.path, options)
    rule = RULE_3 if kept else RULE_3_ALONE
    path = kept + partial.path
    return rule, FullForm(context.scheme, path, partial.search, partial.fragmentid)


def behind_slashes(context: str, partial: str, options: Options) -> tuple[Rule, FullForm | NoUri]:
    """Rule 2: all of the context up to a run of exactly as many slashes is put before."""
    length = len(partial) - len(partial.lstrip("/"))
    start = slash_run(context, length, options)
    if start is None and options[syntax.MISSING_RUN.name] == "undefined":
        says = f"the context has no run of exactly {length} slashes to take the place of"
        no_rule = NoUri(Outcome.UNDEFINED, reason=Reason(says, RULE_2.citation))
        return RULE_2_NO_RUN, no_rule
    # It is the full form as it stands, whatever its parts: all of it goes where the path goes.
    return RULE_2, FullForm(None, context[:start] + partial, None, None)


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
    rule: Rule, uri: FullForm, options: Options, trace: Trace | None
) -> tuple[Rule | None, FullForm]:
    """Rule 4, after rule 3; which of the two goes first where they share a slash?"""
    if rule is RULE_2:
        return RULE_2_KEEPS_DOTS, uri
    path = uri.path
    if not trace and "/." not in path:
        return None, uri  # neither is there
    host = HOST if path.startswith(HOST_MARK) else NO_HOST
    share_a_slash = OVERLAP in f"/{path}/"
    passes: list[tuple[Rule, ...]]
    if share_a_slash and options[syntax.REMOVAL_ORDER.name] == "leftmost":
        passes = [(RULE_4_PAIR, RULE_4_DOT, RULE_4_FINAL_DOT)]
    else:
        passes = [(RULE_4_DOT,), (RULE_4_FINAL_DOT,), (RULE_4_PAIR,)]
    for rules in passes:
        path = without_removed(path, host, options, rules, trace)
    return None, FullForm(uri.scheme, path, uri.search, uri.fragmentid)


class Element(NamedTuple):
    """An element of a path: its text, and where it and the slash after it stand in the path."""

    text: str
    start: int
    slash: int


def without_removed(
    path: str, host: int, options: Options, rules: tuple[Rule, ...], trace: Trace | None
) -> str:
    """Return a path without what some rules remove, leftmost first."""
    kept: list[Element] = []
    start = 0
    while (slash := path.find("/", start)) >= 0:
        element = Element(path[start:slash], start, slash)
        if element.text == "." and RULE_4_DOT in rules and dot_may_go(kept, host, options):
            # The slash before the dot goes with it, and the one after it takes its place.
            before = kept.pop()
            kept.append(before._replace(slash=slash))
            if trace:
                trace.removes(RULE_4_DOT, (before.slash, before.slash + 1), (start, slash))
        elif element.text == ".." and RULE_4_PAIR in rules and may_go(kept, host, options):
            before = kept.pop()
            if trace:
                name = (before.start, before.start + len(before.text))
                slash_after = (before.slash, before.slash + 1)
                trace.removes(RULE_4_PAIR, name, slash_after, (start, slash + 1))
        else:
            kept.append(element)
        start = slash + 1
    last = Element(path[start:], start, len(path))
    if last.text == "." and RULE_4_FINAL_DOT in rules and dot_may_go(kept, host, options):
        if trace:
            slash_before = kept[-1].slash
            trace.removes(RULE_4_FINAL_DOT, (slash_before, slash_before + 1), (start, len(path)))
    else:
        kept.append(last)
    result = "/".join([element.text for element in kept])
    if trace:
        trace.ends_pass(rules[0], result)
    return result


def host_stays(options: Options) -> bool:
    """Say whether the host is out of reach of rules 3 and 4."""
    return options[syntax.PATH_ROOT.name] == "after-host"


def dot_may_go(elements: Sequence[Element], host: int, options: Options) -> bool:
    """Say whether "/." may go behind the elements so far."""
    return bool(elements) and (len(elements) > host or not host_stays(options))


def may_go(elements: Sequence[Element], host: int, options: Options) -> bool:
    """Say whether the last of the elements so far is an xxx that "xxx/../" takes away."""
    last = len(elements) - 1
    if last < 0 or elements[last].text in (".", ".."):
        return False
    if not elements[last].text and options[syntax.VOID_ELEMENT.name] == "named":
        return False
    behind_double_slash = last > 1 and not elements[last - 1].text
    if behind_double_slash and options[syntax.CLIMB.name] == "below-double-slash":
        return False
    return last > host or not host_stays(options)


def recombine(uri: FullForm) -> tuple[Rule, str]:
    """Return the full form, with the marks as written."""
    scheme, path, search, fragmentid = uri
    return FULL_FORM, recombined(scheme, None, path, search, fragmentid)
