"""What implementations are identified by, as HTML for a notebook."""

from collections.abc import Iterable

from hexapla.comparison.naming import label_of
from hexapla.standard.spec import Spec
from hexapla.text.table import TableRow, html_of, html_table

_EXPLAINED = ("standard", "explained", "by its default readings")
_DEPARTURES = ("how many", "it departs so", "smallest example", "it answers")


def html_of_identification(
    verdict: str,
    explained: Iterable[tuple[Spec, int, int]],
    departures: Iterable[TableRow],
) -> str:
    """Return which standard an implementation follows, and where it departs from it.

    Args:
        verdict: The same in one line.
        explained: How much each standard explains, and how much by its default readings.
        departures: For each way in which it departs how many show it, what it does, the smallest
            example, and what it answers there.
    """
    scores = (TableRow(label_of(spec), tuple(map(str, numbers))) for spec, *numbers in explained)
    tables = [html_table(verdict, _EXPLAINED, scores)]
    rows = tuple(departures)
    if rows:
        tables.append(html_table("Departures", _DEPARTURES, rows))
    return html_of(*tables)
