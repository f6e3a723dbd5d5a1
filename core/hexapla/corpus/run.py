"""Running a job: chunk by chunk, by one process or several, so that it can be gone on with.

Each finished chunk is three files in a folder beside the output: its rows, what was set aside, and
its counts, which are written last. They are joined in order while other chunks are worked on.
"""

import contextlib
import functools
from collections.abc import Iterable, Iterator
from pathlib import Path

import attrs

from hexapla.corpus.formats import items_in
from hexapla.corpus.job import Chunk, Job
from hexapla.corpus.joining import (
    COUNTS,
    ROWS,
    SET_ASIDE,
    finished_parts,
    joined_rows,
    joining,
    part_of,
)
from hexapla.corpus.pair import BadRow, Damage, Item, Pair
from hexapla.corpus.row_format import RowSink
from hexapla.corpus.rows import compare_pairs
from hexapla.corpus.summary import Summary
from hexapla.jobs.errors import ResumeError
from hexapla.jobs.files import join_files, json_line, move_whole, written_whole
from hexapla.jobs.folder import (
    check_empty,
    is_left,
    make_folder,
    remove_folder,
    remove_leftover,
)
from hexapla.jobs.holding import held
from hexapla.jobs.mark import digest_of
from hexapla.jobs.progress import Progress
from hexapla.jobs.resume import check_free, check_same, read_form, sealed
from hexapla.jobs.runner import Look, Task, Work, run_units
from hexapla.values.provenance import Provenance

_DESCRIPTION = "run.json"
_PROVENANCE = "provenance"
_ITEMS_BETWEEN_LOOKS = 64


@attrs.frozen(repr=False)
class Result:
    """What a run gave: the counts, what was damaged, and whether it came to its end."""

    summary: Summary
    damages: tuple[Damage, ...]
    finished: bool

    def __repr__(self) -> str:
        state = "finished" if self.finished else "not finished"
        return f"<Result {state}: {self.summary!r}, {len(self.damages)} sources damaged>"


@contextlib.contextmanager
def begun(job: Job, *, resume: bool) -> Iterator[Job]:
    """Make ready for a run: a folder for its parts, or the one of the run to go on with.

    No other process can work on that run in the meantime.

    Args:
        job: The run.
        resume: Whether to go on with a run that was not finished.

    Yields:
        The run; one that goes on has the date of its beginning.

    Raises:
        ResumeError: There is a folder already, or none to go on with, or one of another run.
        BusyError: Another process is at work on the run.
    """
    remove_leftover(job.parts, _DESCRIPTION)
    if resume:
        _check_left(job)
    else:
        _make_ready(job)
    with held(job.parts):
        yield _as_left(job) if resume else job


def _make_ready(job: Job) -> None:
    """Make the folder of a run, or say why there can be none."""
    if is_left(job.parts, _DESCRIPTION):
        with held(job.parts):
            check_free(job.parts)
    check_empty(job.parts)
    description = {**job.to_dict(), _PROVENANCE: job.provenance.to_dict()}
    make_folder(job.parts, _DESCRIPTION, sealed(description))


def _check_left(job: Job) -> None:
    """Check that there is a run to go on with."""
    description = job.parts / _DESCRIPTION
    if not description.exists():
        raise ResumeError(
            f"there is no unfinished run to go on with: no {description}; begin without --resume"
        )


def _as_left(job: Job) -> Job:
    """Return a run as it was left."""
    before = read_form(job.parts / _DESCRIPTION, f"remove {job.parts} to begin anew")
    check_same(job.parts, before, job.to_dict())
    return attrs.evolve(job, provenance=Provenance(**before[_PROVENANCE]))


def run(job: Job, workers: int, progress: Progress) -> Result:
    """Work through the chunks that are not finished, until all are or Ctrl-C comes.

    What is finished is joined in the folder of the parts.

    Args:
        job: The run.
        workers: The number of processes; with one the work is done in this process.
        progress: Is told of octets of the sources and of rows.

    Raises:
        OSError: A part can't be written.
        ResumeError: A part is damaged.
        WorkerError: A worker was ended from outside.
    """
    try:
        with joining(job) as joined:

            def finished(chunk: Chunk, rows: int) -> None:
                progress(chunk.octets, rows)
                joined.take_some()

            run_units(_Chunks(job), _unfinished(job, progress), workers, finished)
        complete = True
    except KeyboardInterrupt:
        with joining(job) as joined:  # anew, as it may have come in the middle of writing
            complete = False
    joined.summary.complete = complete and not joined.damages
    return Result(joined.summary, tuple(joined.damages), complete)


@attrs.frozen
class _Chunks(Task[Chunk, int]):
    """A job; its units are chunks, and their results the numbers of their rows."""

    job: Job

    def start(self) -> Work[Chunk, int]:
        return functools.partial(work_on, self.job)


def _unfinished(job: Job, progress: Progress) -> Iterator[Chunk]:
    for chunk in job.chunks():
        if part_of(job, chunk.number, COUNTS).exists():
            progress(chunk.octets, 0)
        else:
            yield chunk


def conclude(job: Job, rejects: Path) -> None:
    """Put what is joined in the place of the output, and what was set aside beside it.

    Args:
        job: The run.
        rejects: The file for what was set aside.

    Raises:
        OSError: A file can't be written.
    """
    move_whole(joined_rows(job), job.out)
    with written_whole(rejects) as file:
        join_files(finished_parts(job, SET_ASIDE), file)


def clear(job: Job) -> None:
    """Remove the parts of a run that is finished."""
    remove_folder(job.parts, _DESCRIPTION)


# One chunk.


def work_on(job: Job, chunk: Chunk, look: Look) -> int:
    """Read a chunk, compare its pairs and write its parts; return the number of rows.

    Args:
        job: The run that the chunk is of.
        chunk: What to read.
        look: Is called now and then, and raises where the work has to end.

    Raises:
        OSError: A part can't be written.
    """
    paths = {suffix: part_of(job, chunk.number, suffix) for suffix in (ROWS, SET_ASIDE)}
    summary = Summary(job.columns)
    damages: list[Damage] = []
    with (
        written_whole(paths[ROWS]) as rows_file,
        written_whole(paths[SET_ASIDE]) as aside,
    ):
        sink = job.row_format.sink(rows_file, job.row_form)

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

        _write_rows(job, pairs(), summary, sink)
    with written_whole(part_of(job, chunk.number, COUNTS)) as file:
        damaged = [damage.to_dict() for damage in damages]
        digests = {suffix: digest_of(path) for suffix, path in paths.items()}
        form = {"summary": summary.state(), "damages": damaged, "digests": digests}
        file.write(sealed(form))
    return summary.rows


def _write_rows(job: Job, pairs: Iterable[Pair], summary: Summary, sink: RowSink) -> None:
    """Count the rows of some pairs, and write those that are asked for."""
    for row in compare_pairs(pairs, job.columns):
        summary.add(row)
        if row.differs or not job.only_differing:
            sink.write(row)
    sink.finish()


def _items(job: Job, chunk: Chunk) -> Iterator[Item]:
    refuses = job.row_format.refuses
    for piece in chunk.pieces:
        for item in items_in(piece, job.settings):
            refused = refuses(item) if isinstance(item, Pair) else None
            if refused is None or not isinstance(item, Pair):
                yield item
            else:
                raw = json_line({"base": item.base, "reference": item.reference})
                yield BadRow(item.source, item.row, refused, raw)
