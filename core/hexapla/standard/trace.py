"""A trace: what a standard does with a text, step by step, collected while it runs.

A standard's functions are given a trace, or None where nobody watches. Where they act they say so:

    if trace:
        trace.cuts(CUT_FRAGMENT, components)

The trace knows what the text was before, and adds a `Step`. So the steps are the run itself: there
is no second algorithm that says what the first one did.

In the phase of dots, one component is rewritten in passes. A pass tells what it takes out, by spans
of the component as the pass found it, and at its end what the component is then. Removals by one
rule that follow each other are one step.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence

import attrs

from hexapla.documents.reading import Choice
from hexapla.standard.phases import (
    AskedOptions,
    NoUri,
    Options,
    PhaseResult,
    Record,
    State,
    Step,
    Target,
)
from hexapla.standard.rule import Phase, Rule
from hexapla.text.span import Span, changed_spans, without_spans

MOST_STEPS_OF_A_PASS = 32
"""Of a pass that changes between rules more often, the later removals are one step for each rule.

Each step has the text before and after it, so that a record takes memory in proportion to the text.
"""


@attrs.define
class _Removal:
    """What one rule takes out: spans of the component as the pass found it."""

    rule: Rule
    spans: list[Span]


@attrs.define
class _Component:
    """The component that a phase rewrites: its place in the state, and its text before the pass."""

    state: State
    place: int
    removals: list[_Removal] = attrs.field(factory=list)


class Trace:
    """Collects the steps of a run, the readings that each consulted, and what each phase left.

    Args:
        text_of: Returns components as text.
        options: The options in force.
        text: The text with which the run begins.

    Attributes:
        options: The options in force; each that is asked for is noted.
    """

    def __init__(self, text_of: Callable[[State], str], options: Options, text: str) -> None:
        self.options = AskedOptions(options)
        self._text_of = text_of
        self._now: Target = text
        self._steps: list[Step] = []
        self._choices: dict[Choice, None] = {}
        self._passed: list[PhaseResult] = []
        self._component: _Component | None = None

    # What the driver asks and tells.

    @property
    def record(self) -> Record:
        """What was collected."""
        self._consulted()
        return Record(self._now, tuple(self._steps), tuple(self._choices), tuple(self._passed))

    def _consulted(self) -> tuple[Choice, ...]:
        """Return the options that were asked for since the last call."""
        if not self.options:  # as for most steps
            return ()
        taken = self.options.choices
        self.options.clear()
        self._choices.update(dict.fromkeys(taken))
        return taken

    def forget_steps(self) -> None:
        """Keep of the run so far only the readings that it consulted."""
        self._consulted()

    def passes(self, result: PhaseResult) -> None:
        """Note that a phase is over; its rule is a step, unless it has steps of its own."""
        phase, after, rule, _ = result
        if phase not in (Phase.CLEAN, Phase.SPLIT):
            self._note(rule, after)
        self.passed(result)

    def passed(self, result: PhaseResult) -> None:
        """Note that a phase was over before the run began."""
        self._passed.append(result)

    def begin_component(self, state: State, place: int) -> None:
        """Begin with the rewriting of the component at a place in the state."""
        self._component = _Component(state, place)

    @property
    def text(self) -> str:
        """The text so far."""
        return str(self._now)

    # What a standard tells.

    def _note(self, rule: Rule | None, after: Target, removed: tuple[Span, ...] = ()) -> None:
        if rule is not None:
            self._steps.append(Step(rule, self._now, after, self._consulted(), removed))
        self._now = after

    def cleans(self, rule: Rule, text: str, removed: tuple[Span, ...] = ()) -> None:
        """Tell that a rule rewrote the text before it was parsed."""
        self._note(rule, text, removed)

    def cuts(self, rule: Rule, components: State, *, only_if_changed: bool = False) -> None:
        """Tell that a rule of parsing was applied; what is not parsed yet stands in a component."""
        after = self._text_of(components)
        if only_if_changed and after == self._now:
            return
        gone, new = changed_spans(self.text, after)
        only_removes = gone.start < gone.stop and new.start == new.stop
        self._note(rule, after, (gone,) if only_removes else ())

    def removes(self, rule: Rule, *spans: tuple[int, int]) -> None:
        """Tell that a rule takes something out of the component, by spans in code points.

        Offsets are those of the component before the pass.
        """
        assert self._component is not None
        removals = self._component.removals
        if not removals or removals[-1].rule is not rule:
            removals.append(_Removal(rule, []))
        removals[-1].spans += itertools.starmap(Span, spans)

    def ends_pass(self, rule: Rule, text: str | None) -> None:
        """Tell what the component is after a pass.

        `rule` is the pass's own: it is a step if nothing was removed, or if more was done.
        """
        component = self._component
        assert component is not None
        before = component.state[component.place]
        spans: list[Span] = []
        for removal in _folded(component.removals):
            gone = _moved(sorted(removal.spans), sorted(spans))
            spans += removal.spans
            self.replaces(removal.rule, without_spans(before or "", sorted(spans)), gone)
        left = component.state[component.place]
        if not component.removals or text != left:
            self.replaces(rule, text)
        component.removals = []

    def replaces(self, rule: Rule, text: str | None, gone: Sequence[Span] = ()) -> None:
        """Tell that a rule gave the component another text, and which spans of it are gone.

        Offsets are those of the component before the rule.
        """
        component = self._component
        assert component is not None
        state, place = component.state, component.place
        if text == state[place]:
            self._note(rule, self._now)
            return
        front = (*state[:place], "", *(None for _ in state[place + 1 :]))
        start = len(self._text_of(front)) if gone else 0
        component.state = (*state[:place], text, *state[place + 1 :])
        removed = tuple(Span(start + span.start, start + span.stop) for span in gone)
        self._note(rule, self._text_of(component.state), removed)

    def ends(self, rule: Rule, outcome: NoUri) -> None:
        """Tell that a rule ends resolving without a URI."""
        self._note(rule, outcome)


def _folded(removals: Sequence[_Removal]) -> Iterator[_Removal]:
    """Yield removals; those after the first ones together, rule by rule."""
    yield from removals[:MOST_STEPS_OF_A_PASS]
    later: dict[Rule, _Removal] = {}
    for removal in removals[MOST_STEPS_OF_A_PASS:]:
        later.setdefault(removal.rule, _Removal(removal.rule, [])).spans.extend(removal.spans)
    yield from later.values()


def _moved(spans: Sequence[Span], gone: Sequence[Span]) -> list[Span]:
    """Return spans of a text as spans of what is left without others; neighbours are joined."""
    moved: list[Span] = []
    before = 0
    taken = iter([*gone, None])
    following = next(taken)
    for span in spans:
        while following is not None and following.stop <= span.start:
            before += following.stop - following.start
            following = next(taken)
        start = span.start - before
        stop = start + span.stop - span.start
        if moved and moved[-1].stop == start:
            start = moved.pop().start
        moved.append(Span(start, stop))
    return moved
