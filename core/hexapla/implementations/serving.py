"""Run Python callables as a program that answers questions, for adapters and the command line."""

import importlib
import json
import sys
from collections.abc import Callable, Mapping
from operator import attrgetter

from hexapla.implementations.asking import Case, Parse, Resolve, UrlCase, ask


def serve(version: str, resolve: Resolve | None = None, parse: Parse | None = None) -> None:
    """Answer questions from standard input until its end.

    If the last argument of the program is `--version`, print the version first.

    This is the main program of an adapter in Python; see `hexapla.implementations.adapters`.

    Args:
        version: The version of the implementation.
        resolve: A function that resolves references; None if the adapter can't resolve.
        parse: A function that parses URLs; None if the adapter can't parse.
    """
    if sys.argv[-1] == "--version":
        print(version, flush=True)
    _answer_questions(lambda: {Case.question: resolve, UrlCase.question: parse})


def _answer_questions(
    load: Callable[[], Mapping[str, Callable[..., object] | None]], *, says_loaded: bool = False
) -> None:
    """Answer questions in JSON Lines from standard input, until its end.

    Anything that the implementation itself prints goes to standard error. If `says_loaded` is true,
    an empty line precedes the answers to show that loading succeeded.
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
    # A callable has no version; the empty line printed instead shows that the callable was loaded.
    _answer_questions(lambda: _named(*sys.argv[1:3]), says_loaded=sys.argv[-1] == "--version")
