"""Search for classes of disagreement, in one or several processes; a search can be resumed."""

import functools
from collections.abc import Collection, Iterable, Mapping
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import attrs

from hexapla.comparison.cause_key import FACETS, VALID, CauseKey, rule_forms
from hexapla.discover.classes import Classifier, DisagreementClass, Shown, judge_of
from hexapla.discover.inputs import Occurrences, SearchInput, smallest
from hexapla.discover.search_space import ExampleOrder, SearchSpace, result_in, telling_bases
from hexapla.jobs.atomic import json_line, written_whole
from hexapla.jobs.pool import Progress, no_progress, run_units
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec
from hexapla.text.json_text import count_in, json_value, text_in, text_or_none
from hexapla.values.errors import RunError
from hexapla.values.schema import document_text

# The first file contains the result of all units before `until`, and is always complete.
_STATE, _UNFINISHED = "state.json", "state.unfinished"
_PHASES = ("", *(phase.value for phase in Phase))


Classes = Mapping[DisagreementClass, Occurrences[SearchInput]]
"""The classes of disagreement that were found, each with its count and smallest example."""


def class_forms(classes: Classes) -> list[dict[str, object]]:
    """Return the JSON forms of classes; `classes_from` is the inverse."""
    return [{**item.to_dict(), **finding.to_dict()} for item, finding in classes.items()]


@attrs.define
class _Tally:
    """The classes that a search has found so far.

    Attributes:
        classes: The classes, with their counts and smallest examples.
        differing: The number of pairs of a base and a reference for which the targets differ.
    """

    classes: dict[DisagreementClass, Occurrences[SearchInput]] = attrs.field(factory=dict)
    differing: int = 0

    def add(self, classes: Classes, space: SearchSpace) -> None:
        """Add classes, adding up their counts and keeping the smallest examples."""
        for item, finding in classes.items():
            known = self.classes.get(item)
            if known is not None:
                least = min(known.smallest, finding.smallest, key=space.order)
                finding = Occurrences(known.inputs + finding.inputs, least)
            self.classes[item] = finding


@attrs.frozen(repr=False)
class Discovery:
    """The classes that a search found, with their counts and smallest examples.

    `classes` is sorted by facet, by phase and by the two specs. Causes that are equal in these
    respects are sorted by their smallest examples, and so are the classes of each cause. A spec
    without a rule for a pair belongs to no group.

    Attributes:
        space: The search space.
        tallied: The classes, with their counts and examples, in the order in which they were found.
        differing: The number of pairs of a base and a reference for which the targets differ.
        seen_again: The number of classes left out because an earlier search found them; None if no
            earlier search was given.
    """

    space: SearchSpace
    tallied: Classes
    differing: int = 0
    seen_again: int | None = None

    def __repr__(self) -> str:
        return f"<Discovery of {len(self.tallied)} classes in {self.space!r}>"

    @property
    def classes(self) -> Classes:
        """The sorted classes."""
        selectors = self.space.selectors
        findings = self.tallied

        def size(item: DisagreementClass) -> Any:
            return self.space.order(findings[item].smallest), item.id

        def order(cause: CauseKey) -> Any:
            facet, phase = FACETS.index(cause.facet), _PHASES.index(cause.phase)
            return facet, phase, selectors.index(cause.left), selectors.index(cause.right)

        by_cause: dict[CauseKey, list[DisagreementClass]] = {}
        for item in sorted(findings, key=size):
            by_cause.setdefault(item.cause, []).append(item)
        classes: dict[DisagreementClass, Occurrences[SearchInput]] = {}
        for cause in sorted(by_cause, key=order):
            for item in by_cause[cause]:
                classes[item] = findings[item]
        return classes

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form, which doesn't depend on the number of workers."""
        space, why = self.space, telling_bases(self.space.specs)
        searched = {"differing": self.differing, "seen_again": self.seen_again}
        classes = self.classes
        causes = (item.cause for item in classes if item.facet != VALID)
        return {
            "version": version("hexapla"),
            "specs": list(space.selectors),
            "judge": judge_of(space.specs).selector,
            "bases": [{"base": base, "why": why.get(base)} for base in space.bases],
            "coverage": {**space.to_dict(), **searched},
            "classes": class_forms(classes),
            "rules": rule_forms(causes, space.specs),
        }

    def to_json(self) -> str:
        """Return the text of a JSON file, in which characters outside US-ASCII are escaped."""
        return document_text("discover", self.to_dict())


def classes_from(forms: Any) -> dict[DisagreementClass, Occurrences[SearchInput]]:
    """Create classes from their JSON forms; raise `KeyError` or `TypeError` for other forms."""
    classes: dict[DisagreementClass, Occurrences[SearchInput]] = {}
    for form in forms:
        smallest = form["smallest"]
        reference, base = text_in(smallest["reference"]), text_or_none(smallest["base"])
        finding = Occurrences(count_in(form["inputs"]), SearchInput(reference, base))
        classes[DisagreementClass.from_dict(form)] = finding
    return classes


class Seen(NamedTuple):
    """The result of an earlier search, as read from its file.

    Attributes:
        specs: The selectors of the specs.
        bases: The bases.
        classes: The classes that were found.
    """

    specs: tuple[str, ...]
    bases: tuple[str, ...]
    classes: Classes


def read_discovery(path: Path) -> Seen:
    """Read the result of an earlier search.

    Raises:
        DiscoveryError: The file isn't the result of a search.
        OSError: The file can't be read.
    """
    with result_in(path, "discover") as form:
        specs = tuple(map(text_in, form["specs"]))
        bases = tuple(text_in(item["base"]) for item in form["bases"])
        return Seen(specs, bases, classes_from(form["classes"]))


def run(
    space: SearchSpace,
    *,
    workers: int = 1,
    folder: Path | None = None,
    progress: Progress = no_progress,
) -> Discovery:
    """Search a whole space; the result doesn't depend on the number of workers.

    Args:
        space: The search space.
        workers: The number of processes.
        folder: The folder of the run, which the caller has locked. The result is saved there after
            each unit, and the search resumes from a saved result.
        progress: A callback that receives the number of references just searched or, in its first
            call, the number that was searched before.

    Raises:
        RunError: The state in the folder can't be read, or a worker process was killed.
    """
    until, tally = 0, _Tally()
    if folder is not None:
        until, tally = _done_before(folder, space)
    progress(min(until * space.unit_size, space.references))

    search_unit = functools.partial(_search_unit, space)
    units = range(until, space.units)
    with closing(run_units(search_unit, units, workers)) as results:
        for unit, found in zip(units, results, strict=True):
            tally.add(found.classes, space)
            tally.differing += found.differing
            if folder is not None:
                _save(folder, unit + 1, tally)
            progress(len(space.in_unit(unit)))
    return Discovery(space, tally.classes, tally.differing)


def _save(folder: Path, until: int, tally: _Tally) -> None:
    classes = class_forms(tally.classes)
    form = {"until": until, "differing": tally.differing, "classes": classes}
    with written_whole(folder / _STATE, folder / _UNFINISHED) as file:
        file.write(json_line(form))


@functools.cache
def _classifier_of(specs: tuple[Spec, ...], plain: bool) -> Classifier:
    """Return this process's classifier for some specs; it is created once."""
    return Classifier(specs, counts_differences=plain)


def _classifier(space: SearchSpace) -> Classifier:
    return _classifier_of(space.specs, space.plain)


def _search_unit(space: SearchSpace, unit: int) -> _Tally:
    """Search the references in one unit of the search space (see `SearchSpace`)."""
    classifier = _classifier(space)
    tally = _Tally()
    for number in space.in_unit(unit):
        if space.is_repeated(number):
            continue
        text = space.reference(number)
        references = classifier.parse(text)
        tally.add(_findings(classifier.of_reference(references), text, None), space)
        for base in space.bases:
            findings = _findings(classifier.of_pair(base, references), text, base)
            tally.add(findings, space)
            tally.differing += bool(findings)
    return tally


def _findings(shown: Iterable[Shown], text: str, base: str | None) -> Classes:
    """Return the classes to which an input belongs, each with the input as its example."""
    findings: dict[DisagreementClass, Occurrences[SearchInput]] = {}
    for item, differences in shown:
        findings[item] = Occurrences(1, SearchInput(text, base, differences))
    return findings


def plan(space: SearchSpace) -> Mapping[str, object]:
    """Return the values that identify a search, in JSON form."""
    return {
        "version": version("hexapla"),
        "specs": list(space.selectors),
        "bases": list(space.bases),
        **space.extent,
    }


def _done_before(folder: Path, space: SearchSpace) -> tuple[int, _Tally]:
    """Return the saved number of finished units, and the classes found in these units."""
    path = folder / _STATE
    if not path.exists():
        return 0, _Tally()
    try:
        form = json_value(path.read_text("utf-8"))
        until, differing = int(form["until"]), int(form["differing"])
        classes = classes_from(form["classes"])
    except (ValueError, KeyError, TypeError) as error:
        raise RunError(f"{path} is damaged; remove it, then continue with --resume") from error
    if space.plain:
        classifier = _classifier(space)
        for item, finding in classes.items():
            smallest = classifier.measured(item, finding.smallest)
            classes[item] = attrs.evolve(finding, smallest=smallest)
    return until, _Tally(classes, differing)


def unseen(discovery: Discovery, seen: Collection[DisagreementClass] | None) -> Discovery:
    """Return a discovery with only the new classes, each with a shrunk example.

    Args:
        discovery: The result of a search.
        seen: The classes to leave out; None to keep all of them.
    """
    space = discovery.space
    classifier = _classifier(space)

    def shrunk(item: DisagreementClass, example: SearchInput) -> SearchInput:
        def holds(neighbour: SearchInput) -> bool:
            return item in classifier.of(neighbour.reference, neighbour.base)

        def order(neighbour: SearchInput) -> ExampleOrder:
            if space.plain:
                neighbour = classifier.measured(item, neighbour)
            return space.order(neighbour)

        return smallest(example, holds, space.alphabet, space.bases, order)

    classes: dict[DisagreementClass, Occurrences[SearchInput]] = {}
    for item, finding in discovery.tallied.items():
        if seen is None or item not in seen:
            classes[item] = Occurrences(finding.inputs, shrunk(item, finding.smallest))
    seen_again = None
    if seen is not None:
        seen_again = len(discovery.tallied) - len(classes)
    return attrs.evolve(discovery, tallied=classes, seen_again=seen_again)
