"""One function out of several: the bodies of small functions, set one behind the other.

A standard writes parsing as one small function a section. Calling them one after the other would
take twice as long as the work itself, so the bodies are put together into a single function as
soon as it is used often. It does what the calls would do; nobody writes it by hand. Where a body
can't be put in (it has no source at hand, or a form that this module does not know) it is called.

What a body returns is known best where it returns it: which rule, and which components. So what
stands between it and the next body is put behind each `return`, and there
`hexapla.standard.simplification` leaves out what is known already, and what nobody reads: no tuple
is made to be taken apart again, and no rule is set where none is recorded.
"""

import ast
import builtins
import copy
import functools
import itertools
from collections.abc import Callable, Mapping, Sequence
from types import CodeType, FunctionType
from typing import Any

import attrs

from hexapla.standard.function_source import parameters_of_source, source_of, statements_of
from hexapla.standard.simplification import simplified


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


# Putting bodies in takes longer than parsing and resolving some hundred references.
_CALLS_BEFORE = 100


@attrs.frozen(eq=False, slots=False)
class StraightLine:
    """A function to be made of calls, one after the other.

    `items` are what it does: calls take and set names of one namespace, as do the statements
    between them. `returned` is what it returns, as an expression in these names; the last of its
    `parameters` has a default.
    """

    name: str
    parameters: tuple[str, ...]
    items: tuple[Call | Between, ...]
    returned: str

    def function(self, default: object) -> Callable[..., Any]:
        """Return the function, with a default for its last parameter.

        At first it makes the calls; once it is used often, their bodies take their place.
        """
        code, names = self._of_calls
        namespace = dict(names)
        function = FunctionType(code, namespace, self.name, (default,))
        calls = itertools.count(1)

        def warm_up() -> None:
            if next(calls) == _CALLS_BEFORE:
                code, names = self._of_bodies
                namespace.update(names)
                function.__code__ = code

        namespace["warm_up"] = warm_up
        return function

    @functools.cached_property
    def _of_calls(self) -> tuple[CodeType, Mapping[str, Any]]:
        namespace: dict[str, Any] = {}
        body = list(ast.parse("warm_up()").body)
        for number, item in enumerate(self.items):
            if isinstance(item, Between):
                namespace |= item.names
                body += ast.parse(item.source).body
            else:
                body += _called(number, item, namespace)
        return self._compiled([*body, *self._last]), namespace

    @functools.cached_property
    def _of_bodies(self) -> tuple[CodeType, Mapping[str, Any]]:
        namespace: dict[str, Any] = {}
        items = [
            item if isinstance(item, Between) else _body(number, item, namespace)
            for number, item in enumerate(self.items)
        ]
        for item in items:
            if isinstance(item, Between):
                namespace |= item.names
        body = _begun(items, self._last)
        for number, item in enumerate(items):
            if isinstance(item, _Body) and not item.repeated:
                body += item.ended(_begun(items[number + 1 :], self._last))
        return self._compiled(simplified(body, namespace)), namespace

    @property
    def _last(self) -> list[ast.stmt]:
        return ast.parse(f"return {self.returned}", mode="exec").body

    def _compiled(self, body: list[ast.stmt]) -> CodeType:
        """Return the code of the function."""
        parameters = [ast.arg(item) for item in self.parameters]
        arguments = ast.arguments([], parameters, None, [], [], None, [])
        made = ast.FunctionDef(self.name, arguments, body, [])
        module = ast.fix_missing_locations(ast.Module([made], []))
        scope: dict[str, Any] = {}
        exec(compile(module, f"<{self.name} in a straight line>", "exec"), scope)
        code: CodeType = scope[self.name].__code__
        return code


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
            return [*copy.deepcopy(self.rest), *copy.deepcopy(end)]
        ended = _Ended(self.results, end, leaves=returns > 1)
        body: list[ast.stmt] = []
        for statement in copy.deepcopy(self.rest):
            new = ended.visit(statement)
            body += new if isinstance(new, list) else [new]
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
    source = source_of(call.function)
    repeated = call.repeated
    if source is None:
        return _Body((), _called(number, call, namespace), repeated=repeated)
    parameters = parameters_of_source(source)
    local = {item: f"{item}_in_{number}" for item in {*parameters, *_names(source.body, ast.Store)}}
    scope = vars(builtins) | call.function.__globals__
    if not _names(source.body, ast.Load) <= local.keys() | scope.keys():
        return _Body((), _called(number, call, namespace), repeated=repeated)
    renamed = _Renamed(local, scope, number, namespace)
    statements = [renamed.visit(copy.deepcopy(item)) for item in statements_of(source)]
    apart = list(itertools.takewhile(_takes_apart, statements))
    bound: list[ast.stmt] = [
        _assigned(local[parameter], ast.Name(argument, ast.Load()))
        for parameter, argument in zip(parameters, call.arguments, strict=True)
    ]
    return _Body((*bound, *apart), statements[len(apart) :], call.results, repeated)


def _takes_apart(statement: ast.stmt) -> bool:
    """Return whether a statement does no more than giving names to a value, or to what is in it."""
    return isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Name)


def _names(statements: Sequence[ast.stmt], context: type[ast.expr_context]) -> set[str]:
    """Return the names that statements load or store."""
    nodes = (node for statement in statements for node in ast.walk(statement))
    return {
        node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, context)
    }


def _called(number: int, call: Call, namespace: dict[str, Any]) -> list[ast.stmt]:
    called = f"call_{number}"
    namespace[called] = call.function
    arguments: list[ast.expr] = [ast.Name(item, ast.Load()) for item in call.arguments]
    results: list[ast.expr] = [ast.Name(item, ast.Store()) for item in call.results]
    value = ast.Call(ast.Name(called, ast.Load()), arguments, [])
    return [ast.Assign([ast.Tuple(results, ast.Store())], value)]


def _assigned(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


@attrs.define
class _Renamed(ast.NodeTransformer):
    """Renames what is local to a body, and binds what is global to it."""

    local: Mapping[str, str]
    scope: Mapping[str, Any]
    number: int
    namespace: dict[str, Any]

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """Rename a local name, and bind a global one by a name of its own."""
        if node.id in self.local:
            return ast.Name(self.local[node.id], node.ctx)
        bound = f"{node.id}_from_{self.number}"
        self.namespace[bound] = self.scope[node.id]
        return ast.Name(bound, node.ctx)


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
        return [assigned, *copy.deepcopy(self.end), *left]
