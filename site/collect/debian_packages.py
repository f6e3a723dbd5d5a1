"""The pages of HTML in packages of Debian: which packages, where they are from, what is in them.

A package is a file in the `ar` format, and what it installs a compressed `tar` archive in it
(deb(5)). It is read as it is: nothing is installed or unpacked, and no program of Debian is needed.
"""

import hashlib
import heapq
import io
import json
import shutil
import tarfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import attrs

MIRROR = "https://deb.debian.org/{archive}/{path}"

_SUFFIXES = (".html", ".htm", ".xhtml")
# What is in these folders are parts of programs, such as templates, and no pages.
_NO_PAGES = ("/examples/", "/templates/", "/_downloads/")
_AR, _HEADER = b"!<arch>\n", 60


class PackageError(Exception):
    """A package can't be had, or is not what it should be."""


@attrs.frozen
class Package:
    """A package of Debian.

    Attributes:
        name: Its name.
        version: Its version.
        path: Where it is in an archive.
        sha256: The SHA-256 of its file, in hexadecimal.
        unmarked: What made those of its pages that do not say what made them.
    """

    name: str
    version: str
    path: str
    sha256: str
    unmarked: str = "not known"

    @property
    def archive(self) -> str:
        """The archive of Debian that has it."""
        return "debian-security" if self.path.startswith("pool/updates/") else "debian"


@attrs.frozen
class Collection:
    """Packages, and how many pages of each are read at most.

    Attributes:
        release: The release of Debian that they are from.
        date: On which day they were that release's packages.
        most_pages: How many pages of a package are read at most.
        packages: The packages.
    """

    release: str
    date: str
    most_pages: int
    packages: tuple[Package, ...]


@attrs.frozen
class PackagePage:
    """A page: its path below the root of a file system, and its octets."""

    path: str
    content: bytes = attrs.field(repr=False)


def read_collection(file: Path) -> Collection:
    """Read which packages to take."""
    form: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return Collection(**form | {"packages": tuple(Package(**item) for item in form["packages"])})


def fetch(package: Package, cache: Path, mirror: str = MIRROR) -> Path:
    """Return the file of a package, downloaded into a folder if it is not there yet.

    `apt-get download` gives a file the same name but for a `%3a` after an epoch.

    Args:
        package: The package.
        cache: The folder.
        mirror: Where a mirror of Debian has it, with `{archive}` and `{path}` in it.

    Raises:
        PackageError: Its octets are not those of the package.
        OSError: It can't be downloaded or written.
    """
    name = package.path.rpartition("/")[2]
    epoch, colon, _ = package.version.partition(":")
    file = cache / name
    downloaded = cache / name.replace("_", f"_{epoch}%3a", 1) if colon else file
    if not file.exists() and downloaded.exists():
        file = downloaded
    if not file.exists():
        cache.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        address = mirror.format(archive=package.archive, path=package.path)
        with urllib.request.urlopen(address) as source, part.open("wb") as out:
            shutil.copyfileobj(source, out)
        part.replace(file)
    with file.open("rb") as octets:
        sha256 = hashlib.file_digest(octets, "sha256").hexdigest()
    if sha256 != package.sha256:
        raise PackageError(f"{file} has SHA-256 {sha256}, not {package.sha256}")
    return file


def pages(package: Package, file: Path, most: int) -> tuple[int, list[PackagePage]]:
    """Return how many pages a package has, and a sample of them in the order of their paths.

    The sample are the pages of which the SHA-256 of "PACKAGE/PATH" is smallest: which they are does
    not depend on what is in them, and is the same in every run.

    Args:
        package: The package.
        file: Its file.
        most: How many pages the sample has at most.

    Raises:
        PackageError: The file is no package.
    """
    count = 0
    sample: list[tuple[int, PackagePage]] = []
    for page in _all_pages(file):
        count += 1
        digest = hashlib.sha256(f"{package.name}/{page.path}".encode("utf-8", "surrogateescape"))
        item = -int.from_bytes(digest.digest()), page
        if len(sample) < most:
            heapq.heappush(sample, item)
        else:
            heapq.heappushpop(sample, item)
    return count, sorted((page for _, page in sample), key=lambda page: page.path)


def _all_pages(file: Path) -> Iterator[PackagePage]:
    with file.open("rb") as octets:
        name, data = _data_of(octets)
        compression = name.removeprefix("data.tar").removeprefix(".")
        # mypy knows no mode that is put together.
        with tarfile.open(fileobj=data, mode=f"r|{compression}") as archive:  # type: ignore[call-overload]
            for member in archive:
                path = "/" + member.name.removeprefix("./")
                if member.isfile() and _is_page(path):
                    content = archive.extractfile(member)
                    assert content is not None
                    yield PackagePage(path, content.read())


def _is_page(path: str) -> bool:
    lower = path.lower()
    return lower.endswith(_SUFFIXES) and not any(folder in lower for folder in _NO_PAGES)


def _data_of(octets: BinaryIO) -> tuple[str, BinaryIO]:
    """Return the name of the archive of what a package installs, and its octets."""
    if octets.read(len(_AR)) != _AR:
        raise PackageError(f"{octets.name} is no package of Debian")
    while header := octets.read(_HEADER):
        name, size = header[:16].decode().rstrip(" /"), int(header[48:58])
        if name.startswith("data.tar"):
            return name, io.BytesIO(octets.read(size))
        octets.seek(size + size % 2, io.SEEK_CUR)
    raise PackageError(f"{octets.name} installs nothing")
