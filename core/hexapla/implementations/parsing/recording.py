"""Recordings of parsing: what implementations read in URLs, kept as data with their versions.

As where they resolve, only answers are kept, and which standard they follow is worked out anew. The
questions are others, and so are the adapters that answer them: each kind has a file of its own.
"""

import functools
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any

import attrs

from hexapla.implementations.adapters import Adapter
from hexapla.implementations.parse_asking import Parse, ParseAnswer, ask_to_parse
from hexapla.implementations.parsing.default_urls import default_urls
from hexapla.implementations.parsing.departure import Way, ways
from hexapla.implementations.parsing.identification import (
    ParseIdentification,
    explain_parse_answers,
)
from hexapla.implementations.recorded import AnyRecording, AnyRecordings, Change, changed, read
from hexapla.operations.url_components import UrlComponents
from hexapla.standard.spec import Spec
from hexapla.text.json_text import members_in, text_in, text_or_none


@attrs.frozen(repr=False)
class ParseRecording(AnyRecording[ParseAnswer]):
    """What an implementation with an adapter read in URLs, and its version."""

    def identification(self, specs: Iterable[str | Spec] | None = None) -> ParseIdentification:
        """Identify the standard that its answers to the default URLs follow.

        An example is the smallest of all URLs asked, and need not be a default one.

        Args:
            specs: As for `hexapla.identify`.
        """
        default = frozenset(default_urls())
        answers = [answer for answer in self.answers if answer.url in default]
        return explain_parse_answers(answers, specs, self._smallest())

    def _smallest(self) -> Callable[[Spec, ParseAnswer, Way], ParseAnswer]:
        """Return what finds the smallest answer that departs from a standard in the same way."""
        answers = sorted(
            (item for item in self.answers if item.trouble is None),
            key=lambda item: (len(item.url), item.url),
        )

        @functools.cache
        def kinds(spec: Spec, number: int) -> frozenset[Hashable]:
            return frozenset(way.kind for way in ways(spec, answers[number]))

        def smallest(spec: Spec, answer: ParseAnswer, kind: Way) -> ParseAnswer:
            for number, item in enumerate(answers):
                if len(item.url) >= len(answer.url):
                    break
                if kind in kinds(spec, number):
                    return item
            return answer

        return smallest


@attrs.frozen(repr=False)
class ParseRecordings(AnyRecordings[str, ParseRecording]):
    """The URLs that implementations were asked, and what each answered."""

    noun = "URLs"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            "urls": list(self.asked),
            "implementations": [item.to_dict() for item in self.implementations],
        }


def read_parse_recordings(text: str) -> ParseRecordings:
    """Return the recordings in a text that `to_json` wrote; raise `RecordingError` for another."""
    return read(text, _recordings)


def _recordings(form: Mapping[str, Any]) -> ParseRecordings:
    urls = tuple(map(text_in, form["urls"]))
    return ParseRecordings(urls, tuple(_recording(urls, item) for item in form["implementations"]))


_ABOUT = ("name", "title", "language", "version")


def _recording(urls: tuple[str, ...], form: Mapping[str, Any]) -> ParseRecording:
    answers = tuple(_answer(url, said) for url, said in zip(urls, form["answers"], strict=True))
    name, title, language, version = (text_in(form[member]) for member in _ABOUT)
    return ParseRecording(name, title, language, version, text_or_none(form["note"]), answers)


def _answer(url: str, said: Mapping[str, str | None]) -> ParseAnswer:
    members = {name: text_or_none(value) for name, value in members_in(said).items()}
    components = UrlComponents.of(members)
    given = components if components.told else None
    return ParseAnswer(url, given, members.get("error"), members.get("trouble"))


def record_parsing(
    adapter: Adapter, version: str, parse: Parse, urls: Iterable[str]
) -> ParseRecording:
    """Ask an implementation, and return its answers.

    Args:
        adapter: The implementation's adapter; it parses.
        version: The version of the implementation.
        parse: The implementation.
        urls: What it is asked.
    """
    answers = tuple(ask_to_parse(parse, url) for url in urls)
    title, note = adapter.title("parse"), adapter.notes.get("parse")
    return ParseRecording(adapter.name, title, adapter.language, version, note, answers)


def parse_changes(recording: ParseRecording, parse: Parse) -> Iterator[Change[ParseAnswer]]:
    """Ask an implementation everything that it was asked, and yield what it answers differently."""
    return changed(recording, lambda before: ask_to_parse(parse, before.url))
