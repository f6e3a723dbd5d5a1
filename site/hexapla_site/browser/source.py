"""Shorten Python source for a browser by leaving out code that only people and type checkers need.

The behaviour of a module doesn't change. Comments, docstrings, annotations and the code under
`TYPE_CHECKING` are left out. Three things are rewritten so that Brython can run the code: a
`NamedTuple` class is created with `namedtuple`, an attrs class lists the names of its fields, and
some modules are replaced by stand-ins.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping

FIELDS = "__fields__"
"""The class attribute that lists the fields, instead of their annotations."""


def shortened(text: str, path: str, renamed: Mapping[str, str]) -> ast.Module:
    """Parse and shorten a module to the form needed in a browser.

    Args:
        text: The source of the module.
        path: The path of the module's file in the browser.
        renamed: The modules to replace, each with the name of its replacement.
    """
    module = ast.parse(text)
    shortening = _Shortening(path, renamed)
    module.body = shortening.body_of(module.body)
    return ast.fix_missing_locations(module)


def imports_of(module: ast.Module) -> Iterator[str]:
    """Yield the names of all modules that a module may import, anywhere in its code."""
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


class _Shortening(ast.NodeTransformer):
    def __init__(self, path: str, renamed: Mapping[str, str]) -> None:
        self._path = path
        self._renamed = renamed

    def body_of(self, statements: Iterable[ast.stmt]) -> list[ast.stmt]:
        """Return the statements of a module, class or function that are needed in a browser."""
        kept: list[ast.stmt] = []
        for statement in statements:
            visited = self.visit(statement)
            if isinstance(visited, list):
                kept += visited
            elif visited is not None:
                kept.append(visited)
        return kept or [ast.Pass()]

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """Leave out docstrings and `...`."""
        return None if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt] | None:
        """Leave out code that only type checkers need."""
        test = node.test
        negated = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
        asked = test.operand if isinstance(test, ast.UnaryOp) else test
        if isinstance(asked, ast.Name) and asked.id == "TYPE_CHECKING":
            return self.body_of(node.body if negated else node.orelse)
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | None:
        """Turn a declaration into an assignment, or leave it out if it has no value."""
        if node.value is None:
            return None
        value = self.visit(node.value)
        return ast.Assign([node.target], value, lineno=node.lineno)

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        """Leave out `__doc__`, and `__slots__`, which only saves memory."""
        match node.targets:
            case [ast.Name("__slots__") | ast.Attribute(_, "__doc__")]:
                return None
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | None:
        """Leave out the annotations and the overloads of a function."""
        if any(
            isinstance(each, ast.Name) and each.id == "overload" for each in node.decorator_list
        ):
            return None
        node.returns = None
        given = node.args
        for argument in (
            *given.posonlyargs,
            *given.args,
            *given.kwonlyargs,
            given.vararg,
            given.kwarg,
        ):
            if argument is not None:
                argument.annotation = None
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        node.args = self.visit(node.args)
        node.body = self.body_of(node.body)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """List the names of a class's fields instead of declaring the fields by annotations."""
        fields = [*_fields_in(node.body)]
        names = [each.target.id for each in fields if isinstance(each.target, ast.Name)]
        if any(isinstance(base, ast.Name) and base.id == "NamedTuple" for base in node.bases):
            defaults = [self.visit(each.value) for each in fields if each.value is not None]
            node.bases = [_named_tuple(node.name, names, defaults)]
            node.body = [each for each in node.body if each not in fields]
        elif names:
            listed = ast.Assign([ast.Name(FIELDS)], _constants(names), lineno=node.lineno)
            node.body.insert(0, listed)
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        node.bases = [self._base(base) for base in node.bases]
        node.keywords = [self.visit(each) for each in node.keywords]
        node.body = self.body_of(node.body)
        return node

    @staticmethod
    def _base(base: ast.expr) -> ast.expr:
        """Remove the type arguments from a base class."""
        return base.value if isinstance(base, ast.Subscript) else base

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Replace `__file__` with the path of the file."""
        return ast.Constant(self._path) if node.id == "__file__" else node

    def visit_Import(self, node: ast.Import) -> ast.Import:
        """Import stand-ins instead of the modules that they replace."""
        for alias in node.names:
            if alias.name in self._renamed:
                alias.asname = alias.asname or alias.name
                alias.name = self._renamed[alias.name]
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom | None:
        """Import names from stand-ins; leave out `NamedTuple`, which is replaced."""
        module = node.module or ""
        if module == "__future__":
            return None
        if module == "typing":
            node.names = [alias for alias in node.names if alias.name != "NamedTuple"]
            if not node.names:
                return None
        node.module = self._renamed.get(module, module)
        return node


def _fields_in(body: Iterable[ast.stmt]) -> Iterator[ast.AnnAssign]:
    """Yield the declarations in a class that are fields rather than class variables."""
    for statement in body:
        if not isinstance(statement, ast.AnnAssign):
            continue
        if "ClassVar" not in ast.unparse(statement.annotation):
            yield statement


def _named_tuple(name: str, fields: list[str], defaults: list[ast.expr]) -> ast.expr:
    made = ast.parse(
        f"__import__('collections').namedtuple({name!r}, {fields!r})", mode="eval"
    ).body
    assert isinstance(made, ast.Call)
    if defaults:
        made.keywords.append(ast.keyword("defaults", ast.Tuple(defaults)))
    return made


def _constants(texts: Iterable[str]) -> ast.Tuple:
    return ast.Tuple([ast.Constant(text) for text in texts])
