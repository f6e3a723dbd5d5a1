"""A comparison told as a small table of what was done: as text, and as HTML for a notebook.

First the groups of columns that agree, then what keeps each from the next one, row by row, then
what another option of a reading would do. Pages of the site render the same records.
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import attrs

from hexapla.comparison.branches import Act, Branch, BranchSide
from hexapla.comparison.cause_key import WHEN
from hexapla.comparison.display import GAP, label_of, show, siglum_of, target_text, verdict_text
from hexapla.comparison.facet import Facet
from hexapla.comparison.facets import PartsFacet, TargetFacet
from hexapla.comparison.readings import ReadingEffect
from hexapla.grammar.validity import Validity, Verdict
from hexapla.standard.phases import NoUri, has_rule
from hexapla.standard.spec import Spec
from hexapla.text.signs import width
from hexapla.text.table import escaped, html_of, html_rows

NO_RULE = "no rule"
NEWEST = "newest"
_ABSENT = "–"
_NARROWEST = 20
_EXPECTED_SHOWN = 3


class Compared(Protocol):
    """What is told of a comparison."""

    @property
    def reference(self) -> str:
        """The reference."""
        ...

    @property
    def base(self) -> str | None:
        """The base, where there is one."""
        ...

    @property
    def specs(self) -> tuple[Spec, ...]:
        """The columns."""
        ...

    @property
    def validities(self) -> tuple[Validity, ...]:
        """What each column's grammar says of the reference."""
        ...

    @property
    def valid(self) -> Facet:
        """Whether the grammars derive the reference."""
        ...

    @property
    def parts(self) -> Facet:
        """To which components the characters belong."""
        ...

    @property
    def target(self) -> TargetFacet | None:
        """What resolving gives."""
        ...


# What a facet shows, whoever renders it.


def group_rows(facet: Facet) -> Iterator[tuple[str, str, str]]:
    """Yield each group of a facet: its letter, what its columns give, and their names.

    Columns without a rule come last, each with the section that says why.
    """
    labels = {spec.selector: label_of(spec) for spec in facet.columns}
    for number, group in enumerate(facet.groups):
        newest, *others = (labels[selector] for selector in reversed(group.specs))
        if number == 0 and len(facet.groups) > 1:
            newest += f" ({NEWEST})"
        yield group.letter, result_text(facet, group.specs[0]), ", ".join((newest, *others))
    for selector in facet.silent:
        says, why = silence(facet, selector)
        yield _ABSENT, says, f"{labels[selector]}{why}"


def result_text(facet: Facet, selector: str) -> str:
    """Return what a column gives, on one line, with every code point visible."""
    index = [spec.selector for spec in facet.columns].index(selector)
    if isinstance(facet, TargetFacet):
        return target_text(facet.targets[index])
    return facet.text_of(index)


def silence(facet: Facet, selector: str) -> tuple[str, str]:
    """Return what a column without a rule says instead, and why, behind a colon, where told."""
    index = [spec.selector for spec in facet.columns].index(selector)
    if isinstance(facet, PartsFacet):
        return facet.reference_by(index).form_name, ""
    if isinstance(facet, TargetFacet):
        target = facet.targets[index]
        if isinstance(target, NoUri) and target.reason is not None:
            return NO_RULE, f": {target.reason.says} ({target.reason.citation.section})"
    return NO_RULE, ""


def reasons(facet: TargetFacet | None) -> Iterator[str]:
    """Yield why columns resolve to no URI though they have a rule, a line for each.

    Args:
        facet: What columns resolve to; None where there is no base.
    """
    if facet is None:
        return
    for spec, target in zip(facet.columns, facet.targets, strict=True):
        if isinstance(target, NoUri) and target.reason is not None and has_rule(target):
            reason = target.reason
            yield f"{label_of(spec)}: {reason.says} ({reason.citation.section})"


def cited_text(act: Act, headings: set[str] | None = None) -> str:
    """Return where each column is told to do what was done.

    Args:
        act: What was done.
        headings: The headings without numbers that were cited before, which need not stand there
            again; those that are cited now are added.
    """
    told = set() if headings is None else headings
    return "; ".join(f"{siglum_of(spec)} {_section(at.section, told)}" for spec, at in act.cited)


def _section(section: str, told: set[str]) -> str:
    """Return a section; without its heading, where that has no number and was told before."""
    heading, comma, rest = section.rpartition(", ")
    if not comma or section[0].isdigit():
        return section
    if heading in told:
        return rest
    told.add(heading)
    return section


def validity_rows(comparison: Compared) -> Iterator[tuple[str, str]]:
    """Yield the columns with the same verdict on a reference: their names, and what they say."""
    rows: dict[str, list[str]] = {}
    for spec, validity in zip(comparison.specs, comparison.validities, strict=True):
        if validity.verdict is not Verdict.NO_PRODUCTION:
            expected = "" if validity.offset is None else _brief(str(validity.expected))
            rows.setdefault(verdict_text(validity) + expected, []).append(label_of(spec))
    yield from ((", ".join(labels), told) for told, labels in rows.items())


def _brief(expected: str) -> str:
    """Return the first few of what a grammar expected."""
    items = expected.split(", ")
    more = ", …" if len(items) > _EXPECTED_SHOWN else ""
    return f": expected {', '.join(items[:_EXPECTED_SHOWN])}{more}"


def shown_facets(comparison: Compared, *, parts: bool = False) -> tuple[Facet, ...]:
    """Return the facets that are told: the target, and the parts where nothing else differs.

    Args:
        comparison: The comparison.
        parts: Whether the parts are told in any case.
    """
    if comparison.target is None:
        return (comparison.parts,)
    told = parts or (comparison.target.agrees and not comparison.parts.agrees)
    return (comparison.parts, comparison.target) if told else (comparison.target,)


def summary_line(reference: str, facet: Facet, sign: str = "]") -> str:
    """Return a comparison in one line: the reference, then each result with its columns.

    Args:
        reference: The reference that is compared.
        facet: The facet whose results are shown.
        sign: What stands behind the reference.
    """
    sigla = {spec.selector: siglum_of(spec) for spec in facet.columns}
    results = [
        f"{result_text(facet, group.specs[0])}{GAP}"
        + " ".join(sigla[selector] for selector in group.specs)
        for group in facet.groups
    ]
    silent = " ".join(sigla[selector] for selector in facet.silent)
    why = NO_RULE if isinstance(facet, TargetFacet) else "silent"
    told = filter(None, (f"{GAP}·{GAP}".join(results), silent and f"({silent}: {why})"))
    return f"{show(reference)} {sign}{GAP}{GAP.join(told)}"


# As text.


def explanation(comparison: Compared, *, parts: bool = False, columns: int = 80) -> str:
    """Return a comparison as text: its groups, what parts them, and what readings would do.

    Args:
        comparison: The comparison.
        parts: Whether the parts are told where the target differs, too.
        columns: How many characters a line has at most, as long as no word is longer.
    """
    base = "" if comparison.base is None else f"{GAP}on{GAP}{show(comparison.base)}"
    blocks = [f"{show(comparison.reference)}{base}"]
    facets = shown_facets(comparison, parts=parts)
    for facet in facets:
        blocks += facet_blocks(facet, columns, facet.name if len(facets) > 1 else "")
    if not any(facet.branches for facet in facets):
        blocks.append("\n".join(_paragraphs(reasons(comparison.target), columns)))
    if not comparison.valid.agrees:
        rows = (("valid", *row) for row in validity_rows(comparison))
        blocks.append("\n".join(table(rows, columns)))
    return "\n\n".join(filter(None, blocks))


def facet_blocks(facet: Facet, columns: int = 80, heading: str = "") -> Iterator[str]:
    """Yield the blocks of a facet: its groups, its branches, its readings.

    Args:
        facet: The facet.
        columns: How many characters a line has at most, as long as no word is longer.
        heading: What stands above the groups; "" for nothing.
    """
    groups = "\n".join(table(group_rows(facet), columns))
    yield f"{heading}\n{groups}" if heading else groups
    told = _Told()
    for branch in facet.branches:
        yield "\n".join(_branch_lines(branch, columns, told, facet))
    if facet.readings:
        yield "\n".join(table(reading_rows(facet.readings), columns))
    if facet.unexplained is not None:
        yield f"{facet.unexplained[0].upper()}{facet.unexplained[1:]}."


def reading_rows(readings: Iterable[ReadingEffect]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table of readings, its heading first."""
    yield "reading", "in force", "other", "then"
    for item in readings:
        yield f"{siglum_of(item.spec)} {item.reading}", item.option, item.other, item.then


@attrs.define
class _Told:
    """What stands above already: the sides of rows, and headings without numbers."""

    sides: set[BranchSide] = attrs.field(factory=set)
    headings: set[str] = attrs.field(factory=set)


def _branch_lines(branch: Branch, columns: int, told: _Told, facet: Facet) -> Iterator[str]:
    """Yield the lines of a branch; of its later rows, what was not told already."""
    names, resolves = f"{branch.group}, {branch.against}", isinstance(facet, TargetFacet)
    indent = " " * (len(names) + 3)
    for number, row in enumerate(branch.rows):
        decided = any(item.decides for item in branch.rows[:number])
        sides = [side for side in row.sides if not decided or side not in told.sides]
        if not sides:
            continue
        sign = "≠" if row.differs and len(branch.rows) > 1 else " "
        head = f"{'' if number else names:{len(names)}} {sign} {WHEN[row.phase]}"
        if number == 0 and row.before not in (None, facet.reference):
            head += f": {target_text(row.before)}"
        together = "" if row.decides else _done_together(sides, told.headings)
        if together:
            head += f": {together}"
        yield from _wrapped(head, columns, indent)
        for side in sides:
            acts = "" if together else f" {_acts_text(side.acts, told.headings)}"
            # What decides may be to leave the text as it is.
            changed = resolves and (row.decides or side.after != side.before)
            after = f": {target_text(side.after)}" if changed else ""
            yield from _wrapped(f"{indent[:-2]}{side.letter}{acts}{after}", columns, indent)
        told.sides.update(sides)


def _acts_text(acts: Sequence[Act], headings: set[str]) -> str:
    return "; ".join(f"{act.says} ({cited_text(act, headings)})" for act in acts)


def _done_together(sides: Sequence[BranchSide], headings: set[str]) -> str:
    """Return what two sides did alike, cited for both; "" where they did not."""
    if len(sides) < 2 or len({tuple(act.says for act in side.acts) for side in sides}) > 1:
        return ""
    acts = zip(*(side.acts for side in sides), strict=True)
    both = [attrs.evolve(one, cited=one.cited + other.cited) for one, other in acts]
    return _acts_text(both, headings)


def _paragraphs(texts: Iterable[str], columns: int) -> Iterator[str]:
    for text in texts:
        yield from _wrapped(text, columns, GAP)


def _wrapped(text: str, columns: int, indent: str) -> list[str]:
    """Return a text in lines, broken at spaces only."""
    return textwrap.wrap(
        text,
        columns,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    )


def table(rows: Iterable[Sequence[str]], columns: int) -> Iterator[str]:
    """Yield the lines of a table; the last cell of a row goes below where it does not fit."""
    table = [tuple(row) for row in rows]
    if not table:
        return
    sizes = [max(width(row[index]) for row in table) for index in range(len(table[0]) - 1)]
    left = columns - sum(size + len(GAP) for size in sizes)
    for row in table:
        cells = [
            cell + " " * (size - width(cell)) for cell, size in zip(row[:-1], sizes, strict=True)
        ]
        if left >= min(width(row[-1]), _NARROWEST):
            lines = textwrap.wrap(row[-1], max(left, 1), break_long_words=False) or [""]
            yield GAP.join((*cells, lines[0])).rstrip()
            indent = " " * (columns - left)
        else:
            yield GAP.join(cells).rstrip()
            indent = GAP * 2
            lines = ["", *textwrap.wrap(row[-1], columns - len(indent), break_long_words=False)]
        yield from (indent + line for line in lines[1:])


# As HTML.


def html_explanation(comparison: Compared) -> str:
    """Return a comparison as a notebook shows it: HTML that needs no style sheet."""
    base = "" if comparison.base is None else f" on {show(comparison.base)}"
    tables = []
    for facet in shown_facets(comparison):
        groups = (tuple(map(escaped, row)) for row in group_rows(facet))
        tables.append(html_rows(f"{show(comparison.reference)}{base}", groups))
        for branch in facet.branches:
            tables.append(html_rows(f"{branch.group}, {branch.against}", _html_branch(branch)))
        if facet.readings:
            rows = (tuple(map(escaped, row)) for row in reading_rows(facet.readings))
            tables.append(html_rows("Readings", rows))
    return html_of(*tables)


def _html_branch(branch: Branch) -> Iterator[tuple[str, ...]]:
    for row in branch.rows:
        yield "", escaped(WHEN[row.phase]), ""
        for side in row.sides:
            acts = "; ".join(f"{act.says} ({cited_text(act)})" for act in side.acts)
            told = f"{_struck(side)} → {escaped(target_text(side.after))}"
            yield escaped(side.letter), escaped(acts), told


def _struck(side: BranchSide) -> str:
    """Return the text before a phase as HTML, with what was taken out of it struck out."""
    if isinstance(side.before, NoUri) or not side.removed:
        return escaped(target_text(side.before))
    pieces, start = [], 0
    for span in side.removed:
        pieces.append(escaped(show(side.before[start : span.start]) if span.start > start else ""))
        pieces.append(f"<del>{escaped(show(side.before[span.start : span.stop]))}</del>")
        start = span.stop
    rest = side.before[start:]
    return "".join((*pieces, escaped(show(rest)) if rest else ""))
