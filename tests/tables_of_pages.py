"""The tables of a page: their rows, by the part of the table and by what the row is."""

from html.parser import HTMLParser
from typing import NamedTuple


class TableRow(NamedTuple):
    """A row of a table.

    Attributes:
        part: Which part of the table the row is in: `thead`, `tbody` or `tfoot`.
        body: Which of the bodies of the table, from 1.
        scope: What the first heading of the row is about: `row`, `rowgroup`, `col`, or "".
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
    """Return the rows of a table that count, and those of its foot."""
    rows = [row for row in table if row.part == "tbody" and row.scope == "row"]
    foot = [row for row in table if row.part == "tfoot"]
    return rows, foot


def number_of(cell: str) -> int | None:
    """Return the number that a cell begins with; None if it has none, or a share alone."""
    words = cell.split()
    if not words or "%" in words[1:2]:
        return None
    digits = words[0].replace(",", "")
    return int(digits) if digits.isdecimal() else None
