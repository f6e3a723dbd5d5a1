"""Run Python callables as a program that answers questions, for adapters and the command line."""

import importlib
import json
import sys
from collections.abc import Callable, Mapping
from operator import attrgetter

from hexapla.implementations.asking import Case, Parse, Resolve, UrlCase, ask


def serve(version: str, resolve: Resolve | None = None, parse: Parse | None = None) -> None:
    """Answer the questions on standard input; if the last argument is `--version`, print it first.

    This is the whole program of an adapter in Python; see `hexapla.implementations.adapters`.

    Args:
        version: The version that the implementation reports.
        resolve: A function that resolves references, if any.
        parse: A function that parses URLs, if any.
    """
    if sys.argv[-1] == "--version":
        print(version, flush=True)
    _answer_questions(lambda: {Case.question: resolve, UrlCase.question: parse})


def _answer_questions(
    load: Callable[[], Mapping[str, Callable[..., object] | None]], *, says_loaded: bool = False
) -> None:
    """Answer the questions on standard input, in JSON Lines, until its end.

    What the implementation prints while it is loaded or asked goes to standard error. If it
    `says_loaded`, an empty line precedes the answers.
    """
    answers, sys.stdout = sys.stdout, sys.stderr
    implementations = load()
    if says_loaded:
        print(file=answers, flush=True)
    for line in sys.stdin:
        members = json.loads(line)
        kind = UrlCase if "parse" in members else Case
        case = kind(*(members[name] for name in kind.asked))
        implementation = implementations[case.question]
        said: Mapping[str, object] = {"trouble": f"can't {case.question}"}
        if implementation is not None:
            said = ask(implementation, case).said
        print(json.dumps({"id": members["id"], **said}), file=answers, flush=True)


def _named(module: str, function: str) -> Mapping[str, Callable[..., object]]:
    value = attrgetter(function)(importlib.import_module(module))
    if not callable(value):
        raise TypeError(f"{module}:{function} is a {type(value).__name__}, which can't be called")
    return {Case.question: value, UrlCase.question: value}


if __name__ == "__main__":
    # A callable has no version; the line in its place shows that it could be loaded.
    _answer_questions(lambda: _named(*sys.argv[1:3]), says_loaded=sys.argv[-1] == "--version")
