"""Lines on things of one kind, and on how many there are."""

from collections.abc import Iterable, Iterator

from hexapla.comparison.one_line import GAP


def counted_lines(counted: str, says: str, texts: Iterable[str]) -> Iterator[str]:
    """Yield an empty line, a line on things of one kind, and a line that lists them.

    Args:
        counted: How many there are, with their noun.
        says: What is said of all of them.
        texts: What is shown of each.
    """
    yield ""
    yield f"{counted}, {says}"
    yield f"{GAP}{GAP.join(texts)}"
