"""What the command line prints for people: an apparatus, aligned tables, sentences."""

import textwrap
from collections.abc import Callable, Iterable, Sequence

import attrs
import click

from hexapla.comparison.columns import Comparison
from hexapla.comparison.explanation import explain
from hexapla.comparison.facet import Facet, largest_of
from hexapla.documents.reading import Selector
from hexapla.grammar import Relation
from hexapla.grammar.validity import Validity, Verdict
from hexapla.standard.component import SHARED_NAMES
from hexapla.standard.phases import NoUri, Step
from hexapla.standard.reference import Reference
from hexapla.standard.resolution import Resolution
from hexapla.standard.spec import AnySpec
from hexapla.text.signs import EMPTY, UNDEFINED, visible, width

_GAP = "  "
_MEASURE = 100
_DIFFERS = "≠"


@attrs.frozen
class Terminal:
    """Where the text goes: how wide it is, and whether it shows colour."""

    columns: int
    colour: bool

    def wrap(self, text: str) -> str:
        """Break a sentence into lines, at spaces only."""
        columns = min(self.columns, _MEASURE)
        return textwrap.fill(text, columns, break_long_words=False, break_on_hyphens=False)

    def strong(self, text: str) -> str:
        """Make a text stand out."""
        return click.style(text, bold=True) if self.colour else text

    def faint(self, text: str) -> str:
        """Make a text step back."""
        return click.style(text, dim=True) if self.colour else text

    def accent(self, text: str) -> str:
        """Mark a text as what disagrees."""
        return click.style(text, fg="red", bold=True) if self.colour else text


@attrs.frozen
class Row:
    """A row of a table: its label, a cell a column, and the cells not of the largest group."""

    label: str
    cells: tuple[str, ...]
    differing: frozenset[int] = frozenset()


def label_of(spec: AnySpec) -> str:
    """Name a column: the memo, and the choices that differ from its defaults."""
    return str(Selector(spec.document.label, spec.choices))


def show(text: str) -> str:
    """Give a text with every code point visible, and a sign for the empty one."""
    return visible(text) or EMPTY


def when(spec: AnySpec) -> str:
    """Say when a memo was published, or since when it lives."""
    pattern = "since %Y" if spec.document.living else "%B %Y"
    return spec.document.date.strftime(pattern)


def specs_text(specs: Iterable[AnySpec], terminal: Terminal) -> str:
    """List specs with their components and readings."""
    blocks = []
    for spec in specs:
        lines = [
            f"{terminal.strong(spec.id)}{_GAP}{spec.title}, {when(spec)}",
            f"{_GAP}{spec.url}",
            f"{_GAP}components: {', '.join(spec.component_names)}",
        ]
        lines += [
            f"{_GAP}{reading.name}={'|'.join(reading.options)}{_GAP}"
            + terminal.faint(reading.question)
            for reading in spec.readings
        ]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def parse_text(comparison: Comparison, terminal: Terminal) -> str:
    """Show the parts of a reference in each column, with their places in the text."""
    pairs = zip(comparison.specs, comparison.references, strict=True)
    blocks = [_parsed(reference, label_of(spec), terminal) for spec, reference in pairs]
    return "\n\n".join(filter(None, [*blocks, _readings(comparison.parts, comparison, terminal)]))


def _parsed(reference: Reference, label: str, terminal: Terminal) -> str:
    lines = [f"{terminal.strong(label)}{_GAP}{show(reference.text)}{_GAP}{reference.form_name}"]
    first = max(map(width, reference.parts))
    for name, part in reference.parts.items():
        span = reference.spans[name]
        text = UNDEFINED if part is None or (span is None and not part) else show(part)
        place = f"{_GAP}{span.start}–{span.stop}" if span is not None else ""
        lines.append(f"{_GAP}{_pad(name, first)}{_GAP}{text}{terminal.faint(place)}")
    return "\n".join(lines)


def resolve_text(comparison: Comparison, terminal: Terminal, *, trace: bool) -> str:
    """Show what each column resolves to, with its steps where they are asked for."""
    pairs = zip(comparison.specs, comparison.resolutions, strict=True)
    blocks = [
        _resolved(resolution, label_of(spec), terminal, trace=trace) for spec, resolution in pairs
    ]
    text = ("\n\n" if trace else "\n").join(blocks)
    readings = comparison.target and _readings(comparison.target, comparison, terminal)
    return f"{text}\n\n{readings}" if readings else text


def _resolved(resolution: Resolution, label: str, terminal: Terminal, *, trace: bool) -> str:
    lines = [f"{terminal.strong(label)}{_GAP}{_target(resolution.target)}"]
    if resolution.reason is not None:
        lines.append(f"{_GAP}{resolution.reason}")
    if trace:
        lines += [line for step in resolution.steps for line in _step_lines(step, terminal)]
    return "\n".join(lines)


def _step_lines(step: Step, terminal: Terminal) -> Iterable[str]:
    citation = step.rule.citation.section
    yield f"{_GAP}{step.phase.value.ljust(9)} {citation}: {terminal.faint(step.rule.does)}"
    sign = "→" if step.changed else "="
    choices = "".join(f"{_GAP}[{choice}]" for choice in step.choices)
    yield f"{_GAP}{' ' * 9} {sign} {_target(step.after)}{choices}"


def comparison_text(comparison: Comparison, terminal: Terminal) -> str:
    """Show a comparison: the apparatus, the aligned table, the causes in a sentence each."""
    labels = [label_of(spec) for spec in comparison.specs]
    by_selector = {
        spec.selector: label for spec, label in zip(comparison.specs, labels, strict=True)
    }
    blocks = [terminal.strong(apparatus(comparison))]
    if comparison.base is not None:
        blocks.append(f"base{_GAP}{show(comparison.base)}")
    blocks.append(_table(labels, list(_rows(comparison)), terminal))
    blocks.append("\n".join(_reasons(comparison)))
    blocks += [
        terminal.wrap(explanation.sentence(by_selector.__getitem__, show))
        for facet in comparison.facets
        for explanation in explain(facet.causes)
    ]
    blocks.append(_scheme_parts(comparison, terminal))
    blocks += [_readings(facet, comparison, terminal) for facet in comparison.facets]
    return "\n\n".join(filter(None, blocks))


def _reasons(comparison: Comparison) -> Iterable[str]:
    """Say for each column that gives no URI why that is so."""
    for spec, resolution in zip(comparison.specs, comparison.resolutions, strict=False):
        if resolution.reason is not None:
            yield f"{label_of(spec)} {_target(resolution.target)}: {resolution.reason}"


def _scheme_parts(comparison: Comparison, terminal: Terminal) -> str:
    """Show what each memo's production for the scheme makes of an absolute reference."""
    lines = []
    for spec, found in zip(comparison.specs, comparison.scheme_parts, strict=False):
        if found.production is None and not found.remark:
            continue
        if found.production is None:
            said = terminal.faint(found.remark)
        elif found.validity.verdict is Verdict.YES:
            parts = (f"{part.name} {show(part.raw)}" for part in found.parts)
            said = f"{found.production}: {', '.join(parts)}"
        else:
            said = f"{found.production} does not derive it: {_verdict(found.validity)}"
        lines.append(f"{_GAP}{label_of(spec)}{_GAP}{said}")
    return "\n".join(["by its scheme", *lines]) if lines else ""


def apparatus(comparison: Comparison, facet: Facet | None = None) -> str:
    """Put a comparison into one line: the reference, then each reading with the memos that have it.

    The readings are those of the facet given, or else the targets, or the parts without a base.
    """
    sigla = {spec.selector: siglum_of(spec) for spec in comparison.specs}
    facet = facet or comparison.target or comparison.parts
    resolutions = comparison.resolutions if facet is comparison.target else ()
    shown = {item.spec.selector: _target(item.target) for item in resolutions}
    readings = (
        f"{shown.get(group.specs[0], group.text)}{_GAP}"
        + " ".join(sigla[selector] for selector in group.specs)
        for group in facet.groups
    )
    return f"{show(comparison.reference)} ]{_GAP}{f'{_GAP}·{_GAP}'.join(readings)}"


def siglum_of(spec: AnySpec) -> str:
    """Give the short sign of a column: the memo's siglum, and the choices made."""
    return str(Selector(spec.document.siglum, spec.choices))


def _rows(comparison: Comparison) -> Iterable[Row]:
    verdicts = [
        None if found.verdict is Verdict.NO_PRODUCTION else found.verdict
        for found in comparison.validities
    ]
    if any(verdict is not None for verdict in verdicts):
        cells = tuple(map(_verdict, comparison.validities))
        yield Row(
            "valid", cells, _minority(verdicts, [verdict is not None for verdict in verdicts])
        )
    references = comparison.references
    own_names = (component.shared for spec in comparison.specs for component in spec.components)
    for name in dict.fromkeys((*SHARED_NAMES, *own_names)):
        parts = [reference.part(name) for reference in references]
        if any(part is not None for part in parts):
            cells = tuple(UNDEFINED if part is None else show(part) for part in parts)
            yield Row(name, cells, _minority(parts, [item.has_spans for item in references]))
    if comparison.target is not None:
        targets = [resolution.target for resolution in comparison.resolutions]
        yield Row("target", tuple(map(_target, targets)), _minority(targets, [True] * len(targets)))


def _verdict(validity: Validity) -> str:
    if validity.verdict is Verdict.NO_PRODUCTION:
        return UNDEFINED
    if validity.offset is None:
        return validity.verdict.value
    return f"{validity.verdict.value}, at {validity.offset}"


def validate_text(comparison: Comparison, terminal: Terminal) -> str:
    """Show what each grammar says of a reference, with a caret where the text leaves it."""
    columns = zip(comparison.specs, comparison.validities, strict=True)
    return "\n\n".join(
        _validated(spec, comparison.reference, validity, terminal) for spec, validity in columns
    )


def _validated(spec: AnySpec, text: str, validity: Validity, terminal: Terminal) -> str:
    lines = [f"{terminal.strong(label_of(spec))}{_GAP}{validity.verdict.value}"]
    if validity.offset is not None:
        lines.append(f"{_GAP}{show(text)}")
        lines.append(_GAP + " " * width(visible(text[: validity.offset])) + terminal.accent("^"))
        what = "it ends too early" if validity.ends_too_early else "this can't stand here"
        lines.append(f"{_GAP}at {validity.offset}: {what}; {validity.expected} could")
    ambiguity = spec.ambiguity(text)
    if ambiguity is not None:
        ways = (
            ", ".join(f"{each.rule} {show(text[each.start : each.stop])}" for each in way.captures)
            for way in (ambiguity.first, ambiguity.second)
        )
        lines.append(f"{_GAP}two derivations: {' · '.join(ways)}")
        if ambiguity.settled_by is not None:
            lines.append(f"{_GAP}{ambiguity.settled_by.says} ({ambiguity.settled_by.citation})")
    return "\n".join(lines)


def relation_text(relation: Relation) -> str:
    """Put a relation into a line: its kind, and a shortest witness on each side."""
    witnesses = (
        ("only the first", relation.only_first),
        ("only the second", relation.only_second),
        ("both", relation.both),
    )
    shown = (f"{name}: {show(text)}" for name, text in witnesses if text is not None)
    return f"{relation.kind.value}{_GAP}{_GAP.join(shown)}"


def _minority(values: Sequence[object], speak: Sequence[bool]) -> frozenset[int]:
    """Give the places of the values that are not of the largest group; all, where none is.

    Only the columns that `speak` have a voice.
    """
    said = [(index, value) for index, value in enumerate(values) if speak[index]]
    largest = largest_of([value for _, value in said])
    return frozenset(index for index, value in said if value != largest)


def _target(target: object) -> str:
    if not isinstance(target, NoUri):
        return show(str(target))
    return str(attrs.evolve(target, fragment=target.fragment and visible(target.fragment)))


def _table(labels: Sequence[str], rows: Sequence[Row], terminal: Terminal) -> str:
    """Set the columns side by side, or one below the other where they are too wide."""
    first = max(width(row.label) for row in rows)
    widths = [
        max(width(label), *(width(row.cells[index]) for row in rows))
        for index, label in enumerate(labels)
    ]
    total = len(_DIFFERS) + 1 + first + sum(len(_GAP) + column for column in widths)
    if total > terminal.columns:
        return _stacked(labels, rows, first, terminal)
    head = " " * (len(_DIFFERS) + 1 + first)
    lines = [
        head + "".join(_GAP + _pad(label, size) for label, size in zip(labels, widths, strict=True))
    ]
    lines[0] = terminal.strong(lines[0].rstrip())
    for row in rows:
        gutter = _DIFFERS if row.differing else " "
        cells = [_GAP + _cell(row, index, terminal, size) for index, size in enumerate(widths)]
        line = f"{gutter} {terminal.faint(_pad(row.label, first))}{''.join(cells)}"
        lines.append(line.rstrip())
    return "\n".join(lines)


def _stacked(labels: Sequence[str], rows: Sequence[Row], first: int, terminal: Terminal) -> str:
    blocks = []
    for index, label in enumerate(labels):
        lines = [terminal.strong(label)]
        for row in rows:
            gutter = _DIFFERS if index in row.differing else " "
            cell = _cell(row, index, terminal, 0)
            lines.append(f"{gutter} {terminal.faint(_pad(row.label, first))}{_GAP}{cell}".rstrip())
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _cell(row: Row, index: int, terminal: Terminal, size: int) -> str:
    text = _pad(row.cells[index], size)
    mark: Callable[[str], str] = terminal.accent if index in row.differing else str
    return mark(text)


def _pad(text: str, size: int) -> str:
    return text + " " * (size - width(text))


def _readings(facet: Facet, comparison: Comparison, terminal: Terminal) -> str:
    """List all that each column can give, with the choices that lead there."""
    if facet.agreement is None or facet.variants is None:
        return ""
    lines = [f"{facet.name}: the columns agree {facet.agreement.value}"]
    by_selector = {spec.selector: spec for spec in comparison.specs}
    for selector, variants in facet.variants:
        spec = by_selector[selector]
        for variant in variants:
            choices = ", ".join(map(str, variant.choices)) or "no choice touched"
            shown = _target(variant.key) if facet.name == "target" else variant.text
            text = f"{label_of(spec)}{_GAP}{shown}{_GAP}{terminal.faint(choices)}"
            lines.append(_GAP + text)
    return "\n".join(lines)
