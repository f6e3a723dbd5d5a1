"""The borders of an agreement: where a character or the end of a part leads outside the agreement.

A reader is a standard or a parser. The readers begin to differ where a transition of a part's
automaton leads outside the agreement, or where a part ends too early. Each border has one of the
shortest URLs that cross the border, and each reader's result for this URL. Characters after which
the readers behave in the same way share a border.
"""

from collections.abc import Iterable, Iterator, Mapping

import attrs

from hexapla.agreements.parts import LEFT_OUT, SCHEME, TITLES, Asking
from hexapla.agreements.question import AgreementQuestion
from hexapla.agreements.shape import Shape, shape_of
from hexapla.divergence.answers import ACCEPTS, NotTold
from hexapla.divergence.divergence import DivergenceClass, ProgramReading, divergence
from hexapla.divergence.model import HOST
from hexapla.grammar.automaton import DEAD, Automaton
from hexapla.grammar.expression import Characters
from hexapla.implementations.asking import Answer, UrlCase
from hexapla.operations.authority import UrlComponents
from hexapla.standard.display import show_cut
from hexapla.text.escapes import ascii_lower
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import Value

Read = Mapping[str, str | bool | None]
"""The values that a reader reports about a URL, keyed by aspect."""


@attrs.frozen(repr=False)
class Border(Value):
    """A border of an agreement.

    Attributes:
        part: The name of the part that contains the border.
        url: One of the shortest URLs that cross the border.
        before: The text of the part before the border.
        characters: The characters that lead outside the agreement; no reader distinguishes between
            them here. None if the border is the end of the part.
        reads: What each reader reports about the URL, keyed by the reader's name; None for a reader
            that rejects the URL.
    """

    part: str
    url: str
    before: str
    characters: Characters | None
    reads: Mapping[str, Read | None]

    @property
    def says(self) -> str:
        """A description of the place where the agreement ends."""
        what = "its end"
        if self.characters is not None:
            what = in_ranges(self.characters)
        after = "at the start"
        if self.before:
            after = f"after {show_cut(self.before)}"
        return f"{TITLES[self.part]}, {after}: {what}"

    @property
    def difference(self) -> DivergenceClass | None:
        """The class of the difference between the first reader and the next that sees another host.

        Only readers that report a host are considered. If they all report the same host, the value
        is None. The classes are those of `hexapla.differential`.
        """
        told = [(name, read[HOST]) for name, read in self.reads.items() if read and HOST in read]
        for name, host in told[1:]:
            first, expected = told[0]
            if host != expected:
                left = self._reading(first, expected)
                right = self._reading(name, host)
                return divergence(HOST, left, right, ()).item
        return None

    def _reading(self, name: str, host: str | bool | None) -> ProgramReading:
        if not isinstance(host, str):
            host = None
        components = UrlComponents.of({HOST: host})
        answer = Answer(UrlCase(self.url), components)
        return ProgramReading(name, answer)

    @property
    def alike(self) -> tuple[object, ...]:
        """A key that similar borders share: the part, the characters and the readers' behaviour."""
        text = self.before
        if self.characters is not None:
            text += self.characters.first
        did = pattern(self.reads.values(), text, self.before)
        return self.part, self.characters, did

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form; a range of characters is given by its first and last code point."""
        ranges = None
        if self.characters is not None:
            ranges = [list(pair) for pair in self.characters.ranges]
        return {
            "part": self.part,
            "url": self.url,
            "before": self.before,
            "characters": ranges,
            "class": self.difference and self.difference.id,
            "reads": {name: read and dict(read) for name, read in self.reads.items()},
        }


def pattern(reads: Iterable[Read | None], text: str, before: str) -> tuple[object, ...]:
    """Return a key for how readers treat a part; it doesn't depend on the part's last character.

    Args:
        reads: What each reader reports.
        text: The part.
        before: The part without its last character.
    """
    known = []
    did: list[object] = []
    for read in reads:
        if read is None:
            did.append(None)
            continue
        if read not in known:
            known.append(read)
        kinds = tuple(_kind(value, text, before) for value in read.values())
        # It matters only which readers report the same values, not what these values are.
        did.append((known.index(read), kinds))
    return tuple(did)


def _kind(value: str | bool | None, text: str, before: str) -> object:
    """Return the kind of a value: the whole part, the part without a character, or other text.

    A value that isn't text is returned as it is.
    """
    if not isinstance(value, str):
        return value
    if value == ascii_lower(text):
        return "text"
    if before and value == ascii_lower(before):
        return "before"
    return "other"


def borders_of(parts: Mapping[str, Automaton], asking: Asking) -> Iterator[Border]:
    """Yield the borders of an agreement, part by part; the scheme is left out.

    Within a part, borders after shorter text come first. Places that are outside the agreement only
    by definition aren't borders.

    Args:
        parts: The automata of the parts, keyed by the name of the part.
        asking: The object that asks the readers.
    """
    for name, automaton in parts.items():
        if name == SCHEME:
            continue
        asked = asking.characters(name) | LEFT_OUT
        states = range(len(automaton.rows))
        for state in sorted(states, key=lambda each: len(automaton.access[each])):
            before = automaton.access[state]
            if state not in automaton.accepting:
                url = asking.shape(name, before).url
                yield Border(name, url, before, None, _reads(url, asking.question))
            out = _leading_out(automaton, state, asked)
            yield from _after(name, before, out, asking)


def _leading_out(automaton: Automaton, state: int, asked: Characters) -> Characters:
    """Return the characters of `asked` that lead from a state of an automaton to a dead end."""
    going_on = Characters()
    for members, following in zip(automaton.alphabet, automaton.rows[state], strict=True):
        if following != DEAD:
            going_on |= members
    return asked - going_on


def _after(part: str, before: str, out: Characters, asking: Asking) -> Iterator[Border]:
    """Yield the borders after a given beginning; characters with the same effect share a border."""
    alike: dict[tuple[object, ...], Characters] = {}
    for character in out:
        text = before + character
        shape = asking.shape(part, text)
        if _is_by_definition(shape, asking.question):
            continue
        reads = _reads(shape.url, asking.question)
        did = pattern(reads.values(), text, before)
        alike[did] = alike.get(did, Characters()) | Characters.of(character)
    for characters in alike.values():
        url = asking.shape(part, before + characters.first).url
        yield Border(part, url, before, characters, _reads(url, asking.question))


def _is_by_definition(shape: Shape, question: AgreementQuestion) -> bool:
    """Return whether a URL is outside an agreement only by definition.

    This is true if the URL can't be split into parts, or if its rest differs from that of `shape`.
    It is also true if all readers report the same values, although the URL is split into other
    parts than those of `shape`, or is excluded from all agreements.
    """
    divided = shape_of(shape.url)
    if divided is None or divided.rest != shape.rest:
        return True
    if divided == shape and question.is_considered(shape):
        return False
    return len(set(question.readings(shape.url).values())) == 1


def _reads(url: str, question: AgreementQuestion) -> Mapping[str, Read | None]:
    """Return what each reader reports about a URL."""
    reads: dict[str, Read | None] = {}
    for name, values in question.readings(url).items():
        if values is None:
            reads[name] = None
            continue
        told = {}
        for aspect, value in zip(question.aspects, values, strict=True):
            if not isinstance(value, NotTold):
                told[aspect] = value
        reads[name] = FrozenMapping(told)
    return FrozenMapping(reads)


def reading_text(read: Read | None) -> str:
    """Describe what a reader reports, in a few words; for a single aspect, give only its value."""
    if read is None:
        return "rejects it"
    shown = {name: _shown(value) for name, value in read.items()}
    if len(shown) > 1:
        shown.pop(ACCEPTS, None)
    if len(shown) == 1:
        return next(iter(shown.values()))
    return ", ".join(f"{name} {text}" for name, text in shown.items())


def _shown(value: str | bool | None) -> str:
    if value is None:
        return "none"
    if not isinstance(value, str):
        return "accepts it"
    return show_cut(value)


_SHORTEST_RANGE = 4


def in_ranges(characters: Characters) -> str:
    """List characters, separated by spaces; four or more in a row become "first to last"."""
    told: list[str] = []
    for first, last in characters.ranges:
        if last - first + 1 < _SHORTEST_RANGE:
            told += map(_sign, range(first, last + 1))
        else:
            told.append(f"{_sign(first)} to {_sign(last)}")
    return " ".join(told)


def _sign(code: int) -> str:
    if code == ord(" "):
        return "space"
    if 0x21 <= code < 0x7F:
        return chr(code)
    return f"U+{code:04X}"
