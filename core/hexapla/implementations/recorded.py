"""What is recorded of implementations, whatever they were asked: answers, and their versions.

Only answers are kept: which standard they follow is worked out anew whenever it is asked for.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, Generic, Self, TypeVar

import attrs

from hexapla.implementations.adapters import ADAPTERS
from hexapla.implementations.asking import AnyAnswer
from hexapla.text.json_text import json_value

Asked = TypeVar("Asked")
Given = TypeVar("Given", bound=AnyAnswer)
Value = TypeVar("Value")


class RecordingError(ValueError):
    """A text that contains no recordings; the message says what to do."""


@attrs.frozen(repr=False)
class AnyRecording(Generic[Given]):
    """What an implementation with an adapter answered, and its version.

    Attributes:
        name: The name of its adapter; `title`, `language` and `note` are the adapter's, too.
        title: What is called.
        language: The programming language.
        version: The version of the implementation.
        note: What one has to know to read its answers.
        answers: Its answers, in the order of the questions.
    """

    name: str
    title: str
    language: str
    version: str
    note: str | None
    answers: tuple[Given, ...]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name} {self.version}: {len(self.answers)} answers>"

    @property
    def all_answers(self) -> tuple[Given, ...]:
        """All answers that are kept."""
        return self.answers

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            "name": self.name,
            "title": self.title,
            "language": self.language,
            "version": self.version,
            "note": self.note,
            "answers": [answer.said for answer in self.answers],
        }


Kept = TypeVar("Kept", bound=AnyRecording[Any])


@attrs.frozen(repr=False)
class AnyRecordings(ABC, Generic[Asked, Kept]):
    """What implementations were asked, and what each answered.

    Attributes:
        noun: What the questions are called, in the plural.
        asked: The questions.
        implementations: A recording for each implementation.
    """

    noun: ClassVar[str]

    asked: tuple[Asked, ...] = ()
    implementations: tuple[Kept, ...] = ()

    def __repr__(self) -> str:
        how_many = f"{len(self.implementations)} implementations, {len(self.asked)} {self.noun}"
        return f"<{type(self).__name__}: {how_many}>"

    @property
    def names(self) -> frozenset[str]:
        """The names of the implementations."""
        return frozenset(item.name for item in self.implementations)

    def of(self, name: str) -> Kept | None:
        """Return the recording of an implementation, if there is one."""
        return next((item for item in self.implementations if item.name == name), None)

    def updated(self, asked: tuple[Asked, ...], recordings: Iterable[Kept]) -> Self:
        """Return these with other recordings added, in the order of the adapters.

        A recording replaces an earlier one of the same implementation. Earlier ones of other
        implementations are kept if they were asked the same.

        Args:
            asked: The questions of the other recordings.
            recordings: The other recordings.
        """
        kept = self.implementations if self.asked == asked else ()
        by_name = {item.name: item for item in (*kept, *recordings)}
        order = {item.name: index for index, item in enumerate(ADAPTERS)}
        names = sorted(by_name, key=lambda name: order.get(name, len(order)))
        return attrs.evolve(
            self, asked=asked, implementations=tuple(by_name[name] for name in names)
        )

    @abstractmethod
    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""

    def to_json(self) -> str:
        """Return the JSON form as a text in ASCII, a line for each answer."""
        return "".join(_written(self.to_dict(), "\n")) + "\n"


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


def read(text: str, recordings_of: Callable[[Any], Value]) -> Value:
    """Return the recordings in a text.

    Args:
        text: What `to_json` wrote.
        recordings_of: Takes the JSON form.

    Raises:
        RecordingError: It is another text.
    """
    try:
        return recordings_of(json_value(text))
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise RecordingError(
            "it holds no recordings of this kind; write them to a new file by --write"
        ) from error


@attrs.frozen(repr=False)
class Change(Generic[Given]):
    """An implementation answers differently from its recording."""

    before: Given
    now: Given

    def __repr__(self) -> str:
        return f"<Change from {self.before!r} to {self.now}>"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        before, now = self.before.to_dict(), self.now.to_dict()
        return {**self.now.asked, "before": before, "now": now}


def changed(
    recording: AnyRecording[Given], ask_again: Callable[[Given], Given]
) -> Iterator[Change[Given]]:
    """Yield what an implementation answers differently from its recording.

    Args:
        recording: Its recording.
        ask_again: Takes an answer, and returns another one to the same question.
    """
    for before in dict.fromkeys(recording.all_answers):
        now = ask_again(before)
        if now.compared != before.compared:
            yield Change(before, now)
