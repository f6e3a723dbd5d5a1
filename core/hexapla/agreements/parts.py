"""The parts of a URL that are learned one by one, and the questions to the readers about each part.

While one part varies, the other parts have ordinary values, which readers normally accept.
"""

import functools
import json
import tomllib
from collections.abc import Iterator, Sequence
from ipaddress import IPv6Address
from itertools import chain, product
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

The host is either a name or an address in square brackets.
"""
TITLES = {
    SCHEME: "scheme",
    USERINFO: "userinfo",
    NAME: "host name",
    PORT: "port",
    REST: "rest",
    ADDRESS: "host in brackets",
}
"""The names of the parts as used in sentences."""

_HOST = "zq"
_WORDS = tomllib.loads((Path(__file__).parent / "words.toml").read_text("utf-8"))

LEFT_OUT = Characters(((0x00, 0x20), (0x5B, 0x5B), (0x5D, 0x5D), (0x7F, 0x7F)))
"""Characters that the agreed parts never contain (see `question`).

Square brackets are an exception: the part "rest" can contain them.
"""
_ASCII = "".join(map(chr, range(0x21, 0x7F)))
# The non-ASCII characters that are tried: all characters from U+0080 to U+00FF, and a few of other
# kinds, such as letters of other scripts, characters that compatibility mappings turn into
# delimiters or dots, zero-width characters, digits, and the last characters of planes.
ASKED_BEYOND_ASCII = "".join(map(chr, range(0x80, 0x100))) + (
    "\u0130\u017f\u0300\u0391\u0431\u05d0\u0660\u0661\u0e01\u1100\u1e9e\u200b\u200d\u2024\u2028"
    "\u2029\u2044\u2048\u2100\u212a\u2460\u2488\u3000\u3002\u3042\u4e2d\uac00\ue000\uf8ff\ufb01"
    "\ufdd0\ufe0f\ufeff\uff01\uff03\uff0e\uff0f\uff11\uff1a\uff1f\uff20\uff21\uff3c\uff41\uff61"
    "\ufffd\uffff\U00010400\U0001d7ce\U0001f600\U000e0001\U000f0000\U0010ffff"
)

BEYOND_ASCII = Characters(((0x80, 0xD7FF), (0xE000, 0x10FFFF)))
"""All characters beyond US-ASCII, except for lone surrogates."""
# The delimiters that a part can't contain, because they end the part or exclude the URL from every
# agreement.
_DELIMITERS = {
    USERINFO: "/?#[]",
    NAME: "/?#@:[]",
    ADDRESS: "/?#@[]",
    PORT: "/?#@[]",
    REST: "",
}


def _escapes() -> Iterator[str]:
    for number in range(0x100):
        for octet in (f"{number:02x}", f"{number:02X}"):
            yield f"%{octet}"
            yield f"a%{octet}b"


_ESCAPES = dict.fromkeys(_escapes())
"""Every percent-encoded byte, alone and between letters."""
_MUTATIONS = 6
"""The number of mutations of each word."""
_OCTETS = ("0", "1", "9", "10", "99", "100", "199", "200", "249", "250", "255")
_NO_OCTETS = ("", "00", "01", "256", "257", "260", "299", "300", "999", "1000", "0x1", "a")
_ADDRESSES = 2_000
"""The number of random IPv6 addresses."""


class Asking:
    """Asks the readers about the parts of URLs.

    Attributes:
        question: The question that decides whether the readers agree on a URL.
        seed: The seed of the random strings.
    """

    def __init__(self, question: AgreementQuestion, seed: int) -> None:
        self.question = question
        self.seed = seed
        self._added: dict[str, list[str]] = {name: [] for name in PARTS}

    def add_word(self, name: str, text: str) -> None:
        """Add a string to the strings that are tried for a part."""
        self._added[name].append(text)

    @property
    def schemes(self) -> tuple[str, ...]:
        """The spellings of schemes, in upper, lower or mixed case, on which all readers agree."""
        agreed = []
        for scheme in self.question.schemes:
            for text in _case_variants(scheme):
                shape = self.shape(SCHEME, text)
                if self.question.agrees(shape):
                    agreed.append(text)
        return tuple(agreed)

    def part(self, name: str) -> Part:
        """Return the information needed to learn the language of a part other than the scheme."""
        characters = "".join(self.characters(name))
        contexts = _contexts(_WORDS["contexts"][name])
        accepts = functools.partial(self._accepts, name)
        words = (*self._added[name], *_words(name, self.seed))
        return Part(accepts, characters, contexts, words)

    def characters(self, name: str) -> Characters:
        """Return the characters that are tried in a part."""
        asked = _ASCII
        if name == REST or self.question.idna:
            asked += ASKED_BEYOND_ASCII
        return Characters.of(asked) - Characters.of(_DELIMITERS[name])

    def shape(self, name: str, text: str) -> Shape:
        """Return the shape of an ordinary URL that has a given string as one of its parts."""
        plain = Shape(self.question.schemes[0], None, _HOST, None, "/")
        if name == NAME:
            return plain._replace(host=text)
        if name == ADDRESS:
            return plain._replace(host=f"[{text}]")
        return plain._replace(**{name: text})

    def agrees_on(self, url: str) -> bool:
        """Return whether all readers agree on a URL as a whole and on each of its parts separately.

        Readers that find the same host but split another part differently agree only by chance.
        """
        shape = shape_of(url)
        if shape is None or not self.question.agrees(shape):
            return False
        return all(self._accepts(name, text) for name, text in texts_of(shape))

    def _accepts(self, name: str, text: str) -> bool:
        shape = self.shape(name, text)
        # If the URL is split again, the string may no longer be this part; for example, a rest that
        # begins with a letter becomes the end of the part before it. Such a string isn't allowed.
        return shape_of(shape.url) == shape and self.question.agrees(shape)


def _case_variants(scheme: str) -> Iterator[str]:
    """Yield a scheme in all combinations of upper and lower case."""
    cases = [dict.fromkeys((character, character.upper())) for character in scheme]
    return map("".join, product(*cases))


def _contexts(texts: Sequence[str]) -> list[Context]:
    """Return the contexts in some strings: around each character, and at each position."""
    contexts = {Context("", ""): None}
    for text in texts:
        for place in range(len(text) + 1):
            contexts[Context(text[:place], text[place:])] = None
            contexts[Context(text[:place], text[place + 1 :])] = None
    return list(contexts)


# Strings to try.


@functools.lru_cache(maxsize=16)
def _words(kind: str, seed: int) -> tuple[str, ...]:
    """Return the strings to try as a part, with their mutations."""
    return tuple(_drawn_words(kind, Random(f"{seed} {kind}")))


def _drawn_words(kind: str, random: Random) -> Iterator[str]:
    base = [*_WORDS["contexts"][kind], *_of_pieces(kind)]
    if kind == NAME:
        base += _numbered_names(_WORDS["numbers"][NAME])
    if kind in (NAME, USERINFO):
        base += _ESCAPES
    if kind == PORT:
        base += _WORDS["numbers"][PORT]
        for count in range(1, 8):
            zeros = "0" * count
            base += (zeros, f"{zeros}1", f"{zeros}80")
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
    """Yield the parts of one kind from recorded URLs and from random URLs."""
    path = Path(__file__).parents[1] / "identification/default-urls.json"
    recorded = json.loads(path.read_text("utf-8"))
    drawn = Inputs((), max_length=0)
    urls = chain(chain.from_iterable(recorded.values()), map(drawn.drawn, range(3_000)))
    found: dict[str, None] = {}
    for shape in filter(None, map(shape_of, urls)):
        for name, text in texts_of(shape):
            if name == kind:
                found[text] = None
    yield from found


def texts_of(shape: Shape) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each part of a URL except the scheme."""
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
    """For each number, yield names of up to five labels, one of which is this number."""
    for number in numbers:
        yield from (f"a.{number}", f"{number}.a", f"a.{number}.", f".{number}", f"{number}..")
        for count in range(1, 6):
            for place in range(count):
                labels = ["1"] * count
                labels[place] = number
                name = ".".join(labels)
                yield from (name, f"{name}.")


def _escaped(word: str, random: Random) -> str:
    """Percent-encode some of the characters of a word."""
    share = random.choice((0.1, 0.3, 1.0))
    escaped = ""
    for character in word:
        if random.random() < share:
            escaped += f"%{ord(character):02x}"
        else:
            escaped += character
    return escaped


def _address(random: Random) -> str:
    """Return a random host for square brackets: usually an IPv6 address, maybe with a zone."""
    kind = random.random()
    if kind < 0.1:
        first = random.choice("1aF")
        second = random.choice(("", "0", "f"))
        return f"v{first}{second}.{_few(random)}"
    zone = ""
    if kind < 0.2:
        escaped = random.choice(("25", "", "2"))
        zone = f"%{escaped}{_few(random)}"
    return _ipv6_address(random) + zone


def _few(random: Random) -> str:
    """Return up to four random characters for a zone or for an address of a future IP version."""
    return "".join(random.choices("aBz1.:-~%0", k=random.randint(0, 4)))


def _dotted(random: Random) -> str:
    """Return a random IPv4 address; in half of the cases, one of its numbers may be invalid."""
    octets = random.choices(_OCTETS, k=4)
    if random.random() < 0.5:
        octets[random.randrange(4)] = random.choice(_NO_OCTETS)
    return ".".join(octets)


def _dotted_addresses() -> Iterator[str]:
    """Yield IPv6 addresses that end in an IPv4 address.

    Each number of the IPv4 address takes various values, in and out of range. The IPv4 address is
    preceded by every possible number of groups, with and without "::".
    """
    for start in _address_starts():
        for place in range(4):
            for octet in (*_OCTETS, *_NO_OCTETS):
                octets = ["1"] * 4
                octets[place] = octet
                yield start + ".".join(octets)


def _address_starts() -> Iterator[str]:
    """Yield the groups that can precede an IPv4 address, with and without "::"."""
    for before in range(6):
        start = ":".join("1" * before)
        for behind in range(6 - before):
            yield start + "::" + "1:" * behind
    yield "1:" * 6


def _ipv6_address(random: Random) -> str:
    """Return a random IPv6 address: in eight groups, as in RFC 5952, or with "::" anywhere."""
    groups = [random.choice(("0", "0", "0", "1", "a", "10", "ff", "0a", "abcd")) for _ in range(8)]
    written = random.choice(("whole", "canonical", "shortened", "dotted", "dotted"))
    if written == "whole":
        endings = (":".join(groups[6:]), _dotted(random))
        return ":".join((*groups[:6], random.choice(endings)))
    if written == "canonical":
        return str(IPv6Address(":".join(groups)))
    start = random.randint(0, 8)
    stop = random.randint(start, 8)
    behind = groups[stop:]
    if written == "dotted":
        behind.append(_dotted(random))
    return ":".join(groups[:start]) + "::" + ":".join(behind)
