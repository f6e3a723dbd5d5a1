"""The matrix of cases and implementations, with marks that show which answers are equal.

In a row, equal letters stand for equal answers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import attrs

from hexapla.implementations.asking import Case
from hexapla_site.addresses import case_name
from hexapla_site.navigation import PageLink
from hexapla_site.pages.differences import choices_of, word_of, words_of_implementations
from hexapla_site.pages.explanations import BASE
from hexapla_site.pages.filtering import FilterChoices
from hexapla_site.pages.implementations import implementations_of
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.report.case import ResultGroup
from hexapla_site.report.implementations import Given, ImplementationReport, Silence

ADDRESS = "implementations/cases.html"
# The pages of the matrix and their titles. The first page contains the cases with the usual base,
# with or without a fragment.
PAGES = {
    ADDRESS: "Cases by implementation",
    "implementations/cases-of-other-bases.html": "Cases with other bases, by implementation",
}
_COLORS = 8


class AnswerMark(NamedTuple):
    """The mark for an answer in a row: a letter for a URI, or another symbol.

    Attributes:
        sign: The letter or symbol.
        colour: The number of the letter's colour, from 1; None for a symbol, or if no colour is
            left.
        says: The meaning of a symbol; "" for a letter.
    """

    sign: str
    colour: int | None = None
    says: str = ""


_SIGNS: dict[Given, AnswerMark] = {
    None: AnswerMark("×", says="no URI"),
    Silence.NO_ANSWER: AnswerMark("·", says=Silence.NO_ANSWER.value),
    Silence.NO_RULE: AnswerMark("·", says=Silence.NO_RULE.value),
}


@attrs.frozen
class MatrixRow:
    """A case, with the answers of implementations and of standards that have a rule.

    Attributes:
        case: The case.
        answers: The answers; the newest standard's answer comes first.
        marks: The mark of each answer.
        given: For each answer that isn't missing, the words (see `FilterChoice`) that stand for the
            standards and implementations that give it, separated by spaces.
        address: The address of the case's page from the root of the site; None if there is no page.
    """

    case: Case
    answers: Sequence[ResultGroup]
    marks: Mapping[Given, AnswerMark]
    given: Sequence[str]
    address: str | None

    @property
    def id(self) -> str:
        """The name of the case in addresses."""
        return case_name(self.case.base, self.case.reference)


@attrs.frozen
class MatrixContext:
    """The content of a page of the matrix.

    Attributes:
        title: The title of the page.
        others: Links to the other pages.
        asked: The implementations.
        rows: The cases; those with exactly the usual base come first.
        choices: The choices in the filters.
    """

    title: str
    others: Sequence[PageLink]
    asked: ImplementationReport
    rows: Sequence[MatrixRow]
    choices: FilterChoices


def marks_of(answers: Iterable[ResultGroup]) -> dict[Given, AnswerMark]:
    """Assign a mark to each answer in a row; the first URI gets the first letter.

    The marks for an answer without a URI and for missing answers are always included.
    """
    marks: dict[Given, AnswerMark] = {}
    uris = [item.target for item in answers if isinstance(item.target, str)]
    for number, uri in enumerate(uris):
        letter = chr(ord("A") + number)
        marks[uri] = AnswerMark(letter, number + 1 if number < _COLORS else None)
    return {**marks, **_SIGNS}


def given_words(words: Mapping[str, str], answers: Iterable[ResultGroup]) -> list[str]:
    """Return, for each answer, the words that stand for the parsers and standards that give it.

    `FilterChoice` explains these words. Missing answers are left out.
    """
    given = []
    for answer in answers:
        if not isinstance(answer.target, Silence):
            of_standards = map(word_of, answer.specs)
            of_implementations = map(words.__getitem__, answer.implementations)
            given.append(" ".join(dict.fromkeys((*of_standards, *of_implementations))))
    return given


def _rows(site: Site) -> Iterator[MatrixRow]:
    """Yield all cases, in the order in which implementations were tested on them."""
    asked = site.once(implementations_of)
    words = words_of_implementations(asked.current)
    for case, answers in asked.rows.items():
        known = site.report.by_input.get((case.base, case.reference))
        address = None if known is None else f"cases/{known.id}.html"
        given = given_words(words, answers)
        yield MatrixRow(case, answers, marks_of(answers), given, address)


def row_address(base: str, reference: str) -> str:
    """Return the address of a case's row; implementations must have been tested on the case."""
    page = next(page for page in PAGES if _is_on(page, base))
    return f"{page}#{case_name(base, reference)}"


def _is_on(page: str, base: str) -> bool:
    return base.startswith(BASE) == (page == ADDRESS)


def _pages(site: Site) -> Iterator[Page]:
    asked = site.once(implementations_of)
    choices = site.once(choices_of)
    every = list(_rows(site))
    for address, title in PAGES.items():
        others = [PageLink(title, other) for other, title in PAGES.items() if other != address]
        rows = [row for row in every if _is_on(address, row.case.base)]
        rows.sort(key=lambda row: row.case.base != BASE)
        context = MatrixContext(title, others, asked, rows, choices)
        yield Page(address, "answer-matrix.html", context)


KIND = PageKind("matrix", "implementations/cases", _pages)
