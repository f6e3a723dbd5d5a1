"""A grammar: the rules of an ABNF text, what they derive, and how two of them relate."""

import functools
import re
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Protocol

import attrs

from hexapla.grammar.abnf import (
    Alternation,
    Concatenation,
    Definition,
    Element,
    GrammarError,
    Literal,
    Name,
    Repetition,
    read_abnf,
)
from hexapla.grammar.automaton import Automaton, automaton_of
from hexapla.grammar.characters import Characters
from hexapla.grammar.expression import (
    EMPTY,
    NOTHING,
    Expression,
    Marked,
    One,
    choice,
    pattern,
    repeat,
    sequence,
)
from hexapla.values.frozen import FrozenMapping

# RFC 5234, appendix B.1: the rules that every grammar may use without defining them.
_CORE = {
    definition.name.lower(): definition
    for definition in read_abnf(
        "ALPHA = %x41-5A / %x61-7A\nDIGIT = %x30-39\n"
        + ('HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"\nDQUOTE = %x22\nSP = %x20\n')
    )
}


class RelationKind(StrEnum):
    """How two languages relate; the first is the one that is asked about."""

    EQUAL = "equal"
    SUBSET = "proper subset"
    SUPERSET = "proper superset"
    OVERLAP = "overlap"
    DISJOINT = "disjoint"


@attrs.frozen
class Relation:
    """How what one rule derives relates to what another does.

    The witnesses are shortest texts that only the first, only the second, or both derive; None
    where there is none.
    """

    kind: RelationKind
    only_first: str | None
    only_second: str | None
    both: str | None

    def to_dict(self) -> dict[str, object]:
        """Give the relation's JSON form."""
        return attrs.asdict(self) | {"kind": self.kind.value}


@attrs.frozen
class Rule:
    """A rule as its grammar has it: name, section, and the text it is written in."""

    name: str
    section: str
    text: str

    def to_dict(self) -> dict[str, object]:
        """Give the rule's JSON form."""
        return attrs.asdict(self)


@attrs.frozen(slots=False, eq=False, repr=False)
class Grammar:
    """The rules of an ABNF text; nothing is read or built before it is asked for.

    A rule's comment is the section that it comes from. Rule names ignore case, and an underscore is
    as good as a hyphen. A text may go on
    with variants, each under a line `;;; name`: its rules take the place of those above where
    `variant` names it.
    """

    source: Path | str
    variant: str | None = None

    def __repr__(self) -> str:
        return f"<Grammar {self.source if isinstance(self.source, Path) else 'of text'}>"

    @functools.cached_property
    def definitions(self) -> Mapping[str, Definition]:
        """The rules as read, by their names in lower case."""
        common, variants = self._blocks
        found = {item.name.lower(): item for item in read_abnf(common)}
        if self.variant is not None:
            if self.variant not in variants:
                raise GrammarError(f"there is no variant {self.variant!r} of {self!r}")
            found |= {item.name.lower(): item for item in read_abnf(variants[self.variant])}
        return FrozenMapping(found)

    @functools.cached_property
    def _blocks(self) -> tuple[str, dict[str, str]]:
        text = self.source if isinstance(self.source, str) else self.source.read_text("utf-8")
        common, *blocks = re.split(r"^;;; *(\S+) *$", text, flags=re.MULTILINE)
        return common, dict(zip(blocks[::2], blocks[1::2], strict=True))

    @property
    def variants(self) -> tuple[str, ...]:
        """The names of the variants that the text goes on with."""
        return tuple(self._blocks[1])

    def varied(self, variant: str) -> "Grammar":
        """Give the grammar with a variant's rules in place; the same one each time."""
        if variant not in self._varied:
            self._varied[variant] = attrs.evolve(self, variant=variant)
        return self._varied[variant]

    @functools.cached_property
    def _varied(self) -> dict[str, "Grammar"]:
        return {}

    @property
    def rules(self) -> Mapping[str, Rule]:
        """The rules by their names, in their order."""
        return FrozenMapping(
            {
                item.name: Rule(item.name, item.comment, item.text)
                for item in self.definitions.values()
            }
        )

    @functools.cached_property
    def _expressions(self) -> dict[tuple[str, frozenset[str]], Expression]:
        return {}

    @functools.cached_property
    def _automata(self) -> dict[str, Automaton]:
        return {}

    @functools.cached_property
    def _unions(self) -> dict[tuple[str, ...], Automaton]:
        return {}

    def expression(self, rule: str, marked: frozenset[str] = frozenset()) -> Expression:
        """Give what a rule derives as an expression; raise `GrammarError` for an unknown rule.

        The expressions of `marked` rules, named in lower case, are marked with their names.
        """
        return self._expand(rule_key(rule), (), marked)

    def automaton(self, rule: str) -> Automaton:
        """Give the smallest automaton for what a rule derives."""
        name = rule_key(rule)
        if name not in self._automata:
            self._automata[name] = automaton_of(self.expression(rule))
        return self._automata[name]

    def automaton_of_any(self, rules: tuple[str, ...]) -> Automaton:
        """Give the smallest automaton for what any of some rules derives."""
        if len(rules) == 1:
            return self.automaton(rules[0])
        if rules not in self._unions:
            self._unions[rules] = automaton_of(choice(map(self.expression, rules)))
        return self._unions[rules]

    def pattern(self, rule: str) -> str:
        """Give an expression for `re.fullmatch` that accepts what a rule derives.

        It is quick on most texts; `re` goes back, so that a text made for it can take long.
        `matches` never does.
        """
        return pattern(self.expression(rule))

    def matches(self, rule: str, text: str) -> bool:
        """Say whether a rule derives a text, in time linear in its length."""
        return self.automaton(rule).accepts(text)

    def reach(self, rule: str, text: str, start: int = 0, stop: int | None = None) -> int | None:
        """Give where the longest text ends that starts at an offset and that a rule derives.

        Offsets are code points; None where the rule derives nothing there.
        """
        automaton = self.automaton(rule)
        state = 0
        reached = start if state in automaton.accepting else None
        for position in range(start, len(text) if stop is None else stop):
            state = automaton.moves[state][automaton.class_of[text[position]]]
            if state not in automaton.living:
                break
            if state in automaton.accepting:
                reached = position + 1
        return reached

    def single_characters(self, rule: str) -> frozenset[str]:
        """Give the characters that a rule derives by themselves; few enough to be listed."""
        automaton = self.automaton(rule)
        return frozenset(
            character
            for members, following in zip(automaton.classes, automaton.moves[0], strict=True)
            if following in automaton.accepting
            for character in members
        )

    def relation(
        self, other: "Grammar | HasGrammar", rule: str, other_rule: str | None = None
    ) -> Relation:
        """Say how what a rule derives relates to what a rule of another grammar does.

        `other` is a grammar, or a spec that has one; without `other_rule` both are called the same.
        """
        grammar = other if isinstance(other, Grammar) else other.grammar
        if grammar is None:
            raise GrammarError(f"{other!r} has no grammar")
        return relation_of(self.automaton(rule), grammar.automaton(other_rule or rule))

    # From elements to expressions. References are put in; a rule that refers to itself at the end
    # of an alternative only, X = A X / B, derives A* B (Arden's rule).

    def _expand(self, name: str, above: tuple[str, ...], marked: frozenset[str]) -> Expression:
        key = (name, marked)
        if key in self._expressions:
            return self._expressions[key]
        definition = self.definitions.get(name) or _CORE.get(name)
        if definition is None:
            raise GrammarError(f"there is no rule {name!r}; there is: {', '.join(self.rules)}")
        if name in above:
            circle = " -> ".join((*above[above.index(name) :], name))
            raise GrammarError(f"{circle}: only a rule that ends in itself is regular for sure")
        again, done = self._tails(definition.element, name, (*above, name), marked)
        expression = sequence((repeat(again), done))
        if name in marked:
            expression = Marked(definition.name, expression)
        self._expressions[key] = expression
        return expression

    def _tails(
        self, element: Element, name: str, above: tuple[str, ...], marked: frozenset[str]
    ) -> tuple[Expression, Expression]:
        """Part what an element derives: what stands before `name` at its end, and the rest."""
        match element:
            case Name(other) if other.lower() == name:
                return EMPTY, NOTHING
            case Name(other):
                return NOTHING, self._expand(other.lower(), above, marked)
            case Literal(characters, _):
                return NOTHING, One(characters)
            case Alternation(items):
                parted = [self._tails(item, name, above, marked) for item in items]
                return choice(again for again, _ in parted), choice(done for _, done in parted)
            case Concatenation(()):
                return NOTHING, EMPTY
            case Concatenation((*before, last)):
                front = sequence(self._closed(item, name, above, marked) for item in before)
                again, done = self._tails(last, name, above, marked)
                return sequence((front, again)), sequence((front, done))
            case Repetition(item, 0, 1):
                again, done = self._tails(item, name, above, marked)
                return again, repeat(done, 0, 1)
            case Repetition(item, least, most):
                return NOTHING, repeat(self._closed(item, name, above, marked), least, most)
        raise AssertionError(element)

    def _closed(
        self, element: Element, name: str, above: tuple[str, ...], marked: frozenset[str]
    ) -> Expression:
        """Give an element that must not refer to the rule it stands in."""
        again, done = self._tails(element, name, above, marked)
        if again != NOTHING:
            raise GrammarError(
                f"{name} refers to itself before its end: it is not regular for sure"
            )
        return done

    # Classes of characters.

    @functools.cached_property
    def character_classes(self) -> Mapping[str, Characters]:
        """The rules that derive single characters and nothing else, by their names."""
        found = {}
        for item in self.definitions.values():
            expression = self.expression(item.name)
            if isinstance(expression, One):
                found[item.name] = expression.characters
        return FrozenMapping(found)


class HasGrammar(Protocol):
    """What has a grammar, such as a spec."""

    @property
    def grammar(self) -> Grammar | None:
        """The grammar, where there is one."""
        ...


def rule_key(name: str) -> str:
    """Give a rule's name as grammars look it up: in lower case, hyphens for underscores."""
    return name.lower().replace("_", "-")


def relation_of(first: Automaton, second: Automaton) -> Relation:
    """Say how two languages relate, with shortest witnesses."""
    only_first = (first - second).shortest()
    only_second = (second - first).shortest()
    both = (first & second).shortest()
    if only_first is None and only_second is None:
        kind = RelationKind.EQUAL
    elif only_first is None:
        kind = RelationKind.SUBSET
    elif only_second is None:
        kind = RelationKind.SUPERSET
    else:
        kind = RelationKind.DISJOINT if both is None else RelationKind.OVERLAP
    return Relation(kind, only_first, only_second, both)


def restricted(automaton: Automaton, without: str) -> Automaton:
    """Give what an automaton accepts of the texts that have none of some characters."""
    allowed = repeat(One(~Characters.of(without)))
    return automaton & automaton_of(allowed)
