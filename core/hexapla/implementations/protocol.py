"""The two protocols for asking a program: a line for a question, and a line for its answer.

There are two questions: resolving a reference against a base, and parsing a URL into components.

JSON Lines are ASCII. The question `{"id": 1, "base": …, "reference": …}` has the answer `{"uri":
…}`, where null means that there is no URI. The question `{"id": 2, "parse": …}` has the URL's
components by name, `{"scheme": …, "host": …}`. There, null means that a component is absent, and a
component that isn't reported is left out. Both answers can be `{"error": …}`. An answer may repeat
the `id`, so that a late answer is noticed. Other members are ignored.

The plain protocol is UTF-8. The first question is the base, a TAB and the reference, and its answer
is the URI. The second question is the URL alone, the only question without a TAB. Its answer has
components separated by TABs. Each is `name=value`, or only its name if it is absent. Both answers
can be a TAB followed by an optional error. This protocol is for languages without JSON. It can't
represent every string, and it doesn't show whether an answer is late.
"""

import json
import re
from collections.abc import Callable, Mapping

from hexapla.implementations.asking import AnyCase, Case, NoAnswerError, RejectionError, UrlCase
from hexapla.operations.authority import COMPONENT_NAMES, UrlComponents
from hexapla.text.json_text import json_value

# In characters.
_LONGEST_QUOTATION = 60


# Each class writes a question as a line, and reads the answer: a URI, None for no URI, or the
# components of a URL. Questions are numbered from 1. An answer is given without its line feed.


class JsonLines:
    """JSON Lines, which can represent every string."""

    def question(self, number: int, case: AnyCase) -> bytes:
        """Return the line of a question."""
        members = zip(case.asked, case.texts, strict=True)
        return json.dumps({"id": number, **dict(members)}).encode("ascii") + b"\n"

    def value(self, number: int, case: AnyCase, line: bytes) -> str | UrlComponents | None:
        """Return the value of an answer; unneeded members are ignored.

        Raises:
            RejectionError: The program gave a reason why there is no URI, or rejected the URL.
            NoAnswerError: The line isn't an answer.
        """
        try:
            given = json_value(line.decode("utf-8", "surrogateescape"))
        except ValueError:
            given = None
        if not isinstance(given, dict):
            raise NoAnswerError(
                f"didn't write a JSON object; with the plain protocol, use --plain: {quote(line)}"
            )
        answered = given.get("id", number)
        if answered != number or isinstance(answered, bool):  # in Python, true equals 1
            raise NoAnswerError(f"answered out of order: question {number}, {quote(line)}")
        if isinstance(given.get("trouble"), str):
            raise NoAnswerError(given["trouble"])
        error = given.get("error")
        if isinstance(error, str):
            raise RejectionError(error)
        if given.keys().isdisjoint(case.given):
            noun = "component" if len(case.given) > 1 else case.given[0]
            told = f"gave neither a {noun} nor an error that is a text: {quote(line)}"
            raise NoAnswerError(told)
        return case.value_in(given)


_SEPARATOR = "\t"
# Patterns that no text of a question may have.
_FORBIDDEN = {
    _SEPARATOR: "a TAB",
    "\n": "a line feed",
    "\r": "a carriage return",
    "\0": "a NUL",
    "[\ud800-\udfff]": "a lone surrogate",
}


class Plain:
    """The plain protocol: strings unchanged, separated by TABs."""

    def question(self, number: int, case: AnyCase) -> bytes:
        """Return the line of a question.

        Raises:
            NoAnswerError: A string has a TAB, a line break or a NUL, which the protocol can't
                represent.
        """
        for name, text in zip(case.asked, case.texts, strict=True):
            for pattern, called in _FORBIDDEN.items():
                if re.search(pattern, text):
                    wrong = f"the {'URL' if name == 'parse' else name} contains {called}"
                    raise NoAnswerError(f"can't be asked in the plain protocol: {wrong}")
        return f"{_SEPARATOR.join(case.texts)}\n".encode()

    def value(self, number: int, case: AnyCase, line: bytes) -> str | UrlComponents | None:
        """Return the value of an answer; a final carriage return is ignored."""
        text = line.decode("utf-8", "surrogateescape").removesuffix("\r")
        nothing, separator, error = text.partition(_SEPARATOR)
        if separator and not nothing and error:
            raise RejectionError(error)
        return _PLAIN_VALUES[case.question](text, line)


def _uri(text: str, line: bytes) -> str | None:
    """Return the URI of an answer; None if the answer is that there is no URI."""
    uri, separator, _ = text.partition(_SEPARATOR)
    if separator and uri:
        raise NoAnswerError(f"wrote a TAB within an answer: {quote(line)}")
    return None if separator else uri


def _components(text: str, line: bytes) -> UrlComponents:
    """Return the components of an answer.

    A rejection without a reason has an empty error.
    """
    if text == _SEPARATOR:
        raise RejectionError("")
    told: dict[str, str | None] = {}
    for field in text.split(_SEPARATOR):
        name, equals, value = field.partition("=")
        if name not in COMPONENT_NAMES:
            wrong = quote(field.encode(errors="surrogateescape"))
            raise NoAnswerError(f"didn't write a component: {wrong}")
        if name in told:
            raise NoAnswerError(f"wrote a {name} twice: {quote(line)}")
        told[name] = value if equals else None
    return UrlComponents.of(told)


# By question: functions that return the value of an answer in the plain protocol.
_PLAIN_VALUES: Mapping[str, Callable[[str, bytes], str | UrlComponents | None]] = {
    Case.question: _uri,
    UrlCase.question: _components,
}


def quote(line: bytes) -> str:
    """Return the beginning of a line as a literal, for a message."""
    text = line[: _LONGEST_QUOTATION + 1].decode("utf-8", "backslashreplace")
    return repr(text if len(text) <= _LONGEST_QUOTATION else text[:_LONGEST_QUOTATION] + "…")
