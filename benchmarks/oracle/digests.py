"""Print digests of the RFCs' answers to random pairs, under every option, to compare two versions.

    earlier/bin/python benchmarks/oracle/digests.py --earlier >before.txt
    python benchmarks/oracle/digests.py >after.txt
    diff before.txt after.txt

Each line is a selector, the number of a block of pairs, and a digest of the targets, parts and
consulted readings. The program imports nothing from this repository except the version of Hexapla
to test. `--earlier` uses the interface of the wheel of d297ed83.
"""

import hashlib
import random
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from importlib import import_module
from typing import Any

# Imported by name, since a type checker sees only one of the two interfaces.
hexapla: Any = import_module("hexapla")

RFCS = ("rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986")
PIECES = (
    *("/", "//", "///", ".", "..", "./", "../", "/.", "/..", "/./", "/../", "a", "b", "c;x", ";"),
    *("?", "#", ":", "@", "x", "http:", "HTTP:", "mailto:", "1:", "file:", "//h", "//u:p@h:80"),
    *("g", "%2e", "%7E", "[::1]", " ", "\\", "é", "=", "&", ";p=1/2", "?q", "#f", "news:"),
)
BLOCK = 10_000


def texts(seed: int) -> Iterator[tuple[str, str]]:
    """Yield an endless sequence of pairs of a base and a reference."""
    drawn = random.Random(seed)
    heads = (
        "http://a",
        "http://a/b/c/d;p?q",
        "x:",
        "file://",
        "mailto:u",
        "",
        "http:",
        "//h",
        "a:/b",
    )
    while True:
        base = drawn.choice(heads) + "".join(drawn.choices(PIECES, k=drawn.randint(0, 5)))
        yield base, "".join(drawn.choices(PIECES, k=drawn.randint(0, 7)))


def selectors() -> Iterator[str]:
    """Yield each RFC, and each RFC with one option changed from the default."""
    yield from RFCS
    for name in RFCS:
        for reading in hexapla.spec(name).readings:
            for option in list(reading.options)[1:]:
                yield f"{name}[{reading.name}={option}]"


def digests(selector: str, count: int, earlier: bool) -> Iterator[str]:
    """Yield the digest of each block of pairs."""
    spec = hexapla.spec(selector)
    standard = spec if earlier else spec.standard
    pairs = texts(2396)
    for _ in range(count // BLOCK):
        digest = hashlib.sha256()
        for _ in range(BLOCK):
            base, reference = next(pairs)
            if earlier:
                target = spec.resolve(base, reference).target
                consulted = standard.touched(base, reference)
            else:
                target = spec.resolve(reference, base=base).target
                consulted = standard.consulted(reference, base=base)
            parts = tuple(spec.parse(reference).split)
            readings = [str(each) for each in consulted]
            answer = repr((str(target), parts, readings))
            digest.update(answer.encode("utf-8", "surrogatepass"))
        yield digest.hexdigest()[:16]


def main() -> None:
    """Print the digests."""
    parser = ArgumentParser()
    parser.add_argument("--earlier", action="store_true")
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--others", type=int, default=100_000, help="pairs for each changed option")
    given = parser.parse_args()
    known = []
    for selector in selectors():
        count = given.count if selector in RFCS else given.others
        for block, digest in enumerate(digests(selector, count, given.earlier)):
            print(selector, block, digest, flush=True)
        known.append(selector)
    print(len(known), "selectors", file=sys.stderr)


if __name__ == "__main__":
    main()
