"""Which memo a witness follows, under which readings, and where it leaves it."""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from hexapla.comparison.columns import columns_of
from hexapla.implementations.asking import Answer, Resolve, ask
from hexapla.implementations.cases import Behaviour, Case, behaviour, default_cases, expected
from hexapla.implementations.search import Explanation, explain, refuses_alike
from hexapla.standard.phases import NoUri, Outcome
from hexapla.standard.registry import specs as installed
from hexapla.standard.spec import AnySpec
from hexapla.values.frozen import FrozenMapping

# Searching brings modules along that a browser does not have, nor who only parses.
if TYPE_CHECKING:
    from hexapla.implementations.departure import Departure

Smaller = Callable[[AnySpec, Answer], Answer | None]
"""Finds the answer to a smaller case, of the same kind, in which a witness leaves a memo."""

# What is remembered between two witnesses is no more than what so many cases take.
_REMEMBERED = 1_000


@attrs.frozen
class Unexplained:
    """A case in which a witness leaves the memo that explains it best.

    `expected` is what the memo would have it answer, None for no URI. `smallest` is the answer to a
    smaller case of the same kind, none of whose neighbours is smaller still; None where the
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
class Identification:
    """What a witness is recognised by.

    `explanations` has one for each memo, the best first; `cases` is the number of cases asked. What
    is `unexplained` are departures from the best, and cases in which the witness failed to answer;
    `departures` has the former by the rule that is left. `refused` are the cases in which it gives
    no URI for what the best one's grammar does not derive, and `as_base` those in which it gives
    the base's URI where the best one has the current document, as any that gives URIs has to: both
    are no departures.
    """

    explanations: tuple[Explanation, ...]
    cases: int
    unexplained: tuple[Unexplained, ...]
    departures: "tuple[Departure, ...]" = ()
    refused: tuple[Answer, ...] = ()
    as_base: tuple[Answer, ...] = ()

    @property
    def best(self) -> Explanation:
        """The memo, with the readings, that leaves the fewest cases unexplained.

        Of equals, the one that explains the most, then the one with the fewest choices, then the
        newest memo.
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
            "departures": [item.to_dict() for item in self.departures],
            "refused": [{**item.case.to_dict(), "answer": item.to_dict()} for item in self.refused],
            "as_base": [{**item.case.to_dict(), "answer": item.to_dict()} for item in self.as_base],
        }


def identify(
    resolve: Resolve,
    specs: Iterable[str | AnySpec] | None = None,
    cases: Iterable[Case | tuple[str, str]] | None = None,
) -> Identification:
    """Say which memo a callable follows when it resolves references, and under which readings.

    `resolve` takes a base and a reference; it gives the text of a URI, or None where there is none,
    and what it raises means the same. `specs` are selectors or specs, all that are installed where
    none are given; choices that a selector makes stay. `cases` are pairs of a base and a reference;
    where none are given they are the memos' own examples, and a few that tell all readings apart.

    Raises `SelectorError` for a selector that names nothing, `ValueError` where there is no case.
    """
    columns = _columns(specs)
    asked = default_cases(columns) if cases is None else tuple(map(_case, cases))
    if not asked:
        raise ValueError("there is no case to ask; give one pair of a base and a reference or more")
    from hexapla.implementations.shrinking import Shrinking

    smaller = Shrinking(resolve, columns).smallest
    return explain_answers([ask(resolve, case) for case in asked], columns, smaller)


def explain_answers(
    answers: Sequence[Answer],
    specs: Iterable[str | AnySpec] | None = None,
    smaller: Smaller = lambda spec, answer: None,
) -> Identification:
    """Say which memo answers follow, and under which readings; `specs` as for `witness`.

    `smaller` is asked for each answer that the best explanation leaves unexplained.
    """
    columns = _columns(specs)
    cases = tuple(answer.case for answer in answers)
    found = [explain(spec, answers, _behaviours(spec, cases)) for spec in columns]
    # Sorting keeps the order of equals, and the columns come oldest first.
    found.reverse()
    found.sort(
        key=lambda item: (-item.agreeing - item.refused, -item.agreeing, len(item.spec.choices))
    )
    return _fingerprint(found, answers, columns, smaller)


def _columns(specs: Iterable[str | AnySpec] | None) -> tuple[AnySpec, ...]:
    return installed() if specs is None else columns_of(specs)


def _case(case: Case | tuple[str, str]) -> Case:
    return case if isinstance(case, Case) else Case(*case)


def _behaviours(spec: AnySpec, cases: tuple[Case, ...]) -> tuple[Behaviour, ...]:
    find = _behaviours_of_few if len(cases) <= _REMEMBERED else _behaviours_of_many
    return find(spec, cases)


def _behaviours_of_many(spec: AnySpec, cases: tuple[Case, ...]) -> tuple[Behaviour, ...]:
    return tuple(behaviour(spec, case) for case in cases)


_behaviours_of_few = functools.lru_cache(maxsize=32)(_behaviours_of_many)


def _fingerprint(
    found: Sequence[Explanation],
    answers: Sequence[Answer],
    columns: Sequence[AnySpec],
    smaller: Smaller,
) -> Identification:
    from hexapla.discover.classes import judge_of
    from hexapla.implementations.departure import departures

    best = found[0].spec
    refused, as_base, left = [], [], []
    for answer in answers:
        uri = expected(best, answer.case)
        if not answer.matches(uri):
            if refuses_alike(best, answer):
                refused.append(answer)
            else:
                left.append(Unexplained(answer, uri, smaller(best, answer)))
        elif _has_current_document(best, answer.case):
            as_base.append(answer)
    departing = [
        (item.case, item.smallest or item.answer) for item in left if item.answer.trouble is None
    ]
    return Identification(
        tuple(found),
        len(answers),
        tuple(left),
        departures(judge_of(columns), best, departing),
        tuple(refused),
        tuple(as_base),
    )


def _has_current_document(spec: AnySpec, case: Case) -> bool:
    target = spec.resolve(case.base, case.reference).target
    return isinstance(target, NoUri) and target.outcome is Outcome.SAME_DOCUMENT
