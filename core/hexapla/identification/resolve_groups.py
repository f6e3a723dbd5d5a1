"""Groups of a resolver's answers with the same departure from a standard.

Only an implementation's answers are known, not its steps. So departures are found by trying
possible behaviours on the cases in which the answer differs from the standard's result. If no
behaviour gives the answer, the departure is described by the change of form or by the first
difference, which is explained by the last rule that has an effect.
"""

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import attrs

from hexapla.discover.classes import first_differing_part
from hexapla.divergence.conditions import conditions, conditions_of_case, holds
from hexapla.divergence.model import Behaviour, Condition, Kind, Variation
from hexapla.divergence.parts import part_of
from hexapla.divergence.resolving import found_in, is_opposed, outcomes_of
from hexapla.divergence.situation import Resolver, Situation, Uri
from hexapla.divergence.traits import trait_order
from hexapla.divergence.transforms import (
    CLEAR_TRANSFORMS,
    Transform,
    change_between,
    is_changed,
)
from hexapla.identification.applied_rules import last_rule, rule_for
from hexapla.identification.departure_kind import (
    FORMS,
    DepartureGroup,
    DepartureKind,
    KindOf,
    group_found,
    group_of_form,
)
from hexapla.identification.expectation import URI, Finding, expected, is_different
from hexapla.identification.refusals import FEWEST_ALLOWED, is_selective, reasons
from hexapla.implementations.asking import AnyAnswer, Case, ResolveAnswer
from hexapla.standard.spec import Spec
from hexapla.text.escapes import ascii_lower
from hexapla.values.frozen import kept, kept_if_short

_NORMALIZING = frozenset(
    {
        Transform.LOWER_CASE,
        Transform.NORMALIZE,
        Transform.IDNA,
        Transform.IPV4,
        Transform.IPV6,
        Transform.REMOVE_DOTS,
    }
)
"""Transforms with which standards normalize a component."""

_CHANGING = frozenset({Transform.DROP_EMPTY, Transform.DROP_EMPTY_SEGMENTS})
"""Transforms that change more than the form of a component."""


_NO_URI = Behaviour(Kind.VARIES, URI, Variation.NO_URI)


@attrs.frozen
class ResolverComparison:
    """A comparison of a resolver's answers with a spec.

    Attributes:
        spec: The spec.
        judge: The spec that splits URIs; see `hexapla.discover.classes.judge_of`.
    """

    spec: Spec
    judge: Spec
    _traits: dict[Case, Mapping[str, None]] = attrs.field(
        factory=dict, init=False, eq=False, repr=False
    )
    _others: dict[ResolveAnswer, DepartureKind] = attrs.field(
        factory=dict, init=False, eq=False, repr=False
    )

    def groups(self, answers: Sequence[ResolveAnswer]) -> Iterator[DepartureGroup]:
        """Yield groups of answers with the same departure.

        Departures found by trial come first, then rejections that the spec allows, then the rest.
        """
        answered = [answer for answer in answers if answer.trouble is None]
        departing: list[int] = []
        for number, answer in enumerate(answered):
            if is_different(self.spec, answer):
                departing.append(number)
        situations = [self.situation(answer.case) for answer in answered]
        values = [answer.value for answer in answered]
        left = set(departing)
        known: list[KindOf] = []
        for found in found_in(situations, values, departing):
            kind_by_trial = partial(self._kind_by_trial, found.behaviour)
            kind_as_tried = partial(self._kind_as_tried, found.behaviour)
            is_opposed = partial(self._is_opposed, found.behaviour)
            group = group_found(found, answered, kind_by_trial, kind_as_tried, is_opposed)
            if group.kind_of is kind_by_trial:
                known.append(kind_by_trial)
            yield group
            left.difference_update(found.cases)
        yield from self._rejections(answered)
        rest = [answered[number] for number in sorted(left)]
        yield from self._unexplained(rest, answered, known)

    def traits(self, case: Case) -> Mapping[str, None]:
        """Return the traits of a case, which may be conditions of a departure."""
        if case not in self._traits:
            situation = self.situation(case)
            scheme: dict[str, None] = {}
            if situation.uri is not None and " " not in situation.scheme:
                scheme[f"{Condition.URI_SCHEME_IS}:{situation.scheme}"] = None
            self._traits[case] = {**scheme, **situation.traits}
        return self._traits[case]

    def situation(self, case: Case) -> Situation:
        """Return a case of resolving with the spec's result; it is found only once."""
        return _situation_of(self.spec, self.judge, case.base, case.reference)

    def _kind_by_trial(self, behaviour: Behaviour, answer: ResolveAnswer) -> DepartureKind | None:
        """Return the departure of a differing answer that a behaviour can give; otherwise None."""
        if not is_different(self.spec, answer):
            return None
        if answer.value not in outcomes_of(behaviour, self.situation(answer.case)):
            return None
        return self._kind_as_tried(behaviour, answer)

    def _is_opposed(self, behaviour: Behaviour, answer: ResolveAnswer) -> bool:
        return is_opposed(behaviour, self.situation(answer.case), answer.value)

    def _kind_as_tried(self, behaviour: Behaviour, answer: ResolveAnswer) -> DepartureKind:
        if behaviour.kind in FORMS and _CHANGING.isdisjoint(behaviour.transforms):
            return DepartureKind(behaviour, is_form=True)
        return DepartureKind(behaviour, rule_for(behaviour, self.spec, answer.case))

    def _rejections(self, answers: Sequence[ResolveAnswer]) -> Iterator[DepartureGroup]:
        """Yield the rejections that the spec allows, grouped by their common reason.

        There are none if the program rejects at least half of the cases that it may reject.
        Rejections without a common reason are left out.
        """
        refused = [answer for answer in answers if self._is_allowed_rejection(answer)]
        accepted = [answer for answer in answers if answer.value is not None]
        if not is_selective(self.spec, refused, accepted):
            return
        situations = {answer: self.situation(answer.case) for answer in answers}
        rejected = [situations[answer] for answer in refused]
        true_of_rejected = set(itertools.chain(*map(conditions_of_case, rejected)))
        traits = set(itertools.chain(*(situation.traits for situation in rejected)))
        # Only what is true of a rejected case can be a reason.
        wheres = [
            where for where in conditions(tuple(situations.values())) if where in true_of_rejected
        ]
        wheres += sorted(traits, key=trait_order)
        of_where = {where: _NO_URI.under(where) for where in wheres}
        places = {where: place for place, where in enumerate(of_where)}

        @functools.cache
        def reasons_of(answer: AnyAnswer) -> tuple[Behaviour, ...]:
            situation = situations[answer]
            holding = {**conditions_of_case(situation), **situation.traits}.keys() & of_where.keys()
            return tuple(of_where[where] for where in sorted(holding, key=places.__getitem__))

        for reason in reasons(refused, accepted, reasons_of):
            if reason.behaviour is None or len(reason.answers) < FEWEST_ALLOWED:
                return
            kind = DepartureKind(reason.behaviour, is_counted=False)
            kind_of = partial(self._rejected_for, kind)
            is_accepted = partial(self._is_accepted_despite, reason.behaviour)
            yield DepartureGroup(reason.answers, kind_of, reason.opposed, is_opposed=is_accepted)

    def _is_allowed_rejection(self, answer: ResolveAnswer) -> bool:
        due = expected(self.spec, answer.case)
        return due.has_rule and due.findings(answer).get(URI) is Finding.REJECTED

    def _is_accepted_despite(self, reason: Behaviour, answer: ResolveAnswer) -> bool:
        """Return whether an answer accepts a case for which a reason to reject it holds."""
        if answer.value is None:
            return False
        return holds(reason.where, self.situation(answer.case))

    def _rejected_for(self, kind: DepartureKind, answer: ResolveAnswer) -> DepartureKind | None:
        """Return the given kind if an answer is an allowed rejection of this kind, else None."""
        if not self._is_allowed_rejection(answer):
            return None
        has_reason = holds(kind.behaviour.where, self.situation(answer.case))
        return kind if has_reason else None

    def _unexplained(
        self,
        answers: Sequence[ResolveAnswer],
        all_answers: Sequence[ResolveAnswer],
        known: Sequence[KindOf],
    ) -> Iterator[DepartureGroup]:
        """Yield the answers that no trial explains, grouped by the difference and its rule.

        Args:
            answers: The answers.
            all_answers: All answers of the program.
            known: Functions that recognize the departures found by trial.
        """
        by_kind: dict[DepartureKind, list[ResolveAnswer]] = {}
        for answer in answers:
            key = _key(self._another(answer))
            by_kind.setdefault(key, []).append(answer)
        for key, members in by_kind.items():
            kind_of = partial(self._another_of, key, known)
            is_contradicted = partial(self._is_contradicted, key.behaviour)
            yield group_of_form(members, all_answers, kind_of, is_contradicted, Kind.GIVES_ANOTHER)

    def _is_contradicted(self, behaviour: Behaviour, answer: ResolveAnswer) -> bool:
        """Return whether an answer contradicts a behaviour.

        It does if it is the standard's, although the behaviour, which is a transform of a component
        or the lack of one, would have changed it.
        """
        situation = self.situation(answer.case)
        uri = situation.uri
        is_clear = behaviour.transforms and CLEAR_TRANSFORMS.issuperset(behaviour.transforms)
        if uri is None or answer.value != situation.due or not is_clear:
            return False
        if behaviour.kind is not Kind.TRANSFORMS:
            with_dots = situation.with_dots
            is_of_dots = behaviour.transforms == (Transform.REMOVE_DOTS,)
            return is_of_dots and with_dots is not None and with_dots.path != uri.path
        part = behaviour.component
        name = "host" if part == "authority" else part
        text = part_of(uri, part)
        return text is not None and is_changed(behaviour.transforms, name, text, situation.scheme)

    def _another_of(
        self, key: DepartureKind, known: Sequence[KindOf], answer: ResolveAnswer
    ) -> DepartureKind | None:
        """Return the departure of an answer if the departure has the given key and isn't known.

        A departure is known if a function in `known` returns a kind for the answer. None if the
        answer shows no departure, a known departure or a departure with another key.
        """
        if not is_different(self.spec, answer):
            return None
        own = self._another(answer)
        if _key(own) != key or any(kind_of(answer) is not None for kind_of in known):
            return None
        return own

    def _another(self, answer: ResolveAnswer) -> DepartureKind:
        """Return the departure of an unexplained answer; it is found only once.

        It is described by the change of form or, if more than the form differs, by the first
        difference.
        """
        if answer not in self._others:
            self._others[answer] = self._find_another(answer)
        return self._others[answer]

    def _find_another(self, answer: ResolveAnswer) -> DepartureKind:
        due = self.situation(answer.case).due
        if due is None:
            behaviour = Behaviour(Kind.GIVES_URI, URI)
        elif answer.value is None:
            behaviour = Behaviour(Kind.VARIES, URI, Variation.NO_URI)
        else:
            form = self._form(answer.case, due, answer.value)
            if form is not None:
                return DepartureKind(form, is_form=True)
            part = first_differing_part(self.judge, due, answer.value)
            behaviour = Behaviour(Kind.GIVES_ANOTHER, part)
        return DepartureKind(behaviour, last_rule(self.spec, answer.case))

    def _form(self, case: Case, due: str, given: str) -> Behaviour | None:
        """Return the behaviour if only the form of a single component differs; None otherwise."""
        here, there = _split_by(self.judge, due)._asdict(), _split_by(self.judge, given)._asdict()
        differing = [name for name in here if here[name] != there[name]]
        if len(differing) != 1:
            return None
        (part,) = differing
        name = "host" if part == "authority" else part
        scheme = ascii_lower(here["scheme"] or "")
        change = change_between(name, here[part], there[part], scheme)
        if change is None:
            return None
        if not change.lacking:
            return Behaviour(Kind.TRANSFORMS, part, transforms=change.own)
        if not set(change.own).issubset(change.lacking):
            return None
        written = there[part] or "\0"
        is_as_written = any(written in text for text in case.texts)
        is_left_out = is_as_written and _NORMALIZING.issuperset(change.lacking)
        kind = Kind.DOES_NOT_TRANSFORM if is_left_out else Kind.UNDOES
        return Behaviour(kind, part, transforms=change.lacking)


# Cached for all programs, because a situation keeps the answers that behaviours can give in it.
@kept_if_short(8192, lambda spec, judge, base, reference: len(base) + len(reference))
def _situation_of(spec: Spec, judge: Spec, base: str, reference: str) -> Situation:
    """Return a case of resolving with the result of `spec`; `judge` splits strings."""

    def resolve(base: str, reference: str) -> str | None:
        value = expected(spec, Case(base, reference)).value
        return value if isinstance(value, str) else None

    resolver = Resolver(resolve, partial(_split_by, judge))
    return Situation(base, reference, resolve(base, reference), resolver)


@kept(8192, lambda judge, text: len(text))
def _split_by(judge: Spec, text: str) -> Uri:
    """Return the components into which a spec splits a string."""
    parsed = judge.parse(text)
    path = parsed.part("path") or ""
    params = parsed.part("params")
    if params is not None:
        path = f"{path};{params}"
    query, fragment = parsed.part("query"), parsed.part("fragment")
    return Uri(parsed.part("scheme"), parsed.part("authority"), path, query, fragment)


def _key(kind: DepartureKind) -> DepartureKind:
    """Return a key for grouping departures; if a URI is missing, the rule doesn't matter."""
    return attrs.evolve(kind, rule=None) if kind.behaviour.kind is Kind.VARIES else kind
