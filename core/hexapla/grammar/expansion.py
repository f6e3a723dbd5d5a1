"""From the elements of an ABNF rule to its expression: what it refers to is put in.

A rule that refers to itself at the end of an alternative only, X = A X / B, derives A* B (Arden's
rule). Any other that refers to itself is refused, since it need not be regular.
"""

from collections.abc import Mapping

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
from hexapla.grammar.expression import (
    EMPTY,
    NOTHING,
    Expression,
    Marked,
    One,
    choice,
    repeat,
    sequence,
)

# RFC 5234, appendix B.1: the rules that every grammar may use without defining them.
_CORE = {
    definition.name.lower(): definition
    for definition in read_abnf(
        "ALPHA = %x41-5A / %x61-7A\nDIGIT = %x30-39\n"
        + ('HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"\nDQUOTE = %x22\nSP = %x20\n')
    )
}


class Expansion:
    """Expands rules, each once.

    Args:
        definitions: The rules of a grammar, by their names in lower case.
        marked: The names, in lower case, of the rules whose expressions are marked.
        known: The expressions of the rules expanded so far; new ones are added.
    """

    def __init__(
        self,
        definitions: Mapping[str, Definition],
        marked: frozenset[str],
        known: dict[str, Expression],
    ) -> None:
        self._definitions = definitions
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
        definition = self._definition(name)
        if name in self._above:
            circle = " -> ".join((*self._above[self._above.index(name) :], name))
            raise GrammarError(f"{circle}: only a rule that ends in itself is regular for sure")
        self._above.append(name)
        again, done = self._tails(definition.element, name)
        self._above.pop()
        expression = sequence((repeat(again), done))
        if name in self._marked:
            expression = Marked(definition.name, expression)
        self._known[name] = expression
        return expression

    def _definition(self, name: str) -> Definition:
        definition = self._definitions.get(name) or _CORE.get(name)
        if definition is None:
            names = ", ".join(item.name for item in self._definitions.values())
            raise GrammarError(f"there is no rule {name!r}; there is: {names}")
        return definition

    def _tails(self, element: Element, name: str) -> tuple[Expression, Expression]:
        """Part what an element derives: what stands before `name` at its end, and the rest."""
        match element:
            case Name(other) if other.lower() == name:
                return EMPTY, NOTHING
            case Name(other):
                return NOTHING, self.expression(other.lower())
            case Literal(characters, _):
                return NOTHING, One(characters)
            case Alternation(items):
                parted = [self._tails(item, name) for item in items]
                return choice(again for again, _ in parted), choice(done for _, done in parted)
            case Concatenation(()):
                return NOTHING, EMPTY
            case Concatenation((*before, last)):
                front = sequence(self._closed(item, name) for item in before)
                again, done = self._tails(last, name)
                return sequence((front, again)), sequence((front, done))
            case Repetition(item, 0, 1):
                again, done = self._tails(item, name)
                return again, repeat(done, 0, 1)
            case Repetition(item, least, most):
                return NOTHING, repeat(self._closed(item, name), least, most)
        raise AssertionError(element)

    def _closed(self, element: Element, name: str) -> Expression:
        """Return the expression of an element that must not refer to the rule it stands in."""
        again, done = self._tails(element, name)
        if again != NOTHING:
            raise GrammarError(
                f"{name} refers to itself before its end: it is not regular for sure"
            )
        return done
