"""What ready witnesses answered, kept as data with their versions.

Only answers are kept: what they make of a witness is worked out from the memos whenever it is
asked for. The smallest cases are kept too, as finding them takes the witness itself.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from hexapla.implementations.adapters import ADAPTERS, Adapter
from hexapla.implementations.asking import Answer, Resolve, ask
from hexapla.implementations.cases import Case
from hexapla.implementations.identification import Identification, explain_answers
from hexapla.implementations.search import departs
from hexapla.implementations.shrinking import Shrinking
from hexapla.standard.spec import AnySpec
from hexapla.values.frozen import FrozenMapping


class RecordingError(ValueError):
    """A text that holds no testimonies; the message says what to do."""


@attrs.frozen
class Recording:
    """What a ready witness answered, and its version.

    `smallest` has answers to smaller cases of the kind of those that are left unexplained, by case.
    """

    name: str
    title: str
    language: str
    version: str
    note: str | None
    answers: tuple[Answer, ...]
    smallest: Mapping[Case, Answer]

    def identification(self, specs: Iterable[str | AnySpec] | None = None) -> Identification:
        """Say which memo the answers follow; `specs` as for `hexapla.identify`."""
        return explain_answers(self.answers, specs, self._smaller)

    def _smaller(self, spec: AnySpec, answer: Answer) -> Answer | None:
        """Give the smallest answer that is kept, if it departs from the memo; it may be another."""
        found = self.smallest.get(answer.case)
        return found if found is not None and departs(spec, found) else None

    def to_dict(self) -> dict[str, object]:
        """Give the JSON form; `case` is the place of a case among those asked, from 0."""
        return {
            "name": self.name,
            "title": self.title,
            "language": self.language,
            "version": self.version,
            "note": self.note,
            "answers": [answer.said for answer in self.answers],
            "smallest": [
                {"case": place, **found.case.to_dict(), **found.said}
                for place, answer in enumerate(self.answers)
                if (found := self.smallest.get(answer.case)) is not None
            ],
        }


@attrs.frozen
class Recordings:
    """The cases that ready witnesses were asked, and what each answered."""

    cases: tuple[Case, ...] = ()
    given: tuple[Recording, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """The names of the witnesses."""
        return frozenset(item.name for item in self.given)

    def updated(self, cases: tuple[Case, ...], given: Iterable[Recording]) -> "Recordings":
        """Put in what witnesses answered to cases, and keep the others that were asked the same."""
        kept = self.given if self.cases == cases else ()
        by_name = {item.name: item for item in (*kept, *given)}
        places = {item.name: place for place, item in enumerate(ADAPTERS)}
        names = sorted(by_name, key=lambda name: places.get(name, len(places)))
        return Recordings(cases, tuple(by_name[name] for name in names))

    def of(self, name: str) -> Recording | None:
        """Give what a witness answered, if it was asked."""
        return next((item for item in self.given if item.name == name), None)

    def to_json(self) -> str:
        """Write it all as JSON, in ASCII, an answer a line."""
        form = {
            "cases": [case.to_dict() for case in self.cases],
            "implementations": [item.to_dict() for item in self.given],
        }
        return "".join(_written(form, "\n")) + "\n"


def read_recordings(text: str) -> Recordings:
    """Read what `to_json` wrote; raise `TestimonyError` where it is something else."""
    try:
        form = json.loads(text)
        cases = tuple(Case(item["base"], item["reference"]) for item in form["cases"])
        return Recordings(cases, tuple(_testimony(cases, item) for item in form["implementations"]))
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        raise RecordingError("it holds no recordings; write it anew with --write") from error


def _testimony(cases: tuple[Case, ...], form: Mapping[str, Any]) -> Recording:
    answers = zip(cases, form["answers"], strict=True)
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
    )


def _answer(case: Case, form: Mapping[str, Any]) -> Answer:
    return Answer(case, form.get("uri"), form.get("error"), form.get("trouble"))


def _written(value: object, line_end: str) -> Iterator[str]:
    """Write a JSON value, with line ends where there are values within values."""
    named = value.items() if isinstance(value, dict) else []
    parts = [(f"{json.dumps(name)}: ", one) for name, one in named]
    if isinstance(value, list):
        parts = [("", one) for one in value]
    if not any(isinstance(one, dict | list) for _, one in parts):
        yield json.dumps(value)
        return
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    indented = line_end + " "
    yield opening
    for place, (name, one) in enumerate(parts):
        yield ("," if place else "") + indented + name
        yield from _written(one, indented)
    yield line_end + closing


def record(
    adapter: Adapter,
    version: str,
    resolve: Resolve,
    specs: Sequence[AnySpec],
    cases: Iterable[Case],
) -> tuple[Recording, Identification]:
    """Ask a ready witness, and give what it answered with what it is recognised by."""
    answers = tuple(ask(resolve, case) for case in cases)
    found = explain_answers(answers, specs, Shrinking(resolve, specs).smallest)
    smallest = FrozenMapping(
        (item.case, item.smallest) for item in found.unexplained if item.smallest is not None
    )
    given = Recording(
        adapter.name, adapter.title, adapter.language, version, adapter.note, answers, smallest
    )
    return given, found


@attrs.frozen
class Change:
    """A case in which a witness answers otherwise than it did."""

    before: Answer
    now: Answer


def changes(recording: Recording, resolve: Resolve) -> Iterator[Change]:
    """Ask a witness again all that it was asked, and give what it answers otherwise.

    The words of an error are no part of an answer.
    """
    for before in dict.fromkeys((*recording.answers, *recording.smallest.values())):
        now = ask(resolve, before.case)
        if _told(now) != _told(before):
            yield Change(before, now)


def _told(answer: Answer) -> tuple[str | None, bool, bool]:
    return answer.uri, answer.error is None, answer.trouble is None
