"""A folder of files that Hexapla writes: built beside, and put in place when all of it is there.

Files that Hexapla did not write are kept: a mark in the folder lists those that it wrote.
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
_SHOWN = 3  # names in a message
_NEW, _OLD = "new", "old"


class ForeignFolderError(RunError):
    """A folder can't be replaced, since it holds what Hexapla did not write."""


def read_mark(folder: Path) -> tuple[str, frozenset[str]] | None:
    """Return what Hexapla wrote into a folder, such as `site`, and its files; None for nothing."""
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
    """Check that a folder can be replaced, and nothing be lost that Hexapla did not write.

    It need not be there. `holds` is what is to be written, such as `site`; by `force` the folder
    may hold anything.

    Raises:
        ForeignFolderError: It holds something, and Hexapla did not make it, or made something else
            there.
        RunError: It is a mount point, or the working folder is in it.
        OSError: It can't be read.
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
    """Raise `RunError` if a folder is that can't be replaced by another."""
    target = Path(os.path.realpath(folder))
    is_mount = os.path.ismount(target)  # unlike a path, it takes one that vanishes meanwhile
    if is_mount or Path.cwd().is_relative_to(target):
        what = "is a mount point" if is_mount else "is or has the working folder"
        wrong = f"{folder} {what}, and can't be replaced; name a folder in it, or one elsewhere"
        raise RunError(wrong)


@contextlib.contextmanager
def replaced_folder(folder: Path, holds: str, *, force: bool = False) -> Iterator[Path]:
    """Replace what Hexapla wrote into a folder, which is made where it is missing.

    What it did not write is kept; by `force` files of the same name are replaced nevertheless.
    `holds` is what is written, such as `site`.

    Yields:
        The new folder, empty. It takes the place of the other after the block, unless the block
        raises.

    Raises:
        ForeignFolderError: As `check_replaceable` says, or a file of the same name as a new one was
            not written by Hexapla.
        RunError: As `check_replaceable` says, or another process replaces the folder.
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
    """Restore the name of a folder, where a process was stopped in the last step."""
    if (work / _OLD).exists() and not os.path.lexists(target):
        (work / _OLD).rename(target)


def _keep_others(
    new: Path, made: Collection[str], earlier: Collection[str], folder: Path, *, force: bool
) -> None:
    """Let a new folder have what others put into the old one, with the modes of its folders."""
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
        with contextlib.suppress(OSError):  # nothing stale is left in it
            (new / address).rmdir()


def _files_of(folder: Path) -> list[str]:
    """Return the addresses of all that is in a folder, at any depth, but for folders and its mark.

    A symbolic link is no folder, wherever it leads.
    """
    paths = (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    addresses = (path.relative_to(folder).as_posix() for path in paths)
    return sorted(address for address in addresses if address != MARK)


def _folders_of(addresses: Collection[str]) -> set[str]:
    """Return the addresses of the folders that files are in, at any depth."""
    return {str(parent) for each in addresses for parent in PurePosixPath(each).parents[:-1]}
