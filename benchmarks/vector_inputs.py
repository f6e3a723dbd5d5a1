"""Inputs from which the cases of test vectors are chosen: URLs made of plain and special parts.

Most parts of a URL are plain, so that a case shows only one feature. Other inputs consist of a few
pieces in any order.
"""

import json
import random
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from hexapla.vectors.cases import (
    EquivalentCase,
    NormalizeCase,
    ParseCase,
    ResolveCase,
    ValidateCase,
    VectorCase,
)

PARTS: dict[str, list[str]] = json.loads(
    Path(__file__).with_name("vector_parts.json").read_text("utf-8")
)
"""Special parts of URLs, keyed by kind; parts of the kind "around" are put around a URL."""

BASES = [
    *("http://a/b/c/d;p?q", "http://a", "x:a", "x:/a/b", "file:///C:/a/b", "x://a"),
    "http://a/b//c?q#f",
]
CHANGES: list[Callable[[str], str]] = [
    str.swapcase,
    str.lower,
    str.upper,
    lambda text: text.replace("/", "/./", 1),
    lambda text: text.replace("/", "/x/../", 1),
    lambda text: text + "/",
    lambda text: text.rstrip("/"),
    lambda text: text + "#",
    lambda text: text + "?",
    lambda text: text.replace(":80", "").replace(":443", ""),
    lambda text: text.replace(":", ":80", 1),
    lambda text: text.replace("a", "%61", 1),
    lambda text: text.replace("%7E", "~").replace("%41", "A"),
    lambda text: text.replace("%", "%25", 1),
    lambda text: text.replace("%c3", "%C3").replace("%e", "%E"),
    lambda text: text.replace(";", "%3B"),
    lambda text: text.replace("é", "%C3%A9"),
    lambda text: text.replace("é", "%E9"),
    lambda text: text.partition("#")[0],
    lambda text: text.replace("//a", "//A", 1),
    lambda text: text + "/.",
    lambda text: text.replace("@", "%40"),
    lambda text: text.replace("/", "%2F", 3),
    lambda text: text[:-1],
]
"""Changes to a string after which it may still be the same URI, or nearly the same."""


def plain_or_odd(chance: random.Random, plain: list[str], odd: list[str], odds: float) -> str:
    """Return one of the plain strings or, with the probability `odds`, one of the odd ones."""
    return chance.choice(odd if chance.random() < odds else plain)


def authority(chance: random.Random, odds: float) -> str:
    """Return an authority, usually only a host."""
    text = plain_or_odd(chance, ["a", "h"], PARTS["hosts"], odds)
    if chance.random() < 0.2:
        text = plain_or_odd(chance, ["u", "u:w"], PARTS["users"], odds) + "@" + text
    if chance.random() < 0.25:
        text += ":" + plain_or_odd(chance, ["80", "8"], PARTS["ports"], odds)
    return text


def path(chance: random.Random, odds: float) -> str:
    """Return a path of up to five segments, some of them dot segments."""
    count = chance.choice([0, 1, 1, 2, 2, 3, 4, 5])
    segments = [
        plain_or_odd(chance, ["a", "b", "c", "..", ".", ""], PARTS["segments"], odds)
        for _ in range(count)
    ]
    return "/".join(segments)


def url(chance: random.Random, *, absolute: bool) -> str:
    """Return a URL, or a reference that may have any part."""
    odds = chance.choice([0.05, 0.2, 0.5])
    text = ""
    if absolute or chance.random() < 0.25:
        text += plain_or_odd(chance, ["http", "http", "x", "file"], PARTS["schemes"], odds) + ":"
    if chance.random() < (0.75 if absolute else 0.25):
        slashes = plain_or_odd(
            chance, ["//"], ["/", "\\\\", "/\\", "///", "\\/", "//\t", "////"], odds / 4
        )
        text += slashes + authority(chance, odds)
        if chance.random() < 0.8:
            text += "/" + path(chance, odds)
    else:
        text += chance.choice(["", "/", "\\", "//"] if chance.random() < odds else ["", "/"])
        text += path(chance, odds)
    if chance.random() < 0.2:
        text += "?" + plain_or_odd(chance, ["q", "y=1"], PARTS["queries"], odds)
    if chance.random() < 0.15:
        text += "#" + plain_or_odd(chance, ["f", "s"], PARTS["fragments"], odds)
    if chance.random() < odds / 4:
        text = chance.choice(PARTS["around"]) + text + chance.choice(PARTS["around"])
    return text


def few_pieces(chance: random.Random, pieces: list[str]) -> str:
    """Return a string of up to six random pieces."""
    return "".join(chance.choice(pieces) for _ in range(chance.randint(0, 6)))


def references(seed: int, pieces: list[str]) -> Iterator[str]:
    """Yield an endless sequence of references and URLs."""
    chance = random.Random(seed)
    while True:
        yield url(chance, absolute=True)
        yield url(chance, absolute=False)
        yield few_pieces(chance, pieces)


def pairs(seed: int, pieces: list[str]) -> Iterator[tuple[str, str]]:
    """Yield an endless sequence of bases, each with a reference."""
    chance = random.Random(seed)
    for reference in references(seed, pieces):
        base = chance.choice(BASES) if chance.random() < 0.4 else url(chance, absolute=True)
        if chance.random() < 0.03:
            base = url(chance, absolute=False)
        yield base, reference


def alike(seed: int, pieces: list[str]) -> Iterator[tuple[str, str]]:
    """Yield an endless sequence of pairs of similar strings."""
    chance = random.Random(seed)
    for text in references(seed, pieces):
        other = chance.choice(CHANGES)(text)
        if chance.random() < 0.2:
            other = chance.choice(CHANGES)(other)
        yield text, other


def inputs(name: str, kind: str, count: int, seed: int) -> list[VectorCase]:
    """Return distinct inputs of a kind; fewer than `count` if some are drawn repeatedly."""
    pieces = PARTS["pieces_of_url_standard"] if name == "whatwg" else PARTS["pieces_of_rfcs"]
    chosen: Iterator[VectorCase]
    match kind:
        case "resolve":
            chosen = (ResolveCase(*pair) for pair in pairs(seed, pieces))
        case "parse":
            chosen = map(ParseCase, references(seed, pieces))
        case "validate" if name == "whatwg":
            chosen = (
                ValidateCase(reference, base if number % 3 == 0 else None)
                for number, (base, reference) in enumerate(pairs(seed, pieces))
            )
        case "validate":
            chosen = map(ValidateCase, references(seed, pieces))
        case "normalize":
            chosen = map(NormalizeCase, references(seed, pieces))
        case _:
            chosen = (EquivalentCase(*pair) for pair in alike(seed, pieces))
    return list(dict.fromkeys(islice(chosen, count)))


def with_each_part(base: str) -> list[VectorCase]:
    """Return cases in which each special part occurs in plain URLs with each of three schemes."""
    forms = {
        "hosts": ("{scheme}://{part}/",),
        "users": ("{scheme}://{part}@h/",),
        "ports": ("{scheme}://h:{part}/",),
        "segments": ("{scheme}:///{part}/b", "{scheme}://h/a/{part}"),
        "queries": ("{scheme}://h/?{part}",),
        "fragments": ("{scheme}://h/#{part}",),
    }
    return [
        ResolveCase(base, form.format(scheme=scheme, part=part))
        for kind, of_kind in forms.items()
        for form in of_kind
        for part in PARTS[kind]
        for scheme in ("http", "file", "x")
    ]
