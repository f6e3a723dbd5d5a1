"""A corpus as a page: what its summary says, with examples as the columns resolve them now."""

from collections.abc import Mapping
from pathlib import Path

import attrs

from hexapla.comparison.columns import compare
from hexapla.comparison.wording import siglum_of
from hexapla.corpus.examples import Witnesses
from hexapla.corpus.kind import TARGET, Kind
from hexapla.corpus.summary import FACETS, Grouping, Meeting, Summary
from hexapla.standard.resolution import Phase, Rule, Target
from hexapla.standard.spec import AnySpec
from hexapla_site.standalone import standalone_environment, write_standalone

_TITLES = {"valid": "Validity", "parts": "Parts", TARGET: "Targets"}


NamedParts = tuple[tuple[str, str], ...]


@attrs.frozen
class Shown:
    """A pair as the page shows it: with what each group of columns makes of it.

    `label` says what it stands for, `rows` how often it was seen, in words.
    """

    label: str
    base: str
    reference: str
    readings: tuple[tuple[Target | NamedParts, tuple[str, ...]], ...]
    rows: str = ""


@attrs.frozen
class CauseReport:
    """A cause with the rules of both sides and the pairs that stand for it."""

    kind: Kind
    rows: int
    left: AnySpec
    right: AnySpec
    left_rule: Rule
    right_rule: Rule
    shown: tuple[Shown, ...]
    sampled: bool

    @property
    def phase(self) -> Phase:
        """The phase in which the columns begin to differ."""
        return Phase(self.kind.phase)


@attrs.frozen
class FacetReport:
    """A facet: which columns agree in how many rows, and how often each pair does."""

    name: str
    title: str
    differing: int
    groupings: tuple[tuple[Grouping, int], ...]
    meetings: Mapping[tuple[str, str], Meeting]


def write_report(summary: Summary, directory: Path) -> None:
    """Write a page that shows a summary, and what it needs, into a folder.

    Raises:
        OSError: The page can't be written.
    """
    context = {
        "summary": summary,
        "facets": [_facet(summary, name) for name in reversed(FACETS)],
        "kinds": [_kind(summary, kind, found) for kind, found in summary.by_frequency()],
        "unseen": _unseen(summary),
        "counts": (("Outcomes", summary.outcomes), ("Choices touched", summary.choices)),
    }
    environment = standalone_environment(summary.columns.specs)
    write_standalone(directory, environment, "corpus.html", context)


def _facet(summary: Summary, name: str) -> FacetReport:
    meetings: dict[tuple[str, str], Meeting] = {}
    for meeting in summary.meetings(name):
        meetings[meeting.left, meeting.right] = meetings[meeting.right, meeting.left] = meeting
    groupings = summary.groupings_of(name)
    return FacetReport(name, _TITLES[name], summary.differing(name), groupings, meetings)


def _kind(summary: Summary, kind: Kind, examples: Witnesses) -> CauseReport:
    specs = {spec.selector: spec for spec in summary.columns.specs}
    return CauseReport(
        kind,
        examples.rows,
        specs[kind.left],
        specs[kind.right],
        summary.columns.rule(kind.left, kind.left_rule),
        summary.columns.rule(kind.right, kind.right_rule),
        tuple(_shown(summary, kind.facet, examples)),
        not examples.sample.complete,
    )


def _shown(summary: Summary, facet: str, examples: Witnesses) -> list[Shown]:
    """Return the pairs that stand for a cause, each once, as the columns have them."""
    pairs: dict[tuple[str, str], Shown] = {}
    for label, example in (("commonest", examples.commonest), ("rarest", examples.rarest)):
        if example is not None:
            rows = _in_words(example.at_least, exactly=example.at_least == example.at_most)
            pair = example.base, example.reference
            before = pairs.get(pair)
            pairs[pair] = _pair(
                summary, facet, f"{before.label}, {label}" if before else label, *pair, rows
            )
    shortest = examples.shortest
    if shortest is not None and shortest[1] not in {reference for _, reference in pairs}:
        pairs[shortest] = _pair(summary, facet, "shortest", *shortest)
    return list(pairs.values())


def _in_words(rows: int, *, exactly: bool) -> str:
    counted = "1 row" if rows == 1 else f"{rows:,} rows"
    return counted if exactly else f"at least {counted}"


def _pair(
    summary: Summary, facet: str, label: str, base: str, reference: str, rows: str = ""
) -> Shown:
    comparison = compare(reference, base, summary.columns.specs)
    targets = {item.spec.selector: item.target for item in comparison.resolutions}
    parts = {
        reference.spec.selector: tuple(
            (component.name, part) for component, part, _ in reference.places()
        )
        for reference in comparison.references
    }
    assert comparison.target is not None
    found = comparison.target if facet == TARGET else comparison.parts
    readings = tuple(
        (targets[group.specs[0]] if facet == TARGET else parts[group.specs[0]], group.specs)
        for group in found.groups
    )
    return Shown(label, base, reference, readings, rows)


def _unseen(summary: Summary) -> list[tuple[str, list[tuple[Phase, Rule, Rule]]]]:
    """Return the pairs of rules that caused no disagreement, by the columns."""
    found: dict[str, list[tuple[Phase, Rule, Rule]]] = {}
    sigla = {spec.selector: siglum_of(spec) for spec in summary.columns.specs}
    for kind in summary.unseen():
        left = summary.columns.rule(kind.left, kind.left_rule)
        right = summary.columns.rule(kind.right, kind.right_rule)
        two = f"{sigla[kind.left]} and {sigla[kind.right]}"
        found.setdefault(two, []).append((Phase(kind.phase), left, right))
    return list(found.items())
