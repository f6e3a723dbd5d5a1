"""The folder of a run: made and removed at once."""

import os
from pathlib import Path

import pytest

from hexapla.jobs.errors import ResumeError
from hexapla.jobs.folder import make_folder, remove_folder, remove_leftover
from hexapla.jobs.resume import sealed

NAME = "run.json"


def test_a_folder_has_its_first_file_when_it_is_there(tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    make_folder(folder, NAME, b"{}")
    assert [path.name for path in tmp_path.iterdir()] == ["parts"]
    assert (folder / NAME).read_bytes() == b"{}"


def test_an_empty_folder_is_taken_and_another_is_not(tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    folder.mkdir()
    make_folder(folder, NAME, b"1")
    with pytest.raises(OSError, match="parts"):
        make_folder(folder, NAME, b"2")
    assert (folder / NAME).read_bytes() == b"1"
    assert [path.name for path in tmp_path.iterdir()] == ["parts"]


def test_a_folder_is_gone_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "parts"
    make_folder(folder, NAME, sealed({}))
    for part in "abc":
        (folder / part).touch()
    left = [NAME, "a", "b", "c"]

    def killed(path: Path, *, missing_ok: bool = False) -> None:
        left.remove(path.name)
        os.unlink(path)  # noqa: PTH108
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", killed)
        with pytest.raises(KeyboardInterrupt):
            remove_folder(folder, NAME)
    assert not folder.exists()
    assert NAME in left
    remove_leftover(folder, NAME)
    remove_leftover(folder, NAME)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", ["", "{}", "notes"])
def test_a_folder_of_somebody_else_is_left_alone(content: str, tmp_path: Path) -> None:
    foreign = tmp_path / "parts.finished"
    foreign.mkdir()
    (foreign / NAME).write_text(content)
    (foreign / "notes").touch()
    with pytest.raises(ResumeError, match="is nothing that a run has left"):
        remove_leftover(tmp_path / "parts", NAME)
    assert (foreign / "notes").exists()
