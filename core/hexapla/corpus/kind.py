"""Kinds of disagreement, by name, so that rows can hold them and counts can be added up."""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from hexapla.comparison.cause import Cause, rule_of_part
from hexapla.comparison.columns import Columns, Comparison
from hexapla.corpus.pair import Pair
from hexapla.documents.reading import Choice
from hexapla.standard.phases import Phase, Rule
from hexapla.standard.rule_name import rule_name
from hexapla.standard.spec import AnySpec
from hexapla.text.slug import slug
from hexapla.values.frozen import FrozenMapping

PARTS = "parts"
TARGET = "target"
VALID = "valid"


Touched = Callable[[str, str], tuple[Choice, ...]]


class Kind(NamedTuple):
    """A kind of disagreement: on which facet, in which phase, and the rule of each side by name.

    `left` and `right` are selectors, in the order of the columns.
    """

    facet: str
    phase: str
    left: str
    left_rule: str
    right: str
    right_rule: str

    @property
    def name(self) -> str:
        """The name of the kind, as the pages of causes have it for targets."""
        return f"{self.phase}-{self.left}-{self.left_rule}--{self.right}-{self.right_rule}"


class NamedColumns:
    """The specs of a run, with the names of their rules."""

    def __init__(self, specs: tuple[AnySpec, ...]) -> None:
        self.specs = specs
        self.selectors = tuple(spec.selector for spec in specs)

    def __reduce__(self) -> tuple[type["NamedColumns"], tuple[tuple[AnySpec, ...]]]:
        # What was worked out on the way stays behind.
        return type(self), (self.specs,)

    def compare_all(self, pairs: Iterable[Pair]) -> Iterator[Comparison]:
        """Compare the columns on each of some pairs, in their order."""
        return self._columns.compare_all((pair.base, pair.reference) for pair in pairs)

    @functools.cached_property
    def _columns(self) -> Columns:
        return Columns(self.specs)

    @functools.cached_property
    def touched(self) -> tuple[Touched, ...]:
        """What gives the choices that a pair touches, a column."""
        return tuple(spec.touched for spec in self.specs)

    @functools.cached_property
    def _rules(self) -> Mapping[str, Mapping[str, Rule]]:
        """The rules of each column by their names."""
        return FrozenMapping((spec.selector, FrozenMapping(_named(spec))) for spec in self.specs)

    @functools.cached_property
    def _names(self) -> Mapping[str, Mapping[Rule, str]]:
        return FrozenMapping(
            (selector, FrozenMapping((rule, name) for name, rule in rules.items()))
            for selector, rules in self._rules.items()
        )

    def kind_of(self, facet: str, cause: Cause) -> Kind:
        """Name the kind of a cause."""
        left, right = cause.left, cause.right
        return Kind(
            facet,
            cause.phase.value,
            left.spec,
            self._names[left.spec][left.rule],
            right.spec,
            self._names[right.spec][right.rule],
        )

    def rule(self, selector: str, name: str) -> Rule:
        """Give a rule of a column by its name."""
        return self._rules[selector][name]

    def possible(self) -> Iterator[Kind]:
        """Give every two rules of the same phase in two columns, as kinds about the target.

        No more can be known without running: some of them can't part any two columns, and a column
        whose outcome is decided early may part from another by rules of two phases.
        """
        for left, right in combinations(self.specs, 2):
            for phase in Phase:
                for here in (rule for rule in left.rules if rule.phase is phase):
                    for there in (rule for rule in right.rules if rule.phase is phase):
                        yield Kind(
                            TARGET,
                            phase.value,
                            left.selector,
                            self._names[left.selector][here],
                            right.selector,
                            self._names[right.selector][there],
                        )


def _named(spec: AnySpec) -> Iterator[tuple[str, Rule]]:
    for component in spec.components:
        rule = rule_of_part(component)
        yield f"{slug(rule.citation.section)}-{slug(component.name)}", rule
    for rule in spec.rules:
        yield rule_name(spec, rule), rule
