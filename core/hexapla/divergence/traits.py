"""Traits of the parts of a URL, a reference or a base, as they are written.

A trait is a condition about one part: "the port is not a number", "the path of the base has a
slash". All traits of all inputs are computed without regard to any behaviour. The cases then decide
which trait becomes the condition of a behaviour; see `search`.

For a behaviour that isn't found by trial, the inputs in which it would show are unknown. Its
condition is then a trait, or two, true of every input that shows the behaviour, and of no input in
which the program follows the standard (see `separating`).

A trait is a string: a `Condition`, the name of the part, and in most cases the name of a feature or
a sign, separated by colons. The features are defined in `features.toml`.
"""

import functools
import itertools
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from hexapla.divergence.compare import sign_of
from hexapla.divergence.model import Condition, Sign, together
from hexapla.divergence.transforms import Text

PART = "part-"
"""The beginning of a trait."""
_DATA = Path(__file__).with_name("features.toml").read_text("utf-8")
_URL = re.compile(
    r"(?:\s*(?P<scheme>[0-9A-Za-z+.-]+):)?(?:[/\\]{2}(?P<authority>[^/?#\\]*))?"
    r"(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?(?:#(?P<fragment>.*))?",
    re.DOTALL,
)
_AUTHORITY = re.compile(
    r"(?:(?P<userinfo>.*)@)?(?P<host>\[.*\][^:]*|[^:]*)(?::(?P<port>.*))?", re.DOTALL
)
# Parts that no text lacks.
_ALWAYS = ("text", "path")
# Parts of which it is a condition that they are present and not empty.
_OFTEN_EMPTY = ("authority", "port", "path", "query", "fragment")
# Signs that are too common to be a condition.
_COMMON = frozenset({Sign.LETTER_OR_DIGIT, Sign.END})
# In code points: the rest of a longer text or part isn't considered.
_LONGEST = 500


class _Feature(NamedTuple):
    """A feature of a part.

    Attributes:
        parts: The names of the parts that can have the feature.
        pattern: The regular expression that a search finds in a part with the feature.
    """

    parts: frozenset[str]
    pattern: re.Pattern[str]


def _features() -> Iterator[tuple[str, _Feature]]:
    for name, form in tomllib.loads(_DATA).items():
        pattern = re.compile(form["pattern"])
        yield name, _Feature(frozenset(form["parts"]), pattern)


FEATURES: Mapping[str, _Feature] = dict(_features())
"""The features of parts, by name."""


def _patterns_of_parts() -> Mapping[str, Sequence[tuple[str, re.Pattern[str]]]]:
    """Return the names and the patterns of the features that each part can have."""
    patterns: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
    for name, feature in FEATURES.items():
        for part in feature.parts:
            patterns.setdefault(part, []).append((name, feature.pattern))
    return patterns


_PATTERNS_OF_PART = _patterns_of_parts()


def written_parts(text: str) -> Mapping[str, Text]:
    """Return the parts of a URL or a reference as it is written; None for an absent part."""
    match = _URL.fullmatch(text)
    assert match is not None
    parts = match.groupdict()
    authority = parts["authority"]
    within = None if authority is None else _AUTHORITY.fullmatch(authority)
    divided = within.groupdict() if within else dict.fromkeys(("userinfo", "host", "port"))
    return {"text": text, **parts, **divided}


def traits_of(owner: str, text: str, read: Iterable[tuple[str, Text]] = ()) -> Mapping[str, None]:
    """Return the traits of a text, as the keys of a mapping, which keeps their order.

    Args:
        owner: What the text is: "url", "reference", "base", or "uri" for a standard's result.
        text: The text.
        read: The names and texts of the parts that a standard reads; used for parts that aren't
            written.
    """
    parts = tuple((name, part and part[:_LONGEST]) for name, part in read)
    return _traits(owner, text[:_LONGEST], parts)


@functools.lru_cache(16_384)
def _traits(owner: str, text: str, read: tuple[tuple[str, Text], ...]) -> Mapping[str, None]:
    traits: dict[str, None] = {}
    parts_read = dict(read)
    for part, written in written_parts(text).items():
        written = parts_read.get(part) if written is None else written
        traits |= dict.fromkeys(_traits_of_part(f"{owner}.{part}", part, written))
    return traits


def _traits_of_part(name: str, part: str, text: Text) -> Iterator[str]:
    if part not in _ALWAYS:
        condition = Condition.PART_IS_ABSENT if text is None else Condition.PART_IS_PRESENT
        yield f"{condition}:{name}"
    if text is None:
        return
    if not text:
        yield f"{Condition.PART_IS_EMPTY}:{name}"
        return
    if part in _OFTEN_EMPTY:
        yield f"{Condition.PART_IS_FILLED}:{name}"
    if part == "port" and text.isascii() and text.isdigit():
        yield f"{Condition.PART_IS_NUMBER}:{name}"
    for feature, pattern in _PATTERNS_OF_PART.get(part, ()):
        if pattern.search(text):
            yield f"{Condition.PART_IS}:{name}:{feature}"
    signs = [*map(sign_of, text)]
    for sign, count in Counter(signs).items():
        if sign in _COMMON:
            continue
        yield f"{Condition.PART_HAS}:{name}:{sign}"
        if count > 1:
            yield f"{Condition.PART_HAS_SEVERAL}:{name}:{sign}"
        if signs[0] == sign:
            yield f"{Condition.PART_BEGINS_WITH}:{name}:{sign}"
        if signs[-1] == sign:
            yield f"{Condition.PART_ENDS_WITH}:{name}:{sign}"


_ORDER: Mapping[str, int] = {name: place for place, name in enumerate((*Condition, *FEATURES))}


@functools.lru_cache(16_384)
def trait_order(trait: str) -> tuple[int, int, bool, str]:
    """Return a sort key for traits: the simplest and most precise come first."""
    condition, _, about = trait.partition(":")
    name, _, detail = about.partition(":")
    is_whole = name.endswith(".text")
    return _ORDER.get(condition, 0), _ORDER.get(detail, 0), is_whole, trait


def separating(
    sign: str, showing: Sequence[Mapping[str, None]], following: Sequence[Mapping[str, None]]
) -> str:
    """Return the condition that separates the inputs that show a behaviour from others.

    Args:
        sign: The sign that the behaviour concerns; "" if there is none.
        showing: The traits of each input that shows the behaviour.
        following: The traits of each input in which the program follows the standard.

    Returns:
        A trait, or two traits joined by " & ". The result is "" if no trait and no two traits
        separate the inputs, or if the sign of the behaviour already separates them.
    """
    shared = set(showing[0]).intersection(*showing[1:])
    # A set of inputs is an integer, in which the bit at each input's index is set.
    against = dict.fromkeys(sorted(shared, key=trait_order), 0)
    for number, traits in enumerate(following):
        this_input = 1 << number
        for trait in traits.keys() & shared:
            against[trait] |= this_input
    # The sign of the behaviour may separate the inputs by itself.
    for trait, opposed in against.items():
        is_of_sign = bool(sign) and trait.endswith(f":{sign}")
        if is_of_sign and not opposed and not trait.startswith(Condition.PART_HAS_SEVERAL):
            return ""
    wheres = _first_separating(against)
    has_sign = bool(sign) and any(where.endswith(f":{sign}") for where in wheres)
    is_implied = has_sign and not wheres[0].startswith(Condition.PART_HAS_SEVERAL)
    return "" if is_implied else together(*wheres)


def _first_separating(against: Mapping[str, int]) -> tuple[str, ...]:
    """Return the first trait, or else the first two traits, that together hold in no input.

    Args:
        against: For each trait, the set of the inputs in which it holds, as an integer.

    Returns:
        The traits; none if no trait and no two traits separate the inputs.
    """
    for where, opposed in against.items():
        if not opposed:
            return (where,)
    for (where, opposed), (other, opposed_to_other) in itertools.combinations(against.items(), 2):
        if not opposed & opposed_to_other:
            return where, other
    return ()
