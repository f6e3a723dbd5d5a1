"""Resuming a run: the files of an unfinished run must be those of the same run."""

from pathlib import Path

import pytest

from hexapla.jobs.resume import check_same, remove_run, run_folder
from hexapla.values.errors import RunError

PLAN = {"specs": ("rfc1808", "rfc2396"), "rows": 50, "bases": ["a", "b"]}
LEFT = {"specs": ["rfc1808", "rfc2396"], "rows": 50, "bases": ["a", "b"], "more": 1}


def test_only_the_same_run_is_gone_on_with(tmp_path: Path) -> None:
    check_same(tmp_path, LEFT, PLAN)
    for left, said in (
        ({"rows": 49}, "rows: was 49, is 50 now"),
        ({"bases": ["a"]}, "bases: was ['a'], is ['a', 'b'] now"),
        ({"specs": None}, "specs: was None, is ['rfc1808', 'rfc2396'] now"),
    ):
        with pytest.raises(RunError) as caught:
            check_same(tmp_path, LEFT | left, PLAN)
        assert f"{tmp_path} holds another run ({said}); " in str(caught.value)


# The folder of a run.


def test_a_run_goes_on_as_it_began(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "out.parts"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    with run_folder(folder, PLAN, resume=False) as made:
        assert made.date == "2001-09-09"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000100000")
    with run_folder(folder, PLAN, resume=True) as then:
        assert then == made
        (folder / "part").touch()
        remove_run(folder)
    assert not any(tmp_path.iterdir())


def begin(folder: Path, *, resume: bool = False) -> None:
    with run_folder(folder, PLAN, resume=resume):
        pass


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    """A run that is killed in its first steps, or in its last, leaves at most a lock in it."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    for name in ("lock", "run.unfinished"):
        (tmp_path / "b" / name).touch()
    for name in ("a", "b", "c"):
        with pytest.raises(RunError, match="no unfinished run to resume"):
            begin(tmp_path / name, resume=True)
        begin(tmp_path / name)
        with pytest.raises(RunError, match="continue it with --resume"):
            begin(tmp_path / name)


@pytest.mark.parametrize("name", ["notes.txt", "run.json"])
@pytest.mark.parametrize("content", ["", "{}", '{"hexapla": {"version": "1"}, "run": {}}', "notes"])
def test_a_folder_of_somebody_else_is_left_alone(name: str, content: str, tmp_path: Path) -> None:
    foreign = tmp_path / "out.parts"
    foreign.mkdir()
    (foreign / name).write_text(content)
    with pytest.raises(RunError, match="wasn't left by a run; move it"):
        begin(foreign)
    assert [path.name for path in foreign.iterdir()] == [name]
    link = tmp_path / "link"
    link.symlink_to(tmp_path)
    with pytest.raises(RunError, match="wasn't left by a run; move it"):
        begin(link)


def test_a_damaged_description_is_told(tmp_path: Path) -> None:
    begin(tmp_path / "out.parts")
    for content in ("", "{", "[]", "{}", '{"run": 1}', "[" * 100_000):
        (tmp_path / "out.parts" / "run.json").write_text(content)
        with pytest.raises(RunError, match=r"run\.json is damaged; remove"):
            begin(tmp_path / "out.parts", resume=True)
