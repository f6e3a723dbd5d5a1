"""Rank standards by how well they explain the answers of an implementation."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

import attrs

from hexapla.identification.expectation import Finding
from hexapla.identification.explanation import ComparedAnswer, Explanation, explain
from hexapla.identification.question import candidates
from hexapla.identification.questions import AnyQuestion
from hexapla.identification.verdict import why_no_verdict
from hexapla.implementations.asking import AnyAnswer
from hexapla.operations.authority import UrlComponents
from hexapla.standard.registry import not_installed
from hexapla.text.lists import and_list
from hexapla.values.errors import HexaplaError
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import Value


class NoVerdictError(HexaplaError, ValueError):
    """The answers don't show which standard the implementation follows; the message says why."""


@attrs.frozen(repr=False, kw_only=True)
class Ranking(Value):
    """The standards that may explain an implementation's answers, the best first.

    Attributes:
        question: The question that was asked.
        explanations: One explanation for each standard, the best first.
        missing: How to install each spec that could explain more but isn't installed, keyed by id.
        no_verdict: The reason why no standard is identified; None if a standard is identified.
    """

    _json_members: ClassVar[tuple[str, ...]] = (
        "question=question.name",
        "no_verdict",
        "explanations",
        "cases",
        "answered",
        "told",
        "left_out",
        "compared",
        "unexplained",
    )

    question: AnyQuestion = attrs.field(eq=False)
    explanations: tuple[Explanation, ...]
    missing: Mapping[str, str] = FrozenMapping()
    no_verdict: str | None = None

    def __repr__(self) -> str:
        name = type(self).__name__
        if self.no_verdict is not None:
            return f"<{name} {self.verdict}>"
        return f"<{name} {self.best.selector}: {self._matched}>"

    @property
    def best(self) -> Explanation:
        """The explanation that leaves the fewest components unexplained.

        Ties go to the explanation under which the most components agree, because rejections that
        the standard merely allows are weaker evidence; then to the explanation with the fewest
        choices, and then to the newest standard; see `equally_good`. In parsing, a choice other
        than the default must explain at least one more component.

        Raises:
            NoVerdictError: There is no verdict; `explanations` is still available.
        """
        if self.no_verdict is not None:
            raise NoVerdictError(self.verdict)
        return self.explanations[0]

    @property
    def equally_good(self) -> tuple[Explanation, ...]:
        """The explanations as good as the first, which is that of the newest standard among them.

        Standards can be equally good because they treat all cases alike. Empty without a verdict.
        """
        if self.no_verdict is not None:
            return ()
        first, *others = self.explanations
        return tuple(item for item in others if item.rank == first.rank)

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
        """Yield the names of the nearest standards with the numbers of cases, and what follows."""
        labels = [item.spec.label for item in (self.best, *self.equally_good)]
        standards = and_list(labels)
        if self.equally_good:
            standards += " equally well"
        yield f"{standards}: {', '.join(self._counts())}"

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
        """Return the JSON form."""
        best = self.best.to_dict() if self.no_verdict is None else None
        missing = [{"id": name, "installing": it} for name, it in self.missing.items()]
        return super().to_dict() | {
            "best": best,
            "equally_good": [item.selector for item in self.equally_good],
            "missing": missing,
            "rejected": _forms(self.rejected),
            "no_rule": _forms(self.no_rule),
            "as_base": _forms(self.as_base),
        }


def _forms(answers: Iterable[AnyAnswer]) -> list[dict[str, object]]:
    return [answer.with_case() for answer in answers]


def ranking_of(question: AnyQuestion, answers: Sequence[AnyAnswer]) -> Ranking:
    """Rank the question's specs by how well they explain the answers.

    Args:
        question: The question that was asked.
        answers: The answers; there must be at least one.
    """
    explanations = [explain(question, spec, answers) for spec in question.specs]
    # Sorting keeps the order of equals, and the specs are in order of age, oldest first.
    explanations.reverse()
    explanations.sort(key=lambda item: item.rank)
    # If the caller left out a candidate on purpose, no spec counts as missing.
    missing = not_installed() if set(candidates()).issubset(question.specs) else {}
    return Ranking(
        question=question,
        explanations=tuple(explanations),
        missing=FrozenMapping(missing),
        no_verdict=why_no_verdict(explanations),
    )
