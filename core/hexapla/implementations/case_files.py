"""Read cases from a file: a standard's test vectors, a corpus in any format, or a list of URLs."""

from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import BinaryIO, TypeVar

from hexapla.corpus.formats import FORMATS, Format, format_of
from hexapla.corpus.source import BadRow, Damage, Settings
from hexapla.implementations.asking import Case, UrlCase
from hexapla.jobs.input_files import check_text, content_of, input_name
from hexapla.text.json_text import json_value
from hexapla.values.errors import InputError
from hexapla.values.extras import check_installed

Item = TypeVar("Item")

_PAIR = "pair of a base and a reference"


def read_cases(path: Path, base: str | None = None) -> tuple[Case, ...]:
    """Return the pairs in a file, in order and without duplicates.

    Args:
        path: The file, or `-` for standard input. If its name doesn't indicate a format, the file
            must contain the test vectors of a standard, or JSON Lines.
        base: A base for all rows of a corpus; None if the rows contain their bases.

    Raises:
        InputError: A row or a test vector isn't a pair, there are no pairs, the file is damaged,
            its format needs `base`, or its format is read only from regular files.
        MissingExtraError: The library for the format isn't installed.
        OSError: The file can't be read.
    """
    format_ = format_of(path.name)
    if format_ is not None:
        return _each_once(path, _of_file(path, format_, base), _PAIR)
    content = content_of(path)
    vectors = _vectors(content, Case.question)
    if vectors is not None:
        pairs = (Case(*texts) for texts in _texts_of(vectors, Case.asked))
        return _each_once(path, pairs, _PAIR)
    lines = BufferedReader(BytesIO(content))
    return _each_once(path, _of_corpus(lines, path, FORMATS["jsonl"], base), _PAIR)


def read_urls(path: Path) -> tuple[str, ...]:
    """Return the URLs in a file, in order and without duplicates.

    Args:
        path: The file, or `-` for standard input, with a URL on each line, or with the test vectors
            of a standard. A line that begins with a double quote is a URL as a JSON string. A line
            that begins with a brace is a JSON object with the member `url`. Invalid UTF-8 becomes
            lone surrogates. A byte order mark at the beginning is ignored.

    Raises:
        InputError: A line or a test vector is invalid, there are no lines, or the file is binary.
        OSError: The file can't be read.
    """
    content = content_of(path)
    vectors = _vectors(content, UrlCase.question)
    if vectors is not None:
        texts = (text for (text,) in _texts_of(vectors, ("text",)))
        return _each_once(path, texts, "URL")
    return _each_once(path, _urls_in(content), "URL")


def _each_once(path: Path, items: Iterator[Item], noun: str) -> tuple[Item, ...]:
    """Return the items of a file without duplicates; error messages name the file."""
    try:
        cases = tuple(dict.fromkeys(items))
    except ValueError as error:
        raise InputError(f"{input_name(path)}: {error}") from error
    if not cases:
        raise InputError(f"{input_name(path)}: it contains no {noun}")
    return cases


def _urls_in(content: bytes) -> Iterator[str]:
    check_text(content, "a list of URLs")
    text = content.removeprefix(BOM_UTF8).decode("utf-8", "surrogateescape")
    lines = text.removesuffix("\n").split("\n") if text else []
    for number, line in enumerate(lines, 1):
        yield _url(number, line.removesuffix("\r"))


def _url(number: int, line: str) -> str:
    if not line.startswith(('"', "{")):
        return line
    try:
        value = json_value(line)
    except ValueError as error:
        raise ValueError(f"line {number} isn't valid JSON: {error}") from error
    url = value.get("url") if isinstance(value, dict) else value
    if not isinstance(url, str):
        raise ValueError(f'line {number} has no string member "url"')
    return url


def _vectors(content: bytes, kind: str) -> list[object] | None:
    """Return the test vectors for a question; None if the content has none."""
    try:
        whole = json_value(content)
    except ValueError:
        return None
    vectors = whole.get(kind) if isinstance(whole, dict) else None
    return vectors if isinstance(vectors, list) else None


def _texts_of(vectors: list[object], members: Sequence[str]) -> Iterator[list[str]]:
    for number, vector in enumerate(vectors, 1):
        held = vector if isinstance(vector, dict) else {}
        texts = [text for name in members if isinstance(text := held.get(name), str)]
        if len(texts) < len(members):
            raise ValueError(f"vector {number} has no {' and '.join(members)}")
        yield texts


def _of_file(path: Path, format_: Format, base: str | None) -> Iterator[Case]:
    if not path.is_file():
        # Some formats need a named file or random access.
        raise ValueError("it isn't a regular file; copy it to a file first")
    with path.open("rb") as file:
        yield from _of_corpus(file, path, format_, base)


def _of_corpus(file: BinaryIO, path: Path, format_: Format, base: str | None) -> Iterator[Case]:
    if not format_.holds_bases and base is None:
        raise ValueError("it has no bases; give a base for all rows with --base")
    check_installed(*format_.modules)
    for item in format_.items(file, input_name(path), Settings(base=base)):
        if isinstance(item, BadRow):
            raise ValueError(f"row {item.row} has no {_PAIR}: {item.wrong}")
        if isinstance(item, Damage):
            raise ValueError(f"it is damaged: {item}")
        yield Case(item.base, item.reference)
