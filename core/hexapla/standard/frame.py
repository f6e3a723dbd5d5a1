"""Sets of long references that `hexapla.discover` tries in addition to all short references."""

from typing import NamedTuple


class SearchFrame(NamedTuple):
    """References that begin and end with fixed strings, with any pieces of text in between.

    Attributes:
        before: The string that every reference begins with.
        pieces: The pieces of text to try, in every order and any number of times.
        max_length: The maximum number of pieces between `before` and `after`.
        after: The string that every reference ends with.
    """

    before: str
    pieces: tuple[str, ...]
    max_length: int
    after: str = ""
