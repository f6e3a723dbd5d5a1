"""The two protocols in which a program is asked: a line for a question, a line for its answer.

There are two questions: to resolve a reference against a base, and to parse a URL, which is to take
it apart.

In JSON Lines, which is ASCII, they are `{"id": 1, "base": …, "reference": …}`, answered by
`{"uri": …}`, where null means that there is no URI, and `{"id": 2, "parse": …}`, answered by the
URL's components by name, `{"scheme": …, "host": …}`: null means that a component is not there, and
of one that is left out nothing is told. The answer to either can be `{"error": …}`. It may repeat
the `id`, so that a late answer is noticed; other members are ignored.

In the plain protocol, which is UTF-8, the first question is the base, a TAB and the reference, and
its answer the URI. The second one is the URL alone, the only question without a TAB. Its answer has
a TAB between components, each `name=value`, or its name alone where it is not there. The answer to
either can be a TAB and then an error, which may be left out. It is for languages without JSON. It
can't ask every text, and a late answer can't be told from the one due.
"""

import json
from collections.abc import Mapping
from typing import Protocol

from hexapla.implementations.asking import NoAnswerError, RejectionError
from hexapla.implementations.parse_asking import components_of
from hexapla.operations.url_components import COMPONENT_NAMES, UrlComponents
from hexapla.text.json_text import json_value
from hexapla.values.frozen import FrozenMapping

# In characters.
_LONGEST_QUOTATION = 60

Question = Mapping[str, str]
"""The texts of a question by their names: `base` and `reference`, or `parse`."""


class LineProtocol(Protocol):
    """Writes questions as lines, and reads answers from lines."""

    def question(self, number: int, question: Question) -> bytes:
        """Return the line of a question; raise `NoAnswerError` where it can't be asked.

        Args:
            number: The question's number, from 1.
            question: The texts of the question; any texts.
        """
        ...

    def uri(self, number: int, line: bytes) -> str | None:
        """Return the URI in an answer to a base and a reference, or None for no URI.

        Args:
            number: The number of the question.
            line: The line, without its line feed.

        Raises:
            RejectionError: The program gave a reason why there is no URI.
            NoAnswerError: The line is not an answer.
        """
        ...

    def components(self, number: int, line: bytes) -> UrlComponents:
        """Return the components in an answer to a URL.

        Args:
            number: The number of the question.
            line: The line, without its line feed.

        Raises:
            RejectionError: The program refused the URL.
            NoAnswerError: The line is not an answer.
        """
        ...


class JsonLines:
    """JSON Lines: every text can be asked."""

    def question(self, number: int, question: Question) -> bytes:
        """Return the line of a question."""
        return json.dumps({"id": number, **question}).encode("ascii") + b"\n"

    def uri(self, number: int, line: bytes) -> str | None:
        """Return the URI in an answer; members other than `id`, `uri` and `error` are ignored."""
        given = self._answer(number, line)
        uri = given.get("uri")
        if "uri" in given and isinstance(uri, str | None):
            return uri
        raise NoAnswerError(f"gave neither a uri nor an error that is a text: {quote(line)}")

    def components(self, number: int, line: bytes) -> UrlComponents:
        """Return the components in an answer; a port may be a number."""
        given = self._answer(number, line)
        if given.keys().isdisjoint(COMPONENT_NAMES):
            told = f"gave neither a component nor an error that is a text: {quote(line)}"
            raise NoAnswerError(told)
        return components_of(given)

    def _answer(self, number: int, line: bytes) -> dict[str, object]:
        """Return the members of an answer to a question, if they are not an error."""
        text = line.decode("utf-8", "surrogateescape")
        try:
            given = json_value(text)
        except ValueError:
            given = None
        if not isinstance(given, dict):
            raise NoAnswerError(f"wrote no JSON object: {quote(line)}")
        if given.get("id", number) != number:
            raise NoAnswerError(f"answered out of order: question {number}, {quote(line)}")
        error = given.get("error")
        if isinstance(error, str):
            raise RejectionError(error)
        return given


_SEPARATOR = "\t"
_FORBIDDEN = {_SEPARATOR: "a TAB", "\n": "a line feed", "\r": "a carriage return", "\0": "a NUL"}
# What a text of a question is called, where not by its name.
_CALLED = FrozenMapping({"parse": "URL"})


class Plain:
    """The plain protocol: texts as they are, with a TAB between them."""

    def question(self, number: int, question: Question) -> bytes:
        """Return the line of a question; a text with a TAB, line end or NUL can't be asked."""
        for name, text in question.items():
            for character, called in _FORBIDDEN.items():
                if character in text:
                    raise _unaskable(name, called)
            try:
                text.encode()
            except UnicodeEncodeError:
                raise _unaskable(name, "a lone surrogate") from None
        return f"{_SEPARATOR.join(question.values())}\n".encode()

    def uri(self, number: int, line: bytes) -> str | None:
        """Return the URI that an answer is; a carriage return at its end is no part of it."""
        uri, *behind = self._answer(line)
        if not behind:
            return uri
        if uri:
            raise NoAnswerError(f"wrote a TAB within an answer: {quote(line)}")
        return None

    def components(self, number: int, line: bytes) -> UrlComponents:
        """Return the components that an answer has; a carriage return at its end is no part of it.

        Without a reason, a refusal is an error without words.
        """
        fields = self._answer(line)
        if fields == ["", ""]:
            raise RejectionError("")
        told: dict[str, str | None] = {}
        for field in fields:
            name, equals, value = field.partition("=")
            if name not in COMPONENT_NAMES:
                raise NoAnswerError(
                    f"wrote no component: {quote(field.encode(errors='surrogateescape'))}"
                )
            if name in told:
                raise NoAnswerError(f"wrote a {name} twice: {quote(line)}")
            told[name] = value if equals else None
        return UrlComponents.of(told)

    def _answer(self, line: bytes) -> list[str]:
        """Return the fields of an answer, if they are not an error."""
        text = line.decode("utf-8", "surrogateescape").removesuffix("\r")
        nothing, separator, error = text.partition(_SEPARATOR)
        if separator and not nothing and error:
            raise RejectionError(error)
        return text.split(_SEPARATOR)


def _unaskable(name: str, character: str) -> NoAnswerError:
    called = _CALLED.get(name, name)
    return NoAnswerError(f"can't be asked in the plain protocol: the {called} contains {character}")


def quote(line: bytes) -> str:
    """Return the beginning of a line as a literal, for a message."""
    text = line[: _LONGEST_QUOTATION + 1].decode("utf-8", "backslashreplace")
    return repr(text if len(text) <= _LONGEST_QUOTATION else text[:_LONGEST_QUOTATION] + "…")
