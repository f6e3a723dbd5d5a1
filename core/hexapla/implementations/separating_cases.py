"""The cases to resolve where the user names none: they tell the standards and readings apart."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, product

from hexapla.documents.reading import Reading
from hexapla.implementations.asking import Case
from hexapla.implementations.question import Alternative, alternative_under
from hexapla.standard.spec import Spec

# A reference is a token and an end; together they contain what the standards' readings depend on.
_TOKENS = (
    *("", "a", "/", "//", "../", "..", ".", "?", "#", ";", ":"),
    *("x:", "1:", "%41:", "http:", "HTTP:"),
)
_ENDS = ("", "?y", "#s", "/../..", "a/../.", "a", "//a/../..")
# Each has something that no other has, and that a standard or one of its readings depends on.
_BASES = (
    "http://a/b/c/d;p?q",
    "http://a/b//c",
    "http://a//b",
    "http://a",
    "http:///a",
    "x:/a",
    "x:a",
    "x:",
    "mailto:a@b",
    "1:///a",
    "a%41:/c//d",
    "x:a?b/c",
    "a/b",
    "",
)


_Alternatives = tuple[Alternative, ...]
# A standard with more combinations of options than this is tried with those near its defaults.
_ALL_COMBINATIONS = 4096


def pool() -> Iterator[Case]:
    """Yield some 1,400 cases to choose from, the shortest references first."""
    texts = {token + end for token in _TOKENS for end in _ENDS}
    for text in sorted(texts, key=lambda text: (len(text), text)):
        for base in _BASES:
            yield Case(base, text)


def separating(
    specs: Sequence[Spec],
    cases: Iterable[Case],
    alternatives: Callable[[Spec, Case], _Alternatives],
) -> tuple[Case, ...]:
    """Return the cases that distinguish what no case before them distinguishes.

    What they leave together, specs or options of readings in any combination, no case separates.

    Args:
        specs: The specs to tell apart, and the readings of each.
        cases: The cases to choose from, those that are preferred first.
        alternatives: Returns what a spec can answer to a case, under any options.
    """
    table = [(case, [alternatives(spec, case) for spec in specs]) for case in cases]
    variants = [
        tuple(_combinations(_touched(spec, (row[column] for _, row in table))))
        for column, spec in enumerate(specs)
    ]
    chosen = []
    # Variants with the same block number have given the same answers so far.
    blocks, number = [0] * sum(map(len, variants)), 1
    for case, row in table:
        if (
            len(
                {alternative.expected.value for alternatives in row for alternative in alternatives}
            )
            == 1
        ):
            continue
        answers = chain.from_iterable(map(_answers, row, variants))
        numbers: dict[tuple[int, object], int] = {}
        finer = [
            numbers.setdefault(block_and_answer, len(numbers))
            for block_and_answer in zip(blocks, answers, strict=True)
        ]
        if len(numbers) > number:
            chosen.append(case)
            blocks, number = finer, len(numbers)
    return tuple(chosen)


def _answers(alternatives: _Alternatives, tried: Iterable[Mapping[str, str]]) -> Iterator[object]:
    """Yield the answer under each combination; it depends only on what the case touches."""
    names = sorted({name for alternative in alternatives for name in alternative.options})
    answers: dict[tuple[str, ...], object] = {}
    for options in tried:
        touched = tuple([options[name] for name in names])
        if touched not in answers:
            answers[touched] = alternative_under(alternatives, options).expected.value
        yield answers[touched]


def _touched(spec: Spec, behaviours: Iterable[_Alternatives]) -> list[Reading]:
    names = {
        name
        for alternatives in behaviours
        for alternative in alternatives
        for name in alternative.options
    }
    return [reading for reading in spec.readings if reading.name in names]


def _combinations(readings: Sequence[Reading]) -> Iterator[Mapping[str, str]]:
    """Yield every combination of options; if there are too many, up to two off the defaults."""
    options = [[(reading.name, option) for option in reading.options] for reading in readings]
    if math.prod(map(len, options)) <= _ALL_COMBINATIONS:
        yield from map(dict, product(*options))
        return
    defaults = {reading.name: reading.default for reading in readings}
    for some in combinations(options, 2):
        for departures in product(*some):
            yield defaults | dict(departures)
