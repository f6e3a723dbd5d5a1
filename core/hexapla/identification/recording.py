"""Recordings: the answers of implementations, with their versions, as data.

Only answers are stored. The standard is identified anew each time a recording is used. The smallest
examples are stored as well, because finding them requires the implementation.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from hexapla.discover.inputs import InputOrder, SearchInput, input_order
from hexapla.identification.departure import AnyQuestion, Shrinking
from hexapla.identification.identification import Identification, explained, question_named
from hexapla.identification.question import KindOf
from hexapla.implementations.adapters import ADAPTERS, Adapter
from hexapla.implementations.asking import (
    Answer,
    AnyAnswer,
    AnyCase,
    Case,
    NoAnswerError,
    UrlCase,
    ask,
)
from hexapla.standard.spec import Spec
from hexapla.text.json_text import json_value, members_in, text_in, text_or_none
from hexapla.values.errors import HexaplaError
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import Value


class RecordingError(HexaplaError, ValueError):
    """A string contains no recordings; the message says what to do."""

    def __str__(self) -> str:
        return "the file has no recordings of this kind; write some to a new file with --write"


Examples = Mapping[AnyCase, tuple[AnyAnswer, ...]]
"""For each case, the answers to smaller cases with the same departure."""


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
        smallest: For cases that show a departure, the answers to smaller cases with the same one.
        further: The answers to further cases, which aren't used to identify a standard.
    """

    _json_members = ("name", "title", "language", "version", "note")

    name: str
    title: str
    language: str
    version: str
    note: str | None
    answers: tuple[AnyAnswer, ...]
    smallest: Examples = attrs.field(factory=FrozenMapping)
    further: tuple[AnyAnswer, ...] = ()

    @property
    def all_answers(self) -> tuple[AnyAnswer, ...]:
        """All recorded answers."""
        examples = (answer for answers in self.smallest.values() for answer in answers)
        return (*self.answers, *examples, *self.further)

    def identification(self, specs: Iterable[str | Spec] | None = None) -> Identification:
        """Identify the standard that the answers follow; `specs` is as for `hexapla.identify`."""
        question = question_named(self.answers[0].case.question, specs)

        def order(answer: AnyAnswer) -> InputOrder:
            *base, text = answer.case.texts
            return input_order(question.alphabet, SearchInput(text, *base))

        def smaller(spec: Spec, answer: AnyAnswer, kind_of: KindOf) -> AnyAnswer | None:
            examples = self.smallest.get(answer.case, ())
            alike = (item for item in examples if kind_of(item) is not None)
            return min(alike, key=order, default=None)

        return explained(question, self.answers, smaller)

    def to_dict(self, further: Sequence[AnyCase] = ()) -> dict[str, object]:
        """Return the JSON form.

        The member `case` of each smallest example is the zero-based index of the original case.

        Args:
            further: All further cases of all implementations. If this implementation wasn't tried
                on a case, the answer is null.
        """
        answers = {answer.case: answer.said for answer in self.further}
        return super().to_dict() | {
            "answers": [answer.said for answer in self.answers],
            "smallest": [
                {"case": index, **example.case.to_dict(), **example.said}
                for index, answer in enumerate(self.answers)
                for example in self.smallest.get(answer.case, ())
            ],
            "further": [answers.get(case) for case in further],
        }


@attrs.frozen(repr=False)
class Recordings(Value):
    """The cases that implementations were asked, and their answers.

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
        """The further cases of all implementations."""
        answers = (answer for item in self.implementations for answer in item.further)
        return tuple(dict.fromkeys(answer.case for answer in answers))

    def of(self, name: str) -> Recording | None:
        """Return the recording of an implementation, if there is one."""
        return next((item for item in self.implementations if item.name == name), None)

    def updated(self, cases: tuple[AnyCase, ...], recording: Recording) -> "Recordings":
        """Return these recordings with another one added, in the order of the adapters.

        The new recording replaces any earlier one of the same implementation. Those of other
        implementations are kept only if they cover the same cases.
        """
        kept = self.implementations if self.cases == cases else ()
        by_name = {item.name: item for item in (*kept, recording)}
        order = {item.name: index for index, item in enumerate(ADAPTERS)}
        items = sorted(by_name.values(), key=lambda item: order.get(item.name, len(order)))
        return attrs.evolve(self, cases=cases, implementations=tuple(items))

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        further = self.further
        return {
            "question": self.question,
            "cases": [case.to_dict() for case in self.cases],
            "further": [case.to_dict() for case in further],
            "implementations": [item.to_dict(further) for item in self.implementations],
        }

    def to_json(self) -> str:
        """Return the JSON form as ASCII text, with a line for each answer."""
        return in_lines(self.to_dict())


def in_lines(value: object) -> str:
    """Return a JSON value as ASCII text, with a line for each value that has no nested values."""
    return _written(value, "\n") + "\n"


def _written(value: object, line_end: str) -> str:
    """Return a JSON value with line breaks between values that have nested values."""
    named = value.items() if isinstance(value, dict) else []
    members = [(f"{json.dumps(name)}: ", one) for name, one in named]
    members += [("", one) for one in value] if isinstance(value, list) else []
    if not any(isinstance(one, dict | list) for _, one in members):
        return json.dumps(value)
    inner = line_end + " "
    lines = ",".join(f"{inner}{name}{_written(one, inner)}" for name, one in members)
    return f"{{{lines}{line_end}}}" if named else f"[{lines}{line_end}]"


_CASES: Mapping[str, type[AnyCase]] = {kind.question: kind for kind in (Case, UrlCase)}


def read_recordings(text: str | bytes) -> Recordings:
    """Parse recordings that `to_json` wrote; raise `RecordingError` for any other string."""
    try:
        form = json_value(text)
        question = text_in(form["question"])
        cases, further = (
            tuple(_case(question, item) for item in form[name]) for name in ("cases", "further")
        )
        items = form["implementations"]
        return Recordings(
            question, cases, tuple(_recording(cases, further, item) for item in items)
        )
    except (ValueError, KeyError, TypeError, IndexError, NoAnswerError) as error:
        raise RecordingError from error


def _recording(
    cases: Sequence[AnyCase], further: Sequence[AnyCase], form: Mapping[str, Any]
) -> Recording:
    examples: dict[AnyCase, list[AnyAnswer]] = {}
    for item in form["smallest"]:
        case = cases[item["case"]]
        examples.setdefault(case, []).append(_answer(_case(case.question, item), item))
    further_answers = zip(further, form["further"], strict=True)
    answers = zip(cases, form["answers"], strict=True)
    return Recording(
        **{name: text_in(form[name]) for name in ("name", "title", "language", "version")},
        note=text_or_none(form["note"]),
        answers=tuple(_answer(case, item) for case, item in answers),
        smallest=FrozenMapping((case, tuple(known)) for case, known in examples.items()),
        further=tuple(_answer(case, item) for case, item in further_answers if item is not None),
    )


def _case(question: str, form: Mapping[str, Any]) -> AnyCase:
    kind = _CASES[question]
    return kind(*(text_in(form[field.name]) for field in attrs.fields(kind)))


def _answer(case: AnyCase, form: Mapping[str, Any]) -> AnyAnswer:
    members = members_in(form)
    error, trouble = (text_or_none(members.get(name)) for name in ("error", "trouble"))
    is_value = not members.keys().isdisjoint(case.given)
    return Answer(case, case.value_in(members) if is_value else None, error, trouble)


def record(
    question: AnyQuestion,
    adapter: Adapter,
    version: str,
    implementation: Callable[..., object],
    cases: Iterable[AnyCase],
    further: Iterable[AnyCase] = (),
) -> tuple[Recording, Identification]:
    """Ask an implementation, and return its answers and the identification."""
    answers = tuple(ask(implementation, case) for case in cases)
    shrinking = Shrinking(question, implementation)
    identification = explained(question, answers, shrinking.smallest)
    recording = Recording(
        adapter.name,
        adapter.title(question.name),
        adapter.language,
        version,
        adapter.notes.get(question.name),
        answers,
        FrozenMapping((case, tuple(known)) for case, known in shrinking.examples.items()),
        tuple(ask(implementation, case) for case in further),
    )
    return recording, identification


def changes(
    recording: Recording, implementation: Callable[..., object]
) -> Iterator[tuple[AnyAnswer, AnyAnswer]]:
    """Try an implementation on its recorded cases again; yield each changed answer, old and new."""
    for before in dict.fromkeys(recording.all_answers):
        now = ask(implementation, before.case)
        if now != before:
            yield before, now
