"""The folder of a run that is not finished: made at once, removed at once."""

import os
import shutil
import tempfile
from pathlib import Path

from hexapla.jobs.errors import ResumeError
from hexapla.jobs.files import written_whole
from hexapla.jobs.resume import read_form

_FINISHED = ".finished"


def make_folder(folder: Path, name: str, content: bytes) -> None:
    """Make a folder that has a first file from the moment on when it is there.

    Args:
        folder: The folder. An empty one that is there already is taken.
        name: The name of the file.
        content: The octets of the file.

    Raises:
        OSError: The folder can't be made, or holds something.
    """
    unfinished = Path(tempfile.mkdtemp(prefix=f"{folder.name}.", dir=folder.parent))
    try:
        with written_whole(unfinished / name) as file:
            file.write(content)
        unfinished.replace(folder)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise


def remove_folder(folder: Path, name: str) -> None:
    """Remove a folder that is done with: it is gone by its name at once, whatever comes between.

    Args:
        folder: The folder.
        name: The file that was made with it; it is removed last, so that what is left of a
            folder is known by it.
    """
    finished = _finished(folder)
    folder.replace(finished)
    _remove(finished, name)


def remove_leftover(folder: Path, name: str) -> None:
    """Remove what a process has left that was killed while it removed a folder.

    Args:
        folder: The folder.
        name: The file that was made with it, which is sealed.

    Raises:
        ResumeError: What has the name of such a folder is none.
    """
    finished = _finished(folder)
    if is_left(finished, name):
        _remove(finished, name)
    elif os.path.lexists(finished):
        check_empty(finished)
        finished.rmdir()


def is_left(folder: Path, name: str) -> bool:
    """Return whether a folder is one that a run has made: its first file is as it was written.

    Args:
        folder: The folder, which need not be there.
        name: The file that was made with it, which is sealed.
    """
    try:
        read_form(folder / name, "")
    except (ResumeError, OSError):
        return False
    return not folder.is_symlink()


def check_empty(folder: Path) -> None:
    """Check that there is nothing where the folder of a run is to be, or an empty folder.

    Raises:
        ResumeError: There is something, and no run has left it.
    """
    if not os.path.lexists(folder):
        return
    if folder.is_symlink() or not folder.is_dir() or any(folder.iterdir()):
        raise ResumeError(f"{folder} is nothing that a run has left; move it, or name another file")


def _finished(folder: Path) -> Path:
    return folder.with_name(folder.name + _FINISHED)


def _remove(folder: Path, name: str) -> None:
    for path in folder.iterdir():
        if path.name != name:
            path.unlink()
    (folder / name).unlink(missing_ok=True)
    folder.rmdir()
