"""Resolving references: what standards expect of an implementation, and how its answers differ.

Only an implementation's answers are known, not its steps. So a departure is named by the rules
that the standard applies to the same case, reduced to the smallest case that shows it.
"""

import functools
import json
from collections.abc import Mapping
from pathlib import Path

import attrs

from hexapla.comparison.cause import without_empty
from hexapla.discover.classes import first_differing_part, judge_of
from hexapla.discover.search_space import BASES
from hexapla.identification.forms import FORM_IDS, forms_between
from hexapla.identification.question import (
    URI,
    DepartureKind,
    Finding,
    Question,
    candidates,
    expected,
)
from hexapla.implementations.asking import Case, ResolveAnswer
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec
from hexapla.text.escapes import ascii_lower
from hexapla.values.checked import checked
from hexapla.values.frozen import kept

DEFAULT_CASES = Path(__file__).parent / "default-cases.json"
# A rule of these phases decides something even if the text stays as it is.
_DECIDING = (Phase.CLASSIFY, Phase.COMBINE)
# No standard percent-decodes in resolving, or takes an empty part for none.
_OF_STANDARDS = FORM_IDS - {"absent", "decoded"}


def _under_its_base(spec: Spec, case: Case, smaller: Case) -> bool:
    """Return whether a smaller case has the same base, and no rule applies that did not."""
    rules = effective_rules(spec, case)
    return smaller.base == case.base and set(rules).issuperset(effective_rules(spec, smaller))


def _against_another_base(spec: Spec, case: Case, smaller: Case) -> bool:
    """Return whether a smaller case has the same reference, and the same rules apply."""
    rules = effective_rules(spec, case)
    return smaller.reference == case.reference and {*rules} == {*effective_rules(spec, smaller)}


def _kind(name: str, says: str, component: str | None = None) -> DepartureKind:
    return DepartureKind(name, says, component, by_example=True)


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
        """Return how an answer differs, with the shared name of the first component that does."""
        case, given, judge = answer.case, answer.value, self._judge
        if given is None:
            return _kind("no-uri", "gives no URI")
        if given == case.reference:
            return _kind("unresolved", "gives the reference back as it is")
        if not isinstance(uri, str):
            return _kind("a-uri", "gives a URI where none is due")
        unmarked = Case(case.base, without_empty(judge.parse(case.reference)))
        part = first_differing_part(judge, uri, given)
        if _filled(judge, given) in (
            _filled(judge, due) for due in (uri, expected(spec, unmarked).value)
        ):
            says = "treats an empty part as absent, or an absent one as empty"
            return _kind("unmarked", says, part)
        another = _kind("another-part", f"gives another URI, from the {part} on", part)
        return self._form(uri, given) or another

    def _form(self, expected: str, given: str) -> DepartureKind | None:
        """Return the forms in which two URIs differ; None where another text is in one of them."""
        here, there = map(self._judge.parse, (expected, given))
        scheme = ascii_lower(here.part("scheme") or "")
        uses: dict[str, str] = {}
        for part in (component.shared for component in self._judge.components):
            text, other = here.part(part), there.part(part)
            name = "host" if part == "authority" else part
            forms = forms_between(name, text, other, scheme, _OF_STANDARDS)
            given_forms = "+".join(form for form, _ in forms or ())
            # A component of a URI has another slash, or none, for another reason.
            if forms is None or "no-first-slash" in given_forms:
                return None
            uses |= {
                f"{form} {part}": says.format(part)
                for form, says in forms
                if form != "root" or "no-dots" not in given_forms
            }
        names, component = [use.split()[0] for use in uses], next(iter(uses)).split()[1]
        return DepartureKind(
            "+".join(names), ", and it ".join(uses.values()), component, is_form=True
        )

    @staticmethod
    def group(kind: DepartureKind, example: ResolveAnswer) -> object:
        """Return what answers have in common that reduce to one reference under one rule."""
        # Whatever the text, to do so is one departure.
        if kind.name in ("unresolved", "unmarked"):
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
    steps = spec.standard.record(case.reference, base=case.base).steps
    cuts = [step.rule for step in reversed(steps) if step.phase is Phase.SPLIT]
    if kind.name == "unmarked" and cuts:
        kinds = (f"drop-empty-{kind.component}", RuleKind.DROP_EMPTY, f"cut-{kind.component}")
        alike = (rule for each in kinds for rule in (*cuts, *spec.rules) if rule.kind == each)
        return attrs.evolve(kind, rule=next(alike, cuts[0]))
    rules = effective_rules(spec, case) or (steps[-1].rule,)
    return attrs.evolve(kind, rule=rules[-1])


def _filled(judge: Spec, uri: object) -> list[str] | None:
    """Return the parts of a URI, where an empty part counts as absent; None for no URI."""
    return [part or "" for part in judge.parse(uri).split[1:]] if isinstance(uri, str) else None


@kept(8192, lambda spec, case: sum(map(len, case.texts)))
def effective_rules(spec: Spec, case: Case) -> tuple[Rule, ...]:
    """Return the rules that lead a spec from a case to its outcome, in order.

    They are those that change the text, and those that decide which rules follow.
    """
    steps = spec.standard.record(case.reference, base=case.base).steps
    last = {step.phase: step for step in steps}
    deciding = [last.get(phase) for phase in _DECIDING]
    return tuple(step.rule for step in steps if step.changed or step in deciding)
