"""A function made of bodies does what the calls would do, whatever form the functions have."""

import importlib.util
import itertools
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any

import pytest
from followers import chosen_specs
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_text, bases, references

import hexapla
from hexapla.standard.driver import resolver, splitter
from hexapla.standard.spec import Spec
from hexapla.standard.straight_line import Between, Call, StraightLine

CALLS_BEFORE = 100
TEXTS = ("", "a", ":", "ab:cd", "b:c:d", "never")

# Functions from a text to what is left of it and what was taken, with names of their module.

PUT_IN = {
    "one return": """
def step(text, options):
    return text[1:], text[:1]
""",
    "a docstring": '''
def step(text, options):
    """Take the first character."""
    return text[1:], text[:1]
''',
    "early returns": """
def step(text, options):
    if text:
        if text[0] == "a":
            return text[1:], "a"
    else:
        return "", "e"
    return text, "z"
""",
    "globals of its module, and builtins": """
MARK = "!"
def taken(text):
    return MARK + text
def step(text, options):
    if len(text) > 2:
        return text[2:], taken(text[:2])
    return text, MARK
""",
    "a local name that is another one's global name": """
x = "global"
def step(text, options):
    x_of = text[:1]
    return text[1:], x_of + x
""",
    "a local name like those of the components": """
def step(text, options):
    part = text[:1]
    return text[1:], part
""",
    "a local name like those of the line": """
def step(text, options):
    rest = text[1:]
    text = text[:1]
    return rest, text
""",
    "a parameter that is assigned": """
def step(text, options):
    text += "x"
    first, *others = text
    return "".join(others), f"{first!r}"
""",
    "a pair that is returned by name": """
def step(text, options):
    pair = text[1:], text[:1]
    return pair
""",
    "a starred value": """
def step(text, options):
    others = [text[1:]]
    if text:
        return (*others, text[:1])
    return "", ""
""",
    "annotations that are not evaluated": """
from __future__ import annotations
def step(text: Unknown, options: Unknown) -> Unknown:
    return text[1:], text[:1]
""",
    "a call in a return": """
def taken(text, options):
    if text == "a":
        return text, "a"
    return inner(text)
def inner(rest):
    if rest:
        return rest[1:], rest[:1]
    return "", "i"
def step(text, options):
    if ":" in text:
        return taken(text, options)
    return inner(*[text])
""",
    "a call behind other values in a return": """
def marked(text, mark):
    if text:
        return mark + text[:1]
    return mark
def step(text, options):
    rest = text[1:]
    if rest:
        return rest, marked(text, options["mark"])
    return rest, marked(*(text, "+"))
""",
    "a function that calls itself in a return": """
def last(text):
    if len(text) < 2:
        return text
    return last(text[1:])
def step(text, options):
    return text[1:], last(text)
""",
    "calls in a return that can't be put in": """
def of_default(text, length=1):
    return text[:length]
def step(text, options):
    if ":" in text:
        return text[1:], of_default(text)
    return text[1:], of_default(text, length=2)
""",
    "an option": """
def step(text, options):
    return text[1:], options["mark"] + text[:1]
""",
}
CALLED = {
    "a loop": """
def step(text, options):
    taken = ""
    for character in text:
        if character == ":":
            break
        taken += character
    return text[len(taken):], taken
""",
    "a condition with a loop": """
def step(text, options):
    while text.startswith("b"):
        text = text[1:]
    return text, ""
""",
    "a try": """
def step(text, options):
    try:
        return text.split(":")[1], ""
    except IndexError:
        return text, "none"
""",
    "a try of groups": """
def step(text, options):
    try:
        text.index("b")
    except* ValueError as errors:
        text = str(len(errors.exceptions))
    return text[1:], text[:1]
""",
    "a comprehension": """
def step(text, options):
    return "".join(item for item in text if item != ":"), ""
""",
    "a match": """
def step(text, options):
    match text.partition(":"):
        case (before, ":", after):
            return after, before
    return text, ""
""",
    "an import": """
def step(text, options):
    import json
    return text[1:], json.dumps(text)
""",
    "a name that is nowhere": """
def step(text, options):
    if text == "not even tried":
        return nowhere, ""
    return text[1:], text[:1]
""",
    "a type that is not there when it runs": """
def step(text, options):
    first: Unknown = text[:1]
    return text[1:], first
""",
    "further keywords": """
def step(text, options, **more):
    return text[1:], str(more)
""",
    "a default": """
def step(text, options, length=2):
    return text[length:], text[:length]
""",
    "a decorator": """
import functools
@functools.lru_cache
def cached(text):
    return text[1:], text[:1]
@functools.wraps(cached)
def step(text, options):
    return cached(text)
""",
    "a lambda": """
step = lambda text, options: (text[1:], text[:1])
""",
    "a closure": """
def made(length):
    def step(text, options):
        return text[length:], text[:length]
    return step
step = made(1)
""",
    "a method": """
class Steps:
    def step(self, text, options):
        return text[1:], text[:1]
step = Steps().step
""",
    "a partial function": """
import functools
def taken(length, text, options):
    return text[length:], text[:length]
step = functools.partial(taken, 1)
""",
    "a return on one way only": """
def step(text, options):
    if text != "not even tried":
        return text[1:], text[:1]
""",
}
FORMS = [*((source, True) for source in PUT_IN.values()), *((s, False) for s in CALLED.values())]
numbers = itertools.count()


def loaded(source: str, folder: Path) -> Callable[..., Any]:
    """Return the function `step` of a module that has a file."""
    name = f"steps_{next(numbers)}"
    path = folder / f"{name}.py"
    path.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    step: Callable[..., Any] = module.step
    return step


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


def warmed_up(function: Callable[..., Any], *arguments: object) -> FunctionType:
    for _ in range(CALLS_BEFORE + 1):
        function(*arguments)
    assert isinstance(function, FunctionType)
    return function


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


# Calls with a state, as the phases have them; the last is repeated behind each return.

FIRST = """
class Rule:
    pass
ONE, TWO, SKIPPED = Rule(), Rule(), Rule()
def end(text):
    return "end of " + text
def step(base, reference):
    text, first, second = reference
    if not text:
        return ONE, "nothing"
    if first is None:
        return TWO, (second, base[0])
    if first == second:
        first, second = second, text
        return ONE, (first, second)
    if text == "call":
        return ONE, end(text)
    pair = second, first
    if text == "pair":
        return TWO, pair
    return TWO, (first, second)
def dots(rule, state):
    if rule is ONE:
        return SKIPPED, state
    first, second = state
    if second == ".":
        state = first, ""
    return rule, state
def join(state):
    return None, repr(state)
"""
TEXTS_OF_STATES = st.sampled_from(["", "a", ".", "call", "pair"])
states = st.tuples(TEXTS_OF_STATES, st.one_of(st.none(), TEXTS_OF_STATES), TEXTS_OF_STATES)


def line_of_states(folder: Path, repeated: bool) -> tuple[StraightLine, Callable[..., Any]]:
    """Return the line, and what makes the calls one by one."""
    step = loaded(FIRST, folder)
    dots, join = step.__globals__["dots"], step.__globals__["join"]
    ends = Between("if type(state) is not tuple:\n    return state", {"type": type, "tuple": tuple})
    items = (
        Call(step, ("base", "reference"), ("rule", "state")),
        ends,
        Call(dots, ("rule", "state"), ("rule", "state"), repeated),
        Call(join, ("state",), ("rule", "text")),
    )

    def by_calls(base: object, reference: object) -> object:
        rule, state = step(base, reference)
        return join(dots(rule, state)[1])[1] if type(state) is tuple else state

    return StraightLine("resolved", ("base", "reference"), items, "text"), by_calls


@pytest.fixture(scope="module", params=[True, False], ids=["repeated", "in one place"])
def both_ways(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[FunctionType, Callable[..., Any]]:
    line, by_calls = line_of_states(tmp_path_factory.mktemp("steps"), request.param)
    function = warmed_up(line.function(()), ("b",), ("", "", ""))
    return function, by_calls


@given(base=states, reference=states)
def test_states_are_passed_on_as_calls_pass_them(
    both_ways: tuple[FunctionType, Callable[..., Any]],
    base: tuple[str | None, ...],
    reference: tuple[str | None, ...],
) -> None:
    function, by_calls = both_ways
    assert function(base, reference) == by_calls(base, reference)


def test_no_rule_is_set_where_it_is_known_at_each_return(tmp_path: Path) -> None:
    function = warmed_up(line_of_states(tmp_path, True)[0].function(()), ("b",), ("", "", ""))
    assert not [name for name in function.__code__.co_varnames if name.startswith("rule")]


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


def in_both_ways(spec: Spec) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """Return what parses and what resolves, made of calls, and again made of bodies."""
    calls = splitter(spec), resolver(spec)
    parse, resolve = splitter(spec), resolver(spec)
    parts = warmed_up(parse, "http://a/b?c#d")("http://a/b?c#d")
    warmed_up(resolve, parts, parts)
    return calls, (parse, resolve)


BOTH_WAYS = {spec.id: in_both_ways(spec) for spec in hexapla.specs()}


@given(spec=st.sampled_from(hexapla.specs()), base=bases, text=st.one_of(references, any_text))
def test_the_standards_give_the_same_in_both_ways(spec: Spec, base: str, text: str) -> None:
    (_, _), (parse, resolve) = BOTH_WAYS[spec.id]
    slow_parse, slow_resolve = splitter(spec), resolver(spec)
    base_parts, parts = slow_parse(base), slow_parse(text)
    assert (parse(base), parse(text)) == (base_parts, parts)
    assert resolve(base_parts, parts) == slow_resolve(base_parts, parts)


@given(spec=chosen_specs(), base=bases, text=references)
def test_other_readings_give_the_same_in_both_ways(spec: Spec, base: str, text: str) -> None:
    _, (parse, resolve) = BOTH_WAYS[spec.id]
    base_parts, parts = parse(base, spec.options), parse(text, spec.options)
    assert (base_parts, parts) == (splitter(spec)(base), splitter(spec)(text))
    assert resolve(base_parts, parts, spec.options) == resolver(spec)(base_parts, parts)


def test_the_bodies_of_the_standards_are_put_in() -> None:
    for spec in hexapla.specs():
        functions = warmed_up(splitter(spec), "a"), BOTH_WAYS[spec.id][1][1]
        for function in functions:
            assert not [name for name in function.__code__.co_names if name.startswith("call_")]


def test_two_specs_of_one_class_do_not_mix() -> None:
    first, second = map(hexapla.spec, ("rfc2396", "rfc2396[excess-dots=remove]"))
    for _ in range(CALLS_BEFORE + 1):
        assert str(first.resolve("http://a/b", "../../g")) == "http://a/../../g"
        assert str(second.resolve("http://a/b", "../../g")) == "http://a/g"
