"""An example of a class of differences: a URL with two answers, and how often there are such."""

import attrs

from hexapla.differentials.agreement import Agreed
from hexapla.implementations.parse_asking import ParseAnswer


@attrs.frozen(repr=False)
class Example:
    """A URL that two programs read differently, with what they answered.

    Attributes:
        url: The URL.
        left: What the program on the left answered.
        right: What the program on the right answered.
        agreed: The newest column that agrees with the left answer, and with the right one.
        columns: The selectors of all columns that agree with either, oldest first.
    """

    url: str
    left: ParseAnswer
    right: ParseAnswer
    agreed: tuple[Agreed, Agreed]
    columns: tuple[tuple[str, ...], tuple[str, ...]]

    def __repr__(self) -> str:
        return f"<Example {self.url!r}: {self.left}; {self.right}>"


@attrs.frozen
class Finding:
    """How many of the URLs asked are of a class, and the smallest of them.

    The smallest URL need not be one of those counted: an example is shrunk by asking more.

    Attributes:
        inputs: How many there are.
        smallest: The smallest one, with the answers.
    """

    inputs: int
    smallest: Example
