"""Texts as libraries in C have them."""

from hexapla.implementations.asking import RefusalError


def octets(text: str) -> bytes:
    """Give a text in UTF-8; raise `RefusalError` where a text in C would be another."""
    if "\0" in text:
        raise RefusalError("a NUL ends a text in C")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise RefusalError("a lone surrogate is no text in UTF-8") from None


def text_of(octets: bytes) -> str:
    """Read octets as UTF-8; those that are none become lone surrogates, one each."""
    return octets.decode("utf-8", "surrogateescape")
