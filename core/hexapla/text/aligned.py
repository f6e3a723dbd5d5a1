"""The rows of a table as lines of text."""

from collections.abc import Iterable, Iterator


def aligned(
    rows: Iterable[Iterable[object]], *, gap: str = "  ", numbers: bool = False
) -> Iterator[str]:
    """Yield the rows of a table as lines, with columns of equal width.

    All columns but the first hold `numbers`, which are aligned to the right, or none do.
    """
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    for first, *others in texts:
        cells = zip(others, widths[1:], strict=True)
        justified = (cell.rjust(width) if numbers else cell.ljust(width) for cell, width in cells)
        yield gap.join((first.ljust(widths[0]), *justified)).rstrip()
