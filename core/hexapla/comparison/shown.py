"""What a facet shows, whoever renders it: its groups, the rows of its branches, its readings.

The command line prints it as text; notebooks and the pages of the site have it as HTML.
"""

from collections.abc import Iterable, Iterator, Sequence

import attrs

from hexapla.comparison.branches import Branch, BranchRow, BranchSide
from hexapla.comparison.cause import Act
from hexapla.comparison.facet import Facet
from hexapla.comparison.facets import HostFacet, PartsFacet, TargetFacet
from hexapla.comparison.readings import ReadingEffect
from hexapla.standard.display import show, target_text
from hexapla.standard.phases import NoUri, Target, has_rule
from hexapla.standard.spec import Spec
from hexapla.text.table import GAP, escaped, escaped_cells, html_of, html_table

NO_RULE = "no rule"
_ABSENT = "–"


def shown_facets(
    parts: PartsFacet, target: TargetFacet | None, *, with_parts: bool = False
) -> tuple[Facet, ...]:
    """Return the facets that are told: the target, and the parts where nothing else differs.

    The parts are told in any case `with_parts`, and where there is no base.
    """
    if target is None:
        return (parts,)
    told = with_parts or (target.agrees and not parts.agrees)
    return (parts, target) if told else (target,)


def shown_hosts(
    host: HostFacet, target: TargetFacet | None, reference: str
) -> Iterator[tuple[tuple[Spec, ...], str]]:
    """Yield who reads which host in one URL, and why.

    Where the targets differ, and the host is the base's, the targets say it.
    """
    if target is None or target.agrees or host.is_in(reference):
        yield from host.rows()


# Groups.


def group_rows(facet: Facet) -> Iterator[tuple[str, str, str]]:
    """Yield each group of a facet: its letter, what its columns give, and their names.

    Columns without a rule come last, each with the section that says why.
    """
    labels = {spec.selector: spec.label for spec in facet.columns}
    for number, group in enumerate(facet.groups):
        newest, *others = (labels[selector] for selector in reversed(group.specs))
        if number == 0 and len(facet.groups) > 1:
            newest += " (newest)"
        yield group.letter, result_text(facet, group.specs[-1]), ", ".join((newest, *others))
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
    """Yield why columns resolve to no URI though they have a rule, a line for each."""
    if facet is None:
        return
    for spec, target in zip(facet.columns, facet.targets, strict=True):
        if isinstance(target, NoUri) and target.reason is not None and has_rule(target):
            reason = target.reason
            yield f"{spec.label}: {reason.says} ({reason.citation.section})"


def summary_line(reference: str, facet: Facet, sign: str = "]") -> str:
    """Return a facet in one line: the reference and a sign, then each result with its columns."""
    short_labels = {spec.selector: spec.short_label for spec in facet.columns}
    results = [
        f"{result_text(facet, group.specs[-1])}{GAP}"
        + " ".join(short_labels[selector] for selector in group.specs)
        for group in facet.groups
    ]
    silent = " ".join(short_labels[selector] for selector in facet.silent)
    why = NO_RULE if isinstance(facet, TargetFacet) else "silent"
    told = filter(None, (f"{GAP}·{GAP}".join(results), silent and f"({silent}: {why})"))
    return f"{show(reference)} {sign}{GAP}{GAP.join(told)}"


# Branches.


@attrs.frozen
class ShownRow:
    """A phase in which two groups part, or go on, as far as it is not told yet.

    Attributes:
        row: The phase, as it stands in the branch.
        before: The text before, where it is the same for both, and not told yet.
        acts: What both groups did.
        sides: What each group did, without the acts of both, and the text after, where it is told.
    """

    row: BranchRow
    before: Target | None
    acts: tuple[Act, ...]
    sides: tuple[tuple[BranchSide, Target | None], ...]

    @property
    def is_struck(self) -> bool:
        """Whether each side only takes something out of the text before."""
        return all(side.pieces for side, _ in self.sides)


def shown_branches(facet: Facet) -> Iterator[tuple[Branch, tuple[ShownRow, ...]]]:
    """Yield the branches of a facet with their rows; what is told already is not told again."""
    told: set[BranchSide] = set()
    for branch in facet.branches:
        rows: list[ShownRow] = []
        for row in branch.rows:
            decided = any(item.row.decides for item in rows)
            sides = [side for side in row.sides if not (decided and side in told)]
            told.update(sides)
            if sides:
                known = bool(rows) or row.before == facet.reference
                rows.append(_shown_row(facet, row, sides, None if known else row.before))
        yield branch, tuple(rows)


def _shown_row(
    facet: Facet, row: BranchRow, sides: Sequence[BranchSide], before: Target | None
) -> ShownRow:
    alike = len(sides) > 1 and len({tuple(act.says for act in side.acts) for side in sides}) == 1
    pairs = zip(*(side.acts for side in sides), strict=True) if alike else ()
    together = tuple(attrs.evolve(one, cited=one.cited + other.cited) for one, other in pairs)
    shown = []
    for side in sides:
        changed = isinstance(facet, TargetFacet) and (row.decides or side.after != side.before)
        own = attrs.evolve(side, acts=()) if alike else side
        shown.append((own, side.after if changed else None))
    return ShownRow(row, before, together, tuple(shown))


def acts_text(acts: Sequence[Act], headings: set[str] | None = None) -> str:
    """Return what was done, and where each column is told to do it.

    `headings` are those without numbers that were cited before, and need not stand there again;
    those that are cited now are added.
    """
    told = set() if headings is None else headings
    said = []
    for act in acts:
        cited = "; ".join(
            f"{spec.short_label} {_section(at.section, told)}" for spec, at in act.cited
        )
        said.append(f"{act.says} ({cited})")
    return "; ".join(said)


def _section(section: str, told: set[str]) -> str:
    """Return a section; without its heading, where that has no number and was told before."""
    heading, comma, rest = section.rpartition(", ")
    if not comma or section[0].isdigit():
        return section
    if heading in told:
        return rest
    told.add(heading)
    return section


# Readings.


def effects_by_result(readings: Iterable[ReadingEffect]) -> Iterator[tuple[ReadingEffect, str]]:
    """Yield the first of the effects that are the same, with the options that have it."""
    alike: dict[tuple[str, str, str], list[ReadingEffect]] = {}
    for item in readings:
        alike.setdefault((item.spec.selector, item.reading, item.then), []).append(item)
    for effects in alike.values():
        yield effects[0], ", ".join(item.other for item in effects)


def reading_rows(readings: Iterable[ReadingEffect]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table of readings, its heading first; options that do the same in one."""
    yield "reading", "in force", "other", "then"
    for item, others in effects_by_result(readings):
        yield f"{item.spec.short_label} {item.reading}", item.option, others, item.then


# As a notebook shows it: HTML that needs no style sheet.


def html_facets(
    caption: str, facets: Iterable[Facet], hosts: Iterable[tuple[Sequence[Spec], str]]
) -> str:
    """Return the groups, the branches and the readings of some facets, and hosts, as HTML."""
    tables = [table for facet in facets for table in _html_tables(caption, facet)]
    rows = [escaped_cells((", ".join(spec.label for spec in specs), read)) for specs, read in hosts]
    return html_of(*tables, *([html_table("Host", rows)] if rows else []))


def _html_tables(caption: str, facet: Facet) -> Iterator[str]:
    yield html_table(caption, map(escaped_cells, group_rows(facet)))
    for branch, rows in shown_branches(facet):
        yield html_table(f"{branch.group}, {branch.against}", _html_rows(rows))
    if facet.readings:
        yield html_table("Readings", map(escaped_cells, reading_rows(facet.readings)))


def _html_rows(rows: Iterable[ShownRow]) -> Iterator[Sequence[str]]:
    for row in rows:
        acts = f": {acts_text(row.acts)}" if row.acts else ""
        before = "" if row.before is None or row.is_struck else target_text(row.before)
        yield escaped_cells(("", f"{row.row.phase.words}{acts}", before))
        for side, after in row.sides:
            result = "" if after is None else f"→ {escaped(target_text(after))}"
            pieces = ((escaped(show(text)), removed) for text, removed in side.pieces)
            struck = (f"<del>{text}</del>" if removed else text for text, removed in pieces)
            acts = escaped(acts_text(side.acts))
            yield escaped(side.letter), acts, "".join(struck) or result
