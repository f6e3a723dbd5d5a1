"""The standard that each implementation follows, derived from its recorded answers.

Only the answers and the versions of implementations are stored. When the pages are built, the
answers are explained, and implementations are compared with each other and with each standard.
"""

import functools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from enum import Enum
from typing import NamedTuple

import attrs

from hexapla.identification.explanation import Explanation
from hexapla.identification.identification import Identification
from hexapla.identification.ranking import Ranking
from hexapla.identification.recording import Recording
from hexapla.implementations.asking import Answer, Case, ResolveAnswer
from hexapla.jobs.pool import run_units
from hexapla.standard.display import uri_of
from hexapla.standard.phases import has_rule
from hexapla.standard.spec import Spec
from hexapla.text.slug import slug
from hexapla_site.data.period_clients import CLIENTS, PERIOD_CASES
from hexapla_site.figures.heat_map import Share
from hexapla_site.report.case import ResultGroup


class Silence(Enum):
    """The reason for a missing answer, as opposed to the answer that there is no URI or no host.

    Either an implementation failed to answer, or a standard has no rule. For the host of a URL,
    there are two more reasons: the URL was rejected, or the host isn't reported.
    """

    NO_ANSWER = "no answer"
    NO_RULE = "no rule"
    REJECTED = "rejected"
    NOT_TOLD = "not reported"


Given = str | Silence | None
"""The part of an answer that is compared: a URI or host, None if there is none, or a `Silence`."""


def json_of(answer: Given) -> str:
    """Return an answer as JSON; "" if there is no answer."""
    return "" if isinstance(answer, Silence) else json.dumps(answer)


def json_or_reason(answer: Given) -> str:
    """Return an answer as JSON or, in parentheses, the reason why there is none."""
    return f"({answer.value})" if isinstance(answer, Silence) else json.dumps(answer)


def given(answer: ResolveAnswer) -> Given:
    """Return the part of an implementation's answer that is compared."""
    return answer.value if answer.trouble is None else Silence.NO_ANSWER


def given_by(spec: Spec, case: Case) -> Given:
    """Return the part of a standard's answer that is compared with implementations' answers."""
    target = spec.resolve(case.reference, base=case.base).target
    return uri_of(target, case.base) if has_rule(target) else Silence.NO_RULE


def page_of(name: str) -> str:
    """Return the address of a current implementation's page."""
    return f"implementations/{slug(name)}.html"


def badge_address(name: str, kind: str = "") -> str:
    """Return the address of a current implementation's badge; `kind` can be `-parsing`."""
    return f"badges/{slug(name)}{kind}.svg"


def clients_of_1997() -> Iterator[Recording]:
    """Yield a recording of each client in the test pages of 1997, with its answers.

    If the pages give two answers of a client, only the first is included.
    """
    for client in CLIENTS:
        answers = []
        for row in PERIOD_CASES:
            if client in row.results:
                uri = uri_of(row.results[client][0], row.base)
                answers.append(Answer(Case(row.base, row.reference), uri))
        yield Recording(client, client, "", "", None, tuple(answers))


@attrs.frozen
class AnswerGroup:
    """Implementations with identical answers to all cases, and the standards that explain them.

    `id` is the group's anchor on pages, derived from the first of its `names`. `scores` contains,
    for each standard, oldest first, the number of cases in which the answers are the standard's
    results under the default options of its readings.
    """

    id: str
    names: tuple[str, ...]
    recordings: tuple[Recording, ...]
    given: Mapping[Case, Given]
    ranking: Ranking
    scores: Mapping[Spec, Share]

    @property
    def nearest(self) -> Explanation:
        """The best explanation of the answers, even if it isn't good enough for a verdict."""
        return self.ranking.explanations[0]


@attrs.frozen(slots=False)
class ImplementationReport:
    """The standards that `current` implementations and the `clients` of 1997 follow."""

    columns: tuple[Spec, ...]
    current: tuple[AnswerGroup, ...]
    clients: tuple[AnswerGroup, ...]

    @property
    def cases(self) -> tuple[Case, ...]:
        """The cases on which current implementations were tested."""
        return tuple(self.current[0].given)

    @property
    def recordings(self) -> tuple[Recording, ...]:
        """The recordings of current implementations."""
        recordings: list[Recording] = []
        for group in self.current:
            recordings += group.recordings
        return tuple(recordings)

    @functools.cached_property
    def by_spec(self) -> Mapping[Spec, Mapping[Case, Given]]:
        """The answer of each standard, under its defaults, to each case."""
        by_spec = {}
        for spec in self.columns:
            by_spec[spec] = {case: given_by(spec, case) for case in self.cases}
        return by_spec

    @functools.cached_property
    def rows(self) -> Mapping[Case, list[ResultGroup]]:
        """The answers to each case: those of implementations, and of standards that have a rule.

        The answer of the newest standard comes first, then the most frequent answers.
        """
        return {case: self._answers(case) for case in self.cases}

    def _answers(self, case: Case) -> list[ResultGroup]:
        given: list[tuple[Spec | str, Given]] = []
        for spec, answers in self.by_spec.items():
            if answers[case] is not Silence.NO_RULE:
                given.append((spec, answers[case]))
        for group in self.current:
            for name in group.names:
                given.append((name, group.given[case]))
        groups = list(answer_groups(given))
        newest = self.columns[-1]
        groups.sort(key=lambda item: -len(item.specs) - len(item.implementations))
        groups.sort(key=lambda item: newest not in item.specs)
        return groups

    @property
    def agreements(self) -> Sequence[Sequence[Share]]:
        """How often any two standards or groups agree; the standards come first."""
        given = list(self.by_spec.values())
        for group in self.current:
            given.append(group.given)
        shares = []
        for one in given:
            shares.append([agreement(one, other) for other in given])
        return shares


class Givers(NamedTuple):
    """The standards and the names of the implementations that give an answer."""

    specs: list[Spec]
    names: list[str]


def answer_groups(given: Iterable[tuple[Spec | str, Given]]) -> Iterator[ResultGroup]:
    """Yield each answer with the standards and the names of the implementations that give it."""
    givers: dict[Given, Givers] = {}
    for giver, answer in given:
        group = givers.setdefault(answer, Givers([], []))
        if isinstance(giver, str):
            group.names.append(giver)
        else:
            group.specs.append(giver)
    for answer, (specs, names) in givers.items():
        yield ResultGroup(answer, tuple(specs), None, tuple(names))


def agreement(one: Mapping[Case, Given], other: Mapping[Case, Given]) -> Share:
    """Count the cases with an answer from both sides, and those with the same answer from both."""
    alike = cases = 0
    for case, mine in one.items():
        yours = other.get(case, Silence.NO_ANSWER)
        if not isinstance(mine, Silence) and not isinstance(yours, Silence):
            cases += 1
            alike += mine == yours
    return Share(alike, cases)


class Unidentified(NamedTuple):
    """A recording whose departures are still unknown.

    Attributes:
        recording: The recording.
        columns: The standards that may explain the answers.
        nearest: The standard that explains the answers best.
    """

    recording: Recording
    columns: tuple[Spec, ...]
    nearest: Spec


def identifications(recordings: Sequence[Unidentified], workers: int = 1) -> list[Identification]:
    """Return the standard that each recording follows, and its departures from the standard.

    Args:
        recordings: The recordings; the results have the same order.
        workers: The number of processes that share the work.
    """
    places: dict[tuple[tuple[Spec, ...], Spec], list[int]] = {}
    for place, item in enumerate(recordings):
        places.setdefault((item.columns, item.nearest), []).append(place)
    # What behaviours give under a standard is found once in each process. So all recordings with
    # the same nearest standard are one unit of work, and the longest unit comes first.
    groups = sorted(places.values(), key=len, reverse=True)
    units = [[recordings[place] for place in group] for group in groups]
    results = run_units(_identified, units, workers, resumable=False)
    found: dict[int, Identification] = {}
    for group, identified in zip(groups, results, strict=True):
        found.update(zip(group, identified, strict=True))
    return [found[place] for place in range(len(recordings))]


def _identified(unit: Iterable[Unidentified]) -> list[Identification]:
    return [item.recording.identification(item.columns) for item in unit]


def implementation_report(
    columns: tuple[Spec, ...], current: Iterable[Recording], clients: Iterable[Recording]
) -> ImplementationReport:
    """Explain the answers of current implementations and of clients tested in 1997."""
    return ImplementationReport(columns, _groups(columns, current), _groups(columns, clients))


def _groups(columns: tuple[Spec, ...], recordings: Iterable[Recording]) -> tuple[AnswerGroup, ...]:
    """Group implementations with the same answers; sort the groups by nearest standard.

    Groups with the same nearest standard are sorted by closeness to it.
    """
    alike: dict[tuple[tuple[Case, Given], ...], list[Recording]] = {}
    for recording in recordings:
        answers = tuple((answer.case, given(answer)) for answer in recording.answers)
        alike.setdefault(answers, []).append(recording)
    groups = [_group(columns, members, dict(answers)) for answers, members in alike.items()]
    return tuple(sorted(groups, key=_order))


def _group(
    columns: Iterable[Spec], members: Sequence[Recording], answers: Mapping[Case, Given]
) -> AnswerGroup:
    ranking = members[0].ranking(columns)
    by_default = {item.asked_for: item.by_default for item in ranking.explanations}
    names = tuple(member.name for member in members)
    scores = {}
    for spec in columns:
        scores[spec] = Share(by_default[spec.selector], ranking.cases)
    return AnswerGroup(
        id=f"like-{slug(names[0])}",
        names=names,
        recordings=tuple(members),
        given=answers,
        ranking=ranking,
        scores=scores,
    )


def _order(group: AnswerGroup) -> tuple[date, int, tuple[str, ...]]:
    nearest = group.nearest
    return nearest.spec.document.date, -nearest.matching, group.names
