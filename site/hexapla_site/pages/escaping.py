"""How data is escaped, and how escapes are read."""

from collections.abc import Iterator

from hexapla.comparison.operations import compare_escaping, escape, unescape
from hexapla.documents.citation import Provision
from hexapla.operations.escaping import (
    Escaped,
    Escaping,
    EscapingComparison,
    EscapingDifference,
    Treatment,
    Unescaped,
)
from hexapla.standard.spec import Spec
from hexapla_site.data import operation_examples
from hexapla_site.data.operation_examples import OperationExample, run_examples
from hexapla_site.data.table import Table, as_json, table_of
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.report.grouping import pattern_of

_PRINTABLE = "".join(map(chr, range(0x20, 0x7F)))
_COMPONENTS = ("path", "query", "fragment", "authority")


def comparisons(site: Site) -> list[EscapingComparison]:
    """Return the printable characters that columns write differently, component by component."""
    return [compare_escaping(_PRINTABLE, component, site.columns) for component in _COMPONENTS]


def treatments_by(
    columns: tuple[Spec, ...], difference: EscapingDifference
) -> tuple[str, list[Treatment | None]]:
    """Return which columns write a character alike, and what each does, None for nothing."""
    treated = {treatment.spec: treatment for treatment in difference.treatments}
    cells = [treated.get(spec.selector) for spec in columns]
    return pattern_of([cell and (cell.written,) for cell in cells]), cells


def escaped_examples(site: Site) -> list[OperationExample[Escaped]]:
    """Escape the data of the examples in each column."""
    return run_examples(
        operation_examples.read_examples()["escaping"],
        site.columns,
        lambda spec, item: escape(spec, item["data"], item["component"]),
    )


def unescaped_examples(site: Site) -> list[OperationExample[Unescaped]]:
    """Read the escapes of the examples in each column."""
    inputs = operation_examples.read_examples()["unescaping"]
    return run_examples(inputs, site.columns, lambda spec, item: unescape(spec, item["text"]))


def kept_by_rule(rules: Escaping) -> dict[Provision, list[str]]:
    """Return a standard's rules on what needs no escape, each with the components it is about."""
    components: dict[Provision, list[str]] = {}
    for component, kept in rules.kept.items():
        components.setdefault(kept.provision, []).append(component)
    return components


def _pages(site: Site) -> Iterator[Page]:
    context = {
        "comparisons": site.once(comparisons),
        "treatments_by": treatments_by,
        "escaped": site.once(escaped_examples),
        "unescaped": site.once(unescaped_examples),
        "kept_by_rule": kept_by_rule,
    }
    yield Page("escaping.html", "escaping.html", context)


def _tables(site: Site) -> Iterator[Table]:
    ids = [spec.id for spec in site.columns]
    escapes = (
        (comparison.component, item.character, *as_json(written))
        for comparison in site.once(comparisons)
        for item in comparison.differences
        for _, cells in [treatments_by(site.columns, item)]
        for written in [[each.written if each else None for each in cells]]
    )
    yield table_of("escapes", escapes, ids)
    escaped = (
        (item["data"], item["component"], *as_json(each.text for each in results))
        for item, results in site.once(escaped_examples)
    )
    yield table_of("escaped", escaped, ids)
    unescaped = (
        (item["text"], *as_json(each.text for each in results))
        for item, results in site.once(unescaped_examples)
    )
    yield table_of("unescaped", unescaped, ids)


KIND = PageKind("escaping", "escaping.html", _pages, "Escaping", tables=_tables)
