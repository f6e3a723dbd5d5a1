"""Which memo a parser follows: a witness is asked, and its answers are explained."""

from hexapla.implementations.asking import Answer, NoAnswerError, RefusalError, Resolve
from hexapla.implementations.cases import Case, default_cases
from hexapla.implementations.identification import (
    Identification,
    Unexplained,
    explain_answers,
    identify,
)
from hexapla.implementations.search import Explanation

__all__ = [
    "Answer",
    "Case",
    "Explanation",
    "Identification",
    "NoAnswerError",
    "RefusalError",
    "Resolve",
    "Unexplained",
    "default_cases",
    "explain_answers",
    "identify",
]
