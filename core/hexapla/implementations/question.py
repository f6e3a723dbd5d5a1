"""What implementations are asked: how their answers relate to what standards say.

There are two questions, to resolve references (`Resolving`) and to parse URLs (`Parsing`). Each
says what standards expect, how an answer is compared with that, and how a difference is called.
All that is done with it, to explain answers, to record them and to tell of them, is the same for
both.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, ClassVar, Generic

import attrs

from hexapla.comparison.columns import columns_of
from hexapla.comparison.display import GAP, show_cut
from hexapla.comparison.readings import Variant
from hexapla.documents.citation import Provision
from hexapla.implementations.asking import Answer, AnyAnswer, AnyCase, Asked, Given
from hexapla.operations.division import DividedUrl
from hexapla.operations.url_components import COMPONENT_NAMES, UrlComponents
from hexapla.standard.registry import specs as installed
from hexapla.standard.rule import Rule
from hexapla.standard.spec import Spec
from hexapla.text.signs import sanitized
from hexapla.values.errors import InputError
from hexapla.values.frozen import FrozenMapping
from hexapla.values.kept import kept
from hexapla.values.value import Value

Nearness = Callable[[Spec, Any], Callable[[Any], bool]]
"""Takes a spec and a case; returns what says whether a smaller case is near enough."""


class Finding(StrEnum):
    """What comparing says of a component of an answer."""

    SAME = "same"
    DIFFERENT = "different"
    # The program rejects what the standard's grammar does not derive, or has no rule for.
    REJECTED = "rejected"
    # The program answers where the standard has no rule.
    NO_RULE = "no-rule"


@attrs.frozen
class Expectation:
    """What a standard gives for a case, as far as an implementation can show it.

    Attributes:
        value: The URI, or the components of the URL; None for no URI, or a refusal.
        has_rule: Whether the standard has a rule for the case; otherwise nothing follows it.
        is_current_document: Whether the URI only stands for the current document.
        divided: All that the standard reads in a URL; None where a reference is resolved.
    """

    value: str | UrlComponents | None
    has_rule: bool = True
    is_current_document: bool = False
    divided: DividedUrl | None = None

    def text(self, answer: AnyAnswer) -> str:
        """Return the value in a line; of components, those that an answer tells of."""
        if self.divided is not None and self.value is None:
            return "(no rule)" if self.divided.accepts else "(refused)"
        if not isinstance(self.value, UrlComponents):
            return "(no URI)" if self.value is None else show_cut(self.value)
        told = COMPONENT_NAMES if answer.value is None else answer.value.stated
        return told_text(UrlComponents.of({name: self.value.stated[name] for name in told}))

    @property
    def form(self) -> object:
        """The value's JSON form."""
        return self.value if self.divided is None else self.divided.components.to_dict()


@attrs.frozen
class Alternative:
    """What a standard gives for a case under some options.

    Attributes:
        options: An option for each undecided reading that the case touches on the way there.
        expected: What it gives.
    """

    options: Mapping[str, str]
    expected: Expectation


@attrs.frozen(repr=False)
class DepartureKind(Value):
    """How answers depart from a standard.

    Attributes:
        name: What it is called in JSON.
        says: What the program does, in words that follow "it".
        component: The component that shows it; None where it is the answer as a whole.
        sign: The character at a boundary that is put elsewhere; None where there is none.
        rule: The rule that the program does not follow; None where no one rule decides.
        is_counted: Whether a component counts as different because of it. A host that only as it is
            given differs does not: the same host is connected to.
        is_form: Whether the same was read, and only its form differs.
        by_example: Whether answers that depart so are told apart by their smallest examples.
    """

    _json_members = ("kind=name", "says", "component", "sign", "rule", "counted=is_counted")

    name: str
    says: str
    component: str | None = None
    sign: str | None = None
    rule: Rule | Provision | None = None
    is_counted: bool = True
    is_form: bool = False
    by_example: bool = False


class Question(ABC, Generic[Asked, Given]):
    """A question to implementations, and the specs that may explain the answers.

    Attributes:
        name: The name of the question.
        noun: What a case is called.
        rejects: What a program does that rejects a case, in words that follow "it".
        components: What is compared of an answer; where it is one, cases are counted by it.
        needs_division: Whether specs can explain answers only if they divide URLs.
        choice_price: How many components more a choice has to explain that is not the default.
        alphabet: The characters that a smallest example prefers.
        bases: The bases that it prefers.
        turns: What a smaller case has to have in common with the first, for each turn of making
            one smaller.
        given_as: The types in which a caller may give a case.
        needs: What there has to be at least of cases.
        hint: What to do where the program was made for the other question.
        specs: The specs.
    """

    name: ClassVar[str]
    noun: ClassVar[str]
    rejects: ClassVar[str]
    components: ClassVar[tuple[str, ...]]
    needs_division: ClassVar[bool] = False
    choice_price: ClassVar[int] = 0
    alphabet: ClassVar[str]
    bases: ClassVar[tuple[str, ...]] = ()
    turns: ClassVar[tuple[Nearness, ...]] = (lambda spec, case: lambda smaller: True,)
    given_as: ClassVar[tuple[type, ...]]
    needs: ClassVar[str]
    hint: ClassVar[str]

    def __init__(self, specs: Iterable[str | Spec] | None = None) -> None:
        """Prepare to explain.

        Args:
            specs: Selectors or specs; None for those candidates that answer the question.

        Raises:
            SelectorError: A selector names nothing.
            ValueError: A spec that is named does not answer the question.
        """
        chosen = candidates() if specs is None else columns_of(specs)
        self.specs = tuple(spec for spec in chosen if spec.division or not self.needs_division)
        for spec in chosen:
            if specs is not None and spec not in self.specs:
                raise InputError(f"{spec.selector} does not divide a URL")

    @abstractmethod
    def case(self, given: Any) -> Asked:
        """Return what a caller gave as a case; raise `TypeError` where it has another type."""

    @abstractmethod
    def default_cases(self) -> tuple[Asked, ...]:
        """Return the cases that are asked where the user names none; the same in every run."""

    @abstractmethod
    def expected(self, spec: Spec, case: Asked) -> Expectation:
        """Return what a spec gives for a case, under its own choices."""

    @staticmethod
    @abstractmethod
    def variants(spec: Spec, case: Any) -> Iterable[tuple[Variant, Expectation]]:
        """Return what a spec gives for a case under other choices, too."""

    def alternatives(self, spec: Spec, case: Asked) -> tuple[Alternative, ...]:
        """Return everything that a spec can give for a case, given the choices that it has made.

        The alternative of the defaults comes first. A combination of options leads to exactly one.
        """
        return _alternatives(type(self), spec, case)

    @abstractmethod
    def parts(self, value: Given) -> Mapping[str, object]:
        """Return what a value is compared by, for each component that it tells."""

    @abstractmethod
    def is_derived(self, spec: Spec, case: Asked, expected: Expectation) -> bool:
        """Return whether a spec's grammar derives a case."""

    def findings(
        self, spec: Spec, expected: Expectation, answer: Answer[Asked, Given]
    ) -> Mapping[str, Finding]:
        """Return what comparing says, by component.

        Args:
            spec: The spec.
            expected: What it gives.
            answer: What the program answered; nothing is compared where it failed to.
        """
        if answer.trouble is not None:
            return {}
        if answer.value is None:
            if expected.has_rule and expected.value is None:
                return {self.components[0]: Finding.SAME}
            derived = spec.parser_decides or self.is_derived(spec, answer.case, expected)
            is_due = expected.has_rule and derived
            return {self.components[0]: Finding.DIFFERENT if is_due else Finding.REJECTED}
        given = self.parts(answer.value)
        if not expected.has_rule:
            return dict.fromkeys(given, Finding.NO_RULE)
        value: Any = expected.value
        if value is None:
            return dict.fromkeys(given, Finding.DIFFERENT)
        wanted = self.parts(value)
        return {
            name: Finding.SAME if wanted[name] == part else Finding.DIFFERENT
            for name, part in given.items()
        }

    @abstractmethod
    def kinds(self, spec: Spec, answer: Answer[Asked, Given]) -> tuple[DepartureKind, ...]:
        """Return how an answer departs from a spec; nothing where it agrees.

        A kind has no rule where answers depart in the same way whatever the rule is.
        """

    @abstractmethod
    def complete(
        self, spec: Spec, kind: DepartureKind, answer: Answer[Asked, Given]
    ) -> DepartureKind:
        """Return a kind with the rule that the smallest example of a departure shows."""

    @abstractmethod
    def group(self, spec: Spec, kind: DepartureKind, example: Answer[Asked, Given]) -> object:
        """Return what answers have in common that show one departure.

        Args:
            spec: The spec.
            kind: How an answer departs from it.
            example: The smallest example for the answer, where it is told by it.
        """


@kept(16_384, lambda question, spec, case: sum(map(len, case.texts)))
def _alternatives(
    question: type[Question[Any, Any]], spec: Spec, case: AnyCase
) -> tuple[Alternative, ...]:
    return tuple(
        Alternative(
            FrozenMapping(
                (choice.reading, choice.option)
                for choice in variant.choices
                if choice not in spec.choices
            ),
            expected,
        )
        for variant, expected in question.variants(spec, case)
    )


def case_text(case: AnyCase) -> str:
    """Return a case in a line: a URL, or a reference and its base."""
    return f"{GAP}on{GAP}".join(map(show_cut, reversed(case.texts)))


def answer_text(answer: AnyAnswer) -> str:
    """Return what an implementation answers, in a line."""
    if answer.trouble is not None:
        return f"({sanitized(answer.trouble)})"
    if answer.value is None:
        said = "" if answer.error is None else f": {sanitized(answer.error)}"
        return f"({answer.case.refusal}{said})"
    return show_cut(answer.value) if isinstance(answer.value, str) else told_text(answer.value)


def told_text(components: UrlComponents) -> str:
    """Return the components that are there, in a line."""
    items = components.stated.items()
    there = [f"{name} {show_cut(text)}" for name, text in items if text is not None]
    return ", ".join(there) or "(nothing)"


def candidates() -> tuple[Spec, ...]:
    """Return the specs that `identify` chooses from by default, oldest first.

    A plug-in's spec is one only if its own class says `candidate = True`; what it inherits from a
    spec that comes with Hexapla does not count.
    """
    return tuple(spec for spec in installed() if spec.candidate)
