"""Simplifies a function that is put together: what is known of its names is not asked for anew.

This is for `hexapla.standard.straight_line`, and knows what is made there: names of the namespace
are bound for good, no name is deleted, and a loop is `while True`, left by `break` or `return` in
its first round. Two passes do it:

- forward, it replaces a name by what was assigned to it, a constant, another name or a
  tuple of these, and leaves out the branches that are not taken then;
- backward, it leaves out what is assigned and not read.
"""

import ast
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from hexapla.standard.expressions import Expressions, Known, is_atom, is_constant, loaded, stored
from hexapla.standard.function_source import copied


def simplified(statements: Sequence[ast.stmt], namespace: dict[str, Any]) -> list[ast.stmt]:
    """Return statements that do the same, and less of it.

    Args:
        statements: The body of a function.
        namespace: What is bound for good; what is found in it is bound to further names.
    """
    made = _Forward(namespace).block(statements, {})[0]
    return _Backward().block(made, frozenset(), frozenset())[0]


Block = tuple[list[ast.stmt], Known | None]
"""Statements, and what is known behind them; None where nothing is ever reached there."""


@attrs.define
class _Forward:
    """Replaces names by what is known of them."""

    namespace: dict[str, Any]
    breaks: list[list[Known]] = attrs.field(factory=list)
    numbers: Iterator[int] = attrs.field(factory=itertools.count)

    def block(self, statements: Iterable[ast.stmt], known: Known) -> Block:
        """Return simplified statements, up to the first behind which nothing is reached."""
        made: list[ast.stmt] = []
        now: Known | None = known
        for statement in statements:
            if now is None:
                break
            new, now = self.statement(statement, now)
            made += new
        return made, now

    def statement(self, statement: ast.stmt, known: Known) -> Block:
        """Return what a statement becomes."""
        match statement:
            case ast.Assign(targets=[target]):
                return self.assigned(target, self.expression(statement.value, known), known)
            case ast.If():
                return self.branches(statement, known)
            case ast.While():
                return self.loop(statement, known)
            case ast.Break():
                self.breaks[-1].append(known)
                return [statement], None
        new = Expressions(self.namespace, known).visit(copied(statement))
        if isinstance(statement, ast.Return | ast.Raise):
            return [new], None
        return [new], _without(known, stored(statement))

    def expression(self, value: ast.expr, known: Known) -> ast.expr:
        """Return what an expression becomes."""
        new: ast.expr = Expressions(self.namespace, known).visit(copied(value))
        return new

    def assigned(self, target: ast.expr, value: ast.expr, known: Known) -> Block:
        """Assign a value, part by part where its parts are known."""
        if isinstance(target, ast.Name):
            return self.named(target.id, value, known)
        value = self.in_full(value, known)
        pairs = _pairs(target, value)
        if pairs is None:
            statement = ast.Assign([target], value)
            return [statement], _without(known, stored(statement))
        made: list[ast.stmt] = []
        for name, part in pairs:
            new, known = self.named(name, part, known)
            made += new
        return made, known

    def in_full(self, value: ast.expr, known: Known) -> ast.expr:
        """Return the tuple that a name stands for, or else the value itself."""
        inside = known.get(value.id) if isinstance(value, ast.Name) else None
        return copied(inside) if isinstance(inside, ast.Tuple) else value

    def named(self, name: str, value: ast.expr, known: Known) -> tuple[list[ast.stmt], Known]:
        """Assign a value to a name, and first what it is made of."""
        if isinstance(value, ast.Name) and value.id == name:
            return [], known
        made: list[ast.stmt] = []
        value = self.in_full(value, known)
        if isinstance(value, ast.Tuple) and not any(
            isinstance(item, ast.Starred) for item in value.elts
        ):
            for place, item in enumerate(value.elts):
                if not is_atom(item):
                    part = f"value_{next(self.numbers)}"
                    made.append(ast.Assign([ast.Name(part, ast.Store())], item))
                    value.elts[place] = ast.Name(part, ast.Load())
        made.append(ast.Assign([ast.Name(name, ast.Store())], value))
        now = _without(known, {name})
        if is_atom(value) and name not in loaded(value):
            now[name] = value
        return made, now

    def branches(self, statement: ast.If, known: Known) -> Block:
        """Take the branch that is known to be taken, or both."""
        test = self.expression(statement.test, known)
        if is_constant(test):
            taken = statement.body if test.value else statement.orelse
            return self.block(taken, known)
        body, behind_body = self.block(statement.body, dict(known))
        orelse, behind_orelse = self.block(statement.orelse, dict(known))
        behind = [item for item in (behind_body, behind_orelse) if item is not None]
        return [ast.If(test, body or [ast.Pass()], orelse)], _in_all(behind)

    def loop(self, statement: ast.While, known: Known) -> Block:
        """Simplify a loop that is left in its first round; leave it out where it need not be."""
        self.breaks.append([])
        body, _ = self.block(statement.body, known)
        breaks = self.breaks.pop()
        if not breaks or (len(breaks) == 1 and isinstance(body[-1], ast.Break)):
            return (body[:-1], breaks[0]) if breaks else (body, None)
        return [ast.While(statement.test, body, [])], _in_all(breaks)


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[str, ast.expr]] | None:
    """Return names and values that can be assigned one after the other; None if they can't."""
    if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple):
        return None
    if len(target.elts) != len(value.elts):
        return None
    pairs: list[tuple[str, ast.expr]] = []
    for name, item in zip(target.elts, value.elts, strict=True):
        if not isinstance(name, ast.Name) or isinstance(item, ast.Starred):
            return None
        if any(earlier in loaded(item) for earlier, _ in pairs):
            return None
        pairs.append((name.id, item))
    return pairs


def _without(known: Known, names: Iterable[str]) -> Known:
    """Return what is known still when names get other values."""
    new = frozenset(names)
    return {
        name: value
        for name, value in known.items()
        if name not in new and new.isdisjoint(loaded(value))
    }


def _in_all(known: Sequence[Known]) -> Known | None:
    """Return what is known on all the ways that lead to a place; None if there is no way."""
    if not known:
        return None
    first, *others = known
    return {
        name: value
        for name, value in first.items()
        if all(name in item and _same(value, item[name]) for item in others)
    }


def _same(one: ast.expr, other: ast.expr) -> bool:
    return one is other or ast.dump(one) == ast.dump(other)


Names = frozenset[str]


class _Backward:
    """Leaves out what is assigned and not read."""

    def block(
        self, statements: Sequence[ast.stmt], behind: Names, at_break: Names
    ) -> tuple[list[ast.stmt], Names]:
        """Return the statements that are left, and the names that are read from there on.

        Args:
            statements: What is done.
            behind: The names that are read behind it.
            at_break: The names that are read behind the loop around it.
        """
        left: list[ast.stmt] = []
        for statement in reversed(statements):
            new, behind = self.statement(statement, behind, at_break)
            left[:0] = new
        return left, behind

    def statement(
        self, statement: ast.stmt, behind: Names, at_break: Names
    ) -> tuple[list[ast.stmt], Names]:
        """Return what is left of a statement, and the names that are read from there on."""
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if name not in behind and _has_no_effect(value):
                    return [], behind
                return [statement], behind - {name} | loaded(value)
            case ast.Assign(targets=[ast.Tuple()], value=value):
                return [statement], behind - stored(statement) | loaded(statement)
            case ast.If():
                return self.branches(statement, behind, at_break)
            case ast.While():
                body, before = self.block(statement.body, frozenset(), behind)
                return [ast.While(statement.test, body, [])], before
            case ast.Break():
                return [statement], at_break
            case ast.Pass():
                return [], behind
            case ast.Return() | ast.Raise():
                return [statement], loaded(statement)
        return [statement], behind | loaded(statement) | stored(statement)

    def branches(
        self, statement: ast.If, behind: Names, at_break: Names
    ) -> tuple[list[ast.stmt], Names]:
        """Leave out a condition on which nothing depends."""
        test = statement.test
        body, in_body = self.block(statement.body, behind, at_break)
        orelse, in_orelse = self.block(statement.orelse, behind, at_break)
        if not body and not orelse and _has_no_effect(test):
            return [], behind
        if not body and orelse:
            test, body, orelse = ast.UnaryOp(ast.Not(), test), orelse, body
        new = ast.If(test, body or [ast.Pass()], orelse)
        return [new], in_body | in_orelse | loaded(test)


_EFFECTLESS = (ast.Name, ast.Constant, ast.Tuple, ast.IfExp, ast.BoolOp)


def _has_no_effect(value: ast.expr) -> bool:
    """Return whether it makes no difference that an expression is evaluated."""
    if isinstance(value, ast.Compare):
        inside = [value.left, *value.comparators]
        compares = all(isinstance(item, ast.Is | ast.IsNot) for item in value.ops)
        return compares and all(map(_has_no_effect, inside))
    if isinstance(value, ast.UnaryOp):
        return isinstance(value.op, ast.Not) and _has_no_effect(value.operand)
    children = (item for item in ast.iter_child_nodes(value) if isinstance(item, ast.expr))
    return isinstance(value, _EFFECTLESS) and all(map(_has_no_effect, children))
