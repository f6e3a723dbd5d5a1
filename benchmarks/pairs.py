"""The pairs used to measure speed: generated from a fixed seed, and the same everywhere.

They don't come from real crawls. A reference is one of sixteen kinds, with frequencies as in HTML
pages; its words, depths and names are drawn from short lists. A pair's base is one of twelve, all
equally likely. Every base is an absolute, hierarchical URL.
"""

import random
from collections.abc import Callable, Iterable

Pair = tuple[str, str]
"""A base and a reference."""

SEED = 2396
COUNT = 20_000

BASES = (
    "http://www.example.com/",
    "http://www.example.com/index.html",
    "https://example.org/news/2024/05/17/a-long-title-of-an-article.html",
    "https://example.org/news/2024/05/17/?page=2&sort=date",
    "http://shop.example.net:8080/catalogue/shoes/running/item;size=42?colour=red",
    "https://user@docs.example.com/v2/guide/install/linux/",
    "http://a/b/c/d;p?q",
    "https://cdn.example.net/assets/css/main.css?v=20240517",
    "http://192.0.2.17/cgi-bin/search.cgi?query=uri&lang=en",
    "https://forum.example.org/viewtopic.php?f=12&t=34567#p89012",
    "http://www.example.ac.uk/~staff/smith/papers/1998/uri.html",
    "ftp://ftp.example.org/pub/mirrors/archive/README",
)
_WORDS = (
    "about archive article blog book catalogue chapter contact css data docs download en faq files "
    "forum guide help history image images index install item js list main manual map media news "
    "page papers photo press products publications research search section server shop software "
    "static story style support tags topic users version video wiki"
)
SUFFIXES = (".html", ".html", ".htm", ".php", ".css", ".js", ".png", ".jpg", ".pdf", "", "", "/")
_HOSTS = (
    "www.example.com example.org cdn.example.net shop.example.net:8080 docs.example.com "
    "images.example.org en.example.net a.b.c.example.com 192.0.2.17 forum.example.org"
)
WORDS, HOSTS = _WORDS.split(), _HOSTS.split()


class Drawing:
    """Draws the pieces of a reference."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def one_of(self, items: tuple[str, ...] | list[str]) -> str:
        """Return one of the given strings at random."""
        return items[int(self._random.random() * len(items))]

    def number(self, most: int) -> int:
        """Return a random number from 1 to `most`."""
        return 1 + int(self._random.random() * most)

    def word(self) -> str:
        """Return a word and a number, or two words with a delimiter between them."""
        signs = ("", "", "", "-", "_", "%20", ".")
        sign = self.one_of(signs)
        word = self.one_of(WORDS)
        return f"{word}{sign}{self.one_of(WORDS)}" if sign else f"{word}{self.number(4000)}"

    def path(self, most: int) -> str:
        """Return a path of up to `most` segments, usually with a suffix."""
        segments = "/".join(self.word() for _ in range(self.number(most)))
        return segments + self.one_of(SUFFIXES)

    def query(self) -> str:
        """Return one to three fields."""
        fields = (
            f"{self.one_of(WORDS)}={self.one_of(WORDS)}{self.number(99)}"
            for _ in range(self.number(3))
        )
        return "&".join(fields)

    def host(self) -> str:
        """Return a host, sometimes with a port."""
        return self.one_of(HOSTS)

    def climb(self) -> str:
        """Return `../` one to three times."""
        return "../" * self.number(3)


KINDS: dict[str, tuple[int, Callable[[Drawing], str]]] = {
    "absolute": (16, lambda d: f"http://{d.host()}/{d.path(4)}"),
    "absolute, other scheme": (10, lambda d: f"https://{d.host()}/{d.path(4)}"),
    "absolute, query": (5, lambda d: f"https://{d.host()}/{d.path(3)}?{d.query()}"),
    "absolute, fragment": (2, lambda d: f"http://{d.host()}/{d.path(3)}#{d.word()}"),
    "host": (2, lambda d: f"http://{d.host()}"),
    "network path": (3, lambda d: f"//{d.host()}/{d.path(3)}"),
    "absolute path": (22, lambda d: f"/{d.path(4)}"),
    "absolute path, query": (5, lambda d: f"/{d.path(3)}?{d.query()}"),
    "relative path": (13, lambda d: d.path(2)),
    "relative path, query": (3, lambda d: f"{d.path(1)}?{d.query()}#{d.word()}"),
    "climbing": (8, lambda d: d.climb() + d.path(2)),
    "dot": (2, lambda d: f"./{d.path(2)}"),
    "params": (1, lambda d: f"{d.path(1)};type={d.one_of(WORDS)}"),
    "query": (3, lambda d: f"?{d.query()}"),
    "fragment": (3, lambda d: f"#{d.word()}"),
    "opaque": (2, lambda d: f"mailto:{d.one_of(WORDS)}@{d.one_of(HOSTS).partition(':')[0]}"),
}
"""Each kind with its weight, in percent, and the function that makes a reference."""

MADE = (
    f"{COUNT} pairs from seed {SEED} (benchmarks/pairs.py): "
    + ", ".join(f"{weight} % {name}" for name, (weight, _) in KINDS.items())
    + f"; {len(BASES)} bases"
)


def pairs(count: int = COUNT, seed: int = SEED) -> list[Pair]:
    """Return pairs of a base and a reference, which depend only on the count and the seed."""
    drawing = Drawing(seed)
    makers = [make for weight, make in KINDS.values() for _ in range(weight)]
    bases = list(BASES)
    return [
        (drawing.one_of(bases), makers[drawing.number(len(makers)) - 1](drawing))
        for _ in range(count)
    ]


def with_own_bases(given: Iterable[Pair]) -> list[Pair]:
    """Return pairs, each with a different base: a numbered segment is added to its path."""
    numbered = enumerate(given)
    return [(_with_segment(base, number), reference) for number, (base, reference) in numbered]


def _with_segment(base: str, number: int) -> str:
    scheme, _, authority, path = base.split("/", 3)
    return f"{scheme}//{authority}/{number}/{path}"
