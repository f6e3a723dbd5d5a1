"""Groups of a parser's answers with the same departure from a standard."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import attrs

from hexapla.divergence.features import SPECIAL
from hexapla.divergence.model import Behaviour, Condition, Kind
from hexapla.divergence.parsing import (
    ParseSituation,
    found_in_parses,
    is_opposed_parse,
    parses_of,
)
from hexapla.divergence.transforms import (
    CLEAR_TRANSFORMS,
    Transform,
    change_between,
    is_changed,
)
from hexapla.divergence.url_conditions import UrlParts
from hexapla.identification.departure_kind import (
    FORMS,
    DepartureGroup,
    DepartureKind,
    group_found,
    group_of_form,
)
from hexapla.identification.expectation import expected, is_different
from hexapla.identification.parse_differences import ParserComparison
from hexapla.identification.refusals import refusals, rule_of, url_of
from hexapla.implementations.asking import ParseAnswer, UrlCase
from hexapla.operations.authority import COMPONENT_NAMES, UrlComponents
from hexapla.standard.dividing import divided_by
from hexapla.standard.spec import Spec
from hexapla.text.escapes import ascii_lower
from hexapla.values.frozen import kept_if_short


@attrs.frozen
class ParserGroups:
    """A comparison of a parser's answers with a spec, which finds groups of answers.

    Attributes:
        spec: The spec.
    """

    spec: Spec
    _traits: dict[UrlCase, Mapping[str, None]] = attrs.field(
        factory=dict, init=False, eq=False, repr=False
    )
    # The comparison depends only on the rewritings, which rarely change with more evidence.
    _comparisons: dict[ParserComparison, ParserComparison] = attrs.field(
        factory=dict, init=False, eq=False, repr=False
    )

    def traits(self, case: UrlCase) -> Mapping[str, None]:
        """Return the traits of a URL, which may be conditions of a departure."""
        if case not in self._traits:
            url = url_of(divided_by(self.spec, case.url))
            schemes: dict[str, None] = {}
            if url.scheme:
                schemes[f"{Condition.URL_SCHEME_IS}:{url.scheme}"] = None
            if url.scheme in SPECIAL:
                schemes[Condition.URL_SCHEME_SPECIAL] = None
            elif url.scheme:
                schemes[Condition.URL_SCHEME_NOT_SPECIAL] = None
            self._traits[case] = {**schemes, **url.traits}
        return self._traits[case]

    def groups(self, answers: Sequence[ParseAnswer]) -> Iterator[DepartureGroup]:
        """Yield groups of answers with the same departure.

        Answers that a tried behaviour explains are grouped by that behaviour. The remaining
        rejections are grouped by common features of their URLs, and the remaining differences by
        kind. An answer can be in several groups.
        """
        comparison = ParserComparison.of(self.spec, answers)
        comparison = self._comparisons.setdefault(comparison, comparison)
        by_trial = _found_by_trial(comparison, answers)
        found: set[ParseAnswer] = set()
        for group in by_trial.values():
            found.update(group.answers)
        yield from refusals(self.spec, [answer for answer in answers if answer not in found])
        by_symptom: dict[DepartureKind, list[ParseAnswer]] = {}
        for answer in answers:
            for symptom in comparison.departures_by_symptom(answer):
                # The trials already explain the differences that count.
                if not symptom.is_counted or answer not in found:
                    by_symptom.setdefault(symptom, []).append(answer)
        rest: list[DepartureGroup] = []
        for symptom, members in by_symptom.items():
            alike = by_trial.get(symptom.behaviour)
            if alike is None or not symptom.is_counted:
                kind_of = partial(_kind_with, comparison, symptom)
                is_contradicted = partial(_is_contradicted, self.spec, symptom.behaviour)
                rest.append(group_of_form(members, answers, kind_of, is_contradicted, Kind.ANOTHER))
            else:
                more = attrs.evolve(alike, answers=(*alike.answers, *members))
                by_trial[symptom.behaviour] = more
        yield from by_trial.values()
        yield from rest


def _kind_with(
    comparison: ParserComparison, symptom: DepartureKind, answer: ParseAnswer
) -> DepartureKind | None:
    """Return the departure of an answer that has the given symptom; None if there is none."""
    return comparison.departures_by_symptom(answer).get(symptom)


def _is_contradicted(spec: Spec, behaviour: Behaviour, answer: ParseAnswer) -> bool:
    """Return whether an answer contradicts a transform, or the lack of one, in a component.

    It does if the program gives the component as the standard does, although the transform would
    change it, or, for a lack, although the transform changed it.
    """
    name = behaviour.component
    if answer.value is None or not CLEAR_TRANSFORMS.issuperset(behaviour.transforms):
        return False
    divided = divided_by(spec, answer.case.url)
    due = divided.components.stated.get(name)
    is_alike = divided.accepts and name in answer.value.stated and answer.value.stated[name] == due
    is_dropped = due is None and Transform.DROP_DEFAULT_PORT not in behaviour.transforms
    if not is_alike or is_dropped:
        return False
    scheme = ascii_lower(divided.components.stated.get("scheme") or "")
    if behaviour.kind is Kind.TRANSFORMS:
        return due is not None and is_changed(behaviour.transforms, name, due, scheme)
    for piece in divided.pieces:
        if piece.name == name and piece.text != due:
            change = change_between(name, piece.text, due, scheme)
            return change is not None and {*change.own}.issuperset(behaviour.transforms)
    return False


def _found_by_trial(
    comparison: ParserComparison, answers: Sequence[ParseAnswer]
) -> dict[Behaviour, DepartureGroup]:
    """Return the groups of answers whose departure is found by trial, keyed by behaviour."""
    spec = comparison.spec
    asked = [answer for answer in answers if answer.trouble is None]
    situations = [_situation(spec, answer) for answer in asked]
    given = [_given_in(answer) for answer in asked]
    departing: list[int] = []
    for number, answer in enumerate(asked):
        if given[number] == situations[number].due or not is_different(spec, answer):
            continue
        if comparison.rewriting_in(answer) is None:
            departing.append(number)
    groups: dict[Behaviour, DepartureGroup] = {}
    for found in found_in_parses(situations, given, departing):
        kind_as_tried = partial(_kind_as_tried, spec, found.behaviour)
        kind_by_trial = partial(_kind_by_trial, spec, found.behaviour)
        is_opposed = partial(_is_opposed, spec, found.behaviour)
        groups[found.behaviour] = group_found(
            found, asked, kind_by_trial, kind_as_tried, is_opposed
        )
    return groups


def _told(answer: ParseAnswer) -> frozenset[str]:
    """Return the names of the components that an answer reports; all names for a rejection."""
    return frozenset(COMPONENT_NAMES if answer.value is None else answer.value.stated)


def _given_in(answer: ParseAnswer) -> UrlParts | None:
    return _parts_of(answer.value, _told(answer))


def _parts_of(value: object, told: frozenset[str]) -> UrlParts | None:
    """Return the reported components, in the form to be compared; None for a rejection."""
    if not isinstance(value, UrlComponents):
        return None
    parts = {name: value.compared(name) for name in told}
    return UrlParts(*map(parts.get, UrlParts._fields))


def _situation(spec: Spec, answer: ParseAnswer) -> ParseSituation:
    return _situation_of(spec, answer.case.url, _told(answer))


@kept_if_short(4096, lambda spec, url, told: len(url))
def _situation_of(spec: Spec, url: str, told: frozenset[str]) -> ParseSituation:
    """Return a URL as a standard reads it, with the components that an answer reports."""

    def parse(text: str) -> UrlParts | None:
        return _parts_of(expected(spec, UrlCase(text)).value, told)

    return ParseSituation(url, parse(url), parse)


def _is_opposed(spec: Spec, behaviour: Behaviour, answer: ParseAnswer) -> bool:
    return is_opposed_parse(behaviour, _situation(spec, answer), _given_in(answer))


def _kind_by_trial(spec: Spec, behaviour: Behaviour, answer: ParseAnswer) -> DepartureKind | None:
    """Return the departure of a differing answer that a behaviour can give; otherwise None."""
    if answer.trouble is not None or not is_different(spec, answer):
        return None
    situation = _situation(spec, answer)
    given = _given_in(answer)
    if given == situation.due or given not in parses_of(behaviour, situation):
        return None
    return _kind_as_tried(spec, behaviour, answer)


def _kind_as_tried(spec: Spec, behaviour: Behaviour, answer: ParseAnswer) -> DepartureKind:
    rule = rule_of(divided_by(spec, answer.case.url), behaviour.component)
    return DepartureKind(behaviour, rule, is_form=behaviour.kind in FORMS)
