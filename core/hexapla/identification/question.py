"""What implementations are asked: how their answers relate to what standards say.

There are two questions, to resolve references (`Resolving`) and to parse URLs (`Parsing`). Each
says how a difference is called. All that is done with it, to compare answers, to explain them, to
record them and to tell of them, is the same for both.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, ClassVar

import attrs

from hexapla.divergence.answers import ACCEPTS
from hexapla.divergence.messages import says
from hexapla.divergence.model import Behaviour, Kind
from hexapla.documents.citation import Provision
from hexapla.grammar.validity import Verdict
from hexapla.implementations.asking import AnyAnswer, AnyCase, UrlCase
from hexapla.operations.authority import COMPONENT_NAMES, UrlComponents
from hexapla.operations.division import DividedUrl
from hexapla.standard.display import show_cut, uri_of
from hexapla.standard.dividing import divided_by
from hexapla.standard.phases import NoUri, Outcome, has_rule
from hexapla.standard.registry import columns_of
from hexapla.standard.registry import specs as installed
from hexapla.standard.rule import Rule
from hexapla.standard.spec import Spec
from hexapla.standard.variants import division_by, target_by, variants_of
from hexapla.text.signs import sanitized
from hexapla.text.table import GAP
from hexapla.values.frozen import FrozenMapping, kept
from hexapla.values.value import Value

URI = "uri"
"""What is compared of an answer that is a URI."""

Nearness = Callable[[Spec, Any, Any], bool]
"""Takes a spec, a case and a smaller one; returns whether that is near enough."""


class Finding(StrEnum):
    """What comparing says of a component of an answer; of an answer, the first of them."""

    DIFFERENT = "different"
    # The program rejects what the standard's grammar does not derive, or has no rule for.
    REJECTED = "rejected"
    # The program answers where the standard has no rule.
    NO_RULE = "no-rule"
    SAME = "same"


@attrs.frozen
class Expectation:
    """What a standard gives for a case, as far as an implementation can show it.

    Attributes:
        value: The URI, or the components of the URL; None for no URI, or a refusal.
        has_rule: Whether the standard has a rule for the case; otherwise nothing follows it.
        is_current_document: Whether the URI only stands for the current document.
        divided: All that the standard reads in a URL; None if a reference is resolved.
    """

    value: str | UrlComponents | None
    has_rule: bool = True
    is_current_document: bool = False
    divided: DividedUrl | None = None

    def findings(self, spec: Spec, answer: AnyAnswer) -> Mapping[str, Finding]:
        """Return what comparing says, by component; nothing where the program failed to answer.

        Args:
            spec: The spec that gives this.
            answer: What the program answered.
        """
        if answer.trouble is not None:
            return {}
        if answer.value is None:
            same = self.has_rule and self.value is None
            is_due = self.has_rule and (
                spec.standard.parser_decides or self._is_derived(spec, answer.case)
            )
            rejection = Finding.DIFFERENT if is_due else Finding.REJECTED
            return {ACCEPTS if self.divided else URI: Finding.SAME if same else rejection}
        given, wanted = parts_of(answer.value), parts_of(self.value)
        if not self.has_rule:
            return dict.fromkeys(given, Finding.NO_RULE)
        return {
            name: Finding.SAME if name in wanted and wanted[name] == part else Finding.DIFFERENT
            for name, part in given.items()
        }

    def _is_derived(self, spec: Spec, case: AnyCase) -> bool:
        """Return whether a spec's grammar derives all texts, and an authority as it is divided."""
        if self.divided is None:
            return all(spec.validate(text).verdict is not Verdict.NO for text in case.texts)
        return self.divided.valid is not False and self.divided.authority_valid is not False

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


def parts_of(value: str | UrlComponents | None) -> Mapping[str, object]:
    """Return what a value is compared by: the URI, or each component that it tells."""
    if isinstance(value, UrlComponents):
        return {ACCEPTS: True, **{name: value.compared(name) for name in value.stated}}
    return {} if value is None else {URI: value}


Alternative = tuple[Mapping[str, str], Expectation]
"""What a standard gives for a case, after the options under which it does: one for each undecided
reading that is consulted on the way there."""


@attrs.frozen(repr=False)
class DepartureKind(Value):
    """How answers depart from a standard.

    Attributes:
        behaviour: What the program does.
        rule: The rule that the program does not follow; None if no one rule decides.
        is_counted: Whether a component counts as different because of it. A host that only as it is
            given differs does not: the same host is connected to.
        is_form: Whether the same was read, and only its form differs.
    """

    _json_members = (
        "kind=behaviour.kind",
        "component=behaviour.component",
        "sign=behaviour.sign",
        "transforms=behaviour.transforms",
        "where=behaviour.where",
        "says",
        "rule",
        "counted=is_counted",
    )

    behaviour: Behaviour
    rule: Rule | Provision | None = None
    is_counted: bool = True
    is_form: bool = False

    @property
    def says(self) -> str:
        """What the program does, in words that follow "it"."""
        told = says(self.behaviour)
        if self.behaviour.kind is not Kind.ACCEPTS or not isinstance(self.rule, Provision):
            return told
        return f"{told}, though {self.rule.does.removeprefix('says that ')}"


KindOf = Callable[[AnyAnswer], DepartureKind | None]
"""Returns how an answer departs from a standard, if it does so in one certain way."""


@attrs.frozen
class DepartureGroup:
    """Answers that depart from a standard in one way.

    Attributes:
        answers: The answers.
        kind_of: Returns how another answer departs, if it does in the same way.
        opposed: In how many cases it would show, and the standard is followed.
    """

    answers: tuple[AnyAnswer, ...]
    kind_of: KindOf
    opposed: int = 0


def expected(spec: Spec, case: AnyCase) -> Expectation:
    """Return what a spec gives for a case, under its own choices."""
    if isinstance(case, UrlCase):
        return _expectation(case, divided_by(spec, case.url))
    return _expectation(case, spec.resolve(case.reference, base=case.base).target)


@kept(16_384, lambda spec, case: sum(map(len, case.texts)))
def alternatives(spec: Spec, case: AnyCase) -> tuple[Alternative, ...]:
    """Return everything that a spec can give for a case, given the choices that it has made.

    The alternative of the defaults comes first. A combination of options leads to exactly one.
    """
    given_by = division_by if isinstance(case, UrlCase) else target_by
    return tuple(
        (
            FrozenMapping(
                (choice.reading, choice.option)
                for choice in variant.choices
                if choice not in spec.choices
            ),
            _expectation(case, variant.key),
        )
        for variant in variants_of(spec, lambda spec: given_by(spec, *case.texts))
    )


def _expectation(case: Any, given: Any) -> Expectation:
    """Return what a program can show of a target, or of what is read in a URL."""
    if isinstance(given, DividedUrl):
        value = given.components if given.accepts and given.has_rule else None
        return Expectation(value, given.has_rule, divided=given)
    is_current = isinstance(given, NoUri) and given.outcome is Outcome.SAME_DOCUMENT
    return Expectation(uri_of(given, case.base), has_rule(given), is_current)


class Question:
    """A question to implementations, and the specs that may explain the answers.

    Attributes:
        name: The name of the question.
        noun: What a case is called.
        rejects: What a program does that rejects a case, in words that follow "it".
        components: What is compared of an answer; where it is one, cases are counted by it.
        nearest: By which rule a standard is called the nearest.
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
    nearest: ClassVar[str]
    choice_price: ClassVar[int] = 0
    alphabet: ClassVar[str]
    bases: ClassVar[tuple[str, ...]] = ()
    turns: ClassVar[tuple[Nearness, ...]] = (lambda spec, case, smaller: True,)
    given_as: ClassVar[tuple[type, ...]]
    needs: ClassVar[str]
    hint: ClassVar[str]

    def __init__(self, specs: Iterable[str | Spec] | None = None) -> None:
        """Prepare to explain; None for `specs` is those candidates that answer the question."""
        self.specs = candidates() if specs is None else columns_of(specs)


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
    return tuple(spec for spec in installed() if spec.standard.candidate)
