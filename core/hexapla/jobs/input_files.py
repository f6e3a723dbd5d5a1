"""Reading whole input files, each only once, so that a pipe can take the place of a file."""

import sys
from pathlib import Path

STANDARD_INPUT = Path("-")
"""The path that means standard input."""


def content_of(path: Path) -> bytes:
    """Return the bytes of a file or a pipe, or of standard input for `-`.

    Raises:
        OSError: It can't be read.
    """
    return sys.stdin.buffer.read() if path == STANDARD_INPUT else path.read_bytes()


def input_name(path: Path) -> str:
    """Return the name of an input for a message.

    >>> input_name(Path("-"))
    'standard input'
    """
    return "standard input" if path == STANDARD_INPUT else str(path)
