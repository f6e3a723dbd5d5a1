"""The two protocols in which a program is asked: a line for a question, a line for its answer.

In JSON Lines, which is ASCII, a question is `{"id": 1, "base": …, "reference": …}`. The answer is
`{"uri": …}`, where null means that there is no URI, or `{"error": …}`. It may repeat the `id`, so
that a late answer is noticed; other members, such as `parts`, are ignored.

In the plain protocol, which is UTF-8, a question is the base, a TAB and the reference. The answer
is the URI, or a TAB and then why there is none, which may be left out. It is for languages without
JSON. It can't ask every text, and a late answer can't be told from the one due.
"""

import json
from typing import Protocol

from hexapla.implementations.asking import NoAnswerError, RejectionError

# In characters.
_LONGEST_QUOTATION = 60


class LineProtocol(Protocol):
    """Writes questions as lines, and reads answers from lines."""

    def question(self, number: int, base: str, reference: str) -> bytes:
        """Return the line of a question; raise `NoAnswerError` where it can't be asked.

        Args:
            number: The question's number, from 1.
            base: The base; any text.
            reference: The reference; any text.
        """
        ...

    def answer(self, number: int, line: bytes) -> str | None:
        """Return the URI in the line of an answer, or None for no URI.

        Args:
            number: The number of the question.
            line: The line, without its line feed.

        Raises:
            RejectionError: The program gave a reason why there is no URI.
            NoAnswerError: The line is not an answer.
        """
        ...


class JsonLines:
    """JSON Lines: every text can be asked."""

    def question(self, number: int, base: str, reference: str) -> bytes:
        """Return the line of a question."""
        question = {"id": number, "base": base, "reference": reference}
        return json.dumps(question).encode("ascii") + b"\n"

    def answer(self, number: int, line: bytes) -> str | None:
        """Return the URI in an answer; members other than `id`, `uri` and `error` are ignored."""
        text = line.decode("utf-8", "surrogateescape")
        try:
            given = json.loads(text)
        except (ValueError, RecursionError):
            given = None
        if not isinstance(given, dict):
            raise NoAnswerError(f"wrote no JSON object: {quote(line)}")
        if given.get("id", number) != number:
            raise NoAnswerError(f"answered out of order: question {number}, {quote(line)}")
        error, uri = given.get("error"), given.get("uri")
        if isinstance(error, str):
            raise RejectionError(error)
        if "uri" in given and isinstance(uri, str | None):
            return uri
        raise NoAnswerError(f"gave neither a uri nor an error that is a text: {quote(line)}")


_SEPARATOR = "\t"
_FORBIDDEN = {_SEPARATOR: "a TAB", "\n": "a line feed", "\r": "a carriage return", "\0": "a NUL"}


class Plain:
    """The plain protocol: texts as they are, with a TAB between them."""

    def question(self, number: int, base: str, reference: str) -> bytes:
        """Return the line of a question; a text with a TAB, line end or NUL can't be asked."""
        for name, text in (("base", base), ("reference", reference)):
            for character, called in _FORBIDDEN.items():
                if character in text:
                    raise _unaskable(name, called)
        try:
            return f"{base}{_SEPARATOR}{reference}\n".encode()
        except UnicodeEncodeError as error:
            name = "base" if error.start < len(base) else "reference"
            raise _unaskable(name, "a lone surrogate") from None

    def answer(self, number: int, line: bytes) -> str | None:
        """Return the URI that an answer is; a carriage return at its end is no part of it."""
        text = line.decode("utf-8", "surrogateescape").removesuffix("\r")
        uri, separator, reason = text.partition(_SEPARATOR)
        if not separator:
            return uri
        if uri:
            raise NoAnswerError(f"wrote a TAB within an answer: {quote(line)}")
        if reason:
            raise RejectionError(reason)
        return None


def _unaskable(name: str, character: str) -> NoAnswerError:
    return NoAnswerError(f"can't be asked in the plain protocol: the {name} contains {character}")


def quote(line: bytes) -> str:
    """Return the beginning of a line as a literal, for a message."""
    text = line[: _LONGEST_QUOTATION + 1].decode("utf-8", "backslashreplace")
    return repr(text if len(text) <= _LONGEST_QUOTATION else text[:_LONGEST_QUOTATION] + "…")
