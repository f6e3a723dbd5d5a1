"""Rules for all of the code; the rules about imports between packages are in pyproject.toml."""

import ast
import re
from collections.abc import Iterator

import pytest
from source_tree import ROOT, ROOTS, imported_modules, modules

from hexapla.values.value import Value

_STANDARD = re.compile("(rfc)?(1630|1738|1808|2396|3986)|whatwg", re.IGNORECASE)
_NAMING_STANDARDS = (
    "core/hexapla/implementations/adapters/",  # one of the parsers is called rfc3986
    "core/hexapla/agreements/agreed_host.py",  # a guard without one of its standards must fail
)


def test_core_names_no_standard() -> None:
    """Docstrings and messages may mention one as an example; code may not."""
    assert [
        f"{module.shown}: {name}"
        for module in modules()
        if module.shown.startswith("core") and not module.shown.startswith(_NAMING_STANDARDS)
        for name in (*module.identifiers, *filter(_STANDARD.fullmatch, module.strings))
        if _STANDARD.search(name)
    ] == []


def test_core_holds_packages_only() -> None:
    folder = ROOTS["core"] / "hexapla"
    files = {path.name for path in folder.iterdir() if path.is_file()}
    assert files == {"__init__.py", "__main__.py", "py.typed"}
    folders = [path for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__"]
    assert [path.name for path in folders if not (path / "__init__.py").exists()] == []


@pytest.mark.parametrize(
    "package", ["core/hexapla", "specs/hexapla_specs", "site/hexapla_site"], ids=str
)
def test_the_types_are_shipped(package: str) -> None:
    assert (ROOT / package / "py.typed").exists()


@pytest.mark.parametrize("root", ROOTS)
def test_a_root_is_no_package(root: str) -> None:
    assert not (ROOT / root / "__init__.py").exists()


def test_a_class_name_is_used_once() -> None:
    """Packages of two standards may use the same name, since their texts use the same terms."""
    owners: dict[str, list[str]] = {}
    for module in modules():
        package = module.shown.rpartition("/")[0] if module.shown.startswith("specs/") else ""
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef):
                owners.setdefault(f"{package} {node.name}", []).append(module.shown)
    assert {name: shown for name, shown in owners.items() if len(shown) > 1} == {}


def test_no_literal_is_unpacked_in_place() -> None:
    """`f(*(a, b), c)` must be written `f(a, b, c)`, even if that takes several lines."""
    unpacked = [
        f"{module.shown}:{node.lineno}"
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Starred) and isinstance(node.value, ast.Tuple | ast.List)
    ]
    assert unpacked == []


def test_docstrings_say_return() -> None:
    give = (
        f"{module.shown}: {function.name}"
        for module in modules()
        for function in module.functions
        if (ast.get_docstring(function) or "").startswith("Give ")
    )
    assert sorted(give) == []


def subclasses(parent: type[Value]) -> Iterator[type[Value]]:
    for child in parent.__subclasses__():
        yield child
        yield from subclasses(child)


def test_no_value_is_shown_by_what_attrs_generates() -> None:
    assert list(imported_modules())
    for value in subclasses(Value):
        assert not value.__repr__.__code__.co_filename.startswith("<attrs generated"), value
