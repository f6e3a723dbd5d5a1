"""References that a search tries although they are longer than the others: see `SearchFrame`."""

from typing import NamedTuple


class SearchFrame(NamedTuple):
    """References that begin and end with fixed strings, and have some pieces of text between them.

    Attributes:
        before: The string that all of them begin with.
        pieces: The pieces of text that are tried, in every order.
        max_length: The maximum number of pieces in a reference.
        after: The string that all of them end with.
    """

    before: str
    pieces: tuple[str, ...]
    max_length: int
    after: str = ""
