"""The content of a facet for any renderer: groups, rows with the letters of groups, and readings.

The command line prints this content as text. Notebooks and the site show it as HTML.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from hexapla.comparison.facet import NO_RULE, Facet
from hexapla.comparison.facets import PartsFacet, TargetFacet
from hexapla.comparison.host_facet import HostFacet
from hexapla.comparison.readings import ReadingEffect
from hexapla.comparison.rows import Clause, Source, TraceRow
from hexapla.comparison.wording import heading_of, quoted, within_heading
from hexapla.standard.display import show, target_text
from hexapla.standard.phases import NoUri, Reason, Target, has_rule
from hexapla.standard.reference import Reference
from hexapla.standard.spec import Spec
from hexapla.text.table import GAP, escaped, escaped_cells, html_of, html_paragraphs, html_table

ABSENT = "–"
LEGEND = "≠ marks what makes the difference."


def shown_facets(
    parts: PartsFacet, target: TargetFacet | None, *, with_parts: bool = False
) -> tuple[Facet, ...]:
    """Return the facets to show: the target, and the parts if they differ but the targets don't.

    With `with_parts`, or without a base, the parts are always included.
    """
    if target is None:
        return (parts,)
    if with_parts or (target.agrees and not parts.agrees):
        return (parts, target)
    return (target,)


def shown_hosts(
    host: HostFacet, target: TargetFacet | None, reference: str
) -> Iterator[tuple[tuple[Spec, ...], str]]:
    """Yield the groups of specs that find different hosts in the same URL, with the reasons.

    Nothing is yielded if the targets differ and the host comes from the base, because the targets
    then already show the hosts.
    """
    if target is None or target.agrees or host.is_in(reference):
        yield from host.hosts_read()


def labels_of(specs: Iterable[Spec]) -> str:
    """Return the labels of specs, separated by commas."""
    return ", ".join(spec.label for spec in specs)


def _short_labels(specs: Iterable[Spec]) -> str:
    return " ".join(spec.short_label for spec in specs)


def needs_of_base(references: Sequence[Reference]) -> Iterator[str]:
    """Yield a sentence for each reason why specs reject a relative reference without a base."""
    labels: dict[str, list[str]] = {}
    for reference in reversed(references):
        if reference.needs_base is not None:
            need = need_of_base(reference.spec, reference.needs_base)
            labels.setdefault(need, []).append(reference.spec.label)
    for need, of_need in labels.items():
        yield f"{', '.join(of_need)}: {need}"


def need_of_base(spec: Spec, reason: Reason) -> str:
    """Say why a reference needs a base, and for which bases its parts are shown."""
    why = _reason_text(spec, reason)
    return f"{why}; the parts are those under a base whose scheme isn't special"


# Groups.


def group_rows(facet: Facet) -> Iterator[tuple[str, str, str]]:
    """Yield each group of a facet: its letter, its result, and the names of its specs.

    Silent specs come last, each with the reason for its silence, if known.
    """
    for group in facet.groups:
        labels: list[str] = []
        for spec, deviation in zip(group.columns, group.deviations, strict=True):
            suffix = ""
            if deviation:
                suffix = f" ({deviation})"
            labels.append(f"{spec.label}{suffix}")
        labels.reverse()
        if group.is_newest:
            labels[0] += " (newest)"
        yield group.letter, group.shown, ", ".join(labels)
    for spec, says, why in silences(facet):
        yield ABSENT, says, f"{spec.label}{why}"


class ShownSilence(NamedTuple):
    """A silent spec with its result; `why` is a colon and the reason, or "" without a reason."""

    spec: Spec
    says: str
    why: str


def silences(facet: Facet) -> Iterator[ShownSilence]:
    """Yield the silent specs of a facet with their results."""
    for index in facet.silent_members:
        spec = facet.columns[index]
        silence = facet.silence_of(index)
        why = ""
        if silence.reason is not None:
            why = f": {_reason_text(spec, silence.reason)}"
        yield ShownSilence(spec, silence.says, why)


def _reason_text(spec: Spec, reason: Reason) -> str:
    return f"{reason.says} ({spec.standard.cited(reason.citation).section})"


def sentences_on(facet: TargetFacet, *, with_reasons: bool = True) -> Iterator[Iterator[str]]:
    """Yield sentences in three groups: reasons for a missing target, extensions, reparsed targets.

    The first group is included only if `with_reasons` is true.
    """
    if with_reasons:
        yield reasons(facet)
    yield extended(facet)
    yield parsed_again(facet)


def reasons(facet: TargetFacet) -> Iterator[str]:
    """Yield a line with the reason for each spec that has a rule but gives no URI."""
    for spec, target in zip(facet.columns, facet.targets, strict=True):
        if isinstance(target, NoUri) and target.reason is not None and has_rule(target):
            yield f"{spec.label}: {_reason_text(spec, target.reason)}"


def extended(facet: TargetFacet) -> Iterator[str]:
    """Yield a line for each target that an extension adds for specs that otherwise give no URI."""
    for choice, target, specs in facet.extended:
        labels = labels_of(reversed(specs))
        yield f"beyond the standards, with {choice}: {target_text(target)} ({labels})"


def parsed_again(facet: TargetFacet) -> Iterator[str]:
    """Yield a line for each change of host when targets are parsed again, with group letters."""
    for says, specs in _specs_by_new_host(facet).items():
        selectors = [spec.selector for spec in specs]
        yield f"{letters(facet, selectors)}: {says}"


def parsed_again_by_spec(facet: TargetFacet) -> Iterator[str]:
    """Yield a line for each change of host when targets are parsed again, with the specs' names."""
    for says, specs in _specs_by_new_host(facet).items():
        yield f"{labels_of(reversed(specs))}: {says}"


def _specs_by_new_host(facet: TargetFacet) -> dict[str, list[Spec]]:
    """Return the specs whose targets have another host when parsed again, keyed by the change."""
    specs: dict[str, list[Spec]] = {}
    for resolution in facet.resolutions:
        if resolution.parsed_again is not None:
            specs.setdefault(str(resolution.parsed_again), []).append(resolution.spec)
    return specs


def summary_line(reference: str, facet: Facet, sign: str = "]") -> str:
    """Summarize a facet on one line: the reference, a separator, and each result with its specs."""
    results = []
    for group in facet.groups:
        results.append(f"{group.shown}{GAP}{_short_labels(group.columns)}")
    told = []
    if results:
        told.append(f"{GAP}·{GAP}".join(results))
    silent = _short_labels(facet.silent_columns)
    if silent:
        why = "silent"
        if isinstance(facet, TargetFacet):
            why = NO_RULE
        told.append(f"({silent}: {why})")
    return f"{show(reference)} {sign}{GAP}{GAP.join(told)}"


# Rows.


def letters(facet: Facet, selectors: Iterable[str]) -> str:
    """Return the letters of the groups of some specs, such as `A B`.

    If only some specs of a group are given, their names follow the letter: `A (3986)`.
    """
    taken = set(selectors)
    of_groups = [(group.letter, group.columns) for group in facet.groups]
    shown = []
    for letter, columns in (*of_groups, (ABSENT, facet.silent_columns)):
        own = [spec.short_label for spec in reversed(columns) if spec.selector in taken]
        if own:
            are_all = len(own) == len(columns)
            shown.append(letter if are_all else f"{letter} ({', '.join(own)})")
    return " ".join(shown)


def row_text(row: TraceRow, headings: set[str] | None = None, *, alone: bool = False) -> str:
    """Describe the event of a row, with citations for each spec.

    Args:
        row: The row.
        headings: The unnumbered headings that were cited before and aren't repeated. Headings that
            this row cites are added to the set.
        alone: Whether only one spec is compared, so that it need not be named.
    """
    if headings is None:
        headings = set()
    clauses = [clause_text(clause, headings, alone=alone) for clause in row.clauses]
    begins_with_words = bool(row.clauses and row.clauses[0].says)
    return row.said_with(clauses, ": " if begins_with_words else " ")


def cited_sources(clause: Clause) -> Iterable[Source]:
    """Return the sources of a clause; of sources that would be shown alike, only the first.

    Two rules of a spec can be in the same section, for example a rule for users and one for hosts.
    """
    by_citation: dict[tuple[object, ...], Source] = {}
    for source in clause.sources:
        citation = source.spec, source.citation.section, source.choices
        by_citation.setdefault(citation, source)
    return by_citation.values()


def clause_text(clause: Clause, headings: set[str], *, alone: bool = False) -> str:
    """Return a reason, followed by the sections of its rules."""
    sections: dict[str, list[str]] = {}
    for source in cited_sources(clause):
        choices = "".join(f" [{choice}]" for choice in source.choices)
        section = f"{_section(source.citation.section, headings)}{choices}"
        sections.setdefault(source.spec.short_label, []).append(section)
    cited = []
    for label, of_spec in sections.items():
        listed = ", ".join(of_spec)
        cited.append(listed if alone else f"{label} {listed}")
    return f"{clause.says} ({'; '.join(cited)})".strip()


def _section(section: str, known: set[str]) -> str:
    """Return a section, without its unnumbered heading if the heading was cited before."""
    heading = heading_of(section)
    if heading in known:
        return within_heading(section)
    if heading:
        known.add(heading)
    return section


def results_shown(facet: Facet, row: TraceRow) -> Iterator[tuple[str, Target]]:
    """Yield the resulting strings of a row, each with the letters of its groups.

    The letters are "" if all groups in the row have the same string.
    """
    for result in row.results:
        who = ""
        if len(row.results) > 1:
            who = letters(facet, result.specs)
        yield who, result.text


# Readings.


def effects_by_result(readings: Iterable[ReadingEffect]) -> Iterator[tuple[ReadingEffect, str]]:
    """Yield each effect once, with all the options that have this effect."""
    alike: dict[tuple[str, str, str], list[ReadingEffect]] = {}
    for item in readings:
        effect = item.spec.selector, item.reading, item.then
        alike.setdefault(effect, []).append(item)
    for effects in alike.values():
        yield effects[0], ", ".join(item.other for item in effects)


def reading_rows(readings: Iterable[ReadingEffect]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table of readings; options with the same effect share a row."""
    yield "reading", "now", "instead", "result"
    for item, others in effects_by_result(readings):
        yield f"{item.spec.short_label} {item.reading}", item.option, others, item.then


# HTML for notebooks; it needs no style sheet.


def html_facets(
    caption: str,
    facets: Iterable[Facet],
    hosts: Iterable[tuple[Sequence[Spec], str]],
    sentences: Iterable[str] = (),
) -> str:
    """Render the groups, rows and readings of facets, sentences, and the hosts, as HTML."""
    tables: list[str] = []
    for facet in facets:
        tables += _html_tables(caption, facet)
    tables.append(html_paragraphs(sentences))
    rows = [(labels_of(specs), read) for specs, read in hosts]
    if rows:
        tables.append(html_table("Host", map(escaped_cells, rows)))
    return html_of(*tables)


def _html_tables(caption: str, facet: Facet) -> Iterator[str]:
    yield html_table(caption, map(escaped_cells, group_rows(facet)))
    if facet.rows:
        yield html_table("Steps", _html_rows(facet))
    if facet.readings:
        yield html_table("Readings", map(escaped_cells, reading_rows(facet.readings)))


def _html_rows(facet: Facet) -> Iterator[Sequence[str]]:
    headings: set[str] = set()
    for row in facet.rows:
        results = []
        for who, text in results_shown(facet, row):
            results.append(f"{escaped(who)} → {escaped(target_text(text))}")
        sign = ""
        if row.differs:
            sign = "≠ "
        takers = escaped(f"{sign}{letters(facet, row.selectors)}")
        event = _with_edits(escaped(row_text(row, headings)), row)
        yield takers, event, "<br>".join(results)


def _with_edits(text: str, row: TraceRow) -> str:
    """Mark the removed and inserted text in the HTML text of a row."""
    for piece in row.removed:
        removed = escaped(quoted(piece))
        text = text.replace(removed, f"<del>{removed}</del>", 1)
    if row.inserted:
        inserted = escaped(quoted(row.inserted))
        text = text.replace(inserted, f"<ins>{inserted}</ins>", 1)
    return text
