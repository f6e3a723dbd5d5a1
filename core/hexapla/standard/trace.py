"""Trace a run: collect the steps that a standard performs on a string.

The functions of a standard receive a trace, or None if no trace is recorded. They report each step
to the trace:

    if trace:
        trace.cuts(CUT_FRAGMENT, components)

The trace remembers the string before the step, and adds a `Step`. The steps therefore show what
actually ran, and aren't computed by a second algorithm.

In the phase that removes dot segments, the path is rewritten in passes. During a pass, the standard
reports removals, as spans of the path before the pass. At the end of the pass, it reports the new
path. Successive removals by the same rule form a single step. The standard can also report the rule
that keeps a dot segment in the path; such a report adds no step. In the phase that normalizes,
a standard can report removals in any component, once it has named the component with
`begin_component`.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from hexapla.documents.reading import Choice
from hexapla.standard.phases import (
    AskedOptions,
    NoUri,
    Options,
    PhaseEnd,
    Record,
    State,
    Step,
    Target,
    new_record,
)
from hexapla.standard.rule import Rule
from hexapla.text.span import Span, changed_spans, without_spans

MOST_STEPS_OF_A_PASS = 32
"""The number of steps in a pass after which all further removals by the same rule form one step.

Each step contains the whole text before and after the step, so the limit bounds the size of a
record.
"""


class _Removal(NamedTuple):
    """Successive removals by the same rule, as spans of the component before the pass."""

    rule: Rule
    spans: list[Span]


class Trace:
    """Collects the steps of a run, and the readings that each step consulted.

    Args:
        text_of: A function that joins components into a string.
        options: The current options.
        text: The text with which the run begins.
        unheld: The names of the readings that aren't recorded (see `AskedOptions`).

    Attributes:
        options: The current options; the trace records which of them are looked up.
    """

    __slots__ = (
        "_choices",
        "_components",
        "_ends",
        "_kept",
        "_now",
        "_place",
        "_removals",
        "_state",
        "_steps",
        "_text_of",
        "options",
    )

    def __init__(
        self,
        text_of: Callable[[State], str],
        options: Options,
        text: str,
        unheld: Collection[str] = (),
    ) -> None:
        self.options = AskedOptions(options, unheld)
        self._text_of = text_of
        self._now: Target = text
        self._components: State | None = None  # the components that make up the text so far
        self._steps: list[Step] = []
        self._choices: dict[Choice, None] = {}
        self._kept: dict[Rule, None] = {}
        self._ends: list[PhaseEnd] = []
        # The components, the index of the component being rewritten, and the removals of the
        # current pass. `_state` is empty if no component is being rewritten.
        self._state: State = ()
        self._place = 0
        self._removals: list[_Removal] = []

    # Methods for the driver.

    @property
    def record(self) -> Record:
        """The steps and readings collected so far."""
        self.keep_choices()
        steps = tuple(self._steps)
        return Record(self._now, steps, tuple(self._choices), tuple(self._kept), tuple(self._ends))

    def keep_choices(self) -> None:
        """Record the readings consulted after the last step, which don't belong to any step."""
        if self.options:
            self._consulted()

    def _consulted(self) -> tuple[Choice, ...]:
        """Return the options that have been looked up since the last call."""
        taken = self.options.choices
        self.options.clear()
        self._choices.update(dict.fromkeys(taken))
        return taken

    def phase_ends(self, rule: Rule | None, left: State | Target) -> None:
        """Record the end of a phase; the phase's rule, if any, becomes a step."""
        self._state = ()
        self._ends.append(new_record(PhaseEnd, (rule, left)))
        if rule is not None:
            after = self._text_so_far(left) if isinstance(left, tuple) else left
            self._note(rule, after)
        elif not isinstance(left, tuple):
            self._now = left

    @property
    def text(self) -> str:
        """The text so far."""
        return str(self._now)

    def _text_so_far(self, components: State) -> Target:
        """Join components into a string; usually they haven't changed since the step before."""
        if components == self._components:
            return self._now
        self._components = components
        return self._text_of(components)

    # Methods for a standard.

    def _note(self, rule: Rule, after: Target, removed: tuple[Span, ...] = ()) -> None:
        choices = self._consulted() if self.options else ()
        self._steps.append(new_record(Step, (rule, self._now, after, choices, removed)))
        self._now = after

    def cleans(self, rule: Rule, text: str, removed: tuple[Span, ...] = ()) -> None:
        """Record that a rule rewrote the text before parsing."""
        self._note(rule, text, removed)

    def cuts(self, rule: Rule, components: State, *, only_if_changed: bool = False) -> None:
        """Record that a parsing rule was applied; one component holds the text not yet parsed.

        If `only_if_changed` is true, a rule that doesn't change the text adds no step.
        """
        before = self._now
        after = self._text_so_far(components)
        if after == before:
            if not only_if_changed:
                self._note(rule, before)
            return
        gone, new = changed_spans(self.text, str(after))
        only_removes = gone.start < gone.stop and new.start == new.stop
        self._note(rule, after, (gone,) if only_removes else ())

    def begin_component(self, state: State, place: int) -> None:
        """Begin rewriting a component, given the components and its index.

        In the phase that removes dot segments, the driver has already called this method for the
        path.
        """
        self._state = state
        self._place = place
        self._removals = []

    def removes(self, rule: Rule, *spans: tuple[int, int]) -> None:
        """Record that a rule removed spans, in code points, from the component.

        Offsets refer to the component before the pass; empty spans are ignored.
        """
        removals = self._removals
        if not removals or removals[-1].rule is not rule:
            removals.append(_Removal(rule, []))
        taken = [new_record(Span, span) for span in spans if span[0] < span[1]]
        removals[-1].spans.extend(taken)

    def stays(self, rule: Rule) -> None:
        """Record that a dot segment stays in the component because of a rule."""
        self._kept[rule] = None

    def ends_pass(self, rule: Rule, text: str | None) -> None:
        """Record the component after a pass.

        `rule` is the rule of the pass itself. This rule becomes a step if nothing was removed, or
        if the component also changed in another way.
        """
        removals = self._removals
        if not removals or not self._state:
            self.replaces(rule, text)
            return
        before = self._state[self._place] or ""
        spans: list[Span] = []
        for removal in _folded(removals):
            gone = _moved(sorted(removal.spans), spans)
            spans = sorted([*spans, *removal.spans])
            self.replaces(removal.rule, without_spans(before, spans), gone)
        if text != self._state[self._place]:
            self.replaces(rule, text)
        self._removals = []

    def replaces(self, rule: Rule, text: str | None, gone: Sequence[Span] = ()) -> None:
        """Record that a rule replaced the component's text, and which spans the rule removed.

        Offsets refer to the component as it was before the rule was applied.
        """
        state, place = self._state, self._place
        if not state:
            raise ValueError("no component is being rewritten; call begin_component first")
        if text == state[place]:
            self._note(rule, self._now)
            return
        removed: tuple[Span, ...] = ()
        if gone:
            front = (*state[:place], "", *(None for _ in state[place + 1 :]))
            start = len(self._text_of(front))
            removed = tuple([new_record(Span, (start + one, start + other)) for one, other in gone])
        self._state = (*state[:place], text, *state[place + 1 :])
        self._note(rule, self._text_so_far(self._state), removed)

    def ends(self, rule: Rule, outcome: NoUri) -> None:
        """Record that a rule ends resolving without a URI."""
        self._note(rule, outcome)


def _folded(removals: Sequence[_Removal]) -> Iterator[_Removal]:
    """Yield removals; removals beyond the limit are merged into one removal for each rule."""
    yield from removals[:MOST_STEPS_OF_A_PASS]
    later: dict[Rule, _Removal] = {}
    for removal in removals[MOST_STEPS_OF_A_PASS:]:
        later.setdefault(removal.rule, _Removal(removal.rule, [])).spans.extend(removal.spans)
    yield from later.values()


def _moved(spans: Sequence[Span], gone: Sequence[Span]) -> list[Span]:
    """Shift spans to where they are after other spans are removed; join adjacent spans."""
    moved: list[Span] = []
    before = 0
    index = 0
    for start, stop in spans:
        while index < len(gone) and gone[index].stop <= start:
            before += gone[index].stop - gone[index].start
            index += 1
        start -= before
        stop -= before
        if moved and moved[-1].stop == start:
            start = moved.pop().start
        moved.append(new_record(Span, (start, stop)))
    return moved
