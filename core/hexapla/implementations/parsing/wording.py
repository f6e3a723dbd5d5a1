"""What a program that takes URLs apart is identified by, put into words."""

from collections.abc import Callable, Iterable, Iterator

import attrs

from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import GAP, show_cut
from hexapla.implementations.counting import counted_lines
from hexapla.implementations.one_line import components_text, parse_answer_text
from hexapla.implementations.parse_asking import ParseAnswer
from hexapla.implementations.parsing.comparing import COMPARED
from hexapla.implementations.parsing.departure import Way
from hexapla.implementations.parsing.identification import ParseDeparture, ParseIdentification
from hexapla.operations.division import DividedUrl
from hexapla.operations.url_components import COMPONENT_NAMES, UrlComponents
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted
from hexapla.text.signs import UNDEFINED, sanitized

_AS_GIVEN = "as given"


def parse_identification_lines(
    identification: ParseIdentification,
    *,
    strong: Callable[[str], str] = str,
    faint: Callable[[str], str] = str,
) -> Iterator[str]:
    """Yield what a program is identified by, line by line.

    Args:
        identification: What a program is identified by.
        strong: Marks a text that stands out; by default nothing is marked.
        faint: Marks a text that steps back.
    """
    yield from _Lines(identification, strong, faint).all()


@attrs.frozen
class _Lines:
    """The lines for an identification, with what marks their parts."""

    identification: ParseIdentification
    strong: Callable[[str], str]
    faint: Callable[[str], str]

    @property
    def spec(self) -> Spec:
        """The spec that explains the most."""
        return self.identification.best.spec

    def all(self) -> Iterator[str]:
        yield self.strong(self.identification.verdict)
        yield ""
        yield from self.table()
        for number, departure in enumerate(self.identification.departures, 1):
            yield ""
            yield from self.departure(f"[{number}]", departure)
        yield from self.failures()
        yield from self.neutral()

    def table(self) -> Iterator[str]:
        """Yield how much each explanation explains, in all and by component."""
        told = self.identification.told
        head = ["", "all", *COMPARED, _AS_GIVEN]
        asked = ["compared", self.identification.compared, *told.values(), told["host"]]
        rows = [
            [
                label_of(item.spec),
                item.agreeing,
                *(item.by_component[name] if told[name] else UNDEFINED for name in COMPARED),
                item.hosts_as_given if told["host"] else UNDEFINED,
            ]
            for item in self.identification.explanations
        ]
        first, *others = _aligned([head, *rows, asked])
        yield self.faint(first)
        yield from others[:-1]
        yield self.faint(others[-1])
        yield self.faint(
            "host: as connected to, in lower case and without brackets; as given: the same host as "
            "it is given"
        )

    def departure(self, number: str, departure: ParseDeparture) -> Iterator[str]:
        urls = counted(len(departure.urls), "URL")
        way = departure.way
        same = "" if way.is_counted else " The host connected to is the same."
        yield f"{number} {urls}: it {way.says}. {self.says(way, departure.expected)}{same}"
        yield f"{GAP}The smallest: {self.apparatus(departure.smallest, departure.expected)}"

    def says(self, way: Way, expected: DividedUrl) -> str:
        """Return what the standard says there."""
        label = self.spec.document.label
        if way.provision is not None:
            return f"{way.provision}."
        if expected.components.told and way.is_refusal:
            return f"{label} allows it."
        return f"{label} reads it as it stands."

    def apparatus(self, answer: ParseAnswer, expected: DividedUrl) -> str:
        """Return an answer in one line: the URL, what was answered, what was expected."""
        given = f"{parse_answer_text(answer)}{GAP}implementation"
        standard = f"{_expected(expected, answer)}{GAP}{self.spec.document.siglum}"
        return f"{show_cut(answer.url)} ]{GAP}{given}{GAP}·{GAP}{standard}"

    def failures(self) -> Iterator[str]:
        """Yield the URLs in which the program failed to answer, by what it did."""
        by_trouble: dict[str, list[str]] = {}
        for item in self.identification.unexplained:
            if item.answer.trouble is not None:
                by_trouble.setdefault(item.answer.trouble, []).append(item.answer.url)
        for trouble, urls in by_trouble.items():
            says = f"no answer: it {sanitized(trouble)}"
            yield from counted_lines(counted(len(urls), "URL"), says, map(show_cut, urls))

    def neutral(self) -> Iterator[str]:
        """Yield the URLs that count as no departure, with the reason."""
        label = self.spec.document.label
        for answers, says in (
            (
                self.identification.rejected,
                f"it refuses what {label} does not derive, or has no rule for",
            ),
            (self.identification.no_rule, f"{label} has no rule for them"),
        ):
            if answers:
                urls = [show_cut(answer.url) for answer in answers]
                yield from counted_lines(counted(len(urls), "URL"), f"no departure: {says}", urls)


def _expected(expected: DividedUrl, answer: ParseAnswer) -> str:
    """Return what a standard reads, as far as the program tells of it."""
    if not expected.accepts:
        return "(refused)"
    if not expected.has_rule:
        return "(no rule)"
    told = COMPONENT_NAMES if answer.components is None else answer.components.told
    return components_text(
        UrlComponents.of({name: expected.components.told[name] for name in told})
    )


def _aligned(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Yield the rows of a table, the first column to the left, the others to the right."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    for first, *others in texts:
        cells = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        yield GAP.join((first.ljust(widths[0]), *cells)).rstrip()
