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
import re

from hexapla.implementations.asking import AnyCase, Case, NoAnswerError, RejectionError, value_in
from hexapla.operations.authority import COMPONENT_NAMES, UrlComponents
from hexapla.text.json_text import json_value

# In characters.
_LONGEST_QUOTATION = 60


# Each writes a question as a line, and reads what an answer to it has: a URI, None for no URI, or
# the components of a URL. Questions are numbered from 1. An answer is without its line feed.


class JsonLines:
    """JSON Lines: every text can be asked."""

    def question(self, number: int, case: AnyCase) -> bytes:
        """Return the line of a question."""
        members = zip(case.asked, case.texts, strict=True)
        return json.dumps({"id": number, **dict(members)}).encode("ascii") + b"\n"

    def value(self, number: int, case: AnyCase, line: bytes) -> str | UrlComponents | None:
        """Return what an answer has; members that it does not need are ignored.

        Raises:
            RejectionError: The program gave a reason why there is no URI, or refused the URL.
            NoAnswerError: The line is not an answer.
        """
        try:
            given = json_value(line.decode("utf-8", "surrogateescape"))
        except ValueError:
            given = None
        if not isinstance(given, dict):
            raise NoAnswerError(f"wrote no JSON object: {quote(line)}")
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
        return value_in(given, case)


_SEPARATOR = "\t"
# By regular expression, what no text of a question has.
_FORBIDDEN = {
    _SEPARATOR: "a TAB",
    "\n": "a line feed",
    "\r": "a carriage return",
    "\0": "a NUL",
    "[\ud800-\udfff]": "a lone surrogate",
}


class Plain:
    """The plain protocol: texts as they are, with a TAB between them."""

    def question(self, number: int, case: AnyCase) -> bytes:
        """Return the line of a question.

        Raises:
            NoAnswerError: A text has a TAB, a line end or a NUL, and can't be asked.
        """
        for name, text in zip(case.asked, case.texts, strict=True):
            for pattern, called in _FORBIDDEN.items():
                if re.search(pattern, text):
                    wrong = f"the {'URL' if name == 'parse' else name} contains {called}"
                    raise NoAnswerError(f"can't be asked in the plain protocol: {wrong}")
        return f"{_SEPARATOR.join(case.texts)}\n".encode()

    def value(self, number: int, case: AnyCase, line: bytes) -> str | UrlComponents | None:
        """Return what an answer has; a carriage return at its end is no part of it."""
        text = line.decode("utf-8", "surrogateescape").removesuffix("\r")
        nothing, separator, error = text.partition(_SEPARATOR)
        if separator and not nothing and error:
            raise RejectionError(error)
        if not isinstance(case, Case):
            return _components(text, line)
        if separator and nothing:
            raise NoAnswerError(f"wrote a TAB within an answer: {quote(line)}")
        return None if separator else text


def _components(text: str, line: bytes) -> UrlComponents:
    """Return the components that an answer has.

    Without a reason, a refusal is an error without words.
    """
    if text == _SEPARATOR:
        raise RejectionError("")
    told: dict[str, str | None] = {}
    for field in text.split(_SEPARATOR):
        name, equals, value = field.partition("=")
        if name not in COMPONENT_NAMES:
            wrong = quote(field.encode(errors="surrogateescape"))
            raise NoAnswerError(f"wrote no component: {wrong}")
        if name in told:
            raise NoAnswerError(f"wrote a {name} twice: {quote(line)}")
        told[name] = value if equals else None
    return UrlComponents.of(told)


def quote(line: bytes) -> str:
    """Return the beginning of a line as a literal, for a message."""
    text = line[: _LONGEST_QUOTATION + 1].decode("utf-8", "backslashreplace")
    return repr(text if len(text) <= _LONGEST_QUOTATION else text[:_LONGEST_QUOTATION] + "…")
