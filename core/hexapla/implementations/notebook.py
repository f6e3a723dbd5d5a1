"""What implementations are identified by, as HTML for a notebook."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import show
from hexapla.implementations.counting import count
from hexapla.implementations.parsing.wording import parse_answer_text, parse_verdict_of
from hexapla.implementations.wording import answer_text, verdict_of
from hexapla.standard.spec import Spec
from hexapla.text.table import Row, html_of, html_table

if TYPE_CHECKING:
    from hexapla.implementations.identification import Identification
    from hexapla.implementations.parsing.identification import ParseIdentification

_EXPLAINED = ("standard", "explained", "by its default readings")
_DEPARTURES = ("how many", "it departs so", "smallest example", "it answers")


def html_of_identification(identification: "Identification") -> str:
    """Return which standard an implementation follows, and where it departs from it."""
    document = identification.best.spec.document
    departures = (
        Row(
            count(len(item.cases), "case"),
            (
                f"it {item.shape.manner}. {document.label} {item.rule.does} "
                f"({item.rule.citation.section}).",
                f"{show(item.smallest.case.reference)}  base {show(item.smallest.case.base)}",
                answer_text(item.smallest),
            ),
        )
        for item in identification.departures
    )
    scores = ((item.spec, item.agreeing, item.by_default) for item in identification.explanations)
    return _html(verdict_of(identification), scores, departures)


def html_of_parse_identification(identification: "ParseIdentification") -> str:
    """Return which standard a program follows when it parses URLs, and where it departs from it."""
    departures = (
        Row(
            count(len(item.urls), "URL"),
            (f"it {item.way.says}", show(item.smallest.url), parse_answer_text(item.smallest)),
        )
        for item in identification.departures
    )
    scores = ((item.spec, item.agreeing, item.by_default) for item in identification.explanations)
    return _html(parse_verdict_of(identification), scores, departures)


def _html(verdict: str, scores: Iterable[tuple[Spec, int, int]], departures: Iterable[Row]) -> str:
    tables = [html_table(verdict, _EXPLAINED, _scores(scores))]
    rows = tuple(departures)
    if rows:
        tables.append(html_table("Departures", _DEPARTURES, rows))
    return html_of(*tables)


def _scores(scores: Iterable[tuple[Spec, int, int]]) -> Iterator[Row]:
    for spec, agreeing, by_default in scores:
        yield Row(label_of(spec), (str(agreeing), str(by_default)))
