"""The standards' results for a case, and how an implementation's answer compares with them."""

import functools
from collections.abc import Container, Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

import attrs

from hexapla.divergence.answers import ACCEPTS
from hexapla.grammar.validity import Verdict
from hexapla.identification.shown import told_text
from hexapla.implementations.asking import AnyAnswer, AnyCase
from hexapla.operations.authority import AUTHORITY, COMPONENT_NAMES, UrlComponents
from hexapla.operations.division import DividedUrl
from hexapla.standard.display import show_cut, uri_of
from hexapla.standard.dividing import divided_by
from hexapla.standard.phases import NoUri, Outcome, has_rule
from hexapla.standard.spec import Spec
from hexapla.standard.variants import Given, division_by, target_by, variants_of
from hexapla.values.frozen import FrozenMapping, kept, kept_if_short

URI = "uri"
"""The name under which the URI in an answer is compared."""


class Finding(StrEnum):
    """The result of comparing a component.

    For a whole answer, the result is the first of these members that occurs for a component.
    """

    DIFFERENT = "different"
    # The program rejects a string that the grammar doesn't derive, or a case without a rule.
    REJECTED = "rejected"
    # The program answers, but the standard has no rule.
    NO_RULE = "no-rule"
    SAME = "same"


@attrs.frozen(slots=False)
class Expectation:
    """A standard's result for a case, in the form that is compared with implementations' answers.

    Attributes:
        spec: The spec.
        case: The case.
        value: The URI, or the components of the URL; None if there is no URI, the URL is rejected,
            or the standard has no rule.
        has_rule: Whether the standard has a rule for the case; without a rule, no answer can
            contradict the standard.
        is_current_document: Whether the URI only stands for the current document.
        divided: The components that the standard finds in a URL; None for a case of resolving.
    """

    spec: Spec
    case: AnyCase
    value: str | UrlComponents | None
    has_rule: bool = True
    is_current_document: bool = False
    divided: DividedUrl | None = None

    def findings(self, answer: AnyAnswer) -> Mapping[str, Finding]:
        """Return the finding for each component of an answer; empty if there was no answer."""
        if answer.trouble is not None:
            return FrozenMapping()
        if answer.value is None:
            name = URI if self.divided is None else ACCEPTS
            return FrozenMapping({name: self._finding_of_rejection})
        given = parts_of(answer.value)
        if not self.has_rule:
            return FrozenMapping(dict.fromkeys(given, Finding.NO_RULE))
        wanted = parts_of(self.value, given)
        found: dict[str, Finding] = {}
        for name, part in given.items():
            is_same = name in wanted and wanted[name] == part
            found[name] = Finding.SAME if is_same else Finding.DIFFERENT
        return FrozenMapping(found)

    @property
    def _finding_of_rejection(self) -> Finding:
        if self.has_rule and self.value is None:
            return Finding.SAME
        return Finding.REJECTED if self.allows_rejecting else Finding.DIFFERENT

    @property
    def allows_rejecting(self) -> bool:
        """Whether the standard allows a program to reject the case.

        This is true if the standard has no rule for the case, or if its grammar doesn't derive all
        strings of the case. The grammar doesn't count if the standard's parser decides which
        strings are rejected.
        """
        if not self.has_rule:
            return True
        return not self.spec.standard.parser_decides and not self._is_derived

    @functools.cached_property
    def _is_derived(self) -> bool:
        """Whether the spec's grammar derives all strings of the case, and a URL's authority."""
        if self.divided is not None:
            return self.divided.valid is not False and self.divided.authority_valid is not False
        verdicts = (self.spec.validate(text).verdict for text in self.case.texts)
        return Verdict.NO not in verdicts

    def text(self, answer: AnyAnswer) -> str:
        """Return the value on one line; components that the answer doesn't report are left out."""
        if isinstance(self.value, UrlComponents):
            told = COMPONENT_NAMES if answer.value is None else answer.value.stated
            return told_text({name: _shown(self.value, name) for name in told})
        if self.value is not None:
            return show_cut(self.value)
        if self.divided is None:
            return "(no URI)"
        return "(no rule)" if self.divided.accepts else "(refused)"

    @property
    def form(self) -> object:
        """The JSON form of the URI, or of the components that the standard finds in the URL."""
        return self.value if self.divided is None else self.divided.components.to_dict()


def _shown(components: UrlComponents, name: str) -> str | None:
    return components.authority if name == AUTHORITY else components.stated[name]


def parts_of(
    value: str | UrlComponents | None, others: Container[str] = ()
) -> Mapping[str, object]:
    """Return the values that are compared, keyed by name; none for a rejection.

    They are the URI, or each reported component of a URL and the fact that it is accepted.

    Args:
        value: The answer of a program or the result of a standard.
        others: The names of the values with which they are compared. The authority of a standard is
            among the values only if it is among these.
    """
    if value is None:
        return {}
    if isinstance(value, str):
        return {URI: value}
    compared = {name: value.compared(name) for name in value.stated}
    if AUTHORITY in others:
        compared[AUTHORITY] = value.authority
    return {ACCEPTS: True, **compared}


class Alternative(NamedTuple):
    """A result that a standard can have for a case.

    Attributes:
        options: The options that lead to the result: one for each reading that is consulted and
            for which the spec makes no choice.
        expected: The result.
    """

    options: Mapping[str, str]
    expected: Expectation


@kept_if_short(16_384, lambda spec, case: sum(map(len, case.texts)))
def expected(spec: Spec, case: AnyCase) -> Expectation:
    """Return a spec's result for a case, under the spec's own choices."""
    if case.base is None:
        return _expectation(spec, case, divided_by(spec, case.text))
    return _expectation(spec, case, spec.resolve(case.text, base=case.base).target)


@kept_if_short(16_384, lambda spec, answer: sum(map(len, answer.case.texts)))
def is_different(spec: Spec, answer: AnyAnswer) -> bool:
    """Return whether a component of an answer differs from a spec's result.

    False if the implementation failed to answer, if it rejected the case and the spec allows that,
    or if the spec has no rule for the case.
    """
    return Finding.DIFFERENT in expected(spec, answer.case).findings(answer).values()


@kept(16_384, lambda spec, case: sum(map(len, case.texts)))
def alternatives(spec: Spec, case: AnyCase) -> tuple[Alternative, ...]:
    """Return all possible results of a spec for a case, given the choices that it has made.

    The result under the defaults comes first. Each combination of options leads to exactly one
    result.
    """
    return tuple(_alternatives(spec, case))


def _alternatives(spec: Spec, case: AnyCase) -> Iterator[Alternative]:
    def given_by(chosen: Spec) -> Given:
        if case.base is None:
            return division_by(chosen, case.text)
        return target_by(chosen, case.base, case.text)

    for variant in variants_of(spec, given_by):
        options: dict[str, str] = {}
        for choice in variant.choices:
            if choice not in spec.choices:
                options[choice.reading] = choice.option
        due = _expectation(spec, case, variant.key)
        yield Alternative(FrozenMapping(options), due)


def _expectation(spec: Spec, case: AnyCase, given: Any) -> Expectation:
    """Return the expectation for a target, or for a standard's reading of a URL."""
    if case.base is None:
        value = given.components if given.accepts and given.has_rule else None
        return Expectation(spec, case, value, given.has_rule, divided=given)
    is_current = isinstance(given, NoUri) and given.outcome is Outcome.SAME_DOCUMENT
    return Expectation(spec, case, uri_of(given, case.base), has_rule(given), is_current)
