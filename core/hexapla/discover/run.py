"""Searching on all cores: it can be stopped at any time and gone on with."""

import functools
from collections.abc import Callable, Collection, Mapping
from importlib.metadata import version
from pathlib import Path

import attrs

from hexapla.discover.classes import Classifier, DisagreementClass
from hexapla.discover.discovery import Discovery, SearchResult, classes_from
from hexapla.discover.inputs import ClassTally, Occurrences, SearchInput, base_order, smallest
from hexapla.discover.search_space import SearchSpace
from hexapla.jobs.atomic import json_line, written_whole
from hexapla.jobs.errors import ResumeError
from hexapla.jobs.pool import CheckCancelled, Progress, no_progress, run_units
from hexapla.jobs.resume import check_free, check_same
from hexapla.standard.spec import Spec
from hexapla.text.json_text import json_value


def run(
    space: SearchSpace,
    *,
    workers: int = 1,
    state: Path | None = None,
    resume: bool = False,
    progress: Progress = no_progress,
) -> Discovery:
    """Search a whole space; the result is the same whatever the number of workers.

    Args:
        space: What is searched.
        workers: The number of processes.
        state: A file for what is done, unit by unit. It is left for the caller to remove, once
            the result is in a safe place.
        resume: Whether to go on from that file.
        progress: Is told how many references were searched.

    Raises:
        ResumeError: The file is there and `resume` is not asked for, it is of another search, or
            it can't be read.
        WorkerError: A worker process was ended from outside.
    """
    kept = _State(space, state, resume)
    progress(kept.references, 0)

    def finished(unit: int, result: SearchResult) -> None:
        kept.add(result)
        size = len(space.in_unit(unit))
        progress(size, size)

    left = range(kept.until, space.units)
    search_unit = functools.partial(_search_unit, space)
    run_units(search_unit, left, workers if space.units > 1 else 1, finished)
    return Discovery(space, kept.result)


def _search_unit(space: SearchSpace, unit: int, check_cancelled: CheckCancelled) -> SearchResult:
    return search(space, unit, _classifier(space.specs), check_cancelled)


@functools.cache
def _classifier(specs: tuple[Spec, ...]) -> Classifier:
    """Return what classifies inputs; a process needs one."""
    return Classifier(specs)


def search(
    space: SearchSpace,
    unit: int,
    classifier: Classifier,
    check_cancelled: Callable[[], None] = lambda: None,
) -> SearchResult:
    """Put every disagreement of a unit into its class.

    Args:
        space: What is searched.
        unit: The number of the unit, from 0.
        classifier: The classifier of the space's specs.
        check_cancelled: Is called between references, and raises where the search has to end.
    """
    tally = ClassTally[DisagreementClass, SearchInput](space.order)
    differing = 0
    bases = sorted(space.bases, key=base_order)
    for number in space.in_unit(unit):
        check_cancelled()
        text = space.reference(number)
        references = classifier.parse(text)
        for item in classifier.of_reference(references):
            tally.add(item, SearchInput(text, None))
        for base in bases:
            classes = list(classifier.of_pair(base, references))
            for item in classes:
                tally.add(item, SearchInput(text, base))
            differing += bool(classes)
    return SearchResult(tally.findings, differing)


class _State:
    """What is done of a search, in memory and in a file that is whole at any time.

    All units before `until` are done.
    """

    def __init__(self, space: SearchSpace, path: Path | None, resume: bool) -> None:
        self._space = space
        self._path = path
        self.until = 0
        self._tally = ClassTally[DisagreementClass, SearchInput](space.order)
        self._differing = 0
        if path is None:
            return
        if not resume:
            check_free(path)
        elif path.exists():
            self._read(path)

    @property
    def result(self) -> SearchResult:
        """What the units have shown that are done."""
        return SearchResult(self._tally.findings, self._differing)

    def _include(self, result: SearchResult) -> None:
        for item, finding in result.classes.items():
            self._tally.add(item, finding.smallest, finding.inputs)
        self._differing += result.differing

    @property
    def references(self) -> int:
        """The number of references in the units that are done."""
        return min(self.until * self._space.unit_size, self._space.references)

    def add(self, result: SearchResult) -> None:
        """Add what the next unit has shown."""
        self.until += 1
        self._include(result)
        if self._path is not None:
            self._write(self._path)

    @property
    def _plan(self) -> Mapping[str, object]:
        """What tells the search from others."""
        return {
            "version": version("hexapla"),
            "specs": [spec.selector for spec in self._space.specs],
            "bases": list(self._space.bases),
            **self._space.extent,
        }

    def _read(self, path: Path) -> None:
        try:
            form = json_value(path.read_text("utf-8"))
            plan = dict(form["plan"])
            self.until = int(form["until"])
            before = SearchResult(classes_from(form["classes"]), int(form["differing"]))
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise ResumeError(
                f"{path} is not the state of a search; remove it to begin anew"
            ) from error
        check_same(path, plan, self._plan)
        self._include(before)

    def _write(self, path: Path) -> None:
        form = {
            "plan": self._plan,
            "until": self.until,
            "differing": self._differing,
            "classes": [
                {**item.to_dict(), **finding.to_dict()}
                for item, finding in self._tally.findings.items()
            ],
        }
        with written_whole(path) as file:
            file.write(json_line(form))


def unseen(discovery: Discovery, seen: Collection[DisagreementClass] | None) -> Discovery:
    """Return a discovery of the classes that were not seen before, each with a shrunk example.

    Args:
        discovery: What a search found.
        seen: The classes to leave out; None to keep all, and to count none as seen again.
    """
    space, result = discovery.space, discovery.result
    classifier = Classifier(space.specs)
    classes = {
        item: Occurrences(finding.inputs, shrink(space, classifier, item, finding.smallest))
        for item, finding in result.classes.items()
        if seen is None or item not in seen
    }
    return attrs.evolve(
        discovery,
        result=SearchResult(classes, result.differing),
        seen_again=None if seen is None else len(result.classes) - len(classes),
    )


def shrink(
    space: SearchSpace, classifier: Classifier, item: DisagreementClass, example: SearchInput
) -> SearchInput:
    """Return a smaller input of a class, such that none of its neighbours is smaller still.

    Args:
        space: The alphabet and the bases to use, and which input is smaller.
        classifier: The classifier of the space's specs.
        item: The class.
        example: An input of the class.
    """
    return smallest(
        example,
        lambda neighbour: item in classifier.of(neighbour.reference, neighbour.base),
        space.alphabet,
        space.bases,
    )
