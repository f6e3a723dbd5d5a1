"""The pages against two judges from outside: axe-core for accessibility, Nu for HTML."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from site_under_test import built_site, kinds_of_page

MODULES = Path(__file__).parents[2] / "site" / "node_modules"
AXE = MODULES / "axe-core" / "axe.min.js"
NU = next(MODULES.glob("vnu-jar/build/dist/vnu.jar"), None)
REQUIRED = bool(os.environ.get("NODE_MODULES_REQUIRED"))
MISSING = "not here; to have it: npm ci in site/"


RUN_AXE = """axe.run(document, {resultTypes: ["violations"]}).then((found) =>
  found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`))"""


@pytest.mark.browser
@pytest.mark.skipif(not AXE.exists() and not REQUIRED, reason=f"axe-core is {MISSING}")
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_keeps_somebody_out(browser: Browser, scheme: str, width: int) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    page = context.new_page()
    for address in kinds_of_page():
        page.goto((built_site() / address).as_uri())
        page.evaluate(AXE.read_text("utf-8"))
        box = page.locator("#newcomers")
        for shown in (False, True) if box.count() and box.is_visible() else (None,):
            if shown is not None:
                box.set_checked(shown)
            assert page.evaluate(RUN_AXE) == [], (address, shown)
    context.close()


@pytest.mark.skipif(
    (NU is None or shutil.which("java") is None) and not REQUIRED,
    reason=f"the Nu HTML checker, or Java, is {MISSING}",
)
def test_a_page_is_no_html() -> None:
    checker = ["java", "-jar", str(NU), "--errors-only", "--skip-non-html", "--stdout"]
    done = subprocess.run(
        [*checker, str(built_site())], capture_output=True, text=True, check=False
    )
    assert done.stdout == ""
