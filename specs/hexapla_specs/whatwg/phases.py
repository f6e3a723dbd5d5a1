"""URL Standard: sort the actions of a run into the phases in which the RFCs resolve.

The parser does not work in these phases: for example, it removes a dot segment before it sees a
query. This module sorts the reports of the parser's states by phase. As a result, each phase has a
string and components that can be compared with those of an RFC after the same phase. The parser is
run, but none of its steps are performed here.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hexapla.standard.driver import Parts
from hexapla.standard.phases import NoUri, Options, PhaseResult, Record, State, Step, new_record
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.trace import Trace
from hexapla.text.span import changed_spans
from hexapla_specs.whatwg import former, rules
from hexapla_specs.whatwg.cleaning import scalar_components
from hexapla_specs.whatwg.components import (
    HOST,
    PASSWORD,
    PATH,
    PORT,
    QUERY,
    SCHEME,
    USERNAME,
    with_component,
)
from hexapla_specs.whatwg.parsing import (
    Parsed,
    TextParser,
    components_as_written,
    run_on_components,
)
from hexapla_specs.whatwg.serializing import recombine, written
from hexapla_specs.whatwg.states import UNKNOWN_BASE, UrlParser
from hexapla_specs.whatwg.trace import ParserTrace, Rewriting

# Names of a module are found faster than the members of an enumeration.
_CLEAN, _SPLIT, _CLASSIFY, _COMBINE, _DOTS, _NORMALISE, _RECOMBINE = Phase
_EVERY = frozenset(Phase)

_IGNORES_SCHEME = frozenset(
    {rules.OWN_SCHEME, rules.OWN_FILE_SCHEME, rules.OWN_FILE_SCHEME_BEFORE_SLASH}
)


class WatchedRun(NamedTuple):
    """A run of the parser on a string, with its trace.

    Attributes:
        text: The string as given, which is cleaned in the first phase.
        run: The parser after its run.
        trace: The trace of the run.
    """

    text: str
    run: UrlParser
    trace: ParserTrace


def watched(parser: TextParser, text: str, base: Parsed | None) -> WatchedRun:
    """Run the parser on a string with a parsed base, and record a trace."""
    trace = ParserTrace()
    run = parser.begun(parser.clean(text), base, trace).run()
    return new_record(WatchedRun, (text, run, trace))


def watched_alone(parser: TextParser, text: str) -> WatchedRun:
    """Run the parser on a string whose base is unknown, and record a trace."""
    trace = ParserTrace()
    run = parser.states(parser.clean(text), UNKNOWN_BASE, trace).run()
    return WatchedRun(text, run, trace)


# The components after each phase.


def _relative(trace: ParserTrace, components: State) -> State:
    """Return the components after classifying; a scheme that is ignored is left out."""
    if trace.decision in _IGNORES_SCHEME:
        return with_component(components, SCHEME, None)
    return components


def _combined(run: UrlParser, trace: ParserTrace, relative: State) -> State:
    """Return the components after combining, with the base's components as in its URL record."""
    scheme, username, password, host, port, path, query, fragment = relative
    if scheme is None:
        scheme = run.scheme or None
    if trace.combined_path is not None:
        path = trace.combined_path
    if host is None and trace.combining is not rules.KEEPS_ALL:
        # Userinfo, host and port come from the base, if the base has them.
        username = run.username
        password = run.password
        host = run.host
        port = run.port
        if trace.combined_path is None:
            path = run.path
        if query is None:
            query = run.query
    return scheme, username, password, host, port, path, query, fragment


def _without_dots(trace: ParserTrace, combined: State) -> State:
    """Return the components after dot segments are removed."""
    if trace.path_without_dots == trace.combined_path:
        return combined
    return with_component(combined, PATH, trace.path_without_dots)


def results(watched: WatchedRun) -> Iterator[PhaseResult]:
    """Yield the result of each phase, up to that with the failure, if there is one."""
    text, run, trace = watched
    yield PhaseResult(_CLEAN, run.cleaning.clean(text), None, None)
    components = components_as_written(run)
    yield PhaseResult(_SPLIT, written(components), None, components)
    if trace.failure is not None and trace.failure.rule.phase is _CLASSIFY:
        rule, outcome = trace.failure
        yield PhaseResult(_CLASSIFY, outcome, rule, None)
        return
    relative = _relative(trace, components)
    yield PhaseResult(_CLASSIFY, written(relative), trace.decision, relative)
    combined = _combined(run, trace, relative)
    yield PhaseResult(_COMBINE, written(combined), trace.combining, combined)
    without_dots = _without_dots(trace, combined)
    opaque = rules.OPAQUE_STAYS if run.has_opaque_path else None
    yield PhaseResult(_DOTS, written(without_dots), opaque, without_dots)
    if run.failure is not None:
        yield PhaseResult(_NORMALISE, run.failure, None, None)
        return
    record = with_component(run.components, SCHEME, run.scheme or None)
    yield PhaseResult(_NORMALISE, written(record), None, record)
    rule, text = recombine(record, writes_dot=run.writes_dot)
    yield PhaseResult(_RECOMBINE, text, rule, None)


# The steps, phase by phase.


def play(watched: WatchedRun, steps: Trace, *, after: Phase | None = None) -> None:
    """Report a run, phase by phase, to a trace; nothing is reported after a failure.

    Args:
        watched: The run.
        steps: The trace that collects the steps.
        after: The phase after which the run resumed; None if the run began with the first phase.
    """
    _, run, trace = watched
    failure = trace.failure
    later = _EVERY if after is None else after.later
    if _CLEAN in later and (failure is None or failure.rule is not rules.UNUSABLE_BASE):
        play_parsing(watched, steps)
    if failure is not None and failure.rule.phase is _CLASSIFY:
        steps.phase_ends(*failure)
        return
    relative = _relative(trace, components_as_written(run))
    if _CLASSIFY in later:
        steps.phase_ends(trace.decision, relative)
    combined = _combined(run, trace, relative)
    if _COMBINE in later:
        steps.phase_ends(trace.combining, combined)
    if failure is not None:  # no path has been parsed, and nothing is serialized
        told = [item for item in trace.rewritings if item.rule not in rules.OF_SERIALIZING]
        _play_rewritings(told, combined, steps)
        steps.ends(*failure)
        return
    components = _without_dots(trace, combined)
    if _DOTS in later:
        _play_dots(watched, combined, components[PATH], steps)
    if trace.rewritings:
        components = _play_rewritings(trace.rewritings, components, steps)
    steps.phase_ends(*recombine(components, writes_dot=run.writes_dot))


def play_parsing(watched: WatchedRun, steps: Trace) -> None:
    """Report the rules of cleaning and splitting.

    They remove characters from the text, treat them as other characters or set a boundary.
    """
    text = watched.run.text
    if watched.text != text:
        for step in watched.run.cleaning.steps(watched.text):
            steps.cleans(step.rule, step.text, step.removed)
        if steps.text != text:
            steps.cleans(former.IGNORES_TABS, text)
    moved = 0  # the number of characters that earlier replacements added
    for event in watched.trace.events:
        if isinstance(event, Rule):
            steps.cleans(event, text)
            continue
        rule, start, stop, read_as = event
        text = text[: start + moved] + read_as + text[stop + moved :]
        moved += len(read_as) - (stop - start)
        steps.cleans(rule, text)


def _play_dots(watched: WatchedRun, combined: State, path: str | None, steps: Trace) -> None:
    """Report the removed dot segments and the resulting path, or that no dot segment is removed."""
    removals = watched.trace.removals
    if watched.run.has_opaque_path:
        steps.phase_ends(rules.OPAQUE_STAYS, combined)
    elif not removals:
        steps.phase_ends(rules.KEEPS_REST, steps.text)
    else:
        steps.begin_component(combined, PATH)
        for rule, spans in removals:
            steps.removes(rule, *spans)
        steps.ends_pass(rules.KEEPS_REST, path)


def _play_rewritings(rewritings: Sequence[Rewriting], components: State, steps: Trace) -> State:
    """Report rewritings, in the order of the components; return the components after them."""
    for rule, place, text in sorted(rewritings, key=_order_of):
        steps.begin_component(components, place)
        steps.replaces(rule, text)
        components = with_component(components, place, text)
    return components


def _order_of(rewriting: Rewriting) -> tuple[int, bool]:
    """Return the sort key of a rewriting: its component.

    An empty username is left out only after an empty password, because the "@" follows both.
    """
    drops_username = rewriting.rule == rules.DROPS_USERNAME
    return (PASSWORD if drops_username else rewriting.place), drops_username


# Runs that resume after a given phase.


def watched_from(parser: TextParser, parts: Parts, base: Parsed, after: Phase) -> WatchedRun:
    """Run the parser on the text or components that another standard gives after a phase.

    After combining, no base is needed. After classifying, no scheme is ignored. After the phase
    that removes dot segments, no dot segments are removed.
    """
    if after in (_CLEAN, _SPLIT):
        return _watched_on(parser, parts, base)
    if after is _CLASSIFY:
        given = _watched_on(parser, parts, base)
        if given.trace.decision not in _IGNORES_SCHEME:
            return given
    return _watched_on(parser, parts, None, keeps_dots=after is _DOTS)


def _watched_on(
    parser: TextParser, parts: Parts, base: Parsed | None, *, keeps_dots: bool = False
) -> WatchedRun:
    """Run the parser on a string, or on components into which another standard split it."""
    text = str(parts[0])
    trace = ParserTrace()
    is_own = isinstance(parts, Parsed) or parser.split(text, base) == parts
    components = scalar_components(parts[1:])
    cleaned = parser.clean(text) if is_own else written(components)
    if base is None:
        run = parser.states(cleaned, UNKNOWN_BASE, trace)
    else:
        run = parser.begun(cleaned, base, trace)
    run.keeps_dots = keeps_dots
    if is_own and (base is not None or components[SCHEME] is not None):
        run.run()
    else:
        run_on_components(run, components)
    return WatchedRun(text, run, trace)


class Resumed(NamedTuple):
    """A run that resumed after a phase.

    Attributes:
        passed: The results of the phase, as it was given, and of all later phases.
        watched: The run of the parser; None if at most the serializer was left to run.
    """

    passed: tuple[PhaseResult, ...]
    watched: WatchedRun | None


def resumed(
    parser: TextParser, base: Parsed, parts: Parts, after: Phase, rule: Rule | None
) -> Resumed:
    """Resume resolving after a phase, with `parts` as the result of the phase."""
    text = str(parts[0])
    components = parts[1:]
    if after is _RECOMBINE:
        return Resumed((PhaseResult(after, text, rule, components),), None)
    first = PhaseResult(after, written(components), rule, components)
    if after is _NORMALISE:
        joins, joined = recombine(components, writes_dot=parser.states.writes_dot)
        return Resumed((first, PhaseResult(_RECOMBINE, joined, joins, None)), None)
    if after is _COMBINE and rule is None:
        raise ValueError("give the combining rule to treat as applied")
    given = watched_from(parser, parts, base, after)
    every = tuple(results(given))
    if after is _SPLIT:
        return Resumed(every, given)
    later = [result for result in every if result.phase in after.later]
    return Resumed((first, *later), given)


def continued(
    parser: TextParser,
    options: Options,
    base: Parsed,
    parts: Parts,
    after: Phase,
    rule: Rule | None,
) -> Record:
    """Return a record of the steps after a given phase."""
    passed, given = resumed(parser, base, parts, after, rule)
    began = next(result for result in passed if result.phase is after)
    text = parts[0] if isinstance(base.url, NoUri) else began.target
    steps = Trace(written, options, str(text))
    if given is not None:
        play(given, steps, after=after)
    elif after is _NORMALISE:
        steps.phase_ends(passed[-1].rule, passed[-1].target)
    return steps.record


def steps_of_reading(parser: TextParser, text: str, base: Parsed | None = None) -> tuple[Step, ...]:
    """Return the steps that rewrite a URL or reject it, except those of parsing and combining.

    If there is no base, nothing is combined. A step in the phase of combining then completes a file
    URL without a host.
    """
    told = watched(parser, text, base)
    steps = Trace(written, {}, text)
    play(told, steps)
    phases = _WRITES if base is not None else _WRITES | {_COMBINE}
    return tuple([step for step in steps.record.steps if step.changed and step.phase in phases])


_WRITES = frozenset({_DOTS, _NORMALISE, _RECOMBINE})

# The steps that changed the base.

_OF_NO_BASE = frozenset({rules.KEEPS_ALL, rules.FILE_WITHOUT_HOST, rules.FILE_WITHOUT_SLASH})
_KEEPS_AUTHORITY = frozenset(
    {rules.KEEPS_AUTHORITY, rules.KEEPS_SPECIAL_AUTHORITY, rules.KEEPS_FILE_HOST}
)
_INHERITS_QUERY = frozenset(
    {
        rules.INHERITS_QUERY,
        rules.FILE_INHERITS_QUERY,
        rules.INHERITS_OPAQUE,
        former.INHERITS_QUERY_FROM_ANY,
    }
)
_KEEPS_PATH = frozenset({rules.KEEPS_PATH, rules.FILE_KEEPS_PATH, former.TAKES_NO_HOST})


def steps_of_base(parser: TextParser, base: Parsed, combining: Rule) -> tuple[Step, ...]:
    """Return the steps that rewrote the parts of a base that a combining rule uses.

    The result is empty if the rule uses no part of the base, if parsing the base failed, or if the
    base's text is already the same as the serialized parts.
    """
    url = base.url
    if combining.phase is not _COMBINE or combining in _OF_NO_BASE or isinstance(url, NoUri):
        return ()
    last = _last_taken(combining)
    taken = _taken(url, combining, last)
    leaves_credentials = not parser.states.takes_credentials and any(url[USERNAME:HOST])
    if _begins_with(base.text, taken, combining) and not leaves_credentials:
        return ()
    told = watched(parser, base.text, None)
    steps = Trace(written, {}, base.text)
    play_parsing(told, steps)
    run = told.run
    relative = _relative(told.trace, components_as_written(run))
    components = _combined(run, told.trace, relative)
    if last >= PATH:
        combined = components
        components = _without_dots(told.trace, combined)
        _play_dots(told, combined, components[PATH], steps)
    rewritings = [item for item in told.trace.rewritings if item.place <= last]
    components = _play_rewritings(rewritings, components, steps)
    if last >= PASSWORD and not parser.states.takes_credentials:
        _play_rewritings(_leaving_credentials(combining), components, steps)
    changed = [step for step in steps.record.steps if step.changed]
    if combining.kind is RuleKind.MERGE:  # merging doesn't use the base's last segment
        changed = [step for step in changed if _is_before_last_segment(step)]
    return tuple(changed)


def _leaving_credentials(combining: Rule) -> Sequence[Rewriting]:
    """Return the rewritings of a base whose username and password aren't inherited."""
    leaves = former.LEAVES_CREDENTIALS
    if combining in _KEEPS_PATH:
        leaves = rules.at(leaves, "relative slash state")
    return [Rewriting(leaves, USERNAME, None), Rewriting(leaves, PASSWORD, None)]


def _is_before_last_segment(step: Step) -> bool:
    """Return whether a step changed the part of a base before the last slash of its path."""
    before = str(step.before)
    start = changed_spans(before, str(step.after))[0].start
    return start < _path_ends(before)


def _last_taken(combining: Rule) -> int:
    """Return the index of the last component of the base that a combining rule uses."""
    if combining in _KEEPS_AUTHORITY:
        return 0
    if combining in _INHERITS_QUERY:
        return QUERY
    takes_authority = combining in _KEEPS_PATH or combining.kind is RuleKind.MERGE_SLASH
    return PORT if takes_authority else PATH


def _taken(url: State, combining: Rule, last: int) -> str:
    """Serialize the part of a URL record that a combining rule uses."""
    components: State = (*url[: last + 1], *(None for _ in url[last + 1 :]))
    if combining.kind is RuleKind.MERGE:
        path = components[PATH] or ""
        components = (*components[:PATH], path[: path.rfind("/") + 1], None, None)
    return written(components)


def _path_ends(base: str) -> int:
    """Return the offset after the last slash in the path of a base, as written."""
    after_path = _AFTER_PATH.search(base)
    assert after_path is not None  # the pattern matches at the end
    return base.rfind("/", 0, after_path.start()) + 1


_AFTER_PATH = re.compile(r"[?#]|\Z")


def _begins_with(base: str, taken: str, combining: Rule) -> bool:
    """Return whether a base begins with the complete part that a combining rule uses."""
    if not base.startswith(taken):
        return False
    if combining in _KEEPS_AUTHORITY:
        return True
    if combining.kind is RuleKind.MERGE and taken[-1:] == "/":
        return _path_ends(base) == len(taken)
    ends = "/?#"
    if combining.kind is RuleKind.INHERIT:
        ends = "#" if combining in _INHERITS_QUERY else "?#"
    return base[len(taken) : len(taken) + 1] in ends
