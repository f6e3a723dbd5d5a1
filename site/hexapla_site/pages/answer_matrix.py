"""The cases by implementation: who gives the same as whom, and as which standard.

In each row, equal letters stand for equal answers.
"""

from collections.abc import Iterable, Iterator, Mapping

from hexapla.implementations.asking import Case
from hexapla_site.addresses import case_name
from hexapla_site.pages.differences import choices_of, word_of, words_of_implementations
from hexapla_site.pages.explanations import BASE
from hexapla_site.pages.implementations import implementations_of
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.report.case import ResultGroup
from hexapla_site.report.implementations import Given, Silence

ADDRESS = "implementations/cases.html"
# The pages, each with its title: the first has the cases of the usual base, with any fragment.
PAGES = {
    ADDRESS: "Cases by implementation",
    "implementations/cases-of-other-bases.html": "Cases of other bases by implementation",
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


def marks_of(answers: Iterable[ResultGroup]) -> dict[Given, AnswerMark]:
    """Return what stands for each answer in a row; the newest standard's URI comes first."""
    uris = [item.target for item in answers if isinstance(item.target, str)]
    letters: dict[Given, AnswerMark] = {
        uri: (chr(ord("A") + number), number + 1 if number < _COLORS else None, "")
        for number, uri in enumerate(uris)
    }
    return {**letters, **_SIGNS}


def given_words(words: Mapping[str, str], answers: Iterable[ResultGroup]) -> list[str]:
    """Return who gives the same, as the filters read it; `words` stand for implementations."""
    return [
        " ".join(
            dict.fromkeys(
                (*map(word_of, answer.specs), *map(words.__getitem__, answer.implementations))
            )
        )
        for answer in answers
        if not isinstance(answer.target, Silence)
    ]


def row_address(case: Case) -> str:
    """Return where the row of a case is that the implementations of today were asked."""
    page = next(page for page in PAGES if _is_on(page, case))
    return f"{page}#{case_name(case.base, case.reference)}"


def _is_on(page: str, case: Case) -> bool:
    return case.base.startswith(BASE) == (page == ADDRESS)


def _pages(site: Site) -> Iterator[Page]:
    asked = site.once(implementations_of)
    context = {
        "asked": asked,
        "addresses": PAGES,
        "case_name": case_name,
        "marks_of": marks_of,
        "given_words": given_words,
        "words": words_of_implementations(asked.current),
        "choices": site.once(choices_of),
    }
    for address, title in PAGES.items():
        rows = [row for row in asked.rows.items() if _is_on(address, row[0])]
        rows.sort(key=lambda row: row[0].base != BASE)
        yield Page(address, "answer-matrix.html", {**context, "title": title, "rows": rows})


KIND = PageKind("matrix", "implementations/cases", _pages)
