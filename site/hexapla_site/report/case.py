"""A case: a base and a reference that ran through every column, and the places that quote it."""

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING

import attrs

from hexapla.comparison.cause import Cause
from hexapla.comparison.columns import compare
from hexapla.comparison.comparison import ResolvedComparison
from hexapla.comparison.display import show
from hexapla.comparison.shown import summary_line
from hexapla.documents.citation import Citation
from hexapla.standard.phases import Target
from hexapla.standard.reference import Reference
from hexapla.standard.spec import Spec
from hexapla_site.addresses import case_name
from hexapla_site.report.verdict import CaseVerdict, verdict_of

GIVES = "→"
"""What stands between a reference and its targets on pages."""

if TYPE_CHECKING:  # a reader's browser has no recordings
    from hexapla_site.data.recordings import RecordedAnswers


@attrs.frozen
class Quote:
    """Where a case is quoted: its source, and what the source says of it.

    Each answer comes with a remark: the choices that it takes, or the columns that give it.
    """

    source: str
    place: str
    answers: tuple[tuple[Target, str], ...]
    citation: Citation | None = None


@attrs.frozen(slots=False, repr=False)
class CaseReport:
    """A base and a reference, compared in all columns, with the places that quote them.

    `recorded` is what implementations of today answered, where that is known.
    """

    comparison: ResolvedComparison
    quotes: tuple[Quote, ...] = ()
    recorded: "RecordedAnswers | None" = None

    @property
    def base(self) -> str:
        """The base."""
        return self.comparison.base

    @property
    def reference(self) -> str:
        """The reference."""
        return self.comparison.reference

    @functools.cached_property
    def id(self) -> str:
        """What it is called in addresses, which depends on base and reference alone."""
        return case_name(self.base, self.reference)

    @property
    def cited(self) -> str:
        """The line by which it is cited: which standards give what."""
        line = summary_line(self.reference, self.comparison.target, GIVES)
        return f"{line}, against {show(self.base)}"

    @functools.cached_property
    def verdict(self) -> CaseVerdict:
        """What the columns give, who gives it today, and why they differ."""
        return verdict_of(self.comparison, self.recorded)

    @property
    def base_references(self) -> tuple[Reference, ...]:
        """The base as each column parses it."""
        return tuple(spec.parse(self.base) for spec in self.comparison.specs)

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources that quote the case, each once."""
        return tuple(dict.fromkeys(item.source for item in self.quotes))

    @property
    def agrees(self) -> bool:
        """Whether all columns that have a rule resolve the reference to the same."""
        return self.comparison.target.agrees

    @property
    def causes(self) -> tuple[Cause, ...]:
        """The causes of its disagreements, about parts and about the target."""
        return self.comparison.parts.causes + self.comparison.target.causes


def case_of(
    base: str,
    reference: str,
    columns: tuple[Spec, ...],
    quotes: Iterable[Quote] = (),
    recorded: "RecordedAnswers | None" = None,
) -> CaseReport:
    """Compare a reference in all columns, under all readings."""
    comparison = compare(reference, base=base, specs=columns, readings="all")
    return CaseReport(comparison, tuple(quotes), recorded)
