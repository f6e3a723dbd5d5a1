"""Load C libraries, and convert strings to and from C strings."""

import ctypes
import sys
from collections.abc import Callable

from hexapla.implementations.asking import RejectionError


def library(name: str) -> ctypes.CDLL:
    """Load the C library with this file name; exit if the library can't be loaded."""
    try:
        return ctypes.CDLL(name)
    except OSError:
        sys.exit(f"{name} can't be loaded")


def octets(text: str) -> bytes:
    """Encode a string as UTF-8 for C; raise `RejectionError` for a NUL or a lone surrogate."""
    if "\0" in text:
        raise RejectionError("a C string can't contain a NUL")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise RejectionError("UTF-8 can't represent a lone surrogate") from None


def text_of(octets: bytes) -> str:
    """Decode UTF-8; each invalid byte becomes a lone surrogate."""
    return octets.decode("utf-8", "surrogateescape")


def taken(pointer: ctypes.c_void_p, free: Callable[[ctypes.c_void_p], object]) -> str:
    """Return the C string at a pointer, and free its memory."""
    text = text_of(ctypes.string_at(pointer))
    free(pointer)
    return text
