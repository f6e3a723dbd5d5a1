"""Causes put into words: one explanation for all the columns that part in the same phase."""

from collections.abc import Callable, Iterable

import attrs

from hexapla.comparison.cause import Cause, OutOfReach, Side
from hexapla.standard.phases import Phase, Rule, Target

WHEN = {
    Phase.SPLIT: "when the reference is taken apart",
    Phase.CLASSIFY: "when the kind of reference is settled",
    Phase.COMBINE: "when the reference is combined with the base",
    Phase.DOTS: "when dots are removed",
    Phase.RECOMBINE: "when the parts are put together",
}


@attrs.frozen
class Clause:
    """What columns that then have the same text did: each with the rule it applied."""

    members: tuple[tuple[str, Rule], ...]


@attrs.frozen
class Reach:
    """Characters that one column's rule works on, and the parts that keep them from the others."""

    text: str
    worked_by: str
    worked_in: str
    lacked: str | None
    holders: tuple[OutOfReach, ...]


@attrs.frozen
class Explanation:
    """Why columns part in a phase: the clauses against each other, and what is out of reach."""

    phase: Phase
    clauses: tuple[Clause, ...]
    reaches: tuple[Reach, ...]
    characters: str
    in_base: tuple[Side, ...]

    @property
    def when(self) -> str:
        """Say when the columns part."""
        return WHEN[self.phase]

    def sentence(self, label: Callable[[str], str], show: Callable[[str], str]) -> str:
        """Put the explanation into a sentence or two.

        `label` gives the name of a column by its selector, `show` a text as it may be shown.
        """
        over = f" over {show(self.characters)}" if self.characters else ""
        against = against_each_other(self.clauses, label)
        reach = "".join(f" {_reach_sentence(reach, label, show)}" for reach in self.reaches)
        base = "".join(f" {_base_sentence(side, label, show)}" for side in self.in_base)
        return f"They part{over} {self.when}: {against}.{reach}{base}"


def against_each_other(clauses: Iterable[Clause], label: Callable[[str], str]) -> str:
    """Set clauses against each other; `label` gives the name of a column by its selector."""
    return "; ".join(_clause(clause, label) for clause in clauses)


def _clause(clause: Clause, label: Callable[[str], str]) -> str:
    return ", ".join(
        f"{label(selector)} {rule.does} ({rule.citation.section})"
        for selector, rule in clause.members
    )


def _base_sentence(side: Side, label: Callable[[str], str], show: Callable[[str], str]) -> str:
    return (
        f"{label(side.spec)} takes the base for {show(str(side.after))}: "
        f"it {side.rule.does} ({side.rule.citation.section})."
    )


def _reach_sentence(reach: Reach, label: Callable[[str], str], show: Callable[[str], str]) -> str:
    lacks = f", which knows no {reach.lacked}," if reach.lacked else ""
    holders = ", ".join(
        f"for {label(holder.held_by)} it is {holder.held_in} ({holder.citation.section})"
        for holder in reach.holders
    )
    return (
        f"For {label(reach.worked_by)}{lacks} {show(reach.text)} is {reach.worked_in} "
        f"like the rest; {holders}, out of that rule's reach."
    )


def explain(causes: Iterable[Cause]) -> tuple[Explanation, ...]:
    """Put the causes of one facet together: one explanation a phase and set of rules."""
    gathered: list[list[Cause]] = []
    for cause in causes:
        home = next((group for group in gathered if _belongs(cause, group)), None)
        if home is None:
            gathered.append([cause])
        else:
            home.append(cause)
    return tuple(_explanation(group) for group in gathered)


def _belongs(cause: Cause, group: list[Cause]) -> bool:
    """Say whether a cause is of the group's phase, and no column has two rules in it."""
    rules = {side.spec: side.rule for item in group for side in (item.left, item.right)}
    return (
        cause.phase is group[0].phase
        and cause.characters == group[0].characters
        and all(rules.get(side.spec, side.rule) == side.rule for side in (cause.left, cause.right))
    )


def _explanation(causes: list[Cause]) -> Explanation:
    sides: dict[str, Side] = {}
    for cause in causes:
        sides.setdefault(cause.left.spec, cause.left)
        sides.setdefault(cause.right.spec, cause.right)
    by_text: dict[Target, list[tuple[str, Rule]]] = {}
    for selector, side in sides.items():
        by_text.setdefault(side.after, []).append((selector, side.rule))
    return Explanation(
        causes[0].phase,
        tuple(Clause(tuple(members)) for members in by_text.values()),
        tuple(_reaches(item for cause in causes for item in cause.out_of_reach)),
        causes[0].characters,
        tuple(dict.fromkeys(side for cause in causes for side in cause.in_base)),
    )


def _reaches(items: Iterable[OutOfReach]) -> Iterable[Reach]:
    """Put together what is said of the same characters for the same column."""
    held: dict[tuple[str, str, str, str | None], list[OutOfReach]] = {}
    for item in dict.fromkeys(items):
        held.setdefault((item.text, item.worked_by, item.worked_in, item.lacked), []).append(item)
    for (text, worked_by, worked_in, lacked), holders in held.items():
        yield Reach(text, worked_by, worked_in, lacked, tuple(holders))
