"""What a run over a corpus writes, and what it leaves alone."""

import json
import os
from pathlib import Path

import pytest
from command_line import run

from hexapla.comparison.columns import columns_of
from hexapla.corpus.columns import NamedColumns
from hexapla.corpus.job import Job
from hexapla.corpus.run import begun
from hexapla.corpus.run import run as run_job
from hexapla.jobs.progress import no_progress


@pytest.mark.parametrize(
    ("source", "options"),
    [
        ("rows.rejects.jsonl", []),
        ("rows.summary.json", ["--format", "jsonl"]),
        ("in.jsonl", ["--rejects", "in.jsonl"]),
        ("in.jsonl", ["--summary", "./in.jsonl"]),
        ("in.jsonl", ["--rejects", "other-name.jsonl"]),
        ("in.jsonl", ["--rejects", "rows.jsonl"]),
        ("in.jsonl", ["--summary", "rows.rejects.jsonl"]),
    ],
)
def test_no_output_is_an_input_or_another_output(
    source: str, options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(source).write_text('{"base": "http://a/b", "reference": "?y"}\n')
    Path("other-name.jsonl").hardlink_to(source)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    result = run("corpus", source, "-o", "rows.jsonl", "--workers", "1", *options)
    assert result.exit_code == 2
    assert "as well; name another file for it" in " ".join(result.stderr.split())
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_fifo_and_a_symbolic_link_are_written_through(pairs: Path, tmp_path: Path) -> None:
    fifo, link = tmp_path / "fifo", tmp_path / "link"
    os.mkfifo(fifo)
    link.symlink_to(tmp_path / "summary.json")
    reading = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    options = ["--rejects", str(fifo), "--summary", str(link), "--workers", "1"]
    run("corpus", str(pairs), "-o", str(tmp_path / "out.jsonl"), *options)
    os.close(reading)
    assert fifo.is_fifo()
    assert link.is_symlink()
    assert json.loads((tmp_path / "summary.json").read_text())["command"] == "corpus"


def test_two_runs_do_not_write_the_same_output(pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    job = Job(((str(pairs), "jsonl"),), NamedColumns(columns_of(None)), out)
    with begun(job, resume=False):
        for options in ([], ["--resume"]):
            second = run("corpus", str(pairs), "-o", str(out), "--workers", "1", *options)
            assert second.exit_code == 2
            assert "another process is at work in" in " ".join(second.stderr.split())
    third = run("corpus", str(pairs), "-o", str(out), "--workers", "1", "--resume")
    assert third.exit_code == 1


def test_a_run_killed_in_its_last_clean_up_leaves_a_whole_output(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.jsonl"
    arguments = ["corpus", str(pairs), "-o", str(out), "--workers", "1"]
    with monkeypatch.context() as patched:
        patched.setattr(Path, "rmdir", _killed)
        with pytest.raises(Killed):
            run(*arguments)
    whole = out.read_bytes()
    resumed = run(*arguments, "--resume")
    assert "no unfinished run to go on with" in " ".join(resumed.stderr.split())
    assert out.read_bytes() == whole
    assert run(*arguments).exit_code == 1
    assert not [path for path in tmp_path.iterdir() if ".parts" in path.name]


class Killed(BaseException):
    """What stands for a process that ends here."""


def _killed(_: Path) -> None:
    raise Killed


def test_an_empty_folder_of_parts_is_no_run(pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    Path(f"{out}.parts").mkdir()
    arguments = ["corpus", str(pairs), "-o", str(out), "--workers", "1"]
    resumed = run(*arguments, "--resume")
    assert resumed.exit_code == 2
    assert "begin without --resume" in " ".join(resumed.stderr.split())
    assert run(*arguments).exit_code == 1


@pytest.mark.parametrize("name", ["notes.txt", "run.json"])
@pytest.mark.parametrize("suffix", [".parts", ".parts.finished"])
def test_a_folder_of_somebody_else_is_no_run(
    suffix: str, name: str, pairs: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    foreign = Path(f"{out}{suffix}")
    foreign.mkdir()
    (foreign / name).write_text("{}")
    begun_anew = run("corpus", str(pairs), "-o", str(out), "--workers", "1")
    assert begun_anew.exit_code == 2
    assert "is nothing that a run has left; move it" in " ".join(begun_anew.stderr.split())
    assert [path.name for path in foreign.iterdir()] == [name]
    foreign.rename(tmp_path / "elsewhere")
    foreign.symlink_to("elsewhere")
    assert run("corpus", str(pairs), "-o", str(out), "--workers", "1").exit_code == 2
    assert foreign.is_symlink()


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", "[" * 100_000], ids=range(5))
def test_a_damaged_description_is_one_line(content: str, pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    job = Job(((str(pairs), "jsonl"),), NamedColumns(columns_of(None)), out)
    with begun(job, resume=False):
        (job.parts / "run.json").write_text(content)
        (job.parts / "00000000.counts").write_text(content)
    result = run("corpus", str(pairs), "-o", str(out), "--workers", "1", "--resume")
    assert result.exit_code == 2
    assert "run.json is damaged; remove" in " ".join(result.stderr.split())


def test_damaged_counts_are_one_line(pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    job = Job(((str(pairs), "jsonl"),), NamedColumns(columns_of(None)), out)
    with begun(job, resume=False):
        (job.parts / "00000000.counts").write_text("{")
    arguments = ["corpus", str(pairs), "-o", str(out), "--workers", "1", "--resume"]
    result = run(*arguments)
    assert result.exit_code == 2
    assert "00000000.counts is damaged; remove this file, and go on" in " ".join(
        result.stderr.split()
    )
    (job.parts / "00000000.counts").unlink()
    assert run(*arguments).exit_code == 1


@pytest.fixture
def left_run(pairs: Path, tmp_path: Path) -> list[str]:
    """Leave a run whose only chunk is finished; return what goes on with it."""
    out = tmp_path / "out.jsonl"
    job = Job(((str(pairs), "jsonl"),), NamedColumns(columns_of(None)), out)
    with begun(job, resume=False):
        run_job(job, 1, no_progress)
    return ["corpus", str(pairs), "-o", str(out), "--workers", "1", "--resume"]


@pytest.mark.parametrize(
    ("name", "member"),
    [
        ("run.json", "provenance"),
        ("00000000.counts", "summary"),
        ("00000000.counts", "damages"),
        ("00000000.counts", "digests"),
    ],
)
@pytest.mark.parametrize("value", [None, [1], {"x": 1}], ids=["null", "array", "object"])
def test_a_part_that_is_json_and_not_what_was_written_is_one_line(
    name: str, member: str, value: object, left_run: list[str], tmp_path: Path
) -> None:
    part = tmp_path / "out.jsonl.parts" / name
    form = json.loads(part.read_text())
    form["form"][member] = value
    part.write_text(json.dumps(form))
    result = run(*left_run)
    assert result.exit_code == 2
    assert f"{name} is damaged; remove" in " ".join(result.stderr.split())
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_rows_of_the_same_length_that_were_changed_are_refused(
    suffix: str, pairs: Path, tmp_path: Path
) -> None:
    out = tmp_path / f"out.{suffix}"
    job = Job(((str(pairs), "jsonl"),), NamedColumns(columns_of(None)), out)
    with begun(job, resume=False):
        run_job(job, 1, no_progress)
    part = job.parts / "00000000.rows"
    written = part.read_bytes()
    middle = len(written) // 2
    part.write_bytes(written[:middle] + b"XXXXXXXX" + written[middle + 8 :])
    result = run("corpus", str(pairs), "-o", str(out), "--workers", "1", "--resume")
    assert result.exit_code == 2
    assert "00000000.rows is damaged; remove" in " ".join(result.stderr.split())
    assert not out.exists()


@pytest.mark.parametrize("suffix", [".rows", ".rejects"])
@pytest.mark.parametrize("content", [None, b"x"])
def test_rows_that_are_gone_are_made_again(
    content: bytes | None, suffix: str, left_run: list[str], tmp_path: Path
) -> None:
    parts = tmp_path / "out.jsonl.parts"
    part = parts / f"00000000{suffix}"
    part.unlink()
    if content is not None:
        part.write_bytes(content)
    result = run(*left_run)
    assert result.exit_code == 2
    told = " ".join(result.stderr.split())
    assert f"00000000{suffix} is damaged; remove" in told
    assert "00000000.counts, and go on with --resume" in told
    (parts / "00000000.counts").unlink()
    assert run(*left_run).exit_code == 1
    assert len((tmp_path / "out.jsonl").read_bytes().splitlines()) > 1
