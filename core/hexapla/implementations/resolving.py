"""Resolving references: what standards expect of an implementation, and how its answers differ.

Only an implementation's answers are known, not its steps. So a departure is named by the rules
that the standard applies to the same case, reduced to the smallest case that shows it.
"""

import functools
import json
from collections.abc import Callable, Mapping
from pathlib import Path

import attrs

from hexapla.comparison.cause import without_empty
from hexapla.discover.classes import first_differing_part, judge_of
from hexapla.discover.search_space import BASES
from hexapla.implementations.asking import Case, ResolveAnswer
from hexapla.implementations.forms import FORM_IDS, forms_between
from hexapla.implementations.question import (
    URI,
    DepartureKind,
    Finding,
    Question,
    candidates,
    expected,
)
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec
from hexapla.text.escapes import ascii_lower
from hexapla.values.checked import checked

DEFAULT_CASES = Path(__file__).parent / "default-cases.json"
# A rule of these phases decides something even if the text stays as it is.
_DECIDING = (Phase.CLASSIFY, Phase.COMBINE)


_KINDS = {
    name: DepartureKind(name, says, by_example=True)
    for name, says in (
        ("unresolved", "gives the reference back as it is"),
        ("no-uri", "gives no URI"),
        ("a-uri", "gives a URI where none is due"),
        ("unmarked", "treats an empty part as absent, or an absent one as empty"),
        ("another-part", "gives another URI"),
    )
}
# Forms that a component of a URI in a text has not: there is another slash, or none.
_OTHER_FORMS = frozenset({"no-first-slash", "no-first-slash-undone", "no-first-slash-not-given"})
# No standard percent-decodes in resolving, or takes an empty part for none.
_OF_STANDARDS = FORM_IDS - {"absent", "decoded"}
# To treat empty parts as absent is one departure, and so is to give the reference back as it is.
_WHATEVER_THE_TEXT = ("unresolved", "unmarked")


def _under_its_base(spec: Spec, case: Case) -> Callable[[Case], bool]:
    """Return whether a case has the same base, and no rule applies that did not."""
    rules = frozenset(effective_rules(spec, case))
    return lambda smaller: (
        smaller.base == case.base and rules.issuperset(effective_rules(spec, smaller))
    )


def _against_another_base(spec: Spec, case: Case) -> Callable[[Case], bool]:
    """Return whether a case has the same reference, and the same rules apply."""
    rules = frozenset(effective_rules(spec, case))
    return lambda smaller: (
        smaller.reference == case.reference and rules == frozenset(effective_rules(spec, smaller))
    )


class Resolving(Question):
    """To resolve a reference against a base."""

    name = Case.question
    noun = "case"
    rejects = "gives no URI for"
    components = (URI,)
    alphabet = "a/.?#;:%"
    bases = tuple(BASES)
    turns = (_under_its_base, _against_another_base)
    given_as = (Case, tuple)
    needs = "one pair of a base and a reference"
    hint = "if it takes URLs apart, ask that: --parse, or parse=… in Python"

    @functools.cached_property
    def _judge(self) -> Spec:
        """The spec that splits the URIs; see `hexapla.discover.classes.judge_of`."""
        return judge_of(self.specs)

    @staticmethod
    def case(given: Case | tuple[str, str]) -> Case:
        """Return what a caller gave as a case."""
        case = given if isinstance(given, Case) else Case(*given)
        checked(case.base, "base")
        checked(case.reference, "reference")
        return case

    def default_cases(self) -> tuple[Case, ...]:
        """Return the examples of the candidates and of the specs, and a few short inputs.

        These tell apart what the examples do not: the standards, and the readings of each.
        """
        examples = (
            Case(example.base, example.reference)
            for spec in (*candidates(), *self.specs)
            for example in spec.examples()
        )
        short = (Case(*pair) for pair in json.loads(DEFAULT_CASES.read_text("utf-8")))
        return tuple(dict.fromkeys((*examples, *short)))

    def kinds(self, spec: Spec, answer: ResolveAnswer) -> Mapping[DepartureKind, DepartureKind]:
        """Return how an answer differs, and in which component of the URI it does first."""
        wanted = expected(spec, answer.case)
        if wanted.findings(spec, answer).get(URI) is not Finding.DIFFERENT:
            return {}
        kind = self._kind(spec, wanted.value, answer)
        return {kind: _with_rule(kind, spec, answer.case)}

    def _kind(self, spec: Spec, uri: object, answer: ResolveAnswer) -> DepartureKind:
        """Return how an answer differs, with the shared name of the first component that does.

        It is "" where both URIs have the same components, None where one of them is none.
        """
        case, judge = answer.case, self._judge
        if answer.value is None:
            return _KINDS["no-uri"]
        if answer.value == case.reference:
            return _KINDS["unresolved"]
        if not isinstance(uri, str):
            return _KINDS["a-uri"]
        unmarked = Case(case.base, without_empty(judge.parse(case.reference)))
        is_unmarked = _have_equal_parts(judge, answer.value, uri) or (
            unmarked != case
            and _have_equal_parts(judge, answer.value, expected(spec, unmarked).value)
        )
        part = first_differing_part(judge, uri, answer.value)
        if is_unmarked or not part:
            return attrs.evolve(
                _KINDS["unmarked" if is_unmarked else "another-part"], component=part
            )
        says = f"gives another URI, from the {part} on"
        another = attrs.evolve(_KINDS["another-part"], component=part, says=says)
        return self._form(uri, answer.value) or another

    def _form(self, expected: str, given: str) -> DepartureKind | None:
        """Return the forms in which two URIs differ; None where another text is in one of them."""
        here, there = map(self._judge.parse, (expected, given))
        scheme = ascii_lower(here.part("scheme") or "")
        uses: dict[str, str] = {}
        for part in (component.shared for component in self._judge.components):
            text, other = here.part(part), there.part(part)
            name = "host" if part == "authority" else part
            forms = forms_between(name, text, other, scheme, _OF_STANDARDS)
            if forms is None or _OTHER_FORMS.intersection(form for form, _ in forms):
                return None
            has_dots = any(form.startswith("no-dots") for form, _ in forms)
            uses |= {
                f"{form} {part}": says.format(part)
                for form, says in forms
                if form != "root" or not has_dots
            }
        names, component = [use.split()[0] for use in uses], next(iter(uses)).split()[1]
        return DepartureKind(
            "+".join(names), ", and it ".join(uses.values()), component, is_form=True
        )

    @staticmethod
    def group(kind: DepartureKind, example: ResolveAnswer) -> object:
        """Return what answers have in common that reduce to one reference under one rule."""
        if kind.name in _WHATEVER_THE_TEXT:
            return kind.name
        return kind, example.case.reference


def _with_rule(kind: DepartureKind, spec: Spec, case: Case) -> DepartureKind:
    """Return a kind with the rule that is not followed: the last effective one.

    Where an empty part is treated as absent, or the other way round, it is the rule that cuts that
    part, or else the last rule that cuts any.
    """
    # No rule says anything of a form that no standard has.
    if kind.is_form and "-not-given" not in kind.name:
        return kind
    steps = spec.record(case.base, case.reference).steps
    cuts = [step.rule for step in reversed(steps) if step.phase is Phase.SPLIT]
    if kind.name == "unmarked" and cuts:
        kinds = (f"drop-empty-{kind.component}", RuleKind.DROP_EMPTY, f"cut-{kind.component}")
        alike = (rule for each in kinds for rule in (*cuts, *spec.rules) if rule.kind == each)
        return attrs.evolve(kind, rule=next(alike, cuts[0]))
    rules = effective_rules(spec, case) or (steps[-1].rule,)
    return attrs.evolve(kind, rule=rules[-1])


def _have_equal_parts(judge: Spec, left: str, right: object) -> bool:
    """Return whether two URIs have the same parts, where an empty part counts as absent."""
    if not isinstance(right, str):
        return False
    here, there = judge.parse(left).split[1:], judge.parse(right).split[1:]
    return [part or "" for part in here] == [part or "" for part in there]


def effective_rules(spec: Spec, case: Case) -> tuple[Rule, ...]:
    """Return the rules that lead a spec from a case to its outcome, in order.

    They are those that change the text, and those that decide which rules follow.
    """
    steps = spec.record(case.base, case.reference).steps
    last = {step.phase: step for step in steps}
    deciding = [last.get(phase) for phase in _DECIDING]
    return tuple(step.rule for step in steps if step.changed or step in deciding)
