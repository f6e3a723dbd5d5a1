"""The causes of disagreements: a list of them, and a page each."""

from collections.abc import Iterator

from hexapla_site.data.table import Table
from hexapla_site.pages.explanations import explanations_of
from hexapla_site.pages.kind import Kind, Page, Site
from hexapla_site.rendering import rule_label
from hexapla_site.report.report import Report
from hexapla_site.search.entry import Entry


def _pages(site: Site) -> Iterator[Page]:
    yield Page("causes/index.html", "causes.html")
    explanations = site.once(explanations_of)
    for cause in site.report.causes:
        context = {"cause": cause, "explanations": explanations}
        yield Page(f"causes/{cause.id}.html", "cause.html", context, indexed=False)


def _entries(site: Site) -> Iterator[Entry]:
    for cause in site.report.causes:
        sides = (cause.left, cause.left_rule), (cause.right, cause.right_rule)
        title = " against ".join(rule_label(spec, rule) for spec, rule in sides)
        does = "; ".join(f"{spec.document.label} {rule.does}" for spec, rule in sides)
        text = f"{cause.phase.value}: {does}"
        yield Entry("cause", f"causes/{cause.id}.html", title, text)


def _causes(report: Report) -> Table:
    columns = (
        *("id", "facet", "phase", "left", "left_rule", "left_section"),
        *("right", "right_rule", "right_section", "cases", "base", "reference"),
    )
    rows = tuple(
        (
            cause.id,
            cause.key.facet,
            cause.phase.value,
            cause.left.id,
            cause.key.left_rule,
            cause.left_rule.citation.section,
            cause.right.id,
            cause.key.right_rule,
            cause.right_rule.citation.section,
            str(len(cause.examples)),
            cause.smallest.case.base,
            cause.smallest.case.reference,
        )
        for cause in report.causes
    )
    about = "Every cause of a disagreement, with the number of cases and the smallest of them."
    return Table("causes", about, columns, rows)


def _tables(site: Site) -> Iterator[Table]:
    yield _causes(site.report)


KIND = Kind("causes", "causes/", _pages, entries=_entries, tables=_tables)
