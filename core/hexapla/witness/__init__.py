"""Which memo a parser follows: a witness is asked, and its answers are explained."""

from hexapla.witness.asking import Answer, NoAnswerError, RefusalError, Resolve
from hexapla.witness.cases import Case, default_cases
from hexapla.witness.fingerprint import Fingerprint, Unexplained, recognise, witness
from hexapla.witness.search import Explanation

__all__ = [
    "Answer",
    "Case",
    "Explanation",
    "Fingerprint",
    "NoAnswerError",
    "RefusalError",
    "Resolve",
    "Unexplained",
    "default_cases",
    "recognise",
    "witness",
]
