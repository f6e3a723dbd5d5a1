"""Exhaustive search: every reference up to a length, over an alphabet."""

from collections.abc import Mapping

import attrs

from hexapla.discover.search_space import DiscoveryError, SearchSpace

# Each base has something that no other has, and that a rule of some standard turns on. They are
# short, so that few characters reach what lies behind them. A search up to 4 characters against 46
# bases, those of tests/inputs.py among them, showed no cause that it does not show against these.
BASES: Mapping[str, str] = {
    "http://a/b//c;d?e#f": (
        "all that a base can have, an empty segment among it, and few segments to climb"
    ),
    "http://a": "an authority, and no path to merge with",
    "x:": "nothing after its scheme: no authority, and no path either",
    "1:///a": "a scheme that begins with a digit, and an authority that is empty",
    "a%41:/c//d": "a scheme with an escape in it, and a path below no authority",
    "x:/a//b/c": "an empty segment with another slash after it, to which RFC 1630 counts slashes",
    "": "nothing at all",
}
"""The bases that are built in, each with what it is for."""


@attrs.frozen(slots=False, repr=False)
class ExhaustiveSpace(SearchSpace):
    """All references of up to `max_length` characters of the alphabet.

    They are numbered: the shortest first, those of a length in the alphabet's order.

    Raises:
        DiscoveryError: The length is below 0, or a character or a base is given twice.
    """

    max_length: int

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        if self.max_length < 0:
            raise DiscoveryError("the greatest length is 0 or more")

    @property
    def references(self) -> int:
        """The number of references."""
        return sum(len(self.alphabet) ** length for length in range(self.max_length + 1))

    @property
    def extent(self) -> Mapping[str, object]:
        """What tells the space from others, beside its specs and bases."""
        return {"exhaustive": True, "alphabet": self.alphabet, "max_length": self.max_length}

    def reference(self, number: int) -> str:
        """Return a reference by its number, from 0."""
        size = len(self.alphabet)
        length, of_length = 0, 1
        while number >= of_length:
            number -= of_length
            length, of_length = length + 1, of_length * size
        characters = []
        for _ in range(length):
            number, place = divmod(number, size)
            characters.append(self.alphabet[place])
        return "".join(reversed(characters))

    @property
    def statement(self) -> str:
        """What is covered, in words."""
        return (
            f"every string up to length {self.max_length} over the alphabet {self.alphabet!r} of "
            f"{len(self.alphabet)}: {self.references:,} references, alone and against each base "
            f"of a set of {len(self.bases)}: {self.pairs:,} pairs"
        )
