"""A folder of files that Hexapla writes: replaced as a whole, and never what others put there.

The new files are written into a folder beside, which then takes the name of the old one in one
step; so whoever is interrupted leaves either what was there or what is new. Files that Hexapla did
not write are kept: the new folder has them, too. Where a folder can't be replaced as a whole, since
it is a mount point, the working folder, or on a system that can't exchange two folders, its files
are replaced one after the other.
"""

import contextlib
import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

import attrs

from hexapla.jobs.errors import BusyError, ForeignFolderError
from hexapla.jobs.exchange import exchange
from hexapla.jobs.holding import held
from hexapla.jobs.mark import MARK, Mark, entries_of, mark_of, parents_of, read_mark

_UNFINISHED = "hexapla-unfinished"
_INSIDE = f".{_UNFINISHED}"
_NEW = "new"
_SHOWN = 3  # names in a message


@attrs.define(eq=False)
class NewFolder:
    """The files that are to be in a folder, while they are written.

    Attributes:
        path: Where they are written.
        replaced: The folder in which they will be.
        one_by_one: Whether the files were replaced one after the other; known at the end.
    """

    path: Path
    replaced: Path
    _earlier: Mark
    one_by_one: bool = False

    def earlier(self, address: str) -> bytes | None:
        """Return the content of a file that Hexapla wrote before; None where it is not there."""
        if not self._earlier.wrote(self.replaced, address):
            return None
        return (self.replaced / address).read_bytes()


def check_replaceable(folder: Path, holds: str, *, force: bool = False) -> None:
    """Check that nothing would be lost that Hexapla did not write.

    Args:
        folder: The folder, which need not be there.
        holds: What is to be written, such as `site`.
        force: Whether it may hold anything.

    Raises:
        ForeignFolderError: It holds something, and Hexapla did not make it, or made something else
            there; or a file was changed since.
        OSError: It can't be read.
    """
    target = Path(os.path.realpath(folder))
    if force or not target.exists() or _is_empty(target):
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


def _is_empty(target: Path) -> bool:
    return all(path.name == _INSIDE for path in target.iterdir())


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
        OSError: Something can't be read or written.
    """
    target = Path(os.path.realpath(folder))
    check_replaceable(folder, holds, force=force)
    with _work_folder(folder, target) as work:
        mark = (read_mark(target) if target.exists() else None) or Mark(holds)
        new = NewFolder(work / _NEW, target, mark)
        new.path.mkdir()
        yield new
        _Replacement(new, mark, mark_of(new.path, holds)).run(folder, force=force)


@contextlib.contextmanager
def _work_folder(folder: Path, target: Path) -> Iterator[Path]:
    """Hold the folder that the new files are written into; what a killed process left goes."""
    beside, inside = target.with_name(f".{target.name}.{_UNFINISHED}"), target / _INSIDE
    chosen, other = (beside, inside) if _can_be_renamed(target) else (inside, beside)
    try:
        if os.path.lexists(other):
            with _held(other):
                pass
        chosen.mkdir(parents=True, exist_ok=True)
        with _held(chosen):
            yield chosen
    except BusyError as error:
        raise BusyError(f"another process is writing into {folder}; wait until it ends") from error


@contextlib.contextmanager
def _held(work: Path) -> Iterator[None]:
    """Hold a folder for work, empty at first, and remove it at the end."""
    if work.is_symlink():
        raise ForeignFolderError(f"{work} is a symbolic link; remove it")
    with held(work):
        try:
            _remove(work / _NEW)
            yield
        finally:
            _remove(work)


def _can_be_renamed(target: Path) -> bool:
    """Return whether a folder may get another inode: it is no mount point, and nobody is in it."""
    parent = target.parent
    while not parent.exists():
        parent = parent.parent
    here = Path(os.path.realpath(os.curdir))
    return not (
        target.is_mount() or here.is_relative_to(target) or not os.access(parent, os.W_OK | os.X_OK)
    )


class _Replacement:
    """The replacing of what Hexapla wrote into a folder by what it has written now."""

    def __init__(self, new: NewFolder, earlier: Mark, mark: Mark) -> None:
        self._new = new
        self._target = new.replaced
        self._earlier = earlier
        self._mark = mark

    def run(self, folder: Path, *, force: bool) -> None:
        """Replace the folder, as a whole if that can be done."""
        kept = list(self._kept())
        taken = [address for address, is_folder in kept if not is_folder and self._takes(address)]
        changed = [each for each in taken if not self._mark.wrote(self._target, each)]
        blocking = [each for each, is_folder in kept if self._is_blocked(each, is_folder)]
        _refuse(folder, blocking or ([] if force else changed))
        left = [entry for entry in kept if entry[0] not in taken]
        (self._new.path / MARK).write_bytes(self._mark.to_json())
        if not self._exchange(left):
            self._new.one_by_one = bool(self._earlier.digests)
            self._replace_one_by_one(taken)

    def _kept(self) -> Iterator[tuple[str, bool]]:
        """Yield what is in the folder that Hexapla did not write, and whether it is a folder."""
        if not self._target.exists():
            return
        folders = self._earlier.folders
        for address, is_folder in entries_of(self._target):
            if address.partition("/")[0] == _INSIDE or (is_folder and address in folders):
                continue
            if is_folder or not self._earlier.wrote(self._target, address):
                yield address, is_folder

    def _takes(self, address: str) -> bool:
        """Return whether a new file or folder has the address of something that is no folder."""
        return address in self._mark.digests or address in self._mark.folders or address == MARK

    def _is_blocked(self, address: str, is_folder: bool) -> bool:
        """Return whether something is in a folder of the name of a new file, or is that folder."""
        return (is_folder and address in self._mark.digests) or any(
            parent in self._mark.digests for parent in parents_of(address)
        )

    def _exchange(self, left: Iterable[tuple[str, bool]]) -> bool:
        """Put what is kept into the new folder, and exchange the two; return whether it worked."""
        new, target = self._new.path, self._target
        if new.is_relative_to(target):
            return False
        try:
            if not target.exists():
                new.rename(target)
                return True
            self._link(left)
            _copy_attributes(target, new)
            exchange(new, target)
        except OSError:
            return False
        return True

    def _link(self, left: Iterable[tuple[str, bool]]) -> None:
        """Let the new folder have what is kept, too; a folder that is a mount point can't be."""
        folders = []
        for address, is_folder in left:
            old, new = self._target / address, self._new.path / address
            if not is_folder:
                os.link(old, new, follow_symlinks=False)
            elif old.is_mount():
                raise OSError(f"{old} is a mount point")
            else:
                new.mkdir(exist_ok=True)
                folders.append((old, new))
        for old, new in reversed(folders):
            _copy_attributes(old, new)

    def _replace_one_by_one(self, taken: Iterable[str]) -> None:
        """Replace the files one after the other; at any moment the mark covers what is there."""
        work = self._target / _INSIDE
        self._target.mkdir(exist_ok=True)
        self._put(self._earlier.joined(self._mark).to_json(), MARK)
        for address in taken:
            if address in self._mark.folders:
                (self._target / address).unlink()
        for address in self._mark.digests:
            path = self._target / address
            path.parent.mkdir(parents=True, exist_ok=True)
            self._put((self._new.path / address).read_bytes(), address)
        self._remove_stale()
        self._put(self._mark.to_json(), MARK)
        if not self._new.path.is_relative_to(work):
            _remove(work)

    def _put(self, content: bytes, address: str) -> None:
        """Write a file, which has its name only when all of it is written."""
        piece = self._target / _INSIDE / "piece"
        piece.parent.mkdir(exist_ok=True)
        piece.unlink(missing_ok=True)
        piece.write_bytes(content)
        piece.replace(self._target / address)

    def _remove_stale(self) -> None:
        for address, is_folder in list(entries_of(self._target)):
            ours = not is_folder and self._earlier.wrote(self._target, address)
            if ours and address not in self._mark.digests and address != MARK:
                (self._target / address).unlink()
        folders = self._earlier.folders - self._mark.folders
        for address in sorted(folders, key=len, reverse=True):
            with contextlib.suppress(OSError):  # it holds what is kept, or is gone
                (self._target / address).rmdir()


def _copy_attributes(old: Path, new: Path) -> None:
    """Copy mode, times and, where that is allowed, owner from a folder to another."""
    shutil.copystat(old, new)
    status = old.stat()
    with contextlib.suppress(OSError, AttributeError):
        os.chown(new, status.st_uid, status.st_gid)


def _remove(folder: Path) -> None:
    """Remove a folder of ours, whatever the folders inside it allow."""
    for path, inner, _ in os.walk(folder):
        for each in (Path(path, name) for name in inner):
            if not each.is_symlink():
                each.chmod(stat.S_IRWXU)
    shutil.rmtree(folder, ignore_errors=True)
