"""What CONTRIBUTING says holds: its spec runs as it stands there, and no package is left out."""

import re
from pathlib import Path

from documented import run_examples

from hexapla_site.folders import SNIPPETS
from hexapla_site.markdown import listings

ROOT = Path(__file__).parents[1]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_every_example_runs(tmp_path: Path) -> None:
    assert run_examples(listings(CONTRIBUTING), tmp_path, slow=False) == ()


def test_its_spec_is_that_of_the_documentation() -> None:
    files = {listing.file: listing.text for listing in listings(CONTRIBUTING) if listing.file}
    assert files == {name: (SNIPPETS / name).read_text("utf-8") for name in files}
    assert files.keys() == {"small.py", "test_small.py"}


def test_every_package_of_core_has_a_line() -> None:
    rows = re.findall(r"^\| (`.*`) \| .* \|$", CONTRIBUTING, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    folder = ROOT / "core" / "hexapla"
    assert {path.parent.name for path in folder.glob("*/__init__.py")} - named == set()
