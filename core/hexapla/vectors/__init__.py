"""Test vectors: what a standard gives for each of some cases, to test a parser in any language."""

from hexapla.vectors.cases import VectorCase, vector_cases
from hexapla.vectors.vectors import SCHEMA_FILE, file_name, schema_text, vectors_of, vectors_text

__all__ = [
    "SCHEMA_FILE",
    "VectorCase",
    "file_name",
    "schema_text",
    "vector_cases",
    "vectors_of",
    "vectors_text",
]
