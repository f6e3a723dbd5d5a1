"""The catalogue of disagreements: all classes that a search found, with their smallest examples.

The catalogue has a page for each phase in which standards begin to differ, and pages for
differences on the reference alone.
"""

import functools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from pathlib import Path
from typing import Any, NamedTuple

import attrs

from hexapla.comparison.cause import Cause
from hexapla.comparison.cause_key import CauseKey, sides_of_key
from hexapla.comparison.comparison import Comparison, compare
from hexapla.comparison.facet import Facet
from hexapla.discover.classes import Classifier, DisagreementClass
from hexapla.discover.discovery import classes_from
from hexapla.discover.inputs import Occurrences, SearchInput
from hexapla.standard.phases import Target
from hexapla.standard.spec import Spec
from hexapla_site.addresses import spelled
from hexapla_site.data.table import Cells, Table, table_of
from hexapla_site.folders import DATA
from hexapla_site.navigation import PageLink
from hexapla_site.pages.kind import Page, PageKind, Site, with_neighbours
from hexapla_site.rendering import PHASE_NOTES
from hexapla_site.report.case import specs_named

DISCOVERED = DATA / "discovered.json"
_HEADINGS = {
    "valid": ("The grammars", "only some grammars match the reference"),
    "parts": ("Parts", "the same characters are in different parts"),
}


@attrs.frozen(slots=False)
class CatalogueEntry:
    """A class of the catalogue, with its smallest example under all standards of the search."""

    disagreement: DisagreementClass
    finding: Occurrences[SearchInput]
    specs: tuple[Spec, ...]

    @property
    def reference(self) -> str:
        """The reference of the example."""
        return self.finding.smallest.reference

    @property
    def base(self) -> str | None:
        """The base of the example; None if the class is about the reference alone."""
        return self.finding.smallest.base

    @property
    def address(self) -> str:
        """The address of the class: a page, and an anchor on it."""
        return f"{_page_of(_section_of(self.disagreement))}#{self.anchor}"

    @property
    def anchor(self) -> str:
        """The anchor of the class on its page: the facet, the two standards and the example."""
        key = self.disagreement.cause
        texts = (self.reference,) if self.base is None else (self.reference, self.base)
        return f"{self.disagreement.facet}-{key.left}-{key.right}-{spelled(*texts)}"

    @property
    def sides(self) -> tuple[Spec, ...]:
        """The two standards that differ, the earlier standard first."""
        key = self.disagreement.cause
        return specs_named((key.left, key.right), self.specs)

    @functools.cached_property
    def _comparison(self) -> Comparison:
        return compare(self.reference, base=self.base, specs=self.specs)

    @property
    def targets(self) -> tuple[Target, ...]:
        """The target of the example under each standard; empty if there is no base."""
        return tuple(item.target for item in self._comparison.resolutions)

    @property
    def facet(self) -> Facet:
        """The facet on which the standards differ."""
        name = self.disagreement.facet
        return next(facet for facet in self._comparison.facets if facet.name == name)

    @property
    def cause(self) -> Cause | None:
        """The cause of the difference in the example; None if the difference is in validity."""
        key = self.disagreement.cause
        for item in self.facet.causes_of_pairs:
            left = item.left.spec.selector
            right = item.right.spec.selector
            if (left, right) == (key.left, key.right):
                return item
        return None


@attrs.frozen
class DisagreementSection:
    """A section of the catalogue: a phase in which standards differ, or a facet of the reference.

    Each item of `causes` contains the classes with the same cause.
    """

    id: str
    heading: str
    note: str
    causes: tuple[tuple[CatalogueEntry, ...], ...]

    @property
    def address(self) -> str:
        """The address of the section's page."""
        return _page_of(self.id)

    @property
    def entries(self) -> list[CatalogueEntry]:
        """The classes."""
        return list(chain.from_iterable(self.causes))

    @property
    def smallest(self) -> CatalogueEntry:
        """The class with the smallest example; the first one if examples are equally short."""
        return min(self.entries, key=lambda entry: len(entry.reference) + len(entry.base or ""))


class TriedBase(NamedTuple):
    """A base that a search tried, with the reason for trying it."""

    base: str
    why: str


@attrs.frozen(slots=False)
class Catalogue:
    """The classes that a search found.

    Attributes:
        coverage: The numbers of references and pairs that the search tried, and a description.
        bases: The bases that the search tried.
        judge: The standard whose parser locates the difference between two targets.
        specs: The standards that were compared.
        entries: The classes.
    """

    coverage: Mapping[str, Any]
    bases: tuple[TriedBase, ...]
    judge: Spec
    specs: tuple[Spec, ...]
    entries: tuple[CatalogueEntry, ...]


def read_catalogue(columns: Iterable[Spec], path: Path = DISCOVERED) -> Catalogue | None:
    """Read the catalogue of a search; return None unless all of its standards are given."""
    by_selector = {spec.selector: spec for spec in columns}
    form = json.loads(path.read_text("utf-8"))
    if not by_selector.keys() >= set(form["specs"]):
        return None
    specs = tuple(by_selector[selector] for selector in form["specs"])
    bases = tuple(TriedBase(**item) for item in form["bases"])
    entries = []
    for item, finding in classes_from(form["classes"]).items():
        entries.append(CatalogueEntry(item, finding, specs))
    judge = by_selector[form["judge"]]
    return Catalogue(form["coverage"], bases, judge, specs, tuple(entries))


def sections(catalogue: Catalogue) -> tuple[DisagreementSection, ...]:
    """Group the classes by phase and by cause, in the file's order."""
    grouped = groupby(catalogue.entries, key=lambda entry: _section_of(entry.disagreement))
    return tuple(_section(name, entries) for name, entries in grouped)


def _section(name: str, entries: Iterable[CatalogueEntry]) -> DisagreementSection:
    by_cause = groupby(entries, key=lambda entry: entry.disagreement.cause)
    causes = tuple(tuple(members) for _, members in by_cause)
    if name in _HEADINGS:
        heading, note = _HEADINGS[name]
    else:
        heading, note = name.capitalize(), PHASE_NOTES[name]
    return DisagreementSection(name, heading, note, causes)


def _section_of(disagreement: DisagreementClass) -> str:
    """Return the name of the section to which a class belongs."""
    if disagreement.facet in _HEADINGS:
        return disagreement.facet
    return disagreement.cause.phase


def _page_of(section: str) -> str:
    return f"catalogue/{section}.html"


def catalogue_of(site: Site) -> Catalogue | None:
    """Return the catalogue; None unless the site has all of the catalogue's standards."""
    return read_catalogue(site.columns)


def classes_by_cause(site: Site) -> Mapping[CauseKey, tuple[CatalogueEntry, ...]]:
    """Return the classes of the catalogue, if there is one, keyed by their cause."""
    catalogue = site.once(catalogue_of)
    classes: dict[CauseKey, list[CatalogueEntry]] = {}
    for entry in catalogue.entries if catalogue else ():
        classes.setdefault(entry.disagreement.cause, []).append(entry)
    return {key: tuple(entries) for key, entries in classes.items()}


def classes_by_input(site: Site) -> Mapping[tuple[str, str], tuple[CatalogueEntry, ...]]:
    """Return the classes to which each case of the report belongs, keyed by base and reference.

    The mapping is empty if the site has no catalogue.
    """
    catalogue = site.once(catalogue_of)
    if catalogue is None:
        return {}
    entries = {entry.disagreement: entry for entry in catalogue.entries}
    classifier = Classifier(catalogue.specs)
    by_input = {}
    for case in site.report.cases:
        found = dict.fromkeys(classifier.of(case.reference, case.base))
        known = tuple(entries[item] for item in found if item in entries)
        by_input[case.base, case.reference] = known
    return by_input


@attrs.frozen
class CatalogueContext:
    """The content of the first page of the catalogue."""

    catalogue: Catalogue | None
    sections: Sequence[DisagreementSection]


@attrs.frozen
class SectionContext:
    """The content of the page of a section, with the previous and the next section."""

    catalogue: Catalogue
    section: DisagreementSection
    before: PageLink | None
    after: PageLink | None


def _pages(site: Site) -> Iterator[Page]:
    catalogue = site.once(catalogue_of)
    listed = sections(catalogue) if catalogue else ()
    yield Page("catalogue/index.html", "catalogue.html", CatalogueContext(catalogue, listed))
    if catalogue is None:
        return
    links = [PageLink(section.heading, section.address) for section in listed]
    for section, (before, _, after) in zip(listed, with_neighbours(links), strict=True):
        context = SectionContext(catalogue, section, before, after)
        yield Page(section.address, "catalogue-section.html", context)


def disagreement_row(entry: CatalogueEntry) -> Cells:
    """Return the row of a class in a table."""
    item = entry.disagreement
    key = item.cause
    left = right = None
    if entry.cause:  # a class that is only about validity has no rules
        (_, left_rule), (_, right_rule) = sides_of_key(key, entry.specs)
        left = left_rule.citation.section
        right = right_rule.citation.section
    return (
        item.id,
        item.facet,
        key.phase,
        key.left,
        key.left_rule,
        left,
        key.right,
        key.right_rule,
        right,
        " | ".join(map(" ".join, item.groups)),
        item.shape,
        entry.finding.inputs,
        entry.base,
        entry.reference,
    )


def _tables(site: Site) -> Iterator[Table]:
    catalogue = site.once(catalogue_of)
    if catalogue is not None:
        yield table_of("disagreements", map(disagreement_row, catalogue.entries))


KIND = PageKind("catalogue", "catalogue/", _pages, tables=_tables)
