"""The answers of clients tested in 1997: the columns of Fielding's test pages, as data."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

import attrs

from hexapla.standard.phases import NoUri, Outcome, Target
from hexapla_site.folders import read_data

_CURRENT_DOCUMENT = "(current document)"


@attrs.frozen
class PeriodCase:
    """A row of the test pages; `results` contains the one or two answers in each column."""

    base: str
    reference: str
    results: Mapping[str, tuple[Target, ...]]

    def by_answer(self, columns: Iterable[str]) -> dict[Target, list[str]]:
        """Return each answer, with the names of the given columns that contain the answer."""
        names: dict[Target, list[str]] = {}
        for name in columns:
            for answer in self.results.get(name, ()):
                names.setdefault(answer, []).append(name)
        return names


def _target(cell: str) -> Target:
    """Parse a cell of the test pages: a URI, or the current document with or without a fragment."""
    if not cell.startswith(_CURRENT_DOCUMENT):
        return cell
    _, number_sign, fragment = cell.partition("#")
    return NoUri(Outcome.SAME_DOCUMENT, fragment if number_sign else None)


def _case(form: Mapping[str, Any]) -> PeriodCase:
    results = {column: tuple(map(_target, cells)) for column, cells in form["results"].items()}
    return PeriodCase(form["base"], form["reference"], results)


_FILE = read_data("period-clients.json")
PERIOD_SOURCE: str = _FILE["source"]
PERIOD_CASES = tuple(map(_case, _FILE["cases"]))
_COLUMNS = chain.from_iterable(case.results for case in PERIOD_CASES)
CLIENTS = tuple(name for name in dict.fromkeys(_COLUMNS) if not name.startswith("RFC "))
"""The names of the test pages' columns for clients, leaving out those for standards."""
