"""The causes of disagreements over all cases, each with the cases that have it."""

from collections.abc import Iterable, Mapping, Sequence

import attrs

from hexapla.comparison.cause import Cause
from hexapla.comparison.cause_key import PARTS, CauseKey, title_of
from hexapla.comparison.columns import compare
from hexapla.comparison.facet import Facet
from hexapla.standard.rule import Phase, Rule
from hexapla.standard.spec import Spec
from hexapla_site.report.case import CaseReport


@attrs.frozen
class CauseExample:
    """A case that has a cause, and the cause as the case has it."""

    case: CaseReport
    cause: Cause

    @property
    def facet(self) -> Facet:
        """What the two columns of the cause differ about, without the other columns."""
        specs = tuple(side.column for side in self.cause.deciding.sides)
        comparison = compare(self.case.reference, base=self.case.base, specs=specs)
        return comparison.parts if self.cause.facet == PARTS else comparison.target


@attrs.frozen(repr=False)
class CauseWithCases:
    """A cause, and every case for which it decides, the shortest first."""

    key: CauseKey
    left: Spec
    right: Spec
    left_rule: Rule
    right_rule: Rule
    examples: tuple[CauseExample, ...]

    @property
    def phase(self) -> Phase:
        """The phase in which the two columns begin to differ."""
        return Phase(self.key.phase)

    @property
    def id(self) -> str:
        """A name made of the phase and the two rules."""
        return self.key.name

    @property
    def title(self) -> str:
        """What happens by the two rules, in a line."""
        return title_of(self.key, (self.left, self.right))

    @property
    def of_parts(self) -> bool:
        """Whether it is about the parts of the reference, and not about the target."""
        return self.key.facet == PARTS

    @property
    def smallest(self) -> CauseExample:
        """The shortest case that has it."""
        return self.examples[0]


def causes_in(cases: Iterable[CaseReport], columns: Sequence[Spec]) -> tuple[CauseWithCases, ...]:
    """Return every cause of cases by phase, and in a phase the one with most cases first.

    `columns` are all that the cases were compared in.
    """
    examples: dict[CauseKey, dict[str, CauseExample]] = {}
    for case in cases:
        for cause in case.causes:
            examples.setdefault(cause.key, {}).setdefault(case.id, CauseExample(case, cause))
    by_selector = {spec.selector: spec for spec in columns}
    reports = [_report(key, of_key.values(), by_selector) for key, of_key in examples.items()]
    phases = list(Phase)
    reports.sort(key=lambda report: (phases.index(report.phase), -len(report.examples), report.id))
    return tuple(reports)


def _size(example: CauseExample) -> tuple[int, int, str]:
    case = example.case
    return len(case.reference), len(case.base), case.base


def _report(
    key: CauseKey, examples: Iterable[CauseExample], by_selector: Mapping[str, Spec]
) -> CauseWithCases:
    ordered = tuple(sorted(examples, key=_size))
    left, right = ordered[0].cause.deciding.sides
    specs = by_selector[key.left], by_selector[key.right]
    return CauseWithCases(key, *specs, left.rule, right.rule, ordered)
