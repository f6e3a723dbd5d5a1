"""The cases to resolve where the user names none: they tell the standards and readings apart."""

import functools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, product

from hexapla.documents.reading import Reading
from hexapla.implementations.asking import Case
from hexapla.implementations.candidate_specs import candidates
from hexapla.implementations.question import Branch, branch_under
from hexapla.implementations.targets import resolve_branches
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


_Branches = tuple[Branch, ...]
# A standard with more combinations of options than this is tried with those near its defaults.
_ALL_COMBINATIONS = 4096


def default_cases(specs: Iterable[Spec]) -> tuple[Case, ...]:
    """Return the cases that an implementation is asked by default; the same in every run.

    They are the examples of the candidates and of `specs`, and then a few of some 1,400 short
    inputs, chosen so that they distinguish everything that those inputs distinguish: the specs, and
    the readings of each, in every combination.
    """
    return _default_cases(tuple(specs))


@functools.lru_cache(maxsize=8)
def _default_cases(specs: tuple[Spec, ...]) -> tuple[Case, ...]:
    examples = (
        Case(example.base, example.reference)
        for spec in (*candidates(), *specs)
        for example in spec.examples()
    )
    return tuple(dict.fromkeys((*examples, *separating(specs, _pool()))))


def _pool() -> Iterator[Case]:
    """Yield the cases to choose from, the shortest references first."""
    texts = {token + end for token in _TOKENS for end in _ENDS}
    for text in sorted(texts, key=lambda text: (len(text), text)):
        for base in _BASES:
            yield Case(base, text)


def separating(specs: Sequence[Spec], pool: Iterable[Case]) -> tuple[Case, ...]:
    """Return the cases of a pool that distinguish what no case before them distinguishes.

    What they leave together, specs or options of readings in any combination, no case of the pool
    separates.

    Args:
        specs: The specs to tell apart, and the readings of each.
        pool: The cases to choose from, those that are preferred first.
    """
    table = [(case, [resolve_branches(spec, case) for spec in specs]) for case in pool]
    variants = [
        tuple(_combinations(_touched(spec, (row[column] for _, row in table))))
        for column, spec in enumerate(specs)
    ]
    chosen = []
    # Variants with the same block number have given the same answers so far.
    blocks, number = [0] * sum(map(len, variants)), 1
    for case, row in table:
        if len({branch.expected.value for branches in row for branch in branches}) == 1:
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


def _answers(branches: _Branches, tried: Iterable[Mapping[str, str]]) -> Iterator[object]:
    """Yield the answer under each combination; it depends only on what the case touches."""
    names = sorted({name for branch in branches for name in branch.options})
    answers: dict[tuple[str, ...], object] = {}
    for options in tried:
        touched = tuple([options[name] for name in names])
        if touched not in answers:
            answers[touched] = branch_under(branches, options).expected.value
        yield answers[touched]


def _touched(spec: Spec, behaviours: Iterable[_Branches]) -> list[Reading]:
    names = {name for branches in behaviours for branch in branches for name in branch.options}
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
