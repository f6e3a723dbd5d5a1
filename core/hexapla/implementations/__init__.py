"""Which standard a parser follows: an implementation is asked, and its answers are explained.

A name is loaded when it is first used: an adapter in Python needs little, and is started often.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexapla.implementations.asking import Answer, NoAnswerError, RejectionError, Resolve
    from hexapla.implementations.cases import Case
    from hexapla.implementations.defaults import candidates, default_cases
    from hexapla.implementations.explanation import Explanation
    from hexapla.implementations.identification import (
        Identification,
        Unexplained,
        explain_answers,
    )
    from hexapla.implementations.identifying import identify
    from hexapla.implementations.parse_asking import Parse, ParseAnswer, ask_to_parse
    from hexapla.implementations.parsing import ParseIdentification
    from hexapla.implementations.serving import serve

__all__ = [
    "Answer",
    "Case",
    "Explanation",
    "Identification",
    "NoAnswerError",
    "Parse",
    "ParseAnswer",
    "ParseIdentification",
    "RejectionError",
    "Resolve",
    "Unexplained",
    "ask_to_parse",
    "candidates",
    "default_cases",
    "explain_answers",
    "identify",
    "serve",
]

_NAMES_BY_MODULE = {
    "asking": "Answer NoAnswerError RejectionError Resolve",
    "cases": "Case",
    "defaults": "candidates default_cases",
    "explanation": "Explanation",
    "identification": "Identification Unexplained explain_answers",
    "identifying": "identify",
    "parse_asking": "Parse ParseAnswer ask_to_parse",
    "parsing": "ParseIdentification",
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
