"""The cases by implementation: who gives the same as whom, and as which standard.

In each row, equal letters stand for equal answers.
"""

from collections.abc import Callable, Iterator

from hexapla_site.addresses import case_name
from hexapla_site.pages.differences import choices_of, word_of, words_of_implementations
from hexapla_site.pages.explanations import BASE
from hexapla_site.pages.implementations import implementations_of
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.report.implementations import CaseRow, Given, ImplementationReport, Silence

ADDRESS = "implementations/cases.html"
# The pages, each with its title and with the bases that it has.
PAGES: dict[str, tuple[str, Callable[[str], bool]]] = {
    ADDRESS: ("Cases by implementation", lambda base: base.startswith(BASE)),
    "implementations/cases-of-other-bases.html": (
        "Cases of other bases by implementation",
        lambda base: not base.startswith(BASE),
    ),
}
_COLORS = 8


AnswerMark = tuple[str, int | None, str]
"""What stands for an answer in a row: a letter for a URI, or a sign, and what the sign says.

The number is that of the colour, from 1; None for a sign, and past the last colour.
"""
_SIGNS: dict[Given, AnswerMark] = {
    None: ("×", None, "no URI"),
    Silence.NO_ANSWER: ("·", None, Silence.NO_ANSWER.value),
    Silence.NO_RULE: ("·", None, Silence.NO_RULE.value),
}


def marks_of(row: CaseRow) -> dict[Given, AnswerMark]:
    """Return what stands for each answer in a row; the newest standard's URI comes first."""
    uris = [item.target for item in row.answers if isinstance(item.target, str)]
    letters: dict[Given, AnswerMark] = {
        uri: (chr(ord("A") + number), number + 1 if number < _COLORS else None, "")
        for number, uri in enumerate(uris)
    }
    return {**letters, **_SIGNS}


def given_words(report: ImplementationReport, row: CaseRow) -> list[tuple[str, ...]]:
    """Return words for who gives the same, as the filters read them."""
    words = words_of_implementations(report.current)
    return [
        tuple(dict.fromkeys((*map(word_of, answer.specs), *(words[name] for name in names))))
        for answer in row.answers
        for names in [answer.implementations]
        if not isinstance(answer.target, Silence)
    ]


def _pages(site: Site) -> Iterator[Page]:
    asked = site.once(implementations_of)
    context = {
        "asked": asked,
        "addresses": PAGES,
        "case_name": case_name,
        "marks_of": marks_of,
        "given_words": given_words,
        "choices": site.once(choices_of),
    }
    for address, (title, has) in PAGES.items():
        rows = [row for row in asked.rows if has(row.case.base)]
        rows.sort(key=lambda row: row.case.base != BASE)
        yield Page(address, "answer-matrix.html", {**context, "title": title, "rows": rows})


KIND = PageKind("matrix", "implementations/cases", _pages)
