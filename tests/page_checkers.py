"""Two checkers of pages from outside: axe-core for accessibility, Nu for HTML."""

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
# Two elements look the same where they, and all that they are in, have the same name, classes and
# attributes, and both a text or none. What a loop made goes where all in it looks like something
# before it.
_SHORTEN = script("shorten")

# A run is too short for a thorough compiler to pay; the schemas need a deep stack.
_JAVA = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss8m")

HAS_AXE = _AXE.exists() or _REQUIRED
needs_axe = pytest.mark.skipif(not HAS_AXE, reason=f"axe-core is {_MISSING}")
needs_nu = pytest.mark.skipif(
    (_NU is None or shutil.which("java") is None) and not _REQUIRED,
    reason=f"the Nu HTML checker, or Java, is {_MISSING}",
)


def shorten(page: Page) -> None:
    """Leave of what a template makes in loops the first of all that look the same."""
    page.evaluate(_SHORTEN)


def add_axe(page: Page) -> None:
    page.evaluate(_AXE.read_text("utf-8"))


def axe_violations(page: Page, part: str = "html", *, colours_alone: bool = False) -> object:
    """Return the rules of axe-core that a page with axe-core violates, with the elements.

    Args:
        page: The page, with axe-core.
        part: A selector of the element that is checked.
        colours_alone: Check the rules about colours and no others.
    """
    return page.evaluate(_RUN_AXE, [part, _COLOUR_RULES if colours_alone else None])


def nu_errors(*paths: Path) -> str:
    """Return the errors that the Nu HTML checker reports for pages, or the pages in folders."""
    checker = ["java", *_JAVA, "-jar", str(_NU), "--errors-only", "--skip-non-html", "--stdout"]
    return subprocess.run(
        [*checker, *map(str, paths)], capture_output=True, text=True, check=False
    ).stdout
