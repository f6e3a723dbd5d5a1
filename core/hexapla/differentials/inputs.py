"""The URLs that a search tries: exhaustive URLs, random URLs, and the caller's own URLs.

An exhaustive URL consists of a prefix and a short string over an alphabet; all of them are tried.
"""

import functools
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import attrs

from hexapla.discover.inputs import InputOrder, SearchInput, input_order
from hexapla.discover.search_space import ExhaustiveSpace, SampledSpace
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted
from hexapla.text.escapes import escaped_octets
from hexapla.values.checked import checked, checked_items
from hexapla.values.value import Value

ALPHABET = "ab:/?#@\\[]%."
"""The default alphabet: letters, delimiters, and other characters that parsers treat specially."""
PREFIX = "http://"
MAX_LENGTH = 4
COUNT = 5_000
SEED = 0

# The share of random URLs that are composed of pieces, rather than drawn from a grammar.
_ASSEMBLED = 0.75
# The fractional parts of this number's multiples are spread as evenly as possible.
_GOLDEN_SECTION = 0.618


def _data(name: str) -> Any:
    return json.loads((Path(__file__).parent / name).read_text("utf-8"))


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return checked_items(texts, "against")


def _scattered(count: int) -> Iterator[int]:
    """Yield the numbers below `count`, each once, in an order that separates close numbers."""
    step = round(count * _GOLDEN_SECTION)
    while math.gcd(step, count) != 1:
        step += 1
    return (number * step % count for number in range(count))


@attrs.frozen(slots=False, repr=False)
class Inputs(Value):
    """The URLs that a search tries.

    Attributes:
        specs: The specs from whose grammars URLs are drawn.
        alphabet: The characters after the prefix in an exhaustive URL. Of two examples of the same
            length, the one with characters listed earlier is preferred; characters outside the
            alphabet come last.
        max_length: The maximum number of characters after the prefix in an exhaustive URL.
        prefix: The beginning of each exhaustive URL. Shrinking never changes this beginning.
        count: The number of random URLs.
        seed: The seed of the random URLs.
        against: The caller's URLs.

    Raises:
        DiscoveryError: `max_length` is below 0, or a character occurs twice in `alphabet`.
        TypeError: A value has the wrong type.
    """

    _json_members = (
        "alphabet",
        "max_length",
        "prefix",
        "exhaustive=space.references",
        "count",
        "seed",
        "against",
        "statement",
    )

    specs: tuple[Spec, ...]
    alphabet: str = ALPHABET
    max_length: int = MAX_LENGTH
    prefix: str = PREFIX
    count: int = COUNT
    seed: int = SEED
    against: tuple[str, ...] = attrs.field(default=(), converter=_texts)

    def __attrs_post_init__(self) -> None:
        checked(self.alphabet, "alphabet")
        checked(self.prefix, "prefix")
        for parameter in ("max_length", "count", "seed"):
            checked(getattr(self, parameter), parameter, int)
        assert self.space is not None  # raises an error if the values are invalid

    @functools.cached_property
    def space(self) -> ExhaustiveSpace:
        """The search space of the exhaustive URLs, without the prefix."""
        return ExhaustiveSpace(self.specs, self.alphabet, (), self.max_length)

    @functools.cached_property
    def _sample(self) -> SampledSpace | None:
        if all(spec.standard.syntax is None for spec in self.specs):
            return None
        return SampledSpace(self.specs, self.alphabet, (), self.seed, self.count)

    def drawn(self, number: int) -> str:
        """Draw the random URL with the given number; with the same seed, it is always the same.

        The numbers start at 0.
        """
        random = Random(f"{self.seed} {number} drawn")
        if self._sample is None or random.random() < _ASSEMBLED:
            text = "".join(map(random.choice, _PIECES.values()))
        else:
            text = self._sample.reference(number)
        for _ in range(random.choice((0, 1, 1, 2, 3))):
            text = random.choice(_MUTATIONS)(text, random)
        return text

    def __iter__(self) -> Iterator[str]:
        """Yield each URL once: the caller's URLs, the random URLs, then the exhaustive URLs.

        The exhaustive search yields similar URLs far apart from each other. Otherwise, a program
        that fails on similar URLs would fail many times in a row, and would no longer be asked.
        """
        seen = set(self.against)
        yield from dict.fromkeys(self.against)
        for text in map(self.drawn, range(self.count)):
            if text not in seen and not self.is_exhausted(text):
                seen.add(text)
                yield text
        for number in _scattered(self.space.references):
            text = self.prefix + self.space.reference(number)
            if text not in seen:
                yield text

    def __len__(self) -> int:
        """Return the maximum number of URLs; there are fewer if a URL occurs more than once."""
        return self.space.references + self.count + len(self.against)

    def is_exhausted(self, text: str) -> bool:
        """Return whether a URL is one of the exhaustive URLs."""
        return (
            len(text) <= len(self.prefix) + self.max_length
            and text.startswith(self.prefix)
            and set(self.alphabet).issuperset(text[len(self.prefix) :])
        )

    def order(self, url: str) -> InputOrder:
        """Return a key that orders URLs by length, then by the order of the alphabet."""
        return input_order(self.alphabet, SearchInput(url))

    @property
    def statement(self) -> str:
        """A description of the URLs."""
        behind = f" after {self.prefix!r}" if self.prefix else ""
        alphabet = f"{self.alphabet!r} ({counted(len(self.alphabet), 'character')})"
        parts = [
            f"every string up to length {self.max_length} over the alphabet {alphabet}{behind}: "
            f"{counted(self.space.references, 'URL')}"
        ]
        if self.count:
            parts.append(f"a sample of {self.count:,} drawn with the seed {self.seed}")
        if self.against:
            parts.append(f"{len(self.against):,} of your own")
        return "; ".join(parts)

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return super().to_dict() | {"against": len(self.against)}


# Pieces of URLs, taken from standards, advisories and the tests of parsers; parsers are likely to
# treat them differently. The pieces don't include any whole URL that two programs are known to
# parse differently.
_PIECES: Mapping[str, Sequence[str]] = _data("pieces.json")

_DELIMITERS = ":/?#@\\[];%&=."
# Delimiters, white space, invisible characters, characters that look like delimiters, and escapes.
_INSERTED: Sequence[str] = _data("insertions.json")


_Mutation = Callable[[str, Random], str]


def _replaced(by: _Mutation, *, anywhere: bool = False) -> _Mutation:
    """Return a mutation that replaces a random delimiter with the result of `by`.

    If `anywhere` is true, any character can be replaced.
    """

    def replaced(text: str, random: Random) -> str:
        places = range(len(text)) if anywhere else _delimiters(text)
        if not places:
            return text
        place = random.choice(places)
        return text[:place] + by(text[place], random) + text[place + 1 :]

    return replaced


def _delimiters(text: str) -> list[int]:
    return [place for place, character in enumerate(text) if character in _DELIMITERS]


def _swapped(text: str, random: Random) -> str:
    """Swap a delimiter with another delimiter, or with the following character."""
    places, characters = _delimiters(text), list(text)
    if places:
        one, other = random.choice(places), random.choice(places)
        if one == other:
            other = min(one + 1, len(text) - 1)
        characters[one], characters[other] = characters[other], characters[one]
    return "".join(characters)


def _inserted(text: str, random: Random) -> str:
    place = random.randint(0, len(text))
    return text[:place] + random.choice(_INSERTED) + text[place:]


_MUTATIONS: Sequence[_Mutation] = (
    _replaced(lambda character, _: character * 2),
    _replaced(lambda character, _: escaped_octets(character.encode())),
    _replaced(lambda character, _: escaped_octets(character.encode()).replace("%", "%25")),
    _replaced(lambda *_: ""),
    _swapped,
    _inserted,
    _inserted,
    _replaced(lambda _, random: random.choice(_INSERTED), anywhere=True),
    _replaced(lambda character, _: character.swapcase(), anywhere=True),
)
