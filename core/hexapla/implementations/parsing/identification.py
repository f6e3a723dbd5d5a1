"""Which standard a program follows when it takes URLs apart, and where it departs from it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import attrs

from hexapla.comparison.columns import columns_of
from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import show_cut
from hexapla.implementations.defaults import candidates
from hexapla.implementations.missing import MissingColumn, missing_columns
from hexapla.implementations.notebook import html_of_identification
from hexapla.implementations.one_line import parse_answer_text
from hexapla.implementations.parse_asking import Parse, ParseAnswer, ask_to_parse
from hexapla.implementations.parsing.behaviour import divided_by
from hexapla.implementations.parsing.comparing import ACCEPTS, COMPARED, Finding, findings
from hexapla.implementations.parsing.default_urls import default_urls
from hexapla.implementations.parsing.departure import Way, ways
from hexapla.implementations.parsing.explanation import ParseExplanation, explain_parsing
from hexapla.implementations.parsing.shrinking import UrlShrinking
from hexapla.operations.division import DividedUrl
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted
from hexapla.text.table import TableRow
from hexapla.values.checked import checked_call, checked_items
from hexapla.values.frozen import FrozenMapping

SmallerUrl = Callable[[Spec, ParseAnswer, Way], ParseAnswer]
"""Finds the answer to a smaller URL in which a program departs in the same way."""


@attrs.frozen(repr=False)
class UnexplainedUrl:
    """A URL that a program does not take apart as the standard does that explains it best.

    Attributes:
        answer: What the program answered.
        expected: What the standard reads in the URL.
    """

    answer: ParseAnswer
    expected: DividedUrl

    def __repr__(self) -> str:
        return f"<UnexplainedUrl {self.answer!r}, expected {self.expected.components}>"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {**self.answer.with_question(), "expected": self.expected.components.to_dict()}


@attrs.frozen(repr=False)
class ParseDeparture:
    """A way in which a program departs from a standard, with the URLs that show it.

    Attributes:
        way: What the program does, and the provision that it does not follow.
        smallest: The answer to the smallest URL known, which need not be one of `urls`.
        expected: What the standard reads there.
        urls: The URLs that show it.
    """

    way: Way
    smallest: ParseAnswer
    expected: DividedUrl
    urls: tuple[str, ...]

    def __repr__(self) -> str:
        how_many = counted(len(self.urls), "URL")
        return f"<ParseDeparture in {how_many}: it {self.way.says}, {self.smallest.url!r}>"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        expected = self.expected.components.to_dict()
        smallest = {**self.smallest.with_question(), "expected": expected}
        return {**self.way.to_dict(), "smallest": smallest, "urls": list(self.urls)}


@attrs.frozen(repr=False)
class ParseIdentification:
    """Which standards explain how a program takes URLs apart, and what no standard explains.

    Attributes:
        explanations: One for each standard, the best first.
        urls: The number of URLs asked.
        told: For each component, in how many URLs the program tells it, and so how often it is
            compared. Whether a URL is accepted is told in each that is answered.
        unexplained: The URLs in which something differs from the best explanation, and those in
            which the program failed to answer.
        departures: The ways in which it departs from the best explanation, those of most URLs
            first; behind them those of form alone, and then those that do not count.
        rejected: The answers that refuse what the best standard's own grammar does not derive, or
            has no rule for. They are neutral.
        no_rule: The answers to URLs for which the best standard has no rule.
        missing: Columns that could explain more, but are not installed.
    """

    explanations: tuple[ParseExplanation, ...]
    urls: int
    told: Mapping[str, int]
    unexplained: tuple[UnexplainedUrl, ...]
    departures: tuple[ParseDeparture, ...] = ()
    rejected: tuple[ParseAnswer, ...] = ()
    no_rule: tuple[ParseAnswer, ...] = ()
    missing: tuple[MissingColumn, ...] = ()

    def __repr__(self) -> str:
        best = self.best
        return (
            f"<ParseIdentification {best.selector}: "
            f"{best.agreeing} of {self.compared} components match>"
        )

    def _repr_html_(self) -> str:
        """Return the identification as a notebook shows it."""
        departures = (
            TableRow(
                counted(len(item.urls), "URL"),
                (
                    f"it {item.way.says}",
                    show_cut(item.smallest.url),
                    parse_answer_text(item.smallest),
                ),
            )
            for item in self.departures
        )
        explained = ((item.spec, item.agreeing, item.by_default) for item in self.explanations)
        return html_of_identification(self.verdict, explained, departures)

    @property
    def best(self) -> ParseExplanation:
        """The standard, with the readings, that explains the most components.

        A choice that differs from the default has to explain one component more than it would
        otherwise. Of equals, it is the one with the fewest choices, then the newest standard.
        """
        return self.explanations[0]

    @property
    def verdict(self) -> str:
        """In one line, which standard is followed, and in how many components.

        Where a column is not installed, that comes first.
        """
        best = self.best
        differing = self.compared - best.agreeing - best.rejected - best.no_rule
        urls = f"{counted(self.compared, 'component')} in {counted(self.answered, 'URL')}"
        counts = [f"{best.agreeing:,} of {urls} match"]
        if best.rejected:
            counts.append(f"{counted(best.rejected, 'URL')} rejected")
        if best.no_rule:
            counts.append(f"{best.no_rule:,} without a rule")
        if differing:
            differ = "differs" if differing == 1 else "differ"
            ways = sum(item.way.is_counted for item in self.departures)
            counts.append(f"{differing:,} {differ} in {counted(ways, 'way')}")
        if self.answered < self.urls:
            counts.append(f"{counted(self.urls - self.answered, 'URL')} unanswered")
        verdict = f"{label_of(best.spec)}: {', '.join(counts)}"
        return "; ".join((*map(str, self.missing), verdict))

    @property
    def compared(self) -> int:
        """How many components were compared in all."""
        return sum(self.told.values())

    @property
    def answered(self) -> int:
        """The number of URLs in which the program did not fail to answer."""
        return self.told[ACCEPTS]

    def to_dict(self) -> dict[str, object]:
        """Return the identification's JSON form."""
        return {
            "best": self.best.to_dict(),
            "explanations": [item.to_dict() for item in self.explanations],
            "urls": self.urls,
            "answered": self.answered,
            "told": dict(self.told),
            "compared": self.compared,
            "unexplained": [item.to_dict() for item in self.unexplained],
            "departures": [item.to_dict() for item in self.departures],
            "rejected": [item.with_question() for item in self.rejected],
            "no_rule": [item.with_question() for item in self.no_rule],
            "missing": [item.to_dict() for item in self.missing],
        }


def identify_parsing(
    parse: Parse,
    specs: Iterable[str | Spec] | None = None,
    urls: Iterable[str] | None = None,
) -> ParseIdentification:
    """Identify the standard that a callable follows when it takes URLs apart.

    Args:
        parse: Takes a URL; returns its components. What it raises is a refusal.
        specs: Selectors or specs of the standards that may explain it; see `identify`.
        urls: The URLs to ask; by default those of `default_urls`.

    Raises:
        SelectorError: A selector names nothing.
        ValueError: There is no URL to ask, or a spec divides no URL.
    """
    checked_call(parse, "parse")
    asked = default_urls() if urls is None else tuple(dict.fromkeys(checked_items(urls, "urls")))
    if not asked:
        raise ValueError("there is no case to ask; give one URL or more")
    columns = dividing_columns(specs)
    answers = [ask_to_parse(parse, url) for url in asked]
    identification = explain_parse_answers(answers, columns, UrlShrinking(parse).smallest)
    return attrs.evolve(identification, missing=missing_columns(columns))


def explain_parse_answers(
    answers: Sequence[ParseAnswer],
    specs: Iterable[str | Spec] | None = None,
    smaller: SmallerUrl = lambda spec, answer, way: answer,
) -> ParseIdentification:
    """Identify the standard that answers follow.

    Args:
        answers: What a program answered.
        specs: As for `identify_parsing`.
        smaller: Called for one answer of each departure.
    """
    explanations = [explain_parsing(spec, answers) for spec in dividing_columns(specs)]
    # Sorting keeps the order of equals, and the columns come oldest first.
    explanations.reverse()
    explanations.sort(
        key=lambda item: (
            len(item.spec.choices) - item.agreeing - item.rejected,
            -item.agreeing,
            len(item.spec.choices),
        )
    )
    return _identification(explanations, answers, smaller)


def dividing_columns(specs: Iterable[str | Spec] | None) -> tuple[Spec, ...]:
    """Return the columns that may explain how a program takes URLs apart.

    Args:
        specs: Selectors or specs; None for all candidates that divide URLs.

    Raises:
        SelectorError: A selector names nothing.
        ValueError: A spec that is named divides no URL.
    """
    if specs is None:
        return tuple(spec for spec in candidates() if spec.division is not None)
    columns = columns_of(specs)
    for spec in columns:
        if spec.division is None:
            raise ValueError(f"{spec.selector} does not divide a URL")
    return columns


def _identification(
    explanations: Sequence[ParseExplanation],
    answers: Sequence[ParseAnswer],
    smaller: SmallerUrl,
) -> ParseIdentification:
    """Put answers into the classes of an identification, by the first of the explanations."""
    best = explanations[0].spec
    told: Counter[str] = Counter()
    unexplained: list[UnexplainedUrl] = []
    answers_by_finding: dict[Finding, list[ParseAnswer]] = {each: [] for each in Finding}
    for answer in answers:
        divided = divided_by(best, answer.url)
        compared = findings(divided, answer)
        told.update(compared.keys())
        for finding in set(compared.values()):
            answers_by_finding[finding].append(answer)
        if answer.trouble is not None or Finding.DIFFERENT in compared.values():
            unexplained.append(UnexplainedUrl(answer, divided))
    return ParseIdentification(
        tuple(explanations),
        len(answers),
        FrozenMapping((name, told[name]) for name in COMPARED),
        tuple(unexplained),
        _departures(best, answers, smaller),
        tuple(answers_by_finding[Finding.REJECTED]),
        tuple(answers_by_finding[Finding.NO_RULE]),
    )


def _departures(
    spec: Spec, answers: Sequence[ParseAnswer], smaller: SmallerUrl
) -> tuple[ParseDeparture, ...]:
    groups: dict[Way, dict[ParseAnswer, Way]] = {}
    for answer in answers:
        if answer.trouble is None:
            for way in ways(spec, answer):
                groups.setdefault(way.kind, {}).setdefault(answer, way)
    departures = [
        departure
        for kind, group in groups.items()
        for departure in _of_kind(spec, kind, group, smaller)
    ]
    departures.sort(key=lambda item: (not item.way.is_counted, item.way.is_form, -len(item.urls)))
    return tuple(departures)


def _of_kind(
    spec: Spec, kind: Way, group: Mapping[ParseAnswer, Way], smaller: SmallerUrl
) -> Iterator[ParseDeparture]:
    """Yield the departures of answers that depart in ways of one kind.

    It is one, but for refusals: why a URL is refused shows in the smallest URL alone.
    """
    if not kind.is_refusal:
        shortest = min(group, key=lambda answer: len(answer.url))
        yield _departure(spec, kind, group, smaller(spec, shortest, kind))
        return
    parts: dict[Way, dict[ParseAnswer, ParseAnswer]] = {}
    for answer in group:
        smallest = smaller(spec, answer, kind)
        parts.setdefault(_way_of(spec, kind, smallest), {})[answer] = smallest
    for part in parts.values():
        smallest = min(part.values(), key=lambda answer: (len(answer.url), answer.url))
        yield _departure(spec, kind, part, smallest)


def _departure(
    spec: Spec, kind: Way, group: Iterable[ParseAnswer], smallest: ParseAnswer
) -> ParseDeparture:
    urls = tuple(answer.url for answer in group)
    way = _way_of(spec, kind, smallest)
    return ParseDeparture(way, smallest, divided_by(spec, smallest.url), urls)


def _way_of(spec: Spec, kind: Way, answer: ParseAnswer) -> Way:
    return next(way for way in ways(spec, answer) if way.kind == kind)
