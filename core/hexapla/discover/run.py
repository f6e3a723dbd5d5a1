"""Running a search on all cores, so that it can be stopped at any time and gone on with."""

import concurrent.futures.process
import json
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

from hexapla.discover.classes import Classifier
from hexapla.discover.discovery import Discovery, classes_from
from hexapla.discover.search import Found, merged, search
from hexapla.discover.search_space import DiscoveryError, SearchSpace
from hexapla.jobs.workers import Workers

Progress = Callable[[int], None]
"""Is told how many references have been searched since the last time."""


class WorkerError(RuntimeError):
    """A worker process has died."""


# Units that wait for a worker, beside the one that it has.
_AHEAD = 1


def run(
    work: SearchSpace,
    *,
    workers: int = 1,
    state: Path | None = None,
    resume: bool = False,
    progress: Progress = lambda references: None,
) -> Discovery:
    """Search all of a work, and give the same whatever the number of workers.

    What is done is kept in the file `state` unit by unit, and with `resume` gone on from. The file
    is left for the caller to remove, once what was found is in a safe place. Raises
    `DiscoveryError` where the file is there and `resume` is not asked for, where it is of another
    search, and where it can't be read; `WorkerError` where a worker process has died.
    """
    kept = _State(work, state, resume)
    progress(kept.references)
    results = (
        _searched_here(work, kept.left())
        if workers == 1 or work.units == 1
        else _searched_by(workers, work, kept.left())
    )
    for unit, found in results:
        kept.add(unit, found)
        progress(work.size_of(unit))
    return Discovery(work, kept.found)


def _searched_here(work: SearchSpace, units: Iterator[int]) -> Iterator[tuple[int, Found]]:
    classifier = Classifier(work.specs)
    return ((unit, search(work, unit, classifier)) for unit in units)


def _searched_by(
    workers: int, work: SearchSpace, units: Iterator[int]
) -> Iterator[tuple[int, Found]]:
    """Search units in other processes; results come as they are ready."""
    with Workers(workers, _begin, work) as pool:
        waiting: set[concurrent.futures.Future[tuple[int, Found]]] = set()
        try:
            for unit in units:
                waiting.add(pool.submit(_search_unit, unit))
                if len(waiting) > workers * (1 + _AHEAD):
                    done, waiting = _first_done(waiting)
                    yield from (future.result() for future in done)
            while waiting:
                done, waiting = _first_done(waiting)
                yield from (future.result() for future in done)
        except concurrent.futures.process.BrokenProcessPool as error:
            raise WorkerError(
                "a worker process was ended from outside; go on with --resume, or with fewer "
                "--workers where memory is short"
            ) from error
        finally:
            pool.shutdown(cancel_futures=True)


def _first_done(
    waiting: set[concurrent.futures.Future[tuple[int, Found]]],
) -> tuple[
    set[concurrent.futures.Future[tuple[int, Found]]],
    set[concurrent.futures.Future[tuple[int, Found]]],
]:
    found = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
    return found.done, found.not_done


# What a worker process has.

_worker: tuple[SearchSpace, Classifier]


def _begin(work: SearchSpace) -> None:
    global _worker
    _worker = work, Classifier(work.specs)


def _search_unit(unit: int) -> tuple[int, Found]:
    work, classifier = _worker
    return unit, search(work, unit, classifier)


class _State:
    """What is done of a search, in memory and in a file that is whole at any time.

    All units before `until` are done, and those in `beyond`.
    """

    def __init__(self, work: SearchSpace, path: Path | None, resume: bool) -> None:
        self._work = work
        self._path = path
        self._until = 0
        self._beyond: set[int] = set()
        self.found = Found({})
        if path is not None and path.exists():
            if not resume:
                raise DiscoveryError(
                    f"{path} is of a search that has not ended; go on with it by --resume, or "
                    "remove it"
                )
            self._read(path)

    @property
    def references(self) -> int:
        """The number of references in the units that are done."""
        before = min(self._until * self._work.unit_size, self._work.references)
        return before + sum(map(self._work.size_of, self._beyond))

    def left(self) -> Iterator[int]:
        """Give the units that are not done."""
        beyond = frozenset(self._beyond)
        return (unit for unit in range(self._until, self._work.units) if unit not in beyond)

    def add(self, unit: int, found: Found) -> None:
        """Add what a unit has shown."""
        self._beyond.add(unit)
        while self._until in self._beyond:
            self._beyond.remove(self._until)
            self._until += 1
        self.found = merged(self._work, self.found, found)
        if self._path is not None:
            self._write(self._path)

    @property
    def _plan(self) -> dict[str, object]:
        return {
            "version": version("hexapla"),
            "specs": [spec.selector for spec in self._work.specs],
            "bases": list(self._work.bases),
            **self._work.to_dict(),
        }

    def _read(self, path: Path) -> None:
        try:
            form = json.loads(path.read_text("utf-8"))
            plan = dict(form["plan"])
            self._until, self._beyond = int(form["until"]), set(map(int, form["beyond"]))
            self.found = Found(classes_from(form["classes"]), int(form["differing"]))
        except (ValueError, KeyError, TypeError) as error:
            raise DiscoveryError(
                f"{path} is not the state of a search; remove it to begin anew"
            ) from error
        differing = [
            f"{name} was {plan.get(name)!r} and is now {value!r}"
            for name, value in self._plan.items()
            if plan.get(name) != value and name not in _FOLLOWING
        ]
        if differing:
            raise DiscoveryError(
                f"{path} is of another search: {'; '.join(differing)}; give the options of that "
                "one, or remove it to begin anew"
            )

    def _write(self, path: Path) -> None:
        form = {
            "plan": self._plan,
            "until": self._until,
            "beyond": sorted(self._beyond),
            "differing": self.found.differing,
            "classes": [
                {**item.to_dict(), **finding.to_dict()}
                for item, finding in self.found.classes.items()
            ],
        }
        whole = path.with_name(f"{path.name}.new")
        whole.write_text(json.dumps(form), "utf-8")
        whole.replace(path)


# Of a plan, what follows from the rest, and need not be told of two plans that differ.
_FOLLOWING = ("statement", "references", "pairs")
