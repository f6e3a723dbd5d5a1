"""What one process holds."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from hexapla.jobs.errors import BusyError, ForeignFileError
from hexapla.jobs.holding import held, held_beside


@pytest.mark.parametrize("hold", [held, held_beside])
def test_what_is_held_is_held_by_one(
    hold: Callable[[Path], AbstractContextManager[None]], tmp_path: Path
) -> None:
    def again() -> None:
        with hold(tmp_path):
            pass

    with hold(tmp_path), pytest.raises(BusyError, match="another process is at work"):
        again()
    again()


def test_no_lock_is_left_beside_a_file(tmp_path: Path) -> None:
    with held_beside(tmp_path / "state"):
        assert [path.name for path in tmp_path.iterdir()] == ["state.lock"]
    assert not any(tmp_path.iterdir())


def test_a_lock_that_a_killed_process_left_is_taken(tmp_path: Path) -> None:
    (tmp_path / "state.lock").touch()
    with held_beside(tmp_path / "state"):
        pass


def test_a_file_of_somebody_else_is_no_lock(tmp_path: Path) -> None:
    lock = tmp_path / "state.lock"
    lock.write_text("notes")
    with pytest.raises(ForeignFileError, match=r"state\.lock is no lock"):
        held_beside(tmp_path / "state").__enter__()
    assert lock.read_text() == "notes"
