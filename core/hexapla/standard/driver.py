"""Run the phases of a standard: at full speed, with a trace, or starting after a given phase."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from hexapla.documents.reading import Choice
from hexapla.standard.phases import AskedOptions, Options, PhaseResult, Record, State, Target
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


# Cached because the target and the hosts are computed from the same result.
@kept(64, lambda standard, base, reference: len(base) + len(reference))
def resolve_consulting(
    standard: "Standard", base: str, reference: str
) -> tuple[Target, tuple[Choice, ...]]:
    """Return the target of a reference and the readings consulted for the base and the reference.

    The readings have their current options, and are in the same order as in `record`.
    """
    options = AskedOptions(standard.options, standard.extensions_off)
    base_parts = standard.split(base, options=options)
    standard.ask(options, base, reference)
    parts = standard.split(reference, base_parts, options)
    return standard.resolve_parts(base_parts, parts, options), options.choices


# Running with a trace.

Note = Callable[[Phase, Rule | None, State | Target], None]
"""A callback for the result of a phase: the rule, if any, and the components or the outcome."""


def _run(
    standard: "Standard",
    base: Parts,
    state: State | Target,
    after: Phase,
    rule: Rule | None,
    options: Options,
    trace: Trace | None,
    note: Note,
) -> None:
    """Run the phases that follow `after`, and report the result of each to `note`."""
    if rule is None and after is Phase.COMBINE:
        raise ValueError("give the combining rule that counts as applied")
    # The phases that follow `after`, written out one by one, because a loop would be slower.
    if after in _BEFORE_CLASSIFY:
        rule, state = standard.classify(base, state, options)
        if not isinstance(state, tuple):
            note(_CLASSIFY, rule, state)
            return
        # The result of classifying is a record, whose first field is the text.
        note(_CLASSIFY, rule, state[1:])
    if after in _BEFORE_COMBINE:
        rule, state = standard.combine(base, state, options)
        note(_COMBINE, rule, state)
        if not isinstance(state, tuple):
            return
    if after in _BEFORE_DOTS:
        if trace is not None:
            assert isinstance(state, tuple)  # the run would have ended above with an outcome
            trace.begin_component(state, standard.path_place)
        rule, state = standard.remove_dots(rule, state, options, trace)
        note(_DOTS, rule, state)
        if not isinstance(state, tuple):
            return
    if after in _BEFORE_NORMALISE:
        if standard.normalise is not None:
            state = standard.normalise(state, options, trace)
        note(_NORMALISE, None, state)
        if not isinstance(state, tuple):
            return
    if after is not _RECOMBINE:
        rule, text = standard.recombine(state)
        note(_RECOMBINE, rule, text)


_CLEAN, _SPLIT, _CLASSIFY, _COMBINE, _DOTS, _NORMALISE, _RECOMBINE = Phase
_BEFORE_CLASSIFY = frozenset({_CLEAN, _SPLIT})
_BEFORE_COMBINE = _BEFORE_CLASSIFY | {_CLASSIFY}
_BEFORE_DOTS = _BEFORE_COMBINE | {_COMBINE}
_BEFORE_NORMALISE = _BEFORE_DOTS | {_DOTS}


def record(standard: "Standard", base: str | None, text: str) -> Record:
    """Resolve a reference against a base, or parse it if there is no base, and record a trace.

    Readings consulted while parsing the base come first; the steps of parsing the base are not
    recorded.
    """
    trace = Trace(standard.text_of, standard.options, text, standard.extensions_off)
    options = trace.options
    base_parts = None if base is None else standard.split(base, options=options)
    standard.ask(options, base, text)
    trace.keep_choices()
    parts = standard.parse(text, options, trace)
    if base_parts is not None:
        _run(standard, base_parts, parts, Phase.SPLIT, None, options, trace, trace.phase_ends)
    return trace.record


# Starting after a given phase.


def continue_parts(
    standard: "Standard",
    base: Parts,
    parts: Parts,
    after: Phase = Phase.SPLIT,
    rule: Rule | None = None,
) -> Record:
    """Resume resolving from the result of a given phase, and record a trace.

    `parts` is the parsed text after the phase. If the phase is combining, `rule` must be the
    combining rule that counts as applied; without it, `ValueError` is raised.
    """
    checked(rule, "rule", Rule, type(None))
    state, passed = _begin(standard, parts, checked(after, "after", Phase), rule)
    text = str(passed[-1].target)
    trace = Trace(standard.text_of, standard.options, text, standard.extensions_off)
    options = trace.options
    base_record = standard.parsed_record(base)
    _run(standard, base_record, state, after, rule, options, trace, trace.phase_ends)
    return trace.record


def passed_from(
    standard: "Standard",
    base: Parts,
    parts: Parts,
    after: Phase = Phase.SPLIT,
    rule: Rule | None = None,
) -> tuple[PhaseResult, ...]:
    """Resume resolving like `continue_parts`, but return only each phase's result, for speed."""
    state, results = _begin(standard, parts, after, rule)
    text_of = standard.text_of

    def note(phase: Phase, applied: Rule | None, left: State | Target) -> None:
        if isinstance(left, tuple):
            results.append(PhaseResult(phase, text_of(left), applied, left))
        else:
            results.append(PhaseResult(phase, left, applied, None))

    base_record = standard.parsed_record(base)
    _run(standard, base_record, state, after, rule, standard.options, None, note)
    return tuple(results)


def _begin(
    standard: "Standard", parts: Parts, after: Phase, rule: Rule | None
) -> tuple[State, list[PhaseResult]]:
    """Return the input of the next phase for a parsed text, and the results of the earlier phases.

    After the last phase, the target is the text itself, and there is no next phase.
    """
    components: State = parts[1:]
    if after is Phase.RECOMBINE:
        return components, [PhaseResult(after, str(parts[0]), rule, components)]
    text = standard.text_of(components)
    result = PhaseResult(after, text, rule, components)
    if after is Phase.CLASSIFY:
        return standard.parsed_record(parts), [result]
    if after is not Phase.SPLIT:
        return standard.target_record(components), [result]
    cleaned = standard.clean_text(str(parts[0]))
    return standard.parsed_record(parts), [PhaseResult(Phase.CLEAN, cleaned, None, None), result]
