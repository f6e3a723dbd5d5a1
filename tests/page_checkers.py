"""Two external checkers of pages: axe-core for accessibility, and Nu for HTML."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from browsing import script
from playwright.sync_api import Page

_MODULES = Path(__file__).parents[1] / "site" / "node_modules"
_AXE = _MODULES / "axe-core" / "axe.min.js"
_NU = next(_MODULES.glob("vnu-jar/build/dist/vnu.jar"), None)
_REQUIRED = bool(os.environ.get("NODE_MODULES_REQUIRED"))
_MISSING = "not here; to have it: npm ci in site/"
_RUN_AXE = script("run-axe")
_COLOUR_RULES = ("color-contrast", "link-in-text-block")
# Two elements look the same if they and all their ancestors have the same names, classes and
# attributes, and both have a text or neither has. An element made by a loop is removed if each
# element in it looks like one before it.
_SHORTEN = script("shorten")

# Runs are too short for an optimizing compiler to pay off; the schemas need a deep stack.
_JAVA = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss8m")

HAS_AXE = _AXE.exists() or _REQUIRED
needs_axe = pytest.mark.skipif(not HAS_AXE, reason=f"axe-core is {_MISSING}")
needs_nu = pytest.mark.skipif(
    (_NU is None or shutil.which("java") is None) and not _REQUIRED,
    reason=f"the Nu HTML checker, or Java, is {_MISSING}",
)


def shorten(page: Page) -> None:
    """Remove elements made by a template's loops, except the first of all that look the same."""
    page.evaluate(_SHORTEN)


def add_axe(page: Page) -> None:
    page.evaluate(_AXE.read_text("utf-8"))


def axe_violations(page: Page, part: str = "html", *, colours_alone: bool = False) -> object:
    """Return the rules of axe-core that a page with axe-core violates, with the elements.

    Args:
        page: The page, with axe-core.
        part: A selector of the element that is checked.
        colours_alone: Whether only the rules about colours are checked.
    """
    return page.evaluate(_RUN_AXE, [part, _COLOUR_RULES if colours_alone else None])


def nu_errors(*paths: Path) -> str:
    """Return the errors that the Nu HTML checker reports for pages, or the pages in folders."""
    checker = ["java", *_JAVA, "-jar", str(_NU), "--errors-only", "--skip-non-html", "--stdout"]
    return subprocess.run(
        [*checker, *map(str, paths)], capture_output=True, text=True, check=False
    ).stdout
