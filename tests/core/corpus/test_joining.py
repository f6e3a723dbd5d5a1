"""The parts of a run are joined in the order of its chunks, while others are worked on."""

from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest
from corpora import many

from hexapla.comparison.columns import columns_of
from hexapla.corpus import joining as joining_module
from hexapla.corpus import run as run_module
from hexapla.corpus.columns import NamedColumns
from hexapla.corpus.job import Chunk, Job
from hexapla.corpus.joining import joined_rows, joining
from hexapla.corpus.run import begun, conclude, run, work_on
from hexapla.jobs.runner import Look
from hexapla.values.provenance import Provenance

ROWS = 60
IN_A_CHUNK = 5
SUFFIXES = pytest.mark.parametrize("suffix", ["jsonl", "parquet"])


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return many(tmp_path_factory.mktemp("pairs") / "in.jsonl", ROWS)


def job_of(pairs: Path, out: Path) -> Job:
    columns = NamedColumns(columns_of(None))
    made = Provenance("1", "2001-09-09")
    return Job(((str(pairs), "jsonl"),), columns, out, rows=IN_A_CHUNK, provenance=made)


def no_progress(octets: int, rows: int) -> None:
    """Tell nobody."""


def whole(pairs: Path, folder: Path, suffix: str) -> tuple[bytes, object]:
    """Return what an undisturbed run writes, and its counts."""
    job = job_of(pairs, folder / f"whole.{suffix}")
    with begun(job, resume=False):
        result = run(job, 1, no_progress)
        conclude(job, folder / "whole.rejects.jsonl")
    assert result.finished
    assert not joined_rows(job).exists()
    return job.out.read_bytes(), result.summary.to_dict()


def worked_on(job: Job, chunks: list[Chunk]) -> Iterator[Chunk]:
    for chunk in chunks:
        work_on(job, chunk, lambda: None)
        yield chunk


@SUFFIXES
@pytest.mark.parametrize("order", [slice(None), slice(None, None, -1)], ids=["first", "last"])
def test_the_order_in_which_chunks_end_changes_nothing(
    order: slice, suffix: str, pairs: Path, tmp_path: Path
) -> None:
    job = job_of(pairs, tmp_path / f"out.{suffix}")
    with begun(job, resume=False):
        with joining(job) as joined:
            for _ in worked_on(job, list(job.chunks())[order]):
                joined.take_some()
            assert not joined_rows(job).exists()
        found = joined_rows(job).read_bytes(), joined.summary.to_dict()
    octets, summary = whole(pairs, tmp_path, suffix)
    assert found[0] == octets
    assert {**found[1], "complete": True} == summary


def test_parts_are_joined_as_soon_as_those_before_are(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining_module, "_AT_A_TIME", 2)
    job = job_of(pairs, tmp_path / "out.jsonl")
    chunks = list(job.chunks())
    in_order = [1, 0, 2, 4, 5, 3, *range(6, len(chunks))]
    joined_after = []
    with begun(job, resume=False), joining(job) as joined:
        for _ in worked_on(job, [chunks[number] for number in in_order]):
            joined.take_some()
            rows = joined.summary.rows + joined.summary.bad
            joined_after.append(rows // IN_A_CHUNK)
    assert joined_after[:8] == [0, 2, 3, 3, 3, 5, 7, 8]


@attrs.define
class Interrupted:
    """Work that a Ctrl-C ends at a chunk, before it or once it is written."""

    at: int
    is_written: bool

    def __call__(self, job: Job, chunk: Chunk, look: Look) -> int:
        if chunk.number == self.at and not self.is_written:
            raise KeyboardInterrupt
        rows = work_on(job, chunk, look)
        if chunk.number == self.at:
            raise KeyboardInterrupt
        return rows


@SUFFIXES
@pytest.mark.parametrize("is_written", [False, True])
def test_an_interrupted_run_has_what_is_finished(
    suffix: str, *, is_written: bool, pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = job_of(pairs, tmp_path / f"out.{suffix}")
    rejects = tmp_path / "out.rejects.jsonl"
    with begun(job, resume=False):
        with monkeypatch.context() as patched:
            patched.setattr(run_module, "work_on", Interrupted(3, is_written))
            result = run(job, 1, no_progress)
        conclude(job, rejects)
    assert not result.finished
    assert not result.summary.complete
    assert result.summary.rows + result.summary.bad == (3 + is_written) * IN_A_CHUNK
    octets, summary = whole(pairs, tmp_path, suffix)
    assert suffix == "parquet" or octets.startswith(job.out.read_bytes())
    with begun(job, resume=True):
        result = run(job, 1, no_progress)
        conclude(job, rejects)
    assert (job.out.read_bytes(), result.summary.to_dict()) == (octets, summary)


@SUFFIXES
def test_an_interrupt_while_parts_are_joined_loses_nothing(
    suffix: str, pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = job_of(pairs, tmp_path / f"out.{suffix}")
    taken = joining_module.Joined.take_some

    def interrupted(joined: joining_module.Joined) -> None:
        taken(joined)
        if joined.summary.rows > ROWS / 2:
            raise KeyboardInterrupt

    with begun(job, resume=False):
        with monkeypatch.context() as patched:
            patched.setattr(joining_module.Joined, "take_some", interrupted)
            assert not run(job, 1, no_progress).finished
        assert run(job, 1, no_progress).finished
    octets, _ = whole(pairs, tmp_path, suffix)
    assert joined_rows(job).read_bytes() == octets
    assert not list(job.parts.glob("*.unfinished"))
