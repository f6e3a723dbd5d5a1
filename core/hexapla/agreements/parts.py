"""The parts of a URL whose languages are learned, each with what is asked of it.

While one part is asked for, the others are plain: they have what every reader takes.
"""

import functools
import json
import tomllib
from collections.abc import Iterator, Sequence
from ipaddress import IPv6Address
from itertools import chain
from pathlib import Path
from random import Random

from hexapla.agreements.drawing import mutated
from hexapla.agreements.learning import Context, Part
from hexapla.agreements.question import AgreementQuestion
from hexapla.agreements.shape import Shape, shape_of
from hexapla.differentials.inputs import Inputs
from hexapla.grammar.expression import Characters

SCHEME, USERINFO, NAME, ADDRESS, PORT, REST = (
    "scheme",
    "userinfo",
    "name",
    "address",
    "port",
    "rest",
)
PARTS = (SCHEME, USERINFO, NAME, PORT, REST, ADDRESS)
"""The parts, in the order in which they are learned.

The host is a name or, in square brackets, an address.
"""
TITLES = {
    SCHEME: "scheme",
    USERINFO: "userinfo",
    NAME: "host name",
    PORT: "port",
    REST: "rest",
    ADDRESS: "host in brackets",
}
"""What the parts are called in sentences."""

_HOST = "zq"
_WORDS = tomllib.loads((Path(__file__).parent / "words.toml").read_text("utf-8"))

LEFT_OUT = Characters(((0x00, 0x20), (0x5B, 0x5B), (0x5D, 0x5D), (0x7F, 0x7F)))
"""What no part that is agreed on has, see `question`; the rest may have square brackets."""
_ASCII = "".join(map(chr, range(0x21, 0x7F)))
# All below U+0100, then some of each kind: letters of other scripts, what compatibility
# mappings turn into delimiters or dots, what has no width, digits, the last of planes.
ASKED_BEYOND_ASCII = "".join(map(chr, range(0x80, 0x100))) + (
    "\u0130\u017f\u0300\u0391\u0431\u05d0\u0660\u0661\u0e01\u1100\u1e9e\u200b\u200d\u2024\u2028"
    "\u2029\u2044\u2048\u2100\u212a\u2460\u2488\u3000\u3002\u3042\u4e2d\uac00\ue000\uf8ff\ufb01"
    "\ufdd0\ufe0f\ufeff\uff01\uff03\uff0e\uff0f\uff11\uff1a\uff1f\uff20\uff21\uff3c\uff41\uff61"
    "\ufffd\uffff\U00010400\U0001d7ce\U0001f600\U000e0001\U000f0000\U0010ffff"
)

BEYOND_ASCII = Characters(((0x80, 0xD7FF), (0xE000, 0x10FFFF)))
"""All characters beyond US-ASCII; lone surrogates are none."""
# The delimiters that no text of the part can have, as the part would end there or is left out.
_DELIMITERS = {
    USERINFO: "/?#[]",
    NAME: "/?#@:[]",
    ADDRESS: "/?#@[]",
    PORT: "/?#@[]",
    REST: "",
}

_ESCAPES = dict.fromkeys(
    f"{before}%{octet}{behind}"
    for number in range(0x100)
    for octet in (f"{number:02x}", f"{number:02X}")
    for before, behind in (("", ""), ("a", "b"))
)
"""Every escaped octet, alone and between letters."""
_MUTATIONS = 6
"""How many mutations of each word are tried."""
_OCTETS = ("0", "1", "9", "10", "99", "100", "199", "200", "249", "250", "255")
_NO_OCTETS = ("", "00", "01", "256", "257", "260", "299", "300", "999", "1000", "0x1", "a")
_ADDRESSES = 2_000
"""How many IPv6 addresses are drawn to be tried."""


class Asking:
    """Asks for the parts of URLs.

    Attributes:
        question: What is asked.
        seed: Draws the texts that are tried.
    """

    def __init__(self, question: AgreementQuestion, seed: int) -> None:
        self.question = question
        self.seed = seed
        self._added: dict[str, list[str]] = {name: [] for name in PARTS}

    def add_word(self, name: str, text: str) -> None:
        """Try a text as a part from now on."""
        self._added[name].append(text)

    @property
    def schemes(self) -> tuple[str, ...]:
        """The schemes on which all agree, in each way to write them in upper and lower case."""
        written = chain.from_iterable(map(_case_variants, self.question.schemes))
        return tuple(text for text in written if self.question.agrees(self.shape(SCHEME, text)))

    def part(self, name: str) -> Part:
        """Return what is asked of a part but the scheme, by its name."""
        characters = "".join(self.characters(name))
        contexts = _contexts(_WORDS["contexts"][name])
        accepts = functools.partial(self._accepts, name)
        words = (*self._added[name], *_words(name, self.seed))
        return Part(accepts, characters, contexts, words)

    def characters(self, name: str) -> Characters:
        """Return the characters that are asked for in a part."""
        beyond_ascii = name == REST or self.question.idna
        asked = _ASCII + ASKED_BEYOND_ASCII if beyond_ascii else _ASCII
        return Characters.of(asked) - Characters.of(_DELIMITERS[name])

    def shape(self, name: str, text: str) -> Shape:
        """Return the URL in which a text is asked for as a part."""
        plain = Shape(self.question.schemes[0], None, _HOST, None, "/")
        if name == NAME:
            return plain._replace(host=text)
        if name == ADDRESS:
            return plain._replace(host=f"[{text}]")
        return plain._replace(**{name: text})

    def agrees_on(self, url: str) -> bool:
        """Return whether all agree on a URL: on the whole, and on each part while others are plain.

        Readers that read the same host, and cut another part at other places, agree by chance.
        """
        shape = shape_of(url)
        return (
            shape is not None
            and self.question.agrees(shape)
            and all(self._accepts(name, text) for name, text in texts_of(shape))
        )

    def _accepts(self, name: str, text: str) -> bool:
        shape = self.shape(name, text)
        # A text that is divided otherwise, such as a rest that begins with a letter, is no such
        # part.
        return shape_of(shape.url) == shape and self.question.agrees(shape)


def _case_variants(scheme: str) -> Iterator[str]:
    """Yield a scheme in all ways to write it in upper and lower case."""
    variants = [""]
    for character in scheme:
        cases = dict.fromkeys((character, character.upper()))
        variants = [variant + case for variant in variants for case in cases]
    yield from variants


def _contexts(texts: Sequence[str]) -> list[Context]:
    """Return the places in texts: in place of each character, and between any two."""
    contexts: dict[Context, None] = {Context("", ""): None}
    for text in texts:
        for place in range(len(text) + 1):
            contexts[Context(text[:place], text[place:])] = None
            contexts[Context(text[:place], text[place + 1 :])] = None
    return list(contexts)


# Texts to try.


@functools.lru_cache(maxsize=16)
def _words(kind: str, seed: int) -> tuple[str, ...]:
    """Return the texts to try as a part, and mutations of them."""
    return tuple(_drawn_words(kind, Random(f"{seed} {kind}")))


def _drawn_words(kind: str, random: Random) -> Iterator[str]:
    base = [*_WORDS["contexts"][kind], *_of_pieces(kind)]
    if kind == NAME:
        base += _numbered_names(_WORDS["numbers"][NAME])
    if kind in (NAME, USERINFO):
        base += _ESCAPES
    if kind == PORT:
        base += _WORDS["numbers"][PORT]
        base += [f"{'0' * zeros}{number}" for zeros in range(1, 8) for number in ("", "1", "80")]
    yield from base
    inserted = _WORDS["inserted"]["all"]
    for word in base:
        if word in _ESCAPES:
            continue
        for _ in range(_MUTATIONS):
            yield mutated(word, inserted, random)
    if kind == NAME:
        for word in _numbered_names(_WORDS["numbers"][NAME]):
            yield _escaped(word, random)
    if kind == ADDRESS:
        yield from _dotted_addresses()
        for _ in range(_ADDRESSES):
            address = _address(random)
            yield address
            yield mutated(address, ":::.0123afAF", random)


def _of_pieces(kind: str) -> Iterator[str]:
    """Yield the parts of the URLs that the differential search draws, and that are recorded."""
    recorded = json.loads(
        (Path(__file__).parents[1] / "identification/default-urls.json").read_text("utf-8")
    )
    drawn = Inputs((), max_length=0)
    urls = chain(chain.from_iterable(recorded.values()), map(drawn.drawn, range(3_000)))
    shapes = filter(None, map(shape_of, urls))
    found = (text for shape in shapes for name, text in texts_of(shape) if name == kind)
    yield from dict.fromkeys(found)


def texts_of(shape: Shape) -> Iterator[tuple[str, str]]:
    """Yield the parts of a URL but its scheme, each with its text."""
    if shape.userinfo is not None:
        yield USERINFO, shape.userinfo
    if shape.has_address:
        yield ADDRESS, shape.host[1:-1]
    else:
        yield NAME, shape.host
    if shape.port is not None:
        yield PORT, shape.port
    yield REST, shape.rest


def _numbered_names(numbers: Sequence[str]) -> Iterator[str]:
    """Yield names in which a label is a number, with up to five labels."""
    for number in numbers:
        yield from (f"a.{number}", f"{number}.a", f"a.{number}.", f".{number}", f"{number}..")
        for count in range(1, 6):
            for place in range(count):
                labels = ["1"] * count
                labels[place] = number
                name = ".".join(labels)
                yield from (name, f"{name}.")


def _escaped(word: str, random: Random) -> str:
    """Return a word with some of its characters as escapes."""
    share = random.choice((0.1, 0.3, 1.0))
    characters = (
        f"%{ord(character):02x}" if random.random() < share else character for character in word
    )
    return "".join(characters)


def _address(random: Random) -> str:
    """Return what may stand in brackets: most often an IPv6 address, some with a zone."""
    kind = random.random()
    if kind < 0.1:
        return f"v{random.choice('1aF')}{random.choice(('', '0', 'f'))}.{_few(random)}"
    zone = f"%{random.choice(('25', '', '2'))}{_few(random)}" if kind < 0.2 else ""
    return _ipv6_address(random) + zone


def _few(random: Random) -> str:
    """Return a few characters of those that a zone or an address of the future may have."""
    return "".join(random.choices("aBz1.:-~%0", k=random.randint(0, 4)))


def _dotted(random: Random) -> str:
    """Return an IPv4 address, most often one whose numbers are all in range."""
    octets = random.choices(_OCTETS, k=4)
    if random.random() < 0.5:
        octets[random.randrange(4)] = random.choice(_NO_OCTETS)
    return ".".join(octets)


def _dotted_addresses() -> Iterator[str]:
    """Yield IPv6 addresses that end with an IPv4 address, each with another number in one place.

    The numbers are in range and out of it; before them stand all counts of groups, with "::" and
    without.
    """
    groups = [
        ":".join(("1",) * before) + "::" + "".join(("1:",) * behind)
        for before in range(6)
        for behind in range(6 - before)
    ]
    for start in (*groups, "1:" * 6):
        for place in range(4):
            for octet in (*_OCTETS, *_NO_OCTETS):
                octets = ["1"] * 4
                octets[place] = octet
                yield start + ".".join(octets)


def _ipv6_address(random: Random) -> str:
    """Return an IPv6 address: of eight groups, as RFC 5952 has it, or with "::" anywhere."""
    groups = [random.choice(("0", "0", "0", "1", "a", "10", "ff", "0a", "abcd")) for _ in range(8)]
    written = random.choice(("whole", "canonical", "shortened", "dotted", "dotted"))
    if written == "whole":
        return ":".join((*groups[:6], random.choice((":".join(groups[6:]), _dotted(random)))))
    if written == "canonical":
        return str(IPv6Address(":".join(groups)))
    start = random.randint(0, 8)
    stop = random.randint(start, 8)
    ending = [_dotted(random)] if written == "dotted" else []
    return ":".join(groups[:start]) + "::" + ":".join([*groups[stop:], *ending])
