"""RFC 1630, "Partial (relative) form": rules 1 to 4."""

import functools
import re
from collections.abc import Sequence
from typing import NamedTuple

import attrs

from hexapla.standard.component import recombined
from hexapla.standard.phases import (
    NoUri,
    Options,
    Outcome,
    Reason,
    error,
    new_record,
    option_for_wording,
)
from hexapla.standard.rule import Phase, Rule, by_phase, leaves_text
from hexapla.standard.trace import Trace
from hexapla_specs.rfc1630 import syntax
from hexapla_specs.rfc1630.syntax import FullForm, Uri, rule

SLASHES = re.compile("/+")

# If "/" + path + "/" contains this string, an "xxx/../" and a "/." can share a slash.

OVERLAP = "/.././"

# In "//host/…", elements 0 and 1 are void, and element 2 is the host.

HOST_MARK = "//"
HOST_INDEX = 2
NO_HOST = -1

# Rules.


def _rule(
    phase: Phase, kind: str, part: str, *words: str, keeps: bool = False, detail: str = ""
) -> Rule:
    section = f"Partial (relative) form, {part}"
    return rule(phase, kind, section, *words, keeps=keeps, detail=detail)


_test, _combine, _dots = by_phase(_rule)

UNUSABLE_CONTEXT = _test("paragraph 1", "a context without a scheme", "is refused")
_NO_WHOLE_CONTEXT = error("the context has no scheme", UNUSABLE_CONTEXT.citation)
RULE_1_ABSOLUTE = _test("1st rule", "a reference with a scheme", "stays as it is")
# Rule 1 says that a partial form has no scheme; paragraph 4 says how to recognize a scheme.
RULE_1_PARTIAL = _test(
    "1st rule",
    "a reference without a scheme",
    "is relative",
    "partial-relative-form-1st-rule-test-2",
)
RULE_1_SAME = _test(
    "1st rule", "the context's own scheme", "is left out", "partial-relative-form-1st-rule-test-3"
)
RULE_2 = _combine(
    "match",
    "2nd rule",
    "leading slashes",
    "replace everything from the matching run on",
    "partial-relative-form-2nd-rule-replace",
    detail="the first run of the same length with no longer run after it",
)
RULE_2_NO_RUN = _combine("test", "2nd rule", "the context", "has no such run of slashes")
RULE_3 = _combine("merge", "3rd rule", "everything after the base path's last slash", "is replaced")
RULE_3_ALONE = _combine(
    "merge-alone",
    "3rd rule",
    "everything from the base's path on",
    "is replaced",
    "partial-relative-form-3rd-rule-merge-2",
)
RULE_2_KEEPS_DOTS = _dots("skip-dots", "2nd rule", "dot segments after leading slashes", "stay")
RULE_4_DOT = _dots("drop-dot", "4th rule", '"/."', "is removed before a slash")
RULE_4_FINAL_DOT = _dots("drop-final-dot", "4th rule", 'a final "/."', "is removed")
RULE_4_PAIR = _dots("drop-pair", "4th rule", '"xxx/../"', "is removed")


def _keeps(kind: str, about: str, name: str) -> Rule:
    name = f"partial-relative-form-4th-rule-{name}"
    return _dots(kind, "4th rule", about, "stays", name, keeps=True)


RULE_4_KEEPS_DOT = _keeps("drop-dot", 'a "." after no slash', "keep-dot")
RULE_4_KEEPS_FINAL_DOT = _keeps("drop-final-dot", 'a final "." after no slash', "keep-final-dot")
RULE_4_KEEPS_PAIR = _keeps("drop-pair", 'a ".." after an element that is not an xxx', "keep-pair")
RULE_4_KEEPS_CLIMB = _keeps("climb", 'a ".." with no xxx before it', "keep-climb")
RULE_4_KEEPS_FINAL_CLIMB = _keeps("final-climb", 'a final ".."', "keep-final-climb")
# A comparison cites this rule if another standard changes other segments.
RULE_4_KEEPS_REST = _keeps("keep-rest", "every other segment", "keep-keep-rest")
FULL_FORM = rule(
    Phase.RECOMBINE,
    "join",
    "Partial (relative) form",
    "the result",
    "is written as it stands",
)
# No step applies these rules. A comparison cites them if another standard changes the text.
LEAVES_TEXT = leaves_text(FULL_FORM.citation)


# Other wordings of rules, for options under which a rule applies in another way. These wordings
# aren't additional rules: each is equal to the rule itself, and `STANDARD.rules` doesn't list them.


@functools.cache
def _absolute_by_colon() -> Rule:
    """Return rule 1 for a reference with the context's scheme, under same-scheme=absolute."""
    return RULE_1_ABSOLUTE.at(syntax.TELLING_APART)


@functools.cache
def _rule_2_by_examples() -> Rule:
    """Return rule 2 under slash-run=examples, where a longer run of slashes may follow."""
    return attrs.evolve(RULE_2, detail="the first run of the same length")


@functools.cache
def _rule_2_without_run() -> Rule:
    """Return rule 2 for a context that has no matching run (missing-run=append)."""
    return attrs.evolve(
        RULE_2,
        about="a form with leading slashes",
        does="is put after the whole context",
        detail="the context has no such run",
    )


@functools.cache
def _rule_3_after_host() -> Rule:
    """Return rule 3 for a path that is only a host, which stays under path-root=after-host."""
    return attrs.evolve(RULE_3, about="a slash and the form", does="follow the context's host")


@functools.cache
def _keeps_protected_pair() -> Rule:
    """Return the rule for a ".." that stays because an option keeps the xxx before it."""
    return attrs.evolve(RULE_4_KEEPS_PAIR, about='a ".." after an element that an option keeps')


# Rule 1.


def classify(context: Uri, reference: Uri, options: Options) -> tuple[Rule, Uri | str | NoUri]:
    """Return the partial form (without a scheme that rule 1 omits), the whole URI, or an error.

    Rule 1 says when a writer must give the whole URI; a reader recognizes a whole URI by the colon
    before any slash (paragraph 4).
    """
    text, scheme, path, search, fragmentid = reference
    # A partial form is used in the context of a whole URI (paragraph 1), which has a scheme.
    if context.scheme is None and options[syntax.RELATIVE_BASE.name] == "refuse":
        return UNUSABLE_CONTEXT, _NO_WHOLE_CONTEXT
    if scheme is None:
        return RULE_1_PARTIAL, reference
    # The RFC doesn't say whether case matters in a scheme. Hexapla ignores case.
    if context.scheme is None or scheme.lower() != context.scheme.lower():
        return RULE_1_ABSOLUTE, text
    if options[syntax.SAME_SCHEME.name] == "absolute":
        return _absolute_by_colon(), text
    return RULE_1_SAME, new_record(Uri, (text, None, path, search, fragmentid))


# Rules 2 and 3. Rule 2 is about the whole context URI, and rule 3 is about the path of the context
# URI. A search follows the path ("Reserved characters", QUERY STRINGS). Hexapla removes the search
# of the context along with the last part of the path. The RFC doesn't say this, and no example has
# a search.


def combine(context: Uri, partial: Uri, options: Options) -> tuple[Rule, FullForm | NoUri]:
    """Return the full form before rule 4, or an outcome without a URI if rule 2 doesn't apply."""
    context_text, context_scheme, context_path, _, _ = context
    _, _, path, search, fragmentid = partial
    if path.startswith("/"):
        # The form as written, but without a scheme that rule 1 omits. A fragmentid of the context
        # doesn't belong to its URI ("Fragment-id").
        form = recombined(None, None, path, search, fragmentid)
        without_fragmentid, _, _ = context_text.partition("#")
        return after_slashes(without_fragmentid, form, options)
    rule, kept = without_last_part(context_path, options)
    path = kept + path
    return rule, new_record(FullForm, (context_scheme, path, search, fragmentid))


def after_slashes(context: str, form: str, options: Options) -> tuple[Rule, FullForm | NoUri]:
    """Prefix the form with the context up to the matching run of slashes (rule 2).

    Without such a run, the result is undefined or, under missing-run=append, the form is prefixed
    with the whole context.
    """
    slashes = form[: len(form) - len(form.lstrip("/"))]
    start = matching_run(context, slashes, options)
    if start is not None:
        before = context[:start]
        by_examples = option_for_wording(options, syntax.SLASH_RUN.name) == "examples"
        rule = _rule_2_by_examples() if by_examples else RULE_2
    elif options[syntax.MISSING_RUN.name] == "append":
        before = context
        rule = _rule_2_without_run()
    else:
        reason = Reason(_lack_of_run(context, slashes), RULE_2.citation)
        return RULE_2_NO_RUN, NoUri(Outcome.UNDEFINED, reason=reason)
    # Rule 2 joins whole strings, so `path` contains the whole result, and the other parts are None.
    return rule, new_record(FullForm, (None, before + form, None, None))


def matching_run(context: str, slashes: str, options: Options) -> int | None:
    """Return the start of the first run of exactly as many slashes as given (rule 2).

    Unless the option "examples" is chosen, no run to the right of this run may be longer. The
    result is None if the context has no such run.
    """
    longer = slashes + "/"
    if longer not in context:
        first = context.find(slashes)
        return first if first >= 0 else None
    # To the right of the last longer run, each run that contains the slashes is exactly as long.
    _, _, right = context.rpartition(longer)
    by_prose = context.find(slashes, len(context) - len(right))
    by_examples = exact_run(context, slashes)
    start = by_prose
    if by_examples != by_prose and options[syntax.SLASH_RUN.name] == "examples":
        start = by_examples
    return start if start >= 0 else None


def exact_run(context: str, slashes: str) -> int:
    """Return the start of the first run of exactly as many slashes as given; -1 if none exists."""
    for run in SLASHES.finditer(context):
        if run[0] == slashes:
            return run.start()
    return -1


def _lack_of_run(context: str, slashes: str) -> str:
    """Explain why no run of slashes in a context qualifies."""
    length = len(slashes)
    run = "one slash" if length == 1 else f"{length} slashes"
    if exact_run(context, slashes) >= 0:
        return f"a longer run of slashes follows each run of exactly {run}"
    return f"the context has no run of exactly {run}"


def without_last_part(path: str, options: Options) -> tuple[Rule, str]:
    """Remove everything after the last slash, or the whole path if it has no slash (rule 3).

    Under path-root=after-host, a host isn't part of the path, so it is kept, and a slash is put
    after it. The result is the applied rule and the rest of the path.

    Rule 3 doesn't mention a path without a slash. "News" assumes that such a path is removed,
    because a reference from one article to a group or to another article is a partial form. "WAIS"
    makes the same assumption.
    """
    end = path.rfind("/") + 1
    if end == 0:
        return RULE_3_ALONE, ""
    is_only_host = end == len(HOST_MARK) and path.startswith(HOST_MARK)
    if is_only_host and host_stays(options):
        return _rule_3_after_host(), path + "/"
    return RULE_3, path[:end]


# Rule 4: remove "/." and "xxx/../" until neither is left. Rule 4 follows rule 3 ("and then"). It
# speaks of path elements, so it doesn't change a search. It names xxx, ".." and "." as three path
# elements. Hexapla assumes that xxx is neither "." nor "..", although the RFC doesn't say so.


def remove_dots(
    rule: Rule, uri: FullForm, options: Options, trace: Trace | None
) -> tuple[Rule | None, FullForm]:
    """Apply rule 4 unless rule 2 was applied, and return the full form."""
    if rule == RULE_2:
        return RULE_2_KEEPS_DOTS, uri
    path = uri.path
    if not trace and "/." not in path:
        return None, uri  # the path contains neither "/." nor "xxx/../"
    host = HOST_INDEX if path.startswith(HOST_MARK) else NO_HOST
    # The order of two removals matters only if the removed strings share a slash.
    share_a_slash = OVERLAP in f"/{path}/"
    passes: list[tuple[Rule, ...]]
    if share_a_slash and options[syntax.REMOVAL_ORDER.name] == "leftmost":
        passes = [(RULE_4_PAIR, RULE_4_DOT, RULE_4_FINAL_DOT)]
    else:
        passes = [(RULE_4_DOT,), (RULE_4_FINAL_DOT,), (RULE_4_PAIR,)]
    for rules in passes:
        path = without_removed(path, host, options, rules, trace)
    if trace:
        report_dots_left(path, trace)
    return None, new_record(FullForm, (uri.scheme, path, uri.search, uri.fragmentid))


class Element(NamedTuple):
    """An element of a path: its text, its offset, and the offset of the slash after it."""

    text: str
    start: int
    slash: int


def without_removed(
    path: str, host: int, options: Options, rules: tuple[Rule, ...], trace: Trace | None
) -> str:
    """Apply removal rules to a path, leftmost removals first.

    One pass is enough, because the next element is always compared with the last element kept.
    """
    if not any(_can_remove(rule, path) for rule in rules):
        if trace:
            trace.ends_pass(rules[0], path)
        return path
    kept: list[Element] = []
    start = 0
    while (slash := path.find("/", start)) >= 0:
        element = Element(path[start:slash], start, slash)
        if element.text == "." and RULE_4_DOT in rules and dot_may_go(kept, host, options):
            # The slash before the dot is removed with the dot, and the slash after the dot stays.
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


def _can_remove(rule: Rule, path: str) -> bool:
    """Return whether a path contains text that a removal rule removes if the options permit."""
    if rule is RULE_4_DOT:
        return "/./" in path
    if rule is RULE_4_FINAL_DOT:
        return path.endswith("/.")
    return "/../" in path


def report_dots_left(path: str, trace: Trace) -> None:
    """Report each "." and ".." in a path to which rule 4 has been applied."""
    *elements, last = path.split("/")
    previous = ""
    follows_name = False  # whether an xxx comes before the element
    for element in elements:
        if element == ".":
            trace.stays(RULE_4_KEEPS_DOT)
        elif element == "..":
            if previous not in ("", ".", ".."):
                trace.stays(_keeps_protected_pair())
            else:
                trace.stays(RULE_4_KEEPS_PAIR if follows_name else RULE_4_KEEPS_CLIMB)
        elif element:
            follows_name = True
        previous = element
    if last == ".":
        trace.stays(RULE_4_KEEPS_FINAL_DOT)
    elif last == "..":
        trace.stays(RULE_4_KEEPS_FINAL_CLIMB)


def host_stays(options: Options) -> bool:
    """Return whether rules 3 and 4 must keep the host."""
    return options[syntax.PATH_ROOT.name] == "after-host"


def dot_may_go(elements: Sequence[Element], host: int, options: Options) -> bool:
    """Return whether "/." can be removed after the given elements."""
    return bool(elements) and (len(elements) > host or not host_stays(options))


def may_go(elements: Sequence[Element], host: int, options: Options) -> bool:
    """Return whether the last of the given elements is an xxx that rule 4 can remove."""
    last = len(elements) - 1
    if last < 0 or elements[last].text in (".", ".."):
        return False
    if not elements[last].text and options[syntax.VOID_ELEMENT.name] == "named":
        return False
    after_double_slash = last > 1 and not elements[last - 1].text
    if after_double_slash and options[syntax.CLIMB.name] == "below-double-slash":
        return False
    return last > host or not host_stays(options)


def recombine(uri: FullForm) -> tuple[Rule, str]:
    """Join the components of the full form, with the delimiters as written."""
    scheme, path, search, fragmentid = uri
    return FULL_FORM, recombined(scheme, None, path, search, fragmentid)
