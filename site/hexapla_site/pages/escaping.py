"""How data is escaped, and how escapes are read."""

from collections.abc import Iterator

import attrs

from hexapla.comparison.operations import compare_escaping, escape, unescape
from hexapla.documents.citation import Provision
from hexapla.operations.escaping import Escaped, Escaping, Treatment, Unescaped
from hexapla_site.data import operation_examples
from hexapla_site.data.operation_examples import Columns, Origin, origin_of
from hexapla_site.data.table import Table, as_json
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.report.grouping import pattern_of

_PRINTABLE = "".join(map(chr, range(0x20, 0x7F)))

_COMPONENTS = ("path", "query", "fragment", "authority")


@attrs.frozen
class CharacterRow:
    """A character that columns write differently: how each does, None where one is silent.

    `pattern` has the columns that write it alike (see `hexapla_site.report.grouping`).
    """

    character: str
    cells: tuple[Treatment | None, ...]
    pattern: str


@attrs.frozen
class ComponentTable:
    """The printable characters of US-ASCII on which columns differ in a component.

    `defining` are the columns that have a rule for it, `silent` the others.
    """

    component: str
    rows: tuple[CharacterRow, ...]
    defining: Columns
    silent: Columns


@attrs.frozen
class EscapedRow:
    """Data, and how each column escapes it."""

    data: str
    component: str
    origin: Origin
    results: tuple[Escaped, ...]


@attrs.frozen
class UnescapedRow:
    """A text with escapes, and how each column reads it."""

    text: str
    origin: Origin
    results: tuple[Unescaped, ...]


def component_tables(site: Site) -> tuple[ComponentTable, ...]:
    """Return the characters that columns write differently, component by component."""
    return tuple(_component_table(component, site.columns) for component in _COMPONENTS)


def _component_table(component: str, columns: Columns) -> ComponentTable:
    comparison = compare_escaping(_PRINTABLE, component, columns)
    rows = []
    for item in comparison.differences:
        treated = {treatment.spec: treatment for treatment in item.treatments}
        cells = tuple(treated.get(spec.selector) for spec in columns)
        written = [None if cell is None else (cell.written,) for cell in cells]
        rows.append(CharacterRow(item.character, cells, pattern_of(written)))
    defining = tuple(spec for spec in columns if spec.selector not in comparison.silent)
    silent = tuple(spec for spec in columns if spec.selector in comparison.silent)
    return ComponentTable(component, tuple(rows), defining, silent)


def escaped_rows(site: Site) -> tuple[EscapedRow, ...]:
    """Escape the data of the examples in each column."""
    return tuple(
        EscapedRow(
            row["data"],
            row["component"],
            origin_of(row, site.columns),
            tuple(escape(spec, row["data"], row["component"]) for spec in site.columns),
        )
        for row in operation_examples.read_examples()["escaping"]
    )


def unescaped_rows(site: Site) -> tuple[UnescapedRow, ...]:
    """Read the escapes of the examples in each column."""
    return tuple(
        UnescapedRow(
            row["text"],
            origin_of(row, site.columns),
            tuple(unescape(spec, row["text"]) for spec in site.columns),
        )
        for row in operation_examples.read_examples()["unescaping"]
    )


def kept_by_rule(rules: Escaping) -> tuple[tuple[Provision, tuple[str, ...]], ...]:
    """Return a standard's rules on what needs no escape, each with the components it is about."""
    components: dict[Provision, list[str]] = {}
    for component, kept in rules.kept.items():
        components.setdefault(kept.provision, []).append(component)
    return tuple((provision, tuple(names)) for provision, names in components.items())


def _pages(site: Site) -> Iterator[Page]:
    context = {
        "tables": site.once(component_tables),
        "escaped": site.once(escaped_rows),
        "unescaped": site.once(unescaped_rows),
        "rules": [(spec, spec.escaping) for spec in site.columns if spec.escaping is not None],
        "kept_by_rule": kept_by_rule,
    }
    yield Page("escaping.html", "escaping.html", context)


def _escapes(site: Site) -> Table:
    rows = tuple(
        (
            table.component,
            row.character,
            *as_json(*(cell.written if cell else None for cell in row.cells)),
        )
        for table in site.once(component_tables)
        for row in table.rows
    )
    about = (
        "The characters of US-ASCII that columns write differently in a component, as JSON; null "
        "where a standard is silent or defines nothing."
    )
    return Table(
        "escapes", about, ("component", "character", *(spec.id for spec in site.columns)), rows
    )


def _escaped(site: Site) -> Table:
    rows = tuple(
        (row.data, row.component, *as_json(*(item.text for item in row.results)))
        for row in site.once(escaped_rows)
    )
    about = "Data as each column escapes it, as JSON; null where it doesn't."
    return Table("escaped", about, ("data", "component", *(spec.id for spec in site.columns)), rows)


def _unescaped(site: Site) -> Table:
    rows = tuple(
        (row.text, *as_json(*(item.text for item in row.results)))
        for row in site.once(unescaped_rows)
    )
    about = "Texts as each column reads their escapes, as JSON; null where it says octets or none."
    return Table("unescaped", about, ("text", *(spec.id for spec in site.columns)), rows)


def _tables(site: Site) -> Iterator[Table]:
    yield _escapes(site)
    yield _escaped(site)
    yield _unescaped(site)


KIND = PageKind("escaping", "escaping.html", _pages, "Escaping", tables=_tables)
