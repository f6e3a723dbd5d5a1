"""The files that a run over a corpus writes, and those that it leaves unchanged."""

from pathlib import Path

import pytest
from command_line import run
from corpora import job_of
from tables import by_rows_of

from hexapla.jobs.resume import run_folder


@by_rows_of("cli")
def test_no_output_is_an_input_or_another_output(
    source: str, options: list[str], here: Path
) -> None:
    Path(source).write_text('{"base": "http://a/b", "reference": "?y"}\n')
    Path("other-name.jsonl").hardlink_to(source)
    before = {path.name: path.read_bytes() for path in here.iterdir()}
    result = run("corpus", source, "-o", "rows.jsonl", "--workers", "1", *options)
    assert result.exit_code == 2
    assert "is the same file as" in " ".join(result.stderr.split())
    assert {path.name: path.read_bytes() for path in here.iterdir()} == before


def test_two_runs_do_not_write_the_same_output(pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    job = job_of(pairs, out)
    with run_folder(job.parts, job.to_dict(), resume=False):
        for options in ([], ["--resume"]):
            second = run("corpus", str(pairs), "-o", str(out), "--workers", "1", *options)
            assert second.exit_code == 2
            assert "another process is using" in " ".join(second.stderr.split())
    third = run("corpus", str(pairs), "-o", str(out), "--workers", "1", "--resume")
    assert third.exit_code == 2  # there is a bad row


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
    assert "no unfinished run to resume" in " ".join(resumed.stderr.split())
    assert out.read_bytes() == whole
    assert run(*arguments).exit_code == 2  # there is a bad row
    assert not [path for path in tmp_path.iterdir() if ".parts" in path.name]


class Killed(BaseException):
    """Stands for the end of a process."""


remove_folder = Path.rmdir


def _killed(folder: Path) -> None:
    """Remove the folders of single files, but not the folder of the run."""
    if folder.name.endswith(".parts"):
        raise Killed
    remove_folder(folder)
