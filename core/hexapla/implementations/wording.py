"""What an implementation is identified by, put into words, for a terminal, a page or a test."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs

from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import GAP
from hexapla.implementations.asking import AnyAnswer
from hexapla.implementations.departure import Departure
from hexapla.implementations.identification import Identification
from hexapla.implementations.question import Expectation, Question, answer_text, context, lemma
from hexapla.text.counted import counted
from hexapla.text.signs import UNDEFINED, sanitized


def identification_lines(
    identification: Identification,
    *,
    strong: Callable[[str], str] = str,
    faint: Callable[[str], str] = str,
) -> Iterator[str]:
    """Yield what an implementation is identified by, line by line.

    Args:
        identification: What an implementation is identified by.
        strong: Marks a text that stands out; by default nothing is marked.
        faint: Marks a text that steps back.
    """
    yield from _Lines(identification, strong, faint).all()


@attrs.frozen
class _Lines:
    """The lines for an identification, with what marks their parts."""

    identification: Identification
    strong: Callable[[str], str]
    faint: Callable[[str], str]

    @property
    def question(self) -> Question[Any, Any]:
        return self.identification.question

    def all(self) -> Iterator[str]:
        has_one_component = len(self.question.components) == 1
        yield self.strong(self.identification.verdict)
        yield ""
        yield from self.scores() if has_one_component else self.table()
        numbered = [
            (f"[{place}]", item) for place, item in enumerate(self.identification.departures, 1)
        ]
        if has_one_component and self.identification.unexplained:
            yield ""
            yield from self.unexplained(numbered)
        for number, departure in numbered:
            yield ""
            yield from self.departure(number, departure)
        if not has_one_component:
            yield from self.failures()
        yield from self.neutral()

    def scores(self) -> Iterator[str]:
        """Yield how many cases each explanation explains."""
        labels = [label_of(item.spec) for item in self.identification.explanations]
        first = max(map(len, labels))
        size = len(str(self.identification.cases))
        for label, item in zip(labels, self.identification.explanations, strict=True):
            is_default = item.by_default == item.agreeing
            by_default = "" if is_default else f"{GAP}{item.by_default} by default"
            yield f"{label.ljust(first)}{GAP}{item.agreeing:{size}}{self.faint(by_default)}"

    def table(self) -> Iterator[str]:
        """Yield how much each explanation explains, in all and by component."""
        told, components = self.identification.told, self.question.components
        head = ["", "all", *components, "as given"]
        asked = ["compared", self.identification.compared, *told.values(), told["host"]]
        rows = [
            [
                label_of(item.spec),
                item.agreeing,
                *(item.by_component[name] if told[name] else UNDEFINED for name in components),
                item.hosts_as_given if told["host"] else UNDEFINED,
            ]
            for item in self.identification.explanations
        ]
        first, *others, last = _aligned([head, *rows, asked])
        yield self.faint(first)
        yield from others
        yield self.faint(last)
        yield self.faint(
            "host: as connected to, in lower case and without brackets; as given: the same host as "
            "it is given"
        )

    def unexplained(self, numbered: Iterable[tuple[str, Departure]]) -> Iterator[str]:
        """Yield each unexplained case with the number of its departure."""
        numbers = {case: GAP + number for number, departure in numbered for case in departure.cases}
        for item in self.identification.unexplained:
            line = self.apparatus(item.answer, item.expected)
            yield line + numbers.get(item.case, "")

    def departure(self, number: str, departure: Departure) -> Iterator[str]:
        cases = counted(len(departure.cases), self.question.noun)
        yield f"{number} {cases}: {departure.sentence(self.identification.best.spec)}"
        yield f"{GAP}The smallest: {self.apparatus(departure.smallest, departure.expected)}"

    def failures(self) -> Iterator[str]:
        """Yield the cases in which the implementation failed to answer, by what it did."""
        by_trouble: dict[str, list[AnyAnswer]] = {}
        for item in self.identification.unexplained:
            if item.answer.trouble is not None:
                by_trouble.setdefault(item.answer.trouble, []).append(item.answer)
        for trouble, answers in by_trouble.items():
            yield from self.listed(answers, f"no answer: it {sanitized(trouble)}")

    def neutral(self) -> Iterator[str]:
        """Yield the cases that count as no departure, with the reason."""
        label, rejects = self.identification.best.spec.document.label, self.question.rejects
        for answers, says in (
            (
                self.identification.rejected,
                f"it {rejects} what {label} does not derive, or has no rule for",
            ),
            (self.identification.no_rule, f"{label} has no rule for them"),
            (
                self.identification.as_base,
                f"it gives the base's URI where {label} has the current document",
            ),
        ):
            if answers:
                yield from self.listed(answers, f"no departure: {says}")

    def listed(self, answers: Iterable[AnyAnswer], says: str) -> Iterator[str]:
        """Yield an empty line, what is said of some cases, and a line that lists them."""
        cases = [answer.case for answer in answers]
        yield ""
        yield f"{counted(len(cases), self.question.noun)}, {says}"
        yield f"{GAP}{GAP.join(dict.fromkeys(map(lemma, cases)))}"

    def apparatus(self, answer: AnyAnswer, expected: Expectation) -> str:
        """Return an answer in one line: the case, what was answered, what was expected."""
        siglum = self.identification.best.spec.document.siglum
        given = f"{answer_text(answer)}{GAP}implementation"
        standard = f"{expected.text(answer)}{GAP}{siglum}"
        base = context(answer.case)
        line = f"{lemma(answer.case)} ]{GAP}{given}{GAP}·{GAP}{standard}"
        return f"{line}{GAP}{self.faint(base)}" if base else line


def _aligned(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Yield the rows of a table, the first column to the left, the others to the right."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    for first, *others in texts:
        cells = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        yield GAP.join((first.ljust(widths[0]), *cells)).rstrip()
