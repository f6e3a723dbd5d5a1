"""How the results of columns come apart: a tree of their groups, told by what each one did.

k groups have k - 1 branches: each group is set against the one it is nearest to, and the root is
group A, that of the newest standard. A branch has a row for each phase in which the two runs part
or go on from there, in the order of the phases, to the results.
"""

from collections.abc import Iterable, Iterator, Sequence

import attrs

from hexapla.comparison.cause import Cause, Difference, difference_of_runs
from hexapla.comparison.run import PHASES, Run, SpecInput
from hexapla.documents.citation import Citation
from hexapla.standard.phases import Target
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec
from hexapla.text.span import Span, removed_in_all
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class Act:
    """What columns did in a phase, in words, and where each of them is told to.

    Attributes:
        says: What was done, in at most twelve words besides quoted text.
        cited: The columns that did it, each with the section.
        rule: The rule of the column that speaks for its group.
    """

    says: str
    cited: tuple[tuple[Spec, Citation], ...]
    rule: Rule

    def __repr__(self) -> str:
        sections = ", ".join(f"{spec.selector} {at.section}" for spec, at in self.cited)
        return f"<Act {self.says} ({sections})>"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        cited = [{"spec": spec.selector, "section": at.section} for spec, at in self.cited]
        return {"says": self.says, "rule": self.rule.name, "cited": cited}


@attrs.frozen(repr=False)
class BranchSide:
    """What the column that speaks for a group did in a phase.

    Attributes:
        letter: The letter of the group.
        spec: The column that speaks for the group.
        acts: What it did, as far as that matters.
        before: The target so far before the phase.
        after: The target so far after it.
        removed: What was taken out of `before`, in code points, where the phase only removes.
    """

    letter: str
    spec: Spec
    acts: tuple[Act, ...]
    before: Target
    after: Target
    removed: tuple[Span, ...] = ()

    def __repr__(self) -> str:
        says = "; ".join(act.says for act in self.acts)
        return f"<BranchSide {self.letter}, {self.spec.selector}: {says}: {self.after!s}>"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            "letter": self.letter,
            "spec": self.spec.selector,
            "acts": [act.to_dict() for act in self.acts],
            "before": str(self.before),
            "after": str(self.after),
            "removed": [list(span) for span in self.removed],
        }


@attrs.frozen(repr=False)
class BranchRow(Value):
    """A phase in which two groups part, or go on after they have parted.

    Attributes:
        phase: The phase.
        decides: Whether the two would end alike without this difference.
        differs: Whether the two differ here by themselves, and do not just go on.
        sides: What each group did, the branch's own group first; one that did nothing is left out.
    """

    phase: Phase
    decides: bool
    differs: bool
    sides: tuple[BranchSide, ...]

    @property
    def before(self) -> Target | None:
        """The target so far before the phase, where it is the same on all sides."""
        first, *rest = (side.before for side in self.sides)
        return first if all(other == first for other in rest) else None


@attrs.frozen(repr=False)
class Branch(Value):
    """Two groups set against each other.

    Attributes:
        group: The letter of the group that is told.
        against: The letter of the group that it is set against.
        rows: The phases in which the two part, in their order, to the results.
        cause: Why the columns differ that speak for the two groups.
    """

    _json_members = ("group", "against", "rows", "cause=cause.key")

    group: str
    against: str
    rows: tuple[BranchRow, ...]
    cause: Cause = attrs.field(eq=False)

    @property
    def deciding(self) -> BranchRow:
        """The row without which the two groups would be one."""
        return next(row for row in self.rows if row.decides)

    def __repr__(self) -> str:
        said = (f"{side.letter} {side.acts[0].says}" for side in self.deciding.sides if side.acts)
        return f"<Branch {self.group} against {self.against}: {'; '.join(said)}>"


# Rows.


def rows_between(
    cause: Cause,
    speakers: tuple[SpecInput, SpecInput],
    letters: tuple[str, str],
    members: tuple[Sequence[SpecInput], ...],
) -> Iterator[BranchRow]:
    """Yield what happened in each phase from the first in which two columns part.

    Args:
        cause: Why they differ.
        speakers: The columns that speak for a group, and for the one that it is set against.
        letters: The letters of both groups.
        members: The columns of both groups.
    """
    parting = {difference.phase for difference in cause.differences}
    first = min(map(PHASES.index, parting))
    own, other = (item.run for item in speakers)
    for index in range(first, len(PHASES)):
        phase = PHASES[index]
        decides, parts = phase is cause.phase, phase in parting
        if parts:
            told = _parting_sides((own, other), index, members, decides)
        else:
            told = _further_sides((own, other), index, members)
        sides = tuple(_told(run, index, letters[number], acts) for number, run, acts in told)
        if sides:
            yield BranchRow(phase, decides, parts, sides)


Told = tuple[int, Run, tuple[Act, ...]]
"""Which of two runs it is, the run, and what is told of it."""


def _told(run: Run, index: int, letter: str, acts: tuple[Act, ...]) -> BranchSide:
    before, after = run.entering(index), run.behind(index)
    removed = [step.removed for step in run.steps_in(index) if step.changed]
    in_all = removed_in_all(len(str(before)), removed) if all(removed) else ()
    return BranchSide(letter, run.spec, acts, before, after, in_all)


def _parting_sides(
    runs: tuple[Run, Run], index: int, members: tuple[Sequence[SpecInput], ...], decides: bool
) -> Iterator[Told]:
    """Yield what each of two runs did in a phase in which they part.

    A standard that does not have the phase is told of where the phase decides.
    """
    for number, run in enumerate(runs):
        if index > run.end or not (decides or run.steps_in(index) or run.rule(index)):
            continue
        against = runs[1 - number]
        others = [item.run for item in members[number] if item.spec is not run.spec]
        parting, *beside = (_Parting.of(item, against, index) for item in (run, *others))
        alike = [item for item in beside if _passes_alike(item.run, run, index)]
        did = [item.did() for item in (parting, *alike)]
        did += [_ended_before(item) for item in others if item.end < index]
        own = parting.held()
        held = [own, *(item.held() for item in beside if own)]
        yield number, run, (*_together(held), *_together(did))


def _ended_before(run: Run) -> tuple[Act, ...]:
    """Return by which rule resolving had ended in an earlier phase, with the same result."""
    rule = run.rule(run.end)
    if rule is None:
        return ()
    return (_act(run, rule),)


@attrs.frozen
class _Parting:
    """A run in a phase in which it parts from another; its side there is 0 if it is the older."""

    run: Run
    against: Run
    index: int
    difference: Difference
    side: int

    @classmethod
    def of(cls, run: Run, against: Run, index: int) -> "_Parting":
        older = run.spec.document.date <= against.spec.document.date
        pair = (run, against) if older else (against, run)
        return cls(run, against, index, difference_of_runs(index, *pair), 0 if older else 1)

    @property
    def rule(self) -> Rule:
        """The rule that the difference is blamed on."""
        return self.difference.sides[self.side].rule

    def held(self) -> tuple[Act, ...]:
        """Return in which component the run has the characters that make a difference."""
        if self.index > min(self.run.end, self.against.end):
            return ()
        held = self.difference.held_by(self.side)
        if held is None:
            return ()
        if self.difference.phase is Phase.SPLIT and self.rule != held.component.rule:
            cut = self.difference.cut
            # Whether there is a scheme matters, whatever is dropped or rewritten besides.
            if cut is None or "scheme" not in (cut.left.shared, cut.right.shared):
                return ()
        return (Act(held.says, ((self.run.spec, held.citation),), held.component.rule),)

    def did(self) -> tuple[Act, ...]:
        """Return what the run did there, besides having characters elsewhere."""
        held, step = self.difference.held_by(self.side), self.difference.sides[self.side]
        if held is not None and held.component.rule == self.rule:
            return () if isinstance(step.after, str) else (_act(self.run, step.applied),)
        rules = dict.fromkeys((self.rule, *_besides(self.run, self.against, self.index)))
        if self.difference.phase in _ALL_TOLD:
            rules = dict.fromkeys(_acting(self.run, self.index)) or rules
        return tuple(_act(self.run, item) for item in rules)


def _act(run: Run, rule: Rule) -> Act:
    return Act(rule.says, ((run.spec, rule.citation),), rule)


# All that is dropped or rewritten there makes the difference.
_ALL_TOLD = (Phase.CLEAN, Phase.SPLIT, Phase.NORMALISE)


def _besides(run: Run, against: Run, index: int) -> Iterator[Rule]:
    """Yield what a run did in a phase besides what decides, and the other did not do."""
    if PHASES[index] is Phase.DOTS:
        kinds = {rule.kind for rule in _acting(against, index)}
        yield from (rule for rule in _acting(run, index) if rule.kind not in kinds)
    else:
        yield from _left_out(run, index)


def _left_out(run: Run, index: int) -> Iterator[Rule]:
    """Yield the rule by which a run does not write the separator of an empty part of the base."""
    if PHASES[index] is Phase.COMBINE and _leaves_out_separator(run, index):
        yield from (rule for rule in run.spec.rules if rule.phase is Phase.RECOMBINE)


def _leaves_out_separator(run: Run, index: int) -> bool:
    """Return whether a run inherits from the base what stands around an empty part, without it."""
    base, after = run.input.base, str(run.behind(index))
    for component, part, span in run.spec.parse(base).places():
        start, stop = span.start - len(component.prefix), span.stop + len(component.suffix)
        if not part and after.startswith(base[:start]) and not after.startswith(base[:stop]):
            return True
    return False


def _passes_alike(run: Run, other: Run, index: int) -> bool:
    """Return whether two runs have the same before and after a phase."""
    if index > run.end:
        return False
    return run.entering(index) == other.entering(index) and run.same(other, index)


def _together(acts: Sequence[tuple[Act, ...]]) -> tuple[Act, ...]:
    """Return acts, those of the same kind of work as one, which is cited for all that did it."""
    told: list[Act] = []
    for act in (item for each in acts for item in each):
        place = next((n for n, item in enumerate(told) if _is_same_work(item, act)), None)
        if place is None:
            told.append(act)
        else:
            cited = dict((*told[place].cited, *act.cited))
            in_order = sorted(cited.items(), key=lambda item: item[0].document.date)
            told[place] = attrs.evolve(told[place], cited=tuple(in_order))
    return tuple(told)


def _is_same_work(one: Act, other: Act) -> bool:
    """Return whether two acts are alike: of components, what is said; else the kind of work.

    Two rules of one standard are never the same work.
    """
    if one.rule != other.rule and {spec for spec, _ in one.cited} & {
        spec for spec, _ in other.cited
    }:
        return False
    if RuleKind.CUT_ALL in (one.rule.kind, other.rule.kind):
        return one.says.split(" is ")[0] == other.says.split(" is ")[0]
    return (one.rule.kind, one.rule.keeps) == (other.rule.kind, other.rule.keeps)


def _further_sides(
    runs: tuple[Run, Run], index: int, members: tuple[Sequence[SpecInput], ...]
) -> Iterator[Told]:
    """Yield what each of two runs did in a later phase, if it changed anything there."""
    for number, run in enumerate(runs):
        if index > run.end or run.entering(index) == run.behind(index):
            continue
        others = (item.run for item in members[number] if item.spec is not run.spec)
        same = [run, *(item for item in others if _passes_alike(item, run, index))]
        acts = [act for rule in _acting(run, index) for act in _did_by(rule, same, index)]
        acts += [_act(run, rule) for rule in _left_out(run, index)]
        yield number, run, tuple(acts)


def _did_by(rule: Rule, runs: Sequence[Run], index: int) -> tuple[Act, ...]:
    """Return what a rule did, cited for all runs that did the same kind of work."""
    counterparts = ((run.spec, _counterpart(rule, run, index)) for run in runs)
    return _together(
        [(Act(rule.says, ((spec, item.citation),), rule),) for spec, item in counterparts if item]
    )


def _acting(run: Run, index: int) -> Iterable[Rule]:
    """Return the rules by which a run changed something in a phase, each once."""
    steps = [step.rule for step in run.steps_in(index) if step.changed]
    rule = run.rule(index)
    return dict.fromkeys(steps or ([] if rule is None else [rule]))


def _counterpart(rule: Rule, run: Run, index: int) -> Rule | None:
    """Return the rule by which a run did the same kind of work in a phase."""
    acting = list(_acting(run, index))
    same = (item for item in acting if item == rule)
    alike = (item for item in acting if item.kind is rule.kind)
    return next(same, None) or next(alike, None)
