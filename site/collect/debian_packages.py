"""Debian packages: download them, and read their HTML pages.

A package is a file in the `ar` format. It contains a `tar` archive, usually compressed, with the
files that it installs (deb(5)). Packages are read directly: nothing is installed or unpacked, and
no Debian program is needed.
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
# Files in these folders are parts of programs, such as templates, not pages.
_NO_PAGES = ("/examples/", "/templates/", "/_downloads/")
_AR, _HEADER = b"!<arch>\n", 60


class PackageError(Exception):
    """A file isn't a Debian package, or isn't the expected package."""


@attrs.frozen
class Package:
    """A Debian package.

    Attributes:
        name: The name of the package.
        version: The version of the package.
        path: The path of the package's file in a Debian archive.
        sha256: The SHA-256 of the file, in hexadecimal.
        unmarked: The generator of those pages in the package that don't name a generator.
    """

    name: str
    version: str
    path: str
    sha256: str
    unmarked: str = "not known"

    @property
    def archive(self) -> str:
        """The name of the Debian archive that contains the package."""
        return "debian-security" if self.path.startswith("pool/updates/") else "debian"


@attrs.frozen
class Collection:
    """The packages to use, and the maximum number of pages to read from each.

    Attributes:
        release: The Debian release that contains the packages.
        date: The day on which the release contained these versions of the packages.
        most_pages: The maximum number of pages to read from a package.
        packages: The packages.
    """

    release: str
    date: str
    most_pages: int
    packages: tuple[Package, ...]


@attrs.frozen
class PackagePage:
    """A page: the path to which the package installs it, and its bytes."""

    path: str
    content: bytes = attrs.field(repr=False)


def read_collection(file: Path) -> Collection:
    """Read the list of packages to use."""
    form: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return Collection(**form | {"packages": tuple(Package(**item) for item in form["packages"])})


def fetch(package: Package, cache: Path, mirror: str = MIRROR) -> Path:
    """Return the file of a package; download it to the cache folder if it isn't there yet.

    A file that `apt-get download` wrote there is also used. If the version of the package has an
    epoch, the name of such a file contains the epoch and `%3a`.

    Args:
        package: The package.
        cache: The folder.
        mirror: The address of a file on a Debian mirror, with the placeholders `{archive}` and
            `{path}`.

    Raises:
        PackageError: The checksum of the file isn't that of the package.
        OSError: The file can't be downloaded, written or read.
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
    """Return the number of pages in a package, and a sample of the pages, sorted by path.

    The sample consists of the pages with the smallest SHA-256 of "PACKAGE/PATH". Therefore, it
    doesn't depend on the content of pages, and is the same in every run.

    Args:
        package: The package.
        file: The file of the package.
        most: The maximum number of pages in the sample.

    Raises:
        PackageError: The file isn't a Debian package.
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
        # mypy accepts only a literal mode.
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
    """Return the name and the content of the archive with the files that a package installs."""
    if octets.read(len(_AR)) != _AR:
        raise PackageError(f"{octets.name} isn't a Debian package")
    while header := octets.read(_HEADER):
        name, size = header[:16].decode().rstrip(" /"), int(header[48:58])
        if name.startswith("data.tar"):
            return name, io.BytesIO(octets.read(size))
        octets.seek(size + size % 2, io.SEEK_CUR)
    raise PackageError(f"{octets.name} doesn't contain any files to install")
