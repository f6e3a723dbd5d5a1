"""Recordings: what implementations answered, kept as data with their versions.

Only answers are kept: which standard they follow is worked out anew whenever it is asked for. The
smallest examples are kept too, since finding them takes the implementation itself.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from hexapla.implementations.adapters import Adapter
from hexapla.implementations.asking import Answer, Resolve, ask
from hexapla.implementations.cases import Case
from hexapla.implementations.explanation import departs
from hexapla.implementations.identification import Identification, explain_answers
from hexapla.implementations.recorded import AnyRecording, AnyRecordings, Change, changed, read
from hexapla.implementations.shrinking import Shrinking
from hexapla.standard.spec import Spec
from hexapla.text.json_text import members_in, text_in, text_or_none
from hexapla.values.frozen import FrozenMapping


@attrs.frozen(repr=False)
class Recording(AnyRecording[Answer]):
    """What an implementation with an adapter answered to cases, and its version.

    Attributes:
        smallest: For each case that is left unexplained, the answer to a smaller one of its kind.
        further: Its answers to further cases, by which no standard is identified.
    """

    smallest: Mapping[Case, Answer]
    further: tuple[Answer, ...] = ()

    def identification(self, specs: Iterable[str | Spec] | None = None) -> Identification:
        """Identify the standard that the answers follow; `specs` as for `hexapla.identify`."""
        return explain_answers(self.answers, specs, self._smaller)

    def _smaller(self, spec: Spec, answer: Answer) -> Answer | None:
        """Return the smallest example that is kept, if it departs from this spec, too."""
        example = self.smallest.get(answer.case)
        return example if example is not None and departs(spec, example) else None

    @property
    def all_answers(self) -> tuple[Answer, ...]:
        """All answers that are kept."""
        return (*self.answers, *self.smallest.values(), *self.further)

    def to_dict(self, further: Sequence[Case] = ()) -> dict[str, object]:
        """Return the JSON form.

        In it, `case` is the index of a case among those asked, from 0.

        Args:
            further: All further cases that any implementation was asked; what it was not asked is
                null.
        """
        answers = {answer.case: answer.said for answer in self.further}
        # `super()` would not find its class: attrs makes another one, with slots.
        return AnyRecording.to_dict(self) | {
            "smallest": [
                {"case": index, **example.asked, **example.said}
                for index, answer in enumerate(self.answers)
                if (example := self.smallest.get(answer.case)) is not None
            ],
            "further": [answers.get(case) for case in further],
        }


@attrs.frozen(repr=False)
class Recordings(AnyRecordings[Case, Recording]):
    """The cases that implementations were asked, and what each answered."""

    noun = "cases"

    @property
    def further(self) -> tuple[Case, ...]:
        """The further cases that any of the implementations was asked."""
        answers = (answer for item in self.implementations for answer in item.further)
        return tuple(dict.fromkeys(answer.case for answer in answers))

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        further = self.further
        return {
            "cases": [case.to_dict() for case in self.asked],
            "further": [case.to_dict() for case in further],
            "implementations": [item.to_dict(further) for item in self.implementations],
        }


def read_recordings(text: str) -> Recordings:
    """Return the recordings in a text that `to_json` wrote; raise `RecordingError` for another."""
    return read(text, _recordings)


def _recordings(form: Mapping[str, Any]) -> Recordings:
    cases, further = (tuple(map(_case, form[name])) for name in ("cases", "further"))
    given = form["implementations"]
    return Recordings(cases, tuple(_recording(cases, further, item) for item in given))


_ABOUT = ("name", "title", "language", "version")


def _recording(
    cases: tuple[Case, ...], further: tuple[Case, ...], form: Mapping[str, Any]
) -> Recording:
    answers = zip(cases, form["answers"], strict=True)
    further_answers = zip(further, form["further"], strict=True)
    name, title, language, version = (text_in(form[member]) for member in _ABOUT)
    return Recording(
        name,
        title,
        language,
        version,
        text_or_none(form["note"]),
        tuple(_answer(case, item) for case, item in answers),
        FrozenMapping(
            (cases[item["case"]], _answer(_case(item), item)) for item in form["smallest"]
        ),
        tuple(_answer(case, item) for case, item in further_answers if item is not None),
    )


def _answer(case: Case, form: Mapping[str, Any]) -> Answer:
    members = members_in(form)
    return Answer(case, *(text_or_none(members.get(name)) for name in ("uri", "error", "trouble")))


def _case(form: Mapping[str, Any]) -> Case:
    return Case(text_in(form["base"]), text_in(form["reference"]))


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
    title, note = adapter.title("resolve"), adapter.notes.get("resolve")
    about = adapter.name, title, adapter.language, version, note
    further_answers = tuple(ask(resolve, case) for case in further)
    return Recording(*about, answers, smallest, further_answers), identification


def changes(recording: Recording, resolve: Resolve) -> Iterator[Change[Answer]]:
    """Ask an implementation everything that it was asked, and yield what it answers differently."""
    return changed(recording, lambda before: ask(resolve, before.case))
