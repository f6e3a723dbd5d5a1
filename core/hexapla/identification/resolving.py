"""Resolving references: the standards' results, and how an implementation's answers differ.

Only an implementation's answers are known, not its steps. So departures are found by trying
possible behaviours on the cases in which it differs. If none gives the answer, the departure is
described by the rules that the standard applies to the case.
"""

import functools
import json
from collections.abc import Iterator, Sequence, Set
from functools import partial
from pathlib import Path

import attrs

from hexapla.discover.classes import first_differing_part, judge_of
from hexapla.discover.search_space import BASES
from hexapla.divergence.conditions import conditions, holds
from hexapla.divergence.model import Behaviour, Kind, Variation
from hexapla.divergence.resolving import found_in, outcomes_of
from hexapla.divergence.situation import Resolver, Situation, Uri
from hexapla.divergence.transforms import Text, Transform, change_between
from hexapla.identification.question import (
    URI,
    DepartureGroup,
    DepartureKind,
    Finding,
    KindOf,
    Question,
    candidates,
    expected,
)
from hexapla.identification.refusals import FEWEST_ALLOWED, is_selective, reasons
from hexapla.implementations.asking import AnyAnswer, Case, ResolveAnswer
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec
from hexapla.text.escapes import ascii_lower
from hexapla.values.checked import checked
from hexapla.values.frozen import kept

DEFAULT_CASES = Path(__file__).parent / "default-cases.json"
FURTHER_REFERENCES = Path(__file__).parent / "further-references.json"
# A rule of these phases decides something, even if the text doesn't change.
_DECIDING = (Phase.CLASSIFY, Phase.COMBINE)


def _under_its_base(spec: Spec, case: Case, smaller: Case) -> bool:
    """Return whether a smaller case has the same base, and uses no additional rules."""
    rules = effective_rules(spec, case)
    return smaller.base == case.base and set(rules).issuperset(effective_rules(spec, smaller))


def _against_another_base(spec: Spec, case: Case, smaller: Case) -> bool:
    """Return whether a smaller case has the same reference and uses the same rules."""
    rules = effective_rules(spec, case)
    return smaller.reference == case.reference and {*rules} == {*effective_rules(spec, smaller)}


class Resolving(Question):
    """The question of resolving a reference against a base."""

    name = Case.question
    noun = "case"
    rejects = "gives no URI for"
    components = (URI,)
    nearest = "first: the standard that the most cases match"
    alphabet = "a/.?#;:%"
    bases = tuple(BASES)
    turns = (_under_its_base, _against_another_base)
    given_as = (Case, tuple)
    needs = "one pair of a base and a reference"
    hint = "if it parses URLs, use --parse, or parse=… in Python"

    @functools.cached_property
    def _judge(self) -> Spec:
        """The spec that splits URIs; see `hexapla.discover.classes.judge_of`."""
        return judge_of(self.specs)

    @staticmethod
    def case(given: Case | tuple[str, str]) -> Case:
        """Return a caller's case as a `Case`."""
        case = given if isinstance(given, Case) else Case(*given)
        checked(case.base, "base")
        checked(case.reference, "reference")
        return case

    def default_cases(self) -> tuple[Case, ...]:
        """Return the examples of the candidates and of the specs, and a few short inputs.

        The short inputs distinguish standards and readings that the examples don't.
        """
        examples = (
            Case(example.base, example.reference)
            for spec in (*candidates(), *self.specs)
            for example in spec.examples()
        )
        short = (Case(*pair) for pair in json.loads(DEFAULT_CASES.read_text("utf-8")))
        return tuple(dict.fromkeys((*examples, *short)))

    @staticmethod
    def further_cases() -> tuple[Case, ...]:
        """Return further cases, which show the departures of programs."""
        references_by_base = json.loads(FURTHER_REFERENCES.read_text("utf-8"))
        return tuple(
            Case(base, reference)
            for base, references in references_by_base.items()
            for reference in references
        )

    def groups(self, spec: Spec, answers: Sequence[ResolveAnswer]) -> Iterator[DepartureGroup]:
        """Yield groups of answers with the same departure: those found by trial, then the rest."""
        answered = [answer for answer in answers if answer.trouble is None]
        departing = [number for number, answer in enumerate(answered) if _departs(spec, answer)]
        situations = [self._situation(spec, answer.case) for answer in answered]
        values = [answer.value for answer in answered]
        left = set(departing)
        known: list[KindOf] = []
        for found in found_in(situations, values, departing):
            members = tuple(answered[number] for number in found.cases)
            kind_of: KindOf = partial(self._found_in, spec, found.behaviour)
            # A behaviour that is shown only together with another has no smaller example, because
            # other cases may not show it at all.
            if not any(map(kind_of, members)):
                kind_of = partial(self._taken_as_one_of, spec, found.behaviour, {*members})
            else:
                known.append(kind_of)
            yield DepartureGroup(members, kind_of, found.opposed)
            left.difference_update(found.cases)
        yield from self._rejections(spec, answered)
        unexplained: dict[DepartureKind, list[ResolveAnswer]] = {}
        for number in sorted(left):
            kind = _key(self._another(spec, answered[number]))
            unexplained.setdefault(kind, []).append(answered[number])
        for kind, others in unexplained.items():
            yield DepartureGroup(tuple(others), partial(self._another_of, spec, kind, known))

    def _rejections(self, spec: Spec, answers: Sequence[ResolveAnswer]) -> Iterator[DepartureGroup]:
        """Yield the rejections that a standard allows, if the program rejects only a few cases."""
        refused = [answer for answer in answers if _is_allowed_rejection(spec, answer)]
        accepted = [answer for answer in answers if answer.value is not None]
        if not is_selective(spec, refused, accepted):
            return
        situations = {answer: self._situation(spec, answer.case) for answer in answers}
        wheres = tuple(conditions(tuple(situations.values())))

        def reasons_of(answer: AnyAnswer) -> Iterator[Behaviour]:
            for where in wheres:
                if holds(where, situations[answer]):
                    yield Behaviour(Kind.VARIES, URI, Variation.NO_URI, where=where)

        for reason in reasons(refused, accepted, reasons_of):
            if reason.behaviour is None or len(reason.answers) < FEWEST_ALLOWED:
                return
            kind = DepartureKind(reason.behaviour, is_counted=False)
            yield DepartureGroup(
                reason.answers, partial(self._rejected_for, spec, kind), reason.opposed
            )

    def _rejected_for(
        self, spec: Spec, kind: DepartureKind, answer: ResolveAnswer
    ) -> DepartureKind | None:
        """Return the kind if an answer is a rejection for this reason."""
        if not _is_allowed_rejection(spec, answer):
            return None
        has_reason = holds(kind.behaviour.where, self._situation(spec, answer.case))
        return kind if has_reason else None

    def _situation(self, spec: Spec, case: Case) -> Situation:
        value = expected(spec, case).value
        due = value if isinstance(value, str) else None
        return Situation(case.base, case.reference, due, self._resolver(spec))

    def _resolver(self, spec: Spec) -> Resolver:
        def resolve(base: str, reference: str) -> str | None:
            value = expected(spec, Case(base, reference)).value
            return value if isinstance(value, str) else None

        return Resolver(resolve, self._split)

    def _split(self, text: str) -> Uri:
        return _divided(self._judge, text)

    def _found_in(
        self, spec: Spec, behaviour: Behaviour, answer: ResolveAnswer
    ) -> DepartureKind | None:
        """Return the departure of an answer that a behaviour can give; None for other answers."""
        if not _departs(spec, answer):
            return None
        if answer.value not in outcomes_of(behaviour, self._situation(spec, answer.case)):
            return None
        return self._taken_as(spec, behaviour, answer)

    @staticmethod
    def _taken_as(spec: Spec, behaviour: Behaviour, answer: ResolveAnswer) -> DepartureKind:
        is_form = behaviour.kind in _FORMS and not _CHANGING & {*behaviour.transforms}
        rule = None if is_form else _rule_for(behaviour, spec, answer.case)
        return DepartureKind(behaviour, rule, is_form=is_form)

    def _taken_as_one_of(
        self, spec: Spec, behaviour: Behaviour, members: Set[ResolveAnswer], answer: ResolveAnswer
    ) -> DepartureKind | None:
        return self._taken_as(spec, behaviour, answer) if answer in members else None

    def _another(self, spec: Spec, answer: ResolveAnswer) -> DepartureKind:
        """Return the departure of an unexplained answer, described by the first difference."""
        due = expected(spec, answer.case).value
        if not isinstance(due, str):
            behaviour = Behaviour(Kind.GIVES_URI, URI)
        elif answer.value is None:
            behaviour = Behaviour(Kind.VARIES, URI, Variation.NO_URI)
        else:
            form = self._form(answer.case, due, answer.value)
            if form is not None:
                return DepartureKind(form, is_form=True)
            part = first_differing_part(self._judge, due, answer.value)
            behaviour = Behaviour(Kind.GIVES_ANOTHER, part)
        return DepartureKind(behaviour, _last_rule(spec, answer.case))

    def _form(self, case: Case, due: str, given: str) -> Behaviour | None:
        """Return the transforms if only the form of a single component differs."""
        here, there = self._split(due), self._split(given)
        differing = [name for name in Uri._fields if getattr(here, name) != getattr(there, name)]
        if len(differing) != 1:
            return None
        (part,) = differing
        name = "host" if part == "authority" else part
        texts: tuple[Text, Text] = getattr(here, part), getattr(there, part)
        change = change_between(name, *texts, ascii_lower(here.scheme or ""))
        is_twofold = change is not None and change.lacking and {*change.own} - {*change.lacking}
        if change is None or is_twofold:
            return None
        if change.lacking:
            is_as_written = any((texts[1] or "\0") in text for text in case.texts)
            is_left_out = is_as_written and _NORMALIZING.issuperset(change.lacking)
            kind = Kind.DOES_NOT_TRANSFORM if is_left_out else Kind.UNDOES
            return Behaviour(kind, part, transforms=change.lacking)
        return Behaviour(Kind.TRANSFORMS, part, transforms=change.own)

    def _another_of(
        self, spec: Spec, kind: DepartureKind, known: Sequence[KindOf], answer: ResolveAnswer
    ) -> DepartureKind | None:
        """Return the kind if an answer shows this departure, and no known departure."""
        if not _departs(spec, answer) or any(each(answer) is not None for each in known):
            return None
        own = self._another(spec, answer)
        return own if _key(own) == kind else None


@kept(8192, lambda judge, text: len(text))
def _divided(judge: Spec, text: str) -> Uri:
    """Return the components into which a spec splits a string."""
    parsed = judge.parse(text)
    params = parsed.part("params")
    path = parsed.part("path") or ""
    return Uri(
        parsed.part("scheme"),
        parsed.part("authority"),
        path if params is None else f"{path};{params}",
        parsed.part("query"),
        parsed.part("fragment"),
    )


def _key(kind: DepartureKind) -> DepartureKind:
    """Return a key for departures; if a URI is missing, the rule doesn't matter."""
    return attrs.evolve(kind, rule=None) if kind.behaviour.kind is Kind.VARIES else kind


# Transforms by which standards normalize a component.
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
# Kinds of behaviours that change only the form, unless they apply a transform in `_CHANGING`.
_FORMS = frozenset({Kind.TRANSFORMS, Kind.ENCODES, Kind.DOES_NOT_ENCODE})
_CHANGING = frozenset({Transform.DROP_EMPTY, Transform.DROP_EMPTY_SEGMENTS})


def _is_allowed_rejection(spec: Spec, answer: ResolveAnswer) -> bool:
    due = expected(spec, answer.case)
    return due.has_rule and due.findings(spec, answer).get(URI) is Finding.REJECTED


def _departs(spec: Spec, answer: ResolveAnswer) -> bool:
    findings = expected(spec, answer.case).findings(spec, answer)
    return findings.get(URI) is Finding.DIFFERENT


def _rule_for(behaviour: Behaviour, spec: Spec, case: Case) -> Rule:
    """Return the rule that a program's behaviour doesn't follow.

    If an empty part is dropped, this is the rule that splits off that part, or the last splitting
    rule. Otherwise, it is the last effective rule.
    """
    steps = spec.standard.record(case.reference, base=case.base).steps
    cuts = [step.rule for step in reversed(steps) if step.phase is Phase.SPLIT]
    ignores_query = behaviour.sign == Variation.IGNORE_EMPTY_QUERY
    if (Transform.DROP_EMPTY in behaviour.transforms or ignores_query) and cuts:
        part = "query" if ignores_query else behaviour.component
        kinds = (f"drop-empty-{part}", RuleKind.DROP_EMPTY, f"cut-{part}")
        alike = (rule for each in kinds for rule in (*cuts, *spec.rules) if rule.kind == each)
        return next(alike, cuts[0])
    return _last_rule(spec, case)


def _last_rule(spec: Spec, case: Case) -> Rule:
    """Return the last rule that has an effect on a case."""
    effective = effective_rules(spec, case)
    if effective:
        return effective[-1]
    return spec.standard.record(case.reference, base=case.base).steps[-1].rule


@kept(8192, lambda spec, case: sum(map(len, case.texts)))
def effective_rules(spec: Spec, case: Case) -> tuple[Rule, ...]:
    """Return the rules that lead a spec from a case to its outcome, in order.

    These are the rules that change the text or decide which rules follow.
    """
    steps = spec.standard.record(case.reference, base=case.base).steps
    last = {step.phase: step for step in steps}
    deciding = [last.get(phase) for phase in _DECIDING]
    return tuple(step.rule for step in steps if step.changed or step in deciding)
