"""Comparisons put into words: names of columns, one line for an outcome, sentences for causes.

Nothing here knows where the words are shown, on a terminal, on a page or in a test's report.
"""

from collections.abc import Callable, Iterable, Iterator

import attrs

from hexapla.comparison.cause import Cause, OutOfReach, Side
from hexapla.comparison.compared import Comparison
from hexapla.comparison.facet import Facet
from hexapla.documents.reading import Selector
from hexapla.grammar import Relation
from hexapla.grammar.validity import Validity, Verdict
from hexapla.standard.phases import NoUri, Phase, Rule, Target, has_rule
from hexapla.standard.spec import Spec
from hexapla.text.signs import EMPTY, UNDEFINED, visible

GAP = "  "
"""What stands between two things on a line."""


# The names of columns.


def label_of(spec: Spec) -> str:
    """Return the name of a column: its standard, and the choices that differ from the defaults."""
    return str(Selector(spec.document.label, spec.choices))


def siglum_of(spec: Spec) -> str:
    """Return the short sign of a column: its standard's siglum, and the choices made."""
    return str(Selector(spec.document.siglum, spec.choices))


def published(spec: Spec) -> str:
    """Return when a standard was published, or since when it is maintained."""
    pattern = "since %Y" if spec.document.living else "%B %Y"
    return spec.document.date.strftime(pattern)


# One line for an outcome.


def show(text: str) -> str:
    """Return a text with every code point visible, and a sign for the empty one."""
    return visible(text) or EMPTY


def target_text(target: object) -> str:
    """Return what resolving ends with, a URI or an outcome without one, with all of it visible."""
    if not isinstance(target, NoUri):
        return show(str(target))
    return str(attrs.evolve(target, fragment=target.fragment and visible(target.fragment)))


def verdict_text(validity: Validity) -> str:
    """Return what a grammar says of a reference, in a word and an offset in code points."""
    if validity.verdict is Verdict.NO_PRODUCTION:
        return UNDEFINED
    if validity.offset is None:
        return validity.verdict.value
    return f"{validity.verdict.value}, at {validity.offset}"


def apparatus(comparison: Comparison, facet: Facet | None = None) -> str:
    """Return a comparison in one line: the reference, then each result with its columns.

    Args:
        comparison: What is put into a line.
        facet: The facet whose results are shown; by default the target, or the parts where there
            is no base.
    """
    sigla = {spec.selector: siglum_of(spec) for spec in comparison.specs}
    facet = facet or comparison.target or comparison.parts
    resolutions = comparison.resolutions if facet is comparison.target else ()
    shown = {item.spec.selector: target_text(item.target) for item in resolutions}
    results = (
        f"{shown.get(group.specs[0], group.text)}{GAP}"
        + " ".join(sigla[selector] for selector in group.specs)
        for group in facet.groups
    )
    told = filter(None, (f"{GAP}·{GAP}".join(results), no_rule_text(comparison, facet)))
    return f"{show(comparison.reference)} ]{GAP}{GAP.join(told)}"


def reasons(comparison: Comparison) -> Iterator[str]:
    """Yield, for each column that resolves to no URI, a line that says why."""
    for spec, resolution in zip(comparison.specs, comparison.resolutions, strict=False):
        if resolution.reason is not None:
            how = target_text(resolution.target) if has_rule(resolution.target) else HAS_NO_RULE
            yield f"{label_of(spec)} {how}: {resolution.reason}"


def relation_text(relation: Relation) -> str:
    """Return a relation in a line: its kind, and a shortest text for each side."""
    shortest = (
        ("only the first", relation.only_first),
        ("only the second", relation.only_second),
        ("both", relation.both),
    )
    shown = (f"{name}: {show(text)}" for name, text in shortest if text is not None)
    return f"{relation.kind.value}{GAP}{GAP.join(shown)}"


# Sentences for causes.

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
        """In which phase the columns part, in words."""
        return WHEN[self.phase]

    def sentence(self, label: Callable[[str], str], show: Callable[[str], str]) -> str:
        """Return the explanation in a sentence or two.

        Args:
            label: Returns the name of a column by its selector.
            show: Returns a text as it may be shown.
        """
        over = f" over {show(self.characters)}" if self.characters else ""
        against = against_each_other(self.clauses, label)
        reach = "".join(f" {_reach_sentence(reach, label, show)}" for reach in self.reaches)
        base = "".join(f" {_base_sentence(side, label, show)}" for side in self.in_base)
        return f"They part{over} {self.when}: {against}.{reach}{base}"


def against_each_other(clauses: Iterable[Clause], label: Callable[[str], str]) -> str:
    """Return clauses set against each other; `label` names a column by its selector."""
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
    """Return one explanation for each phase and set of rules among the causes of a facet."""
    gathered: list[list[Cause]] = []
    for cause in causes:
        home = next((group for group in gathered if _belongs(cause, group)), None)
        if home is None:
            gathered.append([cause])
        else:
            home.append(cause)
    return tuple(_explanation(group) for group in gathered)


def _belongs(cause: Cause, group: list[Cause]) -> bool:
    """Return whether a cause is of the group's phase, and no column has two rules in it."""
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
    """Yield what is said of the same characters for the same column, put together."""
    held: dict[tuple[str, str, str, str | None], list[OutOfReach]] = {}
    for item in dict.fromkeys(items):
        held.setdefault((item.text, item.worked_by, item.worked_in, item.lacked), []).append(item)
    for (text, worked_by, worked_in, lacked), holders in held.items():
        yield Reach(text, worked_by, worked_in, lacked, tuple(holders))


# Columns without a rule.

HAS_NO_RULE = "has no rule for this input"


def no_rule_text(comparison: Comparison, facet: Facet) -> str:
    """Return the silent columns of a facet, in brackets; "" for none.

    For a target they have no rule; for parts and validity there may be other reasons.
    """
    sigla = [siglum_of(spec) for spec in comparison.specs if spec.selector in facet.silent]
    return told_once(sigla, "no rule" if facet is comparison.target else "silent")


def told_once(sigla: Iterable[str], why: str = "no rule") -> str:
    """Return columns that are in no group as they stand in a line; "" for none."""
    together = " ".join(sigla)
    return together and f"({together}: {why})"
