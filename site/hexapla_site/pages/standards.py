"""A page for each standard: its vocabulary, rules, readings, examples and causes."""

from collections.abc import Iterator, Sequence

from hexapla.standard.spec import Spec
from hexapla.text.slug import slug
from hexapla_site.data.table import Table
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.rendering import plain_section, rule_label
from hexapla_site.report.report import Report
from hexapla_site.report.rule_place import place_of
from hexapla_site.search.entry import SearchEntry


def _pages(site: Site) -> Iterator[Page]:
    for spec in site.columns:
        yield Page(f"standards/{spec.id}.html", "standard.html", {"spec": spec})


def _entries(site: Site) -> Iterator[SearchEntry]:
    for spec in site.columns:
        yield from _entries_of(spec)


def _entries_of(spec: Spec) -> Iterator[SearchEntry]:
    """Return the rules, readings and components of a standard."""
    page, label = f"standards/{spec.id}.html", spec.document.label
    for rule in spec.rules:
        address = f"{page}#{place_of(spec, rule)}"
        yield SearchEntry("rule", address, rule_label(spec, rule), rule.says)
    for reading in spec.readings:
        text = f"{label}: {reading.question} {', '.join(reading.options)}"
        yield SearchEntry("reading", f"{page}#reading-{reading.name}", reading.name, text)
    for part in spec.components:
        place = plain_section(part.citation.section)
        text = f"{label}, {place}, {part.citation.title}".removesuffix(", ")
        yield SearchEntry("component", f"{page}#part-{slug(part.name)}", part.name, text)


def _components(columns: Sequence[Spec]) -> Table:
    rows = tuple(
        (spec.id, part.name, part.prefix, part.suffix, part.shared, part.citation.section)
        for spec in columns
        for part in spec.components
    )
    names = ("spec", "component", "prefix", "suffix", "compared_as", "section")
    return Table("components", "Every standard's components, with their marks.", names, rows)


_ABOUT_RULES = (
    "Every standard's rules of resolving, and those by which it has characters in its components, "
    "by the names that the keys of causes have for them."
)


def _rules(columns: Sequence[Spec]) -> Table:
    rows = tuple(
        (
            spec.id,
            name,
            rule.phase.value,
            rule.kind.value,
            rule.citation.section,
            rule.says,
        )
        for spec in columns
        for name, rule in spec.rules_by_name.items()
    )
    names = ("spec", "rule", "phase", "kind", "section", "says")
    return Table("rules", _ABOUT_RULES, names, rows)


def _readings(columns: Sequence[Spec]) -> Table:
    rows = tuple(
        (
            spec.id,
            reading.name,
            option,
            "default" if option == reading.default else "",
            rationale.says,
            rationale.citation.section if rationale.citation else "",
        )
        for spec in columns
        for reading in spec.readings
        for option, rationale in reading.rationales.items()
    )
    about = "Every reading with its options, and the rationale of each."
    return Table("readings", about, ("spec", "reading", "option", "is", "says", "section"), rows)


def _examples(report: Report) -> Table:
    rows = tuple(
        (
            spec.id,
            result.example.citation.section,
            result.example.base,
            result.example.reference,
            " | ".join(str(answer.target) for answer in result.example.answers),
            str(result.given),
            "yes" if result.passes else "no",
        )
        for spec in report.columns
        for result in report.examples_of(spec)
    )
    about = "Every standard's own examples, and what it gives for them under the defaults."
    columns = ("spec", "section", "base", "reference", "expected", "given", "passes")
    return Table("examples", about, columns, rows)


def _tables(site: Site) -> Iterator[Table]:
    yield _components(site.columns)
    yield _rules(site.columns)
    yield _readings(site.columns)
    yield _examples(site.report)


KIND = PageKind("standards", "standards/", _pages, entries=_entries, tables=_tables)
