"""CONTRIBUTING is correct: its example of a spec runs, and it describes every package."""

import re
from pathlib import Path

from documented import run_examples
from source_tree import modules

from hexapla.standard import Standard
from hexapla.standard.rule import Phase
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


def test_each_name_in_its_theory_is_in_the_code() -> None:
    _, _, rest = CONTRIBUTING.partition("\n## Theory of operation\n")
    theory, _, _ = rest.partition("\n## ")
    named = re.findall(r"`([^`\n]+)`", theory)
    files = {name for name in named if name.endswith(".py")}
    below = (ROOT / "core" / "hexapla", ROOT / "site")
    assert len(files) > 10
    for name in files:
        assert any((folder / name).is_file() for folder in below), name
    known = frozenset[str]().union(*(module.identifiers for module in modules()))
    folders = {name for name in named if "/" in name}
    identifiers = [part for name in {*named} - folders - files for part in name.split(".")]
    assert len(identifiers) > 30
    # The entry point under which standards are found.
    assert {*identifiers} - known <= {"specs"}


def test_its_phases_are_those_of_the_code() -> None:
    rows = re.findall(r"^\| (\w+) \| `(\w+)\(", CONTRIBUTING, re.MULTILINE)
    assert [phase for phase, _ in rows] == list(Phase)
    for _, function in rows:
        assert hasattr(Standard, function) or function in Standard.__annotations__, function


def test_every_program_that_it_names_is_there() -> None:
    named = re.findall(
        r"((?:benchmarks|site/collect|tests)/[\w/]+(?:\.\w+)+|\.ci/[\w.]*\w)", CONTRIBUTING
    )
    assert len(named) > 15
    for name in named:
        assert (ROOT / name).exists(), name


def test_every_package_of_core_has_a_line() -> None:
    rows = re.findall(r"^\| (`.*`) \| .* \|$", CONTRIBUTING, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    folder = ROOT / "core" / "hexapla"
    assert {path.parent.name for path in folder.glob("*/__init__.py")} - named == set()
