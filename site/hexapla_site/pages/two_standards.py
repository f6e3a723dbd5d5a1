"""The classes of differences between the two current standards, RFC 3986 and the URL Standard."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import attrs

from hexapla.comparison.cause_key import TARGET, CauseKey
from hexapla.comparison.spellings import differ_in_spelling
from hexapla.discover.classes import Classifier, DisagreementClass
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import ValidationError
from hexapla_site.data.real_links import DifferenceToday, RealLinks, read_real_links
from hexapla_site.data.table import Cells, Table, table_of
from hexapla_site.folders import DATA
from hexapla_site.pages.catalogue import (
    Catalogue,
    CatalogueEntry,
    DisagreementSection,
    disagreement_row,
    read_catalogue,
    sections,
)
from hexapla_site.pages.kind import Page, PageKind, Site

ADDRESS = "rfc-3986-and-the-url-standard.html"
TWO_DISCOVERED = DATA / "two-standards.json"


Causes = list[tuple[CatalogueEntry, ...]]
"""Classes of disagreement, grouped by cause."""


@attrs.frozen
class KindsOfDifference:
    """The causes with their classes, grouped by how the results differ."""

    structure: Causes = attrs.field(factory=list)
    spelling: Causes = attrs.field(factory=list)

    @property
    def by_name(self) -> Mapping[str, Causes]:
        """The kinds that contain classes, keyed by name."""
        both = {"structure": self.structure, "spelling": self.spelling}
        return {name: causes for name, causes in both.items() if causes}

    @property
    def classes(self) -> Mapping[str, int]:
        """The number of classes of each kind."""
        return {name: sum(map(len, causes)) for name, causes in self.by_name.items()}


@attrs.frozen
class PhaseSection:
    """The classes of a phase, or of a facet of the reference alone.

    Attributes:
        section: The section of the catalogue.
        kinds: The listed classes, grouped by how the results differ.
        combined: The number of classes that are left out because their examples also differ in
            other ways.
        links: The number of real links (see `RealLinks`) whose targets differ because of a cause in
            the section; None for a facet of the reference alone, which doesn't affect targets.
    """

    section: DisagreementSection
    kinds: KindsOfDifference
    combined: int
    links: int | None

    @property
    def listed(self) -> list[CatalogueEntry]:
        """The listed classes."""
        return list(chain.from_iterable(self.kinds.structure + self.kinds.spelling))


class ReportedErrors(NamedTuple):
    """The names of validation errors, without duplicates, and whether parsing failed."""

    names: tuple[str, ...]
    is_failure: bool


@attrs.frozen
class TwoStandardsContext:
    """The content of the page.

    Attributes:
        catalogue: The catalogue of the differences that a search found between the two standards;
            None unless the site has both standards.
        sections: The sections of the catalogue.
        class_counts: The number of listed classes of each kind.
        decided: For each cause, the number of real links (see `RealLinks`) whose targets differ
            because of it.
        without_class: The differences on links, except those with a cause from the catalogue.
        errors: The validation errors of the example of each class.
        differences: The number of ways in which the standards differ on the example of each class.
        listed: The number of listed classes.
        without_errors: The number of listed classes whose example has no validation errors.
        counted: The counts of links.
    """

    catalogue: Catalogue | None
    sections: Sequence[PhaseSection]
    class_counts: Mapping[str, int]
    decided: Mapping[CauseKey, int]
    without_class: Sequence[DifferenceToday]
    errors: Mapping[DisagreementClass, ReportedErrors]
    differences: Mapping[CatalogueEntry, int]
    listed: int
    without_errors: int
    counted: RealLinks


def is_of_spelling(entry: CatalogueEntry) -> bool:
    """Return whether both standards call the two results of a class's example equivalent."""
    return len(entry.targets) == 2 and differ_in_spelling(entry.specs, *entry.targets)


def differences_by_class(site: Site) -> Mapping[CatalogueEntry, int]:
    """Return the number of ways in which the two standards differ on each class's example."""
    catalogue = site.once(catalogue_of_two)
    if catalogue is None:
        return {}
    classifier = Classifier(catalogue.specs, counts_differences=True)
    differences = {}
    for entry in catalogue.entries:
        measured = classifier.measured(entry.disagreement, entry.finding.smallest)
        differences[entry] = measured.differences
    return differences


def without_combined(
    entries: Iterable[CatalogueEntry], differences: Mapping[CatalogueEntry, int]
) -> tuple[CatalogueEntry, ...]:
    """Return the classes of a cause on whose examples the standards differ in the fewest ways."""
    listed = tuple(entries)
    least = min(differences[entry] for entry in listed)
    return tuple(entry for entry in listed if differences[entry] == least)


def reported_errors(entry: CatalogueEntry, bases: Iterable[str]) -> ReportedErrors:
    """Return the validation errors of an example, or of its base if the base isn't a URL.

    If the example has no base, all `bases` are tried, and the smallest set of errors is returned.
    """
    tried = bases if entry.base is None else (entry.base,)
    reported = (_errors_of(entry, base) for base in tried)
    errors = min(reported, key=len)
    names = dict.fromkeys(error.name for error in errors)
    return ReportedErrors(tuple(names), _is_failure(errors))


def _errors_of(entry: CatalogueEntry, base: str) -> list[ValidationError]:
    errors: list[ValidationError] = []
    for spec in entry.specs:
        errors += _reported(spec, entry.reference, base)
    return errors


def _reported(spec: Spec, reference: str, base: str) -> Sequence[ValidationError]:
    of_base = spec.validation_errors(base)
    return of_base if _is_failure(of_base) else spec.validation_errors(reference, base=base)


def _is_failure(errors: Sequence[ValidationError]) -> bool:
    return bool(errors) and errors[-1].failure


def errors_by_class(site: Site) -> Mapping[DisagreementClass, ReportedErrors]:
    """Return the validation errors of the example of each class."""
    catalogue = site.once(catalogue_of_two)
    if catalogue is None:
        return {}
    bases = []
    for tried in catalogue.bases:
        if all(spec.is_absolute(tried.base) for spec in catalogue.specs):
            bases.append(tried.base)
    return {entry.disagreement: reported_errors(entry, bases) for entry in catalogue.entries}


def catalogue_of_two(site: Site) -> Catalogue | None:
    """Return the catalogue of the differences that a search found between the two standards.

    The result is None unless the site has both standards.
    """
    return read_catalogue(site.columns, TWO_DISCOVERED)


def links_by_cause(_: Site) -> Counter[CauseKey]:
    """Return, for each cause, how many real links have different targets because of it."""
    counts = Counter[CauseKey]()
    for difference in read_real_links().today:
        counts[difference.cause] += difference.links
    return counts


def sections_of_two(site: Site) -> list[PhaseSection]:
    """Return the sections of phases in order, and then the sections about the reference alone."""
    catalogue = site.once(catalogue_of_two)
    if catalogue is None:
        return []
    links = site.once(links_by_cause)
    differences = site.once(differences_by_class)
    made = [_phase_section(section, links, differences) for section in sections(catalogue)]
    return sorted(made, key=lambda item: item.links is None)


def _phase_section(
    section: DisagreementSection,
    links: Counter[CauseKey],
    differences: Mapping[CatalogueEntry, int],
) -> PhaseSection:
    """Return a section with its classes grouped by kind.

    Classes whose examples also differ in other ways are left out, and only counted. Causes that
    affect more links come first.
    """
    kinds = KindsOfDifference()
    shown = 0
    for entries in sorted(section.causes, key=lambda each: -links[_cause_of(each)]):
        plain = without_combined(entries, differences)
        shown += len(plain)
        spelling, structure = [], []
        for entry in plain:
            if is_of_spelling(entry):
                spelling.append(entry)
            else:
                structure.append(entry)
        if structure:
            kinds.structure.append(tuple(structure))
        if spelling:
            kinds.spelling.append(tuple(spelling))
    counted = None
    if _cause_of(section.causes[0]).facet == TARGET:
        counted = sum(links[_cause_of(entries)] for entries in section.causes)
    return PhaseSection(section, kinds, len(section.entries) - shown, counted)


def _cause_of(entries: Sequence[CatalogueEntry]) -> CauseKey:
    return entries[0].disagreement.cause


def links_without_class(site: Site) -> list[DifferenceToday]:
    """Return the differences on links, except those with a cause from the catalogue."""
    catalogue = site.once(catalogue_of_two)
    found = set()
    if catalogue is not None:
        found = {entry.disagreement.cause for entry in catalogue.entries}
    return [item for item in read_real_links().today if item.cause not in found]


def _pages(site: Site) -> Iterator[Page]:
    errors = site.once(errors_by_class)
    counts = Counter[str]()
    listed = without_errors = 0
    for item in site.once(sections_of_two):
        counts.update(item.kinds.classes)
        for entry in item.listed:
            listed += 1
            without_errors += not errors[entry.disagreement].names
    context = TwoStandardsContext(
        catalogue=site.once(catalogue_of_two),
        sections=site.once(sections_of_two),
        class_counts=counts,
        decided=site.once(links_by_cause),
        without_class=links_without_class(site),
        errors=errors,
        differences=site.once(differences_by_class),
        listed=listed,
        without_errors=without_errors,
        counted=read_real_links(),
    )
    yield Page(ADDRESS, "two-standards.html", context)


def _tables(site: Site) -> Iterator[Table]:
    catalogue = site.once(catalogue_of_two)
    if catalogue is not None:
        yield table_of("two-standards", _rows(catalogue, site.once(errors_by_class)))


def _rows(
    catalogue: Catalogue, errors: Mapping[DisagreementClass, ReportedErrors]
) -> Iterator[Cells]:
    for entry in catalogue.entries:
        reported = errors[entry.disagreement]
        names = ", ".join(reported.names or ["none"])
        failure = " (failure)" if reported.is_failure else ""
        yield *disagreement_row(entry), names + failure


KIND = PageKind("two-standards", ADDRESS, _pages, tables=_tables)
