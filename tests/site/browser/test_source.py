"""Python code without the parts for readers and type checkers: it behaves the same."""

import ast
from typing import Any

import pytest

from hexapla_site.browser.source import imports_of, shortened

MODULE = '''
"""What it is."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, NamedTuple, overload

if TYPE_CHECKING:
    from nowhere import Nothing

Count: int = 1


class Pair(NamedTuple):
    """Two things."""

    left: str
    right: int = 2

    def both(self) -> str:
        """Return both."""
        return f"{self.left}{self.right}"


class Plain:
    """Has fields, of which one belongs to the class."""

    __slots__ = ("name",)
    shared: ClassVar[int] = 3
    name: str


@overload
def twice(value: int) -> int: ...


def twice(value: int, *rest: Iterable[int]) -> int:
    """Return twice a number."""
    doubled: int = value * 2
    return doubled


def nothing() -> None:
    """Do nothing."""
'''


@pytest.fixture
def module() -> ast.Module:
    return shortened(MODULE, "package/module.py", {"importlib.metadata": "metadata_standin"})


@pytest.fixture
def text(module: ast.Module) -> str:
    return ast.unparse(module)


def test_it_has_no_documentation_and_no_annotations(text: str) -> None:
    left_out = ("What it is", "Return", "->", ": int", "nowhere", "overload\ndef", "__slots__")
    for words in left_out:
        assert words not in text


def test_it_says_the_same(text: str) -> None:
    names: dict[str, Any] = {}
    exec(text.replace("import metadata_standin as importlib.metadata", ""), names)
    assert names["Count"] == 1
    assert names["Pair"]("a").both() == "a2"
    assert names["Pair"]("a", right=3) == ("a", 3)
    assert names["twice"](4) == 8
    assert names["nothing"]() is None
    assert names["Plain"].shared == 3


def test_a_class_lists_its_fields(text: str) -> None:
    names: dict[str, Any] = {}
    exec(text.replace("import metadata_standin as importlib.metadata", ""), names)
    assert names["Plain"].__fields__ == ("name",)


def test_modules_are_taken_from_their_stand_ins(module: ast.Module) -> None:
    assert {"metadata_standin", "collections.abc"} <= set(imports_of(module))


def test_the_path_of_the_file_is_the_browser_s() -> None:
    short = shortened("here = __file__", "package/module.py", {})
    assert ast.unparse(short) == "here = 'package/module.py'"
