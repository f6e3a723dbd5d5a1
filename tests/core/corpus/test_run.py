"""Runs: their parts are joined in the order of rows; a stopped run can be resumed."""

import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import attrs
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from corpora import many, rows

from hexapla.corpus import run as run_module
from hexapla.corpus.rows import DEFAULT, PROVENANCE, ComparedSpecs, Row
from hexapla.corpus.run import Job, Result, run
from hexapla.corpus.source import Pair
from hexapla.corpus.summary import Counting
from hexapla.jobs.pool import no_progress
from hexapla.jobs.resume import run_folder
from hexapla.standard.registry import columns_of
from hexapla.values.errors import RunError
from hexapla.values.provenance import Provenance

ROWS = 60
AT_A_TIME = 5
SUFFIXES = pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
MADE = Provenance("1", "2001-09-09")


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return many(tmp_path_factory.mktemp("pairs") / "in.jsonl", ROWS)


def job_of(pairs: Path, out: Path) -> Job:
    specs = ComparedSpecs(columns_of(None))
    return Job(((str(pairs), "jsonl"),), specs, out, rows=AT_A_TIME, provenance=MADE)


def ran(job: Job, *, resume: bool = False, workers: int = 1) -> Result:
    with run_folder(job.parts, job.to_dict(), resume=resume):
        return run(job, job.out.with_suffix(".rejects"), workers, no_progress)


def whole(pairs: Path, folder: Path, suffix: str) -> tuple[bytes, object]:
    job = job_of(pairs, folder / f"whole.{suffix}")
    result = ran(job)
    assert result.finished
    assert len(list(job.parts.glob("*.part"))) == ROWS / AT_A_TIME
    return job.out.read_bytes(), result.summary.to_dict()


@attrs.define
class Interrupted:
    """Work that is interrupted by Ctrl-C at a part: before it, or once it is written."""

    work: Callable[[Job, Any], tuple[Path, int]]
    at: int
    is_written: bool

    def __call__(self, job: Job, unit: Any) -> tuple[Path, int]:
        if unit.number == self.at and not self.is_written:
            raise KeyboardInterrupt
        part = self.work(job, unit)
        if unit.number == self.at:
            raise KeyboardInterrupt
        return part


@SUFFIXES
@pytest.mark.parametrize("is_written", [False, True])
def test_an_interrupted_run_has_what_is_finished(
    suffix: str, *, is_written: bool, pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = job_of(pairs, tmp_path / f"out.{suffix}")
    with monkeypatch.context() as patched:
        work = run_module._work_on
        patched.setattr(run_module, "_work_on", Interrupted(work, 3, is_written))
        result = ran(job)
    assert not result.finished
    assert not result.summary.complete
    assert result.summary.rows + result.summary.bad == (3 + is_written) * AT_A_TIME
    octets, summary = whole(pairs, tmp_path, suffix)
    assert suffix == "parquet" or octets.startswith(job.out.read_bytes())
    result = ran(job, resume=True)
    assert (job.out.read_bytes(), result.summary.to_dict()) == (octets, summary)


@SUFFIXES
def test_an_interrupt_while_parts_are_joined_loses_nothing(
    suffix: str, pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = job_of(pairs, tmp_path / f"out.{suffix}")
    job.out.write_text("old")
    with monkeypatch.context() as patched:
        patched.setattr(Counting, "add", interrupted)
        with pytest.raises(KeyboardInterrupt):
            ran(job)
    assert job.out.read_text() == "old"
    assert ran(job, resume=True).finished
    octets, _ = whole(pairs, tmp_path, suffix)
    assert job.out.read_bytes() == octets
    assert not list(tmp_path.rglob("*.unfinished"))


def test_what_is_written_through_is_opened_once(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = job_of(pairs, tmp_path / "out.jsonl")
    rejects = job.out.with_suffix(".rejects")
    os.mkfifo(rejects)
    with ThreadPoolExecutor() as readers:
        reader = readers.submit(rejects.read_bytes)
        monkeypatch.setattr(run_module, "_work_on", Interrupted(run_module._work_on, 3, True))
        result = ran(job)
        assert not result.finished
        assert reader.result().count(b"\n") == result.summary.bad > 0


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_damaged_part_is_told_and_made_again(pairs: Path, tmp_path: Path) -> None:
    job = job_of(pairs, tmp_path / "out.jsonl")
    ran(job)
    octets = job.out.read_bytes()
    job.out.unlink()
    part = job.parts / "00000003.part"
    content = part.read_bytes()
    for damaged in (b"", b"{", b"XXXXXXXX" + content[8:], content[:-300]):
        part.write_bytes(damaged)
        with pytest.raises(RunError, match=r"00000003\.part is damaged; remove this file"):
            ran(job, resume=True)
        assert not job.out.exists()
    part.unlink()
    assert ran(job, resume=True).finished
    assert job.out.read_bytes() == octets


def test_small_pages_are_one_part_and_small_files_too(tmp_path: Path) -> None:
    sources = []
    for number in range(4):
        page, text = tmp_path / f"{number}.html", tmp_path / f"{number}.csv"
        page.write_text("<base href=http://a/b><a href=?y>")
        text.write_text("base,reference\nhttp://a/b,g\n")
        sources += [(str(page), "html"), (str(text), "csv")]
    specs = ComparedSpecs(columns_of(None))
    ordered = sorted(sources, key=lambda source: source[1])
    job = Job(tuple(ordered), specs, tmp_path / "out.jsonl", provenance=MADE)
    result = ran(job)
    assert result.summary.rows == 8
    assert len(list(job.parts.glob("*.part"))) == 2


@pytest.mark.parametrize("names", [DEFAULT, ("row", PROVENANCE)])
def test_the_first_row_alone_says_what_made_the_rows(
    names: tuple[str, ...], pairs: Path, tmp_path: Path
) -> None:
    """Unless that is one of the chosen fields, which each row has."""
    job = attrs.evolve(job_of(pairs, tmp_path / "out.jsonl"), fields=names)
    ran(job)
    first, second, *_ = job.out.read_text().splitlines()
    member = '"hexapla":{"version":"1","date":"2001-09-09","license":"MIT"}}'
    assert first.endswith(member)
    assert second.endswith(member) == (PROVENANCE in names)


def _truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:500])


def _overwritten(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"g", b"h"))


def _replaced(path: Path) -> None:
    content, status = path.read_bytes(), path.stat()
    path.rename(path.with_suffix(".old"))
    path.write_bytes(content)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


@pytest.mark.parametrize("change", [_truncated, _overwritten, _replaced, Path.unlink])
@pytest.mark.parametrize("name", ["jsonl", "parquet", "html"])
def test_a_source_that_changes_is_one_damage(
    name: str, change: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = many(tmp_path / f"in.{name}", 300)
    if name == "parquet":
        table = pa.table({"base": ["http://a/b"] * 300, "reference": ["g"] * 300})
        pq.write_table(table, path, row_group_size=5)
    elif name == "html":
        path.write_text("<base href=http://a/b>" + "<a href=g>" * 300)
    job = attrs.evolve(job_of(path, tmp_path / "out.jsonl"), sources=((str(path), name),))
    work = run_module._work_on

    def work_on(job: Job, unit: Any) -> tuple[Path, int]:
        if unit.number == 0:
            change(path)
        return work(job, unit)

    monkeypatch.setattr(run_module, "_work_on", work_on)
    result = ran(job)
    assert result.finished
    assert not result.summary.complete
    (damage,) = result.damages
    assert str(damage) == f"{path}: it was changed or removed while it was read"


def test_a_pair_that_cannot_be_compared_is_a_bad_row(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This happens if a plug-in standard raises an error."""
    compare = ComparedSpecs.compare

    def failing(self: ComparedSpecs, pair: Pair) -> Row:
        if pair.row % 7 == 3:
            raise IndexError("no such part")
        return compare(self, pair)

    whole_job = job_of(pairs, tmp_path / "whole.jsonl")
    whole_result = ran(whole_job)
    monkeypatch.setattr(ComparedSpecs, "compare", failing)
    job = job_of(pairs, tmp_path / "out.jsonl")
    result = ran(job)
    rejects = [json.loads(line) for line in (tmp_path / "out.rejects").read_text().splitlines()]
    failed = [bad["row"] for bad in rejects if "can't be compared" in bad["wrong"]]
    assert failed == [row["row"] for row in rows(whole_job.out) if row["row"] % 7 == 3]
    assert rejects[0]["wrong"] == "the pair can't be compared: IndexError: no such part"
    assert json.loads(rejects[0]["raw"]).keys() == {"base", "reference"}
    kept = [row["row"] for row in rows(job.out)]
    assert kept == [row["row"] for row in rows(whole_job.out) if row["row"] % 7 != 3]
    assert result.summary.bad == whole_result.summary.bad + len(failed)
    assert result.damages == ()
