"""The causes of disagreements: a list of them, and a page each."""

from collections.abc import Iterator

from hexapla_site.data.table import Table, table_of
from hexapla_site.pages.catalogue import address_of, classes_by_cause
from hexapla_site.pages.differences import cause_facts, choices_of
from hexapla_site.pages.explanations import explanations_of
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.rendering import rule_label
from hexapla_site.search import SearchEntry


def _pages(site: Site) -> Iterator[Page]:
    listed = {"choices": site.once(choices_of), "facts": site.once(cause_facts)}
    yield Page("causes/index.html", "causes.html", listed)
    explanations = site.once(explanations_of)
    shared = {
        "explanations": explanations,
        "classes": site.once(classes_by_cause),
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
            "cause", f"causes/{cause.id}.html", cause.title, f"{cause.key.phase}: {rules}"
        )


def _tables(site: Site) -> Iterator[Table]:
    rows = (
        (
            cause.id,
            cause.key.facet,
            cause.key.phase,
            cause.left.id,
            cause.key.left_rule,
            cause.left_rule.citation.section,
            cause.right.id,
            cause.key.right_rule,
            cause.right_rule.citation.section,
            len(cause.examples),
            cause.smallest.case.base,
            cause.smallest.case.reference,
        )
        for cause in site.report.causes
    )
    yield table_of("causes", rows)


KIND = PageKind("causes", "causes/", _pages, entries=_entries, tables=_tables)
