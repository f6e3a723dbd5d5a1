"""Variations in which a program changes a text before splitting it, or changes a part of it.

Most replace the matches of a pattern; these are defined in `substitutions.toml`.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from unicodedata import normalize

from hexapla.divergence.model import Variation

_DATA = Path(__file__).with_name("substitutions.toml").read_text("utf-8")
_TABLES = tomllib.loads(_DATA)
_PORT = re.compile(r"(?<=:)[1-9][0-9]{4,19}(?=[/?#]|\Z)")
_NUMERIC_HOST = re.compile(r"(//(?:[^/?#@]*@)?)([0-9]+(?:\.[0-9]+)*)(?=[:/?#]|\Z)")
_ZEROS = re.compile(r"(?:(?<=\.)|\A)0+(?=[0-9])")

TextChange = Callable[[str], str]


def substitutions(part: str) -> Mapping[Variation, TextChange]:
    """Return the variations that replace the matches of a pattern in a part, with their changes.

    Args:
        part: The name of a table in `substitutions.toml`.
    """
    changes: dict[Variation, TextChange] = {}
    for name, (pattern, new) in _TABLES[part].items():
        changes[Variation(name)] = partial(re.compile(pattern).sub, new)
    return changes


def _in_numeric_host(change: TextChange) -> TextChange:
    """Return a function that changes the host of a text if the host consists of numbers."""
    return lambda text: _NUMERIC_HOST.sub(lambda match: match[1] + change(match[2]), text)


def _filled(host: str) -> str:
    numbers = host.split(".")
    if len(numbers) == 1:
        return host
    zeros = ["0"] * (4 - len(numbers))
    return ".".join([*numbers, *zeros])


def _reduced(text: str) -> str:
    return _PORT.sub(lambda match: str(int(match[0]) % 65536), text)


TEXT_VARIATIONS: Mapping[Variation, TextChange] = {
    **substitutions("texts"),
    Variation.READ_OCTAL_AS_DECIMAL: _in_numeric_host(partial(_ZEROS.sub, "")),
    Variation.FILL_SHORT_ADDRESS: _in_numeric_host(_filled),
    Variation.REDUCE_PORT: _reduced,
    Variation.COMPOSE: partial(normalize, "NFC"),
}
"""The changes to the URL, or to the base and the reference, before they are split."""
