"""The cases: a list, and a page for each case."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from hexapla.standard.display import show
from hexapla.standard.spec import Spec
from hexapla_site.data.table import Cells, Table, table_of
from hexapla_site.navigation import PageLink
from hexapla_site.pages.answer_matrix import row_address
from hexapla_site.pages.catalogue import CatalogueEntry, classes_by_input
from hexapla_site.pages.explanations import Topic, explanations_of
from hexapla_site.pages.filtering import FilterChoice
from hexapla_site.pages.implementations import implementations_of
from hexapla_site.pages.kind import Page, PageKind, Site, with_neighbours
from hexapla_site.report.case import CaseReport
from hexapla_site.report.report import STARTLING
from hexapla_site.search import SearchEntry

_PARSERS = PageLink("about each", "implementations.html#asked")


@attrs.frozen
class CasesContext:
    """The filter in the list of cases, which selects cases by the sources that quote them.

    `words` maps each source to the word that stands for it in the attributes of rows.
    """

    words: Mapping[str, str]
    choices: Sequence[FilterChoice]


@attrs.frozen
class CaseContext:
    """The content of the page of a case.

    Attributes:
        case: The case.
        topics: The topics that explain the case.
        catalogued: The catalogue's classes to which the case belongs.
        before: The previous case; None if there is none.
        after: The next case; None if there is none.
        parsers: A link to the case's row in the table of all parsers' answers or, if the case is
            not in the table, to the list of parsers.
    """

    case: CaseReport
    topics: Sequence[Topic]
    catalogued: Sequence[CatalogueEntry]
    before: CaseReport | None
    after: CaseReport | None
    parsers: PageLink


def _pages(site: Site) -> Iterator[Page]:
    words: dict[str, str] = {}
    for case in site.report.cases:
        for source in case.sources:
            words.setdefault(source, f"s{len(words)}")
    choices = [FilterChoice(word, source) for source, word in words.items()]
    yield Page("cases/index.html", "cases.html", CasesContext(words, choices))
    tested = {(case.base, case.reference) for case in site.once(implementations_of).rows}
    explanations = site.once(explanations_of)
    classes = site.once(classes_by_input)
    for before, case, after in with_neighbours(site.report.cases):
        topics = explanations.of_case(case)
        of_case = classes.get((case.base, case.reference), ())
        texts = case.base, case.reference
        parsers = PageLink("side by side", row_address(*texts)) if texts in tested else _PARSERS
        context = CaseContext(case, topics, of_case, before, after, parsers)
        yield Page(f"cases/{case.id}.html", "case.html", context, indexed=False)


def _entries(site: Site) -> Iterator[SearchEntry]:
    for case in site.report.cases:
        yield SearchEntry(
            "case",
            f"cases/{case.id}.html",
            show(case.reference),
            show(case.base),
            tuple(_targets(case)),
            usual=case.base == STARTLING[0],
        )


def _targets(case: CaseReport) -> Iterator[tuple[str, str, bool]]:
    """Yield each target with the standards that give it, and then the standards without a rule."""
    for group in case.verdict.groups:
        is_uri = isinstance(group.target, str)
        shown = show(str(group.target)) if is_uri else str(group.target)
        yield shown, _short_labels(group.specs), is_uri
    if case.verdict.silent:
        yield "no rule", _short_labels(case.verdict.silent), False


def _short_labels(specs: Iterable[Spec]) -> str:
    return " ".join(spec.document.short_label for spec in specs)


def _tables(site: Site) -> Iterator[Table]:
    rows = map(_row, site.report.cases)
    yield table_of("cases", rows, (spec.id for spec in site.columns))


def _row(case: CaseReport) -> Cells:
    targets = [str(resolution.target) for resolution in case.comparison.resolutions]
    return case.id, case.base, case.reference, *targets, "; ".join(case.sources)


KIND = PageKind("cases", "cases/", _pages, entries=_entries, tables=_tables)
