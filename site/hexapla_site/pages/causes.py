"""The causes of disagreements: a list, and a page for each cause."""

from collections.abc import Iterator, Mapping, Sequence

import attrs

from hexapla_site.data.table import Cells, Table, table_of
from hexapla_site.pages.catalogue import CatalogueEntry, classes_by_cause
from hexapla_site.pages.differences import Facts, cause_facts, choices_of
from hexapla_site.pages.explanations import Explanations, explanations_of
from hexapla_site.pages.filtering import FilterChoices
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.rendering import rule_label
from hexapla_site.report.report import CauseWithCases
from hexapla_site.search import SearchEntry


@attrs.frozen
class CausesContext:
    """The data for filtering the list of causes.

    Attributes:
        choices: The choices of each filter.
        facts: The values of each cause by which it is filtered, keyed by the cause's id.
    """

    choices: FilterChoices
    facts: Mapping[str, Facts]


@attrs.frozen
class CauseContext:
    """The content of the page of a cause, including the catalogue's classes with that cause."""

    cause: CauseWithCases
    explanations: Explanations
    catalogued: Sequence[CatalogueEntry]


def _pages(site: Site) -> Iterator[Page]:
    listed = CausesContext(site.once(choices_of), site.once(cause_facts))
    yield Page("causes/index.html", "causes.html", listed)
    explanations = site.once(explanations_of)
    classes = site.once(classes_by_cause)
    for cause in site.report.causes:
        context = CauseContext(cause, explanations, classes.get(cause.key, ()))
        yield Page(f"causes/{cause.id}.html", "cause.html", context, indexed=False)


def _entries(site: Site) -> Iterator[SearchEntry]:
    for cause in site.report.causes:
        sides = (cause.left, cause.left_rule), (cause.right, cause.right_rule)
        rules = " against ".join(rule_label(spec, rule) for spec, rule in sides)
        address = f"causes/{cause.id}.html"
        text = f"{cause.key.phase}: {rules}"
        yield SearchEntry("cause", address, cause.title, text)


def _tables(site: Site) -> Iterator[Table]:
    yield table_of("causes", map(_row, site.report.causes))


def _row(cause: CauseWithCases) -> Cells:
    key, case = cause.key, cause.smallest.case
    left = (cause.left.id, key.left_rule, cause.left_rule.citation.section)
    right = (cause.right.id, key.right_rule, cause.right_rule.citation.section)
    cases = len(cause.examples)
    return cause.id, key.facet, key.phase, *left, *right, cases, case.base, case.reference


KIND = PageKind("causes", "causes/", _pages, entries=_entries, tables=_tables)
