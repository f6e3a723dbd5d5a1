"""One difference between two columns: the phase, what each side did there, and what makes it so."""

import functools
from typing import Protocol

import attrs

from hexapla.comparison.apart import apart
from hexapla.comparison.at_work import (
    consulted_readings,
    cut_at_work,
    cut_of_base,
    deciding_readings,
    differ_in_separators,
    readings_of_parts,
    rules_at_work,
)
from hexapla.comparison.chain import chain_of
from hexapla.comparison.run import COMBINE, PHASES, Run
from hexapla.comparison.side import (
    ConsultedReading,
    Cut,
    DecidingReading,
    Place,
    RulesAtWork,
    Side,
)
from hexapla.documents.reading import Choice
from hexapla.standard.component import Component
from hexapla.standard.phases import Step
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec
from hexapla.text.span import Span


class Evidence(Protocol):
    """What makes a difference, worked out when it is asked for."""

    @property
    def cut(self) -> Cut | None:
        """The characters that both sides have in different components."""
        ...

    @property
    def other_cut(self) -> Cut | None:
        """Characters of the base, where those in `cut` are of the reference."""
        ...

    @property
    def rewritten_base(self) -> tuple[Side, ...]:
        """The sides that changed the base's own text."""
        ...

    @property
    def readings(self) -> tuple[DecidingReading, ...]:
        """The readings under whose other option there would be no difference."""
        ...

    @property
    def consulted(self) -> tuple[ConsultedReading, ...]:
        """The other readings that the rules consulted."""
        ...


@attrs.frozen(repr=False)
class Difference:
    """Two columns enter a phase with the same, and leave it with different texts, or one ends.

    `of_parts` says that the columns differ about the parts of a reference, and not about what it
    resolves to.

    Attributes:
        phase: The phase in which it arises.
        left: The part of the older column.
        right: The part of the newer column.
    """

    phase: Phase
    left: Side
    right: Side
    of_parts: bool
    _evidence: Evidence = attrs.field(eq=False)

    @property
    def sides(self) -> tuple[Side, Side]:
        """The left side and the right one."""
        return self.left, self.right

    @property
    def cut(self) -> Cut | None:
        """The characters that both have in different components, where that makes a difference."""
        return self._evidence.cut

    @property
    def other_cut(self) -> Cut | None:
        """Characters of the base in different components, where `cut` has some of the reference."""
        return self._evidence.other_cut

    @property
    def rewritten_base(self) -> tuple[Side, ...]:
        """The sides that changed the base's own text, where that makes a difference."""
        return self._evidence.rewritten_base

    @property
    def readings(self) -> tuple[DecidingReading, ...]:
        """The readings under whose other option there would be no difference."""
        return self._evidence.readings

    @property
    def consulted(self) -> tuple[ConsultedReading, ...]:
        """The readings that the rules consulted, and that do not make the difference."""
        return self._evidence.consulted

    def __repr__(self) -> str:
        left, right = (f"{side.spec} {side.rule.citation.section}" for side in self.sides)
        return f"<Difference {self.phase}: {left} against {right}>"

    def to_dict(self) -> dict[str, object]:
        """Return the difference's JSON form."""
        return {
            "phase": self.phase.value,
            "left": self.left.to_dict(),
            "right": self.right.to_dict(),
            "cut": self.cut and self.cut.to_dict(),
            "other_cut": self.other_cut and self.other_cut.to_dict(),
            "rewritten_base": [side.to_dict() for side in self.rewritten_base],
            "readings": [reading.to_dict() for reading in self.readings],
            "consulted": [reading.to_dict() for reading in self.consulted],
        }


# Of parts.


@attrs.frozen(eq=False, slots=False)
class _EvidenceOfParts:
    """What makes columns take a reference apart differently."""

    left: Reference
    right: Reference
    cut: Cut

    other_cut: None = None
    rewritten_base: tuple[Side, ...] = ()
    consulted: tuple[ConsultedReading, ...] = ()

    @functools.cached_property
    def readings(self) -> tuple[DecidingReading, ...]:
        return readings_of_parts(self.left, self.right)


def difference_of_parts(left: Reference, right: Reference) -> Difference:
    """Return the first difference between the components into which two columns put a text."""
    text = left.text
    item = next(apart(left, right))
    cut = Cut(Place.REFERENCE, text, (item,))
    here = _holder(left, item.left, item.left_span)
    there = _holder(right, item.right, item.right_span)
    return Difference(Phase.SPLIT, here, there, True, _EvidenceOfParts(left, right, cut))


def _holder(reference: Reference, component: Component, span: Span) -> Side:
    """Return the side of a column that has characters in a component."""
    text = reference.text
    assert isinstance(reference.spec, Spec)
    return Side(reference.spec, component.rule, text, text[span.start : span.stop])


# Of targets.


@attrs.frozen(eq=False, slots=False)
class _EvidenceOfRuns:
    """What makes two runs differ in the phase at a place."""

    left: Run
    right: Run
    place: int

    @functools.cached_property
    def cut(self) -> Cut | None:
        return cut_at_work(self.left, self.right, self.place)

    @functools.cached_property
    def rewritten_base(self) -> tuple[Side, ...]:
        if PHASES[self.place] is not Phase.COMBINE:
            return ()
        pairs = (self.left, self.right), (self.right, self.left)
        return tuple(side for pair in pairs if (side := _rewritten_base(*pair)) is not None)

    @functools.cached_property
    def readings(self) -> tuple[DecidingReading, ...]:
        readings = deciding_readings(self.left, self.right, self.place)
        return tuple(attrs.evolve(item, remaining=self._remaining(item)) for item in readings)

    def _remaining(self, reading: DecidingReading) -> RulesAtWork | None:
        """Return what would keep the columns apart under the other option, if anything."""
        column = reading.column
        here, there = self.left.input, self.right.input
        own, other = (here, there) if column == here.spec else (there, here)
        spec = column.choosing(Choice(reading.choice.reading, reading.alternative))
        item = own.under(spec)
        if item.target == other.target:
            return None
        place, one, another = chain_of(item, other)[-1]
        rules = _blamed(*_applied(place, one, another), _EvidenceOfRuns(one, another, place))
        return RulesAtWork(PHASES[place], (spec, rules[0]), (other.spec, rules[1]))

    @functools.cached_property
    def other_cut(self) -> Cut | None:
        if self.cut is None or self.cut.place is Place.BASE:
            return None
        return cut_of_base(self.left, self.right, self.place)

    @functools.cached_property
    def consulted(self) -> tuple[ConsultedReading, ...]:
        return consulted_readings(self.left, self.right, self.place, self.cut)


@attrs.frozen(eq=False, slots=False)
class _AppliedInRun:
    """What a run did in the phase at a place; `step` is found anew unless it is known."""

    run: Run
    place: int
    rule: Rule
    known: Step | None

    @property
    def step(self) -> Step | None:
        taken = self.run.steps_in(self.place)
        return self.known or (taken[-1] if taken else None)

    @property
    def earlier(self) -> Step | None:
        taken, step = self.run.steps_in(self.place), self.step
        before = taken[: taken.index(step)] if step in taken else ()
        return next((item for item in reversed(before) if item.changed), None)

    @property
    def further(self) -> tuple[Step, ...]:
        taken, step = self.run.steps_in(self.place), self.step
        place = taken.index(step) if step in taken else len(taken)
        return tuple(later for later in taken[place + 1 :] if later.changed)

    @property
    def later(self) -> tuple[Step, ...]:
        phases = PHASES[self.place + 1 :]
        return tuple(step for step in self.run.steps if step.phase in phases and step.changed)

    @property
    def recombining(self) -> Rule | None:
        if PHASES[self.place] is not Phase.COMBINE or self.rule.kind is RuleKind.JOIN:
            return None
        base, after = self.run.input.base, str(self.run.behind(self.place))
        empty = (item for item in self.run.spec.parse(base).places() if not item[1])
        for component, _, span in empty:
            start, stop = span.start - len(component.prefix), span.stop + len(component.suffix)
            if after.startswith(base[:start]) and not after.startswith(base[:stop]):
                return _recombining(self.run.spec)
        return None


def difference_in(place: int, left: Run, right: Run) -> Difference:
    """Return the difference between two runs that differ in the phase at a place."""
    evidence = _EvidenceOfRuns(left, right, place)
    here, there = _applied(place, left, right)
    rules = _blamed(here, there, evidence)
    return Difference(PHASES[place], _side(here, rules[0]), _side(there, rules[1]), False, evidence)


def _applied(place: int, left: Run, right: Run) -> tuple[_AppliedInRun, _AppliedInRun]:
    at_left, at_right = rules_at_work(left, right, place)
    return _AppliedInRun(left, place, *at_left), _AppliedInRun(right, place, *at_right)


def _blamed(
    here: _AppliedInRun, there: _AppliedInRun, evidence: _EvidenceOfRuns
) -> tuple[Rule, Rule]:
    """Return the rules that a difference is blamed on: those applied, if they do not do the same.

    If they do, it is the rules by which both have characters in different components, or those by
    which they put components together.
    """
    applied, phase = (here.rule, there.rule), PHASES[here.place]
    if phase is Phase.SPLIT:
        return _keeping(here, evidence, 0), _keeping(there, evidence, 1)
    alike = here.rule.kind is there.rule.kind
    if alike and evidence.cut is not None and evidence.cut.decides:
        return evidence.cut.left.rule, evidence.cut.right.rule
    if phase is Phase.COMBINE and differ_in_separators(here.run, there.run, here.place):
        one, other = _recombining(here.run.spec), _recombining(there.run.spec)
        if one is not None and other is not None:
            return one, other
    return applied


def _keeping(applied: _AppliedInRun, evidence: _EvidenceOfRuns, number: int) -> Rule:
    """Return the rule of a side when a reference is taken apart.

    Where the other drops characters that this one keeps in another component, it is the one by
    which it has them there.
    """
    run, cut = applied.run, evidence.cut
    if cut is None or run.entering(0) != run.behind(0):
        return applied.rule
    return (cut.left, cut.right)[number].rule


def _recombining(spec: Spec) -> Rule | None:
    """Return the rule by which a standard puts components together."""
    return next((rule for rule in spec.rules if rule.phase is Phase.RECOMBINE), None)


def _side(applied: _AppliedInRun, rule: Rule) -> Side:
    run, place = applied.run, applied.place
    entering, behind = run.entering(place), run.behind(place)
    return Side(run.spec, rule, entering, behind, run.ended(place), run.supposed, applied)


def _rewritten_base(run: Run, other: Run) -> Side | None:
    """Return the side of a run that changed the base's text, if the other would go along."""
    side = run.input.rewritten_base
    if side is None:
        return None
    base, reference = other.spec.split(str(side.after)), other.spec.split(other.entering(COMBINE))
    behind = other.input.continued(base, reference, Phase.CLASSIFY)
    return side if behind.same(run, COMBINE) else None
