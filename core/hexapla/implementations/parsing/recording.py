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
from hexapla.implementations.recording import RecordingError, replaced, text_of
from hexapla.operations.url_components import UrlComponents
from hexapla.standard.spec import Spec
from hexapla.text.json_text import json_value


@attrs.frozen(repr=False)
class ParseRecording:
    """What an implementation with an adapter read in URLs, and its version.

    Attributes:
        name: The name of its adapter; `title`, `language` and `note` are the adapter's, too.
        title: What is called.
        language: The programming language.
        version: The version of the implementation.
        note: What one has to know to read its answers.
        answers: Its answers, in the order of the URLs.
    """

    name: str
    title: str
    language: str
    version: str
    note: str | None
    answers: tuple[ParseAnswer, ...]

    def __repr__(self) -> str:
        return f"<ParseRecording {self.name} {self.version}: {len(self.answers)} answers>"

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


@attrs.frozen(repr=False)
class ParseRecordings:
    """The URLs that implementations were asked, and what each answered."""

    urls: tuple[str, ...] = ()
    implementations: tuple[ParseRecording, ...] = ()

    def __repr__(self) -> str:
        how_many = f"{len(self.implementations)} implementations, {len(self.urls)} URLs"
        return f"<ParseRecordings: {how_many}>"

    @property
    def names(self) -> frozenset[str]:
        """The names of the implementations."""
        return frozenset(item.name for item in self.implementations)

    def updated(
        self, urls: tuple[str, ...], recordings: Iterable[ParseRecording]
    ) -> "ParseRecordings":
        """Return these with other recordings added, in the order of the adapters.

        A recording replaces an earlier one of the same implementation. Earlier ones of other
        implementations are kept if they are of the same URLs.

        Args:
            urls: The URLs of the other recordings.
            recordings: The other recordings.
        """
        kept = self.implementations if self.urls == urls else ()
        return ParseRecordings(urls, replaced(kept, recordings))

    def of(self, name: str) -> ParseRecording | None:
        """Return the recording of an implementation, if there is one."""
        return next((item for item in self.implementations if item.name == name), None)

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            "urls": list(self.urls),
            "implementations": [item.to_dict() for item in self.implementations],
        }

    def to_json(self) -> str:
        """Return the JSON form as a text in ASCII, a line for each answer."""
        return text_of(self.to_dict())


def read_parse_recordings(text: str) -> ParseRecordings:
    """Return the recordings in a text that `to_json` wrote; raise `RecordingError` for another."""
    try:
        form = json_value(text)
        urls = tuple(form["urls"])
        return ParseRecordings(
            urls, tuple(_recording(urls, item) for item in form["implementations"])
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise RecordingError("it holds no recordings; write it anew with --write") from error


def _recording(urls: tuple[str, ...], form: Mapping[str, Any]) -> ParseRecording:
    answers = tuple(_answer(url, said) for url, said in zip(urls, form["answers"], strict=True))
    about = form["name"], form["title"], form["language"], form["version"], form["note"]
    return ParseRecording(*about, answers)


def _answer(url: str, said: Mapping[str, str | None]) -> ParseAnswer:
    components = UrlComponents.of(said)
    given = components if components.told else None
    return ParseAnswer(url, given, said.get("error"), said.get("trouble"))


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
    assert adapter.parsing is not None
    answers = tuple(ask_to_parse(parse, url) for url in urls)
    title = f"{adapter.library}, {adapter.parsing}"
    return ParseRecording(
        adapter.name, title, adapter.language, version, adapter.parsing_note, answers
    )


@attrs.frozen(repr=False)
class ParseChange:
    """A URL in which an implementation reads something else than its recording has."""

    before: ParseAnswer
    now: ParseAnswer

    def __repr__(self) -> str:
        return f"<ParseChange {self.now.url!r}: {self.before} before, {self.now} now>"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        before, now = self.before.to_dict(), self.now.to_dict()
        return {"url": self.now.url, "before": before, "now": now}


def parse_changes(recording: ParseRecording, parse: Parse) -> Iterator[ParseChange]:
    """Ask an implementation everything that it was asked, and yield what it answers differently.

    The words of an error are not compared.
    """
    for before in recording.answers:
        now = ask_to_parse(parse, before.url)
        if _compared(now) != _compared(before):
            yield ParseChange(before, now)


def _compared(answer: ParseAnswer) -> tuple[UrlComponents | None, bool]:
    return answer.components, answer.trouble is None
