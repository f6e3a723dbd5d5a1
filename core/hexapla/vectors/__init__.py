"""Test vectors: what a standard gives for each of some cases, to test a parser in any language.

`cases` are what is asked, `answers` what a standard gives, `document` what is written.
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
