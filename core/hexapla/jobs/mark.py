"""The mark of a folder that Hexapla made: which files it wrote there, each with its digest.

A name alone is no proof: another program may write a file of that name, and a user may change a
file that Hexapla wrote. So a file counts as written by Hexapla only where its content is.
"""

import hashlib
import os
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs

from hexapla.jobs.files import json_line
from hexapla.text.json_text import json_value
from hexapla.values.provenance import provenance_now

MARK = ".hexapla.json"
_DIGEST = re.compile("[0-9a-f]{64}")


@attrs.frozen
class Mark:
    """What Hexapla wrote into a folder.

    Attributes:
        holds: What the folder holds, such as `site`.
        digests: The SHA-256 digests that each file may have, by its address: two where a build
            was interrupted that replaced one file after the other.
    """

    holds: str
    digests: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)

    @property
    def folders(self) -> frozenset[str]:
        """The addresses of the folders that the files are in."""
        return frozenset(parent for address in self.digests for parent in parents_of(address))

    def wrote(self, folder: Path, address: str) -> bool:
        """Return whether a file in a folder is, by name and content, one that Hexapla wrote."""
        if address == MARK:
            return True
        return address in self.digests and digest_of(folder / address) in self.digests[address]

    def joined(self, other: "Mark") -> "Mark":
        """Return the mark of a folder in which each file may be of this mark or of another."""
        addresses = dict.fromkeys((*self.digests, *other.digests))
        both = {
            address: tuple(
                dict.fromkeys((*self.digests.get(address, ()), *other.digests.get(address, ())))
            )
            for address in addresses
        }
        return Mark(other.holds, both)

    def to_json(self) -> bytes:
        """Return the content of the file."""
        form = {"hexapla": provenance_now().to_dict(), "holds": self.holds, "files": self.digests}
        return json_line(form)


def mark_of(folder: Path, holds: str) -> Mark:
    """Return the mark for a folder with nothing but what Hexapla wrote."""
    files = (address for address, is_folder in entries_of(folder) if not is_folder)
    return Mark(holds, {each: (digest_of(folder / each),) for each in files})


def read_mark(folder: Path) -> Mark | None:
    """Return the mark of a folder; None where there is none that Hexapla wrote."""
    path = folder / MARK
    try:
        form = json_value(path.read_bytes()) if _is_regular(path) else None
    except (OSError, ValueError):
        return None
    match form:
        case {"hexapla": {"version": str()}, "holds": str(holds), "files": dict(files)}:
            digests = {
                address: tuple(each) for address, each in files.items() if _are_digests(each)
            }
            return Mark(holds, digests) if len(digests) == len(files) else None
    return None


def entries_of(folder: Path) -> Iterator[tuple[str, bool]]:
    """Yield the address of all that is in a folder, at any depth, and whether it is a folder.

    A symbolic link is no folder, wherever it leads.
    """
    with os.scandir(folder) as listed:
        entries = sorted(listed, key=lambda entry: entry.name)
    for entry in entries:
        is_folder = entry.is_dir(follow_symlinks=False)
        yield entry.name, is_folder
        if is_folder:
            for address, inner in entries_of(folder / entry.name):
                yield f"{entry.name}/{address}", inner


def parents_of(address: str) -> Iterator[str]:
    """Yield the addresses of the folders that an address is in, the innermost first."""
    while "/" in address:
        address = address.rpartition("/")[0]
        yield address


def digest_of(path: Path) -> str:
    """Return the SHA-256 digest of a regular file; "" for anything else."""
    if not _is_regular(path):
        return ""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_regular(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def _are_digests(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(each, str) and _DIGEST.fullmatch(each) for each in value
    )
