"""Which standard implementations follow, with a badge for each."""

import json
from collections.abc import Iterator

from hexapla.standard.spec import Spec
from hexapla.text.slug import slug
from hexapla_site.badge import badge_of
from hexapla_site.data.recordings import current_parsings, current_recordings
from hexapla_site.data.table import Table, table_of
from hexapla_site.figures.heat_map import draw_heat_map
from hexapla_site.pages.kind import File, Page, PageKind, Site
from hexapla_site.report.implementations import (
    AnswerGroup,
    Given,
    ImplementationReport,
    Silence,
    agreement,
    badge_address,
    clients_of_1997,
    implementation_report,
    page_of,
)
from hexapla_site.search import SearchEntry


def implementations_of(site: Site) -> ImplementationReport:
    """Return the implementations of today and of 1997 against the site's columns."""
    return implementation_report(site.columns, current_recordings(), clients_of_1997())


def _pages(site: Site) -> Iterator[Page]:
    asked = site.once(implementations_of)
    languages = sorted({name for group in asked.current for name in group.languages})
    context = {
        "asked": asked,
        "heat_map": draw_heat_map(
            [_links(member) for member, _ in asked.members], asked.agreements
        ),
        "standards": tuple((spec.id, spec.label) for spec in site.columns),
        "languages": [(slug(name), name) for name in languages],
        "parsers": current_parsings().implementations,
    }
    yield Page("implementations.html", "implementations.html", context)


def _links(member: Spec | AnswerGroup) -> tuple[tuple[str, str], ...]:
    """Return the names of what answers alike, each with the address of its page."""
    if isinstance(member, Spec):
        return ((member.label, f"standards/{member.id}.html"),)
    return tuple((name, page_of(name)) for name in member.names)


def _files(site: Site) -> Iterator[File]:
    for group in site.once(implementations_of).current:
        for name in group.names:
            yield File(badge_address(name), badge_of(group.identified))


def _entries(site: Site) -> Iterator[SearchEntry]:
    """Return the clients of 1997; an implementation of today has an entry with its own page."""
    for group in site.once(implementations_of).clients:
        for item in group.recordings:
            address = f"implementations.html#{group.id}"
            yield SearchEntry(
                "implementation", address, item.title, resolves_as(group), more=item.name
            )


def resolves_as(group: AnswerGroup) -> str:
    """Return which standard explains best how some implementations resolve, in few words."""
    best, cases = group.identified.best.spec.label, group.identified.cases
    return f"resolves as {best} in {cases - group.left} of {cases} cases"


def implementation_tables(report: ImplementationReport) -> Iterator[Table]:
    """Yield which standards are followed, how far each is from each, and every answer."""
    followed = (
        (
            *(item.name, item.title, item.language, item.version, when),
            *(group.identified.best.selector, group.left, group.identified.cases),
            *(share.alike for share in group.scores.values()),
        )
        for when, groups in (("recorded", report.current), ("1997", report.clients))
        for group in groups
        for item in group.recordings
    )
    yield table_of("implementations", followed, (spec.id for spec in report.columns))
    distances = (
        (name, spec.id, share.differing, share.cases)
        for group in report.current
        for name in group.names
        for spec, answers in report.by_spec.items()
        for share in [agreement(group.given, answers)]
    )
    yield table_of("implementation-distances", distances)
    asked = [(name, group) for group in report.current for name in group.names]
    answers = (
        (case.base, case.reference, *(_as_json(group.given[case]) for _, group in asked))
        for case in report.cases
    )
    yield table_of("implementation-answers", answers, (name for name, _ in asked))


def _as_json(given: Given) -> str:
    return "" if isinstance(given, Silence) else json.dumps(given)


def _tables(site: Site) -> Iterator[Table]:
    return implementation_tables(site.once(implementations_of))


KIND = PageKind(
    "implementations",
    "implementations.html",
    _pages,
    files=_files,
    entries=_entries,
    tables=_tables,
)
