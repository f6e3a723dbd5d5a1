"""The base class of all operations that a standard defines besides parsing and resolving.

A standard defines an operation as a subclass of `Escaping`, `EquivalenceRules`, `Extraction`,
`BasePrecedence`, `Schemes`, `Access` or `UrlDivision`. The rules are class attributes and methods
of the subclass. A class attribute of the standard refers to the subclass: `escaping =
operation(Rfc3986Escaping)`. On first use, each spec creates an instance, which uses the spec's
options and its variant of the grammar.
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
    """An operation that a standard defines, for a single spec."""

    spec: "Spec"
    """The spec that defines the operation."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.selector}>"

    @property
    def selector(self) -> str:
        """The selector of the spec: its id with the choices that differ from the defaults."""
        return self.spec.selector

    @property
    def grammar(self) -> Grammar:
        """The standard's grammar under the spec's choices.

        Raises:
            LookupError: The standard has no grammar.
        """
        return self.spec.grammar

    def characters(self, rule: str, but: str = "") -> frozenset[str]:
        """Return the single characters that a grammar rule derives, except for those in `but`."""
        return self.grammar.single_characters(rule) - frozenset(but)


def or_undefined(text: str | None) -> str:
    """Return a result for display; None stands for a result that the standard doesn't define."""
    if text is None:
        return "(undefined)"
    return text


def operation(made: Callable[[Any], Operation] | str, **fields: str) -> Any:
    """Return the class attribute with which a standard defines an operation.

    Args:
        made: A subclass of `Operation`; or a string `package.module:Class`, whose module is loaded
            when the operation is first used.
        fields: Further arguments for a class given as a string, in addition to the spec.
    """
    if not isinstance(made, str):
        return functools.cached_property(lambda standard: made(standard.spec))
    module, _, name = made.partition(":")
    return functools.cached_property(
        lambda standard: getattr(import_module(module), name)(standard.spec, **fields)
    )
