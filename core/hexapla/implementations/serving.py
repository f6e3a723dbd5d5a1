"""Python callables as a program that answers questions, for adapters and for the command line."""

import json
import sys
from collections.abc import Callable

import attrs

from hexapla.implementations.asking import Resolve, ask
from hexapla.implementations.cases import Case
from hexapla.implementations.parse_asking import Parse, ask_to_parse
from hexapla.implementations.protocol import Question


@attrs.frozen
class Answering:
    """What answers the questions: an implementation's ways to resolve and to parse, if any."""

    resolve: Resolve | None = None
    parse: Parse | None = None

    def answer(self, question: Question) -> dict[str, str | None]:
        """Return the answer's members; nobody to ask is trouble."""
        if "parse" not in question:
            if self.resolve is None:
                return {"trouble": "is not made to resolve"}
            return ask(self.resolve, Case(question["base"], question["reference"])).said
        if self.parse is None:
            return {"trouble": "is not made to parse"}
        return ask_to_parse(self.parse, question["parse"]).said


def serve(version: str, resolve: Resolve | None = None, parse: Parse | None = None) -> None:
    """Answer the questions on standard input or, if there is an argument, print the version.

    It is the whole program of an adapter in Python; see `hexapla.implementations.adapters`.

    Args:
        version: The version of the implementation, as it tells itself.
        resolve: What resolves, if it does.
        parse: What takes a URL apart, if it does.
    """
    if sys.argv[1:]:
        print(version)
    else:
        answer_questions(lambda: Answering(resolve, parse))


def answer_questions(load: Callable[[], Answering]) -> None:
    """Answer the questions on standard input, in JSON Lines, up to its end.

    What the implementation prints, while it is loaded or asked, goes to standard error.

    Args:
        load: Returns what answers.
    """
    answers, sys.stdout = sys.stdout, sys.stderr
    answering = load()
    for line in sys.stdin:
        question = json.loads(line)
        answer = {"id": question["id"], **answering.answer(question)}
        print(json.dumps(answer), file=answers, flush=True)
