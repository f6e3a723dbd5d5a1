"""Which standard implementations follow: recorded answers, explained by the columns.

Nothing is kept but the answers, with the versions of what gave them. What explains them, which
implementations answer alike and how far each is from each standard is counted when the pages are
built.
"""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import chain

import attrs

from hexapla.identification.explanation import Explanation
from hexapla.identification.identification import Identification
from hexapla.identification.recording import Recording
from hexapla.implementations.asking import Answer, Case, ResolveAnswer
from hexapla.standard.display import uri_of
from hexapla.standard.phases import has_rule
from hexapla.standard.spec import Spec
from hexapla.text.slug import slug
from hexapla_site.data.period_clients import CLIENTS, PERIOD_CASES
from hexapla_site.figures.heat_map import Share
from hexapla_site.report.case import ResultGroup


class Silence(Enum):
    """Why there is no answer, which differs from the answer that there is no URI, or no host.

    An implementation failed to answer, or a standard has no rule; who is asked for the host of a
    URL rejects the URL, or does not tell.
    """

    NO_ANSWER = "no answer"
    NO_RULE = "no rule"
    REJECTED = "rejected"
    NOT_TOLD = "not told"


Given = str | Silence | None
"""What can be compared of an answer: a URI or a host, None for none, or why there is no answer."""


def given(answer: ResolveAnswer) -> Given:
    """Return what can be compared of an answer."""
    return answer.value if answer.trouble is None else Silence.NO_ANSWER


def given_by(spec: Spec, case: Case) -> Given:
    """Return what can be compared of what a standard gives for a case."""
    target = spec.resolve(case.reference, base=case.base).target
    return uri_of(target, case.base) if has_rule(target) else Silence.NO_RULE


def page_of(name: str) -> str:
    """Return the address of the page of an implementation of today."""
    return f"implementations/{slug(name)}.html"


def badge_address(name: str, kind: str = "") -> str:
    """Return the address of a badge of an implementation of today; `-parsing` is the other kind."""
    return f"badges/{slug(name)}{kind}.svg"


def clients_of_1997() -> Iterator[Recording]:
    """Yield the clients of the test pages, each with the cases that it was tested on."""
    for client in CLIENTS:
        answers = (
            Answer(case, uri_of(row.results[client][0], case.base))
            for row in PERIOD_CASES
            for case in [Case(row.base, row.reference)]
            if client in row.results
        )
        yield Recording(client, client, "", "", None, tuple(answers))


@attrs.frozen
class AnswerGroup:
    """Implementations whose answers to cases, `given`, are identical, and what explains these.

    By its `id`, made of the first name, it is found on pages. `scores` says for each column, oldest
    first, how many cases match its defaults.
    """

    id: str
    names: tuple[str, ...]
    recordings: tuple[Recording, ...]
    given: Mapping[Case, Given]
    identified: Identification
    scores: Mapping[Spec, Share]

    @property
    def nearest(self) -> Explanation:
        """What explains their answers best, be it enough for a verdict or not."""
        return self.identified.explanations[0]


@attrs.frozen(slots=False)
class ImplementationReport:
    """Which standards are followed by implementations of today, `current`, and of 1997."""

    columns: tuple[Spec, ...]
    current: tuple[AnswerGroup, ...]
    clients: tuple[AnswerGroup, ...]

    @property
    def cases(self) -> tuple[Case, ...]:
        """The cases that the implementations of today were asked."""
        return tuple(self.current[0].given)

    @property
    def recordings(self) -> tuple[Recording, ...]:
        """The recorded implementations of today."""
        return tuple(recording for group in self.current for recording in group.recordings)

    @functools.cached_property
    def by_spec(self) -> Mapping[Spec, Mapping[Case, Given]]:
        """What each column answers to the cases, by its defaults."""
        return {spec: {case: given_by(spec, case) for case in self.cases} for spec in self.columns}

    @functools.cached_property
    def rows(self) -> Mapping[Case, list[ResultGroup]]:
        """The answers of standards that have a rule, and of implementations, by case.

        What the newest standard gives comes first, then what most give.
        """
        return {case: self._answers(case) for case in self.cases}

    def _answers(self, case: Case) -> list[ResultGroup]:
        by_spec = ((spec, answers[case]) for spec, answers in self.by_spec.items())
        by_name = ((name, group.given[case]) for group in self.current for name in group.names)
        groups = answer_groups(chain(by_spec, by_name))
        ordered = [group for group in groups if group.target is not Silence.NO_RULE]
        newest = self.columns[-1]
        ordered.sort(key=lambda item: -len(item.specs) - len(item.implementations))
        ordered.sort(key=lambda item: newest not in item.specs)
        return ordered

    @property
    def agreements(self) -> Sequence[Sequence[Share]]:
        """How often the answers of each two agree, of the columns and then of all groups."""
        given = [*self.by_spec.values(), *(group.given for group in self.current)]
        return [[agreement(one, other) for other in given] for one in given]


def answer_groups(given: Iterable[tuple[Spec | str, Given]]) -> Iterator[ResultGroup]:
    """Yield each answer with the standards and the implementations, by name, that give it."""
    answers: dict[Given, list[Spec | str]] = {}
    for giver, answer in given:
        answers.setdefault(answer, []).append(giver)
    for answer, givers in answers.items():
        specs = tuple(giver for giver in givers if isinstance(giver, Spec))
        names = tuple(giver for giver in givers if isinstance(giver, str))
        yield ResultGroup(answer, specs, None, names)


def agreement(one: Mapping[Case, Given], other: Mapping[Case, Given]) -> Share:
    """Count the cases that two answered alike, of those that both answered."""
    both = [
        (mine, yours)
        for case, mine in one.items()
        for yours in [other.get(case, Silence.NO_ANSWER)]
        if not isinstance(mine, Silence) and not isinstance(yours, Silence)
    ]
    return Share(sum(mine == yours for mine, yours in both), len(both))


def implementation_report(
    columns: tuple[Spec, ...], current: Iterable[Recording], clients: Iterable[Recording]
) -> ImplementationReport:
    """Explain the answers of implementations of today, and of clients of 1997, by some columns."""
    return ImplementationReport(columns, _groups(columns, current), _groups(columns, clients))


def _groups(columns: tuple[Spec, ...], recordings: Iterable[Recording]) -> tuple[AnswerGroup, ...]:
    """Group what answers alike, by the standard that is followed, the most faithful first."""
    alike: dict[tuple[tuple[Case, Given], ...], list[Recording]] = {}
    for recording in recordings:
        answers = tuple((answer.case, given(answer)) for answer in recording.answers)
        alike.setdefault(answers, []).append(recording)
    groups = []
    for answers, members in alike.items():
        names = tuple(member.name for member in members)
        identified = members[0].identification(columns)
        by_default = {item.asked_for: item.by_default for item in identified.explanations}
        cases = identified.cases
        scores = {spec: Share(by_default[spec.selector], cases) for spec in columns}
        given_to, id = dict(answers), f"like-{slug(names[0])}"
        groups.append(AnswerGroup(id, names, tuple(members), given_to, identified, scores))
    groups.sort(
        key=lambda item: (item.nearest.spec.document.date, -item.nearest.matching, item.names)
    )
    return tuple(groups)
