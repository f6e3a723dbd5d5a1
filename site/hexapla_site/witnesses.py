"""Which memo programs follow: answers that were recorded, explained by the columns.

Nothing is kept but the answers, with the versions of who gave them. What explains them, who behaves
alike and how far each is from each memo is counted when the pages are built.
"""

import functools
from collections.abc import Iterable, Mapping
from enum import Enum
from pathlib import Path

import attrs

from hexapla.implementations import Answer, Case, Identification
from hexapla.implementations.cases import shown
from hexapla.implementations.recording import Recording, read_recordings
from hexapla.standard.phases import NoUri, Outcome
from hexapla.standard.spec import AnySpec
from hexapla.text.slug import slug
from hexapla.values.frozen import FrozenMapping
from hexapla_site.period import PERIOD_CASES
from hexapla_site.report import Match, name_of

_FILE = Path(__file__).parent / "data" / "witnesses.json"


class Silence(Enum):
    """That there was no answer, which is another thing than the answer that there is no URI.

    A program failed to answer, or a memo has no rule.
    """

    NO_ANSWER = "no answer"
    NO_RULE = "no rule"


Given = str | Silence | None
"""What can be compared of an answer: a URI, None for no URI, or that there was none."""


def given(answer: Answer) -> Given:
    """Give what can be compared of an answer."""
    return answer.uri if answer.trouble is None else Silence.NO_ANSWER


def given_by(spec: AnySpec, case: Case) -> Given:
    """Give what can be compared of what a memo has for a case."""
    target = spec.resolve(case.base, case.reference).target
    if isinstance(target, NoUri) and target.outcome is Outcome.UNDEFINED:
        return Silence.NO_RULE
    return shown(case, target)


def badge_address(name: str) -> str:
    """Give the address of the badge of a program of today."""
    return f"badges/{slug(name)}.svg"


@functools.cache
def living_witnesses() -> tuple[Recording, ...]:
    """Read what programs of today answered; all were asked the same cases."""
    return read_recordings(_FILE.read_text("utf-8")).implementations


def clients_of_1997(names: Iterable[str]) -> tuple[Recording, ...]:
    """Give the clients of the test pages, each with the cases that it was tested on."""
    return tuple(
        Recording(name, name, "", "", None, _tested(name), FrozenMapping()) for name in names
    )


def _tested(client: str) -> tuple[Answer, ...]:
    return tuple(
        Answer(case, shown(case, row.results[client][0]))
        for row in PERIOD_CASES
        for case in [Case(row.base, row.reference)]
        if client in row.results
    )


@attrs.frozen
class Difference:
    """On how many of the cases that two answered they differ."""

    differing: int
    cases: int

    @property
    def share(self) -> float:
        """The part that differs, from 0 to 1."""
        return self.differing / self.cases if self.cases else 0.0


@attrs.frozen(slots=False)
class Group:
    """Witnesses that answer every case alike, with the fingerprint that they share.

    `scores` says for each column, oldest first, how many cases it answers alike by its defaults.
    """

    witnesses: tuple[Recording, ...]
    found: Identification
    scores: tuple[Match, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(witness.name for witness in self.witnesses)

    @functools.cached_property
    def id(self) -> str:
        """A name that depends on theirs alone."""
        return name_of(*self.names)

    @functools.cached_property
    def given(self) -> Mapping[Case, Given]:
        """What they give to each case."""
        return {answer.case: given(answer) for answer in self.witnesses[0].answers}

    @property
    def left(self) -> int:
        """How many cases the best explanation leaves unexplained."""
        return len(self.found.unexplained)


@attrs.frozen
class Reading:
    """An answer to a case, with the memos and the witnesses that give it."""

    given: Given
    specs: tuple[AnySpec, ...]
    names: tuple[str, ...]

    @property
    def is_answer(self) -> bool:
        """Whether it is one: a URI, or that there is none."""
        return not isinstance(self.given, Silence)


@attrs.frozen
class CaseRow:
    """A case, with each answer to it, the one of most witnesses first."""

    case: Case
    readings: tuple[Reading, ...]

    @property
    def base(self) -> str:
        """The base."""
        return self.case.base

    @functools.cached_property
    def id(self) -> str:
        """A name that depends on base and reference alone, as that of the case's page does."""
        return name_of(self.case.base, self.case.reference)

    @property
    def agrees(self) -> bool:
        """Whether all give the same."""
        return len(self.readings) == 1


@attrs.frozen(slots=False)
class WitnessReport:
    """Who follows what: `living` are the programs of today, `clients` those of 1997."""

    columns: tuple[AnySpec, ...]
    living: tuple[Group, ...]
    clients: tuple[Group, ...]

    @property
    def cases(self) -> tuple[Case, ...]:
        """The cases that the programs of today were asked."""
        return tuple(self.living[0].given)

    @property
    def programs(self) -> tuple[Recording, ...]:
        """The programs of today."""
        return tuple(witness for group in self.living for witness in group.witnesses)

    @functools.cached_property
    def memos(self) -> Mapping[AnySpec, Mapping[Case, Given]]:
        """What each column answers to the cases, by its defaults."""
        return {spec: {case: given_by(spec, case) for case in self.cases} for spec in self.columns}

    @functools.cached_property
    def rows(self) -> tuple[CaseRow, ...]:
        """The cases, with all answers of memos that have a rule, and of programs of today."""
        return tuple(map(self._row, self.cases))

    def _row(self, case: Case) -> CaseRow:
        specs: dict[Given, list[AnySpec]] = {}
        names: dict[Given, list[str]] = {}
        for spec, answers in self.memos.items():
            if answers[case] is not Silence.NO_RULE:
                specs.setdefault(answers[case], []).append(spec)
        for group in self.living:
            names.setdefault(group.given[case], []).extend(group.names)
        readings = [
            Reading(answer, tuple(specs.get(answer, ())), tuple(names.get(answer, ())))
            for answer in dict.fromkeys((*specs, *names))
        ]
        readings.sort(key=lambda item: -len(item.specs) - len(item.names))
        return CaseRow(case, tuple(readings))

    def differences(self, group: Group) -> tuple[Difference, ...]:
        """Say how far a group is from each column."""
        return tuple(difference(group.given, answers) for answers in self.memos.values())

    @property
    def speaking(self) -> tuple[AnySpec, ...]:
        """The columns that have a rule for half of the cases or more."""
        return tuple(
            spec
            for spec, answers in self.memos.items()
            if 2 * sum(item is not Silence.NO_RULE for item in answers.values()) >= len(answers)
        )

    def nearest(self, group: Group) -> tuple[AnySpec, ...]:
        """Give the columns that a group differs least from, of those that speak."""
        shares = {spec: difference(group.given, self.memos[spec]).share for spec in self.speaking}
        least = min(shares.values(), default=0.0)
        return tuple(spec for spec, share in shares.items() if share == least)


def difference(one: Mapping[Case, Given], other: Mapping[Case, Given]) -> Difference:
    """Count the cases that two answered differently, of those that both answered."""
    both = [
        (mine, yours)
        for case, mine in one.items()
        for yours in [other.get(case, Silence.NO_ANSWER)]
        if not isinstance(mine, Silence) and not isinstance(yours, Silence)
    ]
    return Difference(sum(mine != yours for mine, yours in both), len(both))


def witness_report(
    columns: tuple[AnySpec, ...], programs: Iterable[Recording], clients: Iterable[Recording]
) -> WitnessReport:
    """Explain the answers of programs of today and of clients by some columns."""
    return WitnessReport(columns, _groups(columns, programs), _groups(columns, clients))


def _groups(columns: tuple[AnySpec, ...], witnesses: Iterable[Recording]) -> tuple[Group, ...]:
    """Put those together that answer alike, by the memos they follow, the most faithful first."""
    alike: dict[tuple[tuple[Case, Given], ...], list[Recording]] = {}
    for witness in witnesses:
        answers = tuple((answer.case, given(answer)) for answer in witness.answers)
        alike.setdefault(answers, []).append(witness)
    groups = [_group(columns, tuple(members)) for members in alike.values()]
    return tuple(
        sorted(groups, key=lambda item: (item.found.best.spec.document.date, item.left, item.names))
    )


def _group(columns: tuple[AnySpec, ...], members: tuple[Recording, ...]) -> Group:
    found = members[0].identification(columns)
    scores = tuple(Match(spec, found.scores[spec.selector], found.cases) for spec in columns)
    return Group(members, found, scores)
