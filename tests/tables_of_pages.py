"""The tables of a page: their rows, with the part of the table and the scope of the row."""

from html.parser import HTMLParser
from typing import NamedTuple


class TableRow(NamedTuple):
    """A row of a table.

    Attributes:
        part: The part of the table that has the row: `thead`, `tbody` or `tfoot`.
        body: The number of the table's body, from 1.
        scope: The scope of the first heading in the row: `row`, `rowgroup`, `col`, or "".
        cells: The texts of the cells.
    """

    part: str
    body: int
    scope: str
    cells: list[str]


class TablesOfPage(HTMLParser):
    """Collects the rows of each table of a page, in `tables`."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[list[TableRow]] = []
        self._part = ""
        self._body = 0
        self._is_in_cell = False
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "table":
            self.tables.append([])
            self._part, self._body = "", 0
        elif tag in ("thead", "tbody", "tfoot"):
            self._part = tag
            self._body += tag == "tbody"
        elif tag == "tr" and self.tables:
            self.tables[-1].append(TableRow(self._part, self._body, "", []))
        elif tag in ("th", "td") and self.tables and self.tables[-1]:
            row = self.tables[-1][-1]
            if tag == "th" and not row.scope:
                self.tables[-1][-1] = row._replace(scope=attributes.get("scope") or "")
            row.cells.append("")
            self._is_in_cell = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("th", "td", "tr", "table"):
            self._is_in_cell = False

    def handle_data(self, data: str) -> None:
        if self._is_in_cell:
            self.tables[-1][-1].cells[-1] += data


def rows_with_total(table: list[TableRow]) -> tuple[list[TableRow], list[TableRow]]:
    """Return the rows of a table that are added up, and the rows in its foot."""
    rows = [row for row in table if row.part == "tbody" and row.scope == "row"]
    foot = [row for row in table if row.part == "tfoot"]
    return rows, foot


def number_of(cell: str) -> int | None:
    """Return the number at the start of a cell; None if there is none, or only a percentage."""
    words = cell.split()
    if not words or "%" in words[1:2]:
        return None
    digits = words[0].replace(",", "")
    return int(digits) if digits.isdecimal() else None
