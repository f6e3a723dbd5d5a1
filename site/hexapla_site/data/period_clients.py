"""What the clients of 1997 gave: the columns of Fielding's test pages, as data."""

from collections.abc import Mapping

import attrs

from hexapla.standard.phases import NoUri, Outcome, Target
from hexapla_site.folders import read_data

_CURRENT_DOCUMENT = "(current document)"


@attrs.frozen
class PeriodCase:
    """One row of the test pages; a column that allows two answers has both."""

    base: str
    reference: str
    results: Mapping[str, tuple[Target, ...]]

    def clients_by_answer(self) -> dict[Target, list[str]]:
        """Return the clients that gave each answer."""
        clients: dict[Target, list[str]] = {}
        for name in CLIENTS:
            for answer in self.results.get(name, ()):
                clients.setdefault(answer, []).append(name)
        return clients


def _target(cell: str) -> Target:
    """Read a cell of the test pages: a URI, or the current document with or without a fragment."""
    if not cell.startswith(_CURRENT_DOCUMENT):
        return cell
    _, number_sign, fragment = cell.partition("#")
    return NoUri(Outcome.SAME_DOCUMENT, fragment if number_sign else None)


def _read() -> tuple[str, tuple[PeriodCase, ...]]:
    data = read_data("period-clients.json")
    cases = tuple(
        PeriodCase(
            case["base"],
            case["reference"],
            {column: tuple(map(_target, cells)) for column, cells in case["results"].items()},
        )
        for case in data["cases"]
    )
    return data["source"], cases


PERIOD_SOURCE, PERIOD_CASES = _read()
CLIENTS = tuple(
    dict.fromkeys(
        name for case in PERIOD_CASES for name in case.results if not name.startswith("RFC ")
    )
)
"""The columns of the test pages that are clients, and no standards."""
