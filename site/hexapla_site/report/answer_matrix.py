"""The cases by implementation: in each row, equal letters stand for equal answers."""

from collections.abc import Mapping

import attrs

from hexapla_site.report.differences import word_of, words_of_implementations
from hexapla_site.report.implementations import (
    CaseAnswer,
    CaseRow,
    Given,
    ImplementationReport,
    Silence,
)

_COLORS = 8
NO_URI = "×"
SILENT = "·"


@attrs.frozen
class AnswerMark:
    """What stands for an answer in a row: a letter for a URI, a sign for what is none.

    `place` is the number of the color, from 1; None for a sign, and past the last color.
    """

    letter: str
    place: int | None = None
    says: str = ""


@attrs.frozen
class MatrixRow:
    """A case, with what stands for the answer of each column and of each group.

    Attributes:
        row: The case, with its answers.
        specs: What stands for the answer of each column, oldest first.
        groups: What stands for the answer of each group of implementations that answer alike.
        answers: Each URI, with what stands for it; the one that most give first.
        given: Words for who gives the same, as the filters read them.
    """

    row: CaseRow
    specs: tuple[AnswerMark, ...]
    groups: tuple[AnswerMark, ...]
    answers: tuple[tuple[AnswerMark, str], ...]
    given: tuple[tuple[str, ...], ...]


def matrix_of(report: ImplementationReport) -> tuple[MatrixRow, ...]:
    """Return a row for each case that implementations were asked."""
    words = words_of_implementations(report.current)
    return tuple(_row(report, row, words) for row in report.rows)


def _row(report: ImplementationReport, row: CaseRow, words: Mapping[str, str]) -> MatrixRow:
    marks = _marks(row)
    return MatrixRow(
        row,
        tuple(marks[report.by_spec[spec][row.case]] for spec in report.columns),
        tuple(marks[group.given[row.case]] for group in report.current),
        tuple((mark, text) for text, mark in marks.items() if isinstance(text, str)),
        tuple(_words(answer, words) for answer in row.answers if answer.is_answer),
    )


def _words(answer: CaseAnswer, words: Mapping[str, str]) -> tuple[str, ...]:
    """Return the words for those who give an answer, each once."""
    names = (words[name] for name in answer.names)
    return tuple(dict.fromkeys((*map(word_of, answer.specs), *names)))


def _marks(row: CaseRow) -> dict[Given, AnswerMark]:
    """Return what stands for each answer in a row."""
    uris = [item.given for item in row.answers if isinstance(item.given, str)]
    return {
        **{uri: _letter(number) for number, uri in enumerate(uris)},
        None: AnswerMark(NO_URI, says="no URI"),
        Silence.NO_ANSWER: AnswerMark(SILENT, says=Silence.NO_ANSWER.value),
        Silence.NO_RULE: AnswerMark(SILENT, says=Silence.NO_RULE.value),
    }


def _letter(number: int) -> AnswerMark:
    return AnswerMark(chr(ord("A") + number), number + 1 if number < _COLORS else None)
