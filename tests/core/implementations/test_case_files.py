"""Cases from files: the test vectors of a standard are pairs to resolve, and URLs to parse."""

from pathlib import Path

import pytest

import hexapla
from hexapla.implementations.asking import Case
from hexapla.implementations.case_files import read_cases, read_urls
from hexapla.values.errors import InputError
from hexapla.vectors import vector_cases, vectors_text


@pytest.fixture
def vectors(tmp_path: Path) -> Path:
    path = tmp_path / "rfc3986-vectors.json"
    path.write_text(vectors_text(hexapla.spec("rfc3986")))
    return path


def test_vectors_to_resolve_are_pairs(vectors: Path) -> None:
    cases = vector_cases(hexapla.spec("rfc3986")).by_kind["resolve"]
    assert read_cases(vectors) == tuple(Case(*case) for case in cases)


def test_vectors_to_parse_are_urls(vectors: Path) -> None:
    cases = vector_cases(hexapla.spec("rfc3986")).by_kind["parse"]
    assert read_urls(vectors) == tuple(case[0] for case in cases)


@pytest.mark.parametrize(
    "content", [b"\x7fELF\0\1", b"\x89PNG\r\n\0", "http://a/".encode("utf-16")]
)
def test_a_binary_file_has_no_urls(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "urls"
    path.write_bytes(content)
    with pytest.raises(InputError, match="this is a binary file, not a list of URLs in UTF-8"):
        read_urls(path)


def test_a_vector_without_a_text_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    path.write_text('{"parse": [{"text": "a:b"}, {"text": 7}]}')
    with pytest.raises(InputError, match="vector 2 has no text"):
        read_urls(path)
