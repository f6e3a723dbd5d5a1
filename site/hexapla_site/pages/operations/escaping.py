"""How standards escape data and decode escapes."""

import json
from collections.abc import Iterable, Iterator, Sequence

import attrs

from hexapla.operations.escaping import Escaped, EscapingDifference, Treatment, Unescaped
from hexapla.standard.operations import compare_escaping, escape, unescape
from hexapla.standard.spec import Spec
from hexapla_site.data.table import Cells, Table, as_json, table_of
from hexapla_site.pages.kind import Site
from hexapla_site.pages.operations.examples import (
    Input,
    Worked,
    operation_kind,
    read_examples,
    table_of_worked,
    worked,
)
from hexapla_site.report.case import pattern_of, specs_named

_PRINTABLE = "".join(map(chr, range(0x20, 0x7F)))
_COMPONENTS = ("path", "query", "fragment", "authority")


@attrs.frozen
class CharacterRow:
    """A character that standards write differently.

    Attributes:
        character: The character.
        treatments: How each standard writes the character; None for a standard without a rule.
    """

    character: str
    treatments: Sequence[Treatment | None]

    @property
    def pattern(self) -> str:
        """A letter for each standard, equal for equal forms; "." for a standard without a rule."""
        return pattern_of([each and (each.written,) for each in self.treatments])


@attrs.frozen
class ComponentTable:
    """The characters that standards write differently in a component.

    `silent` contains the standards that have no rule for the component.
    """

    component: str
    rows: Sequence[CharacterRow]
    silent: Sequence[Spec]


@attrs.frozen
class EscapingContext:
    """The content of the page on escaping: characters, grouped by component, and examples."""

    components: Sequence[ComponentTable]
    escaped: Sequence[Worked[Escaped]]
    unescaped: Sequence[Worked[Unescaped]]


def _escape(spec: Spec, item: Input) -> Escaped:
    return escape(item["data"], item["component"], spec=spec)


def _unescape(spec: Spec, item: Input) -> Unescaped:
    return unescape(item["text"], spec=spec)


def components(site: Site) -> list[ComponentTable]:
    """Return the printable characters that standards write differently, grouped by component."""
    tables = []
    for component in _COMPONENTS:
        compared = compare_escaping(_PRINTABLE, component, specs=site.columns)
        rows = [_row(site.columns, difference) for difference in compared.differences]
        silent = specs_named(compared.silent, site.columns)
        tables.append(ComponentTable(component, rows, silent))
    return tables


def _row(columns: Sequence[Spec], difference: EscapingDifference) -> CharacterRow:
    treated = {treatment.selector: treatment for treatment in difference.treatments}
    return CharacterRow(difference.character, [treated.get(spec.selector) for spec in columns])


def escaped(site: Site) -> list[Worked[Escaped]]:
    """Return data, with the escaped form under each standard."""
    return list(worked(site, read_examples()["escaping"], _escape))


def unescaped(site: Site) -> list[Worked[Unescaped]]:
    """Return strings, with the decoded form under each standard."""
    return list(worked(site, read_examples()["unescaping"], _unescape))


def _context(site: Site) -> EscapingContext:
    return EscapingContext(site.once(components), site.once(escaped), site.once(unescaped))


def _tables(site: Site) -> Iterator[Table]:
    ids = [spec.id for spec in site.columns]
    yield table_of("escapes", _escape_rows(site.once(components)), ids)
    data = site.once(escaped)
    keys = ("data", "component")
    yield table_of_worked(site, "escaped", keys, data, lambda item: json.dumps(item.text))
    texts = site.once(unescaped)
    yield table_of_worked(site, "unescaped", ("text",), texts, lambda item: json.dumps(item.text))


def _escape_rows(tables: Iterable[ComponentTable]) -> Iterator[Cells]:
    for table in tables:
        for row in table.rows:
            written = [None if each is None else each.written for each in row.treatments]
            yield table.component, row.character, *as_json(written)


KIND = operation_kind("escaping", _context, _tables)
