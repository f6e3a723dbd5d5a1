"""A grammar: the rules of an ABNF text, what they derive, and how two of them relate."""

import functools
import itertools
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

import attrs

from hexapla.grammar.abnf import Expansion, GrammarError, GrammarRule, read_abnf
from hexapla.grammar.acceptor import Acceptor, TaggedNfa, characters_in
from hexapla.grammar.expression import Characters, Expression, Literal, alternate, pattern
from hexapla.grammar.relation import Relation, relation_of
from hexapla.values.checked import checked, checked_items
from hexapla.values.frozen import FrozenMapping


@functools.cache
def _blocks(source: Path | str) -> tuple[str, dict[str, str]]:
    text = source if isinstance(source, str) else source.read_text("utf-8")
    common, *blocks = re.split(r"^;;; *(\S+) *$", text, flags=re.MULTILINE)
    return common, dict(zip(blocks[::2], blocks[1::2], strict=True))


@attrs.frozen(slots=False, repr=False)
class Grammar:
    """The rules of an ABNF text; nothing is read or built before it is asked for.

    A rule's comment is the section that it comes from. Rule names ignore case, and an underscore
    is as good as a hyphen. A text may go on with variants, each under a line `;;; name`: its rules
    replace those above where `chosen` names it.

    Attributes:
        source: The text in ABNF.
    """

    source: Path | str
    chosen: tuple[str, ...] = ()
    _varied: dict[tuple[str, ...], "Grammar"] = attrs.field(factory=dict, init=False, eq=False)
    _expressions: dict[str, Expression] = attrs.field(factory=dict, init=False, eq=False)
    _acceptors: dict[tuple[str, ...], Acceptor] = attrs.field(factory=dict, init=False, eq=False)

    def __reduce__(self) -> tuple[type["Grammar"], tuple[Path | str, tuple[str, ...]]]:
        return Grammar, (self.source, self.chosen)

    def __repr__(self) -> str:
        path = self.source
        name = "of text" if isinstance(path, str) else f"{path.parent.name}/{path.name}"
        return f"<Grammar {name}{', variant ' if self.chosen else ''}{', '.join(self.chosen)}>"

    @functools.cached_property
    def rules(self) -> Mapping[str, GrammarRule]:
        """The rules by their names, in their order.

        Raises:
            GrammarError: The text is no ABNF, or has no variant of that name.
        """
        return FrozenMapping((rule.name, rule) for rule in self._by_key.values())

    @functools.cached_property
    def _by_key(self) -> dict[str, GrammarRule]:
        common, variants = _blocks(self.source)
        self._check(self.chosen)
        texts = (common, *(variants[name] for name in self.chosen))
        return {rule_key(rule.name): rule for text in texts for rule in read_abnf(text)}

    def _check(self, names: Iterable[str]) -> None:
        unknown = next((name for name in names if name not in self.variants), None)
        if unknown is not None:
            known = ", ".join(self.variants) or "none"
            raise GrammarError(f"Unknown variant {unknown!r} of the grammar. Available: {known}")

    @property
    def variants(self) -> tuple[str, ...]:
        """The names of the variants that the text goes on with."""
        return tuple(_blocks(self.source)[1])

    def varied(self, *variants: str) -> "Grammar":
        """Return the grammar with the rules of variants in place; the same one each time.

        Raises:
            GrammarError: There is no such variant.
        """
        # What comes again changes nothing, so that there are only so many ways to choose.
        chosen = tuple(dict.fromkeys(reversed(checked_items(variants, "variants"))))[::-1]
        self._check(chosen)
        if chosen not in self._varied:
            self._varied[chosen] = attrs.evolve(self, chosen=chosen)
        return self._varied[chosen]

    def expression(self, rule: str, marked: Iterable[str] = ()) -> Expression:
        """Return what a rule derives as an expression.

        Args:
            rule: The rule's name.
            marked: Rules whose expressions are marked with their names.

        Raises:
            GrammarError: The rule is unknown, or it is not regular for sure.
        """
        names = frozenset(map(rule_key, marked))
        known = {} if names else self._expressions
        return Expansion(self._by_key, names, known).expression(rule_key(rule))

    def acceptor(self, *rules: str) -> Acceptor:
        """Return what accepts the texts that a rule derives, or any of some rules."""
        names = tuple(map(rule_key, rules))
        if names not in self._acceptors:
            self._acceptors[names] = Acceptor(TaggedNfa(alternate(map(self.expression, rules))))
        return self._acceptors[names]

    def pattern(self, rule: str) -> str:
        """Return an expression for `re.fullmatch` that accepts what a rule derives.

        It is quick on most texts; `re` goes back, so that a text made for it can take long.
        `matches` never does.
        """
        return pattern(self.expression(rule))

    def matches(self, rule: str, text: str) -> bool:
        """Return whether a rule derives a text, in time linear in its length.

        Args:
            rule: The rule's name.
            text: The text.

        Raises:
            GrammarError: The rule is unknown.
        """
        return self.acceptor(rule).accepts(checked(text, "text"))

    def reach(self, rule: str, text: str, start: int = 0, stop: int | None = None) -> int | None:
        """Return where the longest text ends that starts at an offset and that a rule derives.

        Args:
            rule: The rule's name.
            text: The text.
            start: Where the derived text starts, in code points.
            stop: Where it ends at the latest; without it, at the end of the text.

        Returns:
            The offset in code points; None if the rule derives nothing there.
        """
        acceptor = self.acceptor(rule)
        last = len(checked(text, "text"))
        if stop is not None:
            last = min(checked(stop, "stop", int), last)
        end = None
        characters = map(text.__getitem__, range(checked(start, "start", int), last))
        for position, state in enumerate(acceptor.states_along(characters), start):
            if state.accepting:
                end = position
        return end

    def alphabet(self, rule: str) -> Characters:
        """Return the characters that occur in any text that a rule derives."""
        sets = characters_in(self.expression(rule))
        return Characters.spanning(item for members in sets for item in members.ranges)

    def single_characters(self, rule: str) -> frozenset[str]:
        """Return the characters that a rule derives by themselves; few enough to be listed."""
        acceptor = self.acceptor(rule)
        numbered = enumerate(acceptor.classes)
        sets = (members for number, members in numbered if acceptor.start[number].accepting)
        return frozenset(itertools.chain.from_iterable(sets))

    def relation(
        self, other: "Grammar | HasGrammar", rule: str, other_rule: str | None = None
    ) -> Relation:
        """Return how what a rule derives relates to what a rule of another grammar does.

        Args:
            other: The other grammar, or a spec that has one.
            rule: The rule of this grammar.
            other_rule: The rule of the other grammar; without it, the one of the same name.

        Raises:
            GrammarError: The rule is unknown, or the other spec has no grammar.
        """
        grammar = other if isinstance(other, Grammar) else other.grammar
        if grammar is None:
            raise GrammarError(f"{other!r} has no grammar")
        return relation_of(self.acceptor(rule), grammar.acceptor(other_rule or rule))

    # Classes of characters.

    @functools.cached_property
    def character_classes(self) -> Mapping[str, Characters]:
        """The rules that derive single characters and nothing else, by their names."""
        expressions = {name: self.expression(name) for name in self.rules}
        return FrozenMapping(
            (name, expression.characters)
            for name, expression in expressions.items()
            if isinstance(expression, Literal)
        )


class HasGrammar(Protocol):
    """What has a grammar, such as a spec."""

    @property
    def grammar(self) -> Grammar | None:
        """The grammar, where there is one."""


def rule_key(name: str) -> str:
    """Return a rule's name as grammars look it up: in lower case, hyphens for underscores."""
    return checked(name, "rule").lower().replace("_", "-")
