"""Which standard a program follows when it takes URLs apart."""

from hexapla.implementations.parsing.default_urls import DEFAULT_CASES, UrlCase, default_urls
from hexapla.implementations.parsing.departure import Manner, Way
from hexapla.implementations.parsing.explanation import ParseExplanation
from hexapla.implementations.parsing.forms import Form, FormUse
from hexapla.implementations.parsing.identification import (
    ParseDeparture,
    ParseIdentification,
    UnexplainedUrl,
    explain_parse_answers,
    identify_parsing,
)

__all__ = [
    "DEFAULT_CASES",
    "Form",
    "FormUse",
    "Manner",
    "ParseDeparture",
    "ParseExplanation",
    "ParseIdentification",
    "UnexplainedUrl",
    "UrlCase",
    "Way",
    "default_urls",
    "explain_parse_answers",
    "identify_parsing",
]
