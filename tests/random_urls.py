"""Random inputs of the URL Standard's parser, of pieces that reach each of its states."""

from collections.abc import Iterator
from itertools import islice, repeat
from random import Random


def _words(text: str) -> list[str]:
    return text.split()


_SPECIAL_BASES = (
    *("http://h/a/b", "http://h", "HTTPS://H/a/../b?q#f", "ws://h:81/a//b?", "ftp:\\\\h\\a\\b"),
    *("http://h:80/a/b?q", "wss://u:p@h:443/a/", "http://u@h:8080?q", "https://:p@h:443/#f"),
    *("http:h/a/b", "http:/h", "https://[::1]:8/a", "http://1.2.3/%2e/a", "  http://h/a\n/b "),
    *("http://é.h/é", "http://h/a b/c?d e", "http://%68/a|b/c", "ftp://h/c:/d", "ws://h/..//a"),
)
_FILE_BASES = (
    *("file:///C:/a/b", "file:///C:", "file:///c|/a?q", "file:///a/b", "file:///", "file:"),
    *("file://h/C:/a", "file://h/a/b?q#f", "file://h", "file://localhost/a", "FILE:C|/a/b"),
    *("file:/a/C:/b", "file:////a", "file://C:/x/..", "file:a", "file:///C:/..", "file://h/D|"),
)
_OTHER_BASES = (
    *("foo://h/a/b", "foo://h", "foo://h?q", "foo://u:p@h:80/a", "foo:///a/b", "foo:////a//b"),
    *("foo://H^/a", "foo://[::1]:1/a", "foo://é/é", "foo://h/C:/d", "foo://h\\/a", "foo://:1/a"),
    *("foo:/a/b", "foo:/", "foo:/.//a/b", "foo:/a/..//b", "foo:/C:/a?q", "foo:/a?q#f"),
    *("foo:a/b", "foo:", "foo:a b ?q", "foo:a #f", "mailto:a@b", "javascript:a\\b", "foo:?q"),
)
_UNUSABLE_BASES = (
    *("", "a/b", "/a", "//h/a", "?q", "1:a", "http://", "http://a b/", "http://h:65536/"),
    *("http://[::1/", "http://1.2.3.256/", "foo://a^b/", "file://%/", "http://@/", "https://%ff"),
)
_BASES = (_SPECIAL_BASES, _FILE_BASES, _OTHER_BASES, _UNUSABLE_BASES)
_WEIGHTS = (8, 6, 6, 1)

_SCHEMES = (
    *_words("http: https: HTTP: ws: wss: ftp: file: File: foo: fOo: x+-.1: 1: httpx: fil: : é:"),
    *("h\tttp:", "mailto:"),
)
_SLASHES = ("/", "//", "///", "////", "\\", "\\\\", "/\\", "\\/", "/\t/", "/\\/")
_PATHS = (
    *_words(r"a b a/b/ . .. /. /.. ./ ../ /./ /../ ../.. ... \..\ %2f %2 %2e% %20 % %% %s %4 %zz"),
    *_words("%2e %2E .%2e %2e. %2E%2e /%2e%2e/ /%2e localhost LOCALHOST loc%61lhost"),
    *_words(r"C: c| /C: /c| C:/ c|\ //C: /C|/.. C:.. CC: 1: C%3A C%7C"),
    *(" ", "  "),
)
_MARKS = (*"?#:@[]|^", *_words("?? ## #? ?# @@ :: u:p@ u@ :p@ :@ @:"), " ?", " #")
_OTHERS = (
    *"\t\n\r \x00\x01\x0b\x0c\x1f\x7f\x80\x9f\"'`<>{}$&!*+,;=~_-0",
    *"éß☕אا１Ａ．。ｘ％／？＃KﬀⅧ㏂⁰½℀가𝟏\xa0\xad\u0130\u0300\u0338\u1806\u200c\u200d\u2064\u2488\u3164",
    *"\ufdd0\ufeff\ufffd\U0001f4a9\U0010ffff\ud800\udc00",
    *("א1", "e\u0301", "K\u0327", "\ud83d\udca9", "\udca9\ud83d"),
)
_NUMBERS = (
    *_words("0 00 1 01 08 09 0x 0X 0x0 0xF 0xfg x 127 0177 255 256 65535 65536 16777216"),
    *_words("4294967295 4294967296 0xffffffff 0x100000000 037777777777 040000000000 00000000001"),
    *_words("1. 1.. .1 1.2 1.2.3.4 1.2.3.4.5 1.2.3.4. 127.0.0.1 0x7f.1 a.1 1.a 1.0x 1.09 %31"),
    *_words("-1 1e1 1_0"),
)
_ADDRESSES = (
    *_words("[::] [::1] [1::] [1:2:3:4:5:6:7:8] [1:2:3:4:5:6:7::] [::2:3:4:5:6:7:8] [1.2.3.4::]"),
    *_words("[1:0:0:2:0:0:0:3] [1:0:0:2:3:0:0:4] [0:0:0:0:0:0:0:0] [0:1:0:1:0:1:0:1] [12345::]"),
    *_words("[1:2:3:4:5:6:7:8:9] [1:2:3] [1::2::3] [:1] [1:] [:::] [::1:] [::FFFF:ABCD] [0001::]"),
    *_words("[::1.2.3.4] [1:2:3:4:5:6:1.2.3.4] [1:2:3:4:5:6:7:1.2.3.4] [::1.2.3] [::1.2.3.]"),
    *_words("[::01.2.3.4] [::256.1.1.1] [::.1.1.1] [::1.2.3.4.5] [::1.2.3.4:5] [::a.1.1.1]"),
    *_words("[::1%25eth] [::1 ::1] [] [g::] [a]b a[::1] [::１] [::1]:80 [::1]@ [u:p@::1]"),
    *("[::1.2.3.0x4]", "[::\t1]"),
)
_LABELS = (
    *_words("h A.b a..b .a a. . a_b -a a- -- ab--c www.Example.COM"),
    *_words("xn-- xn--a xn--9ca XN--9CA xn--é xn--a.é xn--8i7caa xn--1ug xn--ls8h"),
    *_words("%41 %C3%A9 %c3 %ff %e2%98%95 %00 %2f %25 %25%34%31 %EF%BC%91 %ad"),
    *_words(": :80 :443 :21 :0 :00080 :65535 :65536 :8a :-1 :80: :８"),
    ":\t80",
)
_PIECES = (
    *(_SCHEMES, _SLASHES, _SLASHES, _PATHS, _PATHS, _PATHS, _MARKS, _MARKS),
    *(_OTHERS, _NUMBERS, _ADDRESSES, _LABELS, _LABELS),
)
_FRONTS = (
    *(
        *("", "", "", "", "", "/", "//", "\\\\", "//u@", "//h/", "http:", "http:/", "http://"),
        "https:",
    ),
    *("ftp://", "ws://1.", "wss://[", "http://h/", "https://u:p@h:80/", "ftp://h?", "ws://h#"),
    *("file:", "file:///", "file://", "file:///c:/", "foo:", "foo:/", "foo://", "foo://h/"),
)


def random_pairs(
    count: int, seed: int = 0, *, ascii_only: bool = False
) -> Iterator[tuple[str, str]]:
    """Return so many pairs of a base and a reference, the same ones for the same seed."""
    random = Random(seed)
    pairs = ((_base(random), _text(random)) for _ in repeat(None))
    return islice((pair for pair in pairs if not ascii_only or "".join(pair).isascii()), count)


def _base(random: Random) -> str:
    """Return a base; one in eight goes on with pieces."""
    (bases,) = random.choices(_BASES, _WEIGHTS)
    base = random.choice(bases)
    return base if random.random() < 0.875 else base + _pieces(random, 3)


def _text(random: Random) -> str:
    return random.choice(_FRONTS) + _pieces(random, 7)


_LONGEST = 16_000
"""Of a label of more than 16,384 letters that begins with `xn--` the library Ada makes failure; the
standard knows no limit (3.3 step 5)."""


def _pieces(random: Random, most: int) -> str:
    """Return up to so many pieces; one text in 500 has a long one."""
    pieces = [random.choice(random.choice(_PIECES)) for _ in range(random.randint(0, most))]
    if pieces and random.random() < 0.002:
        pieces[-1] *= random.randint(2, _LONGEST // len(pieces[-1]))
    return "".join(pieces)
