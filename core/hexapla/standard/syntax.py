"""A standard's syntax: its grammar, and the roles of the grammar's rules."""

import functools
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import attrs

from hexapla.documents.citation import Citation, Document
from hexapla.documents.reading import Choice, Rationale
from hexapla.grammar.derivation import Capture, derivations, derive
from hexapla.grammar.grammar import Grammar
from hexapla.grammar.validity import Expected, SchemePart, Validity, Verdict, parts_of, validator
from hexapla.standard.phases import NoUri, Outcome, Target, target_value
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import Value, json_form


@attrs.frozen(repr=False)
class ValidationError(Value):
    """A problem in a string, reported by a parser.

    Attributes:
        name: The standard's name for the error; "" if the standard gives it none.
        offset: The offset of the error in the string, in code points.
        failure: Whether the error makes the parser reject the string.
        citation: The section and the step in which the parser reports the error.
    """

    name: str
    offset: int
    failure: bool
    citation: Citation


@attrs.frozen(repr=False)
class Ambiguity:
    """Two derivations of a string that differ in the positions of components.

    `settled_by` is the standard's own rule for choosing between them, if it has such a rule.

    Attributes:
        first: The first derivation.
        second: The second derivation.
    """

    first: tuple[Capture, ...]
    second: tuple[Capture, ...]
    settled_by: Rationale | None

    def __repr__(self) -> str:
        return f"<Ambiguity {self.first!r}, {self.second!r}>"

    def to_dict(self) -> dict[str, object]:
        """Return the ambiguity's JSON form."""
        return {
            "derivations": [json_form(self.first), json_form(self.second)],
            "settled_by": self.settled_by and self.settled_by.to_dict(),
        }


@attrs.frozen
class Subdivision:
    """The grammar rules that split a component's string into parts.

    Attributes:
        productions: Rules for the component; the first rule that derives the string splits it.
        parts: The rules that derive the parts.
        leading: Text, such as a delimiter, that may come before the derived string and isn't a
            part.
    """

    productions: tuple[str, ...]
    parts: tuple[str, ...]
    leading: str = ""

    def divide(self, grammar: Grammar, text: str) -> tuple[SchemePart, ...]:
        """Split a component's text into parts; return () if no production derives the text."""
        offset = len(self.leading) if text.startswith(self.leading) else 0
        rest = text[offset:]
        production = next((name for name in self.productions if grammar.matches(name, rest)), None)
        if production is None:
            return ()
        events = next(derive(grammar, production, self.parts, rest))
        return parts_of(events, rest, offset)


@attrs.frozen(repr=False)
class Syntax(Value):
    """A grammar with the roles of its rules.

    Attributes:
        grammar: The grammar.
        roles: The rules, keyed by role (`reference`, `scheme`, `authority`, …). A role has
            the same name in all standards that have it, so that rules of two standards can be
            compared. A string is valid if the rule with the role `reference` or a rule in
            `also_valid` derives it.
        also_valid: Rules that make a string valid, in addition to the rule with the role
            `reference`.
        components: The rules that derive components.
        settled_by: The standard's rule for choosing between two derivations, if it has such a rule.
        variant_readings: The readings whose options name variants of the grammar.
        subdivisions: The rules for splitting components, keyed by the name of the component.
        refuse: A function that checks derived strings for a condition that the grammar can't
            express. For an invalid string, it returns the offset and what was expected there;
            otherwise None.
        locate: A function that corrects the position of the error in an invalid string, if the
            grammar can only detect the error later than the standard's own definitions do.
    """

    grammar: Grammar
    roles: Mapping[str, str]
    also_valid: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    settled_by: Rationale | None = None
    variant_readings: tuple[str, ...] = ()
    subdivisions: Mapping[str, Subdivision] = attrs.field(factory=dict)
    refuse: Callable[[str], tuple[int, Expected] | None] | None = None
    locate: Callable[[str, Validity], Validity] | None = None

    @property
    def productions(self) -> tuple[str, ...]:
        """The rules that make a string valid."""
        return (self.roles["reference"], *self.also_valid)

    def varied(self, options: Mapping[str, str]) -> "Syntax":
        """Return the variant of the syntax that a standard's options select."""
        chosen = [options.get(reading) for reading in self.variant_readings]
        variants = [option for option in chosen if option in self.grammar.variants]
        return attrs.evolve(self, grammar=self.grammar.varied(*variants)) if variants else self

    @functools.cached_property
    def validate(self) -> Callable[[str], Validity]:
        """The function that checks whether a string is valid and, if not, locates the error."""
        validate, refuse, locate = (
            validator(self.grammar, self.productions),
            self.refuse,
            self.locate,
        )
        if refuse is None and locate is None:
            return validate

        def validate_further(text: str) -> Validity:
            validity = validate(text)
            if refuse is not None and validity.verdict is Verdict.YES:
                refused = refuse(text)
                if refused is not None:
                    offset, expected = refused
                    validity = Validity(Verdict.NO, validity.productions, offset, expected=expected)
            if locate is None or validity.verdict is not Verdict.NO:
                return validity
            return locate(text, validity)

        return validate_further

    @functools.cached_property
    def derives(self) -> Callable[[str], bool]:
        """The function that checks whether a string is valid, without locating the error."""
        accepts, refuse = self.grammar.acceptor(*self.productions).accepts, self.refuse
        if refuse is None:
            return accepts
        return lambda text: accepts(text) and refuse(text) is None

    def ambiguity(self, text: str) -> Ambiguity | None:
        """Return two derivations of a string that put its components in different positions.

        The result is None if there is at most one derivation, or if all have the same components.
        """
        if not self.components:
            return None
        derived = derivations(self.grammar, self.roles["reference"], self.components, text)
        return Ambiguity(derived[0], derived[1], self.settled_by) if len(derived) > 1 else None

    def subdivide(self, component: str, part: str) -> tuple[SchemePart, ...]:
        """Split a component's text into parts; return () if the grammar doesn't split the text."""
        subdivision = self.subdivisions.get(component)
        return () if subdivision is None else subdivision.divide(self.grammar, part)


def roles(names: str) -> Mapping[str, str]:
    """Parse a list of roles, separated by commas: `role=rule`, or a single name for both."""
    pairs = (name.partition("=") for name in names.split(", "))
    return FrozenMapping((role, rule or role) for role, _, rule in pairs)


def corresponding(first: Syntax, second: Syntax) -> tuple[tuple[str, str, str], ...]:
    """Return each role that two syntaxes share, with the rule for the role in each syntax."""
    return tuple(
        (role, rule, second.roles[role])
        for role, rule in first.roles.items()
        if role in second.roles
    )


# Examples from the text of a standard, each with its citation.


@attrs.frozen(repr=False)
class ExpectedResult(Value):
    """A result that an example expects, and the choices under which it is expected."""

    target: Target
    choices: tuple[Choice, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return the expected result's JSON form."""
        return {**target_value(self.target), "choices": json_form(self.choices)}


@attrs.frozen(repr=False)
class Example(Value):
    """An example from a standard: a base, a reference, and one or more expected results.

    Attributes:
        base: The base.
        reference: The reference.
        answers: The expected results; there are several if the result depends on a reading.
        citation: The section with the example.
    """

    base: str
    reference: str
    answers: tuple[ExpectedResult, ...]
    citation: Citation


def load_examples(document: Document, path: Path) -> tuple[Example, ...]:
    """Load a standard's examples from a JSON file."""
    tables = json.loads(path.read_text(encoding="utf-8"))["tables"]
    return tuple(
        Example(
            base,
            row["reference"],
            tuple(map(_answer, row["answers"])),
            Citation(document, table["section"], table["title"]),
        )
        for table in tables
        for base in table["bases"]
        for row in table["rows"]
    )


def _answer(answer: Mapping[str, Any]) -> ExpectedResult:
    choices = tuple(Choice(name, option) for name, option in answer.get("choices", {}).items())
    if "uri" in answer:
        return ExpectedResult(answer["uri"], choices)
    return ExpectedResult(NoUri(Outcome(answer["outcome"]), answer.get("fragment")), choices)
