"""Write a folder of files: build it next to the target, and rename it when complete.

Other files in the target are kept: a marker file in the folder lists the files that Hexapla wrote.
"""

import contextlib
import os
import shutil
from collections.abc import Collection, Iterator
from pathlib import Path, PurePosixPath

from hexapla.jobs.atomic import json_line, told_as, work_folder
from hexapla.text.json_text import json_value
from hexapla.values.errors import RunError
from hexapla.values.provenance import provenance_now

MARK = ".hexapla.json"
_SHOWN = 3  # the number of names shown in a message
_NEW, _OLD = "new", "old"


class ForeignFolderError(RunError):
    """A folder can't be replaced: its content is of another kind, or Hexapla didn't write it."""


def read_mark(folder: Path) -> tuple[str, frozenset[str]] | None:
    """Return the kind of content and the files that a folder's marker file lists.

    The result is None if the folder has no readable marker file.
    """
    path = folder / MARK
    try:
        is_regular = path.is_file() and not path.is_symlink()
        form = json_value(path.read_bytes()) if is_regular else None
    except (OSError, ValueError):
        return None
    match form:
        case {"hexapla": dict(), "holds": str(holds), "files": list(files) | dict(files)}:
            return holds, frozenset(map(str, files))
    return None


def check_replaceable(folder: Path, holds: str, *, force: bool = False) -> None:
    """Check that a folder can be replaced without losing files that Hexapla didn't write.

    The folder need not exist. `holds` is the kind of content to write, such as `site`. If `force`
    is true, the folder may contain anything.

    Raises:
        ForeignFolderError: The folder isn't empty, and Hexapla didn't create it or created it with
            another kind of content.
        RunError: The folder is a mount point, or is or contains the working folder.
        OSError: The folder can't be read.
    """
    _check_place(folder)
    target = Path(os.path.realpath(folder))
    if force or not target.exists() or not any(target.iterdir()):
        return
    mark = read_mark(target)
    if mark is None:
        raise ForeignFolderError(
            f"{folder} isn't empty, and Hexapla didn't create it; name an empty or a new folder"
        )
    held, _ = mark
    if held != holds:
        raise ForeignFolderError(f"{folder} already holds a {held}; name another folder")


def _check_place(folder: Path) -> None:
    """Raise `RunError` if a folder can't be replaced because of its location."""
    target = Path(os.path.realpath(folder))
    is_mount = os.path.ismount(target)  # `Path.is_mount` fails if the folder disappears
    if is_mount or Path.cwd().is_relative_to(target):
        what = "is a mount point" if is_mount else "is or contains the working folder"
        wrong = (
            f"{folder} {what}, so it can't be replaced; name a folder inside it or somewhere else"
        )
        raise RunError(wrong)


@contextlib.contextmanager
def replaced_folder(folder: Path, holds: str, *, force: bool = False) -> Iterator[Path]:
    """Replace the files that Hexapla wrote in a folder; create the folder if necessary.

    Other files are kept; if `force` is true, a file with the same name as a new file is replaced.
    `holds` is the kind of content, such as `site`.

    Yields:
        The new, empty folder. It replaces the old folder after the block, unless the block raises
        an error.

    Raises:
        ForeignFolderError: As for `check_replaceable`; or another file has the path of a new file,
            and `force` is false; or a new file has the path of a folder that contains other files.
        RunError: As for `check_replaceable`, or another process is replacing the folder.
    """
    _check_place(folder)
    target = Path(os.path.realpath(folder))
    target.parent.mkdir(parents=True, exist_ok=True)
    with work_folder(target) as work, contextlib.ExitStack() as at_end, told_as(folder, work):
        _put_back(work, target)
        at_end.callback(_put_back, work, target)
        for name in (_NEW, _OLD):
            shutil.rmtree(work / name, ignore_errors=True)
        check_replaceable(folder, holds, force=force)
        _, earlier = read_mark(target) or (holds, frozenset())
        new = work / _NEW
        new.mkdir()
        yield new
        made = _files_of(new)
        if target.exists():
            _keep_others(new, made, earlier, folder, force=force)
        form = {"hexapla": provenance_now().to_dict(), "holds": holds, "files": made}
        (new / MARK).write_bytes(json_line(form))
        if target.exists():
            target.rename(work / _OLD)
        new.rename(target)


def _put_back(work: Path, target: Path) -> None:
    """Restore the old folder if a process was stopped between the last two renames."""
    if (work / _OLD).exists() and not os.path.lexists(target):
        (work / _OLD).rename(target)


def _keep_others(
    new: Path, made: Collection[str], earlier: Collection[str], folder: Path, *, force: bool
) -> None:
    """Keep the other files, which Hexapla didn't write: link them into the new folder.

    The modes of the old folder and its subfolders are copied. If `force` is true, other files with
    the path of a new file or folder aren't kept.

    Args:
        new: The new folder.
        made: The paths of the new files.
        earlier: The paths of the files that Hexapla wrote to the old folder.
        folder: The old folder.
        force: Whether new files may replace other files.

    Raises:
        ForeignFolderError: A new file has the path of a folder that contains other files; or
            another file has the path of a new file or folder, and `force` is false.
    """
    target = Path(os.path.realpath(folder))
    others = [each for each in _files_of(target) if each not in earlier]
    taken = {*others} & {*made, *_folders_of(made)}
    blocking = [each for each in others if not _folders_of([each]).isdisjoint(made)]
    refused = blocking if force else sorted({*blocking, *taken})
    if refused:
        more = f" and {len(refused) - _SHOWN} more" if len(refused) > _SHOWN else ""
        raise ForeignFolderError(
            f"refusing to replace files in {folder} that Hexapla didn't write: "
            f"{', '.join(refused[:_SHOWN])}{more}; move them, or name another folder"
        )
    left_out = {MARK, *earlier, *taken}

    def ignored(path: str, names: list[str]) -> list[str]:
        where = Path(path).relative_to(target)
        return [name for name in names if (where / name).as_posix() in left_out]

    shutil.copytree(
        target, new, symlinks=True, ignore=ignored, copy_function=os.link, dirs_exist_ok=True
    )
    for address in sorted(_folders_of(earlier), reverse=True):
        with contextlib.suppress(OSError):  # only empty folders are removed
            (new / address).rmdir()


def _files_of(folder: Path) -> list[str]:
    """Return the relative paths of all files in a folder, at any depth, except the marker file.

    A symbolic link counts as a file, even if it leads to a folder.
    """
    paths = (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    addresses = (path.relative_to(folder).as_posix() for path in paths)
    return sorted(address for address in addresses if address != MARK)


def _folders_of(addresses: Collection[str]) -> set[str]:
    """Return the relative paths of all folders that contain the given files, at any depth."""
    return {str(parent) for each in addresses for parent in PurePosixPath(each).parents[:-1]}
