"""The classes that a search finds, each with a count and its smallest example."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Generic, TypeVar

import attrs

from hexapla.values.value import Value

Item = TypeVar("Item", bound=Hashable)
Example = TypeVar("Example")


@attrs.frozen(repr=False)
class Occurrences(Value, Generic[Example]):
    """How many of the inputs searched are of a class, and the smallest of them.

    Attributes:
        inputs: How many there are. An input is a URL or, for targets, a pair of a base and a
            reference; for validity and parts, a reference.
        smallest: The smallest one. A search that shrinks its examples need not have counted it.
    """

    inputs: int
    smallest: Example


class ClassTally(Generic[Item, Example]):
    """Counts the inputs of each class, and keeps the smallest one."""

    def __init__(self, order: Callable[[Example], Any]) -> None:
        """Prepare to count; `order` returns what orders examples by size."""
        self._order = order
        self._inputs: Counter[Item] = Counter()
        self.smallest: dict[Item, Example] = {}

    def add(self, item: Item, example: Example, inputs: int = 1) -> None:
        """Count inputs of a class, of which one is an example."""
        self._inputs[item] += inputs
        known = self.smallest.get(item)
        if known is None or self._order(example) < self._order(known):
            self.smallest[item] = example

    @property
    def findings(self) -> Mapping[Item, Occurrences[Example]]:
        """The classes, in the order in which they came."""
        return {item: Occurrences(self._inputs[item], self.smallest[item]) for item in self._inputs}
