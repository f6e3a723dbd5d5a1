"""Read recordings from JSON."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from hexapla.identification.recording import Recording, Recordings, examples_of
from hexapla.implementations.asking import (
    Answer,
    AnyAnswer,
    AnyCase,
    Case,
    NoAnswerError,
    UrlCase,
)
from hexapla.text.json_text import json_value, members_in, text_in, text_or_none
from hexapla.values.errors import HexaplaError


class RecordingError(HexaplaError, ValueError):
    """A string contains no recordings; the message says what to do."""

    def __str__(self) -> str:
        return "the file has no recordings of this kind; write some to a new file with --write"


def read_recordings(text: str | bytes) -> Recordings:
    """Parse recordings that `to_json` wrote; raise `RecordingError` for any other string."""
    try:
        return _recordings(json_value(text))
    except (ValueError, KeyError, TypeError, IndexError, NoAnswerError) as error:
        raise RecordingError from error


def _recordings(form: Mapping[str, Any]) -> Recordings:
    question = text_in(form["question"])
    cases = _cases(question, form["cases"])
    further = _cases(question, form["further"])
    tried: list[list[AnyAnswer]] = []
    for item in form["tried"]:
        case = _case(question, item)
        tried.append([_answer(case, answer) for answer in item["answers"]])
    implementations = tuple(
        _recording(cases, tried, further, item) for item in form["implementations"]
    )
    return Recordings(question, cases, implementations)


def _recording(
    cases: Sequence[AnyCase],
    tried: Sequence[Sequence[AnyAnswer]],
    further: Sequence[AnyCase],
    form: Mapping[str, Any],
) -> Recording:
    places = form["tried"]
    own: list[AnyAnswer] = []
    for case_place, answer_place in zip(places["cases"], places["answers"], strict=True):
        own.append(tried[case_place][answer_place])
    originals = (*cases, *(answer.case for answer in own))
    examples: dict[AnyCase, list[AnyAnswer]] = {}
    for item in form["smallest"]:
        case = originals[item["case"]]
        smaller = _case(case.question, item)
        examples.setdefault(case, []).append(_answer(smaller, item))
    return Recording(
        name=text_in(form["name"]),
        title=text_in(form["title"]),
        language=text_in(form["language"]),
        version=text_in(form["version"]),
        note=text_or_none(form["note"]),
        answers=tuple(_answers(cases, form["answers"])),
        tried=tuple(own),
        smallest=examples_of(examples),
        further=tuple(_answers(further, form["further"], may_lack=True)),
    )


_CASES: Mapping[str, type[AnyCase]] = {kind.question: kind for kind in (Case, UrlCase)}


def _cases(question: str, forms: Iterable[Any]) -> tuple[AnyCase, ...]:
    return tuple(_case(question, form) for form in forms)


def _case(question: str, form: Mapping[str, Any]) -> AnyCase:
    kind = _CASES[question]
    return kind(*(text_in(form[field.name]) for field in attrs.fields(kind)))


def _answers(
    cases: Sequence[AnyCase], forms: Sequence[Any], *, may_lack: bool = False
) -> Iterator[AnyAnswer]:
    """Yield the answers to cases.

    Args:
        cases: The cases.
        forms: The JSON form of the answer to each case.
        may_lack: Whether a form may be None, because the implementation wasn't tried on a case.
    """
    for case, form in zip(cases, forms, strict=True):
        if form is not None or not may_lack:
            yield _answer(case, form)


def _answer(case: AnyCase, form: Mapping[str, Any]) -> AnyAnswer:
    members = members_in(form)
    error = text_or_none(members.get("error"))
    trouble = text_or_none(members.get("trouble"))
    is_value = not members.keys().isdisjoint(case.given)
    value = case.value_in(members) if is_value else None
    return Answer(case, value, error, trouble)
