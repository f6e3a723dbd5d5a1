"""The code that runs in a reader's browser: just what an answer needs, and always the same."""

import gzip
import json
from pathlib import Path
from typing import Any

from site_under_test import built_site

from hexapla.standard.registry import default_columns, specs
from hexapla_site.browser.bundle import ANSWER, PYTHON, python_script
from hexapla_site.browser.recorded import ADDRESS

MOST_OCTETS = 480_000  # for everything that the first answer needs, if compressed
_BEFORE = "window.hexaplaPython = "


def python_of(script: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(script.removeprefix(_BEFORE).rstrip().removesuffix(";"))
    return value


def compressed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), mtime=0))


def test_all_that_the_first_answer_needs_is_light() -> None:
    static = ("parsers.js", "answering.js", "playground.js", "columns.js")
    names = [PYTHON, ADDRESS, *(f"static/{name}" for name in static)]
    assert sum(compressed(built_site() / name) for name in names) <= MOST_OCTETS


def built_script() -> str:
    return (built_site() / PYTHON).read_text("utf-8")


def test_it_has_the_standards_of_the_columns_alone() -> None:
    modules = python_of(built_script())["bundle"]["modules"]
    assert "hexapla_specs.rfc1630.authority" in modules
    assert "hexapla_specs.rfc3987" not in modules
    assert "hexapla_specs.rfc3987" in python_of(python_script(specs()))["bundle"]["modules"]


def test_it_has_no_command_line_and_no_corpus() -> None:
    modules = python_of(built_script())["bundle"]["modules"]
    assert ANSWER in modules
    left_out = ("cli", "corpus", "discover", "jobs", "divergence", "implementations.", "pages")
    folders = tuple(f"hexapla.{name}" for name in left_out)
    found = [name for name in modules if name.startswith(folders)]
    assert found == ["hexapla.implementations.labels"]
    assert sum(name.startswith("hexapla_site") for name in modules) < 20


def test_the_script_is_the_same_from_build_to_build() -> None:
    assert python_script(default_columns()) == built_script()
