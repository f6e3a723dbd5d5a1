"""Why two columns differ.

A cause is found without knowing any standard: each of them goes through the same phases, has a text
behind each, and can go on from the text of another (see `hexapla.comparison.chain`).
"""

import functools
from abc import ABC, abstractmethod
from typing import ClassVar

import attrs

from hexapla.comparison.chain import Parting, chain_of
from hexapla.comparison.difference import Difference, difference_in, difference_of_parts
from hexapla.comparison.key import PARTS, TARGET, CauseKey, key_of_parts, key_of_sides
from hexapla.comparison.run import Input
from hexapla.comparison.sentence import explained
from hexapla.comparison.side import Side
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase


class Cause(ABC):
    """Why two columns differ: the differences that keep them apart.

    `facet` is what they differ about, "parts" or "target".
    """

    facet: ClassVar[str]

    @property
    @abstractmethod
    def deciding(self) -> Difference:
        """The difference without which the columns would agree."""

    @property
    @abstractmethod
    def contributing(self) -> tuple[Difference, ...]:
        """The other differences: with the deciding one gone, they would keep the columns apart."""

    @property
    @abstractmethod
    def key(self) -> CauseKey:
        """What tells the cause from others, whatever the input."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cause):
            return NotImplemented
        return (self.facet, self.deciding) == (other.facet, other.deciding)

    def __hash__(self) -> int:
        return hash((self.facet, self.deciding))

    @property
    def differences(self) -> tuple[Difference, ...]:
        """All differences, in the order of the phases: the deciding one is the last."""
        return (*self.contributing, self.deciding)

    @property
    def phase(self) -> Phase:
        """The phase that decides."""
        return self.deciding.phase

    @property
    def left(self) -> Side:
        """What the earlier column does in the deciding phase."""
        return self.deciding.left

    @property
    def right(self) -> Side:
        """What the later column does in the deciding phase."""
        return self.deciding.right

    @property
    def sentence(self) -> str:
        """What each side does to this input, in plain text: the deciding difference first."""
        (explanation,) = explained([self.differences])
        return explanation.text

    def __repr__(self) -> str:
        left, right = (f"{side.spec} {side.rule.citation.section}" for side in self.deciding.sides)
        return f"<Cause {self.phase}: {left} against {right}>"

    def to_dict(self) -> dict[str, object]:
        """Return the cause's JSON form."""
        return {
            "key": self.key.to_dict(),
            "sentence": self.sentence,
            "differences": [difference.to_dict() for difference in self.differences],
        }


# Many are asked for nothing but their keys: what else there is to a cause is worked out on demand.


@attrs.frozen(eq=False, repr=False, slots=False)
class _CauseOfParts(Cause):
    """Why two columns take a reference apart differently."""

    facet = PARTS

    _left: Reference
    _right: Reference

    @functools.cached_property
    def deciding(self) -> Difference:
        return difference_of_parts(self._left, self._right)

    @property
    def contributing(self) -> tuple[Difference, ...]:
        return ()

    @functools.cached_property
    def key(self) -> CauseKey:
        return key_of_parts(self._left, self._right)


@attrs.frozen(eq=False, repr=False, slots=False)
class _CauseOfTarget(Cause):
    """Why two columns resolve to different targets."""

    facet = TARGET

    _chain: tuple[Parting, ...]

    @functools.cached_property
    def deciding(self) -> Difference:
        return difference_in(*self._chain[-1])

    @functools.cached_property
    def contributing(self) -> tuple[Difference, ...]:
        return tuple(difference_in(*parting) for parting in self._chain[:-1])

    @functools.cached_property
    def key(self) -> CauseKey:
        return key_of_sides(TARGET, self.phase, self.left, self.right)


def cause_of_parts(left: Reference, right: Reference) -> Cause:
    """Return why two specs put the characters of a reference in different parts.

    It is the first range of characters that the two have in components that are not the same.
    """
    return _CauseOfParts(left, right)


def cause_of_target(left: Input, right: Input) -> Cause:
    """Return why two columns resolve to different targets; `left` is the older one."""
    return _CauseOfTarget(chain_of(left, right))
