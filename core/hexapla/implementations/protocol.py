"""Convert questions and answers to lines and back, in the two protocols for asking programs.

There are two questions: resolving a reference against a base, and parsing a URL into components.

In JSON Lines, questions are in ASCII, and answers are in UTF-8. The answer to the question `{"id":
1, "base": …, "reference": …}` is `{"uri": …}`, where null means that there is no URI. The answer to
the question `{"id": 2, "parse": …}` contains the URL's components, `{"scheme": …, "host": …}`,
where null means that a component is absent. Components that the program doesn't report are left
out. Either answer can be `{"error": …}` instead. If the answers repeat the `id`, late answers are
detected. Unknown members are ignored.

The plain protocol is in UTF-8. To resolve, the question is the base, a TAB and the reference, and
the answer is the URI. To parse, the question is the URL, and the answer lists components, separated
by TABs: `name=value`, or only `name` if the component is absent. Either answer can be a TAB and an
optional error message instead. This protocol is for languages without JSON. It can't represent
every string, and late answers can't be detected.
"""

import json
import re
from collections.abc import Callable, Mapping

from hexapla.implementations.asking import AnyCase, Case, NoAnswerError, RejectionError, UrlCase
from hexapla.operations.authority import COMPONENT_NAMES, UrlComponents
from hexapla.text.json_text import json_value

# The maximum length of a quotation, in characters.
_LONGEST_QUOTATION = 60


# Each class converts a question to a line, and a line to the value of an answer: a URI, None if
# there is no URI, or the components of a URL. Questions are numbered from 1. The line of an answer
# is passed without its line feed.


class JsonLines:
    """The protocol JSON Lines, which can represent every string."""

    def question(self, number: int, case: AnyCase) -> bytes:
        """Convert a question to a line."""
        members = zip(case.asked, case.texts, strict=True)
        return json.dumps({"id": number, **dict(members)}).encode("ascii") + b"\n"

    def value(self, number: int, case: AnyCase, line: bytes) -> str | UrlComponents | None:
        """Return the value of an answer; unknown members are ignored.

        Raises:
            RejectionError: The program gave a reason why there is no URI, or rejected the URL.
            NoAnswerError: The line isn't an answer to this question, or it reports a failure.
        """
        try:
            given = json_value(line.decode("utf-8", "surrogateescape"))
        except ValueError:
            given = None
        if not isinstance(given, dict):
            cure = "for the plain protocol, use `hexapla identify --plain`"
            raise NoAnswerError(f"wrote {quote(line)}, which isn't a JSON object; {cure}")
        answered = given.get("id", number)
        if answered != number or isinstance(answered, bool):  # in Python, true equals 1
            raise NoAnswerError(f"answered question {number} with another id: {quote(line)}")
        if isinstance(given.get("trouble"), str):
            raise NoAnswerError(given["trouble"])
        error = given.get("error")
        if isinstance(error, str):
            raise RejectionError(error)
        if given.keys().isdisjoint(case.given):
            noun = "component" if len(case.given) > 1 else case.given[0]
            told = f"gave neither a {noun} nor an error that is a string: {quote(line)}"
            raise NoAnswerError(told)
        return case.value_in(given)


_SEPARATOR = "\t"
# Patterns that must not match in the strings of a question, each with a description.
_FORBIDDEN = {
    _SEPARATOR: "a TAB",
    "\n": "a line feed",
    "\r": "a carriage return",
    "\0": "a NUL",
    "[\ud800-\udfff]": "a lone surrogate",
}


class Plain:
    """The plain protocol: unescaped strings, separated by TABs."""

    def question(self, number: int, case: AnyCase) -> bytes:
        """Convert a question to a line.

        Raises:
            NoAnswerError: A string contains a TAB, a line break, a NUL or a lone surrogate, which
                the protocol can't represent.
        """
        for name, text in zip(case.asked, case.texts, strict=True):
            for pattern, called in _FORBIDDEN.items():
                if re.search(pattern, text):
                    wrong = f"the {'URL' if name == 'parse' else name} contains {called}"
                    raise NoAnswerError(f"can't be asked in the plain protocol: {wrong}")
        return f"{_SEPARATOR.join(case.texts)}\n".encode()

    def value(self, number: int, case: AnyCase, line: bytes) -> str | UrlComponents | None:
        """Return the value of an answer; a final carriage return is ignored.

        Raises:
            RejectionError: The program gave a reason why there is no URI, or rejected the URL.
            NoAnswerError: The line isn't an answer to this kind of question.
        """
        text = line.decode("utf-8", "surrogateescape").removesuffix("\r")
        nothing, separator, error = text.partition(_SEPARATOR)
        if separator and not nothing and error:
            raise RejectionError(error)
        return _PLAIN_VALUES[case.question](text, line)


def _uri(text: str, line: bytes) -> str | None:
    """Return the URI in an answer; None if the answer says that there is no URI."""
    uri, separator, _ = text.partition(_SEPARATOR)
    if separator and uri:
        raise NoAnswerError(f"wrote a TAB within an answer: {quote(line)}")
    return None if separator else uri


def _components(text: str, line: bytes) -> UrlComponents:
    """Return the components in an answer; raise `RejectionError` if the URL was rejected.

    The error's message is empty, because the caller handles rejections with a message.
    """
    if text == _SEPARATOR:
        raise RejectionError("")
    told: dict[str, str | None] = {}
    for field in text.split(_SEPARATOR):
        name, equals, value = field.partition("=")
        if name not in COMPONENT_NAMES:
            wrong = quote(field.encode(errors="surrogateescape"))
            raise NoAnswerError(f"wrote {wrong}, which isn't a component")
        if name in told:
            raise NoAnswerError(f"wrote a {name} twice: {quote(line)}")
        told[name] = value if equals else None
    return UrlComponents.of(told)


# Functions that return the value of an answer in the plain protocol, keyed by question.
_PLAIN_VALUES: Mapping[str, Callable[[str, bytes], str | UrlComponents | None]] = {
    Case.question: _uri,
    UrlCase.question: _components,
}


def quote(line: bytes) -> str:
    """Format the beginning of a line as a literal for an error message."""
    text = line[: _LONGEST_QUOTATION + 1].decode("utf-8", "backslashreplace")
    return repr(text if len(text) <= _LONGEST_QUOTATION else text[:_LONGEST_QUOTATION] + "…")
