"""What implementations are asked: how their answers relate to what standards say.

There are two questions, to resolve references (`Resolving`) and to parse URLs (`Parsing`). Each
says what standards expect, how an answer is compared with that, and how a difference is called.
All that is done with it, to explain answers, to record them and to tell of them, is the same for
both.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar, Generic, TypeVar

import attrs

from hexapla.comparison.columns import columns_of
from hexapla.comparison.one_line import show_cut
from hexapla.comparison.variants import Variant
from hexapla.discover.inputs import SearchInput
from hexapla.documents.citation import Provision
from hexapla.implementations.asking import Answer, AnyAnswer, Asked, Given
from hexapla.implementations.candidate_specs import candidates
from hexapla.operations.url_components import UrlComponents
from hexapla.standard.rule import Rule
from hexapla.standard.spec import Spec
from hexapla.text.signs import sanitized
from hexapla.values.frozen import FrozenMapping

Expected = TypeVar("Expected")

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
class Branch(Generic[Expected]):
    """What a standard gives for a case under some options.

    Attributes:
        options: An option for each undecided reading that the case touches on the way there.
        expected: What it gives.
    """

    options: Mapping[str, str]
    expected: Expected

    def allows(self, options: Mapping[str, str]) -> bool:
        """Return whether options, by reading, lead to this branch."""
        return all(options.get(name, option) == option for name, option in self.options.items())


def branch_under(
    branches: Sequence[Branch[Expected]], options: Mapping[str, str]
) -> Branch[Expected]:
    """Return the branch under options, one for each reading that the case touches."""
    return next(branch for branch in branches if branch.allows(options))


def options_of(spec: Spec, variant: Variant) -> Mapping[str, str]:
    """Return the options of a variant that its spec leaves undecided."""
    return FrozenMapping(
        (choice.reading, choice.option) for choice in variant.choices if choice not in spec.choices
    )


@attrs.frozen(repr=False)
class DepartureKind:
    """How answers depart from a standard.

    Attributes:
        name: What it is called in JSON.
        says: What the program does, in words that follow "it".
        component: The component that shows it; None where it is the answer as a whole.
        sign: The character at a boundary that is put elsewhere; "" where there is none.
        rule: The rule that the program does not follow; None where no one rule decides.
        is_counted: Whether a component counts as different because of it. A host that only as it is
            given differs does not: the same host is connected to.
        is_form: Whether the same was read, and only its form differs.
        by_example: Whether answers that depart so are told apart by their smallest examples.
    """

    name: str
    says: str
    component: str | None = None
    sign: str = ""
    rule: Rule | Provision | None = None
    is_counted: bool = True
    is_form: bool = False
    by_example: bool = False

    def __repr__(self) -> str:
        return f"<DepartureKind: it {self.says}>"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            "manner": self.name,
            "says": self.says,
            "component": self.component,
            "sign": self.sign or None,
            "rule": self.rule and self.rule.to_dict(),
            "counted": self.is_counted,
        }


class Question(ABC, Generic[Asked, Given, Expected]):
    """A question to implementations, and the specs that may explain the answers.

    Attributes:
        name: The name of the question.
        noun: What a case is called.
        rejects: What a program does that rejects a case, in words that follow "it".
        components: What is compared of an answer.
        choice_price: How many components more a choice has to explain that is not the default.
        alphabet: The characters that a smallest example prefers.
        bases: The bases that it prefers.
        turns: What a smaller case has to have in common with the first, for each turn of making
            one smaller.
        given_as: The types in which a caller may give a case.
        needs: What there has to be at least of cases.
        specs: The specs.
    """

    name: ClassVar[str]
    noun: ClassVar[str]
    rejects: ClassVar[str]
    components: ClassVar[tuple[str, ...]]
    choice_price: ClassVar[int] = 0
    alphabet: ClassVar[str]
    bases: ClassVar[tuple[str, ...]] = ()
    turns: ClassVar[tuple[Nearness, ...]] = (lambda spec, case: lambda smaller: True,)
    given_as: ClassVar[tuple[type, ...]]
    needs: ClassVar[str]

    def __init__(self, specs: Iterable[str | Spec] | None = None) -> None:
        """Prepare to explain.

        Args:
            specs: Selectors or specs; None for the candidates.

        Raises:
            SelectorError: A selector names nothing.
            ValueError: A spec that is named says nothing of the question.
        """
        self.specs = self.usable(None if specs is None else columns_of(specs))

    def usable(self, specs: tuple[Spec, ...] | None) -> tuple[Spec, ...]:
        """Return the specs, or those candidates that say something of the question."""
        return candidates() if specs is None else specs

    # Cases.

    @abstractmethod
    def case(self, given: Any) -> Asked:
        """Return what a caller gave as a case; raise `TypeError` where it has another type."""

    @abstractmethod
    def default_cases(self) -> tuple[Asked, ...]:
        """Return the cases that are asked where the user names none; the same in every run."""

    @abstractmethod
    def input_of(self, case: Asked) -> SearchInput:
        """Return a case as an input that can be made smaller."""

    @abstractmethod
    def case_of(self, smaller: SearchInput) -> Asked:
        """Return the case that an input is."""

    @abstractmethod
    def size(self, case: Asked) -> Any:
        """Return what is less for a smaller case."""

    # What standards expect, and how an answer compares with it.

    @abstractmethod
    def expected(self, spec: Spec, case: Asked) -> Expected:
        """Return what a spec gives for a case, under its own choices."""

    @abstractmethod
    def branches(self, spec: Spec, case: Asked) -> tuple[Branch[Expected], ...]:
        """Return everything that a spec can give for a case, given the choices that it has made.

        The branch of the defaults comes first. A combination of options leads to exactly one.
        """

    @abstractmethod
    def findings(
        self, spec: Spec, expected: Expected, answer: Answer[Asked, Given]
    ) -> Mapping[str, Finding]:
        """Return what comparing says, by component.

        Args:
            spec: The spec.
            expected: What it gives.
            answer: What the program answered; nothing is compared where it failed to.
        """

    def has_host_as_given(self, expected: Expected, answer: Answer[Asked, Given]) -> bool:
        """Return whether the program gives the host as the standard writes it."""
        return False

    def is_current_document(self, expected: Expected) -> bool:
        """Return whether a standard gives the current document, which has no URI of its own."""
        return False

    # How answers depart.

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

    # Words.

    @abstractmethod
    def matched(self, agreeing: int, told: Mapping[str, int], cases: int) -> str:
        """Return how much matches, in words.

        Args:
            agreeing: How many components match.
            told: How many components were compared, by their names.
            cases: How many cases were asked.
        """

    @abstractmethod
    def counted_cases(self, number: int) -> str:
        """Return a number of cases of a verdict, as it stands before what is said of them."""

    @abstractmethod
    def lemma(self, case: Asked) -> str:
        """Return what stands for a case in a line."""

    def context(self, case: Asked) -> str:
        """Return what else a case has, for the end of a line; "" for nothing."""
        return ""

    @abstractmethod
    def expected_text(self, expected: Expected, answer: Answer[Asked, Given]) -> str:
        """Return what a standard gives, in a line, as far as an answer tells of it."""

    @abstractmethod
    def expected_form(self, expected: Expected) -> object:
        """Return the JSON form of what a standard gives."""

    def no_rule_text(self, label: str, expected: Expected, kind: DepartureKind) -> str:
        """Return what a standard says where no one rule decides."""
        return f"{label} allows it."


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
    items = components.told.items()
    there = [f"{name} {show_cut(text)}" for name, text in items if text is not None]
    return ", ".join(there) or "(nothing)"
