"""What an implementation is identified by, put into words, for a terminal, a page or a test."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import attrs

from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import GAP, show
from hexapla.implementations.asking import Answer
from hexapla.implementations.cases import expected
from hexapla.implementations.counting import count
from hexapla.implementations.departure import Departure
from hexapla.standard.spec import Spec
from hexapla.text.signs import told

if TYPE_CHECKING:
    from hexapla.implementations.identification import Identification


def verdict_of(identification: "Identification") -> str:
    """Return in one line which standard an implementation follows, and in how many cases.

    Where a column is not installed, that comes first.
    """
    best = identification.best
    differing = sum(len(departure.cases) for departure in identification.departures)
    failed = identification.cases - identification.answered
    counts = [f"{best.agreeing} of {identification.cases} cases match"]
    if best.rejected:
        counts.append(f"{best.rejected} rejected")
    if best.no_rule:
        counts.append(f"{best.no_rule} without a rule")
    if differing:
        differ = "differs" if differing == 1 else "differ"
        counts.append(f"{differing} {differ} in {count(len(identification.departures), 'way')}")
    if failed:
        counts.append(f"{failed} unanswered")
    verdict = f"{label_of(best.spec)}: {', '.join(counts)}"
    return "; ".join((*map(str, identification.missing), verdict))


def answer_text(answer: Answer) -> str:
    """Return what an implementation answers, on one line."""
    if answer.trouble is not None:
        return f"({told(answer.trouble)})"
    said = "" if answer.error is None else f": {told(answer.error)}"
    return f"(no URI{said})" if answer.uri is None else _uri(answer.uri)


def identification_lines(
    identification: "Identification",
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

    identification: "Identification"
    strong: Callable[[str], str]
    faint: Callable[[str], str]

    @property
    def spec(self) -> Spec:
        return self.identification.best.spec

    def all(self) -> Iterator[str]:
        yield self.strong(verdict_of(self.identification))
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
        rule, cases = departure.rule, count(len(departure.cases), "case")
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
                references = dict.fromkeys(show(answer.case.reference) for answer in answers)
                yield ""
                yield f"{count(len(answers), 'case')}, no departure: {says}"
                yield f"{GAP}{GAP.join(references)}"

    def apparatus(self, answer: Answer) -> str:
        """Return an answer in one line: the reference, what was answered, what was expected."""
        siglum, uri = self.spec.document.siglum, expected(self.spec, answer.case)
        readings = f"{answer_text(answer)}{GAP}implementation{GAP}·{GAP}{_uri(uri)}{GAP}{siglum}"
        base = self.faint(f"base {show(answer.case.base)}")
        return f"{show(answer.case.reference)} ]{GAP}{readings}{GAP}{base}"


def _uri(uri: str | None) -> str:
    return "(no URI)" if uri is None else show(uri)
