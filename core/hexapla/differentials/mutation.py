"""URLs that parsers are likely to read differently: put together from pieces, and mutated.

The pieces are what standards, advisories and parsers' own tests turn on; no URL is listed here that
two programs are known to read differently.
"""

from collections.abc import Callable, Sequence
from random import Random

from hexapla.text.escapes import escaped_octets

SCHEMES = (*8 * ("http:",), "https:", "HTTP:", "ftp:", "file:", "ws:", "x:", "")
SLASHES = ("//", "//", "//", "//", "", "/", "///", "////", "\\\\", "/\\", "\\/", "//\\", "/ /")
USERINFO = (
    *("", "", "", "@", "u@", "u:p@", ":p@", "u:@", "u@v@", "u:p:q@", "@@", "%40@", "u%40b@"),
    *("a\\@", "a#@", "a?@", "a/@", "a;@", " @", "\t@", "a%00@", "[@", "]@"),
)
HOSTS = (
    *("", "a", "a.b", "A", "a.", "a..b", ".a", ".", "a_b", "a b", "a\tb", "a\nb", "a\rb", "a\0b"),
    *("a%00", "%61", "%2561", "a%2eb", "a%2fb", "a%5cb", "a%40b", "a%3ab", "a%23b", "a%", "a%2"),
    *("127.0.0.1", "127.1", "0177.0.0.1", "0177.1", "0x7f.0.0.1", "0x7f.1", "2130706433"),
    *("0x7f000001", "017700000001", "127.0.0.1.", "127.0.0.256", "127.0.0.08", "1.2.3.4.5", "0"),
    *("4294967296", "0x", "1.2.3.0x", "\uff11\uff12\uff17.0.0.1", "127\u30020\u30020\u30021"),
    *("[::1]", "[::]", "[::ffff:127.0.0.1]", "[::127.0.0.1]", "[::1%25eth0]", "[::1%eth0]"),
    *("[::1%25]", "[0:0:0:0:0:0:0:1]", "[1:2]", "[a]", "[]", "[", "]", "[::1", "::1", "[::1]a"),
    *("a[::1]", "[v1.a]", "[[::1]]", "[::1].", "[127.0.0.1]", "[%3a%3a1]", "[::1\\]"),
    *("\uff41", "a\uff0eb", "a\u3002b", "a\uff0fb", "a\uff20b", "a\uff1ab", "a\uff03b"),
    *("a\uff1fb", "a\uff3cb", "\u2100", "\u00e4", "xn--4ca", "xn--a", "\u00df", "\u017f", "\u212a"),
    *("a\u00adb", "a\u200bb", "a\u200db", "a\ufeff", "a\u2024b", "\u2460", "a,b", "a;b", "a&b"),
    *("a!b", "a$b", "a'b", "a*b", "a+b", "a=b", "a|b", "a^b", "a`b", "a{b}", "a<b>", 'a"b', "a~b"),
)
PORTS = (
    *("", "", "", "", ":", ":80", ":080", ":80:81", ":65536", ":a", ":-1", ":+1", ": 80", ":80 "),
    *("::80", ":\uff18\uff10", ":80a", ":8_0", ":0", ":99999999999999999999", ":%38%30"),
)
TAILS = (
    *("", "", "", "/", "/p", "?q", "#f", "/p?q#f", ";p", "\\p", "/@b", "\\@b", "?@b", "#@b"),
    *(";@b", ":@b", "%2f@b", "%5c@b", "/\\b", "/..//b", "/%2e%2e/b", "//b", "/p;q", "?", "#"),
    *("\t@b", " @b", "\n@b", "\0@b", "%00@b", "&@b", "\uff0f@b", "\uff20b"),
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
    return "".join(
        random.choice(pieces) for pieces in (SCHEMES, SLASHES, USERINFO, HOSTS, PORTS, TAILS)
    )


def mutated(text: str, random: Random) -> str:
    """Return a text changed in up to three places, each in a way drawn at random."""
    for _ in range(random.choice((0, 1, 1, 2, 3))):
        text = random.choice(_MUTATIONS)(text, random)
    return text


def _delimiter(text: str, random: Random) -> int | None:
    """Return the place of a delimiter; None where there is none."""
    places = [place for place, character in enumerate(text) if character in _DELIMITERS]
    return random.choice(places) if places else None


def _anywhere(text: str, random: Random) -> int | None:
    """Return the place of a character; None where there is none."""
    return random.randrange(len(text)) if text else None


def _changed(
    place_in: Callable[[str, Random], int | None], change: Callable[[str, Random], str]
) -> Callable[[str, Random], str]:
    """Return what puts another text in place of a character."""

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
