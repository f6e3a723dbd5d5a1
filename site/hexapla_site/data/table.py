"""Tables shown on the pages, as data for other programs."""

import csv
import io
import json
from collections.abc import Iterable, Mapping

import attrs

from hexapla.values.provenance import Provenance
from hexapla_site.folders import read_data

Row = tuple[str, ...]
SCHEMA_FILE = "table.schema.json"
"""The JSON Schema of a table in JSON form; the file is next to this module."""


def _texts(rows: Iterable[Iterable[object]]) -> tuple[Row, ...]:
    return tuple(tuple("" if cell is None else str(cell) for cell in row) for row in rows)


def _check_once(table: "Table", _: object, columns: Row) -> None:
    if len(set(columns)) < len(columns):
        raise ValueError(f"table {table.name} has two columns of the same name: {columns}")


@attrs.frozen
class Table:
    """A table: its name, its subject, the names of its columns, and rows of strings.

    None in a row is converted to an empty string. Two columns can't have the same name, because
    readers of JSON and CSV would keep only one of them.
    """

    name: str
    about: str
    columns: Row = attrs.field(repr=False, validator=_check_once)
    rows: tuple[Row, ...] = attrs.field(repr=False, converter=_texts)

    def to_json(self, provenance: Provenance) -> str:
        """Return a description of the table and its rows as JSON, with one row on each line."""
        head = {
            "table": self.name,
            "about": self.about,
            "hexapla": provenance.to_dict(),
            "citation": f"{provenance.cite(f'Table {self.name}')}.",
        }
        members = (f"{json.dumps(name)}: {json.dumps(value)}" for name, value in head.items())
        objects = (dict(zip(self.columns, row, strict=True)) for row in self.rows)
        rows = (json.dumps(each, separators=(",", ":")) for each in objects)
        return "{" + ",\n".join(members) + ',\n"rows": [\n' + ",\n".join(rows) + "\n]}\n"

    def to_csv(self) -> str:
        """Return the rows as CSV (RFC 4180), with quotes around every cell, even an empty one.

        A lone surrogate, which UTF-8 can't encode, is written as a backslash escape.
        """
        text = io.StringIO()
        writer = csv.writer(text, quoting=csv.QUOTE_ALL)
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return text.getvalue().encode("utf-8", "backslashreplace").decode("utf-8")


_LISTED: Mapping[str, Mapping[str, str]] = read_data("tables.toml")
"""The subject and columns of each table."""


def table_of(name: str, rows: Iterable[Iterable[object]], further: Iterable[str] = ()) -> Table:
    """Create the table with a name; `further` columns replace the `*` in its list of columns."""
    before, _, after = _LISTED[name]["columns"].partition("*")
    columns = (*before.split(), *further, *after.split())
    return Table(name, _LISTED[name]["about"], columns, rows)


def as_json(texts: Iterable[str | None]) -> Row:
    """Encode strings as JSON, which distinguishes an empty string from None."""
    return tuple(map(json.dumps, texts))
