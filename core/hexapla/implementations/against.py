"""Cases that somebody brings: the test vectors of a memo, or a corpus of any format."""

import json
from collections.abc import Iterator
from pathlib import Path

from hexapla.corpus.extras import MissingExtraError, check
from hexapla.corpus.formats import format_of, formats, items_in
from hexapla.corpus.job import ROWS_IN_A_CHUNK
from hexapla.corpus.pair import BadRow, Damage
from hexapla.corpus.source import Format, Settings, SourceError
from hexapla.implementations.cases import Case


def read_cases(path: Path, base: str | None = None) -> tuple[Case, ...]:
    """Read the pairs of a file, each once, in their order.

    The name of the file says in which format they are; where it says nothing, they are the test
    vectors of a memo, or else JSON Lines. A `base` is that of all rows of a corpus. Raises
    `ValueError`, which says where the file has what is no pair, that it holds none, or what has to
    be installed; and `OSError`.
    """
    found = format_of(path.name)
    vectors = None if found is not None else _vectors(path)
    read = (
        _of(vectors) if vectors is not None else _of_corpus(path, found or formats()["jsonl"], base)
    )
    cases = tuple(dict.fromkeys(read))
    if not cases:
        raise ValueError("it has no pair of a base and a reference")
    return cases


def _vectors(path: Path) -> list[object] | None:
    try:
        whole = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return None
    vectors = whole.get("vectors") if isinstance(whole, dict) else None
    return vectors if isinstance(vectors, list) else None


def _of(vectors: list[object]) -> Iterator[Case]:
    for number, vector in enumerate(vectors, 1):
        pair = vector if isinstance(vector, dict) else {}
        base, reference = pair.get("base"), pair.get("reference")
        if not isinstance(base, str) or not isinstance(reference, str):
            raise ValueError(f"vector {number} holds no pair of a base and a reference")
        yield Case(base, reference)


def _of_corpus(path: Path, format_: Format, base: str | None) -> Iterator[Case]:
    if not format_.holds_bases and base is None:
        raise ValueError("it holds no bases; give one for all rows with --base")
    try:
        check([format_.need])
        pieces = tuple(format_.pieces(str(path), ROWS_IN_A_CHUNK))
    except (MissingExtraError, SourceError) as error:
        raise ValueError(str(error)) from error
    for piece in pieces:
        for item in items_in(piece, Settings(base=base)):
            if isinstance(item, BadRow):
                wrong = f"row {item.row} holds no pair of a base and a reference: {item.wrong}"
                raise ValueError(wrong)
            if isinstance(item, Damage):
                raise ValueError(f"it is damaged: {item}")
            yield Case(item.base, item.reference)
