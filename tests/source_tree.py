"""The modules of this project as their source has them: what they import, define and say."""

import ast
import functools
import importlib
import pkgutil
import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from types import ModuleType

import attrs

import hexapla
import hexapla_site
import hexapla_specs

ROOT = Path(__file__).parents[1]
ROOTS = {"core": ROOT / "core", "specs": ROOT / "specs", "site": ROOT / "site"}


class Where(StrEnum):
    """Where an import stands, which says when it is run."""

    MODULE = "module"
    FUNCTION = "function"
    TYPES = "type checking"


@attrs.frozen
class Import:
    """A module that another one imports."""

    name: str
    where: Where


@attrs.frozen(eq=False)
class Module:
    """A file of Python below one of the three roots."""

    root: str
    name: str
    path: Path

    @functools.cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.path.read_text("utf-8"))

    @functools.cached_property
    def imports(self) -> tuple[Import, ...]:
        return tuple(dict.fromkeys(_imports(self.tree, Where.MODULE)))

    @functools.cached_property
    def identifiers(self) -> frozenset[str]:
        """The names that it defines or uses, and those in its own name."""
        return frozenset((*_identifiers(self.tree), *self.name.split(".")))

    @functools.cached_property
    def strings(self) -> frozenset[str]:
        return frozenset(
            node.value
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        )

    @functools.cached_property
    def functions(self) -> tuple[ast.FunctionDef | ast.AsyncFunctionDef, ...]:
        return tuple(
            node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        )

    @property
    def shown(self) -> str:
        return str(self.path.relative_to(ROOT))


def _module_name(root: Path, path: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@functools.cache
def modules() -> dict[str, Module]:
    """Return the modules below the three roots by their names."""
    found = (
        Module(root, _module_name(folder, path), path)
        for root, folder in ROOTS.items()
        for path in sorted(folder.rglob("*.py"))
        if "snippets" not in path.parts
    )
    return {module.name: module for module in found}


def _imports(node: ast.AST, where: Where) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            continue
        inside = where
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            inside = Where.FUNCTION
        elif isinstance(child, ast.If) and getattr(child.test, "id", "") == "TYPE_CHECKING":
            inside = Where.TYPES
        for name in _imported_names(child):
            if name in modules():
                yield Import(name, inside)
        yield from _imports(child, inside)


def _imported_names(node: ast.AST) -> Iterator[str]:
    """Yield the modules that a statement names; `from a import b` is a.b where that is one."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, f"line {node.lineno}: a relative import"
        for alias in node.names:
            inner = f"{node.module}.{alias.name}"
            yield inner if inner in modules() else str(node.module)


def _identifiers(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.alias(name=name, asname=other):
                yield from name.split(".")
                yield from (other,) if other else ()


_NOT_IMPORTED = re.compile(r"spark|adapters|__main__|browser_url")


def imported_modules() -> Iterator[ModuleType]:
    """Yield the modules as Python has them, without those that are programs, or need another."""
    for package in (hexapla, hexapla_specs, hexapla_site):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not _NOT_IMPORTED.search(module.name):
                yield importlib.import_module(module.name)
