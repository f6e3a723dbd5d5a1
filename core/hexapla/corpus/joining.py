"""Joining the parts of finished chunks, in the order of the chunks, while others are worked on."""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from hexapla.corpus.job import Job
from hexapla.corpus.pair import Damage
from hexapla.corpus.summary import Summary
from hexapla.jobs.errors import ResumeError
from hexapla.jobs.files import written_whole
from hexapla.jobs.mark import digest_of
from hexapla.jobs.resume import read_form

ROWS, SET_ASIDE, COUNTS = ".rows", ".rejects", ".counts"
"""How the names of a chunk's parts end; that of the counts is written last."""

# How often parts that are ready are taken before other chunks are asked for again.
_AT_A_TIME = 4
_ADVICE = "remove this file, and go on with --resume"


def part_of(job: Job, number: int, suffix: str) -> Path:
    """Return the file of a part of a chunk."""
    return job.parts / f"{number:08}{suffix}"


def joined_rows(job: Job) -> Path:
    """Return the file that has the rows of all parts, once it is there."""
    return job.parts / "joined"


def finished_parts(job: Job, suffix: str) -> Iterator[Path]:
    """Yield a part of each chunk that is finished, in their order."""
    for counts in sorted(job.parts.glob(f"*{COUNTS}")):
        yield counts.with_suffix(suffix)


@contextlib.contextmanager
def joining(job: Job) -> Iterator["Joined"]:
    """Join the rows of finished chunks: some of them whenever asked to, the rest at the end.

    The processor that does so would be idle otherwise, while the last chunks are worked on.

    Yields:
        What is joined. All that is finished is, and in the file, when the context is left.

    Raises:
        OSError: The file can't be written.
        ResumeError: A part is damaged.
    """
    with (
        written_whole(joined_rows(job)) as file,
        job.row_format.joining(file, job.row_form) as add,
    ):
        joined = Joined(job, add)
        yield joined
        joined.take_rest()


class Joined:
    """What is joined so far.

    Attributes:
        summary: The counts.
        damages: What was damaged.
    """

    def __init__(self, job: Job, add: Callable[[Path], None]) -> None:
        self.summary = Summary(job.columns)
        self.damages: list[Damage] = []
        self._job = job
        self._add = add
        self._next = 0

    def take_some(self) -> None:
        """Join the chunks that come next, as far as they are finished, and a few at most."""
        for _ in range(_AT_A_TIME):
            counts = part_of(self._job, self._next, COUNTS)
            if not counts.exists():
                return
            self._take(counts)
            self._next += 1

    def take_rest(self) -> None:
        """Join all chunks that are finished, though others before them are not."""
        following = part_of(self._job, self._next, COUNTS)
        for counts in finished_parts(self._job, COUNTS):
            if counts >= following:
                self._take(counts)

    def _take(self, counts: Path) -> None:
        form = read_form(counts, _ADVICE)
        _check_parts(counts, form["digests"])
        self.summary.merge(Summary.of_state(self._job.columns, form["summary"]))
        self.damages += [Damage(**damage) for damage in form["damages"]]
        self._add(counts.with_suffix(ROWS))


def _check_parts(counts: Path, digests: Mapping[str, str]) -> None:
    """Check that the parts of a chunk are there, and as they were written.

    Raises:
        ResumeError: One is not.
    """
    for suffix, digest in digests.items():
        part = counts.with_suffix(suffix)
        if digest_of(part) != digest:
            raise ResumeError(f"{part} is damaged; remove {counts}, and go on with --resume")
