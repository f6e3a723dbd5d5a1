"""Everything that a standard can answer to a case, depending on how its readings are decided."""

from collections.abc import Hashable, Mapping

import attrs

from hexapla.comparison.variants import variants_of_target
from hexapla.implementations.asking import Answer
from hexapla.implementations.cases import Case, short, shown
from hexapla.standard.phases import NoUri, Target
from hexapla.standard.spec import Spec
from hexapla.values.frozen import FrozenMapping


@attrs.frozen
class Branch:
    """What a standard answers to a case under some options.

    `options` has an option for each undecided reading that the case touches on the way there.
    Where the standard has no rule for the case, there is nothing that could match.
    """

    options: Mapping[str, str]
    answer: str | None = attrs.field(repr=short)
    has_rule: bool = True

    def matches(self, given: Answer) -> bool:
        """Return whether an implementation answers what the standard does."""
        return self.has_rule and given.matches(self.answer)

    def allows(self, options: Mapping[str, str]) -> bool:
        """Return whether options, by reading, lead to this branch."""
        return all(options.get(name, option) == option for name, option in self.options.items())


Behaviour = tuple[Branch, ...]
"""All branches of a case, the defaults first. A combination of options leads to exactly one."""


def behaviour(spec: Spec, case: Case) -> Behaviour:
    """Return everything that a spec can answer to a case, given the choices that it has made."""
    return tuple(
        Branch(
            FrozenMapping(
                (choice.reading, choice.option)
                for choice in variant.choices
                if choice not in spec.choices
            ),
            shown(case, _target(variant.key)),
            not variant.silent,
        )
        for variant in variants_of_target(spec, case.base, case.reference)
    )


def _target(key: Hashable) -> Target:
    assert isinstance(key, str | NoUri)
    return key


def branch_under(branches: Behaviour, options: Mapping[str, str]) -> Branch:
    """Return the branch under options, one for each reading that the case touches."""
    if len(branches) == 1:
        return branches[0]
    return next(branch for branch in branches if branch.allows(options))
