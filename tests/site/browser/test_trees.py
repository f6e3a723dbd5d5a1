"""Syntax trees written for a browser: any tree can be read again."""

import ast
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexapla_site.browser.trees import DIGITS, Trees, written

STATEMENTS = Path(__file__).with_name("python_operations.py").read_text("utf-8")
CONSTANTS = "[None, True, False, ..., 0, 1, 1.0, -2.5, 'a', 'é\\ud800\\n', b'', b'\\xff', 2 ** 60]"
PATTERNS = "match a:\n case None | [1, *_]: pass"
FLOAT = "float"


def digits_of(text: str, tables: Mapping[str, Any]) -> Iterator[int]:
    one, two = tables["one"], tables["two"]
    signs = map(DIGITS.index, text)
    for first in signs:
        if first < one:
            yield first
        elif first < one + two:
            yield one + (first - one) * len(DIGITS) + next(signs)
        else:
            high, middle, low = first - one - two, next(signs), next(signs)
            yield one + two * len(DIGITS) + (high * len(DIGITS) + middle) * len(DIGITS) + low


def read(numbers: Iterator[int], tables: Mapping[str, Any]) -> object:
    """Return the value that the next numbers stand for, decoded like `trees.js`."""
    number = next(numbers)
    marks = [None, None, True, False, ...]
    if number < len(marks):
        return marks[number]
    if number == len(marks):
        return [read(numbers, tables) for _ in range(next(numbers))]
    index, is_kind = divmod(number - len(marks) - 1, 2)
    if not is_kind:
        constant = tables["constants"][index]
        if isinstance(constant, dict):
            return constant[FLOAT]
        return bytes(constant) if isinstance(constant, list) else constant
    name, fields = tables["kinds"][index]
    return getattr(ast, name)(**{field: read(numbers, tables) for field in fields})


@pytest.mark.parametrize(
    "text", [STATEMENTS, CONSTANTS, "", "match a:\n case None | [1, *_]: pass"]
)
def test_a_module_can_be_read_again(text: str) -> None:
    made = Trees()
    written_text = made.text_of(ast.parse(text))
    tables = made.tables()
    again = read(digits_of(written_text, tables), tables)
    assert isinstance(again, ast.Module)
    assert ast.dump(again) == ast.dump(ast.parse(ast.unparse(ast.parse(text))))


@given(st.integers(0, 40_000))
def test_a_number_is_that_of_its_digits(number: int) -> None:
    assert [*digits_of(written(number), Trees().tables())] == [number]


def test_a_number_that_is_too_large_is_refused() -> None:
    with pytest.raises(ValueError, match="three digits"):
        written(10**6)


def test_an_integer_that_a_browser_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="isn't a constant"):
        Trees().text_of(ast.parse(str(2**53)))


def test_json_has_all_digits_as_they_are() -> None:
    assert json.dumps(DIGITS) == f'"{DIGITS}"'
