"""Identify the standard that an implementation follows, and its departures from the standard."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import attrs

from hexapla.identification.departure import Departure, DepartureSearch
from hexapla.identification.expectation import Finding
from hexapla.identification.explanation import ComparedAnswer, compared_with, with_verdict
from hexapla.identification.questions import AnyQuestion, question_named
from hexapla.identification.ranking import Ranking, ranking_of
from hexapla.identification.resolving import Resolving
from hexapla.identification.shown import answer_text, case_text
from hexapla.identification.shrinking import Shrinking, Smaller
from hexapla.implementations.asking import AnyAnswer, AnyCase, Case, Parse, Resolve, ask_all
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted, how_many_differ
from hexapla.text.table import escaped_cells, html_of, html_table
from hexapla.values.checked import checked_call, checked_items
from hexapla.values.errors import InputError

_EXPLAINED_BY = ("standard", "matching", "with default readings")
_DEPARTURES = ("how many", "it departs as follows", "smallest example", "it answers")


@attrs.frozen(repr=False, kw_only=True)
class Identification(Ranking):
    """The standards that explain an implementation's answers, and the answers left unexplained.

    Attributes:
        departures: The departures from the best explanation, the most important first. Without a
            verdict, these are the departures from the standard that explains the most.
        further: The answers to further cases, which show departures, but don't affect which
            standard is chosen.
        evidence: The answers to cases that were tried in finding smaller cases and that
            contradicted a departure or its condition.
    """

    _json_members = (
        *Ranking._json_members,
        "asked_further",
        "further_unexplained",
        "departures",
    )

    departures: tuple[Departure, ...]
    further: tuple[ComparedAnswer, ...] = ()
    evidence: tuple[AnyAnswer, ...] = ()

    def _repr_html_(self) -> str:
        scores = [
            escaped_cells((item.spec.label, str(item.matching), str(item.by_default)))
            for item in self.explanations
        ]
        tables = [html_table(self.verdict, scores, _EXPLAINED_BY)]
        if self.departures:
            rows = tuple(map(self._row, self.departures))
            tables.append(html_table("Departures", rows, _DEPARTURES))
        return html_of(*tables)

    def _row(self, departure: Departure) -> tuple[str, ...]:
        rule, answer = departure.kind.rule, departure.smallest
        count = counted(len(departure.cases), self.question.noun)
        says = departure.sentence
        if rule:
            says += f" ({rule.citation}: {rule.says})"
        return escaped_cells((count, says, case_text(answer.case), answer_text(answer)))

    @property
    def asked_further(self) -> int:
        """The number of further cases on which the implementation was tried."""
        return len(self.further)

    @property
    def further_unexplained(self) -> tuple[ComparedAnswer, ...]:
        """The answers to further cases that differ from the standard, and failures to answer."""
        return with_verdict(self.further, Finding.DIFFERENT)

    @property
    def all_unexplained(self) -> tuple[ComparedAnswer, ...]:
        """`unexplained` and `further_unexplained`."""
        return *self.unexplained, *self.further_unexplained

    def _statements(self) -> Iterator[str]:
        """Yield also the number of further cases that differ, and of counted departures."""
        yield from super()._statements()
        further = [item for item in self.further_unexplained if item.answer.trouble is None]
        if further:
            yield how_many_differ(len(further), self.asked_further, "further case")
        departures = sum(departure.kind.is_counted for departure in self.departures)
        if departures:
            yield counted(departures, "departure")


def identify(
    resolve: Resolve | None = None,
    *,
    parse: Parse | None = None,
    specs: Iterable[str | Spec] | None = None,
    cases: Iterable[Case | tuple[str, str] | str] | None = None,
) -> Identification:
    """Identify the standard that a callable follows when it resolves references or parses URLs.

    Give either `resolve` or `parse`.

    >>> import hexapla
    >>> from urllib.parse import urljoin
    >>> hexapla.identify(urljoin).best.selector
    'rfc3986[same-scheme=loophole]'

    Args:
        resolve: A callable that takes a base and a reference, and returns the text of a URI or
            None. An exception counts as None.
        parse: A callable that takes a URL, and returns a mapping or an object with some of scheme,
            userinfo, host, port, path, query and fragment. An exception counts as a rejection.
        specs: Selectors or specs of the candidate standards. Choices made in a selector are kept.
            By default, Hexapla's standards for URIs and URLs, and the plug-ins that opt in.
        cases: For resolving, pairs of a base and a reference; by default, the standards' own
            examples, and short cases that distinguish the standards and most of their readings. For
            parsing, URLs; by default, URLs that use every boundary rule of every standard, and URLs
            that parsers are known to read differently. By default, further cases are tried as well,
            but only to find departures.

    Raises:
        SelectorError: A selector names an unknown standard or option.
        TypeError: Neither or both of `resolve` and `parse` are given; the given argument isn't
            callable (for example, the string `python:module:function`); or a case has the wrong
            type.
        ValueError: `cases` is empty, or a given spec doesn't split URLs.
    """
    if (resolve is None) == (parse is None):
        raise TypeError("identify() needs either a callable that resolves references, or parse=…")
    question = question_named("resolve" if parse is None else "parse", specs)
    implementation: Any = checked_call(resolve if parse is None else parse, question.name)
    if cases is None:
        default, further = question.default_cases(), question.further_cases()
        return identified(question, implementation, default, further)
    case_of: Callable[[Any], AnyCase] = question.case
    given = map(case_of, checked_items(cases, "cases", *question.given_as))
    return identified(question, implementation, dict.fromkeys(given))


def identified(
    question: AnyQuestion,
    implementation: Callable[..., object],
    cases: Iterable[AnyCase],
    further: Iterable[AnyCase] = (),
) -> Identification:
    """Try an implementation on cases, and identify the standard that it follows.

    Args:
        question: The question.
        implementation: A callable that answers a case of the question.
        cases: The cases that identify the standard.
        further: Further cases, which can only show departures.
    """
    answers = ask_all(implementation, cases)
    more = ask_all(implementation, further)
    shrinking = Shrinking(question, implementation)
    return explained(question, answers, shrinking.smallest, more, lambda: shrinking.asked)


def explained(
    question: AnyQuestion,
    answers: Sequence[AnyAnswer],
    smaller: Smaller,
    further: Sequence[AnyAnswer] = (),
    asked: Callable[[], Sequence[AnyAnswer]] | None = None,
    evidence: Sequence[AnyAnswer] = (),
) -> Identification:
    """Identify the standard that the given answers follow, and their departures from it.

    Args:
        question: The question that was asked.
        answers: The answers that identify the standard.
        smaller: Finds smaller cases with the same departure.
        further: Answers to further cases, which can only show departures.
        asked: Returns the answers to the cases that were tried in finding smaller cases; None if
            there are none, so that the conditions of departures can't be tested.
        evidence: Answers that are known to contradict departures.

    Raises:
        InputError: There are no answers.
    """
    if not answers:
        raise InputError(f"no cases to ask; give at least {question.needs}")
    ranking = ranking_of(question, answers)
    best = ranking.explanations[0].spec
    # Answers that follow no standard contradict nearly everything that is inferred from them.
    testing = asked if ranking.no_verdict is None else None
    search = DepartureSearch(question, best, [*answers, *further], smaller, testing)
    found = search.run(evidence)
    return Identification(
        question=question,
        explanations=ranking.explanations,
        missing=ranking.missing,
        no_verdict=ranking.no_verdict,
        departures=found.departures,
        evidence=found.evidence,
        further=tuple(compared_with(best, answer) for answer in further),
    )


def explain_answers(
    answers: Sequence[AnyAnswer], specs: Iterable[str | Spec] | None = None
) -> Identification:
    """Identify the standard that recorded answers follow.

    Args:
        answers: An implementation's answers, all to the same question.
        specs: As for `identify`.

    Raises:
        ValueError: There are no answers.
    """
    name = answers[0].case.question if answers else Resolving.name
    return explained(question_named(name, specs), answers, lambda spec, answer, kind: None)
