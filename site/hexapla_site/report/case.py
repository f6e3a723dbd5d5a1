"""A case: a base and a reference that ran through every column, and the places that quote it."""

import functools
from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING

import attrs

from hexapla.comparison.cause import Cause
from hexapla.comparison.columns import compare
from hexapla.comparison.compared import ResolvedComparison
from hexapla.comparison.facet import Facet
from hexapla.comparison.grouping import largest_of
from hexapla.comparison.one_line import show
from hexapla.comparison.sentence import Explanation, explained
from hexapla.comparison.wording import apparatus
from hexapla.documents.citation import Citation
from hexapla.standard.phases import Target, has_rule
from hexapla.standard.reference import Reference
from hexapla.standard.spec import Spec
from hexapla_site.addresses import case_name
from hexapla_site.report.verdict import Verdict, verdict_of

if TYPE_CHECKING:  # a reader's browser has no recordings
    from hexapla_site.report.recorded import RecordedAnswers


@attrs.frozen
class Quote:
    """Where a case is quoted: its source, and what the source says of it.

    Each answer comes with a remark: the choices that it takes, or the columns that give it.
    `optional` says that the source is the standard of an optional column.
    """

    source: str
    place: str
    answers: tuple[tuple[Target, str], ...]
    citation: Citation | None = None
    optional: bool = False


class Shown(StrEnum):
    """When something is shown: always, or only with or without optional columns; a CSS class."""

    ALWAYS = ""
    WITH_OPTIONAL = "optional"
    WITHOUT_OPTIONAL = "without-optional"


@attrs.frozen
class TargetGroup:
    """A target, and the columns that give it; one without a rule for the case gives none."""

    target: Target
    specs: tuple[Spec, ...]

    @property
    def optional(self) -> bool:
        """Whether only optional columns give it."""
        return not any(spec.default_column for spec in self.specs)


@attrs.frozen(slots=False, repr=False)
class Case:
    """A base and a reference, compared under all readings, with the places that quote them.

    `comparison` has the default columns, `full` all that are installed: what is shown without the
    optional columns is what the default columns give by themselves.
    """

    comparison: ResolvedComparison
    full: ResolvedComparison
    quotes: tuple[Quote, ...]
    recorded: "RecordedAnswers | None" = None

    def __repr__(self) -> str:
        return f"Case({self.cited!r})"

    @property
    def base(self) -> str:
        """The base."""
        return str(self.comparison.base)

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
        return f"{apparatus(self.comparison)}, against {show(self.base)}"

    @functools.cached_property
    def verdict(self) -> Verdict:
        """What the columns give, who gives it today, and why they differ."""
        return verdict_of(self.full, self.recorded)

    @property
    def base_references(self) -> tuple[Reference, ...]:
        """The base as each column parses it."""
        return tuple(spec.parse(self.base) for spec in self.full.specs)

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources that quote the case, each once, without those of optional columns."""
        return tuple(dict.fromkeys(item.source for item in self.quotes if not item.optional))

    @property
    def agrees(self) -> bool:
        """Whether the default columns resolve the reference to the same."""
        return target_of(self.comparison).agrees

    @property
    def optional_differ(self) -> bool:
        """Whether the default columns agree, and an optional column differs."""
        return self.agrees and not target_of(self.full).agrees

    @functools.cached_property
    def target_groups(self) -> tuple[TargetGroup, ...]:
        """The targets, each with all columns that give it.

        They come as the default columns order them; those of optional columns alone come last.
        """
        columns = list(zip(self.full.specs, self.full.resolutions, strict=True))
        groups = (*target_of(self.comparison).groups, *target_of(self.full).groups)
        given = {spec.selector: resolution.target for spec, resolution in columns}
        targets = dict.fromkeys(given[group.specs[0]] for group in groups)
        return tuple(
            TargetGroup(
                target,
                tuple(spec for spec, resolution in columns if resolution.target == target),
            )
            for target in targets
        )

    @property
    def silent(self) -> tuple[Spec, ...]:
        """The columns that have no rule for it."""
        selectors = target_of(self.full).silent
        return tuple(spec for spec in self.full.specs if spec.selector in selectors)

    @property
    def minor(self) -> tuple[bool, ...]:
        """Which of all columns differ from what most default columns give; silent ones do not."""
        given = [resolution.target for resolution in self.comparison.resolutions]
        most = largest_of([target for target in given if has_rule(target)])
        return tuple(
            has_rule(resolution.target) and resolution.target != most
            for resolution in self.full.resolutions
        )

    @property
    def why_parts_differ(self) -> tuple[tuple[Explanation, Shown], ...]:
        """Why columns put characters into different parts."""
        return _explained(self.comparison.parts, self.full.parts)

    @property
    def why_targets_differ(self) -> tuple[tuple[Explanation, Shown], ...]:
        """Why columns resolve the reference differently."""
        return _explained(target_of(self.comparison), target_of(self.full))

    @property
    def causes(self) -> tuple[Cause, ...]:
        """The causes of its disagreements in all columns, about parts and about the target."""
        return self.full.parts.causes + target_of(self.full).causes


def target_of(comparison: ResolvedComparison) -> Facet:
    """Return the facet of a case's targets; a case has a base."""
    return comparison.target


def case_of(
    base: str,
    reference: str,
    defaults: tuple[Spec, ...],
    columns: tuple[Spec, ...],
    quotes: Iterable[Quote] = (),
    recorded: "RecordedAnswers | None" = None,
) -> Case:
    """Compare a reference in the default columns and in all columns, under all readings."""
    return Case(
        compare(reference, base=base, specs=defaults, readings="all"),
        compare(reference, base=base, specs=columns, readings="all"),
        tuple(quotes),
        recorded,
    )


def default_columns(columns: Iterable[Spec]) -> tuple[Spec, ...]:
    """Return the columns that are shown by default; the others are optional."""
    return tuple(spec for spec in columns if spec.default_column)


def optional_columns(columns: Iterable[Spec]) -> tuple[Spec, ...]:
    """Return the columns that are off by default."""
    return tuple(spec for spec in columns if not spec.default_column)


def explanations_of(causes: Iterable[Cause]) -> tuple[Explanation, ...]:
    """Return one explanation for each phase and set of rules that decide."""
    return explained(cause.differences for cause in causes)


def _explained(defaults: Facet, full: Facet) -> tuple[tuple[Explanation, Shown], ...]:
    """Explain a facet with and without optional columns; what is the same comes once."""
    without, along = explanations_of(defaults.causes), explanations_of(full.causes)
    told = [(item, Shown.ALWAYS if item in along else Shown.WITHOUT_OPTIONAL) for item in without]
    return (*told, *((item, Shown.WITH_OPTIONAL) for item in along if item not in without))
