"""Two checkers of pages from outside: axe-core for accessibility, Nu for HTML."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Page

_MODULES = Path(__file__).parents[1] / "site" / "node_modules"
_AXE = _MODULES / "axe-core" / "axe.min.js"
_NU = next(_MODULES.glob("vnu-jar/build/dist/vnu.jar"), None)
_REQUIRED = bool(os.environ.get("NODE_MODULES_REQUIRED"))
_MISSING = "not here; to have it: npm ci in site/"
_RUN_AXE = """(part) => axe.run(part, {resultTypes: ["violations"]}).then(({violations}) =>
  violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`))"""
_SHORTEN = """(limits) => {
  for (const [tag, limit] of Object.entries(limits))
    for (const element of document.querySelectorAll(`main ${tag}:nth-of-type(n + ${limit + 1})`))
      element.remove();
}"""
_LIMITS = {"tr": 2, "tbody": 2, "li": 3, "details": 3, "div": 6, "section": 6, "figure": 2}

HAS_AXE = _AXE.exists() or _REQUIRED
needs_axe = pytest.mark.skipif(not HAS_AXE, reason=f"axe-core is {_MISSING}")
needs_nu = pytest.mark.skipif(
    (_NU is None or shutil.which("java") is None) and not _REQUIRED,
    reason=f"the Nu HTML checker, or Java, is {_MISSING}",
)


def shorten(page: Page) -> None:
    """Leave only the first of the elements that a template makes in a loop."""
    page.evaluate(_SHORTEN, _LIMITS)


def add_axe(page: Page) -> None:
    """Load axe-core into a page."""
    page.evaluate(_AXE.read_text("utf-8"))


def axe_violations(page: Page, part: str = "html") -> object:
    """Return the rules of axe-core that a page with axe-core violates, with the elements.

    Args:
        page: The page, with axe-core.
        part: A selector of the element that is checked.
    """
    return page.evaluate(_RUN_AXE, part)


def nu_errors(directory: Path) -> str:
    """Return the errors that the Nu HTML checker reports for the pages in a folder."""
    checker = ["java", "-jar", str(_NU), "--errors-only", "--skip-non-html", "--stdout"]
    return subprocess.run(
        [*checker, str(directory)], capture_output=True, text=True, check=False
    ).stdout
