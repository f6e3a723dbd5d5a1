"""Importing the package loads almost nothing; each public name is loaded when it is used."""

import ast
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest

import hexapla
import hexapla.standard

COSTLY = {
    *("ada_url", "attrs", "click", "difflib", "email", "html", "html.parser"),
    *("importlib.metadata", "jinja2", "json", "jsonschema", "zipfile"),
}


def loaded_by(statement: str) -> set[str]:
    script = (
        "import sys\nbefore = set(sys.modules)\n"
        f"{statement}\nprint(*(set(sys.modules) - before), sep='\\n')"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_package_loads_nothing_of_its_own() -> None:
    loaded = loaded_by("import hexapla")
    assert not loaded & COSTLY
    own = {name for name in loaded if name.startswith("hexapla.")}
    assert own == {"hexapla.values", "hexapla.values.lazy"}


def test_the_group_loads_click_alone() -> None:
    loaded = loaded_by("import hexapla.cli.group")
    assert not loaded & {"attrs", "email", "html.parser", "importlib.metadata", "jinja2"}
    assert {name for name in loaded if name.startswith("hexapla.")} == {
        *("hexapla.cli", "hexapla.cli.command", "hexapla.cli.commands", "hexapla.cli.group"),
        "hexapla.cli.interrupts",
        *("hexapla.values", "hexapla.values.errors", "hexapla.values.lazy"),
    }


@pytest.mark.parametrize(
    "module", ["hexapla.comparison.explanation", "hexapla.identification.wording"]
)
def test_wording_loads_no_terminal_and_no_markup(module: str) -> None:
    assert not loaded_by(f"import {module}") & {"click", "hexapla.cli", "jinja2", "markdown_it"}


def test_an_adapter_loads_no_standard() -> None:
    loaded = loaded_by("import hexapla.implementations.serving")
    packages = {name.split(".")[1] for name in loaded if name.startswith("hexapla.")}
    assert not packages & {"comparison", "discover", "grammar"}
    assert "hexapla.standard.spec" not in loaded


@pytest.mark.parametrize("package", [hexapla, hexapla.standard], ids=lambda each: each.__name__)
def test_type_checkers_and_python_find_the_same_names(package: ModuleType) -> None:
    tree = ast.parse(Path(str(package.__file__)).read_text("utf-8"))
    typed = next(node for node in tree.body if isinstance(node, ast.If))
    imported = {
        alias.name: node.module
        for node in typed.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert imported == package._MODULES
    assert sorted(imported) == sorted(package.__all__)
    assert set(package.__all__) <= set(dir(package))
    for name, module in imported.items():
        assert getattr(package, name) is getattr(sys.modules[str(module)], name)


def test_the_public_names_are_few_enough_to_read() -> None:
    assert len(hexapla.__all__) <= 64


def test_an_unknown_name_is_an_error_and_the_version_known() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'compair'"):
        _ = hexapla.compair  # type: ignore[attr-defined]
    assert hexapla.__version__ == version("hexapla")
