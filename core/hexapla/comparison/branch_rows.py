"""What two groups did in each phase from the first in which they part, to their results."""

from collections.abc import Iterable, Iterator, Sequence

import attrs

from hexapla.comparison.alignment import by_name
from hexapla.comparison.attribution import (
    EMPTY,
    REWRITING,
    continue_behind,
    cut_of_base,
    keeper_of,
    rewritten_in,
)
from hexapla.comparison.branches import Act, BranchRow, BranchSide
from hexapla.comparison.cause import (
    Cause,
    Difference,
    Holding,
    difference_of_runs,
    held_in,
    holding,
    no_scheme,
)
from hexapla.comparison.cuts import Place
from hexapla.comparison.run import PHASES, Run, SpecInput
from hexapla.standard.phases import Step
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase, Rule, RuleKind, removed_in_all


def rows_between(
    cause: Cause,
    speakers: tuple[SpecInput, SpecInput],
    letters: tuple[str, str],
    members: tuple[Sequence[SpecInput], ...],
) -> tuple[BranchRow, ...]:
    """Return what happened in each phase from the first in which the speakers of two groups part.

    `members` are the columns of both groups.
    """
    parting = {difference.phase for difference in cause.differences}
    first = min(map(PHASES.index, parting))
    own, other = (item.run for item in speakers)
    rows: list[BranchRow] = []
    for index in range(first, len(PHASES)):
        phase = PHASES[index]
        decides, parts = phase is cause.phase, phase in parting
        if parts and not _is_idle(own, other, index):
            told = _parting_sides((own, other), index, members, decides)
        else:
            told = _further_sides((own, other), index, members)
        sides = tuple(_told(run, index, letters[number], acts) for number, run, acts in told)
        if sides:
            rows.append(BranchRow(phase, decides, parts, sides))
    if not any(row.decides for row in rows):
        # What decides is that both would do something else there, had they not parted before.
        place = max(number for number, row in enumerate(rows) if row.differs)
        rows[place] = attrs.evolve(rows[place], decides=True)
    return tuple(rows)


def _is_idle(one: Run, other: Run, index: int) -> bool:
    """Return whether two runs leave all as it is in a phase, whatever they would do to a text."""
    phase, runs = PHASES[index], (one, other)
    if any(run.changes(index) or run.end <= index for run in runs):
        return False
    return phase is Phase.DOTS or (phase is Phase.CLASSIFY and _scheme_of(one, other) is None)


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
        own = parting.held()
        did += [_ended_before(item) for item in others if item.end < index and not own]
        held = [
            own,
            *(item.held() for item in beside if own or (item in alike and item.skips_dots())),
        ]
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
            scheme = _scheme_of(self.run, self.against)
            return () if scheme is None else (_holds(self.run, scheme),)
        held, cut = self.difference.held_by(self.side), self.difference.cut
        # Whether there is a scheme matters, whatever is dropped or rewritten besides.
        of_scheme = cut is not None and "scheme" in (cut.left.shared, cut.right.shared)
        told = self.difference.phase is not Phase.SPLIT or (
            held is not None and self.rule == held.component.rule
        )
        of_base = cut is not None and cut.place is Place.BASE
        scheme = _scheme_of(self.run, self.against)
        if held is None or (of_base and scheme is not None) or not (told or of_scheme):
            held = scheme
        if self.difference.phase not in _TAKING_APART:
            return ()
        if held is None:
            return self._held_of_base()
        return (_holds(self.run, held), *self._held_of_base())

    def _held_of_base(self) -> tuple[Act, ...]:
        """Return in which component the run has the characters of the base that matter, too."""
        phase, own = self.difference.phase, self.difference.cut
        if phase is not Phase.COMBINE or (own is not None and own.place is Place.BASE):
            return ()
        if _scheme_of(self.run, self.against) is not None:
            return ()
        runs = (self.run, self.against) if self.side == 0 else (self.against, self.run)
        item = cut_of_base(*runs)
        if item is None or "authority" not in (item.left.shared, item.right.shared):
            return ()
        return (_holds(self.run, holding(item, self.side, self.run.spec)),)

    def did(self) -> tuple[Act, ...]:
        """Return what the run did there, besides having characters elsewhere."""
        run, index, phase = self.run, self.index, self.difference.phase
        rules = [*_acting(run, index)] if phase in REWRITING else [self._applied]
        if not isinstance(run.behind(index), str):
            rules = rules[-1:]  # what else is rewritten is never seen
        if phase is Phase.DOTS:
            others = {rule.kind for rule in _acting(self.against, index)}
            rules = [rule for rule in rules if rule.kind not in others]
        if self._goes_without_saying():
            return self._besides()
        acts = [_act(run, rule) for rule in rules]
        if phase is not Phase.DOTS or self.difference.cut is None:
            left = _left_alone(run, self.against, index)
            acts += (act for act in left if act.rule.keeps or not self.held())
        if not acts and not self._is_held:
            acts = [_act(run, self._applied)]
        return (*dict.fromkeys(acts), *self._besides())

    def _besides(self) -> tuple[Act, ...]:
        """Return what became of the base, where the run combines with it."""
        left_out = (_act(self.run, rule) for rule in _left_out(self.run, self.index))
        of_base = self.difference.phase is Phase.COMBINE
        return (*left_out, *(_of_base(self.run, self._applied) if of_base else ()))

    def skips_dots(self) -> bool:
        """Return whether dots stay for the run, among characters that the other has elsewhere."""
        if self.difference.phase is not Phase.DOTS or self.difference.cut is None:
            return False
        return self._applied.kind is RuleKind.SKIP_DOTS

    def _goes_without_saying(self) -> bool:
        """Return whether what the run did follows from where it has some characters.

        A scheme makes a reference absolute, and what has none goes after the base's last slash.
        """
        if self.difference.held_by(self.side) is None:
            return False
        if self.difference.phase is Phase.CLASSIFY:
            return isinstance(self.run.behind(self.index), str)
        kinds = {side.applied.kind for side in self.difference.sides}
        return self._applied.kind is RuleKind.MERGE and kinds <= _MERGING

    @property
    def _is_held(self) -> bool:
        """Whether it is blamed on the component in which the run has some characters."""
        held = self.difference.held_by(self.side)
        return held is not None and held.component.rule == self.rule

    @property
    def _applied(self) -> Rule:
        """The rule that acts, whatever it is blamed on."""
        side = self.difference.sides[self.side]
        return side.applied if self._is_held else side.rule


_MERGING = frozenset({RuleKind.MERGE, RuleKind.MERGE_SLASH, RuleKind.MERGE_ALONE})


# Where components matter; behind these phases they are what they are.
_TAKING_APART = (Phase.SPLIT, Phase.CLASSIFY, Phase.COMBINE, Phase.DOTS)


def _holds(run: Run, held: Holding) -> Act:
    return Act(held.says, ((run.spec, held.citation),), held.component.rule)


def _scheme_of(run: Run, against: Run) -> Holding | None:
    """Return that a reference has a scheme, or none, where the other says otherwise."""
    own, other = (
        by_name(each.spec, each.input.reference_parts[1:]).get("scheme") for each in (run, against)
    )
    if bool(own) == bool(other):
        return None
    if not own:
        return no_scheme(run.spec, run.spec.clean(str(other)))
    component = next(part for part in run.spec.components if part.shared == "scheme")
    return held_in(component, own)


def _of_base(run: Run, rule: Rule) -> Iterator[Act]:
    """Yield what rewrites the part of the base that a rule of combining takes."""
    for item in run.spec.rules_of_base(run.input.base, rule):
        yield Act(f"base: {item.says}", ((run.spec, item.citation),), item)


def _act(run: Run, rule: Rule) -> Act:
    return Act(rule.says, ((run.spec, rule.citation),), rule)


def _left_alone(run: Run, against: Run, index: int) -> Iterator[Act]:
    """Yield what becomes in a run of the characters that only the other rewrites in a phase."""
    for step in _left_to(run, against, index):
        keeper = keeper_of(run, step.rule)
        if keeper is not None:
            yield _act(run, keeper)
        elif step.phase is Phase.SPLIT:
            reference = Reference(run.spec, run.split_as(str(step.before), index))
            rewritten = rewritten_in(reference, str(step.after))
            if rewritten is not None:
                span, segment = rewritten
                text = reference.text[span.start : span.stop]
                yield _holds(run, held_in(segment.component, text))


def _left_to(run: Run, against: Run, index: int) -> Iterator[Step]:
    """Yield the steps of a phase by which the other changes what a run leaves there."""
    phase = PHASES[index]
    if phase is Phase.SPLIT:
        own = {step.rule.kind for step in run.steps_in(index) if step.changed}
        steps = (step for step in against.steps_in(index) if step.rule.kind not in own)
        yield from (step for step in steps if step.changed)
    elif phase is Phase.DOTS and index < run.end and against.combining is not None:
        if any(step.rule.kind is RuleKind.SKIP_DOTS for step in run.steps_in(index)):
            return
        other, parts = against.input, against.split(str(run.behind(index)))
        again = continue_behind(against, index, other, other.base_parts, parts)
        yield from (step for step in again.steps_in(index) if step.changed)


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
    kinds = [EMPTY.get(rule.kind, rule.kind) for rule in (one.rule, other.rule)]
    return kinds[0] is kinds[1] and one.rule.keeps == other.rule.keeps


def _further_sides(
    runs: tuple[Run, Run], index: int, members: tuple[Sequence[SpecInput], ...]
) -> Iterator[Told]:
    """Yield what each of two runs did in a later phase, if it changed anything there."""
    phase, changed = PHASES[index], any(run.changes(index) for run in runs)
    for number, run in enumerate(runs):
        ends = phase is Phase.CLASSIFY and run.end == index
        both = changed and phase is Phase.COMBINE
        if index > run.end or not (run.changes(index) or ends or both):
            continue
        others = (item.run for item in members[number] if item.spec is not run.spec)
        same = [run, *(item for item in others if _passes_alike(item, run, index))]
        acts = [act for rule in _acting(run, index) for act in _did_by(rule, same, index)]
        acts += [_act(run, rule) for rule in _left_out(run, index)]
        rule = run.rule(index) if phase is Phase.COMBINE else None
        yield number, run, (*acts, *(() if rule is None else _of_base(run, rule)))


def _did_by(rule: Rule, runs: Sequence[Run], index: int) -> tuple[Act, ...]:
    """Return what a rule did, cited for all runs that did the same kind of work."""
    counterparts = ((run, _counterpart(rule, run, index)) for run in runs)
    return _together([(_act(run, item),) for run, item in counterparts if item])


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
