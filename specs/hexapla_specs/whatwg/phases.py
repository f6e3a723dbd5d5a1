"""URL Standard: sort the actions of a run into the phases in which the RFCs resolve.

The parser does not work in these phases: for example, it removes a dot segment before it sees a
query. This module sorts the reports of the parser's states by phase. As a result, each phase has a
string and components that can be compared with those of an RFC after the same phase. Nothing is
parsed here.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hexapla.standard.driver import Parts
from hexapla.standard.phases import NoUri, Options, PhaseResult, Record, State, Step
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.trace import Trace
from hexapla.text.span import changed_spans
from hexapla_specs.whatwg import former, rules
from hexapla_specs.whatwg.components import (
    HOST,
    PASSWORD,
    PATH,
    PORT,
    QUERY,
    SCHEME,
    USERNAME,
    Url,
    with_component,
)
from hexapla_specs.whatwg.parsing import Parsed, TextParser, components_as_written
from hexapla_specs.whatwg.serializing import recombine, written
from hexapla_specs.whatwg.states import UNKNOWN_BASE, UrlParser
from hexapla_specs.whatwg.trace import ParserTrace, Rewriting

_IGNORES_SCHEME = frozenset(
    {rules.OWN_SCHEME, rules.OWN_FILE_SCHEME, rules.OWN_FILE_SCHEME_BEFORE_SLASH}
)
_OF_NO_BASE = frozenset({rules.KEEPS_ALL, rules.FILE_WITHOUT_HOST, rules.FILE_WITHOUT_SLASH})
_KEEPS_AUTHORITY = frozenset(
    {rules.KEEPS_AUTHORITY, rules.KEEPS_SPECIAL_AUTHORITY, rules.KEEPS_FILE_HOST}
)
_INHERITS_QUERY = frozenset(
    {rules.INHERITS_QUERY, rules.FILE_INHERITS_QUERY, rules.INHERITS_OPAQUE}
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
    run = parser.run(parser.clean(text), base, trace)
    return WatchedRun(text, run, trace)


def watched_alone(parser: TextParser, text: str) -> WatchedRun:
    """Run the parser on a string whose base is unknown, and record a trace."""
    trace = ParserTrace()
    run = parser.states(parser.clean(text), UNKNOWN_BASE, trace).run()
    return WatchedRun(text, run, trace)


# The components after each phase.


def _relative(watched: WatchedRun) -> State:
    """Return the components after classifying; a scheme that is ignored is left out."""
    components = components_as_written(watched.run)
    if watched.trace.decision in _IGNORES_SCHEME:
        return with_component(components, SCHEME, None)
    return components


def _combined(watched: WatchedRun) -> State:
    """Return the components after combining, with the base's components as in its URL record."""
    run = watched.run
    trace = watched.trace
    components = components_as_written(run)
    scheme, username, password, host, port, path, query, fragment = components
    if run.combined_path is not None and not _begins_with_path(run):
        path = run.combined_path
    if trace.decision != rules.HAS_SCHEME:
        scheme = run.scheme or None
    if trace.combining is rules.KEEPS_ALL or trace.combining in _KEEPS_AUTHORITY:
        return scheme, username, password, host, port, path, query, fragment
    # Userinfo, host and port come from the base, if the base has them.
    if trace.combining in _INHERITS_QUERY and run.base is not None:
        query = run.base.query
    if run.combined_path is None:
        path = run.path
    return scheme, run.username, run.password, run.host, run.port, path, query, fragment


def _begins_with_path(run: UrlParser) -> bool:
    """Return whether the path state added a slash for an empty path after an authority."""
    cut = run.cuts[PATH]
    return run.cuts[HOST] is not None and cut is not None and cut[0] == cut[1]


def _without_dots(watched: WatchedRun, combined: State) -> State:
    """Return the components after dot segments are removed."""
    path = watched.run.path_without_dots
    if path is None or _begins_with_path(watched.run):
        return combined
    return with_component(combined, PATH, path)


def results(watched: WatchedRun) -> Iterator[PhaseResult]:
    """Yield the result of each phase."""
    run = watched.run
    trace = watched.trace
    yield PhaseResult(Phase.CLEAN, run.cleaning.clean(watched.text), None, None)
    components = components_as_written(run)
    yield PhaseResult(Phase.SPLIT, written(components), None, components)
    if trace.failure is not None and trace.failure.rule.phase is Phase.CLASSIFY:
        rule, outcome = trace.failure
        yield PhaseResult(Phase.CLASSIFY, outcome, rule, None)
        return
    relative = _relative(watched)
    yield PhaseResult(Phase.CLASSIFY, written(relative), trace.decision, relative)
    combined = _combined(watched)
    yield PhaseResult(Phase.COMBINE, written(combined), trace.combining, combined)
    without_dots = _without_dots(watched, combined)
    opaque = rules.OPAQUE_STAYS if run.has_opaque_path else None
    yield PhaseResult(Phase.DOTS, written(without_dots), opaque, without_dots)
    url = run.url
    if isinstance(url, NoUri):
        yield PhaseResult(Phase.NORMALISE, url, None, None)
        return
    record: State = (url.scheme or None, *url[1:])
    yield PhaseResult(Phase.NORMALISE, written(record), None, record)
    rule, text = recombine(record, writes_dot=run.writes_dot)
    yield PhaseResult(Phase.RECOMBINE, text, rule, None)


# The steps, phase by phase.


def play(watched: WatchedRun, steps: Trace, *, after: Phase | None = None) -> None:
    """Report a run, phase by phase, to a trace; nothing is reported after a failure.

    Args:
        watched: The run.
        steps: The trace that collects the steps.
        after: The phase after which the run resumed; None if the run began with the first phase.
    """
    trace = watched.trace
    failure = trace.failure
    later = tuple(Phase) if after is None else after.later
    if failure is not None and failure.rule is rules.UNUSABLE_BASE:
        steps.phase_ends(*failure)
        return
    if Phase.CLEAN in later:
        play_parsing(watched, steps)
    if failure is not None and failure.rule.phase is Phase.CLASSIFY:
        steps.phase_ends(*failure)
        return
    if Phase.CLASSIFY in later:
        steps.phase_ends(trace.decision, _relative(watched))
    combined = _combined(watched)
    if Phase.COMBINE in later:
        steps.phase_ends(trace.combining, combined)
    if failure is not None:  # no path has been parsed, and nothing is serialized
        told = (item for item in trace.rewritings if item.rule not in rules.OF_SERIALIZING)
        _play_rewritings(_in_order(told), combined, steps)
        steps.ends(*failure)
        return
    components = _without_dots(watched, combined)
    if Phase.DOTS in later:
        _play_dots(watched, combined, components[PATH], steps)
    components = _play_rewritings(_in_order(trace.rewritings), components, steps)
    rule, text = recombine(components, writes_dot=watched.run.writes_dot)
    steps.phase_ends(rule, text)


def play_parsing(watched: WatchedRun, steps: Trace) -> None:
    """Report characters that are removed from the text or treated as other characters."""
    text = watched.run.text
    if watched.text != text:
        for step in watched.run.cleaning.steps(watched.text):
            steps.cleans(step.rule, step.text, step.removed)
        if steps.text != text:
            steps.cleans(former.IGNORES_TABS, text)
    moved = 0  # the number of characters that earlier events added
    for rule, start, stop, read_as in watched.trace.events:
        if read_as is not None:
            text = text[: start + moved] + read_as + text[stop + moved :]
            moved += len(read_as) - (stop - start)
        steps.cleans(rule, text)


def _play_dots(watched: WatchedRun, combined: State, path: str | None, steps: Trace) -> None:
    """Report the removed dot segments and the resulting path."""
    if watched.run.has_opaque_path:
        steps.phase_ends(rules.OPAQUE_STAYS, combined)
        return
    steps.begin_component(combined, PATH)
    for rule, spans in watched.trace.removals:
        steps.removes(rule, *spans)
    steps.ends_pass(rules.KEEPS_REST, path)


def _play_rewritings(items: Iterable[Rewriting], components: State, steps: Trace) -> State:
    """Report rewritings of components, and return the components after them."""
    for item in items:
        _rewrite(item, components, steps)
        components = with_component(components, item.place, item.text)
    return components


def _rewrite(item: Rewriting, components: State, steps: Trace) -> None:
    """Report the rewriting of a component."""
    steps.begin_component(components, item.place)
    steps.replaces(item.rule, item.text)


def _in_order(rewritings: Iterable[Rewriting]) -> list[Rewriting]:
    """Sort rewritings by the order of the components."""
    return sorted(rewritings, key=lambda item: item.place)


# Runs that resume after a given phase.


def watched_from(parser: TextParser, parts: Parts, base: Parsed, after: Phase) -> WatchedRun:
    """Run the parser on the text or components that another standard gives after a phase.

    After combining, no base is needed. After classifying, no scheme is ignored. After the phase
    that removes dot segments, no dot segments are removed.
    """
    if after in (Phase.CLEAN, Phase.SPLIT):
        return _watched_on(parser, parts, base)
    if after is Phase.CLASSIFY:
        given = _watched_on(parser, parts, base)
        if given.trace.decision not in _IGNORES_SCHEME:
            return given
    return _watched_on(parser, parts, None, keeps_dots=after is Phase.DOTS)


def _watched_on(
    parser: TextParser, parts: Parts, base: Parsed | None, *, keeps_dots: bool = False
) -> WatchedRun:
    """Run the parser on a string, or on components into which another standard split it."""
    text = str(parts[0])
    trace = ParserTrace()
    is_own = isinstance(parts, Parsed) or parser.split(text, base) == parts
    cleaned = parser.clean(text) if is_own else written(parts[1:])
    if base is None:
        run = parser.states(cleaned, UNKNOWN_BASE, trace, keeps_dots=keeps_dots)
    else:
        run = parser.begun(cleaned, base, trace)
    needs_base = base is None and parts[1] is None
    if (is_own and not needs_base) or parts[1 + HOST] is not None:
        run.run()
    else:
        run.run_on_components(parts[1], parts[1 + PATH] or "")
    return WatchedRun(text, run, trace)


def passed_from(
    parser: TextParser, base: Parts, parts: Parts, after: Phase, rule: Rule | None
) -> tuple[PhaseResult, ...]:
    """Return the results of a phase, given as `parts`, and of all later phases."""
    text = str(parts[0])
    components = parts[1:]
    if after is Phase.RECOMBINE:
        return (PhaseResult(after, text, rule, components),)
    first = PhaseResult(after, written(components), rule, components)
    if after is Phase.NORMALISE:
        joins, joined = recombine(components, writes_dot=parser.states.writes_dot)
        return first, PhaseResult(Phase.RECOMBINE, joined, joins, None)
    if after is Phase.COMBINE and rule is None:
        raise ValueError("give the combining rule to treat as applied")
    given = watched_from(parser, parts, parser.of(base), after)
    every = results(given)
    if after is Phase.SPLIT:
        return tuple(every)
    return first, *(result for result in every if result.phase in after.later)


def continued(
    parser: TextParser,
    options: Options,
    base: Parts,
    parts: Parts,
    after: Phase,
    rule: Rule | None,
) -> Record:
    """Return a record of the steps after a given phase."""
    passed = passed_from(parser, base, parts, after, rule)
    has_base = isinstance(parser.of(base).url, Url)
    began = next(result for result in passed if result.phase is after)
    text = str(began.target) if has_base else str(parts[0])
    steps = Trace(written, options, text)
    if after is Phase.NORMALISE:
        steps.phase_ends(passed[-1].rule, passed[-1].target)
    elif after is not Phase.RECOMBINE:
        given = watched_from(parser, parts, parser.of(base), after)
        play(given, steps, after=after)
    return steps.record


def steps_of_reading(parser: TextParser, text: str) -> tuple[Step, ...]:
    """Return the steps after parsing that rewrite a URL or reject it."""
    told = watched(parser, text, None)
    steps = Trace(written, {}, text)
    play(told, steps)
    return tuple([step for step in steps.record.steps if step.changed and step.phase in _WRITES])


_WRITES = frozenset({Phase.DOTS, Phase.NORMALISE, Phase.RECOMBINE})

# The steps that changed the base.

_KEEPS_PATH = frozenset({rules.KEEPS_PATH, rules.FILE_KEEPS_PATH, former.TAKES_NO_HOST})


def steps_of_base(parser: TextParser, base: Parsed, combining: Rule) -> tuple[Step, ...]:
    """Return the steps that rewrote the parts of a base that a combining rule uses.

    The result is empty if the base's text is already the same as the serialized parts.
    """
    url = base.url
    if combining.phase is not Phase.COMBINE or isinstance(url, NoUri):
        return ()
    if combining in _OF_NO_BASE:
        return ()
    last = _last_taken(combining)
    taken = _taken(url, combining, last)
    leaves_credentials = not parser.states.takes_credentials and any(url[USERNAME:HOST])
    if _begins_with(base.text, taken, combining) and not leaves_credentials:
        return ()
    told = watched(parser, base.text, None)
    steps = Trace(written, {}, base.text)
    play_parsing(told, steps)
    combined = _combined(told)
    components = combined
    if last >= PATH:
        components = _without_dots(told, combined)
        _play_dots(told, combined, components[PATH], steps)
    for item in _in_order(told.trace.rewritings):
        if item.place <= last:
            _rewrite(item, components, steps)
            components = with_component(components, item.place, item.text)
    if last >= PASSWORD and not parser.states.takes_credentials:
        for place in (USERNAME, PASSWORD):
            _rewrite(Rewriting(former.LEAVES_CREDENTIALS, place, None), components, steps)
            components = with_component(components, place, None)
    changed = [step for step in steps.record.steps if step.changed]
    if combining.kind is RuleKind.MERGE:  # merging doesn't use the base's last segment
        changed = [step for step in changed if _is_before_last_segment(step)]
    return tuple(changed)


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
