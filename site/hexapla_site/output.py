"""The folder that a site is built into."""

import shutil
from collections.abc import Collection
from pathlib import Path

from hexapla_site.folders import STATIC
from hexapla_site.fonts import FONTS, font_styles

SITE = "site"
"""What the mark of a folder says that it holds."""
REPORT = "report"


def copy_static_files(target: Path, names: Collection[str] | None = None) -> None:
    """Copy static files into a folder; the fonts come as the style sheet that holds them.

    Args:
        target: The folder, which is made where it is missing.
        names: The names of the files and folders to copy, all where none are given.
    """
    target.mkdir(parents=True, exist_ok=True)
    for source in STATIC.iterdir():
        if names is not None and source.name not in names:
            continue
        if source.is_dir():
            held = shutil.ignore_patterns("*.woff2")
            shutil.copytree(source, target / source.name, ignore=held, dirs_exist_ok=True)
        else:
            shutil.copyfile(source, target / source.name)
    (target / FONTS).write_text(font_styles(), encoding="utf-8", newline="\n")


def octets_of(text: str) -> bytes:
    """Return a text in UTF-8, with ? for a lone surrogate: a program's name may have one."""
    return text.encode("utf-8", errors="replace")


class OutputFolder:
    """The folder that the files of a build are written into, by their addresses."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._addresses: list[str] = []

    def add_static_files(self) -> None:
        """Copy what every page needs, and is written by no kind of page."""
        copy_static_files(self._directory / "static")

    def write(self, address: str, content: str | bytes) -> None:
        """Write a file by its address, text in UTF-8."""
        path = self._directory / address
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(octets_of(content) if isinstance(content, str) else content)
        self._addresses.append(address)

    @property
    def addresses(self) -> frozenset[str]:
        """The addresses of all files that are there by this build."""
        static = (self._directory / "static").rglob("*")
        paths = (path.relative_to(self._directory) for path in static if path.is_file())
        return frozenset(self._addresses).union(path.as_posix() for path in paths)
