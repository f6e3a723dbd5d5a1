"""One function out of several: the bodies of small functions, set one behind the other.

A standard writes parsing as one small function a section. Calling them one after the other would
take twice as long as the work itself, so `hexapla.standard.bodies` puts the bodies together into a
single function as soon as it is used often. It does what the calls would do; nobody writes it by
hand. Where a body can't be put in (it has no source at hand, or a form that is not known) it is
called.
"""

import ast
import functools
import itertools
from collections.abc import Callable, Mapping
from types import CodeType, FunctionType
from typing import Any

import attrs

from hexapla.standard.bodies import put_in
from hexapla.standard.calls import Between, Call, called

# Putting bodies in takes longer than parsing and resolving some thousand references.
_CALLS_BEFORE = 500


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
                body += called(number, item, namespace)
        return self._compiled([*body, *self._last]), namespace

    @functools.cached_property
    def _of_bodies(self) -> tuple[CodeType, Mapping[str, Any]]:
        body, namespace = put_in(self.items, self._last)
        return self._compiled(body), namespace

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
