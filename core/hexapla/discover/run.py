"""Searching on all cores: it can be stopped at any time and gone on with."""

import functools
from collections.abc import Collection, Mapping
from importlib.metadata import version
from pathlib import Path

import attrs

from hexapla.discover.classes import Classifier, DisagreementClass
from hexapla.discover.discovery import Discovery, SearchResult, classes_from
from hexapla.discover.inputs import ClassTally, Occurrences, SearchInput, base_order, smallest
from hexapla.discover.search_space import SearchSpace
from hexapla.jobs.atomic import json_line, written_whole
from hexapla.jobs.pool import Progress, no_progress, run_units
from hexapla.text.json_text import json_value
from hexapla.values.errors import RunError

# What all units before `until` have shown; it is whole at any time.
_STATE, _UNFINISHED = "state.json", "state.unfinished"


def run(
    space: SearchSpace,
    *,
    workers: int = 1,
    folder: Path | None = None,
    progress: Progress = no_progress,
) -> Discovery:
    """Search a whole space; the result is the same whatever the number of workers.

    Args:
        space: What is searched.
        workers: The number of processes.
        folder: The folder of the run, held by the caller: it keeps what is done, unit by unit, and
            the search goes on from there.
        progress: Is told how many references were searched.

    Raises:
        RunError: What the folder keeps can't be read, or a worker was ended from outside.
    """
    until, result = (0, SearchResult({})) if folder is None else _done_before(folder)
    progress(min(until * space.unit_size, space.references))

    def finished(unit: int, shown: SearchResult) -> None:
        nonlocal result
        result = result.merged(shown, space.order)
        if folder is not None:
            with written_whole(folder / _STATE, folder / _UNFINISHED) as file:
                file.write(json_line({"until": unit + 1, **result.to_dict()}))
        progress(len(space.in_unit(unit)))

    search_unit = functools.partial(_search_unit, space)
    run_units(search_unit, range(until, space.units), workers if space.units > 1 else 1, finished)
    return Discovery(space, result)


# A process needs one for its specs.
_classifier = functools.cache(Classifier)


def _search_unit(space: SearchSpace, unit: int) -> SearchResult:
    """Put every disagreement of a unit into its class."""
    classifier = _classifier(space.specs)
    tally = ClassTally[DisagreementClass, SearchInput](space.order)
    differing = 0
    bases = sorted(space.bases, key=base_order)
    for number in space.in_unit(unit):
        if space.is_repeated(number):
            continue
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


def plan(space: SearchSpace) -> Mapping[str, object]:
    """Return what tells a search from others."""
    return {
        "version": version("hexapla"),
        "specs": [spec.selector for spec in space.specs],
        "bases": list(space.bases),
        **space.extent,
    }


def _done_before(folder: Path) -> tuple[int, SearchResult]:
    """Return how many units are done, and what they have shown; no state is none."""
    path = folder / _STATE
    if not path.exists():
        return 0, SearchResult({})
    try:
        form = json_value(path.read_text("utf-8"))
        differing, until = int(form["differing"]), int(form["until"])
        return until, SearchResult(classes_from(form["classes"]), differing)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise RunError(f"{path} is damaged; remove it, and go on with --resume") from error


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
