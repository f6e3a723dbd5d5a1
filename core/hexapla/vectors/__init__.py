"""Test vectors: what a standard gives for each of some cases, to test a parser in any language."""

from hexapla.vectors.cases import VectorCase, vector_cases
from hexapla.vectors.vectors import (
    SCHEMA_FILE,
    HowToUse,
    file_name,
    how_to_use,
    schema_text,
    vectors_of,
    vectors_text,
)

__all__ = [
    "SCHEMA_FILE",
    "HowToUse",
    "VectorCase",
    "file_name",
    "how_to_use",
    "schema_text",
    "vector_cases",
    "vectors_of",
    "vectors_text",
]
