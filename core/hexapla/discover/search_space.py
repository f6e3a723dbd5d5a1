"""What a search goes through: references in units, the bases, and which input is smaller."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import ClassVar

import attrs

from hexapla.standard.spec import Spec
from hexapla.values.value import Value


class DiscoveryError(ValueError):
    """A search that can't be made, or a file that it can't use; the message says what to do."""


@attrs.frozen(repr=False)
class Input(Value):
    """A reference, with a base or without one.

    Attributes:
        reference: The reference.
        base: The base; None for the reference alone.
    """

    reference: str
    base: str | None


Order = tuple[int, tuple[int, str], tuple[int, ...]]


@attrs.frozen(slots=False, repr=False)
class SearchSpace(ABC):
    """References that are searched, cut into units that can be searched apart, in any order.

    `specs` are the specs, `bases` what each reference is resolved against. `alphabet` has the
    characters in the order in which a smallest example prefers them; all others come after it.

    Raises:
        DiscoveryError: A character or a base is given twice.
    """

    unit_size: ClassVar[int] = 256
    """The number of references in a unit; the last unit may have fewer."""

    specs: tuple[Spec, ...]
    alphabet: str
    bases: tuple[str, ...]

    def __attrs_post_init__(self) -> None:
        for what, items in (("character", self.alphabet), ("base", self.bases)):
            twice = next((item for item in items if items.count(item) > 1), None)
            if twice is not None:
                raise DiscoveryError(f"the {what} {twice!r} is given twice; give it once")

    def __repr__(self) -> str:
        selectors = ", ".join(spec.selector for spec in self.specs)
        return f"<{type(self).__name__} for {selectors}: {self.statement}>"

    @property
    @abstractmethod
    def references(self) -> int:
        """The number of references."""

    @abstractmethod
    def reference(self, number: int) -> str:
        """Return a reference by its number, from 0."""

    @property
    @abstractmethod
    def extent(self) -> Mapping[str, object]:
        """What tells the space from others, beside its specs and bases."""

    @property
    @abstractmethod
    def statement(self) -> str:
        """What is covered, in words."""

    def to_dict(self) -> Mapping[str, object]:
        """Return the JSON form, which tells what is covered."""
        covered = {"references": self.references, "pairs": self.pairs}
        return {**self.extent, **covered, "statement": self.statement}

    @property
    def units(self) -> int:
        """The number of units."""
        return -(-self.references // self.unit_size)

    @property
    def pairs(self) -> int:
        """The number of pairs of a base and a reference."""
        return self.references * len(self.bases)

    def in_unit(self, unit: int) -> Iterator[str]:
        """Return the references of a unit, which is numbered from 0."""
        start = unit * self.unit_size
        stop = min(start + self.unit_size, self.references)
        return map(self.reference, range(start, stop))

    def size_of(self, unit: int) -> int:
        """Return the number of references in a unit."""
        return min(self.unit_size, self.references - unit * self.unit_size)

    def order(self, item: Input) -> Order:
        """Return what orders inputs by size.

        A shorter reference is smaller, then a smaller base (no base, the shorter one, then by code
        points), then the reference that comes first by the alphabet.
        """
        reference = item.reference
        return len(reference), base_order(item.base), tuple(map(self._rank, reference))

    def _rank(self, character: str) -> int:
        place = self.alphabet.find(character)
        return place if place >= 0 else len(self.alphabet) + ord(character)


def base_order(base: str | None) -> tuple[int, str]:
    """Return what orders bases by size; no base at all is the smallest."""
    return (-1, "") if base is None else (len(base), base)
