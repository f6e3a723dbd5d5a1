"""Check whether a grammar derives a string and, if not, find the first invalid character."""

import functools
import string
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import NoReturn

import attrs

from hexapla.grammar.acceptor import Acceptor, State
from hexapla.grammar.derivation import PlacedEvent
from hexapla.grammar.expression import Characters
from hexapla.grammar.grammar import Grammar
from hexapla.text.escapes import OCTETS, unescaped_where
from hexapla.text.signs import in_quotes
from hexapla.text.span import Span
from hexapla.values.value import Value


class Verdict(StrEnum):
    """A verdict on a string; NO_PRODUCTION means that the grammar has no production for it."""

    YES = "yes"
    NO = "no"
    NO_PRODUCTION = "no-production"

    @property
    def words(self) -> str:
        """The verdict as shown to users."""
        if self is Verdict.NO_PRODUCTION:
            return "not covered"
        return self.value

    # Hash verdicts as strings, because an enum's own hash is slower and verdicts are hashed for
    # every row of a corpus.
    __hash__ = str.__hash__


@attrs.frozen(repr=False)
class Expected(Value):
    """The characters that are possible at a position in a string, and whether it may end there.

    Attributes:
        classes: The names of rules that each derive a set of single characters.
        characters: Other single characters.
        end: Whether the string could also end at this position.
        words: A description of all possibilities, such as "a letter, a digit or one of +-.:".
    """

    classes: tuple[str, ...]
    characters: str
    end: bool
    words: str = ""

    def __str__(self) -> str:
        return self.words or ", ".join((*self.classes, *self.characters))


@attrs.frozen(repr=False)
class Validity(Value):
    """The validity of a string under a grammar.

    If the verdict is no, `offset` is the offset, in code points, of the first character that no
    derivation can accept, or at which the string violates a further requirement. If the string ends
    too early, `offset` is the length of the string. Otherwise, or if the position is unknown,
    `offset` is None.

    Attributes:
        verdict: The verdict: valid, invalid, or not covered by any production.
        productions: The rules that make a string valid.
        ends_too_early: Whether the string ends before a derivation is complete.
        expected: The characters that are possible at the offset instead, and whether the string may
            end there; None if the string is valid, or if the possibilities are unknown.
        length: The length of the invalid substring at the offset.
        error: The standard's name for the error; "" if it is unknown.
    """

    verdict: Verdict
    productions: tuple[str, ...]
    offset: int | None = None
    ends_too_early: bool = False
    expected: Expected | None = None
    length: int = 1
    error: str = ""

    def __bool__(self) -> NoReturn:
        raise TypeError("a Validity has no truth value; use its .verdict")

    def __str__(self) -> str:
        verdict = self.verdict.value
        if self.offset is None:
            return verdict
        return f"{verdict}, at {self.offset}"


NOT_COVERED = Validity(Verdict.NO_PRODUCTION, ())
"""The validity of a string for which a grammar has no production."""


def validator(grammar: Grammar, productions: Iterable[str]) -> Callable[[str], Validity]:
    """Return a function that checks whether any of the productions derives a string.

    The function runs in time linear in the length of the string. If there are no productions, the
    verdict is always NO_PRODUCTION.
    """
    names = tuple(productions)
    if not names:
        return lambda _: NOT_COVERED
    acceptor, valid = grammar.acceptor(*names), Validity(Verdict.YES, names)

    def validate(text: str) -> Validity:
        if acceptor.accepts(text):
            return valid
        return _invalid(grammar, names, acceptor, text)

    return validate


def _invalid(grammar: Grammar, names: tuple[str, ...], acceptor: Acceptor, text: str) -> Validity:
    """Return the validity of an invalid string, with the offset where the automaton gets stuck."""
    (last,) = deque(enumerate(acceptor.states_along(text)), maxlen=1)
    offset, state = last
    expected = _expected(grammar, acceptor, state)
    return Validity(Verdict.NO, names, offset, offset == len(text), expected)


# Cached because strings are rejected in only a few different states, and describing a state is
# slow.
@functools.lru_cache(maxsize=4096)
def _expected(grammar: Grammar, acceptor: Acceptor, state: State) -> Expected:
    """Describe the characters that are possible in a state: classes first, then the others."""
    left = Characters()
    for number, members in enumerate(acceptor.classes):
        if state[number].live:
            left |= members
    words = _in_words(left, ends=state.accepting)
    names_of_classes = []
    largest_first = sorted(grammar.character_classes.items(), key=lambda item: -len(item[1]))
    for name, characters in largest_first:
        if len(characters) > 1 and not characters - left:
            names_of_classes.append(name)
            left = left - characters
    return Expected(tuple(names_of_classes), "".join(left), state.accepting, words)


_LETTERS = frozenset(string.ascii_letters)
_DIGITS = frozenset(string.digits)
_HEXADECIMAL = frozenset(string.hexdigits)
_MOST_LISTED = 24
"""The maximum number of characters listed; more characters become "most punctuation"."""


def _in_words(characters: Characters, *, ends: bool) -> str:
    """Describe in words which characters are possible, and whether the string may end."""
    ascii_characters = {chr(code) for code in range(0x80) if chr(code) in characters}
    words = []
    if ascii_characters & _LETTERS == _HEXADECIMAL - _DIGITS:
        words.append("a hexadecimal digit")
        ascii_characters -= _HEXADECIMAL
    for name, members in (("a letter", _LETTERS), ("a digit", _DIGITS)):
        if members <= ascii_characters:
            words.append(name)
            ascii_characters -= members
    listed = "".join(sorted(ascii_characters))
    if len(listed) > _MOST_LISTED:
        words.append("most punctuation")
    elif len(listed) > 1:
        words.append(f"one of {listed}")
    elif listed:
        words.append(in_quotes(listed))
    if characters and characters.ranges[-1][1] >= _FIRST_BEYOND_ASCII:
        words.append("a character beyond US-ASCII")
    if ends:
        words.append("the end")
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"


_FIRST_BEYOND_ASCII = 0x80


# The parts of an absolute URL under the production for the URL's scheme.


@attrs.frozen(repr=False)
class SchemePart(Value):
    """A named part of a URL, as written and decoded; each escape becomes a Latin-1 character.

    Attributes:
        name: The rule that derives the part.
        raw: The part as written.
        start: The offset of the part's start, in code points.
        stop: The offset of the part's end.
    """

    _json_members = ("name", "raw", "decoded", "span")

    name: str
    raw: str
    start: int
    stop: int

    @property
    def decoded(self) -> str:
        """The part with every %XX decoded once; other characters are unchanged."""
        return unescaped_where(self.raw, OCTETS)

    @property
    def span(self) -> Span:
        """The span of the part."""
        return Span(self.start, self.stop)


@attrs.frozen(repr=False)
class SchemeParts(Value):
    """The parts of a URL under a standard's production for the URL's scheme.

    `validity` shows whether the production derives the URL and, if not, where the error is. `parts`
    are in the order of the text. If there is a second derivation with different parts,
    `other_parts` contains its parts. `remark` is the standard's reason for having no production, or
    for preferring the first derivation; it is empty if the standard gives no reason.

    Attributes:
        production: The rule for the scheme; None if the standard has no rule for it.
    """

    production: str | None = None
    parts: tuple[SchemePart, ...] = ()
    validity: Validity = NOT_COVERED
    remark: str = ""
    other_parts: tuple[SchemePart, ...] = ()


def parts_of(events: Sequence[PlacedEvent], text: str, offset: int = 0) -> tuple[SchemePart, ...]:
    """Convert the events of a derivation to parts, sorted by their starts.

    If `text` is a substring, `offset` is its offset in the whole string, in code points.
    """
    parts = []
    ends: list[int] = []
    for start, (rule, begins) in reversed(events):
        if begins:
            stop = ends.pop()
            parts.append(SchemePart(rule, text[start:stop], start + offset, stop + offset))
        else:
            ends.append(start)
    return tuple(reversed(parts))
