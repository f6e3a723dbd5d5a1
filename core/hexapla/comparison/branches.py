"""How the results of columns come apart: a tree of their groups, told by what each one did.

k groups have k - 1 branches: each group is set against the one it is nearest to, and the root is
group A, that of the newest standard. A branch has a row for each phase in which the two runs part
or go on from there, in the order of the phases, to the results.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import attrs

from hexapla.comparison.attribution import EMPTY, REWRITING, Cut, Place, boundaries, keeper_of
from hexapla.comparison.cause import (
    Act,
    Cause,
    act_of,
    difference_of_runs,
    held_in,
    holding,
    no_scheme,
)
from hexapla.comparison.resuming import by_name
from hexapla.comparison.run import COMBINE, PHASES, SPLIT, Run, SpecInput
from hexapla.standard.phases import Target
from hexapla.standard.rule import Phase, Rule, RuleKind, in_pieces, removed_in_all
from hexapla.standard.spec import Spec
from hexapla.text.span import Span
from hexapla.text.words import common_words
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class BranchSide(Value):
    """What the column that speaks for a group did in a phase.

    Attributes:
        letter: The letter of the group.
        spec: The column that speaks for the group.
        acts: What it did, as far as that matters.
        before: The target so far before the phase.
        after: The target so far after it.
        removed: What was taken out of `before`, in code points, where the phase only removes.
    """

    _json_members = ("letter", "spec=spec.selector", "acts", "before!s", "after!s", "removed")

    letter: str
    spec: Spec
    acts: tuple[Act, ...]
    before: Target
    after: Target
    removed: tuple[Span, ...] = ()

    @property
    def pieces(self) -> tuple[tuple[str, bool], ...]:
        """The text before, each piece with whether it was taken out; none if more is done."""
        return tuple(in_pieces(str(self.before), self.removed)) if self.removed else ()


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
        """The row without which the two groups would be one; else the last in which they part."""
        parting = [row for row in self.rows if row.differs]
        return next((row for row in self.rows if row.decides), parting[-1])

    def __repr__(self) -> str:
        said = (f"{side.letter} {side.acts[0].says}" for side in self.deciding.sides if side.acts)
        return f"<Branch {self.group} against {self.against}: {'; '.join(said)}>"


# The rows: what two groups did in each phase from the first in which they part.


def rows_between(
    cause: Cause,
    speakers: tuple[SpecInput, SpecInput],
    letters: tuple[str, str],
    members: tuple[Sequence[SpecInput], ...],
) -> tuple[BranchRow, ...]:
    """Return what happened in each phase from the first in which the speakers of two groups part.

    `members` are the columns of both groups: each that did the same as its speaker is cited, too.
    """
    parting = {difference.phase for difference in cause.differences}
    own, other = (item.run for item in speakers)
    groups = tuple(zip((own, other), (other, own), letters, members, strict=True))
    rows = []
    for index in range(min(map(PHASES.index, parting)), len(PHASES)):
        phase, sides = PHASES[index], []
        acts_in = _parting_acts if phase in parting else _further_acts
        for run, against, letter, group in groups:
            acts = acts_in(run, against, index) if index <= run.end else []
            if acts:
                others = [item.run for item in group if item.spec is not run.spec]
                beside = [
                    act
                    for item in others
                    for act in acts_in(item, against, index)
                    if act.rule.kind is RuleKind.CUT_ALL or _passes_alike(item, run, index)
                ]
                sides.append(_side(run, index, letter, [_cited(act, beside) for act in acts]))
        if sides:
            differs = phase in parting or _leaves_dots(phase, sides)
            rows.append(BranchRow(phase, phase is cause.phase, differs, tuple(sides)))
    return tuple(rows)


def _side(run: Run, index: int, letter: str, acts: Iterable[Act]) -> BranchSide:
    before, after = run.entering(index), run.behind(index)
    removed = [step.removed for step in run.steps_in(index) if step.changed]
    in_all = removed_in_all(len(str(before)), removed) if all(removed) else ()
    return BranchSide(letter, run.spec, tuple(acts), before, after, in_all)


def _passes_alike(run: Run, other: Run, index: int) -> bool:
    """Return whether two runs have the same before and after a phase."""
    if PHASES[index] is Phase.DOTS and _differ_in_dots(run, other, index):
        return False
    return run.entering(index) == other.entering(index) and run.same(other, index)


def _cited(act: Act, others: Iterable[Act]) -> Act:
    """Return an act, cited for all that did the same kind of work."""
    same = [act, *(item for item in others if _is_same_work(item, act))]
    cited = dict(each for item in reversed(same) for each in item.cited)
    by_date = sorted(cited.items(), key=lambda item: item[0].document.date)
    return attrs.evolve(act, cited=tuple(by_date))


def _is_same_work(one: Act, other: Act) -> bool:
    """Return whether two acts are alike: of components, what is said; else the kind of work."""
    if RuleKind.CUT_ALL in (one.rule.kind, other.rule.kind):
        return one.says.split(" is ")[0] == other.says.split(" is ")[0]
    kinds = [EMPTY.get(rule.kind, rule.kind) for rule in (one.rule, other.rule)]
    return kinds[0] is kinds[1] and one.rule.keeps == other.rule.keeps


def _further_acts(run: Run, against: Run, index: int) -> list[Act]:
    """Return what a run did in a later phase, if it or the other changed anything there."""
    if not (run.changes(index) or (index == COMBINE and against.changes(index))):
        return [act_of(run.spec, rule) for rule in _leaving(run, against, index)]
    acts = [act_of(run.spec, rule) for rule in _acting(run, index)]
    held = _held_of_base(run, against, index)
    return [*held, *acts, *_of_base(run, index, run.rule(index))]


def _parting_acts(run: Run, against: Run, index: int) -> list[Act]:
    """Return what a run did in a phase in which it parts from another."""
    if PHASES[index] is Phase.DOTS and not (run.changes(index) or against.changes(index)):
        return []  # they differ before it
    scheme = _scheme_of(run, against) if index <= COMBINE else []
    if index > run.end:
        return scheme
    older = run.spec.document.date <= against.spec.document.date
    difference = difference_of_runs(index, *((run, against) if older else (against, run)))
    side = difference.sides[0 if older else 1]
    held = difference.held_by(0 if older else 1)
    is_blamed = held is not None and held.rule == side.rule
    applied = side.applied if is_blamed else side.rule
    told = scheme or ([held] if held and (is_blamed or index > SPLIT) else [])
    told = told or _held_of_path(run, against, index)
    kinds = {item.applied.kind for item in difference.sides}
    acts = []
    if not (told and _follows_from_held(run, index, applied, kinds)):
        acts = [act_of(run.spec, rule) for rule in _rules(run, against, index, applied)]
    if not (acts or told) and (index != SPLIT or applied.keeps or run.changes(index)):
        rules = [*_acting(run, index)]
        acts = [act_of(run.spec, rule) for rule in (rules if applied in rules else [applied])]
    if difference.cut is None or difference.cut.place is not Place.BASE:
        told = [*told, *_held_of_base(run, against, index)]
    return [*dict.fromkeys((*told, *acts, *_of_base(run, index, applied)))]


def _rules(run: Run, against: Run, index: int, applied: Rule) -> Iterable[Rule]:
    """Return the rules by which a run parts from another, besides having characters elsewhere."""
    if PHASES[index] not in REWRITING:
        return [applied]
    rules = [*_acting(run, index)]
    if not isinstance(run.behind(index), str):
        return rules[-1:]  # what else is rewritten is never seen
    if PHASES[index] is Phase.DOTS:
        own, others = _removed(run, index), _removed(against, index)
        differs = {kind for kind in own if kind not in others or own[kind] != others[kind]}
        left = [] if _skipped(run, index) else _leaving(run, against, index)
        return [*(rule for rule in rules if rule.kind in differs), *left]
    return rules


def _leaving(run: Run, against: Run, index: int) -> list[Rule]:
    """Return the rules by which a run leaves dot segments of which another takes some away."""
    if index > run.end or not against.changes(index):
        return []
    skipped, left = _skipped(run, index), _dot_segments(run, index)
    if skipped:
        return skipped if left else []
    own = _removed(run, index)
    unmet = (rule for rule in _acting(against, index) if not own[rule.kind])
    kept = filter(None, (keeper_of(run, rule) for rule in unmet))
    return [*kept] if {"..", "../"} & {*left} else []


def _skipped(run: Run, index: int) -> list[Rule]:
    """Return the rule by which a run leaves all dot segments, if it does."""
    return [rule for rule in _acting(run, index) if rule.kind is RuleKind.SKIP_DOTS]


def _leaves_dots(phase: Phase, sides: Iterable[BranchSide]) -> bool:
    """Return whether one side leaves dot segments of which the other takes some away."""
    rules = [act.rule for side in sides for act in side.acts]
    left = any(rule.keeps or rule.kind is RuleKind.SKIP_DOTS for rule in rules)
    return phase is Phase.DOTS and left


def _differ_in_dots(run: Run, other: Run, index: int) -> bool:
    return _dot_segments(run, index - 1) != _dot_segments(other, index - 1)


_DOT_SEGMENT = re.compile(r"(?:^|(?<=/))\.\.?(?:/|\Z)")


def _dot_segments(run: Run, index: int) -> list[str]:
    """Return the dot segments of the path that a run has behind a phase."""
    path = run.spec.parse(str(run.behind(index))).part("path")
    return _DOT_SEGMENT.findall(path or "")


def _held_of_path(run: Run, against: Run, index: int) -> list[Act]:
    """Return where a run has what of the reference is in the path to one of two columns only.

    It is told where the path has other dot segments for that.
    """
    if PHASES[index] is not Phase.DOTS or not _differ_in_dots(run, against, index):
        return []
    text = run.input.reference
    items = tuple(boundaries(run.spec.parse(text), against.spec.parse(text)))
    return [holding(Cut(Place.REFERENCE, text, items), 0, run.spec)] if items else []


def _removed(run: Run, index: int) -> Counter[RuleKind]:
    """Count the characters that steps of each kind removed in a phase."""
    removed = Counter[RuleKind]()
    for step in run.steps_in(index):
        removed[step.rule.kind] += sum(len(each) for each in step.removed)
    return removed


def _follows_from_held(run: Run, index: int, applied: Rule, kinds: Iterable[RuleKind]) -> bool:
    """Return whether what a run did follows from where it has some characters.

    A scheme makes a reference absolute, and what has none goes after the base's last slash.
    """
    if PHASES[index] is Phase.CLASSIFY:
        return isinstance(run.behind(index), str)
    return applied.kind is RuleKind.MERGE and _MERGING.issuperset(kinds)


_MERGING = frozenset({RuleKind.MERGE, RuleKind.MERGE_SLASH, RuleKind.MERGE_ALONE})


def _scheme_of(run: Run, against: Run) -> list[Act]:
    """Return that a reference has a scheme, or none, where the other says otherwise.

    Without a scheme, what the reference begins with may be in another component than the path.
    """
    own, other = (
        by_name(each.spec, each.input.reference_parts[1:]).get("scheme") for each in (run, against)
    )
    if bool(own) == bool(other):
        return []
    if own:
        component = next(part for part in run.spec.components if part.shared == "scheme")
        return [held_in(run.spec, component, own)]
    there = [place[:2] for place in run.spec.parse(run.input.reference).places() if place[1]]
    held = [held_in(run.spec, *place) for place in there[:1] if place[0].name != "path"]
    return [no_scheme(run.spec, run.spec.standard.clean_text(str(other))), *held]


def _held_of_base(run: Run, against: Run, index: int) -> list[Act]:
    """Return where a run that merges with the base has what another column would keep, or drop."""
    rule, base = run.rule(index), run.input.base
    if index != COMBINE or rule is None or rule.kind not in _MERGING:
        return []
    texts = (run.behind(index), against.spec.resolve(_PLAIN, base=base).target)
    if not all(isinstance(text, str) for text in texts):
        return []
    own, other = (common_words(base, str(text)) for text in texts)
    items = tuple(boundaries(run.spec.parse(base), against.spec.parse(base)))
    for number, (span, *_) in enumerate(items):
        if min(max(own, span.start), span.stop) != min(max(other, span.start), span.stop):
            return [holding(Cut(Place.BASE, base, items[number:]), 0, run.spec)]
    return []


_PLAIN = "g"
"""A reference that every standard merges with the base's path."""


def _of_base(run: Run, index: int, rule: Rule | None) -> Iterator[Act]:
    """Yield what became of the base where a run combines with it by a rule.

    A separator around an empty part may not be written, and the part that is taken be rewritten.
    """
    if index != COMBINE or rule is None:
        return
    if _leaves_out_separator(run, index):
        recombining = (item for item in run.spec.rules if item.phase is Phase.RECOMBINE)
        yield from (act_of(run.spec, item) for item in recombining)
    for step in run.spec.standard.steps_of_base(run.input.base, rule):
        yield act_of(run.spec, step.rule, of_base=True)


def _leaves_out_separator(run: Run, index: int) -> bool:
    """Return whether a run inherits from the base what stands around an empty part, without it."""
    base, after = run.input.base, str(run.behind(index))
    for component, part, span in run.spec.parse(base).places():
        start, stop = span.start - len(component.prefix), span.stop + len(component.suffix)
        if not part and after.startswith(base[:start]) and not after.startswith(base[:stop]):
            return True
    return False


def _acting(run: Run, index: int) -> Iterable[Rule]:
    """Return the rules by which a run changed something in a phase, each once."""
    steps = [step.rule for step in run.steps_in(index) if step.changed]
    rule = run.rule(index)
    return dict.fromkeys(steps or ([] if rule is None else [rule]))
