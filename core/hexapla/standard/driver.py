"""Run the phases of a standard: without a trace, with a trace, or from a given phase on."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from hexapla.documents.reading import Choice
from hexapla.standard.phases import (
    AskedOptions,
    Options,
    PhaseEnd,
    PhaseResult,
    Record,
    State,
    Target,
    new_record,
)
from hexapla.standard.rule import Phase, Rule
from hexapla.standard.trace import Trace
from hexapla.values.checked import checked
from hexapla.values.frozen import kept

if TYPE_CHECKING:
    from hexapla.standard.standard import Standard

Parts = tuple[str | None, ...]
"""A string followed by its components in the standard's order; undefined components are None."""


# Running at full speed.


def resolver(standard: "Standard") -> Callable[..., Target]:
    """Return the function that resolves a parsed reference against a parsed base."""
    classify, combine = standard.classify, standard.combine
    remove_dots, normalise = standard.remove_dots, standard.normalise
    recombine = standard.recombine

    def resolve_parts(base: Parts, reference: Parts, options: Options = standard.options) -> Target:
        state: Parts | Target
        rule, state = classify(base, reference, options)
        if not isinstance(state, tuple):
            return state
        rule, state = combine(base, state, options)
        if not isinstance(state, tuple):
            return state
        rule, state = remove_dots(rule, state, options, None)
        if not isinstance(state, tuple):
            return state
        if normalise is not None:
            state = normalise(state, options, None)
            if not isinstance(state, tuple):
                return state
        return recombine(state)[1]

    return resolve_parts


# Cached, because a comparison of targets and a comparison of hosts need the same result.
@kept(64, lambda standard, base, reference: len(base) + len(reference))
def resolve_consulting(
    standard: "Standard", base: str, reference: str
) -> tuple[Target, tuple[Choice, ...]]:
    """Return the target of a reference, and the options consulted for the base and the reference.

    The options are in the same order as in the result of `record`.
    """
    options = AskedOptions(standard.options, standard.extensions_off)
    base_parts = standard.split(base, options=options)
    standard.ask(options, base, reference)
    parts = standard.split(reference, base_parts, options)
    return standard.resolve_parts(base_parts, parts, options), options.choices


# Running phase by phase.


class Begun(NamedTuple):
    """The starting point of a run: the last phase that is already done, its rule, and its result.

    Attributes:
        after: The last phase that is already done.
        rule: The rule that this phase applied, if any.
        state: The standard's tuple for the parsed string or, if the phase is combining or a later
            phase, for the target.
        passed: The known results of phases that are already done.
    """

    after: Phase
    rule: Rule | None
    state: State
    passed: tuple[PhaseResult, ...]


class PhaseLog(Protocol):
    """A log that receives the result of each phase that a run performs, in order."""

    def phase_ends(self, rule: Rule | None, left: State | Target, /) -> None:
        """Receive the rule that a phase applied, if any, and the resulting components or target."""


class _PhaseEnds(list[PhaseEnd]):
    """A log that keeps the results of all phases."""

    def phase_ends(self, rule: Rule | None, left: State | Target) -> None:
        self.append(new_record(PhaseEnd, (rule, left)))


def _run(
    standard: "Standard",
    base: Parts,
    begun: Begun,
    options: Options,
    log: PhaseLog,
    trace: Trace | None = None,
) -> None:
    """Run the phases after `begun.after` until resolving ends; pass each result to the log."""
    # The phases are written out one by one, as in `resolver`, because a loop would be slower.
    state: State | Target
    after, rule, state, _ = begun
    later = _LATER[after]
    if _CLASSIFY in later:
        rule, state = standard.classify(base, state, options)
        if not isinstance(state, tuple):
            log.phase_ends(rule, state)
            return
        # The result of classifying is a tuple whose first item is the text.
        log.phase_ends(rule, state[1:])
    if _COMBINE in later:
        rule, state = standard.combine(base, state, options)
        log.phase_ends(rule, state)
        if not isinstance(state, tuple):
            return
    if _DOTS in later:
        if trace is not None:
            trace.begin_component(state, standard.path_place)
        rule, state = standard.remove_dots(rule, state, options, trace)
        log.phase_ends(rule, state)
        if not isinstance(state, tuple):
            return
    if _NORMALISE in later:
        if standard.normalise is not None:
            state = standard.normalise(state, options, trace)
        log.phase_ends(None, state)
        if not isinstance(state, tuple):
            return
    if _RECOMBINE in later:
        rule, text = standard.recombine(state)
        log.phase_ends(rule, text)


# Looking up a global name is faster than looking up a member of an enumeration, and finding a phase
# in a set is faster than finding it in a tuple.
_CLEAN, _SPLIT, _CLASSIFY, _COMBINE, _DOTS, _NORMALISE, _RECOMBINE = Phase
_LATER = {phase: frozenset(phase.later) for phase in Phase}


def record(standard: "Standard", base: str | None, text: str) -> Record:
    """Resolve a reference against a base, or parse it if there is no base, and record a trace.

    The readings that are consulted to parse the base come first in the record. The steps of parsing
    the base aren't recorded.
    """
    trace = Trace(standard.text_of, standard.options, text, standard.extensions_off)
    options = trace.options
    base_parts = None if base is None else standard.split(base, options=options)
    standard.ask(options, base, text)
    trace.keep_choices()
    parts = standard.parse(text, options, trace)
    if base_parts is not None:
        begun = new_record(Begun, (_SPLIT, None, parts, ()))
        _run(standard, base_parts, begun, options, trace, trace)
    return trace.record


# Resuming after a given phase.


def continue_parts(
    standard: "Standard",
    base: Parts,
    parts: Parts,
    after: Phase = Phase.SPLIT,
    rule: Rule | None = None,
) -> Record:
    """Resume resolving from the result of a given phase, and record a trace.

    `parts` is the text after the phase, followed by its components. If the phase is combining,
    `rule` must be the combining rule to treat as already applied. If this rule is missing,
    `ValueError` is raised, unless the standard has no combining rules.
    """
    checked(rule, "rule", Rule, type(None))
    begun = _begin(standard, parts, checked(after, "after", Phase), rule)
    text = str(begun.passed[-1].target)
    trace = Trace(standard.text_of, standard.options, text, standard.extensions_off)
    base_record = standard.parsed_record(base)
    _run(standard, base_record, begun, trace.options, trace, trace)
    return trace.record


def passed_from(
    standard: "Standard",
    base: Parts,
    parts: Parts,
    after: Phase = Phase.SPLIT,
    rule: Rule | None = None,
) -> tuple[PhaseResult, ...]:
    """Resume resolving, as `continue_parts` does; return the results of the given and later phases.

    Phases after the end of resolving have no result. If the given phase is cleaning or parsing, the
    results of both are returned. This is faster than `continue_parts`, because no steps are
    recorded.
    """
    begun = _begin(standard, parts, after, rule)
    ends = _PhaseEnds()
    _run(standard, standard.parsed_record(base), begun, standard.options, ends)
    return _results(standard, begun, ends)


def passed_in(standard: "Standard", parts: Parts, record: Record) -> tuple[PhaseResult, ...]:
    """Return the results of the phases of a recorded run, as `passed_from` does.

    `parts` is the parsed reference of the run. No phase runs again.
    """
    return _results(standard, _begin(standard, parts, _SPLIT, None), record.ends)


def _results(
    standard: "Standard", begun: Begun, ends: Iterable[PhaseEnd]
) -> tuple[PhaseResult, ...]:
    results = list(begun.passed)
    # A run that resumes after cleaning doesn't parse: the text is already parsed.
    phases = [phase for phase in begun.after.later if phase is not _SPLIT]
    for phase, (applied, left) in zip(phases, ends, strict=False):
        if isinstance(left, tuple):
            text = standard.text_of(left)
            results.append(new_record(PhaseResult, (phase, text, applied, left)))
        else:
            results.append(PhaseResult(phase, left, applied, None))
    return tuple(results)


def _begin(standard: "Standard", parts: Parts, after: Phase, rule: Rule | None) -> Begun:
    """Return the starting point of a run that resumes after a given phase, with a parsed text.

    A run resumes after cleaning in the same way as after splitting, because the text is already
    parsed. After the last phase, the target is the text itself.
    """
    if rule is None and after is _COMBINE and _combines(standard):
        raise ValueError("give the combining rule to treat as applied")
    text = str(parts[0])
    components = parts[1:]
    if after is _RECOMBINE:
        return Begun(after, rule, components, (PhaseResult(after, text, rule, components),))
    joined = standard.text_of(components)
    if after is _CLEAN or after is _SPLIT:
        passed = (
            new_record(PhaseResult, (_CLEAN, standard.clean_text(text), None, None)),
            new_record(PhaseResult, (_SPLIT, joined, rule, components)),
        )
        return new_record(Begun, (after, rule, standard.parsed_record(parts), passed))
    is_parsed = after is _CLASSIFY
    record = standard.parsed_record(parts) if is_parsed else standard.target_record(components)
    return Begun(after, rule, record, (PhaseResult(after, joined, rule, components),))


def _combines(standard: "Standard") -> bool:
    """Return whether a standard has rules for combining."""
    return any(rule.phase is _COMBINE for rule in standard.rules)
