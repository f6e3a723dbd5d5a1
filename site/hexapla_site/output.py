"""What every folder with pages needs, and how their texts are written."""

import shutil
from collections.abc import Collection
from pathlib import Path

from hexapla_site.folders import STATIC
from hexapla_site.fonts import FONTS, font_styles

SITE = "site"
"""What the mark of a folder says that it holds."""
REPORT = "report"


def copy_static_files(target: Path, names: Collection[str] | None = None) -> None:
    """Copy static files into a folder, all where none are named.

    The fonts come as the style sheet that holds them.
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
