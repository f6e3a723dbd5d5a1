"""A folder of files that Hexapla writes: built beside, and put in place when all of it is there.

Files that Hexapla did not write are kept. A mark in the folder has the digest of each file that
Hexapla wrote, since a name alone is no proof: another program may write a file of that name, and a
user may change one.
"""

import contextlib
import hashlib
import os
import re
import shutil
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import attrs

from hexapla.jobs.atomic import json_line
from hexapla.jobs.errors import BusyError, ForeignFolderError, RunError
from hexapla.jobs.resume import held
from hexapla.text.json_text import json_value
from hexapla.values.provenance import provenance_now

MARK = ".hexapla.json"
_DIGEST = re.compile("[0-9a-f]{64}")
_SHOWN = 3  # names in a message


@attrs.frozen
class Mark:
    """What Hexapla wrote into a folder.

    Attributes:
        holds: What the folder holds, such as `site`.
        digests: The SHA-256 digest of each file, by its address.
    """

    holds: str
    digests: Mapping[str, str] = attrs.field(factory=dict)

    @property
    def folders(self) -> frozenset[str]:
        """The addresses of the folders that the files are in."""
        return frozenset(parent for address in self.digests for parent in _parents_of(address))

    def wrote(self, folder: Path, address: str) -> bool:
        """Return whether a file in a folder is, by name and content, one that Hexapla wrote."""
        if address == MARK:
            return True
        return address in self.digests and _digest_of(folder / address) == self.digests[address]

    def takes(self, address: str) -> bool:
        """Return whether a file or a folder of the mark has an address."""
        return address in self.digests or address in self.folders or address == MARK

    def to_json(self) -> bytes:
        """Return the content of the file."""
        form = {"hexapla": provenance_now().to_dict(), "holds": self.holds, "files": self.digests}
        return json_line(form)


def mark_of(folder: Path, holds: str) -> Mark:
    """Return the mark for a folder with nothing but what Hexapla wrote."""
    files = (address for address, is_folder in _entries_of(folder) if not is_folder)
    return Mark(holds, {each: _digest_of(folder / each) for each in files})


def read_mark(folder: Path) -> Mark | None:
    """Return the mark of a folder; None where there is none that Hexapla wrote."""
    path = folder / MARK
    try:
        form = json_value(path.read_bytes()) if _is_regular(path) else None
    except (OSError, ValueError):
        return None
    match form:
        case {"hexapla": {"version": str()}, "holds": str(holds), "files": dict(files)}:
            return Mark(holds, files) if all(map(_is_digest, files.values())) else None
    return None


@attrs.frozen
class NewFolder:
    """The files that are to be in a folder, while they are written.

    Attributes:
        path: Where they are written.
        replaced: The folder in which they will be.
    """

    path: Path
    replaced: Path
    _mark: Mark

    def earlier(self, address: str) -> bytes | None:
        """Return the content of a file that Hexapla wrote before; None where it is not there."""
        if not self._mark.wrote(self.replaced, address):
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
        made = mark_of(new.path, holds)
        kept = list(_kept(target, mark))
        taken = [address for address, is_folder in kept if not is_folder and made.takes(address)]
        changed = [address for address in taken if not made.wrote(target, address)]
        _refuse(folder, _blocking(kept, made) or ([] if force else changed))
        (new.path / MARK).write_bytes(made.to_json())
        if target.exists():
            _link((entry for entry in kept if entry[0] not in taken), target, new.path)
            target.rename(work / _OLD)
        new.path.rename(target)


_NEW, _OLD = "new", "old"


@contextlib.contextmanager
def _work_folder(target: Path) -> Iterator[Path]:
    """Hold a folder beside another, and remove it at the end; what a killed process left goes."""
    work = target.with_name(f".{target.name}.hexapla-unfinished")
    if work.is_symlink():
        raise ForeignFolderError(f"{work} is a symbolic link; remove it")
    work.mkdir(parents=True, exist_ok=True)
    try:
        with held(work):
            try:
                _put_back(work, target)
                for name in (_NEW, _OLD):
                    _remove(work / name)
                yield work
            finally:
                _put_back(work, target)
                _remove(work)
    except BusyError as error:
        raise BusyError(f"another process is writing into {target}; wait until it ends") from error


def _put_back(work: Path, target: Path) -> None:
    """Restore the name of a folder, where a process was stopped in the last step."""
    if (work / _OLD).exists() and not os.path.lexists(target):
        (work / _OLD).rename(target)


def _kept(target: Path, mark: Mark) -> Iterator[tuple[str, bool]]:
    """Yield what is in a folder that Hexapla did not write, and whether it is a folder."""
    for address, is_folder in _entries_of(target) if target.exists() else ():
        if is_folder and address in mark.folders:
            continue
        if is_folder or not mark.wrote(target, address):
            yield address, is_folder


def _blocking(kept: Iterable[tuple[str, bool]], made: Mark) -> list[str]:
    """Return what is in a folder that has the name of a new file, or is that folder."""
    return [
        address
        for address, is_folder in kept
        if (is_folder and address in made.digests)
        or any(parent in made.digests for parent in _parents_of(address))
    ]


def _link(kept: Iterable[tuple[str, bool]], target: Path, new: Path) -> None:
    """Let a new folder have what is kept of another, and its mode, times and owner."""
    folders = [(target, new)]
    for address, is_folder in kept:
        if is_folder:
            (new / address).mkdir(exist_ok=True)
            folders.append((target / address, new / address))
        else:
            (new / address).parent.mkdir(parents=True, exist_ok=True)
            os.link(target / address, new / address, follow_symlinks=False)
    for old, copy in reversed(folders):
        shutil.copystat(old, copy)
        with contextlib.suppress(OSError, AttributeError):
            os.chown(copy, old.stat().st_uid, old.stat().st_gid)


def _remove(folder: Path) -> None:
    """Remove a folder of ours, whatever the folders inside it allow."""
    for path, inner, _ in os.walk(folder):
        for each in (Path(path, name) for name in inner):
            if not each.is_symlink():
                each.chmod(stat.S_IRWXU)
    shutil.rmtree(folder, ignore_errors=True)


def _entries_of(folder: Path) -> Iterator[tuple[str, bool]]:
    """Yield the address of all that is in a folder, at any depth, and whether it is a folder.

    A symbolic link is no folder, wherever it leads.
    """
    for path, folders, files in os.walk(folder):
        where = Path(path)
        folders.sort()
        for name in sorted([*folders, *files]):
            entry = where / name
            yield entry.relative_to(folder).as_posix(), entry.is_dir() and not entry.is_symlink()


def _parents_of(address: str) -> Iterator[str]:
    """Yield the addresses of the folders that an address is in, the innermost first."""
    while "/" in address:
        address = address.rpartition("/")[0]
        yield address


def _digest_of(path: Path) -> str:
    """Return the SHA-256 digest of a regular file; "" for anything else."""
    if not _is_regular(path):
        return ""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_digest(value: object) -> bool:
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def _is_regular(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()
