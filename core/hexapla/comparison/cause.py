"""Why two columns differ: the differences that keep them apart, each by the rule on either side.

A cause is found without knowing any standard: each of them goes through the same phases, has a text
after each, and can continue from the text of another (see `hexapla.comparison.run`).
"""

import functools
import itertools
from collections.abc import Callable, Iterable, Mapping

import attrs

from hexapla.comparison.attribution import (
    REWRITING,
    Cut,
    Place,
    boundaries,
    cut_at_work,
    do_alike,
    rules_at_work,
)
from hexapla.comparison.cause_key import PARTS, TARGET, CauseKey
from hexapla.comparison.readings import DecidingReading, deciding_readings, readings_of_parts
from hexapla.comparison.resuming import by_name, has_components
from hexapla.comparison.run import PHASES, Run, SpecInput
from hexapla.documents.citation import Citation
from hexapla.standard.component import Component
from hexapla.standard.display import target_text
from hexapla.standard.phases import Target
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec
from hexapla.text.signs import cut
from hexapla.text.span import Span
from hexapla.values.value import Value

# In characters: how much of a part of a text is quoted.
_LONGEST_QUOTED = 60


@attrs.frozen(repr=False)
class SpecStep(Value):
    """One column's part in a difference.

    `rule` is what the difference is blamed on: the rule that the column applied in the phase, or
    the one by which it has characters in a component; `applied` is always the former. `before` and
    `after` are the target so far before and after the phase; `ends` says that resolving ends there,
    `supposed` that `before` is copied from the other column: by itself it has something else.

    Attributes:
        spec: The spec.
    """

    _json_members = ("spec=spec.selector", "rule", "before!s", "after!s", "ends", "supposed")

    spec: Spec
    rule: Rule
    before: Target
    after: Target
    ends: bool
    supposed: bool
    applied: Rule = attrs.field(eq=False)


@attrs.frozen(repr=False)
class Act(Value):
    """What columns did in a phase, in words, and where each of them is told to.

    Attributes:
        says: What was done, in at most twelve words besides quoted text.
        cited: The columns that did it, each with the section.
        rule: The rule of the column that speaks for its group.
    """

    _json_members = ("says", "rule=rule.name", "cited=_sections")

    says: str
    cited: tuple[tuple[Spec, Citation], ...]
    rule: Rule

    @property
    def _sections(self) -> list[dict[str, str]]:
        return [{"spec": spec.selector, "section": at.section} for spec, at in self.cited]


def act_of(spec: Spec, rule: Rule, *, of_base: bool = False) -> Act:
    """Return that a column did what a rule says, with the reference or with the base."""
    says = f"base: {rule.says}" if of_base else rule.says
    return Act(says, ((spec, rule.citation),), rule)


def holding(item: Cut, number: int, spec: Spec) -> Act:
    """Return in which component a column, 0 the left and 1 the right, has characters of a cut."""
    (start, stop), components, spans = item.items[0]
    component, other, span = components[number], components[1 - number], spans[1 - number]
    for following in item.items[1:]:  # without a gap
        if following.span.start != stop or following.components[number] != component:
            break
        stop = following.span.stop
    text = item.text[start:stop]
    of_base = " of the base" if item.place is Place.BASE else ""
    if component.shared == "scheme":
        text = text.removesuffix(component.suffix)
    elif other.shared == "scheme":
        scheme = item.text[span.start : span.stop].removesuffix(other.suffix)
        if scheme:
            return attrs.evolve(no_scheme(spec, scheme, of_base), rule=component.rule)
    return held_in(spec, component, text, of_base)


def held_in(spec: Spec, component: Component, text: str, of_base: str = "") -> Act:
    """Return that a column has characters in a component."""
    says = f"{_quoted(text)}{of_base} is in the {component.name}"
    return Act(says, ((spec, component.citation),), component.rule)


def no_scheme(spec: Spec, text: str, of_base: str = "") -> Act:
    """Return that what another column takes for the scheme is none to a column."""
    own = next((part for part in spec.components if part.shared == "scheme"), spec.components[0])
    says = f"{_quoted(text)}{of_base} is no scheme"
    # Its characters, where a parser goes by them, are described elsewhere.
    cited = own.made_of and own.made_of.citation
    return Act(says, ((spec, cited or own.citation),), own.rule)


def _quoted(text: str) -> str:
    return f'"{cut(target_text(text), _LONGEST_QUOTED)}"'


@attrs.frozen(repr=False, slots=False)
class Difference(Value):
    """A phase in which two columns differ, and what each does there.

    Attributes:
        phase: The phase.
        cut: The characters that both have in different components, where that makes a difference.
        left: What the older column does.
        right: What the newer column does.
    """

    _json_members = ("phase", "left", "right", "cut", "readings")

    phase: Phase
    cut: Cut | None = attrs.field(eq=False)
    left: SpecStep
    right: SpecStep
    _find_readings: Callable[[], Iterable[DecidingReading]] = attrs.field(eq=False)

    @functools.cached_property
    def readings(self) -> tuple[DecidingReading, ...]:
        """The readings under whose other option there would be no difference."""
        return tuple(self._find_readings())

    @property
    def sides(self) -> tuple[SpecStep, SpecStep]:
        """What each column does, the older one first."""
        return self.left, self.right

    def __repr__(self) -> str:
        left, right = (f"{side.spec.selector} {side.rule.citation.section}" for side in self.sides)
        return f"<Difference {self.phase}: {left} against {right}>"

    def held_by(self, number: int) -> Act | None:
        """Return in which component a side, 0 or 1, has the characters that make a difference."""
        if self.cut is None:
            return None
        return holding(self.cut, number, self.sides[number].spec)

    def act(self, number: int) -> Act:
        """Return what a side did, or in which component it has the characters that matter."""
        side, held = self.sides[number], self.held_by(number)
        if held and held.rule == side.rule:
            return held
        # A rule of another phase is cited for what it did when the base was parsed.
        of_base = self.phase is Phase.COMBINE and side.rule.phase in REWRITING
        return act_of(side.spec, side.rule, of_base=of_base)


def difference_of_runs(index: int, left: Run, right: Run) -> Difference:
    """Return how two runs differ in a phase; one may have copied what the other had before."""
    item, applied = cut_at_work(left, right, index), rules_at_work(left, right, index)
    blamed = _blamed(index, (left, right), applied, item)

    def step(run: Run, rule: Rule, own: Rule) -> SpecStep:
        before, after = run.entering(index), run.behind(index)
        return SpecStep(run.spec, rule, before, after, run.ended(index), run.start is not None, own)

    one, other = map(step, (left, right), blamed, applied)
    find = functools.partial(deciding_readings, left, right, index)
    return Difference(PHASES[index], item, one, other, find)


def _blamed(
    index: int, runs: tuple[Run, Run], applied: tuple[Rule, Rule], item: Cut | None
) -> tuple[Rule, Rule]:
    """Return the rules that a difference is blamed on: those applied, unless they do alike.

    If they do, it is the rules by which both have characters in different components, or those by
    which they put components together. When a reference is parsed, and the other drops characters
    that this one keeps in another component, it is the rule by which it has them there.
    """
    phase, alike = PHASES[index], do_alike(*applied)
    held = applied if item is None else (item.left.rule, item.right.rule)
    if phase is Phase.SPLIT:
        keeps = [run.entering(index) == run.behind(index) for run in runs]
        return held[0] if keeps[0] else applied[0], held[1] if keeps[1] else applied[1]
    if alike and item is not None and item.decides:
        return held
    rewritten = RuleKind.REWRITE in [rule.kind for rule in applied]
    if phase is Phase.COMBINE and not rewritten and _differ_in_separators(*runs, index):
        one, other = (_recombining(run.spec) for run in runs)
        if one is not None and other is not None:
            return one, other
    return applied


def _differ_in_separators(left: Run, right: Run, index: int) -> bool:
    """Return whether two columns have the same behind a phase, but for what is empty.

    Then they differ only in the separators that they write.
    """
    text, other = left.behind(index), right.behind(index)
    if not isinstance(text, str) or not isinstance(other, str):
        return False
    held = [_parts_that_are_there(run, index) for run in (left, right)]
    if None not in held and held[0] == held[1]:
        return True
    return without_empty(left.spec.parse(text)) == without_empty(right.spec.parse(other))


def _parts_that_are_there(run: Run, index: int) -> Mapping[str, str] | None:
    """Return the parts behind a phase that are not empty, by their shared names, if it has any."""
    state = run.state(index)
    if state is None or not has_components(run.spec):
        return None
    return {name: part for name, part in by_name(run.spec, state).items() if part}


def without_empty(reference: Reference) -> str:
    """Return a text without the separators of its empty components."""
    text = reference.text
    for component, part, span in reversed(reference.places()):
        if not part:
            start, stop = span.start - len(component.prefix), span.stop + len(component.suffix)
            text = text[:start] + text[stop:]
    return text


def _recombining(spec: Spec) -> Rule | None:
    """Return the rule by which a standard puts components together."""
    return next((rule for rule in spec.rules if rule.phase is Phase.RECOMBINE), None)


@attrs.frozen(repr=False, slots=False)
class Cause(Value):
    """Why two columns differ: the differences that keep them apart.

    Attributes:
        facet: What they differ about, "parts" or "target".
        differences: All differences, in the order of the phases: the deciding one is the last.
    """

    _json_members = ("key", "sentence", "differences")

    facet: str
    differences: tuple[Difference, ...]

    @property
    def deciding(self) -> Difference:
        """The difference without which the columns would agree."""
        return self.differences[-1]

    @property
    def phase(self) -> Phase:
        """The phase that decides."""
        return self.deciding.phase

    @property
    def left(self) -> SpecStep:
        """What the older column does in the deciding phase."""
        return self.deciding.left

    @property
    def right(self) -> SpecStep:
        """What the newer column does in the deciding phase."""
        return self.deciding.right

    @functools.cached_property
    def key(self) -> CauseKey:
        """What tells the cause from others, whatever the input."""
        sides = [
            name for side in self.deciding.sides for name in (side.spec.selector, side.rule.name)
        ]
        return CauseKey(self.facet, self.phase.value, *sides)

    @property
    def sentence(self) -> str:
        """What each column does, by which rule, in at most 30 words."""
        acts = map(self.deciding.act, range(2))
        return "; ".join(
            f"{spec.label}: {act.says} ({citation.section})"
            for act in acts
            for spec, citation in act.cited
        )

    def __repr__(self) -> str:
        return f"<Cause {self.phase}: {self.sentence}>"


def cause_of_parts(left: Reference, right: Reference) -> Cause:
    """Return why two specs put the characters of a reference in different parts.

    It is the first range of characters that the two have in components that are not the same; or
    else that one removes characters which the other keeps.
    """
    first = next(boundaries(left, right), None)
    if first is None:
        one, other = map(_cleaning, (left, right))
        return Cause(PARTS, (Difference(Phase.CLEAN, None, one, other, tuple),))

    def step(reference: Reference, component: Component, span: Span) -> SpecStep:
        text, rule = reference.text, component.rule
        held = text[span.start : span.stop]
        return SpecStep(reference.spec, rule, text, held, False, False, rule)

    one, other = map(step, (left, right), first.components, first.spans)
    item = Cut(Place.REFERENCE, left.text, (first,))
    find = functools.partial(readings_of_parts, left, right)
    return Cause(PARTS, (Difference(Phase.SPLIT, item, one, other, find),))


def _cleaning(reference: Reference) -> SpecStep:
    """Return the first step that removes characters of a text, or the rule that keeps them all."""
    spec, text = reference.spec, reference.text
    for step in spec.standard.record_parsing(text).steps:
        # A lone surrogate that is replaced is no character that is removed.
        is_shorter = len(str(step.after)) < len(str(step.before))
        if step.phase is Phase.CLEAN and is_shorter:
            return SpecStep(spec, step.rule, step.before, step.after, False, False, step.rule)
    keeping = (rule for rule in spec.rules if rule.phase is Phase.CLEAN and rule.keeps)
    # At some dates, the URL Standard keeps what it removes at others: it is in a component.
    keeps = next(keeping, None) or reference.segments()[0].component.rule
    return SpecStep(spec, keeps, text, text, False, False, keeps)


def cause_of_target(left: SpecInput, right: SpecInput) -> Cause:
    """Return why two columns resolve to different targets; `left` is the older one."""
    chain = chain_of(left, right)
    return Cause(TARGET, tuple(difference_of_runs(*parting) for parting in chain))


# Chains.

Link = tuple[int, Run]
"""The index of a phase in which a run parts from the other column's, and the run."""

Parting = tuple[int, Run, Run]
"""The index of a phase in which two runs part, the left one, and the right one."""


def chain_of(left: SpecInput, right: SpecInput) -> tuple[Parting, ...]:
    """Return where two columns part that end differently, in the order of the phases.

    Copy each listed intermediate result from one column to the other in turn: the targets are the
    same only after the last copy. Of the two directions the shorter counts, then the one that
    copies less; else the one in which the left column, the older, continues from the right one's.
    """
    one, other = left.run, right.run
    index = _parts_from(one, other, 0, Run.same)
    if decides(one, other, index):
        return ((index, one, other),)
    older_continues = _follow(other, one, index)
    newer_continues = _follow(one, other, index)
    if _rank(newer_continues) < _rank(older_continues):
        return tuple((index, one, run) for index, run in newer_continues)
    return tuple((index, run, other) for index, run in older_continues)


def _rank(links: tuple[Link, ...]) -> tuple[int, int]:
    """Return how good a chain is, the better the lower: short, and with little that is copied."""
    return len(links), sum(run.start is not None for _, run in links)


def _follow(fixed: Run, moving: Run, index: int) -> tuple[Link, ...]:
    """Return the links of `moving`, continued from what `fixed` has, until they end alike."""
    links = [(index, moving)]
    while True:
        continued = moving.continue_from(fixed, index)
        assert continued is not None
        # It stays itself where it can't tell what it continues from from its own.
        moving = moving if continued.same(moving, index) else continued
        index = _parts_from(moving, fixed, index + 1, Run.has_same)
        links.append((index, moving))
        if decides(moving, fixed, index):
            return tuple(links)


def _parts_from(run: Run, other: Run, start: int, meet: Callable[[Run, Run, int], bool]) -> int:
    """Return the index of the first phase from a start after which two runs never meet again."""
    indexes = reversed(range(start, len(PHASES)))
    *_, parted = itertools.takewhile(lambda index: not meet(run, other, index), indexes)
    return parted


def decides(run: Run, other: Run, index: int) -> bool:
    """Return whether two runs end alike if one continues from what the other has after a phase."""
    return _ends_like(run, other, index) or _ends_like(other, run, index)


def _ends_like(run: Run, other: Run, index: int) -> bool:
    continued = run.continue_from(other, index)
    return continued is None or continued.ends_as(other)
