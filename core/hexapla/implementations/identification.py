"""Which standard an implementation follows, under which readings, and where it departs from it."""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence

import attrs

from hexapla.comparison.columns import columns_of
from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import show_cut
from hexapla.discover.classes import judge_of
from hexapla.implementations.asking import Answer, Resolve, ask
from hexapla.implementations.behaviour import Behaviour, behaviour
from hexapla.implementations.cases import Case, expected, short
from hexapla.implementations.defaults import candidates, default_cases
from hexapla.implementations.departure import Departure, departures
from hexapla.implementations.explanation import (
    Explanation,
    explain,
    follows,
    is_rejection,
    lacks_rule,
)
from hexapla.implementations.missing import MissingColumn, missing_columns
from hexapla.implementations.notebook import html_of_identification
from hexapla.implementations.one_line import answer_text
from hexapla.implementations.shrinking import Shrinking
from hexapla.standard.phases import NoUri, Outcome
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted
from hexapla.text.table import TableRow
from hexapla.values.frozen import FrozenMapping

Smaller = Callable[[Spec, Answer], Answer | None]
"""Finds the answer to a smaller case in which an implementation departs in the same way."""

# The behaviours in at most so many cases are kept for the next implementation.
_REMEMBERED = 1_000


@attrs.frozen(repr=False)
class Unexplained:
    """A case in which an implementation departs from the standard that explains it best.

    Attributes:
        answer: What the implementation answered.
        expected: What the standard would have it answer; None for no URI.
        smallest: The answer to a smaller case of the same kind, of which no neighbour is smaller
            still. None where the implementation failed to answer, where the case is too long to be
            made smaller, and where no more questions may be asked.
    """

    answer: Answer
    expected: str | None
    smallest: Answer | None = None

    def __repr__(self) -> str:
        return f"<Unexplained {self.case}: {self.answer}, expected {short(self.expected)}>"

    @property
    def case(self) -> Case:
        """The case."""
        return self.answer.case

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        smallest = None if self.smallest is None else self.smallest.with_question()
        return {**self.answer.with_question(), "expected": self.expected, "smallest": smallest}


@attrs.frozen(repr=False)
class Identification:
    """Which standards explain the answers of an implementation, and what no standard explains.

    Attributes:
        explanations: One for each standard, the best first.
        cases: The number of cases asked.
        unexplained: The cases that the best explanation leaves, and those in which the
            implementation failed to answer.
        departures: The former, grouped by the rule that the implementation departs from.
        rejected: The cases in which it gives no URI for what the best standard's own grammar does
            not derive, or has no rule for. They are neutral.
        no_rule: The cases in which it gives a URI, and the best standard has no rule. They neither
            match nor differ.
        as_base: The cases in which it gives the base's URI where the best standard has the current
            document, as every program has to that answers with URIs. They match.
        missing: Columns that could explain more, but are not installed.
    """

    explanations: tuple[Explanation, ...]
    cases: int
    unexplained: tuple[Unexplained, ...]
    departures: tuple[Departure, ...] = ()
    rejected: tuple[Answer, ...] = ()
    no_rule: tuple[Answer, ...] = ()
    as_base: tuple[Answer, ...] = ()
    missing: tuple[MissingColumn, ...] = ()

    def __repr__(self) -> str:
        best = self.best
        return f"<Identification {best.selector}: {best.agreeing} of {self.cases} cases match>"

    def _repr_html_(self) -> str:
        """Return the identification as a notebook shows it."""
        document = self.best.spec.document
        departures = (
            TableRow(
                counted(len(item.cases), "case"),
                (
                    f"it {item.shape.manner}. {document.label} {item.rule.does} "
                    f"({item.rule.citation.section}).",
                    f"{show_cut(item.smallest.case.reference)}  "
                    f"base {show_cut(item.smallest.case.base)}",
                    answer_text(item.smallest),
                ),
            )
            for item in self.departures
        )
        explained = ((item.spec, item.agreeing, item.by_default) for item in self.explanations)
        return html_of_identification(self.verdict, explained, departures)

    @property
    def best(self) -> Explanation:
        """The standard, with the readings, that leaves the fewest cases unexplained.

        Of equals, it is the one that explains the most, then the one with the fewest choices, then
        the newest standard.
        """
        return self.explanations[0]

    @property
    def verdict(self) -> str:
        """In one line, which standard is followed, and in how many cases.

        Where a column is not installed, that comes first.
        """
        best = self.best
        differing = sum(len(departure.cases) for departure in self.departures)
        failed = self.cases - self.answered
        counts = [f"{best.agreeing:,} of {self.cases:,} cases match"]
        if best.rejected:
            counts.append(f"{best.rejected:,} rejected")
        if best.no_rule:
            counts.append(f"{best.no_rule:,} without a rule")
        if differing:
            differ = "differs" if differing == 1 else "differ"
            counts.append(f"{differing:,} {differ} in {counted(len(self.departures), 'way')}")
        if failed:
            counts.append(f"{failed:,} unanswered")
        verdict = f"{label_of(best.spec)}: {', '.join(counts)}"
        return "; ".join((*map(str, self.missing), verdict))

    @property
    def scores(self) -> Mapping[str, int]:
        """For each standard as it was given, by its selector, the number of cases explained."""
        return FrozenMapping((item.asked_for, item.by_default) for item in self.explanations)

    @property
    def answered(self) -> int:
        """The number of cases in which the implementation did not fail to answer."""
        return self.cases - sum(item.answer.trouble is not None for item in self.unexplained)

    def to_dict(self) -> dict[str, object]:
        """Return the identification's JSON form."""
        return {
            "best": self.best.to_dict(),
            "explanations": [item.to_dict() for item in self.explanations],
            "cases": self.cases,
            "answered": self.answered,
            "unexplained": [item.to_dict() for item in self.unexplained],
            "departures": [item.to_dict() for item in self.departures],
            "rejected": [item.with_question() for item in self.rejected],
            "no_rule": [item.with_question() for item in self.no_rule],
            "as_base": [item.with_question() for item in self.as_base],
            "missing": [item.to_dict() for item in self.missing],
        }


def identify_resolving(
    resolve: Resolve,
    specs: Iterable[str | Spec] | None = None,
    cases: Iterable[Case | tuple[str, str]] | None = None,
) -> Identification:
    """Identify the standard that a callable follows when it resolves references.

    Args:
        resolve: Takes a base and a reference; returns the text of a URI, or None where there is
            none. What it raises means that there is none.
        specs: Selectors or specs of the standards that may explain it. Choices that a selector
            makes are kept. By default they are those that come with Hexapla, and the plug-ins that
            ask to be among them.
        cases: Pairs of a base and a reference. By default they are the standards' own examples, and
            a few that tell all readings apart.

    Raises:
        SelectorError: A selector names nothing.
        ValueError: There is no case to ask.
    """
    columns = _columns(specs)
    asked = default_cases(columns) if cases is None else tuple(map(_case, cases))
    if not asked:
        raise ValueError("there is no case to ask; give one pair of a base and a reference or more")
    smaller = Shrinking(resolve, columns).smallest
    answers = [ask(resolve, case) for case in asked]
    identification = explain_answers(answers, columns, smaller)
    return attrs.evolve(identification, missing=missing_columns(columns))


def explain_answers(
    answers: Sequence[Answer],
    specs: Iterable[str | Spec] | None = None,
    smaller: Smaller = lambda spec, answer: None,
) -> Identification:
    """Identify the standard that answers follow.

    Args:
        answers: What an implementation answered.
        specs: As for `identify`.
        smaller: Called for each answer that the best explanation leaves unexplained.
    """
    columns = _columns(specs)
    cases = tuple(answer.case for answer in answers)
    explanations = [explain(spec, answers, _behaviours(spec, cases)) for spec in columns]
    # Sorting keeps the order of equals, and the columns come oldest first.
    explanations.reverse()
    explanations.sort(
        key=lambda item: (-item.agreeing - item.rejected, -item.agreeing, len(item.spec.choices))
    )
    return _identification(explanations, answers, columns, smaller)


def _columns(specs: Iterable[str | Spec] | None) -> tuple[Spec, ...]:
    return candidates() if specs is None else columns_of(specs)


def _case(case: Case | tuple[str, str]) -> Case:
    return case if isinstance(case, Case) else Case(*case)


def _behaviours(spec: Spec, cases: tuple[Case, ...]) -> tuple[Behaviour, ...]:
    find = _behaviours_of_few if len(cases) <= _REMEMBERED else _behaviours_of_many
    return find(spec, cases)


def _behaviours_of_many(spec: Spec, cases: tuple[Case, ...]) -> tuple[Behaviour, ...]:
    return tuple(behaviour(spec, case) for case in cases)


_behaviours_of_few = functools.lru_cache(maxsize=32)(_behaviours_of_many)


def _identification(
    explanations: Sequence[Explanation],
    answers: Sequence[Answer],
    columns: Sequence[Spec],
    smaller: Smaller,
) -> Identification:
    """Put answers into the classes of an identification, by the first of the explanations."""
    best = explanations[0].spec
    rejected: list[Answer] = []
    no_rule: list[Answer] = []
    as_base: list[Answer] = []
    left: list[Unexplained] = []
    for answer in answers:
        if follows(best, answer):
            if _has_current_document(best, answer.case):
                as_base.append(answer)
        elif is_rejection(best, answer):
            rejected.append(answer)
        elif lacks_rule(best, answer):
            (rejected if answer.uri is None else no_rule).append(answer)
        else:
            uri = expected(best, answer.case)
            left.append(Unexplained(answer, uri, smaller(best, answer)))
    departing = [
        (item.case, item.smallest or item.answer) for item in left if item.answer.trouble is None
    ]
    return Identification(
        tuple(explanations),
        len(answers),
        tuple(left),
        departures(judge_of(columns), best, departing),
        tuple(rejected),
        tuple(no_rule),
        tuple(as_base),
    )


def _has_current_document(spec: Spec, case: Case) -> bool:
    target = spec.resolve(case.base, case.reference).target
    return isinstance(target, NoUri) and target.outcome is Outcome.SAME_DOCUMENT
