"""How a program is asked: a line a question, a line an answer, in JSON or plain.

In JSON Lines, which is ASCII, a question is `{"id": 1, "base": …, "reference": …}`. The answer is
`{"uri": …}`, where null stands for no URI, or `{"error": …}`; it may have `parts`, which nothing is
made of as yet, and may echo the `id`, so that an answer with another one is out of order.

In the plain protocol, which is UTF-8, a question is the base, a TAB and the reference. The answer
is the URI, or a TAB and then why there is none, which may be left out. It is for languages that
have no JSON, and can't ask everything; an answer that is late can't be told from the one due.
"""

import json
from typing import Protocol

from hexapla.implementations.asking import NoAnswerError, RefusalError

_QUOTED = 60


class LineProtocol(Protocol):
    """Puts questions into lines, and takes answers from lines."""

    def question(self, number: int, base: str, reference: str) -> bytes:
        """Give the line of a question; raise `NoAnswerError` where it can't be asked."""
        ...

    def answer(self, number: int, line: bytes) -> str | None:
        """Give the URI that the line of an answer holds, or None for none.

        Raises `RefusalError` where it gives a reason, and `NoAnswerError` where it is no answer.
        """
        ...


class JsonLines:
    """JSON Lines: every text can be asked."""

    def question(self, number: int, base: str, reference: str) -> bytes:
        """Give the line of a question."""
        question = {"id": number, "base": base, "reference": reference}
        return json.dumps(question).encode("ascii") + b"\n"

    def answer(self, number: int, line: bytes) -> str | None:
        """Give the URI that an answer holds; all but `id`, `uri` and `error` is passed over."""
        text = line.decode("utf-8", "surrogateescape")
        try:
            given = json.loads(text)
        except (ValueError, RecursionError):
            given = None
        if not isinstance(given, dict):
            raise NoAnswerError(f"wrote what is no JSON object: {quote(line)}")
        if given.get("id", number) != number:
            raise NoAnswerError(f"answered out of order: question {number}, {quote(line)}")
        error, uri = given.get("error"), given.get("uri")
        if isinstance(error, str):
            raise RefusalError(error)
        if "uri" in given and isinstance(uri, str | None):
            return uri
        raise NoAnswerError(f"gave neither a uri nor an error that is a text: {quote(line)}")


_SEPARATOR = "\t"
_UNASKABLE = {_SEPARATOR: "a TAB", "\n": "a line feed", "\r": "a carriage return", "\0": "a NUL"}


class Plain:
    """Texts as they are, with a TAB between them."""

    def question(self, number: int, base: str, reference: str) -> bytes:
        """Give the line of a question; texts with a TAB, a line end or a NUL can't be asked."""
        for name, text in (("base", base), ("reference", reference)):
            for character, called in _UNASKABLE.items():
                if character in text:
                    raise _unaskable(name, called)
        try:
            return f"{base}{_SEPARATOR}{reference}\n".encode()
        except UnicodeEncodeError as error:
            name = "base" if error.start < len(base) else "reference"
            raise _unaskable(name, "a lone surrogate") from None

    def answer(self, number: int, line: bytes) -> str | None:
        """Give the URI that an answer is; a carriage return at its end is that of a line end."""
        text = line.decode("utf-8", "surrogateescape").removesuffix("\r")
        uri, separator, reason = text.partition(_SEPARATOR)
        if not separator:
            return uri
        if uri:
            raise NoAnswerError(f"wrote a TAB within an answer: {quote(line)}")
        if reason:
            raise RefusalError(reason)
        return None


def _unaskable(name: str, character: str) -> NoAnswerError:
    return NoAnswerError(f"can't be asked in the plain protocol: the {name} holds {character}")


def quote(line: bytes) -> str:
    """Give the beginning of a line as a literal, to be shown in a message."""
    text = line[: _QUOTED + 1].decode("utf-8", "backslashreplace")
    return repr(text if len(text) <= _QUOTED else text[:_QUOTED] + "…")
