"""Functions of many forms, and what a straight line makes of them once it is used often."""

import importlib.util
import itertools
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

CALLS_BEFORE = 500

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


def warmed_up(function: Callable[..., Any], *arguments: object) -> FunctionType:
    for _ in range(CALLS_BEFORE + 1):
        function(*arguments)
    assert isinstance(function, FunctionType)
    return function
