"""The test pages of 1997: what their clients answered, against every standard."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import attrs

from hexapla.standard.phases import Target, has_rule
from hexapla.standard.spec import Spec
from hexapla_site.data.period_clients import PERIOD_CASES, PeriodCase
from hexapla_site.report.case import Case

_STANDARDS_TESTED = {"RFC 2396", "RFC 1808"}  # columns of the test pages that are no clients


class Answering(Protocol):
    """A function that returns what a standard answers to a row of the test pages."""

    def __call__(self, spec: Spec, row: PeriodCase, /) -> Target:
        """Return the answer."""
        ...


@attrs.frozen
class Answerer:
    """A standard or a client, by its name."""

    name: str
    optional: bool = False


@attrs.frozen
class PeriodRow:
    """A row of the test pages: each answer with the standards and clients that give it.

    `silent` are the standards that have no rule for it.
    """

    case: Case
    base: str
    answers: tuple[tuple[Target, tuple[Answerer, ...]], ...]
    silent: tuple[Spec, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether all give the same, optional columns aside."""
        return sum(not all(item.optional for item in names) for _, names in self.answers) == 1

    @property
    def optional_differ(self) -> bool:
        """Whether only optional columns give something else."""
        return self.agrees and len(self.answers) > 1


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
        """The default columns that explain most of its rows."""
        return _nearest([match for match in self.matches if match.spec.default_column])

    @property
    def nearest_of_all(self) -> tuple[Spec, ...]:
        """The columns that do, optional ones among them."""
        return _nearest(self.matches)


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


def _nearest(matches: Sequence[Match]) -> tuple[Spec, ...]:
    best = max(match.share for match in matches)
    return tuple(match.spec for match in matches if match.share == best)


def period_row(
    row: PeriodCase,
    case: Case,
    columns: Sequence[Spec],
    clients: Iterable[Client],
    answer: Answering,
) -> PeriodRow:
    """Return a row of the test pages, the answer that most give first.

    Args:
        row: What the test pages say.
        case: The case with the same base and reference.
        columns: The standards, as computed here.
        clients: The clients, as recorded there.
        answer: What a standard answers to a row.
    """
    answers: dict[Target, list[Answerer]] = {}
    silent = tuple(spec for spec in columns if not has_rule(answer(spec, row)))
    speaking = [spec for spec in columns if spec not in silent]
    for target, answerer in (
        *((answer(spec, row), _standard(spec)) for spec in speaking if spec.default_column),
        *(
            (target, Answerer(client.name))
            for client in clients
            for target in row.results.get(client.name, ())
        ),
        *((answer(spec, row), _standard(spec)) for spec in speaking if not spec.default_column),
    ):
        answers.setdefault(target, []).append(answerer)
    ordered = tuple((target, tuple(names)) for target, names in _largest_first(answers))
    return PeriodRow(case, row.base, ordered, silent)


def _standard(spec: Spec) -> Answerer:
    return Answerer(spec.document.label, optional=not spec.default_column)


def _largest_first(
    answers: Mapping[Target, Sequence[Answerer]],
) -> Iterable[tuple[Target, Sequence[Answerer]]]:
    """Put the answer that most give first, optional columns not counted."""
    return sorted(answers.items(), key=lambda item: -sum(not name.optional for name in item[1]))
