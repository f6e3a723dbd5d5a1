"""Replacements for modules of Python's library give the same results as the modules."""

import ast
import bisect
import collections
import functools
import importlib.util
import itertools
import operator
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexapla_site.browser import bundle

FOLDER = Path(bundle.__file__).parent / "standins"
NUMBERS = st.lists(st.integers(0, 4), max_size=5)


@functools.cache
def standin(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"standin_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ITERATING: dict[str, Callable[[Any, list[int], list[int]], object]] = {
    "chain": lambda tools, one, other: [*tools.chain(one, other)],
    "from_iterable": lambda tools, one, other: [*tools.chain.from_iterable([one, other])],
    "pairwise": lambda tools, one, _: [*tools.pairwise(one)],
    "islice": lambda tools, one, other: [*tools.islice(one, len(other))],
    "islice from": lambda tools, one, other: [*tools.islice(one, 1, len(other), 2)],
    "takewhile": lambda tools, one, _: [*tools.takewhile(bool, one)],
    "dropwhile": lambda tools, one, _: [*tools.dropwhile(bool, one)],
    "starmap": lambda tools, one, other: [*tools.starmap(pow, zip(one, other, strict=False))],
    "zip_longest": lambda tools, one, other: [*tools.zip_longest(one, other, fillvalue=9)],
    "product": lambda tools, one, other: [*tools.product(one, other)],
    "product of itself": lambda tools, one, _: [*tools.product(one[:3], repeat=2)],
    "combinations": lambda tools, one, _: [*tools.combinations(one, 2)],
    "groupby": lambda tools, one, _: [(key, [*group]) for key, group in tools.groupby(one)],
    "accumulate": lambda tools, one, _: [*tools.accumulate(one)],
    "count": lambda tools, one, _: [*zip(tools.count(3), one, strict=False)],
}


@pytest.mark.parametrize("name", ITERATING)
@given(one=NUMBERS, other=NUMBERS)
def test_itertools(name: str, one: list[int], other: list[int]) -> None:
    use = ITERATING[name]
    assert use(standin("itertools"), one, other) == use(itertools, one, other)


@given(NUMBERS.map(sorted), st.integers(-1, 5))
def test_bisect(items: list[int], value: int) -> None:
    ours = standin("bisect")
    assert ours.bisect_left(items, value) == bisect.bisect_left(items, value)
    assert ours.bisect_right(items, value) == bisect.bisect_right(items, value)


@given(NUMBERS)
def test_counters_and_queues(items: list[int]) -> None:
    ours = standin("collections")
    assert ours.Counter(items).most_common() == collections.Counter(items).most_common()
    assert [*ours.deque(items, maxlen=2)] == [*collections.deque(items, maxlen=2)]


def test_a_named_tuple_has_names_and_defaults() -> None:
    kind = standin("collections").namedtuple("Pair", ["left", "right"], defaults=(2,))
    pair = kind(1)
    assert (pair.left, pair.right, pair) == (1, 2, (1, 2))
    assert kind(right=3, left=1)._replace(left=4) == (4, 3)
    assert kind._make([5, 6]) == (5, 6)
    assert repr(pair) == "Pair(left=1, right=2)"
    with pytest.raises(TypeError):
        kind()


def test_functions_are_remembered_and_filled_in() -> None:
    ours = standin("functools")
    calls: list[int] = []

    @ours.lru_cache(2)  # type: ignore[untyped-decorator]
    def double(value: int) -> int:
        calls.append(value)
        return value * 2

    assert [double(value) for value in (1, 1, 2, 3, 1)] == [2, 2, 4, 6, 2]
    assert calls == [1, 2, 3, 1]
    assert ours.partial(pow, 2)(5) == 32
    assert ours.reduce(operator.add, [1, 2], 3) == 6


def test_what_is_read_by_name_or_place() -> None:
    ours = standin("operator")
    assert ours.attrgetter("real.imag")(3) == 0
    assert ours.attrgetter("real", "imag")(3) == (3, 0)
    assert ours.itemgetter(1, 0)("ab") == ("b", "a")
    assert ours.methodcaller("upper")("a") == "A"


def test_enumerations_have_single_members() -> None:
    kind: Any = standin("enum").StrEnum
    colour: Any = type(kind)("Colour", (kind,), {"RED": "red", "_hidden": "no member"})
    assert colour("red") is colour.RED
    assert colour.RED == "red"
    assert (colour.RED.name, colour.RED.value, str(colour.RED)) == ("RED", "red", "red")
    assert [*colour] == [colour.RED]
    with pytest.raises(ValueError, match="blue"):
        colour("blue")


CLASSES = """
@attrs.frozen
class A:
    __fields__ = ("a", "b")
    b = attrs.field(default=2)
@attrs.frozen(order=True, cache_hash=True)
class B(A):
    __fields__ = ("_c", "d")
    _c = attrs.field(factory=list, eq=False)
    d = attrs.field(default=4, kw_only=True)
"""


class TestAttrs:
    """attrs classes in the form that the bundle writes."""

    def made(self) -> dict[str, Any]:
        names: dict[str, Any] = {"attrs": standin("attrs")}
        exec(CLASSES, names)
        return names

    def test_fields_come_in_order(self) -> None:
        kind = self.made()["B"]
        value = kind(1, 3, c=[9], d=5)
        assert (value.a, value.b, value._c, value.d) == (1, 3, [9], 5)
        assert [field.name for field in standin("attrs").fields(kind)] == ["a", "b", "_c", "d"]
        assert kind.__match_args__ == ("a", "b", "_c")

    def test_values_are_equal_by_their_fields(self) -> None:
        kind = self.made()["B"]
        assert kind(1, c=[1]) == kind(1, c=[2])
        assert hash(kind(1)) == hash(kind(1))
        assert kind(1) < kind(2)
        assert standin("attrs").evolve(kind(1), a=7) == kind(7)


def test_every_stand_in_can_be_read() -> None:
    for path in FOLDER.glob("*.py"):
        assert ast.get_docstring(ast.parse(path.read_text("utf-8"))), path.name
