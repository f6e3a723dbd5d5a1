"""What makes a difference in a phase: the step on each side, or which components have what."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

import attrs

from hexapla.comparison.resuming import aligned
from hexapla.comparison.run import COMBINE, PHASES, SPLIT, Run, SpecInput
from hexapla.documents.reading import Choice, reading_named
from hexapla.standard.component import REMOVED, Component
from hexapla.standard.driver import Parts
from hexapla.standard.phases import Step
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec
from hexapla.text.span import Span, common_beginning
from hexapla.text.words import changed_words, common_words
from hexapla.values.value import Value

# In these phases a standard rewrites, step by step; in the others it asks one question after
# another, and the answer that ends the phase is at work.
REWRITING = frozenset({Phase.CLEAN, Phase.SPLIT, Phase.DOTS, Phase.NORMALISE})


def replay(run: Run, index: int, text: str, spec: Spec | None = None) -> Run:
    """Return a run of the phase at an index, and of what follows, on another text.

    It is tried under other choices, where `spec` is the column under these.
    """
    column = run.input if spec is None else run.input.under(spec)
    return continue_behind(
        run, index, column, column.base_parts, run.split_as(text, index, column.spec)
    )


def continue_behind(run: Run, index: int, column: SpecInput, base: Parts, parts: Parts) -> Run:
    """Return a run of the phase at an index, and of what follows, on what was taken apart."""
    behind = PHASES[index - 1] if index > SPLIT else Phase.SPLIT
    return column.continued(base, parts, behind, run.combining)


# The steps.

EMPTY = dict.fromkeys(
    (RuleKind.DROP_EMPTY_QUERY, RuleKind.DROP_EMPTY_FRAGMENT), RuleKind.DROP_EMPTY
)
"""What is about one empty component, and the kind of work that is about any."""

# What is left by a standard that another one removes by a rule of the kind, in order of likeness.
_LEFT = {
    RuleKind.FINAL_CLIMB: (RuleKind.FINAL_CLIMB, RuleKind.CLIMB),
    RuleKind.DROP_PAIR: (RuleKind.DROP_PAIR, RuleKind.CLIMB),
    RuleKind.DROP_FINAL_PAIR: (RuleKind.DROP_FINAL_PAIR, RuleKind.FINAL_CLIMB, RuleKind.CLIMB),
    **{kind: (kind, RuleKind.DROP_EMPTY) for kind in EMPTY},
    RuleKind.ENCODED_DOTS: (RuleKind.KEEP_REST,),
}
_PAIRS = {RuleKind.CLIMB: RuleKind.DROP_PAIR, RuleKind.FINAL_CLIMB: RuleKind.DROP_FINAL_PAIR}


def do_alike(one: Rule, other: Rule) -> bool:
    """Return whether two rules do the same kind of work, or one leaves what the other removes."""
    return _PAIRS.get(one.kind, one.kind) is _PAIRS.get(other.kind, other.kind)


def rules_at_work(left: Run, right: Run, index: int) -> tuple[Rule, Rule]:
    """Return the rule on each side that makes the difference in a phase."""
    one, other = _step_at_work(left, right, index), _step_at_work(right, left, index)
    left_rule = _left_by(left, index, other) if one is None else one.rule
    right_rule = _left_by(right, index, one) if other is None else other.rule
    if index != COMBINE or left.ended(index) or right.ended(index):
        return left_rule, right_rule
    # What rewrote the base is at work where one side alone did it.
    of_left, of_right = _rules_of_base(left, left_rule), _rules_of_base(right, right_rule)
    left_alone = [rule for rule in of_left if rule not in of_right]
    right_alone = [rule for rule in of_right if rule not in of_left]
    alike = do_alike(left_rule, right_rule)
    if left_alone and (alike or _meets_with_base_of(right, left)):
        left_rule = left_alone[0]
    if right_alone and (alike or _meets_with_base_of(left, right)):
        right_rule = right_alone[0]
    return left_rule, right_rule


def _rules_of_base(run: Run, rule: Rule) -> tuple[Rule, ...]:
    """Return the rules that rewrote what a rule of combining takes of the base."""
    steps = run.spec.standard.steps_of_base(run.input.base, rule)
    return tuple(dict.fromkeys(step.rule for step in steps))


def _meets_with_base_of(run: Run, other: Run) -> bool:
    """Return whether a run combines as another does if its base is written as that one reads it."""
    written = other.spec.standard.base_as_read(run.input.base)
    base = run.spec.standard.split(written)
    parts = run.split_as(str(run.entering(COMBINE)), COMBINE)
    return continue_behind(run, COMBINE, run.input, base, parts).meets(other, COMBINE)


def _last_rule(run: Run, index: int) -> Rule:
    """Return the rule of a phase, or the one by which a standard without the phase leaves all."""
    idle = (rule for rule in run.spec.rules if rule.keeps and rule.phase is PHASES[index])
    return run.rule(index) or next(idle, run.input.record.steps[-1].rule)


def _step_at_work(run: Run, other: Run, index: int) -> Step | None:
    """Return the step that makes the difference, if one does.

    It consulted a reading by which the two differ, or ended resolving without a URI, or is the
    first from whose text the other column does not get where it got.
    """
    steps = run.steps_in(index)
    for step in steps:
        if any(alternative(run, other, index, choice) for choice in step.choices):
            keeper = None if step.changed else keeper_of(run, step.rule)
            return step if keeper is None else step._replace(rule=keeper)
    if steps and not isinstance(steps[-1].after, str):
        return steps[-1]
    changed = (step for step in steps if step.changed)
    breaking = (s for s in changed if not replay(other, index, str(s.after)).same(other, index))
    return next(breaking, None)


def _left_by(run: Run, index: int, other: Step | None) -> Rule:
    """Return the rule by which a side leaves what the other removes, or that does likewise."""
    steps = run.steps_in(index)
    if not steps or other is None or steps[0].rule.kind is RuleKind.SKIP_DOTS:
        return _last_rule(run, index)
    for kind in _LEFT.get(other.rule.kind, (other.rule.kind,)):
        alike = [step for step in steps if step.rule.kind is kind]
        keeper = _keeper(run, other.phase, kind)
        if keeper is not None and not any(step.changed for step in alike):
            return keeper
        if alike:
            return alike[0].rule
    return next((step for step in reversed(steps) if step.changed), steps[-1]).rule


def keeper_of(run: Run, rule: Rule) -> Rule | None:
    """Return the rule by which a column leaves what another standard's rule removes, if any."""
    kinds = _LEFT.get(rule.kind, (rule.kind,))
    keepers = (_keeper(run, rule.phase, kind) for kind in kinds)
    return next((keeper for keeper in keepers if keeper is not None), None)


def _keeper(run: Run, phase: Phase, kind: RuleKind) -> Rule | None:
    """Return the rule by which a standard leaves what a rule of a kind removes.

    Where several do, it is the one in the section by which the run goes on.
    """
    rules = [rule for rule in run.spec.rules if rule.keeps and rule.phase is phase]
    keepers = {rule.citation: rule for rule in rules if rule.kind is kind}
    applied = (rule.citation for _, _, rule, _ in reversed(run.passed) if rule is not None)
    here = (keepers[citation] for citation in applied if citation in keepers)
    return next(here, next(iter(keepers.values()), None))


def alternative(run: Run, other: Run, index: int, choice: Choice) -> str | None:
    """Return the option of a reading under which a column would do, or end, as the other does."""
    texts = dict.fromkeys((run.entering(index), other.entering(index)))
    for option in other_options(run.spec, choice):
        spec = run.spec.choosing(Choice(choice.reading, option))
        tried = (replay(run, index, text, spec) for text in texts if isinstance(text, str))
        if any(_does_as(item, other, index) for item in tried):
            return option
        if run.input.under(spec).target == other.input.target:
            return option
    return None


def _does_as(run: Run, other: Run, index: int) -> bool:
    """Return whether a column does what another does in a phase, or ends as it does."""
    if index <= SPLIT:  # what a text is to a column is what this phase is about
        return run.same(other, index)
    return run.meets(other, index) or run.ends_as(other)


def other_options(spec: Spec, choice: Choice) -> Iterator[str]:
    """Yield the options of a reading that are not in force."""
    options = reading_named(choice.reading, spec.readings).options
    return (option for option in options if option != choice.option)


# Cuts: which characters two columns have in components that are not the same.


class Boundary(NamedTuple):
    """Characters that two columns have in different components, each with the span of that.

    Spans are code points of the text; separators belong to the component that they begin or end.

    Attributes:
        span: Where the characters are, in code points.
        components: The component that each column has them in, the older column first.
        spans: Where each of these components is.
    """

    span: Span
    components: tuple[Component, Component]
    spans: tuple[Span, Span]


def boundaries(left: Reference, right: Reference) -> Iterator[Boundary]:
    """Yield the ranges of a text that two columns have in components that are not the same.

    There are none where one of them does not tell the places of its parts.
    """
    here, there = _segments(left), _segments(right)
    one, other = next(here, None), next(there, None)
    while one is not None and other is not None:
        (name, begin, end), (other_name, other_begin, other_end) = one, other
        start = begin if begin > other_begin else other_begin
        stop = end if end < other_end else other_end
        if name != other_name and start < stop:
            components = _component_at(left, start), _component_at(right, start)
            spans = Span(begin, end), Span(other_begin, other_end)
            yield Boundary(Span(start, stop), components, spans)
        one = next(here, None) if end == stop else one
        other = next(there, None) if other_end == stop else other


def _segments(reference: Reference) -> Iterator[tuple[str, int, int]]:
    """Yield the shared names of the components of a text, each with where it begins and ends."""
    start = 0
    for name, stop in (reference.ends or {}).items():
        if name != REMOVED:
            yield name, start, stop
            start = stop


def _component_at(reference: Reference, offset: int) -> Component:
    """Return the component that has the character at an offset."""
    segments = reference.segments()
    return next(item.component for item in segments if item.start <= offset < item.stop)


class Place(StrEnum):
    """Which text two columns take apart differently."""

    BASE = "base"
    REFERENCE = "reference"


@attrs.frozen(repr=False)
class Cut(Value):
    """Characters that two columns have in different components.

    `text` is what they take apart: the base, the reference, or what has become of the reference
    when the phase begins. `items` has the characters, and behind them any others that the two have
    in different components. `decides` says that there would be no difference if both took the text
    apart alike.

    Attributes:
        place: Which text it is: the base or the reference.
    """

    _json_members = (
        "in=place",
        "text",
        "span",
        "characters",
        "left=left.name",
        "right=right.name",
        "decides",
    )

    place: Place
    text: str
    items: tuple[Boundary, ...]
    decides: bool = True

    @property
    def span(self) -> Span:
        """Where the characters are, in code points of the text."""
        return self.items[0].span

    @property
    def left(self) -> Component:
        """The component in which the left column has them."""
        return self.items[0].components[0]

    @property
    def right(self) -> Component:
        """The component in which the right column has them."""
        return self.items[0].components[1]

    @property
    def characters(self) -> str:
        """The characters."""
        return self.text[self.span.start : self.span.stop]


def cut_at_work(left: Run, right: Run, index: int) -> Cut | None:
    """Return the characters that two columns have in different components, if that matters.

    It decides where one of the columns would do as the other does, if it took the text apart as
    that one does: what stands before the phase, or the base. It contributes where the characters
    are among those that only one of them rewrites, or takes out with the dots.
    """
    if index == SPLIT:
        return _rewritten_cut(left, right)
    texts = _taken_apart(left, right, index).items()
    cuts = (_cut(left, right, index, where, splits) for where, splits in texts)
    at_work = [item for item in cuts if item is not None]
    return min(at_work, key=lambda item: not item.decides, default=None)


def _cut(
    left: Run, right: Run, index: int, where: Place, splits: tuple[Parts, Parts]
) -> Cut | None:
    items = tuple(boundaries(Reference(left.spec, splits[0]), Reference(right.spec, splits[1])))
    if not items:
        return None
    decides = _follows(left, right, index, where) or _follows(right, left, index, where)
    if not (decides or _contributes(left, right, index, where)):
        return None
    start, stop = _changed_span(left, right, index, where)
    behind = [
        item for item in items if item.span.stop > start and (decides or item.span.start < stop)
    ]
    if not (behind or decides):
        return None
    first = items.index(behind[0]) if behind else len(items) - 1
    return Cut(where, str(splits[0][0]), items[first:], decides)


def _contributes(left: Run, right: Run, index: int, where: Place) -> bool:
    """Return whether what two columns do in a phase can hang on where they have some characters.

    What becomes of a base that is rewritten is told by the rules that do it.
    """
    if where is Place.BASE:
        rewrites = left.spec.standard.rewrites or right.spec.standard.rewrites
        return index == COMBINE and not rewrites
    rules = left.rule(index), right.rule(index)
    kinds = {rule.kind for rule in rules if rule is not None}
    return PHASES[index] is Phase.DOTS or (index == COMBINE and len(kinds) > 1)


def _taken_apart(left: Run, right: Run, index: int) -> Mapping[Place, tuple[Parts, Parts]]:
    """Return the texts that matter in a phase, as the two columns take them apart."""
    text, texts = _entered_by_both(left, right, index), {}
    if text is not None and PHASES[index] in (Phase.CLASSIFY, Phase.COMBINE, Phase.DOTS):
        texts[Place.REFERENCE] = left.split_as(text, index), right.split_as(text, index)
    if PHASES[index] in (Phase.CLASSIFY, Phase.COMBINE):
        texts[Place.BASE] = left.input.base_parts, right.input.base_parts
    return texts


def _entered_by_both(left: Run, right: Run, index: int) -> str | None:
    """Return the text that both have before a phase, as far as both can tell."""
    text, other = str(left.entering(index)), str(right.entering(index))
    if text in (other, left.to_itself(other)):
        return text
    return other if other == right.to_itself(text) else None


def _follows(run: Run, other: Run, index: int, where: Place) -> bool:
    """Return whether a column does what the other does if it has the other's components."""
    text, own, others = str(run.entering(index)), run.input.base_parts, other.input.base_parts
    of_base = where is Place.BASE
    taken = aligned(others if of_base else other.split_as(text, index), other.spec, run.spec)
    if taken is None:
        return False
    base, parts = (taken, run.split_as(text, index)) if of_base else (own, taken)
    follows = continue_behind(run, index, run.input, base, parts).meets(other, index)
    # Taking the text apart once more may lose something by itself: then nothing is shown.
    return follows and replay(run, index, text).same(run, index)


def _changed_span(left: Run, right: Run, index: int, where: Place) -> Span:
    """Return which characters of a text one column keeps and the other does not."""
    afters = [str(run.behind(index)) for run in (left, right)]
    if where is Place.BASE:
        return Span(*sorted(common_words(left.input.base, after) for after in afters))
    before = str(left.entering(index))
    changed = [changed_words(before, after) for after in afters if after != before]
    if not changed or PHASES[index] is not Phase.DOTS:
        return Span(0, len(before))
    starts, stops = zip(*changed, strict=True)
    return Span(min(starts), max(stops))


# In parsing, what a rule of these kinds rewrites is data to a standard that has no such rule.
_TURNING = frozenset({RuleKind.BACKSLASH, RuleKind.SLASHES, RuleKind.DRIVE_LETTER})


def _rewritten_cut(left: Run, right: Run) -> Cut | None:
    """Return the characters that only one side rewrites when it takes a text apart."""
    steps = [step for run in (left, right) for step in run.steps_in(SPLIT) if step.changed]
    if not steps:
        return None
    text, after = str(steps[0].before), str(steps[0].after)
    references = [Reference(run.spec, run.split_as(text, SPLIT)) for run in (left, right)]
    start = common_beginning(text, after)
    behind = tuple(item for item in boundaries(*references) if item.span.stop > start)
    if behind and behind[0].span.start <= start:
        return Cut(Place.REFERENCE, text, behind, decides=False)
    if steps[0].rule.kind not in _TURNING:
        return None
    stop = start + 1
    while len(text) == len(after) and stop < len(text) and text[stop] != after[stop]:
        stop += 1
    segments = (item for reference in references for item in reference.segments())
    held = [item for item in segments if item.start <= start < item.stop]
    if len(held) < len(references):
        return None
    span = Span(start, min(stop, held[0].stop))
    components = held[0].component, held[1].component
    spans = Span(held[0].start, held[0].stop), Span(held[1].start, held[1].stop)
    return Cut(Place.REFERENCE, text, (Boundary(span, components, spans),), decides=False)
