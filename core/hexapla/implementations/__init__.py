"""Which standard a parser follows: an implementation is asked, and its answers are explained."""

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
