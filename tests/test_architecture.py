"""The arrows of the house: site to specs to core, and no memo to another."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = {
    "hexapla": ROOT / "core" / "hexapla",
    "hexapla_specs": ROOT / "specs" / "hexapla_specs",
    "hexapla_site": ROOT / "site" / "hexapla_site",
}
ALLOWED = {
    "hexapla": {"hexapla"},
    "hexapla_specs": {"hexapla"},
    "hexapla_site": {"hexapla", "hexapla_site"},
}
MODULES = [
    pytest.param(package, path, id=f"{package}.{path.stem}")
    for package, folder in PACKAGES.items()
    for path in sorted(folder.rglob("*.py"))
]


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports relatively"
            names.add(str(node.module))
    own = f"hexapla_specs.{path.parent.name}"  # a standard may be several modules
    foreign = {name for name in names if not name.startswith(f"{own}.") and name != own}
    return {name.split(".")[0] for name in foreign} & set(PACKAGES)


@pytest.mark.parametrize(("package", "path"), MODULES)
def test_an_arrow_points_back(package: str, path: Path) -> None:
    """The site reaches the memos only through the registry, and a memo reaches only the core."""
    assert imported(path) <= ALLOWED[package]


@pytest.mark.parametrize("path", sorted(PACKAGES["hexapla"].rglob("*.py")), ids=lambda p: p.stem)
def test_the_core_names_a_memo(path: Path) -> None:
    """Docstrings and messages may give a memo as an example; code may not."""
    tree = ast.parse(path.read_text("utf-8"))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not [name for name in names if any(memo in name for memo in ("1630", "1808", "2396"))]


@pytest.mark.parametrize("package", PACKAGES)
def test_the_types_are_not_shipped(package: str) -> None:
    assert (PACKAGES[package] / "py.typed").exists()


@pytest.mark.parametrize("root", ["core", "specs", "site"])
def test_a_root_is_a_package(root: str) -> None:
    assert not (ROOT / root / "__init__.py").exists()
