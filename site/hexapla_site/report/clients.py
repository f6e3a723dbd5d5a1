"""The test pages of 1997: what their clients answered, against every standard."""

from collections.abc import Callable, Iterable, Sequence

import attrs

from hexapla.standard.phases import Target, has_rule
from hexapla.standard.spec import Spec
from hexapla_site.data.period_clients import PERIOD_CASES, PeriodCase
from hexapla_site.report.case import CaseReport
from hexapla_site.report.verdict import ResultGroup

_STANDARDS_TESTED = {"RFC 2396", "RFC 1808"}  # columns of the test pages that are no clients


Answering = Callable[[Spec, PeriodCase], Target]
"""Returns what a standard answers to a row of the test pages."""


@attrs.frozen
class PeriodRow:
    """A row of the test pages: the answers of standards, then those of clients alone.

    Each answer comes with the clients that gave it, its `implementations`. `silent` are the
    standards that have no rule for it.
    """

    case: CaseReport
    base: str
    answers: tuple[ResultGroup, ...]
    silent: tuple[Spec, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether all give the same."""
        return len(self.answers) == 1


@attrs.frozen
class Match:
    """How many rows a client answers as a standard does, of those that it was tested on.

    In a row for which the standard has no rule, there is nothing to answer alike: `no_rule` counts
    them.
    """

    spec: Spec
    alike: int
    rows: int
    no_rule: int = 0

    @property
    def share(self) -> float:
        """The part of the rows that are alike, from 0 to 1."""
        return self.alike / self.rows if self.rows else 0.0


@attrs.frozen
class Client:
    """A client of 1997, and how near it came to each standard."""

    name: str
    matches: tuple[Match, ...]

    @property
    def nearest(self) -> tuple[Spec, ...]:
        """The columns that explain most of its rows."""
        best = max(match.share for match in self.matches)
        return tuple(match.spec for match in self.matches if match.share == best)


def clients_of(columns: Sequence[Spec], answer: Answering) -> tuple[Client, ...]:
    """Return the clients of the test pages, each against every column."""
    labels = {spec.document.label for spec in columns} | _STANDARDS_TESTED
    names = dict.fromkeys(name for case in PERIOD_CASES for name in case.results)
    return tuple(
        Client(name, tuple(_match(name, spec, answer) for spec in columns))
        for name in names
        if name not in labels
    )


def _match(client: str, spec: Spec, answer: Answering) -> Match:
    rows = [case for case in PERIOD_CASES if client in case.results]
    alike = sum(answer(spec, case) in case.results[client] for case in rows)
    no_rule = sum(not has_rule(answer(spec, case)) for case in rows)
    return Match(spec, alike, len(rows), no_rule)


def period_row(row: PeriodCase, case: CaseReport, clients: Iterable[Client]) -> PeriodRow:
    """Return a row of the test pages, the answer of the newest standard first.

    Args:
        row: What the test pages say.
        case: The case with the same base and reference, in all columns.
        clients: The clients, as recorded there.
    """
    names: dict[Target, list[str]] = {}
    for client in clients:
        for target in row.results.get(client.name, ()):
            names.setdefault(target, []).append(client.name)
    verdict = case.verdict
    of_standards = [
        attrs.evolve(group, implementations=tuple(names.pop(group.target, ())))
        for group in verdict.groups
    ]
    others = sorted(names.items(), key=lambda item: -len(item[1]))
    of_clients = [ResultGroup(target, (), None, tuple(alike)) for target, alike in others]
    return PeriodRow(case, row.base, (*of_standards, *of_clients), verdict.silent)
