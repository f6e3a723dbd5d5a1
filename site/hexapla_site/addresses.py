"""The names of cases in the addresses of pages, and strings spelled in words for addresses."""

import functools
import hashlib
import re
from collections.abc import Mapping

from hexapla_site.folders import read_data

USUAL_BASE = "http://a/b/c/d;p?q"
_LONGEST = 60  # characters
_DIGITS = 6  # of a checksum
_AGAINST = "against"
_EMPTY = "empty"
_SIGNS: Mapping[str, str] = read_data("sign-names.json")
_RESERVED = frozenset({*_SIGNS.values(), _AGAINST, _EMPTY})
_PLAIN = re.compile("[a-z0-9]+")
_RUN = re.compile("[A-Za-z0-9]+|[^A-Za-z0-9]")
# In a name, the "://" between a scheme and the text after it isn't spelled out.
_BETWEEN_NAMES = re.compile(r"(?<=[A-Za-z0-9])://(?=[A-Za-z0-9])")


@functools.cache
def curated_names() -> Mapping[tuple[str, str], str]:
    """Return the listed names of cases that every site shows, keyed by base and reference."""
    rows = read_data("case-names.json")
    return {(row["base"], row["reference"]): row["name"] for row in rows}


def case_name(base: str, reference: str) -> str:
    """Return the name of a case, for use in addresses.

    The names of some cases are listed in a file (see `curated_names`). In the names of other cases,
    the reference is spelled out, followed by the base unless it is `USUAL_BASE`. A checksum is
    appended if the result is a listed name.
    """
    curated = curated_names().get((base, reference))
    if curated is not None:
        return curated
    texts = (reference,) if base == USUAL_BASE else (reference, base)
    name = spelled(*texts)
    return f"{name}-{_checksum(texts)}" if name in curated_names().values() else name


def spelled(*texts: str) -> str:
    """Spell strings in words that are allowed in an address, such as `a-slash-b` for `a/b`.

    If the words would be ambiguous, as for a long or non-ASCII string, a short checksum is
    appended. Different sequences of strings therefore get different names, unless two checksums
    happen to be the same.
    """
    name = f"-{_AGAINST}-".join(map(_in_words, texts))
    if len(name) <= _LONGEST and all(map(_is_exact, texts)):
        return name
    return f"{name[:_LONGEST].strip('-')}-{_checksum(texts)}"


def _in_words(text: str) -> str:
    pieces = _BETWEEN_NAMES.split(text, maxsplit=1)
    return "-".join(_word(run) for piece in pieces for run in _RUN.findall(piece)) or _EMPTY


def _word(run: str) -> str:
    """Return the word for a run of letters and digits, or for a single other character."""
    if run.isascii() and run.isalnum():
        return run.lower()
    return _SIGNS.get(run) or f"u{ord(run):04x}"


def _is_exact(text: str) -> bool:
    """Return whether the words for a string can't stand for another string."""
    runs = _RUN.findall(_BETWEEN_NAMES.sub(" ", text, count=1))
    return all(run in _SIGNS or (run not in _RESERVED and _PLAIN.fullmatch(run)) for run in runs)


def _checksum(texts: tuple[str, ...]) -> str:
    text = "\n".join(texts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).hexdigest()[:_DIGITS]
