"""The base class of all operations, which are made for a spec with its choices.

A standard writes an operation as a subclass of `Escaping`, `EquivalenceRules`, `Extraction`,
`BasePrecedence`, `Schemes`, `Access` or `UrlDivision`. The rules are class attributes and methods
of the subclass. The standard names it in a class attribute (`escaping =
operation(Rfc3986Escaping)`). The spec makes an instance on first use, with its options and its
variant of the grammar.
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
    """Something that a standard defines besides parsing and resolving, for a single spec."""

    spec: "Spec"
    """The spec that defines it."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.selector}>"

    @property
    def selector(self) -> str:
        """The selector of the spec: its name with its choices."""
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


def operation(made: Callable[[Any], Operation] | str, **fields: str) -> Any:
    """Return the class attribute that defines an operation of a standard.

    Args:
        made: A subclass of `Operation`; or `package.module:Class`, whose module is loaded when the
            operation is first used.
        fields: Arguments for the class in a module, in addition to the spec.
    """
    if not isinstance(made, str):
        return functools.cached_property(lambda standard: made(standard.spec))
    module, _, name = made.partition(":")
    return functools.cached_property(
        lambda standard: getattr(import_module(module), name)(standard.spec, **fields)
    )
