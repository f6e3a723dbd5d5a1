"""Inputs for the URL Standard's parser, random or from web-platform-tests, and Ada's answers."""

import functools
import json
import os
from collections.abc import Iterator
from itertools import islice, repeat
from pathlib import Path
from random import Random
from typing import Any

import ada_url
import pytest
from tables import rows_of

from hexapla_specs.whatwg.cleaning import scalar_values


def _listed(*tables: str) -> Iterator[tuple[str, ...]]:
    for table in tables:
        yield tuple(piece for row in rows_of("random_urls", table) for piece in row)


URL_TEST_DATA = os.environ.get("URL_TEST_DATA")
"""The path of `url/resources/urltestdata.json` of the web-platform-tests, which are not here."""

ATTRIBUTES = (
    *("href", "protocol", "username", "password"),
    *("hostname", "port", "pathname", "search", "hash"),
)
needs_url_test_data = pytest.mark.skipif(
    URL_TEST_DATA is None, reason="URL_TEST_DATA names no file"
)
SEED = int(os.environ.get("HEXAPLA_SEED", "0"))
"""Of the nights' inputs, which are others where it is given."""

_BASES = tuple(_listed("special bases", "file bases", "other bases", "unusable bases"))
_WEIGHTS = (8, 6, 6, 1)
_SCHEMES, _SLASHES, _PATHS, _MARKS = _listed("schemes", "slashes", "paths", "marks")
_OTHERS = (
    *"\t\n\r \x00\x01\x0b\x0c\x1f\x7f\x80\x9f\"'`<>{}$&!*+,;=~_-0",
    *"éß☕אا１Ａ．。ｘ％／？＃KﬀⅧ㏂⁰½℀가𝟏\xa0\xad\u0130\u0300\u0338\u1806\u200c\u200d\u2064\u2488\u3164",
    *"\ufdd0\ufeff\ufffd\U0001f4a9\U0010ffff\ud800\udc00",
    *("א1", "e\u0301", "K\u0327", "\ud83d\udca9", "\udca9\ud83d"),
)
_NUMBERS, _ADDRESSES, _LABELS, _FRONTS = _listed("numbers", "addresses", "labels", "fronts")
_PIECES = (
    *(_SCHEMES, _SLASHES, _SLASHES, _PATHS, _PATHS, _PATHS, _MARKS, _MARKS),
    *(_OTHERS, _NUMBERS, _ADDRESSES, _LABELS, _LABELS),
)


def random_pairs(
    count: int, seed: int = 0, *, ascii_only: bool = False
) -> Iterator[tuple[str, str]]:
    """Return a number of pairs of a base and a reference, always the same for a seed."""
    random = Random(seed)
    pairs = ((_base(random), random.choice(_FRONTS) + _pieces(random, 7)) for _ in repeat(None))
    return islice((pair for pair in pairs if not ascii_only or "".join(pair).isascii()), count)


def _base(random: Random) -> str:
    """Return a base, to which pieces are appended in one of eight cases."""
    (bases,) = random.choices(_BASES, _WEIGHTS)
    base = random.choice(bases)
    return base if random.random() < 0.875 else base + _pieces(random, 3)


_LONGEST = 16_000
"""The library Ada fails on labels of more than 16,384 letters that begin with `xn--`; the standard
has no such limit (3.3 step 5)."""


def _pieces(random: Random, most: int) -> str:
    """Return at most a number of pieces; in one text of 500, the last piece is long."""
    pieces = [random.choice(random.choice(_PIECES)) for _ in range(random.randint(0, most))]
    if pieces and random.random() < 0.002:
        pieces[-1] *= random.randint(2, _LONGEST // len(pieces[-1]))
    return "".join(pieces)


@functools.cache
def url_test_data() -> list[dict[str, Any]]:
    """Return the cases in web-platform-tests, without the comments."""
    listed = json.loads(Path(URL_TEST_DATA or "").read_text("utf-8"))
    return [case for case in listed if isinstance(case, dict)]


def record_of_library(base: str | None, reference: str) -> tuple[str, ...] | None:
    """Return the attributes of a URL according to the library Ada; None is failure."""
    try:
        url = ada_url.URL(scalar_values(reference), base and scalar_values(base))
    except ValueError:
        return None
    return tuple(getattr(url, name) for name in ATTRIBUTES)
