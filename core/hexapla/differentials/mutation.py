"""URLs that parsers are likely to read differently: put together from pieces, and mutated.

The pieces are what standards, advisories and parsers' own tests turn on; no URL is listed here that
two programs are known to read differently.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

from hexapla.text.escapes import escaped_octets
from hexapla.values.frozen import FrozenMapping

_PIECES: Mapping[str, Sequence[str]] = FrozenMapping(
    json.loads((Path(__file__).parent / "pieces.json").read_text("utf-8"))
)

_DELIMITERS = ":/?#@\\[];%&=."
_INSERTED = (
    *_DELIMITERS,
    *"@@\\\\[]",
    *("\t", "\n", "\r", "\0", " ", "\x0b", "\x0c", "\x1f", "\x7f", "\x85", "\u00a0", "\u2028"),
    *("\u3000", "\u200b", "\u00ad", "\ufeff", "\u3002", "\uff0e", "\uff0f", "\uff20", "\uff1a"),
    *("\uff1f", "\uff03", "\uff3c", "\u2100", "\u2048", "|", "^", "<", ">", '"', "{", "}", "`"),
    *("%00", "%09", "%0a", "%20", "%2f", "%5c", "%40", "%23", "%3f", "%3a", "%2e", "%252f"),
)


def assembled(random: Random) -> str:
    """Return a URL put together from a piece of each kind."""
    return "".join(map(random.choice, _PIECES.values()))


def mutated(text: str, random: Random) -> str:
    """Return a text changed in up to three places, each in a way drawn at random."""
    for _ in range(random.choice((0, 1, 1, 2, 3))):
        text = random.choice(_MUTATIONS)(text, random)
    return text


def _delimiter(text: str, random: Random) -> int | None:
    places = [place for place, character in enumerate(text) if character in _DELIMITERS]
    return random.choice(places) if places else None


def _anywhere(text: str, random: Random) -> int | None:
    return random.randrange(len(text)) if text else None


def _changed(
    place_in: Callable[[str, Random], int | None], change: Callable[[str, Random], str]
) -> Callable[[str, Random], str]:
    def changed(text: str, random: Random) -> str:
        place = place_in(text, random)
        if place is None:
            return text
        return text[:place] + change(text[place], random) + text[place + 1 :]

    return changed


def _escaped(character: str) -> str:
    return escaped_octets(character.encode())


def _swapped(text: str, random: Random) -> str:
    """Return a text with a delimiter swapped for another one, or for the character after it."""
    one, other = _delimiter(text, random), _delimiter(text, random)
    if one is None or other is None:
        return text
    if one == other:
        other = min(one + 1, len(text) - 1)
    characters = list(text)
    characters[one], characters[other] = characters[other], characters[one]
    return "".join(characters)


def _inserted(text: str, random: Random) -> str:
    place = random.randint(0, len(text))
    inserted: str = random.choice(_INSERTED)
    return text[:place] + inserted + text[place:]


_MUTATIONS: Sequence[Callable[[str, Random], str]] = (
    _changed(_delimiter, lambda character, _: character * 2),
    _changed(_delimiter, lambda character, _: _escaped(character)),
    _changed(_delimiter, lambda character, _: _escaped(character).replace("%", "%25")),
    _changed(_delimiter, lambda *_: ""),
    _swapped,
    _inserted,
    _inserted,
    _changed(_anywhere, lambda _, random: random.choice(_INSERTED)),
    _changed(_anywhere, lambda character, _: character.swapcase()),
)
