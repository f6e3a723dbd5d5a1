"""A Python callable as a program that answers questions, for adapters and for the command line."""

import json
import sys
from collections.abc import Callable

from hexapla.implementations.asking import Resolve, ask
from hexapla.implementations.cases import Case


def serve(resolve: Resolve, version: str) -> None:
    """Answer the questions on standard input or, if there is an argument, print the version.

    It is the whole program of an adapter in Python; see `hexapla.implementations.adapters`.

    Args:
        resolve: The implementation.
        version: Its version, as the implementation itself tells it.
    """
    if sys.argv[1:]:
        print(version)
    else:
        answer_questions(lambda: resolve)


def answer_questions(load: Callable[[], Resolve]) -> None:
    """Answer the questions on standard input, in JSON Lines, up to its end.

    What the implementation prints, while it is loaded or asked, goes to standard error.

    Args:
        load: Returns the implementation.
    """
    answers, sys.stdout = sys.stdout, sys.stderr
    resolve = load()
    for line in sys.stdin:
        question = json.loads(line)
        answer = ask(resolve, Case(question["base"], question["reference"]))
        print(json.dumps({"id": question["id"], **answer.said}), file=answers, flush=True)
