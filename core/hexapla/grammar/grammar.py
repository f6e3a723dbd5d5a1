"""A grammar: the rules of an ABNF text, their languages, and the relations between languages."""

import functools
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
    text = source
    if not isinstance(text, str):
        text = text.read_text("utf-8")
    common, *blocks = re.split(r"^;;; *(\S+) *$", text, flags=re.MULTILINE)
    return common, dict(zip(blocks[::2], blocks[1::2], strict=True))


@attrs.frozen(slots=False, repr=False)
class Grammar:
    """The rules of an ABNF text, which are parsed and compiled on first use.

    A rule's comment names the section that contains the rule. Rule names are case-insensitive, and
    an underscore in a name is equivalent to a hyphen. The text may end with variants, each
    introduced by a line `;;; name`. The rules of the variants that `chosen` names are added to the
    common rules, and replace rules with the same names.

    Attributes:
        source: The ABNF text, or the path of its file.
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
        name = "of text"
        if not isinstance(path, str):
            name = f"{path.parent.name}/{path.name}"
        if self.chosen:
            name += f", variant {', '.join(self.chosen)}"
        return f"<Grammar {name}>"

    @functools.cached_property
    def rules(self) -> Mapping[str, GrammarRule]:
        """The rules in order, keyed by name.

        Raises:
            GrammarError: The text isn't valid ABNF, or a chosen variant is unknown.
        """
        return FrozenMapping((rule.name, rule) for rule in self._by_key.values())

    @functools.cached_property
    def _by_key(self) -> dict[str, GrammarRule]:
        common, variants = _blocks(self.source)
        self._check(self.chosen)
        texts = [common]
        texts += map(variants.__getitem__, self.chosen)
        rules = {}
        for text in texts:
            for rule in read_abnf(text):
                rules[rule_key(rule.name)] = rule
        return rules

    def _check(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self.variants:
                known = ", ".join(self.variants) or "none"
                raise GrammarError(f"unknown variant {name!r} of the grammar. Available: {known}")

    @property
    def variants(self) -> tuple[str, ...]:
        """The names of the variants in the text."""
        _, variants = _blocks(self.source)
        return tuple(variants)

    def varied(self, *variants: str) -> "Grammar":
        """Return the grammar with the rules of the given variants; the result is cached.

        Raises:
            GrammarError: A variant is unknown.
        """
        # Repeated names are dropped, so the number of cached combinations is limited.
        last_first = dict.fromkeys(reversed(checked_items(variants, "variants")))
        chosen = tuple(last_first)[::-1]
        self._check(chosen)
        if chosen not in self._varied:
            self._varied[chosen] = attrs.evolve(self, chosen=chosen)
        return self._varied[chosen]

    def expression(self, rule: str, marked: Iterable[str] = ()) -> Expression:
        """Return the expression for the language of a rule.

        Args:
            rule: The rule's name.
            marked: The names of the rules whose expressions become `Marked`.

        Raises:
            GrammarError: The rule is unknown, or it might not be regular.
        """
        names = frozenset(map(rule_key, marked))
        known = self._expressions
        if names:
            known = {}
        expansion = Expansion(self._by_key, names, known)
        return expansion.expression(rule_key(rule))

    def acceptor(self, *rules: str) -> Acceptor:
        """Return an automaton that accepts the strings of any of the given rules."""
        names = tuple(map(rule_key, rules))
        if names not in self._acceptors:
            either = alternate(map(self.expression, rules))
            self._acceptors[names] = Acceptor(TaggedNfa(either))
        return self._acceptors[names]

    def pattern(self, rule: str) -> str:
        """Convert a rule to a regular expression for `re.fullmatch`.

        The regular expression is fast on most strings. However, `re` backtracks, so a malicious
        string can take a long time. `matches` doesn't have this problem.
        """
        return pattern(self.expression(rule))

    def matches(self, rule: str, text: str) -> bool:
        """Return whether a rule derives a string, in time linear in the string's length.

        Args:
            rule: The rule's name.
            text: The string.

        Raises:
            GrammarError: The rule is unknown, or it might not be regular.
        """
        return self.acceptor(rule).accepts(checked(text, "text"))

    def reach(self, rule: str, text: str, start: int = 0, stop: int | None = None) -> int | None:
        """Return the end of the longest substring that begins at an offset and that a rule derives.

        Args:
            rule: The rule's name.
            text: The string.
            start: The offset, in code points, at which the substring starts.
            stop: The maximum offset at which the substring ends; by default, the end of the string.

        Returns:
            The offset in code points; None if the rule derives no substring that begins at `start`.
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
        """Return the characters that occur in the strings of a rule."""
        ranges: list[tuple[int, int]] = []
        for members in characters_in(self.expression(rule)):
            ranges += members.ranges
        return Characters.spanning(ranges)

    def single_characters(self, rule: str) -> frozenset[str]:
        """Return the single characters that a rule derives; use this only for small sets."""
        acceptor = self.acceptor(rule)
        characters: set[str] = set()
        for number, members in enumerate(acceptor.classes):
            if acceptor.start[number].accepting:
                characters.update(members)
        return frozenset(characters)

    def relation(
        self, other: "Grammar | HasGrammar", rule: str, other_rule: str | None = None
    ) -> Relation:
        """Compare the languages of a rule of this grammar and a rule of another grammar.

        Args:
            other: The other grammar, or a spec with a grammar.
            rule: The rule of this grammar.
            other_rule: The rule of the other grammar; by default, the rule with the same name.

        Raises:
            GrammarError: A rule is unknown, or the grammar of `other` is None.
            LookupError: `other` is a spec without a grammar.
        """
        grammar = other if isinstance(other, Grammar) else other.grammar
        if grammar is None:
            raise GrammarError(f"{other!r} has no grammar")
        return relation_of(self.acceptor(rule), grammar.acceptor(other_rule or rule))

    # Classes of characters.

    @functools.cached_property
    def character_classes(self) -> Mapping[str, Characters]:
        """The character sets of rules that derive only single characters, keyed by rule name."""
        sets = {}
        for name in self.rules:
            expression = self.expression(name)
            if isinstance(expression, Literal):
                sets[name] = expression.characters
        return FrozenMapping(sets)


class HasGrammar(Protocol):
    """An object with a grammar, such as a spec."""

    @property
    def grammar(self) -> Grammar | None:
        """The grammar; None if the object has none."""


def rule_key(name: str) -> str:
    """Convert a rule's name to its key: in lower case, with hyphens instead of underscores."""
    return checked(name, "rule").lower().replace("_", "-")
