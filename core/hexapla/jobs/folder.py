"""A folder of files that Hexapla writes: built beside, and put in place when all of it is there.

Files that Hexapla did not write are kept. A mark in the folder has the digest of each file that
Hexapla wrote, since a name alone is no proof: another program may write a file of that name, and a
user may change one.
"""

import contextlib
import functools
import hashlib
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

import attrs

from hexapla.jobs.atomic import json_line
from hexapla.jobs.errors import ForeignFolderError, RunError
from hexapla.jobs.resume import held
from hexapla.text.json_text import json_value
from hexapla.values.provenance import provenance_now

MARK = ".hexapla.json"
_SHOWN = 3  # names in a message
_NEW, _OLD = "new", "old"


@attrs.frozen
class Mark:
    """What Hexapla wrote into a folder.

    Attributes:
        holds: What the folder holds, such as `site`.
        digests: The SHA-256 digest of each file, by its address.
    """

    holds: str
    digests: Mapping[str, str] = attrs.field(factory=dict)

    @functools.cached_property
    def folders(self) -> frozenset[str]:
        """The addresses of the folders that the files are in."""
        return frozenset(parent for address in self.digests for parent in _parents_of(address))

    def wrote(self, folder: Path, address: str) -> bool:
        """Return whether a file in a folder is, by name and content, one that Hexapla wrote."""
        return address in self.digests and _digest_of(folder / address) == self.digests[address]


def read_mark(folder: Path) -> Mark | None:
    """Return the mark of a folder; None where there is none that Hexapla wrote."""
    path = folder / MARK
    try:
        form = json_value(path.read_bytes()) if _is_regular(path) else None
    except (OSError, ValueError):
        return None
    match form:
        case {"hexapla": {"version": str()}, "holds": str(holds), "files": dict(files)}:
            return Mark(holds, files)
    return None


@attrs.frozen
class NewFolder:
    """The files that are to be in a folder, while they are written.

    Attributes:
        path: Where they are written.
        replaced: The folder in which they will be.
        mark: What Hexapla wrote into that one before.
    """

    path: Path
    replaced: Path
    mark: Mark

    def earlier(self, address: str) -> bytes | None:
        """Return the content of a file that Hexapla wrote before; None where it is not there."""
        if not self.mark.wrote(self.replaced, address):
            return None
        return (self.replaced / address).read_bytes()


def check_replaceable(folder: Path, holds: str, *, force: bool = False) -> None:
    """Check that a folder can be replaced, and nothing be lost that Hexapla did not write.

    Args:
        folder: The folder, which need not be there.
        holds: What is to be written, such as `site`.
        force: Whether it may hold anything.

    Raises:
        ForeignFolderError: It holds something, and Hexapla did not make it, or made something else
            there; or a file was changed since.
        RunError: It is a mount point, or the working folder is in it.
        OSError: It can't be read.
    """
    target = Path(os.path.realpath(folder))
    if target.is_mount() or Path.cwd().is_relative_to(target):
        what = "is a mount point" if target.is_mount() else "is or has the working folder"
        wrong = f"{folder} {what}, and can't be replaced; name a folder in it, or one elsewhere"
        raise RunError(wrong)
    if force or not target.exists() or not any(target.iterdir()):
        return
    mark = read_mark(target)
    if mark is None:
        raise ForeignFolderError(
            f"{folder} is not empty, and Hexapla did not make it; name an empty or a new folder"
        )
    if mark.holds != holds:
        raise ForeignFolderError(f"{folder} holds a {mark.holds}; name another folder")
    there = (each for each in mark.digests if os.path.lexists(target / each))
    _refuse(folder, [each for each in there if not mark.wrote(target, each)])


def _refuse(folder: Path, addresses: list[str]) -> None:
    """Refuse to replace files that Hexapla did not write as they are; none is no trouble."""
    if addresses:
        more = f" and {len(addresses) - _SHOWN} more" if len(addresses) > _SHOWN else ""
        raise ForeignFolderError(
            f"in {folder} are files with other content than Hexapla wrote, which would be replaced:"
            f" {', '.join(addresses[:_SHOWN])}{more}; move them away, or name another folder"
        )


@contextlib.contextmanager
def replaced_folder(folder: Path, holds: str, *, force: bool = False) -> Iterator[NewFolder]:
    """Replace what Hexapla wrote into a folder; what it did not write is kept.

    Args:
        folder: The folder, which is made where it is missing.
        holds: What is written, such as `site`.
        force: Whether files of the same name are replaced that Hexapla did not write. Others are
            kept nevertheless.

    Yields:
        The new folder, empty. It takes the place of the other behind the block, unless the block
        raises.

    Raises:
        BusyError: Another process replaces the folder.
        ForeignFolderError: As `check_replaceable` says, or a file of the same name as a new one was
            not written by Hexapla.
        RunError: As `check_replaceable` says.
        OSError: Something can't be read or written.
    """
    target = Path(os.path.realpath(folder))
    with _work_folder(target) as work:
        check_replaceable(folder, holds, force=force)
        mark = read_mark(target) or Mark(holds)
        new = NewFolder(work / _NEW, target, mark)
        new.path.mkdir()
        yield new
        made = Mark(holds, {each: _digest_of(new.path / each) for each in _files_of(new.path)})
        if target.exists():
            _keep_others(new, made, folder, force=force)
        form = {"hexapla": provenance_now().to_dict(), "holds": holds, "files": made.digests}
        (new.path / MARK).write_bytes(json_line(form))
        if target.exists():
            target.rename(work / _OLD)
        new.path.rename(target)


@contextlib.contextmanager
def _work_folder(target: Path) -> Iterator[Path]:
    """Hold a folder beside another, and remove it at the end; what a killed process left goes."""
    work = target.with_name(f".{target.name}.hexapla-unfinished")
    if work.is_symlink():
        raise ForeignFolderError(f"{work} is a symbolic link; remove it")
    work.mkdir(parents=True, exist_ok=True)
    with held(target, work / "lock"):
        try:
            _put_back(work, target)
            for name in (_NEW, _OLD):
                shutil.rmtree(work / name, ignore_errors=True)
            yield work
        finally:
            _put_back(work, target)
            shutil.rmtree(work, ignore_errors=True)


def _put_back(work: Path, target: Path) -> None:
    """Restore the name of a folder, where a process was stopped in the last step."""
    if (work / _OLD).exists() and not os.path.lexists(target):
        (work / _OLD).rename(target)


def _keep_others(new: NewFolder, made: Mark, folder: Path, *, force: bool) -> None:
    """Let a new folder have what others put into the old one, with the modes of its folders."""
    target, mark = new.replaced, new.mark
    there = _files_of(target)
    others = [each for each in there if not mark.wrote(target, each)]
    taken = [each for each in others if each in made.digests or each in made.folders]
    changed = [each for each in taken if not made.wrote(target, each)]
    blocking = [each for each in others if made.digests.keys() & {*_parents_of(each)}]
    _refuse(folder, blocking if force else [*blocking, *changed])
    left_out = {MARK, *there} - {*others} | {*taken}

    def ignored(path: str, names: list[str]) -> list[str]:
        where = Path(path).relative_to(target)
        return [name for name in names if (where / name).as_posix() in left_out]

    shutil.copytree(
        target, new.path, symlinks=True, ignore=ignored, copy_function=os.link, dirs_exist_ok=True
    )
    for address in sorted(mark.folders, reverse=True):
        with contextlib.suppress(OSError):  # nothing stale is left in it
            (new.path / address).rmdir()


def _files_of(folder: Path) -> list[str]:
    """Return the addresses of all that is in a folder, at any depth, but for folders and its mark.

    A symbolic link is no folder, wherever it leads.
    """
    paths = (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    addresses = (path.relative_to(folder).as_posix() for path in paths)
    return sorted(address for address in addresses if address != MARK)


def _parents_of(address: str) -> list[str]:
    """Return the addresses of the folders that an address is in, the innermost first."""
    return [str(parent) for parent in PurePosixPath(address).parents[:-1]]


def _digest_of(path: Path) -> str:
    """Return the SHA-256 digest of a regular file; "" for anything else."""
    if not _is_regular(path):
        return ""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_regular(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()
