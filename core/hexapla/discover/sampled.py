"""A sample: references drawn from the grammars, longer than any that can all be tried."""

import functools
from collections.abc import Mapping
from random import Random

import attrs

from hexapla.discover.search_space import DiscoveryError, SearchSpace
from hexapla.grammar.characters import Characters
from hexapla.grammar.expression import (
    Alternation,
    Concatenation,
    Expression,
    Literal,
    Marked,
    Repetition,
)

# A repetition goes on, and a character is one of the alphabet where it can be, this often.
_GOES_ON = 0.5
_OF_THE_ALPHABET = 0.75


@attrs.frozen(slots=False, repr=False)
class SampledSpace(SearchSpace):
    """`count` references, each drawn from what a rule of a spec's grammar derives.

    The rules are those by which a reference is valid, and the one for relative references. What is
    drawn depends on nothing but the seed, the number of the draw, the specs and the alphabet,
    whose characters come more often than others.

    Raises:
        DiscoveryError: No spec has a grammar, or a character or a base is given twice.

    Attributes:
        seed: Another one draws others; the same one draws the same.
    """

    seed: int
    count: int

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        if not self._expressions:
            raise DiscoveryError("none of the columns has a grammar to draw from")

    @functools.cached_property
    def _expressions(self) -> tuple[Expression, ...]:
        return tuple(
            spec.grammar.expression(rule)
            for spec in self.specs
            if spec.syntax is not None and spec.grammar is not None
            for rule in dict.fromkeys(
                (*spec.syntax.productions, spec.syntax.roles.get("relative", ""))
            )
            if rule
        )

    @property
    def references(self) -> int:
        """The number of draws."""
        return self.count

    @property
    def extent(self) -> Mapping[str, object]:
        """What tells the space from others, beside its specs and bases."""
        drawn = {"seed": self.seed, "count": self.count}
        return {"exhaustive": False, "alphabet": self.alphabet, **drawn}

    def reference(self, number: int) -> str:
        """Draw a reference; the same one each time for a number."""
        random = Random(f"{self.seed} {number}")
        return "".join(self._drawn(random.choice(self._expressions), random))

    def _drawn(self, expression: Expression, random: Random) -> list[str]:
        match expression:
            case Literal(characters):
                return [self._character(characters, random)]
            case Concatenation(items):
                return [text for item in items for text in self._drawn(item, random)]
            case Alternation(items) if items:
                return self._drawn(random.choice(items), random)
            case Marked(_, item):
                return self._drawn(item, random)
            case Repetition(item, least, most):
                times = least
                while times != most and random.random() < _GOES_ON:
                    times += 1
                return [text for _ in range(times) for text in self._drawn(item, random)]
        raise ValueError("a rule that derives nothing can't be drawn from")

    def _character(self, characters: Characters, random: Random) -> str:
        liked = [character for character in self.alphabet if character in characters]
        if liked and random.random() < _OF_THE_ALPHABET:
            return random.choice(liked)
        place = random.randrange(len(characters))
        for first, last in characters.ranges:
            if place <= last - first:
                break
            place -= last - first + 1
        return chr(first + place)

    @property
    def statement(self) -> str:
        """What is covered, in words."""
        return (
            f"a sample, which covers nothing in full: {self.count:,} references drawn with the "
            f"seed {self.seed} from the grammars of the columns, alone and against each base of a "
            f"set of {len(self.bases)}: {self.pairs:,} pairs; examples are shrunk as far as "
            "leaving out and replacing goes, and need not be the smallest"
        )
