"""The standard that each implementation follows, derived from its recorded answers.

Only the answers and the versions of implementations are stored. When the pages are built, the
answers are explained, and implementations are compared with each other and with each standard.
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


def given(answer: ResolveAnswer) -> Given:
    """Return the part of an implementation's answer that is compared."""
    return answer.value if answer.trouble is None else Silence.NO_ANSWER


def given_by(spec: Spec, case: Case) -> Given:
    """Return the part of a standard's answer to a case that is compared."""
    target = spec.resolve(case.reference, base=case.base).target
    return uri_of(target, case.base) if has_rule(target) else Silence.NO_RULE


def page_of(name: str) -> str:
    """Return the address of a current implementation's page."""
    return f"implementations/{slug(name)}.html"


def badge_address(name: str, kind: str = "") -> str:
    """Return the address of a current implementation's badge; `kind` can be `-parsing`."""
    return f"badges/{slug(name)}{kind}.svg"


def clients_of_1997() -> Iterator[Recording]:
    """Yield a recording of each client in the test pages of 1997, with its answers."""
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
    """Implementations with identical answers (`given`) to all cases, and the explanations.

    `id` is the group's anchor on pages, derived from the first of its `names`. `scores` says how
    many cases match each standard under its defaults; the oldest standard comes first.
    """

    id: str
    names: tuple[str, ...]
    recordings: tuple[Recording, ...]
    given: Mapping[Case, Given]
    identified: Identification
    scores: Mapping[Spec, Share]

    @property
    def nearest(self) -> Explanation:
        """The best explanation of the answers, even if it isn't good enough for a verdict."""
        return self.identified.explanations[0]


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
        return tuple(recording for group in self.current for recording in group.recordings)

    @functools.cached_property
    def by_spec(self) -> Mapping[Spec, Mapping[Case, Given]]:
        """The answer of each standard, under its defaults, to each case."""
        return {spec: {case: given_by(spec, case) for case in self.cases} for spec in self.columns}

    @functools.cached_property
    def rows(self) -> Mapping[Case, list[ResultGroup]]:
        """The answers to each case: those of implementations, and of standards that have a rule.

        The answer of the newest standard comes first, then the most frequent ones.
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
        """How often any two standards or groups agree; the standards come first."""
        given = [*self.by_spec.values(), *(group.given for group in self.current)]
        return [[agreement(one, other) for other in given] for one in given]


def answer_groups(given: Iterable[tuple[Spec | str, Given]]) -> Iterator[ResultGroup]:
    """Yield each answer with the standards and the names of the implementations that give it."""
    answers: dict[Given, list[Spec | str]] = {}
    for giver, answer in given:
        answers.setdefault(answer, []).append(giver)
    for answer, givers in answers.items():
        specs = tuple(giver for giver in givers if isinstance(giver, Spec))
        names = tuple(giver for giver in givers if isinstance(giver, str))
        yield ResultGroup(answer, specs, None, names)


def agreement(one: Mapping[Case, Given], other: Mapping[Case, Given]) -> Share:
    """Count the cases that both answered, and those to which they gave the same answer."""
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
    """Explain the answers of current implementations and of clients tested in 1997."""
    return ImplementationReport(columns, _groups(columns, current), _groups(columns, clients))


def _groups(columns: tuple[Spec, ...], recordings: Iterable[Recording]) -> tuple[AnswerGroup, ...]:
    """Group implementations with the same answers; sort by nearest standard, then by closeness."""
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
