"""What an implementation is identified by, put into words, for a terminal, a page or a test."""

from collections.abc import Callable, Iterator

import attrs

from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import GAP, show_cut
from hexapla.implementations.asking import Answer
from hexapla.implementations.cases import expected
from hexapla.implementations.counting import counted_lines
from hexapla.implementations.departure import Departure
from hexapla.implementations.identification import Identification
from hexapla.implementations.one_line import answer_text
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted


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
    def spec(self) -> Spec:
        return self.identification.best.spec

    def all(self) -> Iterator[str]:
        yield self.strong(self.identification.verdict)
        yield ""
        yield from self.explanations()
        if self.identification.unexplained:
            yield ""
            yield from self.unexplained()
        yield from self.neutral()

    def explanations(self) -> Iterator[str]:
        """Yield a line for each explanation: its column, and how many cases it explains."""
        labels = [label_of(item.spec) for item in self.identification.explanations]
        first = max(map(len, labels))
        size = len(str(self.identification.cases))
        for label, item in zip(labels, self.identification.explanations, strict=True):
            is_default = item.by_default == item.agreeing
            by_default = "" if is_default else f"{GAP}{item.by_default} by default"
            yield f"{label.ljust(first)}{GAP}{item.agreeing:{size}}{self.faint(by_default)}"

    def unexplained(self) -> Iterator[str]:
        """Yield each unexplained case, and below them the departures, to which its number leads."""
        numbered = [
            (f"[{place}]", item) for place, item in enumerate(self.identification.departures, 1)
        ]
        numbers = {case: GAP + number for number, departure in numbered for case in departure.cases}
        for item in self.identification.unexplained:
            yield self.apparatus(item.answer) + numbers.get(item.case, "")
        for number, departure in numbered:
            yield ""
            yield from self.departure(number, departure)

    def departure(self, number: str, departure: Departure) -> Iterator[str]:
        rule, cases = departure.rule, counted(len(departure.cases), "case")
        does = f"{self.spec.document.label} {rule.does} ({rule.citation.section})."
        yield f"{number} {cases}: it {departure.shape.manner}. {does}"
        yield f"{GAP}The smallest: {self.apparatus(departure.smallest)}"

    def neutral(self) -> Iterator[str]:
        """Yield the cases that count as no departure, with the reason."""
        label = self.spec.document.label
        for answers, says in (
            (
                self.identification.rejected,
                f"it gives no URI for what {label} does not derive, or has no rule for",
            ),
            (self.identification.no_rule, f"{label} has no rule for them"),
            (
                self.identification.as_base,
                f"it gives the base's URI where {label} has the current document",
            ),
        ):
            if answers:
                references = dict.fromkeys(show_cut(answer.case.reference) for answer in answers)
                cases = counted(len(answers), "case")
                yield from counted_lines(cases, f"no departure: {says}", references)

    def apparatus(self, answer: Answer) -> str:
        """Return an answer in one line: the reference, what was answered, what was expected."""
        siglum, uri = self.spec.document.siglum, expected(self.spec, answer.case)
        readings = f"{answer_text(answer)}{GAP}implementation{GAP}·{GAP}{_uri(uri)}{GAP}{siglum}"
        base = self.faint(f"base {show_cut(answer.case.base)}")
        return f"{show_cut(answer.case.reference)} ]{GAP}{readings}{GAP}{base}"


def _uri(uri: str | None) -> str:
    return "(no URI)" if uri is None else show_cut(uri)
