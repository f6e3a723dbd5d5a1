"""A Python callable as a program: `python -m hexapla.implementations MODULE FUNCTION`.

It is called with a base and a reference, or with a URL, as it is asked. It runs in a process of its
own, so that it is contained as any other program is.
"""

import importlib
import sys
from collections.abc import Callable, Mapping

from hexapla.implementations.asking import Case, UrlCase
from hexapla.implementations.serving import answer_questions


def main() -> None:
    """Answer by the callable that the arguments name."""
    answer_questions(lambda: _named(*sys.argv[1:]))


def _named(module: str, function: str) -> Mapping[str, Callable[..., object]]:
    value: object = importlib.import_module(module)
    for name in function.split("."):
        value = getattr(value, name)
    if not callable(value):
        raise TypeError(f"{module}:{function} is a {type(value).__name__}, and can't be called")
    return {Case.question: value, UrlCase.question: value}


if __name__ == "__main__":
    main()
