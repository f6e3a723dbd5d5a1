"""Recordings: what implementations answered, kept as data with their versions.

Only answers are kept: which standard they follow is worked out anew whenever it is asked for. The
smallest examples are kept too, since finding them takes the implementation itself.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import attrs

from hexapla.implementations.adapters import ADAPTERS, Adapter
from hexapla.implementations.asking import Answer, Resolve, ask
from hexapla.implementations.cases import Case
from hexapla.implementations.explanation import departs
from hexapla.implementations.identification import Identification, explain_answers
from hexapla.implementations.shrinking import Shrinking
from hexapla.standard.spec import Spec
from hexapla.text.json_text import json_value
from hexapla.values.frozen import FrozenMapping


class RecordingError(ValueError):
    """A text that contains no recordings; the message says what to do."""


@attrs.frozen(repr=False)
class Recording:
    """What an implementation with an adapter answered, and its version.

    Attributes:
        name: The name of its adapter; `title`, `language` and `note` are the adapter's, too.
        title: What is called.
        language: The programming language.
        version: The version of the implementation.
        note: What one has to know to read its answers.
        answers: Its answers, in the order of the cases.
        smallest: For each case that is left unexplained, the answer to a smaller one of its kind.
        further: Its answers to further cases, by which no standard is identified.
    """

    name: str
    title: str
    language: str
    version: str
    note: str | None
    answers: tuple[Answer, ...]
    smallest: Mapping[Case, Answer]
    further: tuple[Answer, ...] = ()

    def __repr__(self) -> str:
        return f"<Recording {self.name} {self.version}: {len(self.answers)} answers>"

    def identification(self, specs: Iterable[str | Spec] | None = None) -> Identification:
        """Identify the standard that the answers follow; `specs` as for `hexapla.identify`."""
        return explain_answers(self.answers, specs, self._smaller)

    def _smaller(self, spec: Spec, answer: Answer) -> Answer | None:
        """Return the smallest example that is kept, if it departs from this spec, too."""
        example = self.smallest.get(answer.case)
        return example if example is not None and departs(spec, example) else None

    def to_dict(self, further: Sequence[Case] = ()) -> dict[str, object]:
        """Return the JSON form.

        In it, `case` is the index of a case among those asked, from 0.

        Args:
            further: All further cases that any implementation was asked; what it was not asked is
                null.
        """
        answers = {answer.case: answer.said for answer in self.further}
        return {
            "name": self.name,
            "title": self.title,
            "language": self.language,
            "version": self.version,
            "note": self.note,
            "answers": [answer.said for answer in self.answers],
            "smallest": [
                {"case": index, **example.case.to_dict(), **example.said}
                for index, answer in enumerate(self.answers)
                if (example := self.smallest.get(answer.case)) is not None
            ],
            "further": [answers.get(case) for case in further],
        }


@attrs.frozen(repr=False)
class Recordings:
    """The cases that implementations were asked, and what each answered."""

    cases: tuple[Case, ...] = ()
    implementations: tuple[Recording, ...] = ()

    def __repr__(self) -> str:
        return f"<Recordings: {len(self.implementations)} implementations, {len(self.cases)} cases>"

    @property
    def names(self) -> frozenset[str]:
        """The names of the implementations."""
        return frozenset(item.name for item in self.implementations)

    @property
    def further(self) -> tuple[Case, ...]:
        """The further cases that any of the implementations was asked."""
        answers = (answer for item in self.implementations for answer in item.further)
        return tuple(dict.fromkeys(answer.case for answer in answers))

    def updated(self, cases: tuple[Case, ...], recordings: Iterable[Recording]) -> "Recordings":
        """Return these with other recordings added, in the order of the adapters.

        A recording replaces an earlier one of the same implementation. Earlier ones of other
        implementations are kept if they are of the same cases.

        Args:
            cases: The cases of the other recordings.
            recordings: The other recordings.
        """
        kept = self.implementations if self.cases == cases else ()
        return Recordings(cases, replaced(kept, recordings))

    def of(self, name: str) -> Recording | None:
        """Return the recording of an implementation, if there is one."""
        return next((item for item in self.implementations if item.name == name), None)

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        further = self.further
        return {
            "cases": [case.to_dict() for case in self.cases],
            "further": [case.to_dict() for case in further],
            "implementations": [item.to_dict(further) for item in self.implementations],
        }

    def to_json(self) -> str:
        """Return the JSON form as a text in ASCII, a line for each answer."""
        return text_of(self.to_dict())


def read_recordings(text: str) -> Recordings:
    """Return the recordings in a text that `to_json` wrote; raise `RecordingError` for another."""
    try:
        form = json_value(text)
        cases, further = (
            tuple(Case(item["base"], item["reference"]) for item in form[name])
            for name in ("cases", "further")
        )
        given = form["implementations"]
        return Recordings(cases, tuple(_recording(cases, further, item) for item in given))
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise RecordingError("it holds no recordings; write it anew with --write") from error


def _recording(
    cases: tuple[Case, ...], further: tuple[Case, ...], form: Mapping[str, Any]
) -> Recording:
    answers = zip(cases, form["answers"], strict=True)
    further_answers = zip(further, form["further"], strict=True)
    return Recording(
        form["name"],
        form["title"],
        form["language"],
        form["version"],
        form["note"],
        tuple(_answer(case, item) for case, item in answers),
        FrozenMapping(
            (cases[item["case"]], _answer(Case(item["base"], item["reference"]), item))
            for item in form["smallest"]
        ),
        tuple(_answer(case, item) for case, item in further_answers if item is not None),
    )


def _answer(case: Case, form: Mapping[str, Any]) -> Answer:
    return Answer(case, form.get("uri"), form.get("error"), form.get("trouble"))


class Named(Protocol):
    """What is recorded of an implementation, whatever it was asked."""

    @property
    def name(self) -> str:
        """The name of its adapter."""
        ...


Kept = TypeVar("Kept", bound=Named)


def replaced(kept: Iterable[Kept], recordings: Iterable[Kept]) -> tuple[Kept, ...]:
    """Return recordings in the order of the adapters, each in place of one of the same name.

    Args:
        kept: Those that may be replaced.
        recordings: Those that are added.
    """
    by_name = {item.name: item for item in (*kept, *recordings)}
    order = {item.name: index for index, item in enumerate(ADAPTERS)}
    names = sorted(by_name, key=lambda name: order.get(name, len(order)))
    return tuple(by_name[name] for name in names)


def text_of(form: Mapping[str, object]) -> str:
    """Return the JSON form of recordings as a text in ASCII, a line for each answer."""
    return "".join(_written(form, "\n")) + "\n"


def _written(value: object, line_end: str) -> Iterator[str]:
    """Yield a JSON value in pieces, with line ends where there are values within values."""
    named = value.items() if isinstance(value, dict) else []
    members = [(f"{json.dumps(name)}: ", one) for name, one in named]
    if isinstance(value, list):
        members = [("", one) for one in value]
    if not any(isinstance(one, dict | list) for _, one in members):
        yield json.dumps(value)
        return
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    indented = line_end + " "
    yield opening
    for index, (name, one) in enumerate(members):
        yield ("," if index else "") + indented + name
        yield from _written(one, indented)
    yield line_end + closing


def record(
    adapter: Adapter,
    version: str,
    resolve: Resolve,
    specs: Sequence[Spec],
    cases: Iterable[Case],
    further: Iterable[Case] = (),
) -> tuple[Recording, Identification]:
    """Ask an implementation, and return its answers together with the identification.

    Args:
        adapter: The implementation's adapter.
        version: The version of the implementation.
        resolve: The implementation.
        specs: The specs that may explain the answers.
        cases: What it is asked to be identified.
        further: What it is asked besides.
    """
    answers = tuple(ask(resolve, case) for case in cases)
    identification = explain_answers(answers, specs, Shrinking(resolve, specs).smallest)
    smallest = FrozenMapping(
        (item.case, item.smallest)
        for item in identification.unexplained
        if item.smallest is not None
    )
    about = adapter.name, adapter.title, adapter.language, version, adapter.note
    further_answers = tuple(ask(resolve, case) for case in further)
    return Recording(*about, answers, smallest, further_answers), identification


@attrs.frozen(repr=False)
class Change:
    """A case in which an implementation answers differently from its recording."""

    before: Answer
    now: Answer

    def __repr__(self) -> str:
        return f"<Change {self.now.case}: {self.before} before, {self.now} now>"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        before, now = self.before.to_dict(), self.now.to_dict()
        return {**self.now.case.to_dict(), "before": before, "now": now}


def changes(recording: Recording, resolve: Resolve) -> Iterator[Change]:
    """Ask an implementation everything that it was asked, and yield what it answers differently.

    The words of an error are not compared.
    """
    asked = (*recording.answers, *recording.smallest.values(), *recording.further)
    for before in dict.fromkeys(asked):
        now = ask(resolve, before.case)
        if _compared(now) != _compared(before):
            yield Change(before, now)


def _compared(answer: Answer) -> tuple[str | None, bool, bool]:
    return answer.uri, answer.error is None, answer.trouble is None
