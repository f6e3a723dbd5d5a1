"""What a witness is asked: pairs of a base and a reference, chosen to tell the memos apart."""

import functools
import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product

import attrs

from hexapla.comparison.variants import variants_of_target
from hexapla.documents.reading import Reading
from hexapla.standard.phases import NoUri, Outcome, Target
from hexapla.standard.registry import specs as installed
from hexapla.standard.spec import AnySpec
from hexapla.values.frozen import FrozenMapping


@attrs.frozen(order=True)
class Case:
    """A base, and a reference to resolve against it."""

    base: str
    reference: str

    def to_dict(self) -> dict[str, object]:
        """Give the case's JSON form."""
        return attrs.asdict(self)


def _current_document(case: Case, target: NoUri) -> str:
    fragment = "" if target.fragment is None else f"#{target.fragment}"
    return case.base.partition("#")[0] + fragment


def _nothing(case: Case, target: NoUri) -> None:
    return None


# What a program that gives a URI or none can show of an outcome. It knows the current document just
# by its URI, which is the base where no other was set (RFC 2396, 4.2 and 5.1), less the fragment,
# which is no part of a URI (4). Where a memo has no rule, or calls for an error, there is no URI.
_SHOWN = FrozenMapping(
    {
        Outcome.SAME_DOCUMENT: _current_document,
        Outcome.UNDEFINED: _nothing,
        Outcome.ERROR: _nothing,
    }
)


def shown(case: Case, target: Target) -> str | None:
    """Give what a witness that follows a memo answers: the text of a URI, or None for no URI."""
    return target if isinstance(target, str) else _SHOWN[target.outcome](case, target)


def expected(spec: AnySpec, case: Case) -> str | None:
    """Give what a witness that follows a spec answers to a case."""
    return shown(case, spec.resolve(case.base, case.reference).target)


@attrs.frozen
class Leaf:
    """What a memo answers to a case where it is read in one way.

    `options` has an option for each open reading that the case touches on this way.
    """

    options: Mapping[str, str]
    answer: str | None

    def allows(self, options: Mapping[str, str]) -> bool:
        """Say whether options, by reading, leave this way open."""
        return all(options.get(name, option) == option for name, option in self.options.items())


Behaviour = tuple[Leaf, ...]
"""All that a memo can answer to a case: just one way is open once every reading has an option."""


def behaviour(spec: AnySpec, case: Case) -> Behaviour:
    """Give all that a memo can answer to a case."""
    return tuple(
        Leaf(
            FrozenMapping(
                (choice.reading, choice.option)
                for choice in variant.choices
                if choice not in spec.choices
            ),
            shown(case, _target(variant.key)),
        )
        for variant in variants_of_target(spec, case.base, case.reference)
    )


def _target(key: Hashable) -> Target:
    assert isinstance(key, str | NoUri)
    return key


# A reference is a token and an end; together they hold what the memos' readings turn on.
_TOKENS = (
    *(
        "",
        "a",
        "/",
        "//",
        "../",
        "..",
        ".",
        "?",
        "#",
        ";",
        ":",
        "x:",
        "1:",
        "%41:",
        "http:",
        "HTTP:",
    ),
)
_ENDS = ("", "?y", "#s", "/../..", "a/../.", "a", "//a/../..")
# What each has that no other has is what a memo, or a reading of it, turns on.
_BASES = (
    "http://a/b/c/d;p?q",
    "http://a/b//c",
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


# A memo with more combinations of options than this is told apart by those near its defaults.
_ALL_COMBINATIONS = 4096


def default_cases(specs: Iterable[AnySpec]) -> tuple[Case, ...]:
    """Give the cases that a witness is asked where nobody names any; the same in every run.

    They are all that installed specs have for examples, and then a few of some 1,400 short inputs,
    chosen so that they tell apart all that those inputs tell apart: the specs, and the readings of
    each, in every combination.
    """
    return _default_cases(tuple(specs))


@functools.lru_cache(maxsize=8)
def _default_cases(specs: tuple[AnySpec, ...]) -> tuple[Case, ...]:
    examples = (
        Case(example.base, example.reference) for spec in installed() for example in spec.examples()
    )
    return tuple(dict.fromkeys((*examples, *separating(specs, _pool()))))


def _pool() -> Iterator[Case]:
    """Give the cases to choose from, the shortest references first."""
    texts = {token + end for token in _TOKENS for end in _ENDS}
    for text in sorted(texts, key=lambda text: (len(text), text)):
        for base in _BASES:
            yield Case(base, text)


def separating(specs: Sequence[AnySpec], pool: Iterable[Case]) -> tuple[Case, ...]:
    """Choose the cases of a pool that tell something apart which none before them does.

    What they leave alike, specs or options of readings in any combination, no case of the pool
    tells apart.
    """
    table = [(case, [behaviour(spec, case) for spec in specs]) for case in pool]
    witnesses = [
        (place, options)
        for place, spec in enumerate(specs)
        for options in _combinations(_touched(spec, (row[place] for _, row in table)))
    ]
    chosen = []
    blocks, number = [0] * len(witnesses), 1
    for case, row in table:
        if len({leaf.answer for leaves in row for leaf in leaves}) == 1:
            continue
        numbers: dict[tuple[int, str | None], int] = {}
        finer = [
            numbers.setdefault((block, answer_of(row[place], options)), len(numbers))
            for block, (place, options) in zip(blocks, witnesses, strict=True)
        ]
        if len(numbers) > number:
            chosen.append(case)
            blocks, number = finer, len(numbers)
    return tuple(chosen)


def answer_of(leaves: Behaviour, options: Mapping[str, str]) -> str | None:
    """Give the answer under options, one for each reading that is touched."""
    if len(leaves) == 1:
        return leaves[0].answer
    return next(leaf.answer for leaf in leaves if leaf.allows(options))


def _touched(spec: AnySpec, behaviours: Iterable[Behaviour]) -> list[Reading]:
    names = {name for leaves in behaviours for leaf in leaves for name in leaf.options}
    return [reading for reading in spec.readings if reading.name in names]


def _combinations(readings: Sequence[Reading]) -> Iterator[Mapping[str, str]]:
    """Give every combination of options; where they are too many, up to two off the defaults."""
    options = [[(reading.name, option) for option in reading.options] for reading in readings]
    if math.prod(map(len, options)) <= _ALL_COMBINATIONS:
        yield from map(dict, product(*options))
        return
    defaults = {reading.name: reading.default for reading in readings}
    for some in combinations(options, 2):
        for departures in product(*some):
            yield defaults | dict(departures)
