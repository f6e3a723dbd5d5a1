"""A function made of bodies does what the calls would do, whatever form the functions have."""

import functools
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import MethodType
from typing import Any

import pytest
from followers import chosen_specs
from function_forms import CALLED, CALLS_BEFORE, PUT_IN, loaded, warmed_up
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_text, bases, references

import hexapla
from hexapla.standard.calls import Between, Call
from hexapla.standard.driver import resolver, splitter
from hexapla.standard.spec import Spec
from hexapla.standard.straight_line import StraightLine

TEXTS = ("", "a", ":", "ab:cd", "b:c:d", "never")

FORMS = [*((source, True) for source in PUT_IN.values()), *((s, False) for s in CALLED.values())]


def line_of(*steps: Callable[..., Any]) -> StraightLine:
    """Return what takes as many parts as there are steps, the last part first."""
    parts = [f"part_{number}" for number in range(len(steps))]
    calls = tuple(
        Call(step, ("rest" if number else "text", "options"), ("rest", part))
        for number, (step, part) in enumerate(zip(steps, reversed(parts), strict=True))
    )
    return StraightLine("taken", ("text", "options"), calls, f"text, rest, {', '.join(parts)}")


def called(steps: tuple[Callable[..., Any], ...], text: str, options: object) -> tuple[str, ...]:
    rest, taken = text, []
    for step in steps:
        rest, part = step(rest, options)
        taken.append(part)
    return (text, rest, *reversed(taken))


@pytest.mark.parametrize(("source", "put_in"), FORMS, ids=[*PUT_IN, *CALLED])
def test_bodies_return_what_calls_return(source: str, put_in: bool, tmp_path: Path) -> None:
    step = loaded(source, tmp_path)
    steps = (step, step, step, step)
    options = {"mark": "-"}
    function = line_of(*steps).function(options)
    expected = [called(steps, text, options) for text in TEXTS]
    assert [function(text) for text in TEXTS] == expected
    code = warmed_up(function, "a").__code__
    assert [function(text) for text in TEXTS] == expected
    assert any(name.startswith("call_") for name in code.co_names) is not put_in


def test_a_function_without_a_file_is_called() -> None:
    namespace: dict[str, Any] = {}
    exec(PUT_IN["early returns"], namespace)
    steps = (namespace["step"], namespace["step"])
    function = warmed_up(line_of(*steps).function({}), "a")
    assert "call_0" in function.__code__.co_names
    assert [function(text) for text in TEXTS] == [called(steps, text, {}) for text in TEXTS]


CHANGED = PUT_IN["early returns"].replace("z", "y")


@pytest.mark.parametrize("left", [None, "", "no Python\n", CHANGED])
def test_a_function_whose_file_has_changed_is_called(left: str | None, tmp_path: Path) -> None:
    step = loaded(PUT_IN["early returns"], tmp_path)
    path = Path(step.__code__.co_filename)
    if left is None:
        path.unlink()
    else:
        path.write_text(left, encoding="utf-8")
    function = warmed_up(line_of(step).function({}), "a")
    assert "call_0" in function.__code__.co_names
    assert [function(text) for text in TEXTS] == [called((step,), text, {}) for text in TEXTS]


def test_a_function_that_is_bound_to_its_first_argument_is_called(tmp_path: Path) -> None:
    source = "def step(mark, text, options):\n    return text[1:], mark + text[:1]\n"
    steps = (MethodType(loaded(source, tmp_path), "!"),)
    function = warmed_up(line_of(*steps).function({}), "a")
    assert [function(text) for text in TEXTS] == [called(steps, text, {}) for text in TEXTS]


def test_functions_of_two_modules_keep_their_own_globals(tmp_path: Path) -> None:
    first, second = (
        loaded(f'MARK = "{mark}"\ndef step(text, options):\n    return text, MARK\n', tmp_path)
        for mark in "12"
    )
    function = line_of(first, second).function({})
    assert function("a") == ("a", "a", "2", "1")
    assert warmed_up(function, "a")("a") == ("a", "a", "2", "1")


def test_what_stands_between_calls_ends_early(tmp_path: Path) -> None:
    step = loaded(PUT_IN["one return"], tmp_path)
    call = Call(step, ("text", "options"), ("text", "part"))
    between = Between("if not text:\n    return END", {"END": "the end"})
    function = StraightLine("taken", ("text", "options"), (call, between), "part").function({})
    for _ in range(CALLS_BEFORE + 1):
        assert (function("a"), function("ab")) == ("the end", "a")


def test_each_function_has_its_own_default(tmp_path: Path) -> None:
    line = line_of(loaded(PUT_IN["an option"], tmp_path))
    first, second = (line.function({"mark": mark}) for mark in "12")
    for _ in range(CALLS_BEFORE + 1):
        assert (first("a")[2], second("a")[2]) == ("1a", "2a")
        assert first("a", {"mark": "3"})[2] == "3a"


def test_threads_get_the_right_answers_during_the_switch(tmp_path: Path) -> None:
    line = line_of(*[loaded(PUT_IN["early returns"], tmp_path)] * 4)
    threads = 4
    for _ in range(5):
        function = line.function({})
        start = threading.Barrier(threads)

        def answers(
            _: int, function: Callable[..., Any] = function, start: threading.Barrier = start
        ) -> set[object]:
            start.wait()
            return {function("abc") for _ in range(CALLS_BEFORE)}

        with ThreadPoolExecutor(threads) as pool:
            assert set().union(*pool.map(answers, range(threads))) == {
                ("abc", "bc", "z", "z", "z", "a")
            }


# The standards.


@functools.cache
def in_both_ways(spec: Spec) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """Return what parses and what resolves, made of calls, and again made of bodies."""
    calls = splitter(spec), resolver(spec)
    parse, resolve = splitter(spec), resolver(spec)
    parts = warmed_up(parse, "http://a/b?c#d")("http://a/b?c#d")
    warmed_up(resolve, parts, parts)
    return calls, (parse, resolve)


@given(spec=st.sampled_from(hexapla.specs()), base=bases, text=st.one_of(references, any_text))
def test_the_standards_give_the_same_in_both_ways(spec: Spec, base: str, text: str) -> None:
    _, (parse, resolve) = in_both_ways(hexapla.spec(spec.id))
    slow_parse, slow_resolve = splitter(spec), resolver(spec)
    base_parts, parts = slow_parse(base), slow_parse(text)
    assert (parse(base), parse(text)) == (base_parts, parts)
    assert resolve(base_parts, parts) == slow_resolve(base_parts, parts)


@given(spec=chosen_specs(), base=bases, text=references)
def test_other_readings_give_the_same_in_both_ways(spec: Spec, base: str, text: str) -> None:
    _, (parse, resolve) = in_both_ways(hexapla.spec(spec.id))
    base_parts, parts = parse(base, spec.options), parse(text, spec.options)
    assert (base_parts, parts) == (splitter(spec)(base), splitter(spec)(text))
    assert resolve(base_parts, parts, spec.options) == resolver(spec)(base_parts, parts)


def test_the_bodies_of_the_standards_are_put_in() -> None:
    for spec in hexapla.specs():
        functions = warmed_up(splitter(spec), "a"), in_both_ways(spec)[1][1]
        for function in functions:
            assert not [name for name in function.__code__.co_names if name.startswith("call_")]


def test_two_specs_of_one_class_do_not_mix() -> None:
    first, second = map(hexapla.spec, ("rfc2396", "rfc2396[excess-dots=remove]"))
    for _ in range(CALLS_BEFORE + 1):
        assert str(first.resolve("http://a/b", "../../g")) == "http://a/../../g"
        assert str(second.resolve("http://a/b", "../../g")) == "http://a/g"
