"""Differences in sentences: what each side did to this input, by which rule.

A sentence is made of pieces, so that a page can link a section and set off what comes from the
input; the plain text is the pieces put together.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

import attrs

from hexapla.comparison.difference import Difference
from hexapla.comparison.effect import changed, cited, effect, separators, target_of, to_the_end
from hexapla.comparison.naming import label_of
from hexapla.comparison.pieces import Column, Does, Passage, Piece, Pieces, Quoted, joined, plain
from hexapla.comparison.side import (
    ConsultedReading,
    Cut,
    DecidingReading,
    Place,
    RulesAtWork,
    Side,
)
from hexapla.comparison.taking_over import rejoined
from hexapla.standard.component import Component
from hexapla.standard.phases import Step
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec

WHEN = {
    Phase.SPLIT: "when the reference is taken apart",
    Phase.CLASSIFY: "when the kind of reference is settled",
    Phase.COMBINE: "when the reference is combined with the base",
    Phase.DOTS: "when dot segments are removed",
    Phase.RECOMBINE: "when the components are put together",
}


# What one side did.


@attrs.frozen
class Clause:
    """What columns did that then have the same: the sides, and for each the words."""

    sides: tuple[Side, ...]
    words: tuple[Pieces, ...]

    @property
    def pieces(self) -> Pieces:
        """The clause in pieces: what one column did, and another."""
        return joined(self.words, ", and ")


def _words(difference: Difference, side: Side) -> Pieces:
    """Return what a side did: what its rule does, and what came of it here."""
    cut = difference.cut
    if cut is not None and (side.rule.kind is RuleKind.CUT_ALL or difference.phase is Phase.DOTS):
        return tuple(_holding(difference, cut, side))
    rule = side.rule
    subject = _subject(difference, side)
    begin: Pieces = (*subject, Does(rule.does), *cited(side.column, rule))
    if rule != side.applied:
        return (*begin, *separators(side, _other(difference, side)))
    return (*begin, *effect(difference.phase, side))


def _is_told(difference: Difference) -> bool:
    """Return whether the words on each side begin with the characters in different components."""
    cut = difference.cut
    if cut is not None and difference.phase is Phase.DOTS:
        return True
    return any(side.rule.kind is RuleKind.CUT_ALL for side in difference.sides)


def _other(difference: Difference, side: Side) -> Side:
    return difference.right if side is difference.left else difference.left


def _subject(difference: Difference, side: Side) -> Pieces:
    """Return the name of a column, what it is supposed to have, and what is left of that."""
    given, left = _supposed(difference, side), _left(side)
    return (Column(side.column), *given, *left, ", " if given or left else " ")


def _supposed(difference: Difference, side: Side) -> Pieces:
    """Return what a column is supposed to have, where by itself it has something else."""
    if not side.supposed:
        return ()
    other = _other(difference, side)
    begin: Pieces = (", given ", *target_of(other.before), " as well")
    if other.before == side.before:
        spec, text = side.column, other.before
        dropping = isinstance(text, str) and rejoined(spec, spec.split(text)) != text
        return (*begin, ", with nothing left out") if dropping else begin
    return (*begin, ", which is ", *target_of(side.before), " to it")


def _left(side: Side) -> Pieces:
    """Return what an earlier step of the phase has left, where one changed something."""
    if side.earlier is None:
        return ()
    section = side.earlier.rule.citation.section
    return ", left with ", *target_of(side.earlier.after), f" by {section}"


def _holding(difference: Difference, cut: Cut, side: Side) -> Iterator[Piece]:
    """Yield that a side has characters in a component, and what its rule does then."""
    yield from (*_subject(difference, side), "has ")
    yield from _held(cut, side, 0 if side is difference.left else 1)
    if difference.phase is Phase.SPLIT and not difference.of_parts:
        yield from (", and leaves ", *target_of(side.after), " as it is")
    elif not difference.of_parts:
        yield from (": it ", Does(side.applied.does), *cited(side.column, side.applied))
        yield from effect(difference.phase, side)


def _held(cut: Cut, side: Side, number: int) -> Pieces:
    """Return which characters a side has in which components."""
    of_base = " of the base" if cut.place is Place.BASE else ""
    held = [
        (Quoted(text), "" if place else of_base, *_in_component(side, text, component))
        for place, (text, component) in enumerate(cut.held_by(number))
    ]
    return (*joined(held, " and "), *_without_scheme(cut, side, number))


def _in_component(side: Side, text: str, component: Component) -> Pieces:
    """Return in which component a side has characters, or that they begin an empty one."""
    where = _cited_component(side.column, component)
    if text == component.prefix + component.suffix:
        return (f" as the mark of its {component.name}, of which there is nothing", *where)
    return (f" in its {component.name}", *where)


def _cited_component(spec: Spec, component: Component) -> Pieces:
    """Return where a component is described, or what it is made of where a parser goes by that."""
    made_of, choice = component.made_of, component.under
    if made_of is None or (choice and spec.options[choice.reading] != choice.option):
        return cited(spec, component.rule)
    assert made_of.citation is not None
    return " (", Passage(spec, made_of.citation), f": {made_of.says})"


# What makes the difference, besides the rules.


Remark = tuple[Pieces, ...]
"""A sentence on what else makes a difference: its clauses, without the full stop."""


def _remarks(difference: Difference) -> Iterator[Remark]:
    """Yield the sentences on an earlier cut, a rewritten base, and readings."""
    if difference.cut is not None and not _is_told(difference):
        yield _cut_remark(difference, difference.cut)
    if difference.other_cut is not None:
        yield _cut_remark(difference, difference.other_cut)
    for side in difference.rewritten_base:
        yield (_base_clause(side),)
    for reading in (*difference.readings, *difference.consulted):
        yield (tuple(_reading_clause(reading)),)


def _merged(remarks: Iterable[Remark]) -> tuple[Remark, ...]:
    """Return remarks, those with a clause in common as one, in which it stands once."""
    merged: list[dict[Pieces, None]] = []
    for remark in remarks:
        clauses = dict.fromkeys(remark)
        alike = [each for each in merged if each.keys() & clauses.keys()]
        if not alike:
            merged.append(clauses)
            continue
        first, *others = alike
        for each in others:
            first.update(each)
            merged.remove(each)
        first.update(clauses)
    return tuple(map(tuple, merged))


def _without_scheme(cut: Cut, side: Side, number: int) -> Pieces:
    """Return that a side finds no scheme, where that is why it has characters elsewhere."""
    here, there = (cut.left, cut.right) if number == 0 else (cut.right, cut.left)
    if there.shared != "scheme" or here.shared == "scheme":
        return ()
    schemes = (item for item in side.column.components if item.shared == "scheme")
    return tuple(
        piece
        for item in schemes
        if item.citation != here.citation
        for piece in (", as there is no scheme", *_cited_component(side.column, item))
    )


def _cut_remark(difference: Difference, cut: Cut) -> Remark:
    return tuple(
        (Column(side.column), " has ", *_held(cut, side, number))
        for number, side in enumerate(difference.sides)
    )


def _base_clause(side: Side) -> Pieces:
    base: Pieces = (Column(side.column), " takes the base for ", *target_of(side.after))
    return (*base, ": it ", Does(side.rule.does), *cited(side.column, side.rule))


def _reading_clause(reading: DecidingReading) -> Iterator[Piece]:
    rationale, choice = reading.rationale, reading.choice
    yield from (Column(reading.column), f" is read with {choice}. {reading.reading.question} ")
    yield rationale.says.removesuffix(".")
    if rationale.citation is not None:
        yield from (" (", Passage(reading.column, rationale.citation), ")")
    other = f"{choice.reading}={reading.alternative}"
    if isinstance(reading, ConsultedReading):
        yield from (f". With {other} it would end with ", *target_of(reading.instead))
    elif reading.suffices:
        yield f". With {other} there would be no difference"
    else:
        yield f". With {other} this difference would go, and another would remain"
        if reading.remaining is not None:
            yield from _remaining(reading.remaining)


def _remaining(rules: RulesAtWork) -> Iterator[Piece]:
    """Yield which difference would remain: by which rules, unless both do the same."""
    yield f", {WHEN[rules.phase]}"
    (spec, rule), (other_spec, other_rule) = rules.left, rules.right
    if rule.does != other_rule.does:
        yield from (": ", Column(spec), " ", Does(rule.does), *cited(spec, rule), ", ")
        yield from (Column(other_spec), " ", Does(other_rule.does), *cited(other_spec, other_rule))


# Sentences.


@attrs.frozen
class Explanation:
    """Why columns part in a phase: the clauses against each other; `besides` is what makes it so.

    `also` are the differences that contribute: with this one gone, they would remain.
    """

    phase: Phase
    clauses: tuple[Clause, ...]
    besides: tuple[Remark, ...]
    also: tuple["Explanation", ...] = ()

    @property
    def when(self) -> str:
        """In which phase the columns part, in words."""
        return WHEN[self.phase]

    @property
    def rules(self) -> tuple[tuple[tuple[Spec, Rule], ...], ...]:
        """The columns of each clause, with the rule that the difference is blamed on."""
        return tuple(
            tuple((side.column, side.rule) for side in clause.sides) for clause in self.clauses
        )

    @property
    def remarks(self) -> tuple[Pieces, ...]:
        """The sentences on what else makes the difference."""
        return tuple((*joined(remark, ", "), ".") for remark in self.besides)

    @property
    def sentences(self) -> tuple[Pieces, ...]:
        """The explanation, one sentence after another, without those that are in `also`."""
        against = joined([clause.pieces for clause in self.clauses], "; ")
        begin = f"{self.when[0].upper()}{self.when[1:]}, "
        return ((begin, *against, "."), *self.remarks)

    @property
    def text(self) -> str:
        """The explanation in plain text."""
        also = (f"Also: {item.text}" for item in self.also)
        return " ".join((*map(plain, self.sentences), *also))


Chain = Sequence[Difference]
"""The differences between two columns, of which the last decides."""


def explained(
    chains: Iterable[Chain], moving: Mapping[str, Phase] | None = None
) -> tuple[Explanation, ...]:
    """Return one explanation for each phase and set of rules that decide in chains.

    Args:
        chains: The chains, each of which ends in the difference to explain.
        moving: Where the differences contribute: the columns that are supposed to have something
            else later on, each with the last phase behind which they have something of their own.
            What comes of that in later phases is told there.
    """
    gathered: list[list[Chain]] = []
    for chain_ in chains:
        home = next((group for group in gathered if _belongs(chain_, group)), None)
        if home is None:
            gathered.append([chain_])
        else:
            home.append(chain_)
    return tuple(_explanation(group, moving) for group in gathered)


def _belongs(chain_: Chain, group: list[Chain]) -> bool:
    """Return whether a chain ends in the group's phase, and no column does two things there."""
    difference, first = chain_[-1], group[0][-1]
    if difference.phase is not first.phase or not _same_cut(difference.cut, first.cut):
        return False
    done = {side.spec: _did(side) for item in group for side in item[-1].sides}
    here = ((side.spec, _did(side)) for side in difference.sides)
    return all(done.get(spec, did) == did for spec, did in here)


def _did(side: Side) -> tuple[object, ...]:
    return side.rule, side.before, side.after, side.ends, side.supposed


def _same_cut(one: Cut | None, other: Cut | None) -> bool:
    """Return whether the same cut decides, or none does."""
    if one is None or other is None or not (one.decides and other.decides):
        return not any(cut is not None and cut.decides for cut in (one, other))
    return (one.place, one.text, one.span) == (other.place, other.text, other.span)


def _explanation(chains: list[Chain], moving: Mapping[str, Phase] | None) -> Explanation:
    differences = [item[-1] for item in chains]
    done: dict[str, tuple[Side, object, Pieces]] = {}
    for difference in differences:
        for side in difference.sides:
            what = _result(difference, side)
            goes_on = (
                _goes_on(difference)
                if moving is None
                else moving.get(side.spec) is difference.phase
            )
            ending = to_the_end(side) if goes_on else ()
            done.setdefault(side.spec, (side, what, (*_words(difference, side), *ending)))
    alike: dict[object, list[tuple[Side, Pieces]]] = {}
    for side, what, words in done.values():
        alike.setdefault(what, []).append((side, words))
    clauses = (Clause(*map(tuple, zip(*members, strict=True))) for members in alike.values())
    besides = _merged(chain.from_iterable(map(_remarks, differences)))
    told = set(chain.from_iterable(besides))
    contributing = ((item,) for group in chains for item in reversed(group[:-1]))
    phase = differences[0].phase
    # A difference that contributes is told by itself, without those before it.
    supposed = {
        side.spec: group[-2].phase
        for group in chains
        for side in group[-1].sides
        if side.supposed and len(group) > 1
    }
    also = (
        attrs.evolve(
            item, besides=tuple(each for each in item.besides if not told.issuperset(each))
        )
        for item in explained(contributing, supposed)
    )
    return Explanation(phase, tuple(clauses), besides, tuple(also))


def _goes_on(difference: Difference) -> bool:
    """Return whether it has to be said what comes of a difference in later phases."""
    if difference.left.ends is not difference.right.ends:
        return True
    if difference.phase not in (Phase.CLASSIFY, Phase.COMBINE):
        return False
    recombine = any(side.rule.kind is RuleKind.JOIN for side in difference.sides)
    return not recombine and not _do_alike(difference.left.later, difference.right.later)


def _do_alike(here: tuple[Step, ...], there: tuple[Step, ...]) -> bool:
    """Return whether steps do the same kind of work, or take the same out."""
    return _moves(here) == _moves(there) or _changes(here) == _changes(there)


def _moves(steps: tuple[Step, ...]) -> list[RuleKind | None]:
    return [step.rule.kind for step in steps]


def _changes(steps: tuple[Step, ...]) -> list[object]:
    return [changed(str(step.before), str(step.after)) for step in steps]


def _result(difference: Difference, side: Side) -> object:
    """Return what columns of one clause have in common: a component, or what they have then."""
    cut = difference.cut
    if difference.of_parts and cut is not None:
        return (cut.left if side is difference.left else cut.right).shared
    return side.after, side.ends


def rules_in_words(clauses: Iterable[Iterable[tuple[Spec, Rule]]]) -> str:
    """Return rules set against each other, whatever the input: those of a clause do the same."""
    return "; ".join(
        ", ".join(
            f"{label_of(spec)} {rule.does} ({rule.citation.section})" for spec, rule in clause
        )
        for clause in clauses
    )
