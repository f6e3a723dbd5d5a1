"""Simplifies expressions by what is known of the names in them."""

import ast
import builtins
from collections.abc import Mapping
from types import FunctionType
from typing import Any, TypeGuard

import attrs

from hexapla.standard.function_source import copied, parameters_of_source, source_of, statements_of
from hexapla.values.frozen import FrozenMapping

Known = dict[str, ast.expr]
"""Names, each with a constant, another name, or a tuple of these, that may stand in its place."""

_LITERALS = (str, int, bool, type(None))
_ONLY_ONES = (None, True, False)
_UNKNOWN = object()


@attrs.frozen
class _Frozen:
    """Any frozen value has the `__setattr__` that this one has."""


def _is_frozen(kind: type) -> bool:
    sets: object = kind.__setattr__
    return attrs.has(kind) and sets is _Frozen.__setattr__


def is_constant(node: ast.AST) -> TypeGuard[ast.Constant]:
    """Return whether this is a literal constant."""
    return isinstance(node, ast.Constant)


def is_atom(node: ast.expr) -> bool:
    """Return whether this is a constant, a name, or a tuple of these."""
    if isinstance(node, ast.Tuple):
        return all(map(is_atom, node.elts))
    return isinstance(node, ast.Name | ast.Constant)


def _is_only_one(value: object) -> bool:
    return any(value is item for item in _ONLY_ONES)


def _sides(node: ast.Compare) -> tuple[ast.expr, ...]:
    return (node.left, *node.comparators)


def loaded(node: ast.AST) -> frozenset[str]:
    """Return the names that are read."""
    if isinstance(node, ast.Constant):
        return frozenset()
    if isinstance(node, ast.Name):
        return frozenset((node.id,) if isinstance(node.ctx, ast.Load) else ())
    if isinstance(node, ast.Tuple):
        return frozenset().union(*map(loaded, node.elts))
    return frozenset(
        item.id
        for item in ast.walk(node)
        if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Load)
    )


def stored(node: ast.AST) -> frozenset[str]:
    """Return the names that get a value."""
    return frozenset(
        item.id
        for item in ast.walk(node)
        if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store)
    )


@attrs.define
class Expressions(ast.NodeTransformer):
    """Simplifies expressions in place.

    Taken for unchanging are the names of the namespace, the fields of frozen values, what a
    `FrozenMapping` holds, and the source of functions.
    """

    namespace: dict[str, Any]
    known: Mapping[str, ast.expr]
    puts_in: bool = True

    def value(self, node: ast.expr) -> Any:
        """Return the value of a node, or `_UNKNOWN`."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return self.namespace.get(node.id, _UNKNOWN)
        return _UNKNOWN

    def literal(self, value: Any) -> ast.expr:
        """Return what stands for a value: a constant, or a name of the namespace."""
        return ast.Constant(value) if type(value) in _LITERALS else self.bound(value)

    def bound(self, value: Any) -> ast.Name:
        """Return a name of the namespace that stands for a value."""
        for name, bound in self.namespace.items():
            if bound is value:
                return ast.Name(name, ast.Load())
        name = f"known_{len(self.namespace)}"
        self.namespace[name] = value
        return ast.Name(name, ast.Load())

    def tuple_of(self, node: ast.expr) -> ast.Tuple | None:
        """Return the tuple that a node stands for, where its items are known."""
        tree = self.known.get(node.id) if isinstance(node, ast.Name) else node
        if not isinstance(tree, ast.Tuple) or any(isinstance(i, ast.Starred) for i in tree.elts):
            return None
        return tree

    # Python warns of a constant that is called, has an item taken out, or is compared by identity:
    # there, names stay.

    def part(self, node: ast.expr) -> ast.expr:
        """Return what stands before a dot, a bracket or a call."""
        new: ast.expr = self.visit(node)
        return node if isinstance(new, ast.Constant) else new

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Replace a name by what is known of it, other than a tuple."""
        new = self.known.get(node.id) if isinstance(node.ctx, ast.Load) else None
        return node if new is None or isinstance(new, ast.Tuple) else copied(new)

    def visit_Tuple(self, node: ast.Tuple) -> ast.Tuple:
        """Put the items of a known tuple in the place of a starred one."""
        return ast.Tuple(self.items(node.elts), node.ctx)

    def items(self, nodes: list[ast.expr]) -> list[ast.expr]:
        """Return items or arguments, with those of known tuples among them."""
        made: list[ast.expr] = []
        for node in nodes:
            new = self.visit(node)
            inside = self.tuple_of(new.value) if isinstance(new, ast.Starred) else None
            made += [new] if inside is None else map(copied, inside.elts)
        return made

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Look a field of a frozen value up."""
        node.value = self.part(node.value)
        value = self.value(node.value)
        if _is_frozen(type(value)) and node.attr in attrs.fields_dict(type(value)):
            return self.literal(getattr(value, node.attr))
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """Take an item, or some, out of a known tuple, and look a key up in a frozen mapping."""
        node.value = self.part(node.value)
        inside = self.tuple_of(node.value)
        value = self.value(node.value)
        node.slice = self.visit(node.slice)
        if isinstance(node.slice, ast.Slice) and inside is not None:
            bounds = [
                None if item is None else self.value(item)
                for item in (node.slice.lower, node.slice.upper, node.slice.step)
            ]
            if _UNKNOWN not in bounds:
                return ast.Tuple(list(map(copied, inside.elts[slice(*bounds)])), ast.Load())
        key = self.value(node.slice)
        if inside is not None and type(key) is int and key < len(inside.elts):
            return copied(inside.elts[key])
        if type(value) is FrozenMapping and type(key) in (str, int) and key in value:
            return self.literal(value[key])
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Add two known whole numbers."""
        self.generic_visit(node)
        both = self.value(node.left), self.value(node.right)
        if isinstance(node.op, ast.Add) and all(type(item) is int for item in both):
            return ast.Constant(sum(both))
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Call: tell a known type, and put a function that is no more than an expression in."""
        node.func = self.part(node.func)
        node.args = self.items(node.args)
        node.keywords = [self.visit(item) for item in node.keywords]
        function = self.value(node.func)
        if node.keywords:
            return node
        if function is builtins.type and len(node.args) == 1:
            return self.type_of(node.args[0]) or node
        if self.puts_in and isinstance(function, FunctionType):
            return self.expression_of(function, node.args) or node
        return node

    def type_of(self, node: ast.expr) -> ast.expr | None:
        """Return the known type of an argument."""
        if self.tuple_of(node) is not None:
            return self.literal(tuple)
        value = self.value(node)
        return None if value is _UNKNOWN else self.literal(type(value))

    def expression_of(self, function: FunctionType, arguments: list[ast.expr]) -> ast.expr | None:
        """Return the expression that a function returns, if it does nothing else."""
        source = source_of(function)
        body = [] if source is None else statements_of(source)
        if source is None or len(body) != 1 or not isinstance(body[0], ast.Return):
            return None
        parameters = parameters_of_source(source)
        given = dict(zip(parameters, arguments, strict=False))
        scope = vars(builtins) | function.__globals__
        returned = body[0].value
        if returned is None or len(parameters) != len(arguments):
            return None
        others = loaded(returned) - given.keys()
        if not all(isinstance(item, ast.Name) for item in arguments) or not others <= scope.keys():
            return None
        given |= {name: self.bound(scope[name]) for name in sorted(others)}
        plain = Expressions({}, given).visit(copied(returned))
        new: ast.expr = Expressions(self.namespace, self.known, puts_in=False).visit(plain)
        return new

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Decide whether two known values are the same object."""
        kept = copied(node)
        self.generic_visit(node)
        if len(node.ops) != 1 or not isinstance(node.ops[0], ast.Is | ast.IsNot):
            return node
        same = self.same(node.left, node.comparators[0])
        if same is not None:
            return ast.Constant(same is isinstance(node.ops[0], ast.Is))
        literal = any(is_constant(item) and not _is_only_one(item.value) for item in _sides(node))
        return kept if literal else node

    def same(self, one: ast.expr, other: ast.expr) -> bool | None:
        """Return whether two nodes are the same object; None where that is not known."""
        values = self.value(one), self.value(other)
        only = [_is_only_one(value) for value in values]
        if any(only) and any(self.tuple_of(node) is not None for node in (one, other)):
            return False
        if any(value is _UNKNOWN for value in values):
            return None
        if not any(only) and any(type(value) in _LITERALS for value in values):
            return None
        return values[0] is values[1]

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """Negate what is known."""
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and is_constant(node.operand):
            return ast.Constant(not node.operand.value)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """Leave out the operands that decide nothing, and those behind the one that decides."""
        decides = isinstance(node.op, ast.Or)
        left: list[ast.expr] = []
        for place, item in enumerate(node.values):
            new = self.visit(item)
            known = is_constant(new)
            if not known or bool(new.value) is decides or place == len(node.values) - 1:
                left.append(new)
            if known and bool(new.value) is decides:
                break
        return left[0] if len(left) == 1 else ast.BoolOp(node.op, left)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """Take the branch that is known to be taken."""
        test = self.visit(node.test)
        if is_constant(test):
            new: ast.expr = self.visit(node.body if test.value else node.orelse)
            return new
        return ast.IfExp(test, self.visit(node.body), self.visit(node.orelse))
