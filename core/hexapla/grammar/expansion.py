"""From an ABNF rule as it is read to what it derives: the rules that it refers to are put in.

A rule that refers to itself at the end of an alternative only, X = A X / B, derives A* B (Arden's
rule). Any other that refers to itself is refused, since it need not be regular.
"""

from collections.abc import Mapping

from hexapla.grammar.abnf import GrammarError, GrammarRule, read_abnf
from hexapla.grammar.expression import (
    EMPTY,
    NOTHING,
    Alternation,
    Concatenation,
    Expression,
    Marked,
    Name,
    Repetition,
    alternate,
    concatenate,
    repeat,
)

# RFC 5234, appendix B.1: the rules that every grammar may use without defining them.
_CORE = {
    rule.name.lower(): rule
    for rule in read_abnf(
        "ALPHA = %x41-5A / %x61-7A\nDIGIT = %x30-39\n"
        + ('HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"\nDQUOTE = %x22\nSP = %x20\n')
    )
}


class Expansion:
    """Expands rules, each once.

    Args:
        rules: The rules of a grammar, by their names in lower case.
        marked: The names, in lower case, of the rules whose expressions are marked.
        known: The expressions of the rules expanded so far; new ones are added.
    """

    def __init__(
        self,
        rules: Mapping[str, GrammarRule],
        marked: frozenset[str],
        known: dict[str, Expression],
    ) -> None:
        self._rules = rules
        self._marked = marked
        self._known = known
        self._above: list[str] = []

    def expression(self, name: str) -> Expression:
        """Return the expression of a rule, named in lower case.

        Raises:
            GrammarError: There is no such rule, or it is not regular for sure.
        """
        if name in self._known:
            return self._known[name]
        rule = self._rule(name)
        if name in self._above:
            circle = " -> ".join((*self._above[self._above.index(name) :], name))
            raise GrammarError(f"{circle}: only a rule that ends in itself is regular for sure")
        self._above.append(name)
        again, done = self._tails(rule.expression, name)
        self._above.pop()
        expression = concatenate((repeat(again), done))
        if name in self._marked:
            expression = Marked(rule.name, expression)
        self._known[name] = expression
        return expression

    def _rule(self, name: str) -> GrammarRule:
        rule = self._rules.get(name) or _CORE.get(name)
        if rule is None:
            names = ", ".join(item.name for item in self._rules.values())
            raise GrammarError(f"there is no rule {name!r}; there is: {names}")
        return rule

    def _tails(self, expression: Expression, name: str) -> tuple[Expression, Expression]:
        """Part what is derived: what stands before `name` at its end, and the rest."""
        match expression:
            case Name(other) if other.lower() == name:
                return EMPTY, NOTHING
            case Name(other):
                return NOTHING, self.expression(other.lower())
            case Alternation(items):
                parted = [self._tails(item, name) for item in items]
                return (
                    alternate(again for again, _ in parted),
                    alternate(done for _, done in parted),
                )
            case Concatenation((*before, last)):
                front = concatenate(self._closed(item, name) for item in before)
                again, done = self._tails(last, name)
                return concatenate((front, again)), concatenate((front, done))
            case Repetition(item, 0, 1):
                again, done = self._tails(item, name)
                return again, repeat(done, 0, 1)
            case Repetition(item, least, most):
                return NOTHING, repeat(self._closed(item, name), least, most)
        return NOTHING, expression

    def _closed(self, expression: Expression, name: str) -> Expression:
        """Return what an expression derives that must not refer to the rule it stands in."""
        again, done = self._tails(expression, name)
        if again != NOTHING:
            raise GrammarError(
                f"{name} refers to itself before its end: it is not regular for sure"
            )
        return done
