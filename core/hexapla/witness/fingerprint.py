"""Which memo a witness follows, under which readings, and where it leaves it."""

import functools
from collections.abc import Iterable, Mapping, Sequence

import attrs

from hexapla.compare import columns_of
from hexapla.frozen import FrozenMapping
from hexapla.registry import specs as installed
from hexapla.spec import AnySpec
from hexapla.witness.asking import Answer, Resolve, ask
from hexapla.witness.cases import Behaviour, Case, behaviour, default_cases, expected
from hexapla.witness.search import Explanation, explain


@attrs.frozen
class Unexplained:
    """A case in which a witness leaves the memo that explains it best.

    `expected` is what the memo would have it answer, None for no URI. `smallest` is the answer to a
    smaller case of the same kind, none of whose neighbours is smaller still; it is None where the
    witness failed to answer, where the case is too long to be made smaller, and where the questions
    that may be asked for that ran out.
    """

    answer: Answer
    expected: str | None
    smallest: Answer | None = None

    @property
    def case(self) -> Case:
        """The case."""
        return self.answer.case

    def to_dict(self) -> dict[str, object]:
        """Give the JSON form."""
        smallest = self.smallest
        return {
            **self.case.to_dict(),
            "answer": self.answer.to_dict(),
            "expected": self.expected,
            "smallest": smallest and {**smallest.case.to_dict(), "answer": smallest.to_dict()},
        }


@attrs.frozen
class Fingerprint:
    """What a witness is recognised by.

    `explanations` has one for each memo, the best first; `cases` is the number of cases asked.
    """

    explanations: tuple[Explanation, ...]
    cases: int
    unexplained: tuple[Unexplained, ...]

    @property
    def best(self) -> Explanation:
        """The memo, with the readings, that leaves the fewest cases unexplained.

        Of equals, the one with the fewest choices, then the newest memo.
        """
        return self.explanations[0]

    @property
    def scores(self) -> Mapping[str, int]:
        """For each memo as it was given, by its id or selector, the number of cases explained."""
        return FrozenMapping((item.asked_for, item.by_default) for item in self.explanations)

    @property
    def answered(self) -> int:
        """The number of cases in which the witness did not fail to answer."""
        return self.cases - sum(item.answer.trouble is not None for item in self.unexplained)

    def to_dict(self) -> dict[str, object]:
        """Give the fingerprint's JSON form."""
        return {
            "best": self.best.to_dict(),
            "explanations": [item.to_dict() for item in self.explanations],
            "cases": self.cases,
            "answered": self.answered,
            "unexplained": [item.to_dict() for item in self.unexplained],
        }


def witness(
    resolve: Resolve,
    specs: Iterable[str | AnySpec] | None = None,
    cases: Iterable[Case | tuple[str, str]] | None = None,
) -> Fingerprint:
    """Say which memo a callable follows when it resolves references, and under which readings.

    `resolve` takes a base and a reference; it gives the text of a URI, or None where there is none,
    and what it raises means the same. `specs` are selectors or specs, all that are installed where
    none are given; choices that a selector makes stay. `cases` are pairs of a base and a reference;
    where none are given they are the memos' own examples, and a few that tell all readings apart.

    Raises `SelectorError` for a selector that names nothing, `ValueError` where there is no case.
    """
    columns = installed() if specs is None else columns_of(specs)
    if cases is None:
        asked = default_cases(columns)
        table: list[tuple[Behaviour, ...] | None] = [_behaviours(spec, asked) for spec in columns]
    else:
        asked = tuple(case if isinstance(case, Case) else Case(*case) for case in cases)
        table = [None for _ in columns]
    if not asked:
        raise ValueError("there is no case to ask; give one pair of a base and a reference or more")
    answers = [ask(resolve, case) for case in asked]
    found = [
        explain(spec, answers, behaviours) for spec, behaviours in zip(columns, table, strict=True)
    ]
    # Sorting keeps the order of equals, and the columns come oldest first.
    found.reverse()
    found.sort(key=lambda item: (-item.agreeing, len(item.spec.choices)))
    left = _unexplained(resolve, found[0].spec, columns, answers)
    return Fingerprint(tuple(found), len(asked), left)


@functools.lru_cache(maxsize=32)
def _behaviours(spec: AnySpec, cases: tuple[Case, ...]) -> tuple[Behaviour, ...]:
    return tuple(behaviour(spec, case) for case in cases)


def _unexplained(
    resolve: Resolve, spec: AnySpec, columns: Sequence[AnySpec], answers: Sequence[Answer]
) -> tuple[Unexplained, ...]:
    # Searching brings modules along that a browser does not have, nor who only parses.
    from hexapla.witness.shrinking import Shrinking

    shrinking = Shrinking(resolve, spec, columns)
    return tuple(
        Unexplained(answer, uri, shrinking.smallest(answer))
        for answer in answers
        for uri in [expected(spec, answer.case)]
        if not answer.matches(uri)
    )
