"""What all operations have in common: they are made for one spec, under its choices.

A standard writes an operation as a subclass of `Escaping`, `EquivalenceRules`, `Extraction`,
`BasePrecedence`, `Schemes`, `Access` or `UrlDivision`, with its rules as class attributes and
methods, and its spec names the subclass (`escaping = operation(Rfc3986Escaping)`). The spec makes
one instance when it is first asked for, under the options and the variant of the grammar in force.
"""

import functools
from collections.abc import Callable
from importlib import import_module
from typing import Any

import attrs

from hexapla.grammar.grammar import Grammar

SpecView = Any
"""A spec under its choices: a `hexapla.standard.spec.Spec`, which this module can't import."""


@attrs.frozen(slots=False, repr=False)
class Operation:
    """Something that a standard defines besides parsing and resolving, for one spec."""

    spec: SpecView

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.selector}>"

    @property
    def selector(self) -> str:
        """The name of the spec, with its choices."""
        return str(self.spec.selector)

    @property
    def grammar(self) -> Grammar:
        """The standard's grammar under the choices made.

        Raises:
            LookupError: The standard has no grammar.
        """
        grammar: Grammar | None = self.spec.grammar
        if grammar is None:
            raise LookupError(f"{self.selector} has no grammar")
        return grammar

    def characters(self, rule: str, but: str = "") -> frozenset[str]:
        """Return the single characters that a rule of the grammar derives, but for some."""
        return self.grammar.single_characters(rule) - frozenset(but)


def operation(made: Callable[[Any], Operation] | str, **fields: str) -> Any:
    """Return what a spec's class has under the name of an operation.

    Args:
        made: A subclass of `Operation`, or `package.module:Class` for one whose module is loaded
            when a spec is first asked for the operation.
        fields: What the class in a module is told beside the spec.
    """
    if not isinstance(made, str):
        return functools.cached_property(made)
    module, _, name = made.partition(":")
    return functools.cached_property(
        lambda spec: getattr(import_module(module), name)(spec, **fields)
    )
