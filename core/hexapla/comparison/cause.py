"""Why two columns differ.

A cause is found without knowing any standard. Each of them resolves in the same phases, and
after each of them stands the target so far, put together as text. Two columns part in the phase
right after the last one behind which they still had the same.
"""

import functools
from collections.abc import Iterable

import attrs

from hexapla.documents.citation import Citation
from hexapla.documents.reading import Choice
from hexapla.standard.component import Component, Segment
from hexapla.standard.phases import Move, Phase, Rule, Step, Target
from hexapla.standard.reference import Reference
from hexapla.standard.resolution import Resolution
from hexapla.standard.spec import Spec
from hexapla.text.span import Span

_PHASES = tuple(Phase)

# In these phases a standard asks one question after another, and the answer that ends the phase is
# the rule; in the others it rewrites, and the rewriting that makes the difference is.
_DECIDING = frozenset({Phase.CLASSIFY, Phase.COMBINE})


@attrs.frozen(repr=False)
class Side:
    """One column's part in a disagreement: the rule it applied, what it had before and after.

    `spec` is the column's selector.
    """

    spec: str
    rule: Rule
    before: Target
    after: Target
    choices: tuple[Choice, ...] = ()

    def __repr__(self) -> str:
        return f"<Side {self.spec}, {self.rule.citation.section}: {self.after!s}>"

    def to_dict(self) -> dict[str, object]:
        """Return the side's JSON form."""
        return {
            "spec": self.spec,
            "rule": self.rule.to_dict(),
            "before": str(self.before),
            "after": str(self.after),
            "choices": [choice.to_dict() for choice in self.choices],
        }


@attrs.frozen
class OutOfReach:
    """Characters that a rule works on for one side, and that the other side has in another part.

    `text` are the characters; `worked_by` has them in `worked_in`, while `held_by` has them in
    `held_in`, where the rule of `citation` put them. `lacked` is the shared name of that part where
    the first of the two knows no such part at all.
    """

    text: str
    worked_by: str
    worked_in: str
    held_by: str
    held_in: str
    citation: Citation
    lacked: str | None

    def to_dict(self) -> dict[str, object]:
        """Return its JSON form."""
        return attrs.asdict(self, recurse=False) | {"citation": self.citation.to_dict()}


@attrs.frozen(repr=False)
class Cause:
    """Why two columns differ: the phase in which they part, and the rule on each side.

    Where they differ about parts, `characters` are the first ones of the reference that the two
    have in different parts. `in_base` names the rule by which a side changed the base's own text,
    where the other side would go along with it if it had done the same.
    """

    phase: Phase
    left: Side
    right: Side
    out_of_reach: tuple[OutOfReach, ...] = ()
    characters: str = ""
    in_base: tuple[Side, ...] = ()

    def __repr__(self) -> str:
        left, right = (f"{side.spec} {side.rule.citation.section}" for side in self._sides)
        return f"<Cause {self.phase}: {left} against {right}>"

    @property
    def _sides(self) -> tuple[Side, Side]:
        return self.left, self.right

    def to_dict(self) -> dict[str, object]:
        """Return the cause's JSON form."""
        return {
            "phase": self.phase.value,
            "left": self.left.to_dict(),
            "right": self.right.to_dict(),
            "out_of_reach": [item.to_dict() for item in self.out_of_reach],
            "characters": self.characters,
            "in_base": [side.to_dict() for side in self.in_base],
        }


# The cause of a difference between parts: the first character that two columns give to different
# components.


def cause_of_parts(left: Reference, right: Reference) -> Cause:
    """Find why two specs put the characters of a reference in different parts."""
    here, there = _first_parting(left.segments(), right.segments())
    characters = left.text[max(here.start, there.start) : min(here.stop, there.stop)]
    return Cause(
        Phase.SPLIT,
        _parting_side(left, here),
        _parting_side(right, there),
        characters=characters,
    )


def _first_parting(
    left: tuple[Segment, ...], right: tuple[Segment, ...]
) -> tuple[Segment, Segment]:
    for here in left:
        for there in right:
            overlap = here.start < there.stop and there.start < here.stop
            if overlap and here.component.shared != there.component.shared:
                return here, there
    raise AssertionError("two references that land alike have no parting")


def _parting_side(reference: Reference, segment: Segment) -> Side:
    text = reference.text[segment.start : segment.stop]
    return Side(reference.spec.selector, rule_of_part(segment.component), reference.text, text)


def rule_of_part(component: Component) -> Rule:
    """Return the rule that a cause cites where a standard has characters in a component."""
    does = f"has these characters in {component.name}"
    return Rule(Phase.SPLIT, Move.CUT_ALL, component.citation, does)


# The cause of a difference between targets.


@attrs.frozen(slots=False)
class Column:
    """A spec with what it resolved; its steps are taken once, on the first use."""

    spec: Spec
    resolution: Resolution

    @functools.cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps that led to the outcome."""
        return self.resolution.steps

    def steps_in(self, phase: Phase) -> tuple[Step, ...]:
        """Return the steps that belong to a phase."""
        return tuple(step for step in self.steps if step.phase is phase)

    def states(self) -> tuple[object, ...]:
        """Return what the column has behind each phase: the text so far, or its decided outcome."""
        states: list[object] = []
        text: Target = self.steps[0].before
        last = self.steps[-1].phase
        for phase in _PHASES:
            for step in self.steps_in(phase):
                text = step.after
            decided = _PHASES.index(phase) >= _PHASES.index(last)
            states.append(("decided", self.resolution.target) if decided else text)
        return tuple(states)


def cause_of_target(left: Column, right: Column) -> Cause:
    """Find the phase in which two columns part, and the rule on each side."""
    phase = _parting_phase(left, right)
    here, there = _parting_steps(left, right, phase)
    return Cause(
        phase,
        Side(left.spec.selector, here.rule, here.before, here.after, here.choices),
        Side(right.spec.selector, there.rule, there.before, there.after, there.choices),
        _out_of_reach(left, here, right, there),
        in_base=tuple(_in_base(left, right)) if phase is Phase.COMBINE else (),
    )


def _parting_phase(left: Column, right: Column) -> Phase:
    """Return the phase right after the last one behind which both had the same."""
    states = list(zip(_PHASES, left.states(), right.states(), strict=True))
    parted = _PHASES[-1]
    for phase, here, there in reversed(states):
        if here == there:
            break
        parted = phase
    return parted


def _in_base(left: Column, right: Column) -> Iterable[Side]:
    """Find a side that changed the base's text, and with it all that keeps the two apart."""
    base, reference = left.resolution.base, left.resolution.reference
    for column, other in ((left, right), (right, left)):
        changed = [step for step in column.spec.record_parsing(base).steps if step.changed]
        if not changed:
            continue
        rewritten = changed[-1].after
        again = other.spec.record(str(rewritten), reference).steps
        if _behind(again, Phase.COMBINE) == _behind(column.steps, Phase.COMBINE):
            yield Side(column.spec.selector, changed[-1].rule, base, rewritten)


def _behind(steps: tuple[Step, ...], phase: Phase) -> Target | None:
    """Return the target so far behind a phase."""
    return next((step.after for step in reversed(steps) if step.phase is phase), None)


def _parting_steps(left: Column, right: Column, phase: Phase) -> tuple[Step, Step]:
    """Return the step on each side that makes the difference in a phase."""
    here, there = left.steps_in(phase), right.steps_in(phase)
    if phase in _DECIDING or not here or not there:
        return (here or left.steps)[-1], (there or right.steps)[-1]
    behind_here, behind_there = _behind_last_common(here, there)
    changed_here = next((step for step in behind_here if step.changed), None)
    changed_there = next((step for step in behind_there if step.changed), None)
    return (
        changed_here or _same_move(here, changed_there),
        changed_there or _same_move(there, changed_here),
    )


def _behind_last_common(
    left: tuple[Step, ...], right: tuple[Step, ...]
) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """Leave out the steps up to the last text that both sides had."""
    texts_left = [left[0].before, *(step.after for step in left)]
    texts_right = [right[0].before, *(step.after for step in right)]
    for index in reversed(range(len(texts_left))):
        if texts_left[index] in texts_right:
            last = len(texts_right) - 1 - texts_right[::-1].index(texts_left[index])
            return left[index:], right[last:]
    return left, right


def _same_move(steps: tuple[Step, ...], other: Step | None) -> Step:
    """Pick the step of an idle side that does the same kind of work as the other side's."""
    if other is None:
        return steps[-1]
    return next((step for step in steps if step.rule.move is other.rule.move), steps[-1])


# Out of reach: the same move on both sides, but some of the characters that it works on lie in the
# path for one of them and in another part for the other.

_WORKED_ON = "path"


def _out_of_reach(left: Column, here: Step, right: Column, there: Step) -> tuple[OutOfReach, ...]:
    if here.rule.move is not there.rule.move:
        return ()
    texts = here.before, here.after, there.before, there.after
    if not all(isinstance(text, str) for text in texts):
        return ()
    base = left.resolution.base
    before_here, after_here, before_there, after_there = map(str, texts)
    if here.phase is Phase.DOTS:
        ranges = {
            (before_here, *_changed(before_here, after_here)),
            (before_there, *_changed(before_there, after_there)),
        }
    elif here.phase is Phase.COMBINE:
        kept = sorted((_common(base, after_here), _common(base, after_there)))
        ranges = {(base, kept[0], kept[1])}
    else:
        return ()
    return tuple(
        held
        for text, start, stop in sorted(ranges)
        for held in _held(left, right, text, start, stop)
    )


def _changed(before: str, after: str) -> tuple[int, int]:
    """Return the range of `before` that a rewriting touched."""
    start = _common(before, after)
    rest = _common(before[start:][::-1], after[start:][::-1])
    return start, len(before) - rest


def _common(one: str, other: str) -> int:
    """Count the characters that two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))


def _held(left: Column, right: Column, text: str, start: int, stop: int) -> Iterable[OutOfReach]:
    """Find what of a range is path for one column and held by another part of the other."""
    for working, holding in ((left, right), (right, left)):
        worked, held = working.spec.parse(text), holding.spec.parse(text)
        reach = _span_of(worked, _WORKED_ON)
        for component, _, span in held.places():
            if reach is None or component.shared == _WORKED_ON:
                continue
            first = max(start, span.start, reach.start)
            last = min(stop, span.stop, reach.stop)
            if first < last:
                yield OutOfReach(
                    text[first:last],
                    working.spec.selector,
                    _name_of(worked, _WORKED_ON),
                    holding.spec.selector,
                    component.name,
                    component.citation,
                    None if _knows(working.spec, component.shared) else component.shared,
                )


def _knows(spec: Spec, shared: str) -> bool:
    return any(component.shared == shared for component in spec.components)


def _span_of(reference: Reference, shared: str) -> Span | None:
    places = reference.places()
    return next((span for component, _, span in places if component.shared == shared), None)


def _name_of(reference: Reference, shared: str) -> str:
    names = (
        component.name for component in reference.spec.components if component.shared == shared
    )
    return next(names)
