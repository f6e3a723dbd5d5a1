"""What all operations have in common: they are made for one spec, under its choices.

A standard writes an operation as a subclass of `Escaping`, `EquivalenceRules`, `Extraction`,
`BasePrecedence`, `Schemes`, `Access` or `UrlDivision`, with its rules as class attributes and
methods, and its spec names the subclass (`escaping = operation(Rfc3986Escaping)`). The spec makes
one instance when it is first asked for, under the options and the variant of the grammar in force.
"""

import functools
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

import attrs

from hexapla.grammar.grammar import Grammar

if TYPE_CHECKING:
    from hexapla.standard.spec import Spec


@attrs.frozen(slots=False, repr=False)
class Operation:
    """Something that a standard defines besides parsing and resolving, for one spec."""

    spec: "Spec"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.selector}>"

    @property
    def selector(self) -> str:
        """The name of the spec, with its choices."""
        return self.spec.selector

    @property
    def grammar(self) -> Grammar:
        """The standard's grammar under the choices made.

        Raises:
            LookupError: The standard has no grammar.
        """
        return self.spec.grammar

    def characters(self, rule: str, but: str = "") -> frozenset[str]:
        """Return the single characters that a rule of the grammar derives, but for some."""
        return self.grammar.single_characters(rule) - frozenset(but)


def operation(made: Callable[[Any], Operation] | str, **fields: str) -> Any:
    """Return what a standard's class has under the name of an operation.

    Args:
        made: A subclass of `Operation`, or `package.module:Class` for one whose module is loaded
            when a spec is first asked for the operation.
        fields: What the class in a module is told beside the spec.
    """
    if not isinstance(made, str):
        return functools.cached_property(lambda standard: made(standard.spec))
    module, _, name = made.partition(":")
    return functools.cached_property(
        lambda standard: getattr(import_module(module), name)(standard.spec, **fields)
    )
