"""Running a job: chunk by chunk, by one process or several, so that it can be gone on with.

Each finished chunk is three files in a folder beside the output: its rows, what was set aside, and
its counts, which are written last. At the end they are joined in order.
"""

import json
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from ctypes import c_bool
from pathlib import Path
from typing import Any

import attrs

from hexapla.corpus.formats import items_in
from hexapla.corpus.job import Chunk, Job
from hexapla.corpus.pair import BadRow, Damage, Item, Pair
from hexapla.corpus.rows import compare_pairs
from hexapla.corpus.summary import Summary
from hexapla.corpus.writers import join_files, json_line, written_whole
from hexapla.jobs.workers import SPAWNING, Workers

_DESCRIPTION = "run.json"
_ROWS, _SET_ASIDE, _COUNTS = ".rows", ".rejects", ".counts"
_ITEMS_BETWEEN_LOOKS = 64

Progress = Callable[[int, int], None]
"""Is told what was just finished: octets of the sources, and rows."""


class RunError(RuntimeError):
    """A run can't begin, or go on; the message says what to do."""


class StoppedError(Exception):
    """A worker was told to stop."""


@attrs.frozen
class Result:
    """What a run gave: the counts, what was damaged, and whether it came to its end."""

    summary: Summary
    damages: tuple[Damage, ...]
    finished: bool


def begin(job: Job, *, resume: bool) -> None:
    """Make ready for a run: a folder for its parts, or the one of the run to go on with.

    Raises `RunError` where there is a folder already, or none to go on with, or one of another run.
    """
    description = job.parts / _DESCRIPTION
    wanted = json.loads(json.dumps(job.to_dict()))
    if resume:
        _check(job, description, wanted)
        return
    if job.parts.exists():
        raise RunError(
            f"{job.parts} holds a run that was not finished; go on with it by --resume, or remove"
            " the folder"
        )
    job.parts.mkdir()
    with written_whole(description) as file:
        file.write(json_line(wanted))


def _check(job: Job, description: Path, wanted: dict[str, Any]) -> None:
    if not description.exists():
        raise RunError(
            f"there is no unfinished run to go on with: no {description}; begin without --resume"
        )
    found = json.loads(description.read_text("utf-8"))
    other = [name for name in wanted if wanted[name] != found.get(name)]
    if other:
        told = "; ".join(_difference(name, found.get(name), wanted[name]) for name in other)
        raise RunError(f"{job.parts} holds another run ({told}); begin anew with another OUT")


def _difference(name: str, before: Any, now: Any) -> str:
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        pairs = zip(before, now, strict=True)
        before, now = next((one, other) for one, other in pairs if one != other)
    elif isinstance(now, list):
        before, now = (f"{len(item or [])} of them" for item in (before, now))
    return f"{name}: was {before}, is {now}"


def run(job: Job, workers: int, progress: Progress) -> bool:
    """Work through the chunks that are not finished; give whether all are, or Ctrl-C came.

    With one worker the work is done in this process. Raises `OSError` where a part can't be
    written, and `RunError` where a worker is ended from outside.
    """
    work = _alone if workers == 1 else _together
    try:
        work(job, workers, progress)
    except KeyboardInterrupt:
        return False
    return True


def conclude(job: Job, rejects: Path, *, finished: bool) -> Result:
    """Join what is finished to the output, and add up its counts."""
    names = sorted(path.stem for path in job.parts.glob(f"*{_COUNTS}"))

    def parts(suffix: str) -> Iterator[Path]:
        return (job.parts / f"{name}{suffix}" for name in names)

    with written_whole(job.out) as file:
        job.row_format.join(parts(_ROWS), file, job.columns)
    with written_whole(rejects) as file:
        join_files(parts(_SET_ASIDE), file)
    summary, damages = Summary(job.columns), []
    for path in parts(_COUNTS):
        counts = json.loads(path.read_bytes())
        summary.merge(Summary.of_state(job.columns, counts["summary"]))
        damages += [Damage(**damage) for damage in counts["damages"]]
    summary.complete = finished and not damages
    return Result(summary, tuple(damages), finished)


def clear(job: Job) -> None:
    """Remove the parts of a run that is finished."""
    shutil.rmtree(job.parts)


# One chunk.


def work_on(job: Job, chunk: Chunk, look: Callable[[], None]) -> int:
    """Read a chunk, compare its pairs and write its parts; give the number of rows.

    `look` is called now and then, and raises where the work has to end.
    """
    stem = job.parts / f"{chunk.number:08}"
    summary = Summary(job.columns)
    damages: list[Damage] = []
    with (
        written_whole(stem.with_suffix(_ROWS)) as rows_file,
        written_whole(stem.with_suffix(_SET_ASIDE)) as aside,
    ):
        sink = job.row_format.sink(rows_file, job.columns)

        def pairs() -> Iterator[Pair]:
            for number, item in enumerate(_items(job, chunk)):
                if number % _ITEMS_BETWEEN_LOOKS == 0:
                    look()
                if isinstance(item, Pair):
                    yield item
                elif isinstance(item, BadRow):
                    summary.bad += 1
                    aside.write(json_line(item.to_dict()))
                else:
                    damages.append(item)

        for row in compare_pairs(pairs(), job.columns):
            summary.add(row)
            sink.write(row)
        sink.finish()
    with written_whole(stem.with_suffix(_COUNTS)) as file:
        damaged = [damage.to_dict() for damage in damages]
        file.write(json_line({"summary": summary.state(), "damages": damaged}))
    return summary.rows


def _items(job: Job, chunk: Chunk) -> Iterator[Item]:
    for piece in chunk.pieces:
        for item in items_in(piece, job.settings):
            refused = job.row_format.refuses(item) if isinstance(item, Pair) else None
            if refused is None or not isinstance(item, Pair):
                yield item
            else:
                raw = json_line({"base": item.base, "reference": item.reference})
                yield BadRow(item.source, item.row, refused, raw)


def _unfinished(job: Job, progress: Progress) -> Iterator[Chunk]:
    for chunk in job.chunks():
        if (job.parts / f"{chunk.number:08}{_COUNTS}").exists():
            progress(chunk.octets, 0)
        else:
            yield chunk


def _alone(job: Job, workers: int, progress: Progress) -> None:
    for chunk in _unfinished(job, progress):
        progress(chunk.octets, work_on(job, chunk, lambda: None))


# Several processes: each is told the job once, and then only the numbers of what to read.

_CHUNKS_AHEAD = 2


def _together(job: Job, workers: int, progress: Progress) -> None:
    # No Event: a worker that is killed while it looks at one takes the lock of it along.
    stop = SPAWNING.RawValue(c_bool, False)
    executor = Workers(workers, _begin, job, stop)
    under_way: dict[Future[int], Chunk] = {}
    try:
        for chunk in _unfinished(job, progress):
            under_way[executor.submit(_work, chunk)] = chunk
            if len(under_way) == workers * _CHUNKS_AHEAD:
                _take_in(under_way, progress)
        while under_way:
            _take_in(under_way, progress)
    except BrokenProcessPool as error:
        raise RunError(
            "a worker was ended from outside, for want of memory perhaps; go on by --resume"
        ) from error
    finally:
        stop.value = True
        executor.shutdown(cancel_futures=True)


def _take_in(under_way: dict[Future[int], Chunk], progress: Progress) -> None:
    """Wait until something is finished."""
    for future in wait(under_way, return_when=FIRST_COMPLETED).done:
        progress(under_way.pop(future).octets, future.result())


@attrs.define
class _Worker:
    """What a worker process knows."""

    job: Job
    stop: c_bool

    def look(self) -> None:
        if self.stop.value:
            raise StoppedError


_workers: list[_Worker] = []


def _begin(job: Job, stop: c_bool) -> None:
    _workers.append(_Worker(job, stop))


def _work(chunk: Chunk) -> int:
    (worker,) = _workers
    return work_on(worker.job, chunk, worker.look)
