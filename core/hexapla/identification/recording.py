"""Recordings of the answers of implementations, with the versions of the implementations.

Only answers are stored. The standard is identified anew each time a recording is used. The smallest
examples are stored as well, because finding them requires the implementation. So are the answers
that contradicted a departure while smaller examples were sought. With them, a recording gives the
same departures as the implementation.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

import attrs

from hexapla.identification.departure_kind import KindOf
from hexapla.identification.identification import Identification, explained
from hexapla.identification.lines import in_lines
from hexapla.identification.questions import AnyQuestion, question_named
from hexapla.identification.ranking import Ranking, ranking_of
from hexapla.identification.shrinking import Shrinking, example_order, input_of
from hexapla.implementations.adapters import ADAPTERS, Adapter
from hexapla.implementations.asking import AnyAnswer, AnyCase, ask, ask_all
from hexapla.standard.spec import Spec
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import Value, json_form

Examples = Mapping[AnyCase, tuple[AnyAnswer, ...]]
"""For each case that was shrunk, the answers to the smallest cases found for its departures."""


def examples_of(by_case: Mapping[AnyCase, Iterable[AnyAnswer]]) -> Examples:
    """Return examples, given the answers to the smallest cases found, keyed by original case."""
    return FrozenMapping((case, tuple(dict.fromkeys(known))) for case, known in by_case.items())


def _examples_in(identification: Identification) -> Examples:
    """Return the smallest cases found for the departures, except those that weren't shrunk."""
    by_case: dict[AnyCase, list[AnyAnswer]] = {}
    for departure in identification.departures:
        if departure.smallest.case != departure.shrunk:
            by_case.setdefault(departure.shrunk, []).append(departure.smallest)
    return examples_of(by_case)


@attrs.frozen(repr=False)
class Recording(Value):
    """The answers of an implementation that has an adapter, with the implementation's version.

    Attributes:
        name: The name of the adapter, which also defines `title`, `language` and `note`.
        title: The function or program that is called.
        language: The programming language.
        version: The version of the implementation.
        note: A note for readers of the answers; None if there is none.
        answers: The answers, in the order of the cases.
        tried: The answers to cases that only serve to find departures and their conditions: to the
            further cases of the question, and to cases that were tried in finding smaller cases.
        smallest: For each case that was chosen as the example of a departure, the answers to the
            smallest cases found with the same departure, if they are smaller.
        further: The answers to additional cases, which are only recorded: they affect neither the
            standard that is identified nor the departures.
    """

    _json_members = ("name", "title", "language", "version", "note")

    name: str
    title: str
    language: str
    version: str
    note: str | None
    answers: tuple[AnyAnswer, ...]
    tried: tuple[AnyAnswer, ...] = ()
    smallest: Examples = attrs.field(factory=FrozenMapping)
    further: tuple[AnyAnswer, ...] = ()

    @property
    def by_case(self) -> Mapping[AnyCase, AnyAnswer]:
        """The answers in `answers` and in `further`, keyed by case."""
        return {answer.case: answer for answer in (*self.answers, *self.further)}

    @property
    def all_answers(self) -> tuple[AnyAnswer, ...]:
        """All recorded answers."""
        examples = chain.from_iterable(self.smallest.values())
        return (*self.answers, *self.tried, *examples, *self.further)

    def ranking(self, specs: Iterable[str | Spec] | None = None) -> Ranking:
        """Rank the standards, without seeking departures, which takes much longer.

        Args:
            specs: As for `hexapla.identify`.
        """
        return ranking_of(question_named(self.answers[0].case.question, specs), self.answers)

    def identification(self, specs: Iterable[str | Spec] | None = None) -> Identification:
        """Identify the standard that the answers follow; `specs` is as for `hexapla.identify`."""
        question = question_named(self.answers[0].case.question, specs)

        def order(answer: AnyAnswer) -> tuple[object, ...]:
            return example_order(question.alphabet, input_of(answer.case))

        def smaller(spec: Spec, answer: AnyAnswer, kind_of: KindOf) -> AnyAnswer | None:
            alike = filter(kind_of, self.smallest.get(answer.case, ()))
            return min(alike, key=order, default=None)

        if not self.tried:
            return explained(question, self.answers, smaller)
        more, evidence = self._tried_by_purpose(question)
        return explained(question, self.answers, smaller, more, tuple, evidence)

    def _tried_by_purpose(self, question: AnyQuestion) -> tuple[list[AnyAnswer], list[AnyAnswer]]:
        """Return the answers to the further cases of a question, and the rest of `tried`."""
        cases = frozenset[AnyCase](question.further_cases())
        more: list[AnyAnswer] = []
        evidence: list[AnyAnswer] = []
        for answer in self.tried:
            (more if answer.case in cases else evidence).append(answer)
        return more, evidence

    def to_dict(
        self, tried: "TriedCases | None" = None, further: Sequence[AnyCase] = ()
    ) -> dict[str, object]:
        """Return the JSON form.

        In each smallest example, the member `case` is the index of the original case. The index
        counts from 0 through the cases in `answers`, and then through the cases in `tried`.

        Args:
            tried: The cases of all implementations that only serve to find departures; by default,
                those of this implementation.
            further: The additional cases of all implementations. If this implementation wasn't
                tried on a case, the answer is null.
        """
        further_answers = {answer.case: answer.said for answer in self.further}
        return super().to_dict() | {
            "answers": [answer.said for answer in self.answers],
            "tried": (tried or TriedCases.of([self])).places(self.tried),
            "smallest": list(self._smallest_forms()),
            "further": [further_answers.get(case) for case in further],
        }

    def _smallest_forms(self) -> Iterator[dict[str, object]]:
        for index, answer in enumerate((*self.answers, *self.tried)):
            for example in self.smallest.get(answer.case, ()):
                yield {"case": index, **example.case.to_dict(), **example.said}


class TriedCases:
    """The cases that only serve to find departures, with the different answers to each case."""

    def __init__(self, by_case: Mapping[AnyCase, Sequence[Mapping[str, object]]]) -> None:
        """Number the cases, and keep the answers.

        Args:
            by_case: The different answers to each case, in their JSON form.
        """
        self._by_case = by_case
        self._places = {case: place for place, case in enumerate(by_case)}

    @classmethod
    def of(cls, recordings: Iterable[Recording]) -> "TriedCases":
        """Return the cases and answers of all recordings."""
        by_case: dict[AnyCase, list[Mapping[str, object]]] = {}
        for recording in recordings:
            for answer in recording.tried:
                answers = by_case.setdefault(answer.case, [])
                if answer.said not in answers:
                    answers.append(answer.said)
        return cls(by_case)

    def to_dict(self) -> list[dict[str, object]]:
        """Return the JSON form: each case with its different answers."""
        return [
            {**case.to_dict(), "answers": [*answers]} for case, answers in self._by_case.items()
        ]

    def places(self, answers: Sequence[AnyAnswer]) -> dict[str, object]:
        """Return the indexes of cases, and of the answers to them, both from 0."""
        cases = [self._places[answer.case] for answer in answers]
        given = [self._by_case[answer.case].index(answer.said) for answer in answers]
        return {"cases": cases, "answers": given}


@attrs.frozen(repr=False)
class Recordings(Value):
    """The cases on which implementations were tried, and the answers.

    Attributes:
        question: The name of the question.
        cases: The cases that are used to identify the standards.
        implementations: A recording for each implementation.
    """

    question: str
    cases: tuple[AnyCase, ...] = ()
    implementations: tuple[Recording, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """The names of the implementations."""
        return frozenset(item.name for item in self.implementations)

    @property
    def further(self) -> tuple[AnyCase, ...]:
        """The additional cases of all implementations."""
        cases: dict[AnyCase, None] = {}
        for item in self.implementations:
            for answer in item.further:
                cases[answer.case] = None
        return tuple(cases)

    @property
    def without_tried(self) -> "Recordings":
        """The recordings without the answers that only serve to find departures."""
        items: list[Recording] = []
        for item in self.implementations:
            kept = [case for case in self.cases if case in item.smallest]
            smallest = examples_of({case: item.smallest[case] for case in kept})
            items.append(attrs.evolve(item, tried=(), smallest=smallest))
        return attrs.evolve(self, implementations=tuple(items))

    def of(self, name: str) -> Recording | None:
        """Return the recording of an implementation; None if there is none."""
        for item in self.implementations:
            if item.name == name:
                return item
        return None

    def updated(self, cases: tuple[AnyCase, ...], recording: Recording) -> "Recordings":
        """Return these recordings with a recording added, in the order of the adapters.

        The new recording replaces any earlier recording of the same implementation. The recordings
        of other implementations are kept only if they cover the same cases.
        """
        kept = self.implementations if self.cases == cases else ()
        by_name = {item.name: item for item in kept}
        by_name[recording.name] = recording
        items: list[Recording] = []
        for adapter in ADAPTERS:
            if adapter.name in by_name:
                items.append(by_name.pop(adapter.name))
        implementations = (*items, *by_name.values())
        return attrs.evolve(self, cases=cases, implementations=implementations)

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        further = self.further
        tried = TriedCases.of(self.implementations)
        return {
            "question": self.question,
            "cases": json_form(self.cases),
            "tried": tried.to_dict(),
            "further": json_form(further),
            "implementations": [item.to_dict(tried, further) for item in self.implementations],
        }

    def to_json(self) -> str:
        """Return the JSON form as ASCII text, with a line for each answer."""
        return in_lines(self.to_dict())


def record(
    question: AnyQuestion,
    adapter: Adapter,
    version: str,
    implementation: Callable[..., object],
    cases: Iterable[AnyCase],
    further: Iterable[AnyCase] = (),
) -> tuple[Recording, Identification]:
    """Try an implementation on cases; return a recording of its answers, and the identification.

    The implementation is also tried on the further cases of the question.

    Args:
        question: The question.
        adapter: The adapter of the implementation.
        version: The version of the implementation.
        implementation: A callable that answers a case of the question.
        cases: The cases that identify the standard.
        further: Additional cases, whose answers are only recorded.
    """
    answers = ask_all(implementation, cases)
    more = ask_all(implementation, question.further_cases())
    shrinking = Shrinking(question, implementation)
    identification = explained(question, answers, shrinking.smallest, more, lambda: shrinking.asked)
    recording = Recording(
        name=adapter.name,
        title=adapter.title(question.name),
        language=adapter.language,
        version=version,
        note=adapter.notes.get(question.name),
        answers=answers,
        tried=(*more, *identification.evidence),
        smallest=_examples_in(identification),
        further=ask_all(implementation, further),
    )
    return recording, identification


def changes(
    recording: Recording, implementation: Callable[..., object]
) -> Iterator[tuple[AnyAnswer, AnyAnswer]]:
    """Try an implementation on its recorded cases again; yield old and new answers that differ."""
    for before in dict.fromkeys(recording.all_answers):
        now = ask(implementation, before.case)
        if now != before:
            yield before, now
