"""The folder of a run: made, held and removed at once."""

from pathlib import Path

import pytest

from hexapla.jobs.errors import BusyError
from hexapla.jobs.folder import held, make_folder, remove_folder, remove_leftover


def test_a_folder_has_its_first_file_when_it_is_there(tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    make_folder(folder, "run.json", b"{}")
    assert [path.name for path in tmp_path.iterdir()] == ["parts"]
    assert (folder / "run.json").read_bytes() == b"{}"


def test_an_empty_folder_is_taken_and_another_is_not(tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    folder.mkdir()
    make_folder(folder, "run.json", b"1")
    with pytest.raises(OSError, match="parts"):
        make_folder(folder, "run.json", b"2")
    assert (folder / "run.json").read_bytes() == b"1"
    assert [path.name for path in tmp_path.iterdir()] == ["parts"]


def test_a_folder_is_held_by_one(tmp_path: Path) -> None:
    def again() -> None:
        with held(tmp_path):
            pass

    with held(tmp_path), pytest.raises(BusyError, match="another process is at work"):
        again()
    again()


def test_a_folder_is_gone_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "parts"
    make_folder(folder, "run.json", b"{}")
    with monkeypatch.context() as patched:
        patched.setattr("hexapla.jobs.folder.shutil.rmtree", lambda *_, **__: None)
        remove_folder(folder)
    assert not folder.exists()
    remove_leftover(folder)
    assert list(tmp_path.iterdir()) == []
