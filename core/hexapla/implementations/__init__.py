"""Which standard a parser follows: an implementation is asked, and its answers are explained.

A name is loaded when it is first used: an adapter in Python needs little, and is started often.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexapla.implementations.asking import (
        Answer,
        Case,
        NoAnswerError,
        Parse,
        RejectionError,
        Resolve,
        UrlCase,
        ask,
    )
    from hexapla.implementations.departure import Departure
    from hexapla.implementations.explanation import ComparedAnswer, Explanation
    from hexapla.implementations.identification import (
        Identification,
        explain_answers,
        identify,
    )
    from hexapla.implementations.parsing import default_urls
    from hexapla.implementations.question import DepartureKind, MissingColumn, candidates
    from hexapla.implementations.serving import serve

__all__ = [
    "Answer",
    "Case",
    "ComparedAnswer",
    "Departure",
    "DepartureKind",
    "Explanation",
    "Identification",
    "MissingColumn",
    "NoAnswerError",
    "Parse",
    "RejectionError",
    "Resolve",
    "UrlCase",
    "ask",
    "candidates",
    "default_urls",
    "explain_answers",
    "identify",
    "serve",
]

_NAMES_BY_MODULE = {
    "asking": "Answer Case NoAnswerError Parse RejectionError Resolve UrlCase ask",
    "departure": "Departure",
    "explanation": "ComparedAnswer Explanation",
    "identification": "Identification explain_answers identify",
    "parsing": "default_urls",
    "question": "DepartureKind MissingColumn candidates",
    "serving": "serve",
}
_MODULES = {name: module for module, names in _NAMES_BY_MODULE.items() for name in names.split()}


def _load(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module 'hexapla.implementations' has no attribute {name!r}")
    value: object = getattr(import_module(f"hexapla.implementations.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


if not TYPE_CHECKING:  # to a type checker, a name that is not imported above does not exist
    __getattr__ = _load


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
