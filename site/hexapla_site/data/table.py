"""A table of the pages as data, for other programs."""

import csv
import io
import json

import attrs

Row = tuple[str, ...]


@attrs.frozen
class Table:
    """A table: a name, what it holds, the names of its columns, and rows of texts."""

    name: str
    about: str
    columns: Row = attrs.field(repr=False)
    rows: tuple[Row, ...] = attrs.field(repr=False)

    def to_json(self) -> str:
        """Return the rows as objects, one on each line."""
        rows = (json.dumps(dict(zip(self.columns, row, strict=True))) for row in self.rows)
        return "[\n" + ",\n".join(rows) + "\n]\n"

    def to_csv(self) -> str:
        """Return the rows by RFC 4180, every cell in quotes, so that an empty text is seen.

        A lone surrogate, which no UTF-8 can hold, is written as an escape with a backslash.
        """
        text = io.StringIO()
        writer = csv.writer(text, quoting=csv.QUOTE_ALL)
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return text.getvalue().encode("utf-8", "backslashreplace").decode("utf-8")


def as_json(*texts: str | None) -> Row:
    """Return texts as JSON, so that the empty one is told from none."""
    return tuple(map(json.dumps, texts))
