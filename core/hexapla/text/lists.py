"""Words in a row."""

from collections.abc import Sequence


def and_list(words: Sequence[str]) -> str:
    """Join words as a sentence does."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
