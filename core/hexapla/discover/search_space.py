"""The references that a search tries: all up to a maximum length, or a random sample."""

import functools
import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import attrs

from hexapla.discover.framed import FramedReferences
from hexapla.discover.inputs import InputOrder, SearchInput, input_order
from hexapla.grammar.expression import (
    Alternation,
    Characters,
    Concatenation,
    Expression,
    Literal,
    Marked,
    Repetition,
)
from hexapla.jobs.input_files import content_of, input_name
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted
from hexapla.text.json_text import json_value
from hexapla.values.errors import HexaplaError
from hexapla.values.value import Value

# Each base has a feature that no other base has and on which a rule of some standard depends. The
# bases are short, so that a reference needs only a few characters to reach each feature. A search
# over all references of up to 4 characters with 46 bases, including those of tests/inputs.py, found
# no cause that isn't also found with the bases here.
BASES: Mapping[str, str] = {
    "http://a/b//c;d?e#f": ("all components, an empty segment, and few segments to climb"),
    "http://a": "an authority, and no path to merge with",
    "x:": "nothing after its scheme: neither an authority nor a path",
    "1:///a": "a scheme that begins with a digit, and an empty authority",
    "a%41:/c//d": "a scheme with an escape in it, and a path without an authority",
    "x:/a//b/c": "a double slash with another slash after it, since RFC 1630 counts slashes",
    "": "nothing at all",
}
"""The built-in bases, each with its purpose."""


def telling_bases(specs: Iterable[Spec]) -> Mapping[str, str]:
    """Return the built-in bases and the specs' own bases, each with its purpose."""
    bases = dict(BASES)
    for spec in specs:
        bases.update(spec.standard.telling_bases)
    return bases


def telling_frames(specs: Iterable[Spec]) -> tuple[FramedReferences, ...]:
    """Return the frames (pieces between fixed strings) on which specs are likely to differ."""
    frames = itertools.chain.from_iterable(spec.standard.telling_frames for spec in specs)
    return tuple(map(FramedReferences.of, dict.fromkeys(frames)))


def telling_pieces(specs: Iterable[Spec]) -> tuple[str, ...]:
    """Return the pieces of references on which specs are likely to differ."""
    pieces = itertools.chain.from_iterable(spec.standard.telling_pieces for spec in specs)
    return tuple(dict.fromkeys(pieces))


ExampleOrder = tuple[tuple[int, ...], InputOrder]
"""The sort key of a class's examples: values for a `plain` space (else empty), and the size."""

# The probability that a repetition continues.
_GOES_ON = 0.5
# The probability that a character is taken from the alphabet, if the grammar allows any of the
# alphabet's characters.
_OF_THE_ALPHABET = 0.75


class DiscoveryError(HexaplaError, ValueError):
    """An impossible search or an unusable file; the message says what to do."""


@contextmanager
def result_in(path: Path, command: str) -> Iterator[Any]:
    """Yield the JSON value in a command's output file; the path `-` means standard input.

    Args:
        path: The path of the file.
        command: The name of the command, for the error message.

    Raises:
        DiscoveryError: The file doesn't contain JSON in UTF-8, or the `with` block raises an error
            because the value has another form.
        OSError: The file can't be read.
    """
    try:
        yield json_value(content_of(path).decode("utf-8"))
    except (ValueError, KeyError, TypeError) as error:
        # The message of a decoding error would quote the whole content.
        why = "it isn't UTF-8" if isinstance(error, UnicodeDecodeError) else repr(error)
        raise DiscoveryError(
            f"{input_name(path)} isn't an output of hexapla {command} ({why}); name another file"
        ) from error


def _check_pieces(pieces: tuple[str, ...]) -> None:
    if "" in pieces:
        raise DiscoveryError("a piece must have at least one character")
    _check_once("piece", pieces)


def _check_once(what: str, items: tuple[str, ...]) -> None:
    for item in items:
        if items.count(item) > 1:
            raise DiscoveryError(f"the {what} {item!r} is given twice; give it once")


@attrs.frozen(slots=False, repr=False)
class SearchSpace(Value, ABC):
    """References to search, in units that can be searched separately and in any order.

    `specs` are the specs to compare. `bases` are the bases against which each reference is
    resolved. `alphabet` contains pieces of text. Of two examples of the same size, the one with
    pieces listed earlier is preferred; characters outside the alphabet come last.

    The example of a class is the smallest input: inputs are compared by their number of pieces, and
    then by their number of characters. If the space is `plain`, inputs are first compared by the
    number of ways in which the specs differ, then by the number of characters that are hard to
    read, and then by length.

    Raises:
        DiscoveryError: A piece or a base is given twice, or a piece is empty.
    """

    unit_size: ClassVar[int] = 256
    """The number of references in a unit; the last unit may have fewer."""
    _exhaustive: ClassVar[bool]

    specs: tuple[Spec, ...]
    alphabet: tuple[str, ...] = attrs.field(converter=tuple[str, ...])
    bases: tuple[str, ...]
    plain: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        _check_pieces(self.alphabet)
        _check_once("base", self.bases)

    @property
    def pieces(self) -> tuple[str, ...]:
        """The pieces that determine the size of examples, in order of preference."""
        return self.alphabet

    @property
    def selectors(self) -> tuple[str, ...]:
        """The selectors of the specs."""
        return tuple(spec.selector for spec in self.specs)

    @property
    @abstractmethod
    def references(self) -> int:
        """The number of references."""

    @abstractmethod
    def reference(self, number: int) -> str:
        """Return the reference with the given number (from 0)."""

    @property
    def extent(self) -> Mapping[str, object]:
        """The values that identify the space, in addition to its specs and bases."""
        return super().to_dict()

    @property
    @abstractmethod
    def statement(self) -> str:
        """A description of the space."""

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form, which describes the space."""
        covered = {"references": self.references, "pairs": self.pairs, "statement": self.statement}
        return {**self.extent, **covered}

    def is_repeated(self, number: int) -> bool:
        """Return whether a reference is skipped because it also occurs under another number."""
        return False

    @property
    def units(self) -> int:
        """The number of units."""
        return -(-self.references // self.unit_size)

    @property
    def pairs(self) -> int:
        """The number of pairs of a base and a reference."""
        return self.references * len(self.bases)

    def in_unit(self, unit: int) -> range:
        """Return the numbers of the references in a unit; units are numbered from 0."""
        start = unit * self.unit_size
        return range(self.references)[start : start + self.unit_size]

    def order(self, item: SearchInput) -> ExampleOrder:
        """Return a key that sorts the examples of a class; the best example comes first."""
        size = input_order(self.pieces, item)
        if not self.plain:
            return (), size
        return (item.differences, item.unreadable, len(item.reference)), size


@attrs.frozen(slots=False, repr=False)
class ExhaustiveSpace(SearchSpace):
    """All references of up to `max_length` pieces of the alphabet, and all references of frames.

    The references are sorted by their number of pieces, then in the order of the alphabet. The
    references of each frame follow in the same order.

    Attributes:
        max_length: The maximum number of pieces in a reference.
        frames: Frames (pieces between fixed strings) whose references are searched as well.

    Raises:
        DiscoveryError: A maximum length is below 0, a piece or a base is given twice, or a piece is
            empty.
    """

    _json_members = ("exhaustive=_exhaustive", "alphabet", "max_length", "frames", "plain")
    _exhaustive = True

    max_length: int
    frames: tuple[FramedReferences, ...] = ()

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        for frame in self._all:
            _check_pieces(frame.pieces)
            if frame.max_length < 0:
                raise DiscoveryError("the maximum length must be at least 0")

    @functools.cached_property
    def _all(self) -> tuple[FramedReferences, ...]:
        """A frame for the alphabet, without fixed strings, followed by the given frames."""
        return FramedReferences("", self.alphabet, self.max_length), *self.frames

    @functools.cached_property
    def pieces(self) -> tuple[str, ...]:
        """The pieces of the alphabet, followed by the pieces of the frames."""
        of_frames = itertools.chain.from_iterable(frame.pieces for frame in self.frames)
        return tuple(dict.fromkeys((*self.alphabet, *of_frames)))

    @property
    def references(self) -> int:
        """The number of sequences of pieces; several sequences may spell the same reference."""
        return sum(frame.references for frame in self._all)

    def reference(self, number: int) -> str:
        """Return the reference with the given number (from 0)."""
        frame, place = self._place(number)
        return frame.reference(place)

    def is_repeated(self, number: int) -> bool:
        """Return whether a reference also results from preferred pieces or an earlier frame."""
        frame, place = self._place(number)
        if frame.is_repeated(place):
            return True
        text = frame.reference(place)
        for earlier in self._all:
            if earlier is frame:
                return False
            if earlier.has(text):
                return True
        return False

    def _place(self, number: int) -> tuple[FramedReferences, int]:
        """Return the frame of a numbered reference, and the reference's number in the frame."""
        for frame in self._all:
            if number < frame.references:
                return frame, number
            number -= frame.references
        raise IndexError("there is no reference with this number")

    @property
    def statement(self) -> str:
        """A description of the space."""
        count, text = len(self.alphabet), "".join(self.alphabet)
        alphabet = f"{text!r} ({counted(count, 'character')})"
        if count < len(text):
            pieces = ", ".join(map(repr, self.alphabet))
            alphabet = f"{pieces} ({counted(count, 'piece')})"
        frames = ""
        if self.frames:
            frames = f", and longer ones in {counted(len(self.frames), 'frame')}"
        return (
            f"every string up to length {self.max_length} over the alphabet {alphabet}{frames}: "
            f"{counted(self.references, 'reference')}, alone and against "
            f"{counted(len(self.bases), 'base')} ({counted(self.pairs, 'pair')})"
        )


@attrs.frozen(slots=False, repr=False)
class SampledSpace(SearchSpace):
    """`count` references, each drawn at random from a grammar rule of a spec.

    The rules are those for valid references, and the rule for relative references. A drawn
    reference depends only on the seed, the number of the draw, the specs and the alphabet.
    Characters of the alphabet are more frequent than other characters.

    Raises:
        DiscoveryError: No spec has a grammar, a piece or a base is given twice, or a piece is
            empty.

    Attributes:
        seed: The seed of the draws.
    """

    _json_members = ("exhaustive=_exhaustive", "alphabet", "seed", "count", "plain")
    _exhaustive = False

    seed: int
    count: int

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        if not self._expressions:
            raise DiscoveryError(
                "none of the standards has a grammar to draw from; name another standard"
            )

    @functools.cached_property
    def _expressions(self) -> tuple[Expression, ...]:
        expressions: list[Expression] = []
        for spec in self.specs:
            syntax, grammar = spec.standard.syntax, spec.standard.grammar
            if syntax is None or grammar is None:
                continue
            rules = dict.fromkeys(syntax.productions)
            relative = syntax.roles.get("relative")
            if relative:
                rules[relative] = None
            expressions += map(grammar.expression, rules)
        return tuple(expressions)

    @property
    def references(self) -> int:
        """The number of draws."""
        return self.count

    def reference(self, number: int) -> str:
        """Draw the reference with the given number; a number always gives the same reference."""
        random = Random(f"{self.seed} {number}")
        expression = random.choice(self._expressions)
        return "".join(self._drawn(expression, random))

    def _drawn(self, expression: Expression, random: Random) -> Iterator[str]:
        match expression:
            case Literal(characters):
                yield self._character(characters, random)
            case Concatenation(items):
                for item in items:
                    yield from self._drawn(item, random)
            case Alternation(items) if items:
                yield from self._drawn(random.choice(items), random)
            case Marked(_, item):
                yield from self._drawn(item, random)
            case Repetition(item, least, most):
                times = least
                while times != most and random.random() < _GOES_ON:
                    times += 1
                for _ in range(times):
                    yield from self._drawn(item, random)
            case _:
                raise ValueError("can't draw from a rule that derives no text")

    def _character(self, characters: Characters, random: Random) -> str:
        liked = [piece for piece in self.alphabet if len(piece) == 1 and piece in characters]
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
        """A description of the space."""
        return (
            f"a sample, which isn't exhaustive: {counted(self.count, 'reference')} drawn with the "
            f"seed {self.seed} from the grammars of the standards, alone and against "
            f"{counted(len(self.bases), 'base')} ({counted(self.pairs, 'pair')}); examples are "
            "shrunk, but need not be the smallest"
        )
