"""A memo's syntax: its grammar, and what its rules are for."""

from collections.abc import Mapping

import attrs

from hexapla.documents.reading import Rationale
from hexapla.grammar.derivation import Derivation, derivations
from hexapla.grammar.grammar import Grammar
from hexapla.grammar.scheme_parts import SchemePart, take_apart
from hexapla.grammar.validity import Validity, validate


@attrs.frozen
class Ambiguity:
    """Two derivations of one text that put components in different places.

    `settled_by` is the memo's own rule for choosing, where it has one.
    """

    first: Derivation
    second: Derivation
    settled_by: Rationale | None

    def to_dict(self) -> dict[str, object]:
        """Give its JSON form."""
        return {
            "derivations": [
                [attrs.asdict(taken) for taken in derivation.taken]
                for derivation in (self.first, self.second)
            ],
            "settled_by": self.settled_by and self.settled_by.to_dict(),
        }


@attrs.frozen
class Syntax:
    """A grammar with the roles of its rules.

    `roles` maps names that memos share (`reference`, `scheme`, `authority`, …) to rules, so that
    rules of two memos can be set against each other; a text is valid where the rule of the role
    `reference` derives it, or one of `also_valid`. `components` are the rules that a parser looks
    for. `variant_reading` is the reading whose options name variants of the grammar.
    `subdivisions` maps a component to its rule and the rules that it
    subdivides into.
    """

    grammar: Grammar
    roles: Mapping[str, str]
    also_valid: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    settled_by: Rationale | None = None
    variant_reading: str | None = None
    subdivisions: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)

    @property
    def productions(self) -> tuple[str, ...]:
        """The rules that make a text valid."""
        return (self.roles["reference"], *self.also_valid)

    def varied(self, options: Mapping[str, str]) -> "Syntax":
        """Give the syntax under the options of a memo's readings."""
        option = options.get(self.variant_reading or "")
        if option is None or option not in self.grammar.variants:
            return self
        return attrs.evolve(self, grammar=self.grammar.varied(option))

    def validate(self, text: str) -> Validity:
        """Say whether the grammar derives a text, and where the text leaves it if not."""
        return validate(self.grammar, self.productions, text)

    def ambiguity(self, text: str) -> Ambiguity | None:
        """Find two derivations of a text that put components in different places."""
        if not self.components:
            return None
        found = derivations(self.grammar, self.roles["reference"], self.components, text)
        return Ambiguity(found[0], found[1], self.settled_by) if len(found) > 1 else None

    def subdivide(self, component: str, part: str) -> tuple[SchemePart, ...]:
        """Take a component's part apart; nothing where the memo does not subdivide it so."""
        production, *names = self.subdivisions.get(component, ("",))
        if not production:
            return ()
        return take_apart(self.grammar, production, names, (), part).parts


def corresponding(first: Syntax, second: Syntax) -> tuple[tuple[str, str, str], ...]:
    """Give the roles that two grammars share, each with the rule of the first and of the second."""
    return tuple(
        (role, rule, second.roles[role])
        for role, rule in first.roles.items()
        if role in second.roles
    )
