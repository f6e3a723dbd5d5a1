"""Test vectors: a standard's results for a set of cases, for testing parsers in any language.

The module `cases` contains the cases, `answers` computes a standard's results, and `document`
writes the document.
"""

from hexapla.vectors.cases import VectorCases, example_cases, vector_cases
from hexapla.vectors.document import (
    SCHEMA_FILE,
    file_name,
    how_to_use,
    schema_text,
    vectors_of,
    vectors_text,
)

__all__ = [
    "SCHEMA_FILE",
    "VectorCases",
    "example_cases",
    "file_name",
    "how_to_use",
    "schema_text",
    "vector_cases",
    "vectors_of",
    "vectors_text",
]
