"""The rules that two specs apply where they differ, whatever the difference is attributed to."""

from typing import NamedTuple

from hexapla.comparison.attribution import rules_at_work
from hexapla.comparison.chain import chain_of
from hexapla.comparison.comparison import ResolvedComparison
from hexapla.comparison.run import SpecInput
from hexapla.standard.rule import Rule


class AppliedRules(NamedTuple):
    """The rules that the older and the newer spec apply in the phase of a difference."""

    left: Rule
    right: Rule

    @property
    def sections(self) -> tuple[str, str]:
        return self.left.citation.section, self.right.citation.section


def applied_rules(comparison: ResolvedComparison) -> list[AppliedRules]:
    """Return the applied rules for each difference between the targets of two specs."""
    runs = []
    for spec in comparison.specs:
        base = spec.standard.split(comparison.base)
        parts = spec.standard.split(comparison.reference, base)
        target = spec.standard.resolve_parts(base, parts)
        runs.append(SpecInput(spec, base, parts, target).run)
    left, right = runs
    chain = chain_of(left, right)
    return [AppliedRules(*rules_at_work(link.left, link.right, link.phase)) for link in chain]
