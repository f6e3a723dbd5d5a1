"""Lists of words in a sentence."""

from collections.abc import Sequence


def and_list(words: Sequence[str]) -> str:
    """Join words with commas and "and"."""
    *first, last = words
    if not first:
        return last
    return f"{', '.join(first)} and {last}"
