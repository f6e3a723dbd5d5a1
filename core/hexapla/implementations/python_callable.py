"""A Python callable as a program that answers questions: `python -m … MODULE FUNCTION`.

It runs in a process of its own, so that whatever it does is contained as with any program.
"""

import importlib
import json
import sys
from collections.abc import Callable
from typing import cast

from hexapla.implementations.asking import Resolve, ask
from hexapla.implementations.cases import Case


def main() -> None:
    """Answer by the callable that the arguments name."""
    answer_questions(lambda: _named(*sys.argv[1:]))


def serve(resolve: Resolve, version: str) -> None:
    """Answer the questions on standard input or, where there is an argument, give a version."""
    if sys.argv[1:]:
        print(version)
    else:
        answer_questions(lambda: resolve)


def answer_questions(witness: Callable[[], Resolve]) -> None:
    """Answer the questions on standard input; what the witness prints goes to standard error."""
    answers, sys.stdout = sys.stdout, sys.stderr
    resolve = witness()
    for line in sys.stdin:
        question = json.loads(line)
        answer = ask(resolve, Case(question["base"], question["reference"]))
        print(json.dumps({"id": question["id"], **answer.said}), file=answers, flush=True)


def _named(module: str, function: str) -> Resolve:
    found: object = importlib.import_module(module)
    for name in function.split("."):
        found = getattr(found, name)
    if not callable(found):
        raise TypeError(f"{module}:{function} is a {type(found).__name__}, and can't be called")
    return cast(Resolve, found)


if __name__ == "__main__":
    main()
