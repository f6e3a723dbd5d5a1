"""How each parser behaves: the answers of all parsers and standards to selected questions."""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

import attrs

from hexapla.implementations.asking import Case
from hexapla.text.slug import slug
from hexapla_site.data.recordings import current_parsings, current_recordings
from hexapla_site.data.table import Cells, Table, table_of
from hexapla_site.folders import read_data
from hexapla_site.navigation import PageLink
from hexapla_site.pages.answer_matrix import row_address
from hexapla_site.pages.explanations import explanations_of
from hexapla_site.pages.filtering import FilterChoice
from hexapla_site.pages.hosts import hosts_of, known_address
from hexapla_site.pages.implementations import implementations_of, parsings_of
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.report.implementations import json_or_reason
from hexapla_site.report.score import Score, score_of
from hexapla_site.report.support import (
    SupportQuestion,
    SupportRow,
    SupportTable,
    support_questions,
    support_table,
)
from hexapla_site.search import SearchEntry

ADDRESS = "implementations/support.html"


@attrs.frozen
class SupportContext:
    """The content of the page.

    Attributes:
        tables: The tables of questions about resolving, questions about parsing, and attacks.
        groups: The choices in the filter for languages; browsers form a group of their own.
        parsers: The names of the parsers.
        case_addresses: The address at which all answers to a question are listed, keyed by the
            question's id.
        reports: The links to known differences, keyed by name.
        explained: The names of the explanations on the site.
    """

    tables: tuple[SupportTable, ...]
    groups: Sequence[FilterChoice]
    parsers: Set[str]
    case_addresses: Mapping[str, str]
    reports: Mapping[str, PageLink]
    explained: Set[str]


def support_of(site: Site) -> tuple[SupportTable, ...]:
    """Return the tables of questions about resolving, questions about parsing, and attacks."""
    resolving: dict[str, Score] = {}
    for group in site.once(implementations_of).current:
        resolving.update(dict.fromkeys(group.names, score_of(group.ranking)))
    parsing = {name: score_of(item) for name, item in site.once(parsings_of).items()}
    recordings = current_recordings()
    parsings = current_parsings().implementations
    resolved, parsed, attacks = [], [], []
    for question in support_questions():
        if question.is_resolved:
            resolved.append(question)
        elif question.is_attack:
            attacks.append(question)
        else:
            parsed.append(question)
    return (
        support_table("resolving", resolved, site.columns, recordings, resolving),
        support_table("parsing", parsed, site.columns, parsings, parsing),
        support_table("attacks", attacks, site.columns, parsings, parsing),
    )


def case_address(site: Site, question: SupportQuestion) -> str:
    """Return the address at which all answers to a question's input are listed: a page or a row."""
    if isinstance(question.case, Case):
        texts = question.case.base, question.case.reference
        case = site.report.by_input.get(texts)
        return row_address(*texts) if case is None else f"cases/{case.id}.html"
    (url,) = question.case.texts
    return next(row.address for row in site.once(hosts_of).rows if row.url == url)


def _rows(site: Site) -> Iterator[SupportRow]:
    for table in site.once(support_of):
        yield from table.rows


def _pages(site: Site) -> Iterator[Page]:
    tables = site.once(support_of)
    groups, parsers = {}, set()
    for table in tables:
        for item in table.answerers:
            groups[item.group] = FilterChoice(item.group_id, item.group)
            parsers.add(item.name)
    addresses = {row.question.id: case_address(site, row.question) for row in _rows(site)}
    cases = read_data("known-differentials.json")["cases"]
    context = SupportContext(
        tables=tables,
        groups=[groups[name] for name in sorted(groups, key=str.casefold)],
        parsers=parsers,
        case_addresses=addresses,
        reports={case["name"]: _report_link(case) for case in cases},
        explained={topic.name for topic in site.once(explanations_of).topics},
    )
    yield Page(ADDRESS, "support.html", context)


def _report_link(case: Mapping[str, Any]) -> PageLink:
    """Return the link to a known difference, labelled with its source."""
    return PageLink(case["source"]["id"], f"{known_address(case)}#known-{slug(case['name'])}")


def _entries(site: Site) -> Iterator[SearchEntry]:
    for row in _rows(site):
        question = row.question
        title = _plain(question.asks)
        text = _plain(question.about)
        yield SearchEntry("question", f"{ADDRESS}#{question.id}", title, text, more=question.more)


def _plain(text: str) -> str:
    return text.replace("`", "")


def _tables(site: Site) -> Iterator[Table]:
    yield table_of("support-questions", _question_rows(site))
    yield table_of("support", _answer_rows(site))


def _question_rows(site: Site) -> Iterator[Cells]:
    for row in _rows(site):
        question = row.question
        kind = "attack" if question.is_attack else "question"
        *base, text = question.case.texts
        given = ("".join(base), text)
        address = case_address(site, question)
        yield question.id, kind, _plain(question.asks), *given, question.looked_at, address


def _answer_rows(site: Site) -> Iterator[Cells]:
    for table in site.once(support_of):
        for row in table.rows:
            yield from _answers(table, row)


def _answers(table: SupportTable, row: SupportRow) -> Iterator[Cells]:
    """Yield the answers to a question: first the standards' answers, then the parsers'."""
    question = row.question.id
    for spec, answer in row.by_spec.items():
        yield question, spec.id, "", "", row.word_of(spec), json_or_reason(answer), "", ""
    for item in table.answerers:
        answer = json_or_reason(row.by_name[item.name])
        eras = row.eras(item.name)
        since = eras[0].since if eras else ""
        before = eras[1].word if len(eras) > 1 else ""
        word = row.word_of(item.name)
        yield question, "", item.name, item.version, word, answer, since, before


KIND = PageKind("support", ADDRESS, _pages, entries=_entries, tables=_tables)
