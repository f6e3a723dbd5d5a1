"""The source of this project's modules: the names that they define, and their strings."""

import ast
import functools
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import attrs

import hexapla
import hexapla_site
import hexapla_specs

ROOT = Path(__file__).parents[1]
ROOTS = {"core": ROOT / "core", "specs": ROOT / "specs", "site": ROOT / "site"}


@attrs.frozen(eq=False)
class Module:
    """A Python file below one of the three roots."""

    root: str
    path: Path

    @functools.cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.path.read_text("utf-8"))

    @functools.cached_property
    def identifiers(self) -> frozenset[str]:
        """The names that it defines or uses, and the parts of its own name."""
        names = self.path.relative_to(ROOTS[self.root]).with_suffix("").parts
        return frozenset((*_identifiers(self.tree), *names))

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


@functools.cache
def modules() -> tuple[Module, ...]:
    """Return the modules below the three roots."""
    return tuple(
        Module(root, path)
        for root, folder in ROOTS.items()
        for path in sorted(folder.rglob("*.py"))
        if not {"snippets", "standins"} & {*path.parts}
    )


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
    """Yield the imported modules, without programs, and modules that need other libraries."""
    for package in (hexapla, hexapla_specs, hexapla_site):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not _NOT_IMPORTED.search(module.name):
                yield importlib.import_module(module.name)
