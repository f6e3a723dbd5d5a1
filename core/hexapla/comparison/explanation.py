"""Explain a comparison as text: the groups, the steps of all specs, the effects of readings, etc.

A single table lists each step once, in order, with the letters of the groups that took the step.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from hexapla.comparison.comparison import Comparison
from hexapla.comparison.facet import Facet
from hexapla.comparison.facets import TargetFacet
from hexapla.comparison.rows import TraceRow
from hexapla.comparison.shown import (
    LEGEND,
    group_rows,
    labels_of,
    letters,
    needs_of_base,
    reading_rows,
    results_shown,
    row_text,
    sentences_on,
    shown_facets,
    shown_hosts,
)
from hexapla.comparison.wording import quoted
from hexapla.documents.erratum import ErratumState
from hexapla.grammar.validity import Validity, Verdict
from hexapla.standard.display import show, target_text
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec
from hexapla.text.signs import UNDEFINED, in_quotes, width
from hexapla.text.table import GAP, table, wrapped

_WIDEST_LETTERS = 12
"""The maximum width of the column of group letters, in characters; longer entries overflow it."""


class Styles(NamedTuple):
    """The terminal styles for removed, inserted and differing text."""

    removed: Callable[[str], str] = str
    inserted: Callable[[str], str] = str
    differing: Callable[[str], str] = str


PLAIN = Styles()


class Layout(NamedTuple):
    """The line length and styles with which text is laid out.

    Each method returns a block of text as a list of lines.

    Attributes:
        columns: The maximum line length, unless a word is longer.
        styles: The terminal styles.
    """

    columns: int = 80
    styles: Styles = PLAIN

    def table(self, rows: Iterable[Sequence[str]]) -> list[str]:
        """Lay out a table as a block; the block is empty if there are no rows."""
        return list(table(rows, self.columns))

    def sentences(self, texts: Iterable[str]) -> list[str]:
        """Lay out sentences as a block; each sentence begins on a new line."""
        lines: list[str] = []
        for text in texts:
            lines += wrapped(text, self.columns, GAP)
        return lines


def lines_of(blocks: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield the lines of all blocks, separated by empty lines; empty blocks are skipped.

    >>> list(lines_of([["a", "b"], [], ["c"]]))
    ['a', 'b', '', 'c']
    """
    for number, block in enumerate(filter(None, map(list, blocks))):
        if number:
            yield ""
        yield from block


def explanation(
    comparison: Comparison, *, parts: bool = False, columns: int = 80, styles: Styles = PLAIN
) -> str:
    """Explain a comparison as text: the groups, the steps to each result, and the readings.

    Args:
        comparison: The comparison.
        parts: Whether the parts are shown in any case. By default, if there are targets, the parts
            are shown only if they differ but the targets don't.
        columns: The maximum line length, unless a word is longer.
        styles: The terminal styles for removed, inserted and differing text.
    """
    blocks = explanation_blocks(comparison, Layout(columns, styles), parts=parts)
    return "\n".join(lines_of(blocks))


def explanation_blocks(
    comparison: Comparison, layout: Layout, *, parts: bool = False
) -> Iterator[list[str]]:
    """Yield the blocks of an explanation; the first is a one-line heading, and some may be empty.

    Args:
        comparison: The comparison.
        layout: The line length and styles.
        parts: Whether the parts are shown in any case. By default, if there are targets, the parts
            are shown only if they differ but the targets don't.
    """
    base = "" if comparison.base is None else f"{GAP}on{GAP}{show(comparison.base)}"
    yield [f"{show(comparison.reference)}{base}"]
    facets = shown_facets(comparison.parts, comparison.target, with_parts=parts)
    for facet in facets:
        yield from facet_blocks(facet, layout, facet.name if len(facets) > 1 else "")
    if comparison.target is not None:
        yield from _target_blocks(comparison.target, layout)
    if comparison.parts in facets:
        yield layout.table(value_rows(comparison))
        yield layout.sentences(needs_of_base(comparison.references))
    rows = itertools.chain(validity_rows(comparison), note_rows(comparison), base_rows(comparison))
    yield layout.table(rows)
    hosts = layout.table(host_rows(comparison))
    yield hosts
    if hosts and comparison.host.readings:
        yield layout.table(reading_rows(comparison.host.readings))
    # The two kinds of rows have different numbers of cells.
    changes = layout.table(change_rows(comparison))
    yield changes + layout.table(erratum_rows(comparison))


def _target_blocks(target: TargetFacet, layout: Layout) -> Iterator[list[str]]:
    """Yield the blocks about the targets, which follow the blocks of the facets."""
    needs_steps = target.agrees and _needs_steps(target)
    if needs_steps:
        yield list(row_lines(target, target.trace_of_all, layout))
    for sentences in sentences_on(target, with_reasons=target.agrees and not needs_steps):
        yield layout.sentences(sentences)


def host_rows(comparison: Comparison) -> Iterator[tuple[str, str, str]]:
    """If the hosts differ, yield the host that each group of specs finds, with the reason."""
    for specs, read in shown_hosts(comparison.host, comparison.target, comparison.reference):
        takers = letters(comparison.host, [spec.selector for spec in specs])
        letter, _, _ = takers.partition(" ")  # the specs are named in the next column
        yield f"host {letter}", labels_of(specs), read


def value_rows(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """Yield the component values that differ from the text as written, with their specs."""
    rows: dict[str, list[str]] = {}
    for reference in reversed(comparison.references):
        values = []
        for name, value in reference.values.items():
            values.append(f"{name}={UNDEFINED if value is None else show(value)}")
        if values:
            rows.setdefault(" ".join(values), []).append(reference.spec.label)
    for read, labels in rows.items():
        yield "read as", f"{read} ({', '.join(labels)})"


def change_rows(comparison: Comparison) -> Iterator[tuple[str, str, str]]:
    """Yield each change that makes dated versions of the same document differ on the input."""
    changes = dict.fromkeys(item.change for item in comparison.changes)
    for change in changes:
        document = change.citation.document.label
        yield "change", change.citation.section, f"{document} {change.does}"


def erratum_rows(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """Yield the technical errata on the rules and readings that led to the targets.

    Rejected errata are left out, and so are errata about other bases or references.
    """
    target = comparison.target
    base = comparison.base
    if target is None or base is None:
        return
    shown = {(item.spec, item.reading) for item in target.readings}
    for row in target.rows or target.trace_of_all:
        shown |= {(source.spec, source.rule.name) for source in row.sources}
    for spec in reversed(comparison.specs):
        for erratum in spec.errata:
            is_shown = erratum.is_technical and erratum.state is not ErratumState.REJECTED
            if not is_shown or not erratum.concerns(base, comparison.reference):
                continue
            if any((spec, name) in shown for name in erratum.about):
                number = f"{spec.short_label} {erratum.number} ({erratum.state.value})"
                yield "erratum", f"{number}: {erratum.says}"


def facet_blocks(facet: Facet, layout: Layout, heading: str) -> Iterator[list[str]]:
    """Yield the blocks of a facet: its groups, its steps, and its readings.

    The heading precedes the groups, unless it is "". If a difference isn't explained, the last
    block states the reason.
    """
    groups = layout.table(group_rows(facet))
    yield [heading, *groups] if heading else groups
    yield list(row_lines(facet, facet.rows_shown, layout))
    if facet.readings:
        yield layout.table(reading_rows(facet.readings))
    if facet.unexplained is not None:
        yield [f"{facet.unexplained[0].upper()}{facet.unexplained[1:]}."]


# Steps.


def _needs_steps(target: TargetFacet) -> bool:
    """Return whether specs that agree on the target still have steps to show.

    They do if other specs have no rule, if they take different steps, or if they keep dot segments.
    """
    if len(target.groups) != 1:
        return False
    if target.silent:
        return True
    every = set(target.groups[0].specs)
    for row in target.trace:
        leaves_dots = row.phase is Phase.DOTS and not row.results
        if leaves_dots or set(row.selectors) != every:
            return True
    return False


def row_lines(facet: Facet, rows: Iterable[TraceRow], layout: Layout) -> Iterator[str]:
    """Yield the lines of rows: the letters, the event, and the resulting text."""
    rows = list(rows)
    alone = len(facet.columns) == 1
    takers = []
    widest = 0
    for row in rows:
        shown = ""
        if not alone:
            shown = letters(facet, row.selectors)
        takers.append(shown)
        if width(shown) <= _WIDEST_LETTERS:
            widest = max(widest, width(shown))
    indent = " " * (2 if alone else widest + 4)
    headings: set[str] = set()
    for row, shown in zip(rows, takers, strict=True):
        sign = " "
        if row.differs:
            sign = "≠"
        margin = "" if alone else f"{sign} {shown:{widest}}"
        text = f"{margin}{GAP}{row_text(row, headings, alone=alone)}"
        for line in wrapped(text, layout.columns, indent):
            yield _styled(line, row, layout.styles)
        base = ""
        if row.of_base:
            base = "base: "
        for of, result in results_shown(facet, row):
            lead = ""
            if of:
                lead = f"{of} "
            yield f"{indent}{GAP}{lead}→ {base}{target_text(result)}"
    if any(row.differs for row in rows):
        yield ""
        yield LEGEND


def _styled(line: str, row: TraceRow, styles: Styles) -> str:
    """Return a line with styles for removed, inserted and differing text."""
    if line.startswith("≠"):
        line = f"{styles.differing('≠')}{line[1:]}"
    for piece in row.removed:
        line = line.replace(quoted(piece), styles.removed(quoted(piece)), 1)
    if row.inserted:
        line = line.replace(quoted(row.inserted), styles.inserted(quoted(row.inserted)), 1)
    return line


# Validity.


def base_rows(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """Yield the reasons why the base is invalid, and the specs that drop its fragment."""
    if comparison.base is None:
        return
    for word, text in _verdict_rows(comparison.specs, comparison.base_validities, comparison.base):
        if word == _WORDS_OF[Verdict.NO]:
            yield "invalid base", text
    leaving_out = []
    for base in reversed(comparison.base_references):
        spec = base.spec
        precedence = spec.standard.base_precedence
        has_fragment = base.part("fragment") is not None
        if has_fragment and precedence is not None and precedence.fragment is not None:
            section = precedence.fragment.citation.section
            leaving_out.append(f"{spec.short_label} {section}")
    if leaving_out:
        yield "base", f"its fragment is dropped ({'; '.join(leaving_out)})"


def validity_rows(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """Yield each verdict on the reference, with its specs, and the reason if it is invalid."""
    yield from _verdict_rows(comparison.specs, comparison.validities, comparison.reference)


def note_rows(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """Yield the notes of later documents on an invalid reference, without duplicates."""
    notes = dict.fromkeys(itertools.chain.from_iterable(comparison.notes))
    for note in notes:
        yield "note", str(note)


def _verdict_rows(
    specs: Sequence[Spec], validities: Sequence[Validity], text: str
) -> Iterator[tuple[str, str]]:
    rows: dict[tuple[Verdict, str], list[str]] = {}
    for spec, validity in zip(specs, validities, strict=True):
        row = validity.verdict, why_invalid(validity, text)
        rows.setdefault(row, []).insert(0, spec.label)
    for verdict, word in _WORDS_OF.items():
        for (given, why), labels in rows.items():
            if given is verdict:
                names = ", ".join(labels)
                yield word, f"{names}: {why}" if why else names


_WORDS_OF = {
    Verdict.YES: "valid",
    Verdict.NO: "invalid",
    Verdict.NO_PRODUCTION: Verdict.NO_PRODUCTION.words,
}


_LONGEST_EXPECTED = 24
"""The maximum length, in characters, of a description of the expected text that is shown."""


def why_invalid(validity: Validity, text: str) -> str:
    """Return why a string is invalid: where it becomes invalid, and what is expected there.

    The result is "" if the string is valid, or if the offset is unknown.
    """
    offset = validity.offset
    if offset is None:
        return ""
    if validity.ends_too_early:
        why = f"ends too early at {offset}"
        if validity.error:
            return f"{why}: {validity.error}"
        link = "needs"
    else:
        found = in_quotes(show(text[offset : offset + validity.length]))
        if validity.error:
            return f"{found} at {offset}: {validity.error}"
        if offset == 0:
            why = f"may not begin with {found}"
        else:
            why = f"{found} is not allowed at {offset}"
        link = "only"
    words = "" if validity.expected is None else validity.expected.words
    if 0 < len(words) <= _LONGEST_EXPECTED:
        return f"{why}, {link} {words}"
    return why
