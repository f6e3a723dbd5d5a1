"""Numbers of things in words."""

from collections.abc import Iterable, Iterator

from hexapla.comparison.one_line import GAP


def count(number: int, noun: str) -> str:
    """Return a number with its noun, such as `1 case` and `2 cases`.

    Args:
        number: How many there are.
        noun: What they are, in the singular; its plural ends in s.
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


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
