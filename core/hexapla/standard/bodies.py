"""The bodies of functions, set one behind the other in the place of calls.

What a body returns is known best where it returns it: which rule, and which components. So what
stands between it and the next body is put behind each `return`, and there
`hexapla.standard.simplification` leaves out what is known already, and what nobody reads: no tuple
is made to be taken apart again, and no rule is set where none is recorded.
"""

import ast
import builtins
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any

import attrs

from hexapla.standard.calls import Between, Call, called
from hexapla.standard.expressions import is_atom
from hexapla.standard.function_source import copied, parameters_of_source, source_of, statements_of
from hexapla.standard.simplification import simplified


def put_in(
    calls: Sequence[Call | Between], last: Sequence[ast.stmt]
) -> tuple[list[ast.stmt], dict[str, Any]]:
    """Return the statements that do what calls do, and what these statements name.

    Args:
        calls: The calls, and the statements between them.
        last: What stands behind all of them.
    """
    namespace: dict[str, Any] = {}
    items = [
        item if isinstance(item, Between) else _body(number, item, namespace)
        for number, item in enumerate(calls)
    ]
    for item in items:
        if isinstance(item, Between):
            namespace |= item.names
    body = _begun(items, last)
    for number, item in enumerate(items):
        if isinstance(item, _Body) and not item.repeated:
            body += item.ended(_begun(items[number + 1 :], last))
    return simplified(body, namespace), namespace


@attrs.frozen
class _Body:
    """What stands for a call: how it begins, and the rest, in which it may return.

    It begins with taking its arguments apart. `results` take what it returns; where it is called,
    it takes that by itself.
    """

    beginning: Sequence[ast.stmt]
    rest: Sequence[ast.stmt]
    results: tuple[str, ...] = ()
    repeated: bool = False

    def ended(self, end: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Return the rest of the body, with `end` in place of each way out of it."""
        nodes = (node for statement in self.rest for node in ast.walk(statement))
        returns = sum(isinstance(node, ast.Return) for node in nodes)
        if returns == 0:
            return [*map(copied, self.rest), *map(copied, end)]
        ended = _Ended(self.results, end, leaves=returns > 1)
        body = _visited(ended, self.rest)
        return body if returns == 1 else [ast.While(ast.Constant(True), body, [])]


def _begun(items: Sequence[Between | _Body], last: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Return what stands before the next body that is not repeated, and how that begins."""
    if not items:
        return list(last)
    item, *others = items
    if isinstance(item, Between):
        return [*ast.parse(item.source).body, *_begun(others, last)]
    if item.repeated:
        return [*item.beginning, *item.ended(_begun(others, last))]
    return list(item.beginning)


def _body(number: int, call: Call, namespace: dict[str, Any]) -> _Body:
    """Return the body of a called function, its names told apart by a number, or the call."""
    renamed = _renamed(call.function, str(number), namespace)
    if renamed is None:
        return _Body((), called(number, call, namespace), repeated=call.repeated)
    parameters = renamed[0]
    statements = _visited(_LastCalls(str(number), namespace), renamed[1])
    apart = list(itertools.takewhile(_takes_apart, statements))
    bound: list[ast.stmt] = [
        _assigned(parameter, ast.Name(argument, ast.Load()))
        for parameter, argument in zip(parameters, call.arguments, strict=True)
    ]
    return _Body((*bound, *apart), statements[len(apart) :], call.results, call.repeated)


def _renamed(
    function: Callable[..., Any], suffix: str, namespace: dict[str, Any]
) -> tuple[tuple[str, ...], list[ast.stmt]] | None:
    """Return the parameters of a function and its statements, all names told apart by a suffix.

    None where its body can't be put in.
    """
    source = source_of(function)
    if source is None:
        return None
    parameters = parameters_of_source(source)
    local = {item: f"{item}_in_{suffix}" for item in {*parameters, *_names(source.body, ast.Store)}}
    scope = vars(builtins) | function.__globals__
    if not _names(source.body, ast.Load) <= local.keys() | scope.keys():
        return None
    renamed = _Renamed(local, scope, suffix, namespace)
    statements = _visited(renamed, statements_of(source))
    return tuple(local[item] for item in parameters), statements


def _visited(transformer: ast.NodeTransformer, nodes: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Return copies of statements as a transformer leaves them."""
    made: list[ast.stmt] = []
    for node in map(copied, nodes):
        new = transformer.visit(node)
        made += new if isinstance(new, list) else [new]
    return made


def _takes_apart(statement: ast.stmt) -> bool:
    """Return whether a statement does no more than giving names to a value, or to what is in it."""
    return isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Name)


def _names(statements: Sequence[ast.stmt], context: type[ast.expr_context]) -> set[str]:
    """Return the names that statements load or store."""
    nodes = (node for statement in statements for node in ast.walk(statement))
    return {
        node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, context)
    }


def _assigned(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


@attrs.define
class _Renamed(ast.NodeTransformer):
    """Renames what is local to a body, and binds what is global to it."""

    local: Mapping[str, str]
    scope: Mapping[str, Any]
    suffix: str
    namespace: dict[str, Any]

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """Rename a local name, and bind a global one by a name of its own."""
        if node.id in self.local:
            return ast.Name(self.local[node.id], node.ctx)
        bound = f"{node.id}_from_{self.suffix}"
        self.namespace[bound] = self.scope[node.id]
        return ast.Name(bound, node.ctx)


@attrs.define
class _LastCalls(ast.NodeTransformer):
    """Puts the body of a function that is called last, in a `return`, in the place of its call."""

    suffix: str
    namespace: dict[str, Any]
    depth: int = 0
    numbers: Iterator[int] = attrs.field(factory=itertools.count)

    def visit_Return(self, node: ast.Return) -> ast.Return | list[ast.stmt]:
        """Return what stands for a `return`; its other values are constants or names."""
        if node.value is None:
            return node
        *others, last = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        if not isinstance(last, ast.Call) or last.keywords or not all(map(is_atom, others)):
            return node
        function = self.namespace.get(last.func.id) if isinstance(last.func, ast.Name) else None
        if self.depth == _DEPTH or not isinstance(function, FunctionType):
            return node
        suffix = f"{self.suffix}_{next(self.numbers)}"
        renamed = _renamed(function, suffix, self.namespace)
        bound = renamed and _bound(renamed[0], last.args)
        if renamed is None or bound is None:
            return node
        inside = _LastCalls(suffix, self.namespace, self.depth + 1)
        body = _visited(inside, renamed[1])
        return [bound, *(_visited(_Behind(others), body) if others else body)]


# Of the functions that are called last in functions that are called last, two are put in.
_DEPTH = 2


def _bound(parameters: Sequence[str], arguments: Sequence[ast.expr]) -> ast.stmt | None:
    """Return what gives arguments to parameters; None where it is not told which goes where."""
    names: list[ast.expr] = [ast.Name(item, ast.Store()) for item in parameters]
    if len(arguments) == 1 and isinstance(arguments[0], ast.Starred):
        return ast.Assign([ast.Tuple(names, ast.Store())], arguments[0].value)
    if len(arguments) != len(names) or any(isinstance(i, ast.Starred) for i in arguments):
        return None
    return ast.Assign([ast.Tuple(names, ast.Store())], ast.Tuple([*arguments], ast.Load()))


@attrs.define
class _Behind(ast.NodeTransformer):
    """Returns further values before what is returned."""

    others: Sequence[ast.expr]

    def visit_Return(self, node: ast.Return) -> ast.Return:
        """Return a `return` of all of them."""
        value = node.value if node.value is not None else ast.Constant(None)
        return ast.Return(ast.Tuple([*map(copied, self.others), value], ast.Load()))


@attrs.define
class _Ended(ast.NodeTransformer):
    """Assigns what is returned, goes on from there, and leaves the body if it is to be left."""

    results: tuple[str, ...]
    end: Sequence[ast.stmt]
    leaves: bool

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        """Return what stands for a `return`."""
        value = node.value if node.value is not None else ast.Constant(None)
        names: list[ast.expr] = [ast.Name(item, ast.Store()) for item in self.results]
        assigned = ast.Assign([ast.Tuple(names, ast.Store())], value)
        left = [ast.Break()] if self.leaves else []
        return [assigned, *map(copied, self.end), *left]
