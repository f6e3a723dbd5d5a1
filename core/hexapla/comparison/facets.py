"""Validity, parts and target: what columns can agree on."""

from collections.abc import Iterator, Mapping, Sequence

import attrs

from hexapla.comparison.branch_rows import rows_between
from hexapla.comparison.branches import BranchRow, BranchSide, TreeEdge
from hexapla.comparison.cause import Cause, cause_of_parts, cause_of_target, held_in
from hexapla.comparison.display import parts_text
from hexapla.comparison.facet import Facet
from hexapla.comparison.readings import (
    Given,
    Variant,
    parts_by,
    parts_value,
    target_by,
    variants_of_validity,
)
from hexapla.comparison.run import SpecInput
from hexapla.grammar.validity import Verdict
from hexapla.standard.driver import Parts
from hexapla.standard.phases import Target, has_rule, target_value
from hexapla.standard.reference import Reference, Resolution
from hexapla.standard.spec import Spec
from hexapla.values.frozen import FrozenMapping


@attrs.define(eq=False, repr=False)
class ValidFacet(Facet):
    """Whether the grammars derive a text; columns without a production for it are silent.

    Attributes:
        name: `valid`.
        text: The text.
        verdicts: What each column's grammar says.
    """

    name = "valid"

    text: str = attrs.field(kw_only=True)
    verdicts: Sequence[Verdict] = attrs.field(kw_only=True)

    def value_of(self, index: int) -> Mapping[str, object]:
        """Return the verdict of a column, as data."""
        return FrozenMapping({"verdict": self.verdicts[index].value})

    def text_of(self, index: int) -> str:
        """Return the verdict of a column."""
        return self.verdicts[index].value

    def _variants_of(self, spec: Spec) -> Iterator[Variant]:
        return variants_of_validity(spec, self.text)


@attrs.define(eq=False, repr=False)
class PartsFacet(Facet):
    """To which components the characters of a text belong; columns that do not say are silent.

    Attributes:
        name: `parts`.
    """

    name = "parts"

    def reference_by(self, index: int) -> Reference:
        """Return the reference as a column takes it apart."""
        return Reference(self.columns[index], self.splits[index])

    def value_of(self, index: int) -> Mapping[str, object]:
        """Return the parts that a column finds, by their shared names."""
        return parts_value(self.reference_by(index))

    def text_of(self, index: int) -> str:
        """Return the parts that a column finds, by its own names."""
        return parts_text(self.reference_by(index))

    def _cause_of(self, left: int, right: int) -> Cause:
        return cause_of_parts(self.reference_by(left), self.reference_by(right))

    def _rows(
        self, cause: Cause, edge: TreeEdge, letters: tuple[str, str]
    ) -> tuple[BranchRow, ...]:
        assert cause.deciding.cut is not None
        components = cause.deciding.cut.left, cause.deciding.cut.right
        sides = []
        for letter, index in zip(letters, edge.speakers, strict=True):
            number = int(index == max(edge.speakers))
            side = cause.deciding.sides[number]
            act = held_in(side.column, components[number], str(side.after))
            sides.append(BranchSide(letter, side.column, (act,), self.reference, self.reference))
        return (BranchRow(cause.phase, True, True, tuple(sides)),)

    def _given_by(self, spec: Spec) -> Given:
        return parts_by(spec, self.reference)


@attrs.define(eq=False, repr=False)
class TargetFacet(Facet):
    """What resolving gives; columns without a rule for the input are silent.

    `targets` has what each column resolves to, a silent one's with its reason.

    Attributes:
        name: `target`.
        bases: The base as each column splits it.
    """

    name = "target"
    _reading_may_be_rule = True

    targets: Sequence[Target] = attrs.field(kw_only=True)
    bases: Sequence[Parts] = attrs.field(kw_only=True)
    _spec_inputs: tuple[SpecInput, ...] | None = attrs.field(default=None, init=False)

    @property
    def resolutions(self) -> tuple[Resolution, ...]:
        """What each column resolves to, with the way there."""
        return tuple(map(Resolution, self.columns, self.bases, self.splits, self.targets))

    def value_of(self, index: int) -> Mapping[str, object]:
        """Return the target of a column, as data."""
        return target_value(self.targets[index])

    def text_of(self, index: int) -> str:
        """Return the target of a column, on one line."""
        return str(self.targets[index])

    @property
    def _length(self) -> int:
        return len(self.bases[0][0] or "") + len(self.reference)

    @property
    def _inputs(self) -> tuple[SpecInput, ...]:
        if self._spec_inputs is None:
            given = self.columns, self.bases, self.splits, self.targets
            self._spec_inputs = tuple(map(SpecInput, *given))
        return self._spec_inputs

    def _cause_of(self, left: int, right: int) -> Cause:
        return cause_of_target(self._inputs[left], self._inputs[right])

    def _rows(
        self, cause: Cause, edge: TreeEdge, letters: tuple[str, str]
    ) -> tuple[BranchRow, ...]:
        inputs, (own, other) = self._inputs, edge.speakers
        members = [self._members[number] for number in (edge.group, edge.against)]
        of_groups = tuple([inputs[index] for index in group] for group in members)
        return rows_between(cause, (inputs[own], inputs[other]), letters, of_groups)

    def _given_by(self, spec: Spec) -> Given:
        return target_by(spec, str(self.bases[0][0]), self.reference)


def target_keys(targets: Sequence[Target]) -> Sequence[Target | None]:
    """Return the targets of columns as they are compared; None where a column has no rule."""
    first = targets[0]
    if type(first) is str and targets.count(first) == len(targets):
        return targets  # as it mostly is
    return [target if type(target) is str or has_rule(target) else None for target in targets]
