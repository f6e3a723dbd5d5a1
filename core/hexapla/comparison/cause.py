"""Why two columns differ.

A cause is found without knowing any standard: each of them goes through the same phases, has a text
behind each, and can go on from the text of another (see `hexapla.comparison.chain`).
"""

import functools
from collections.abc import Callable

import attrs

from hexapla.comparison.chain import chain_of
from hexapla.comparison.difference import Difference, difference_in, difference_of_parts
from hexapla.comparison.key import PARTS, TARGET, CauseKey, key_of_sides
from hexapla.comparison.run import Input
from hexapla.comparison.sentence import explained
from hexapla.comparison.side import Side
from hexapla.standard.phases import Phase
from hexapla.standard.reference import Reference


@attrs.frozen(repr=False, slots=False)
class Cause:
    """Why two columns differ: the differences that keep them apart.

    `facet` is what they differ about, "parts" or "target". `deciding` is the difference without
    which the columns would agree.
    """

    facet: str
    deciding: Difference
    _find_contributing: Callable[[], tuple[Difference, ...]] = attrs.field(eq=False)

    @functools.cached_property
    def contributing(self) -> tuple[Difference, ...]:
        """The other differences: with the deciding one gone, they would keep the columns apart."""
        return self._find_contributing()

    @property
    def differences(self) -> tuple[Difference, ...]:
        """All differences, in the order of the phases: the deciding one is the last."""
        return (*self.contributing, self.deciding)

    @functools.cached_property
    def key(self) -> CauseKey:
        """What tells the cause from others, whatever the input."""
        return key_of_sides(self.facet, self.phase, self.left, self.right)

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


def cause_of_parts(left: Reference, right: Reference) -> Cause:
    """Find why two specs put the characters of a reference in different parts.

    It is the first stretch of characters that the two have in components that are not the same.
    """
    return Cause(PARTS, difference_of_parts(left, right), tuple)


def cause_of_target(left: Input, right: Input) -> Cause:
    """Find why two columns resolve to different targets; `left` is the older one."""
    *contributing, deciding = chain_of(left, right)

    def find_contributing() -> tuple[Difference, ...]:
        return tuple(difference_in(*link) for link in contributing)

    return Cause(TARGET, difference_in(*deciding), find_contributing)
