"""References that a search tries even if they exceed its usual length: see `SearchFrame`."""

from typing import NamedTuple


class SearchFrame(NamedTuple):
    """References that begin and end with fixed strings, with some pieces of text in between.

    Attributes:
        before: The string that every reference begins with.
        pieces: The pieces of text to try in every order.
        max_length: The maximum number of pieces in a reference.
        after: The string that every reference ends with.
    """

    before: str
    pieces: tuple[str, ...]
    max_length: int
    after: str = ""
