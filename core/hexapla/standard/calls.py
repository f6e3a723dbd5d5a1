"""What one function is made of: calls, and the statements between them."""

import ast
from collections.abc import Callable, Mapping
from typing import Any

import attrs


@attrs.frozen
class Call:
    """A function to be called: the names it is given, and the names that take what it returns.

    Where it is short, and depends on what the function before it returned, its body may be
    `repeated` behind each `return` of that.
    """

    function: Callable[..., Any]
    arguments: tuple[str, ...]
    results: tuple[str, ...]
    repeated: bool = False


@attrs.frozen
class Between:
    """Statements that stand between calls, as source, with what they name of their own."""

    source: str
    names: Mapping[str, Any] = attrs.field(factory=dict)


def called(number: int, call: Call, namespace: dict[str, Any]) -> list[ast.stmt]:
    """Return the statement that makes a call.

    Args:
        number: The number of the call, from which its function has its name.
        call: The call.
        namespace: Takes the function.
    """
    name = f"call_{number}"
    namespace[name] = call.function
    arguments: list[ast.expr] = [ast.Name(item, ast.Load()) for item in call.arguments]
    results: list[ast.expr] = [ast.Name(item, ast.Store()) for item in call.results]
    value = ast.Call(ast.Name(name, ast.Load()), arguments, [])
    return [ast.Assign([ast.Tuple(results, ast.Store())], value)]
