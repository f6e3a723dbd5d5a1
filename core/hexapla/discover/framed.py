"""The references of a frame: all short sequences of pieces of text between two fixed strings."""

import attrs

from hexapla.discover.inputs import spelling
from hexapla.standard.frame import SearchFrame
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class FramedReferences(Value):
    """The references of a frame, numbered from 0.

    References with fewer pieces come first. References with equally many pieces are sorted by the
    order of their pieces.

    Attributes:
        before: The text with which each reference begins.
        pieces: The pieces of text from which references are formed, in any order and with
            repetition.
        max_length: The maximum number of pieces in a reference.
        after: The text with which each reference ends.
    """

    before: str
    pieces: tuple[str, ...] = attrs.field(converter=tuple[str, ...])
    max_length: int
    after: str = ""

    @classmethod
    def of(cls, frame: SearchFrame) -> "FramedReferences":
        """Create the references of a frame."""
        return cls(*frame)

    @property
    def references(self) -> int:
        """The number of sequences of pieces; several sequences may spell the same reference."""
        return sum(len(self.pieces) ** length for length in range(self.max_length + 1))

    def reference(self, number: int) -> str:
        """Return the reference with the given number."""
        return "".join((self.before, *self._sequence(number), self.after))

    def is_repeated(self, number: int) -> bool:
        """Return whether another sequence of pieces is preferred for the same reference."""
        pieces = self._sequence(number)
        return tuple(spelling(self.pieces, "".join(pieces))) != pieces

    def has(self, text: str) -> bool:
        """Return whether a string is one of the references."""
        if not text.startswith(self.before):
            return False
        rest = text.removeprefix(self.before)
        if not rest.endswith(self.after):
            return False
        between = rest.removesuffix(self.after)
        pieces = spelling(self.pieces, between)
        return len(pieces) <= self.max_length and set(pieces) <= set(self.pieces)

    def _sequence(self, number: int) -> tuple[str, ...]:
        pieces: list[str] = []
        while number:
            number, place = divmod(number - 1, len(self.pieces))
            pieces.insert(0, self.pieces[place])
        return tuple(pieces)
