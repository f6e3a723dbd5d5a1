"""One function out of several: the bodies of small functions, set one behind the other.

A standard writes parsing as one small function a section. Calling them one after the other would
take twice as long as the work itself, so the bodies are put together into a single function as
soon as it is used often. It does what the calls would do; nobody writes it by hand. Where a body
can't be put in (it has no source at hand, or a form that this module does not know) it is called.
"""

import __future__

import ast
import builtins
import copy
import functools
import itertools
import linecache
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import CodeType, FunctionType
from typing import Any

import attrs

# What stands in the way of putting a body in: further scopes, ways out of it but `return`, and ways
# to set a name but `=`.
_UNKNOWN = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.Global, ast.Nonlocal),
    *(ast.Yield, ast.YieldFrom, ast.Await, ast.Try, ast.TryStar, ast.With, ast.NamedExpr),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.For, ast.While),
    *(ast.Match, ast.Import, ast.ImportFrom),
)

_FUTURE_FLAGS = functools.reduce(
    operator.or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)


@attrs.frozen
class Call:
    """A function to be called: the names it is given, and the names that take what it returns."""

    function: Callable[..., Any]
    arguments: tuple[str, ...]
    results: tuple[str, ...]


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
        return self._made((Between("warm_up()"), *self.items), _called)

    @functools.cached_property
    def _of_bodies(self) -> tuple[CodeType, Mapping[str, Any]]:
        return self._made(self.items, _statements)

    def _made(
        self, items: Sequence[Call | Between], statements: "Statements"
    ) -> tuple[CodeType, Mapping[str, Any]]:
        """Return the code of the function, and the names that it finds in its globals."""
        namespace: dict[str, Any] = {}
        body: list[ast.stmt] = []
        for number, item in enumerate((*items, Between(f"return {self.returned}"))):
            if isinstance(item, Call):
                body += statements(number, item, namespace)
            else:
                namespace |= item.names
                body += ast.parse(item.source).body
        parameters = [ast.arg(item) for item in self.parameters]
        arguments = ast.arguments([], parameters, None, [], [], None, [])
        made = ast.FunctionDef(self.name, arguments, body, [])
        module = ast.fix_missing_locations(ast.Module([made], []))
        scope: dict[str, Any] = {}
        exec(compile(module, f"<{self.name} in a straight line>", "exec"), scope)
        return scope[self.name].__code__, namespace


Statements = Callable[[int, Call, dict[str, Any]], list[ast.stmt]]
"""Returns what stands for a call, by its number; it puts what this names into a namespace."""


def _statements(number: int, call: Call, namespace: dict[str, Any]) -> list[ast.stmt]:
    """Return the body of a called function, its names told apart by a number, or the call."""
    source = _source(call.function)
    if source is None:
        return _called(number, call, namespace)
    parameters = [argument.arg for argument in source.args.args]
    local = {item: f"{item}_in_{number}" for item in {*parameters, *_names(source.body, ast.Store)}}
    scope = vars(builtins) | call.function.__globals__
    if not _names(source.body, ast.Load) <= local.keys() | scope.keys():
        return _called(number, call, namespace)
    renamed = _Renamed(local, scope, number, namespace, call.results)
    begin = [
        _assigned(local[parameter], ast.Name(argument, ast.Load()))
        for parameter, argument in zip(parameters, call.arguments, strict=True)
    ]
    statements = source.body[1:] if ast.get_docstring(source) is not None else source.body
    inside = (node for statement in statements for node in ast.walk(statement))
    returns = sum(isinstance(node, ast.Return) for node in inside)
    body = [item for statement in statements for item in renamed.statements(statement)]
    if returns == 1:  # at the end
        return [*begin, *body[:-1]]
    return [*begin, ast.While(ast.Constant(True), body, [])]


def _names(statements: Sequence[ast.stmt], context: type[ast.expr_context]) -> set[str]:
    """Return the names that statements load or store."""
    nodes = (node for statement in statements for node in ast.walk(statement))
    return {
        node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, context)
    }


def _source(function: Callable[..., Any]) -> ast.FunctionDef | None:
    """Return a function as a tree; None where its body can't be put in elsewhere."""
    if not isinstance(function, FunctionType) or function.__closure__:
        return None
    code = function.__code__
    parsed = _functions_of(code.co_filename).get((code.co_firstlineno, code.co_name))
    if parsed is None or parsed.decorator_list or not _is_source_of(code, parsed):
        return None
    arguments = parsed.args
    plain = not (arguments.posonlyargs or arguments.kwonlyargs or arguments.defaults)
    inside = [node for statement in parsed.body for node in ast.walk(statement)]
    known = not any(isinstance(node, _UNKNOWN) for node in inside)
    ends = isinstance(parsed.body[-1], ast.Return)
    plain = plain and not (arguments.vararg or arguments.kwarg)
    return parsed if plain and known and ends else None


def _is_source_of(code: CodeType, parsed: ast.FunctionDef) -> bool:
    """Return whether a function was compiled from this; its file may have changed since."""
    module = ast.Module([parsed], [])
    flags = code.co_flags & _FUTURE_FLAGS
    compiled = compile(module, code.co_filename, "exec", flags, dont_inherit=True)
    return code in compiled.co_consts


@functools.lru_cache(maxsize=16)
def _functions_of(file: str) -> Mapping[tuple[int, str], ast.FunctionDef]:
    """Return the functions of a module by their first line and name; none if it can't be read."""
    try:
        module = ast.parse("".join(linecache.getlines(file)))
    except SyntaxError:
        return {}
    functions = (node for node in module.body if isinstance(node, ast.FunctionDef))
    return {(node.lineno, node.name): node for node in functions}


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
    """Renames what is local to a body, binds what is global to it, and assigns what it returns."""

    local: Mapping[str, str]
    scope: Mapping[str, Any]
    number: int
    namespace: dict[str, Any]
    results: tuple[str, ...]

    def statements(self, statement: ast.stmt) -> Iterator[ast.stmt]:
        """Return a statement as it stands in the made function: one statement, or several."""
        renamed = self.visit(copy.deepcopy(statement))
        yield from renamed if isinstance(renamed, list) else [renamed]

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """Rename a local name, and bind a global one by a name of its own."""
        if node.id in self.local:
            return ast.Name(self.local[node.id], node.ctx)
        bound = f"{node.id}_from_{self.number}"
        self.namespace[bound] = self.scope[node.id]
        return ast.Name(bound, node.ctx)

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        """Assign what is returned, and leave the body."""
        value = self.visit(node.value) if node.value is not None else ast.Constant(None)
        values = value.elts if isinstance(value, ast.Tuple) else []
        starred = any(isinstance(item, ast.Starred) for item in values)
        if len(values) == len(self.results) and not starred:
            pairs = zip(self.results, values, strict=True)
            assigned = [_assigned(name, item) for name, item in pairs]
        else:
            names: list[ast.expr] = [ast.Name(item, ast.Store()) for item in self.results]
            assigned = [ast.Assign([ast.Tuple(names, ast.Store())], value)]
        return [*assigned, ast.Break()]
