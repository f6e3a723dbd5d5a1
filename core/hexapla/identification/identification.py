"""Identify the standard that an implementation follows, and its departures from the standard."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from hexapla.identification.departure import Departure, DepartureSearch
from hexapla.identification.expectation import Finding
from hexapla.identification.explanation import (
    ComparedAnswer,
    Explanation,
    compared_with,
    explain,
    with_verdict,
)
from hexapla.identification.question import candidates
from hexapla.identification.questions import AnyQuestion, question_named
from hexapla.identification.resolving import Resolving
from hexapla.identification.shown import answer_text, case_text
from hexapla.identification.shrinking import Shrinking, Smaller
from hexapla.identification.verdict import why_no_verdict
from hexapla.implementations.asking import AnyAnswer, AnyCase, Case, Parse, Resolve, ask_all
from hexapla.operations.authority import UrlComponents
from hexapla.standard.registry import not_installed
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted, how_many_differ
from hexapla.text.table import escaped_cells, html_of, html_table
from hexapla.values.checked import checked_call, checked_items
from hexapla.values.errors import HexaplaError, InputError
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import Value

_EXPLAINED_BY = ("standard", "matching", "with default readings")
_DEPARTURES = ("how many", "it departs as follows", "smallest example", "it answers")


class NoVerdictError(HexaplaError, ValueError):
    """The answers don't show which standard the implementation follows; the message says why."""


@attrs.frozen(repr=False, kw_only=True)
class Identification(Value):
    """The standards that explain an implementation's answers, and the answers left unexplained.

    Attributes:
        question: The question that was asked.
        explanations: One explanation for each standard, the best first.
        departures: The departures from the best explanation, the most important first.
        missing: How to install each spec that could explain more but isn't installed, keyed by id.
        further: The answers to further cases, which show departures, but don't affect which
            standard is chosen.
        evidence: The answers to cases that were tried in finding smaller cases and that
            contradicted a departure or its condition.
        no_verdict: The reason why no standard is identified; None if a standard is identified.
            Without a verdict, the departures are those from the standard that explains the most.
    """

    _json_members = (
        "question=question.name",
        "no_verdict",
        "explanations",
        "cases",
        "answered",
        "told",
        "left_out",
        "compared",
        "unexplained",
        "asked_further",
        "further_unexplained",
        "departures",
    )

    question: AnyQuestion = attrs.field(eq=False)
    explanations: tuple[Explanation, ...]
    departures: tuple[Departure, ...]
    further: tuple[ComparedAnswer, ...] = ()
    evidence: tuple[AnyAnswer, ...] = ()
    missing: Mapping[str, str] = FrozenMapping()
    no_verdict: str | None = None

    def __repr__(self) -> str:
        if self.no_verdict is not None:
            return f"<Identification {self.verdict}>"
        return f"<Identification {self.best.selector}: {self._matched}>"

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
    def best(self) -> Explanation:
        """The explanation that leaves the fewest components unexplained.

        Ties go to the explanation under which the most components agree, because rejections that
        the standard merely allows are weaker evidence; then to the explanation with the fewest
        choices. In parsing, a choice other than the default must explain at least one more
        component.

        Raises:
            NoVerdictError: There is no verdict; `explanations` is still available.
        """
        if self.no_verdict is not None:
            raise NoVerdictError(self.verdict)
        return self.explanations[0]

    @property
    def cases(self) -> int:
        """The number of cases on which the implementation was tried."""
        return len(self.explanations[0].answers)

    @property
    def told(self) -> Mapping[str, int]:
        """For each component, the number of answers that report it."""
        return self.explanations[0].told

    @property
    def left_out(self) -> Mapping[str, str]:
        """The types of the components that weren't returned as text, keyed by component."""
        left_out: dict[str, str] = {}
        for item in self.explanations[0].answers:
            value = item.answer.value
            if isinstance(value, UrlComponents):
                left_out.update(value.left_out)
        return FrozenMapping(left_out)

    @property
    def unexplained(self) -> tuple[ComparedAnswer, ...]:
        """The answers that differ from the standard, and the failures to answer."""
        return self.explanations[0].of(Finding.DIFFERENT)

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

    @property
    def rejected(self) -> tuple[AnyAnswer, ...]:
        """The rejections of strings that the best standard doesn't derive or has no rule for."""
        return self._answers_of(Finding.REJECTED)

    @property
    def no_rule(self) -> tuple[AnyAnswer, ...]:
        """The answers, except rejections, to cases for which the best standard has no rule.

        They don't count as different.
        """
        return self._answers_of(Finding.NO_RULE)

    def _answers_of(self, verdict: Finding) -> tuple[AnyAnswer, ...]:
        return tuple(item.answer for item in self.explanations[0].of(verdict))

    @property
    def as_base(self) -> tuple[AnyAnswer, ...]:
        """The answers that give the base's URI when the standard refers to the current document.

        They count as matches, since a program that answers with URIs can give no other answer.
        """
        same = self.explanations[0].of(Finding.SAME)
        return tuple(item.answer for item in same if item.expected.is_current_document)

    @property
    def verdict(self) -> str:
        """A line with the standard and the number of matches, or the reason for having no verdict.

        If any specs are missing, the line begins with their names.
        """
        missing = [
            f"without {name}, which needs {package}" for name, package in self.missing.items()
        ]
        if self.no_verdict is not None:
            return "; ".join((*missing, f"no verdict: {self.no_verdict}"))
        return "; ".join((*missing, *self._statements()))

    def _statements(self) -> Iterator[str]:
        """Yield the number of matches, of further cases that differ, and of counted departures."""
        yield f"{self.best.spec.label}: {', '.join(self._counts())}"
        further = [item for item in self.further_unexplained if item.answer.trouble is None]
        if further:
            yield how_many_differ(len(further), self.asked_further, "further case")
        departures = sum(departure.kind.is_counted for departure in self.departures)
        if departures:
            yield counted(departures, "departure")

    def _counts(self) -> Iterator[str]:
        """Yield the number of cases that match, that have no rule, that differ, and so on."""
        best = self.best
        matched = self._matched
        if best.rejected:
            label = best.spec.document.label
            matched += f" ({best.rejected:,} rejected, and invalid under {label})"
        yield matched
        if best.no_rule:
            yield f"{best.no_rule:,} without a rule"
        unanswered = self.cases - self.answered
        differing = len(self.unexplained) - unanswered
        if differing:
            yield f"{differing:,} {'differs' if differing == 1 else 'differ'}"
        if unanswered:
            yield f"{unanswered:,} unanswered"

    @property
    def _matched(self) -> str:
        nearest = self.explanations[0]
        return f"{nearest.matching:,} of {self.cases:,} {self.question.noun}s match"

    @property
    def compared(self) -> int:
        """The number of components that the answers report; a rejection counts as one."""
        return sum(self.told.values())

    @property
    def answered(self) -> int:
        """The number of cases that the implementation answered."""
        return self.told[self.question.components[0]]

    def to_dict(self) -> dict[str, object]:
        """Return the identification's JSON form."""
        best = self.best.to_dict() if self.no_verdict is None else None
        missing = [{"id": name, "installing": it} for name, it in self.missing.items()]
        return super().to_dict() | {
            "best": best,
            "missing": missing,
            "rejected": _forms(self.rejected),
            "no_rule": _forms(self.no_rule),
            "as_base": _forms(self.as_base),
        }


def _forms(answers: Iterable[AnyAnswer]) -> list[dict[str, object]]:
    return [answer.with_case() for answer in answers]


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
        implementation: The implementation.
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
    explanations = [explain(question, spec, answers) for spec in question.specs]
    # Sorting keeps the order of equals, and the specs are in order of age, oldest first.
    explanations.reverse()
    explanations.sort(key=lambda item: item.rank)
    no_verdict = why_no_verdict(explanations)
    # If the caller left out a candidate on purpose, no spec counts as missing.
    missing = not_installed() if set(candidates()).issubset(question.specs) else {}
    best = explanations[0].spec
    # Answers that follow no standard contradict nearly everything that is inferred from them.
    testing = asked if no_verdict is None else None
    search = DepartureSearch(question, best, [*answers, *further], smaller, testing)
    found = search.run(evidence)
    return Identification(
        question=question,
        explanations=tuple(explanations),
        departures=found.departures,
        evidence=found.evidence,
        further=tuple(compared_with(best, answer) for answer in further),
        missing=FrozenMapping(missing),
        no_verdict=no_verdict,
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
