"""The causes of disagreements: a list of them, and a page each."""

from collections.abc import Iterator, Mapping

from hexapla.comparison.cause_key import CauseKey
from hexapla_site.data.table import Table, table_of
from hexapla_site.pages.catalogue import CatalogueEntry, address_of, catalogue_of
from hexapla_site.pages.differences import cause_facts, choices_of
from hexapla_site.pages.explanations import explanations_of
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.rendering import rule_label
from hexapla_site.search import SearchEntry


def classes_by_cause(site: Site) -> Mapping[CauseKey, tuple[CatalogueEntry, ...]]:
    """Return the classes of the catalogue by the keys of their causes."""
    catalogue = site.once(catalogue_of)
    classes: dict[CauseKey, list[CatalogueEntry]] = {}
    for entry in catalogue.entries if catalogue else ():
        classes.setdefault(entry.disagreement.cause, []).append(entry)
    return {key: tuple(entries) for key, entries in classes.items()}


def _pages(site: Site) -> Iterator[Page]:
    listed = {"choices": site.once(choices_of), "facts": site.once(cause_facts)}
    yield Page("causes/index.html", "causes.html", listed)
    explanations = site.once(explanations_of)
    shared = {
        "explanations": explanations,
        "classes_of": lambda cause: site.once(classes_by_cause).get(cause.key, ()),
        "address_of_class": address_of,
    }
    for cause in site.report.causes:
        context = {**shared, "cause": cause}
        yield Page(f"causes/{cause.id}.html", "cause.html", context, indexed=False)


def _entries(site: Site) -> Iterator[SearchEntry]:
    for cause in site.report.causes:
        sides = (cause.left, cause.left_rule), (cause.right, cause.right_rule)
        rules = " against ".join(rule_label(spec, rule) for spec, rule in sides)
        yield SearchEntry(
            "cause", f"causes/{cause.id}.html", cause.title, f"{cause.phase.value}: {rules}"
        )


def _tables(site: Site) -> Iterator[Table]:
    rows = (
        (
            *(cause.id, cause.key.facet, cause.phase.value),
            *(cause.left.id, cause.key.left_rule, cause.left_rule.citation.section),
            *(cause.right.id, cause.key.right_rule, cause.right_rule.citation.section),
            *(len(cause.examples), cause.smallest.case.base, cause.smallest.case.reference),
        )
        for cause in site.report.causes
    )
    yield table_of("causes", rows)


KIND = PageKind("causes", "causes/", _pages, entries=_entries, tables=_tables)
