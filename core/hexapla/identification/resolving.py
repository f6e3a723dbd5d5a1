"""One of the questions for implementations: resolving a reference against a base."""

import functools
import json
from itertools import starmap
from pathlib import Path

from hexapla.discover.classes import judge_of
from hexapla.discover.search_space import BASES
from hexapla.identification.applied_rules import effective_rules
from hexapla.identification.expectation import URI
from hexapla.identification.question import Question, candidates
from hexapla.identification.resolve_groups import ResolverComparison
from hexapla.implementations.asking import Case
from hexapla.standard.spec import Spec
from hexapla.values.checked import checked

DEFAULT_CASES = Path(__file__).parent / "default-cases.json"
FURTHER_REFERENCES = Path(__file__).parent / "further-references.json"


def _under_its_base(spec: Spec, case: Case, smaller: Case) -> bool:
    """Return whether a smaller case has the same base, and no further rules have an effect."""
    rules = effective_rules(spec, case)
    return smaller.base == case.base and set(rules).issuperset(effective_rules(spec, smaller))


def _against_another_base(spec: Spec, case: Case, smaller: Case) -> bool:
    """Return whether a smaller case has the same reference, and the same rules have an effect."""
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
        """Return the examples of the candidates and of the specs, and short inputs.

        The short inputs distinguish standards and readings that the examples don't.
        """
        cases: list[Case] = []
        for spec in (*candidates(), *self.specs):
            cases += [Case(example.base, example.reference) for example in spec.examples()]
        cases += starmap(Case, json.loads(DEFAULT_CASES.read_text("utf-8")))
        return tuple(dict.fromkeys(cases))

    @staticmethod
    def further_cases() -> tuple[Case, ...]:
        """Return further cases, which only serve to find departures."""
        references_by_base = json.loads(FURTHER_REFERENCES.read_text("utf-8"))
        cases: list[Case] = []
        for base, references in references_by_base.items():
            for reference in references:
                cases.append(Case(base, reference))
        return tuple(cases)

    def comparison(self, spec: Spec) -> ResolverComparison:
        """Return the comparison of a resolver with a spec."""
        return ResolverComparison(spec, self._judge)
