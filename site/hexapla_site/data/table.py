"""Tables shown on the pages, as data for other programs.

The description of each column is also available as metadata of the CSV files, in the W3C's format
“CSV on the Web”.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import quote

import attrs

from hexapla.values.provenance import Provenance
from hexapla_site.folders import read_data

Cell = str | int | float | None
Cells = tuple[Cell, ...]
"""A row before its cells are converted to strings."""
Row = tuple[str, ...]
_NEEDS_QUOTES = re.compile(r'[",\r\n]|^\s|\s$')
SCHEMA_FILE = "table.schema.json"
"""The JSON Schema of a table in JSON form; the file is next to this module."""
METADATA_FILE = "csv-metadata.json"
"""The name of the file with the descriptions of all columns."""
_FURTHER = "*"
"""The name in `tables.toml` that stands for the further columns of a table."""


@attrs.frozen
class Column:
    """A column of a table: its name, its description, and its datatype in CSV on the Web."""

    name: str
    about: str
    datatype: str = "string"

    def to_metadata(self) -> Mapping[str, str]:
        """Return the metadata of the column, in the format “CSV on the Web”.

        In CSV on the Web, the name of a column is a variable of a URI template. Therefore, all
        characters except letters, digits, "_" and "." are percent-encoded. The title is the name in
        the CSV file.
        """
        encoded = quote(self.name, safe="").replace("-", "%2D").replace("~", "%7E")
        return {
            "name": encoded,
            "titles": self.name,
            "dc:description": self.about,
            "datatype": self.datatype,
        }


def _texts(rows: Iterable[Iterable[Cell]]) -> tuple[Row, ...]:
    return tuple(tuple(map(_text, row)) for row in rows)


def _text(cell: Cell) -> str:
    return "" if cell is None else str(cell)


def _csv_cell(text: str) -> str:
    """Return a cell of a CSV file; quotes distinguish an empty cell from a missing one."""
    is_plain = text and not _NEEDS_QUOTES.search(text)
    return text if is_plain else '"{}"'.format(text.replace('"', '""'))


def _check_once(table: "Table", _: object, columns: tuple[Column, ...]) -> None:
    names = [column.name for column in columns]
    if len(set(names)) < len(names):
        raise ValueError(f"table {table.name} has two columns of the same name: {names}")


@attrs.frozen
class Table:
    """A table: its name, its subject, its columns, and rows of strings.

    None in a row is converted to an empty string. Two columns can't have the same name, because
    readers of JSON and CSV would keep only one of them.
    """

    name: str
    about: str
    columns: tuple[Column, ...] = attrs.field(repr=False, validator=_check_once)
    rows: tuple[Row, ...] = attrs.field(repr=False, converter=_texts)

    @property
    def names(self) -> Row:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    def to_json(self, provenance: Provenance) -> str:
        """Return JSON with a description of the table, and with the rows, one on each line."""
        head = {
            "table": self.name,
            "about": self.about,
            "hexapla": provenance.to_dict(),
            "citation": f"{provenance.cite(f'Table {self.name}')}.",
        }
        members = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in head.items()]
        rows = []
        for row in self.rows:
            form = dict(zip(self.names, row, strict=True))
            rows.append(json.dumps(form, separators=(",", ":")))
        members.append('"rows": [\n' + ",\n".join(rows) + "\n]")
        return "{" + ",\n".join(members) + "}\n"

    def to_csv(self) -> str:
        """Return the rows as CSV (RFC 4180), with quotes around cells that need them or are empty.

        A lone surrogate, which UTF-8 can't encode, is written as a backslash escape.
        """
        lines = (",".join(map(_csv_cell, row)) for row in (self.names, *self.rows))
        text = "".join(f"{line}\r\n" for line in lines)
        return text.encode("utf-8", "backslashreplace").decode("utf-8")

    def to_metadata(self) -> Mapping[str, object]:
        """Return the metadata of the CSV file and its columns, in the format “CSV on the Web”."""
        columns = [column.to_metadata() for column in self.columns]
        return {
            "url": f"{self.name}.csv",
            "dc:description": self.about,
            "tableSchema": {"columns": columns},
        }


def csv_metadata(tables: Iterable[Table], provenance: Provenance) -> str:
    """Return the metadata of CSV files as JSON, in the format “CSV on the Web”.

    See https://www.w3.org/TR/tabular-metadata/.
    """
    form = {
        "@context": "http://www.w3.org/ns/csvw",
        "dc:title": "Tables of Hexapla",
        "dc:date": provenance.date,
        "dc:license": f"https://spdx.org/licenses/{provenance.license}.html",
        "tables": [table.to_metadata() for table in tables],
    }
    return json.dumps(form, separators=(",", ":"), ensure_ascii=False) + "\n"


_LISTED: Mapping[str, Any] = read_data("tables.toml")
"""The subject of each table, and the descriptions of its columns."""


def table_of(name: str, rows: Iterable[Iterable[Cell]], further: Iterable[str] = ()) -> Table:
    """Create the table with this name; `further` columns replace the `*` in its list of columns."""
    listed = _LISTED[name]
    columns = tuple(_columns(listed["columns"], further))
    return Table(name, listed["about"], columns, rows)


def _columns(
    listed: Mapping[str, str | Mapping[str, str]], further: Iterable[str]
) -> Iterator[Column]:
    for name, description in listed.items():
        datatype = "string"
        if not isinstance(description, str):
            [(datatype, description)] = description.items()
        if name != _FURTHER:
            yield Column(name, description, datatype)
            continue
        for each in further:
            yield Column(each, description.format(column=each), datatype)


def as_json(texts: Iterable[str | None]) -> Row:
    """Encode strings as JSON, which distinguishes an empty string from None."""
    return tuple(map(json.dumps, texts))
