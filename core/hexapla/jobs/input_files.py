"""Read input files completely and only once, so that a pipe can be used instead of a file."""

import sys
from pathlib import Path

from hexapla.values.errors import InputError

STANDARD_INPUT = Path("-")
"""The path that stands for standard input."""


def content_of(path: Path) -> bytes:
    """Return the bytes of a file or a pipe, or of standard input for `-`.

    Raises:
        OSError: The input can't be read.
    """
    return sys.stdin.buffer.read() if path == STANDARD_INPUT else path.read_bytes()


def check_text(content: bytes, what: str) -> None:
    """Raise `InputError` if content contains a NUL, as in a binary file or in UTF-16.

    `what` is the expected kind of content.

    >>> check_text(b"\x7fELF\0", "a list of URLs")
    Traceback (most recent call last):
    hexapla.values.errors.InputError: this is a binary file, not a list of URLs in UTF-8
    """
    if b"\0" in content:
        raise InputError(f"this is a binary file, not {what} in UTF-8")


def input_name(path: Path) -> str:
    """Return the name of an input for a message.

    >>> input_name(Path("-"))
    'standard input'
    """
    return "standard input" if path == STANDARD_INPUT else str(path)
