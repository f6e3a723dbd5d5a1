"""The catalogue of disagreements: every class that a search found, its witness run once more."""

import functools
import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import attrs

from hexapla.comparison.cause import Cause
from hexapla.comparison.columns import compare
from hexapla.comparison.compared import Comparison
from hexapla.comparison.facet import Facet
from hexapla.discover import DisagreementClass, Finding
from hexapla.discover.discovery import classes_from
from hexapla.standard.phases import Target
from hexapla.standard.spec import AnySpec
from hexapla_site.rendering import PHASE_NOTES
from hexapla_site.report import Report

DISCOVERED = Path(__file__).parent / "data" / "discovered.json"
_HEADINGS = {
    "valid": ("The grammars", "a reference is derived, or is not"),
    "parts": ("Parts", "the same characters land in different parts"),
}


@attrs.frozen
class Reading:
    """What columns that agree say of a witness, in words where it is no target."""

    text: str
    target: Target | None
    specs: tuple[AnySpec, ...]


@attrs.frozen(slots=False)
class Entry:
    """A class of the catalogue, and its smallest witness in all columns of the search."""

    found: DisagreementClass
    finding: Finding
    specs: tuple[AnySpec, ...]

    @property
    def reference(self) -> str:
        """The reference of the witness."""
        return self.finding.smallest.reference

    @property
    def base(self) -> str | None:
        """The base of the witness; None where the class is of the reference alone."""
        return self.finding.smallest.base

    @property
    def can_be_tried(self) -> bool:
        """Whether the playground can be asked for it: there, an empty base is none."""
        return self.base != ""

    @functools.cached_property
    def _comparison(self) -> Comparison:
        return compare(self.reference, base=self.base, specs=self.specs)

    @property
    def _facet(self) -> Facet:
        return next(facet for facet in self._comparison.facets if facet.name == self.found.facet)

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Who says what of the witness, the largest group first."""
        by_selector = {spec.selector: spec for spec in self.specs}
        targets = {item.spec.selector: item.target for item in self._comparison.resolutions}
        return tuple(
            Reading(
                group.text,
                targets.get(group.specs[0]) if self.found.facet == "target" else None,
                tuple(by_selector[selector] for selector in group.specs),
            )
            for group in self._facet.groups
        )

    @property
    def cause(self) -> Cause | None:
        """Why the two columns differ on the witness; None for validity."""
        sides = self.found.cause.left, self.found.cause.right
        causes = self._facet.causes
        return next((item for item in causes if (item.left.spec, item.right.spec) == sides), None)


@attrs.frozen
class CauseEntry:
    """A cause, and the classes that it has; `page` is the name of the page that treats it."""

    cause: Cause | None
    page: str | None
    entries: tuple[Entry, ...]


@attrs.frozen
class PairEntry:
    """Two columns, and the causes for which they part."""

    left: AnySpec
    right: AnySpec
    causes: tuple[CauseEntry, ...]

    @property
    def classes(self) -> int:
        """The number of classes."""
        return sum(len(cause.entries) for cause in self.causes)


@attrs.frozen
class Section:
    """A phase in which columns part, or the facet that is of the reference alone."""

    id: str
    heading: str
    note: str
    pairs: tuple[PairEntry, ...]


@attrs.frozen(slots=False)
class Catalogue:
    """What a search found, as its file has it; `coverage` and `bases` say what it went through."""

    coverage: Mapping[str, Any]
    bases: tuple[tuple[str, str], ...]
    judge: AnySpec
    specs: tuple[AnySpec, ...]
    entries: tuple[Entry, ...]

    @property
    def causes(self) -> int:
        """The number of causes of targets that differ."""
        return len({item.found.cause for item in self.entries if item.found.facet == "target"})

    @property
    def targets(self) -> int:
        """The number of classes of targets that differ."""
        return sum(item.found.facet == "target" for item in self.entries)


def read_catalogue(columns: Iterable[AnySpec], path: Path = DISCOVERED) -> Catalogue | None:
    """Read what a search found; None where its columns are not among those given."""
    by_selector = {spec.selector: spec for spec in columns}
    form = json.loads(path.read_text("utf-8"))
    if not by_selector.keys() >= set(form["specs"]):
        return None
    specs = tuple(by_selector[selector] for selector in form["specs"])
    return Catalogue(
        form["coverage"],
        tuple((item["base"], item["why"]) for item in form["bases"]),
        by_selector[form["judge"]],
        specs,
        tuple(
            Entry(item, finding, specs) for item, finding in classes_from(form["classes"]).items()
        ),
    )


def sections(catalogue: Catalogue, made: Report) -> tuple[Section, ...]:
    """Put the classes together by phase, by pair of columns, by cause, in the file's order."""
    return tuple(
        _section(facet, phase, tuple(entries), made)
        for (facet, phase), entries in groupby(
            catalogue.entries, key=lambda entry: (entry.found.facet, entry.found.cause.phase)
        )
    )


def _section(facet: str, phase: str, entries: tuple[Entry, ...], made: Report) -> Section:
    name = facet if not phase or facet in _HEADINGS else phase
    heading, note = _HEADINGS.get(name) or (name.capitalize(), PHASE_NOTES[name])
    pairs = groupby(entries, key=lambda entry: (entry.found.cause.left, entry.found.cause.right))
    return Section(
        name,
        heading,
        note,
        tuple(
            PairEntry(
                made.by_selector[left],
                made.by_selector[right],
                tuple(_causes(of_pair, made)),
            )
            for (left, right), of_pair in pairs
        ),
    )


def _causes(entries: Iterable[Entry], made: Report) -> Iterator[CauseEntry]:
    for _, members in groupby(entries, key=lambda entry: entry.found.cause):
        of_cause = tuple(members)
        cause = of_cause[0].cause
        yield CauseEntry(cause, made.cause_ids.get(of_cause[0].found.cause), of_cause)
