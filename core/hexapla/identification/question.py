"""The questions that implementations are asked, and how the answers relate to the standards.

There are two questions: resolving references (`Resolving`) and parsing URLs (`Parsing`). Each
defines how differences are described. Comparing, explaining, recording and reporting answers works
the same for both.
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
from hexapla.implementations.asking import AnyAnswer, AnyCase, Case, UrlCase
from hexapla.operations.authority import COMPONENT_NAMES, UrlComponents
from hexapla.operations.division import DividedUrl
from hexapla.standard.display import show_cut, uri_of
from hexapla.standard.dividing import divided_by
from hexapla.standard.phases import NoUri, Outcome, Target, has_rule
from hexapla.standard.registry import columns_of
from hexapla.standard.registry import specs as installed
from hexapla.standard.rule import Rule
from hexapla.standard.spec import Spec
from hexapla.standard.variants import Given, division_by, target_by, variants_of
from hexapla.text.signs import sanitized
from hexapla.text.table import GAP
from hexapla.values.frozen import FrozenMapping, kept
from hexapla.values.value import Value

URI = "uri"
"""The name under which the URI in an answer is compared."""

Nearness = Callable[[Spec, Any, Any], bool]
"""Takes a spec, a case and a smaller one; returns whether the smaller case is near enough."""


class Finding(StrEnum):
    """The result of comparing a component; for a whole answer, the first of these that occurs."""

    DIFFERENT = "different"
    # The program rejects a string that the standard's grammar doesn't derive or has no rule for.
    REJECTED = "rejected"
    # The program answers, but the standard has no rule.
    NO_RULE = "no-rule"
    SAME = "same"


@attrs.frozen
class Expectation:
    """A standard's result for a case, as far as an implementation can show it.

    Attributes:
        value: The URI, or the components of the URL; None if there is none, or it is rejected.
        has_rule: Whether the standard has a rule for the case; otherwise there is nothing to
            follow.
        is_current_document: Whether the URI only stands for the current document.
        divided: The components that the standard finds in a URL; None if the case is a reference.
    """

    value: str | UrlComponents | None
    has_rule: bool = True
    is_current_document: bool = False
    divided: DividedUrl | None = None

    def findings(self, spec: Spec, answer: AnyAnswer) -> Mapping[str, Finding]:
        """Return the finding for each component; none if the program failed to answer.

        Args:
            spec: The spec with this result.
            answer: The program's answer.
        """
        if answer.trouble is not None:
            return {}
        if answer.value is None:
            same = self.has_rule and self.value is None
            is_allowed = self.allows_rejecting(spec, answer.case)
            rejection = Finding.REJECTED if is_allowed else Finding.DIFFERENT
            return {ACCEPTS if self.divided else URI: Finding.SAME if same else rejection}
        given, wanted = parts_of(answer.value), parts_of(self.value)
        if not self.has_rule:
            return dict.fromkeys(given, Finding.NO_RULE)
        return {
            name: Finding.SAME if name in wanted and wanted[name] == part else Finding.DIFFERENT
            for name, part in given.items()
        }

    def allows_rejecting(self, spec: Spec, case: AnyCase) -> bool:
        """Return whether the standard has no rule for a case, or doesn't derive its strings."""
        decides = spec.standard.parser_decides
        return not self.has_rule or not (decides or self._is_derived(spec, case))

    def _is_derived(self, spec: Spec, case: AnyCase) -> bool:
        """Return whether a spec's grammar derives all strings, and the authority as it is split."""
        if self.divided is None:
            return all(spec.validate(text).verdict is not Verdict.NO for text in case.texts)
        return self.divided.valid is not False and self.divided.authority_valid is not False

    def text(self, answer: AnyAnswer) -> str:
        """Return the value on one line; only components that an answer reports are shown."""
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
    """Return the values by which an answer is compared: the URI, or each reported component."""
    if isinstance(value, UrlComponents):
        return {ACCEPTS: True, **{name: value.compared(name) for name in value.stated}}
    return {} if value is None else {URI: value}


Alternative = tuple[Mapping[str, str], Expectation]
"""A standard's result under some options: one for each undecided reading that is consulted."""


@attrs.frozen(repr=False)
class DepartureKind(Value):
    """A kind of departure from a standard.

    Attributes:
        behaviour: The program's behaviour.
        rule: The rule that the program doesn't follow; None if no single rule decides.
        is_counted: Whether a component counts as different. A host in another form doesn't, because
            clients connect to the same host; nor does a rejection that the standard allows.
        is_form: Whether the same text was read, and only its form differs.
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
        """The program's behaviour, in words that follow "it"."""
        told = says(self.behaviour)
        if self.behaviour.kind is not Kind.ACCEPTS or not isinstance(self.rule, Provision):
            return told
        return f"{told}, though {self.rule.does.removeprefix('says that ')}"


KindOf = Callable[[AnyAnswer], DepartureKind | None]
"""Returns the departure of an answer, if it has a certain kind of departure."""


@attrs.frozen
class DepartureGroup:
    """Answers with the same departure from a standard.

    Attributes:
        answers: The answers.
        kind_of: Returns the departure of another answer, if it is the same.
        opposed: The number of cases that would show it, but in which the standard is followed.
    """

    answers: tuple[AnyAnswer, ...]
    kind_of: KindOf
    opposed: int = 0


def _target_by(spec: Spec, base: str, reference: str) -> Target:
    return spec.resolve(reference, base=base).target


# By question: functions that take a spec and the strings of a case. They return a spec's result
# under its own choices, and the result with the choices consulted.
_RESULT_BY: Mapping[str, Callable[..., Target | DividedUrl]] = {
    Case.question: _target_by,
    UrlCase.question: divided_by,
}
_GIVEN_BY: Mapping[str, Callable[..., Given]] = {
    Case.question: target_by,
    UrlCase.question: division_by,
}


def expected(spec: Spec, case: AnyCase) -> Expectation:
    """Return a spec's result for a case, under its own choices."""
    result_by = _RESULT_BY[case.question]
    return _expectation(case, result_by(spec, *case.texts))


@kept(16_384, lambda spec, case: sum(map(len, case.texts)))
def alternatives(spec: Spec, case: AnyCase) -> tuple[Alternative, ...]:
    """Return all possible results of a spec for a case, given the choices that it has made.

    The result under the defaults comes first. Each combination of options leads to exactly one
    result.
    """
    given_by = _GIVEN_BY[case.question]
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
    """Return the expectation for a target, or for a standard's reading of a URL."""
    if isinstance(given, DividedUrl):
        value = given.components if given.accepts and given.has_rule else None
        return Expectation(value, given.has_rule, divided=given)
    is_current = isinstance(given, NoUri) and given.outcome is Outcome.SAME_DOCUMENT
    return Expectation(uri_of(given, case.base), has_rule(given), is_current)


class Question:
    """A question to implementations, and the specs that may explain the answers.

    Attributes:
        name: The name of the question.
        noun: The noun for a case.
        rejects: The behaviour of a program that rejects a case, in words that follow "it".
        components: The components of an answer that are compared; if there is only one, cases are
            counted by it.
        nearest: The criterion for choosing the nearest standard, in words.
        choice_price: The number of additional components that a non-default choice must explain.
        alphabet: The preferred characters of a smallest example.
        bases: The preferred bases of a smallest example.
        turns: For each shrinking pass, the test of whether a smaller case is near enough.
        given_as: The types in which a caller may give a case.
        needs: The minimum requirement for cases, in words.
        hint: What to do if the program was made for the other question.
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
        """Prepare the question; by default, the specs are the candidates that answer it."""
        self.specs = candidates() if specs is None else columns_of(specs)


def case_text(case: AnyCase) -> str:
    """Return a case on one line: a URL, or a reference and its base."""
    return f"{GAP}on{GAP}".join(map(show_cut, reversed(case.texts)))


def answer_text(answer: AnyAnswer) -> str:
    """Return an implementation's answer on one line."""
    if answer.trouble is not None:
        return f"({sanitized(answer.trouble)})"
    if answer.value is None:
        said = "" if answer.error is None else f": {sanitized(answer.error)}"
        return f"({answer.case.refusal}{said})"
    return show_cut(answer.value) if isinstance(answer.value, str) else told_text(answer.value)


def told_text(components: UrlComponents) -> str:
    """Return the components that aren't None on one line."""
    items = components.stated.items()
    there = [f"{name} {show_cut(text)}" for name, text in items if text is not None]
    return ", ".join(there) or "(nothing)"


def candidates() -> tuple[Spec, ...]:
    """Return the specs that `identify` chooses from by default, oldest first.

    A plug-in's spec is included only if its own class sets `candidate = True`. A value inherited
    from a built-in spec doesn't count.
    """
    return tuple(spec for spec in installed() if spec.standard.candidate)
