"""What all operations have in common: they are made for one spec, under its choices.

A standard writes an operation as a subclass of `Escaping`, `EquivalenceRules`, `Extraction`,
`BasePrecedence`, `Schemes`, `Access` or `UrlDivision`, with its rules as class attributes and
methods, and its spec names the subclass (`escaping = operation(Rfc3986Escaping)`). The spec makes
one instance when it is first asked for, under the options and the variant of the grammar in force.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol

import attrs

from hexapla.documents.reading import Choice
from hexapla.grammar.grammar import Grammar
from hexapla.grammar.scheme_parts import SchemePart
from hexapla.grammar.validity import Validity


class SpecView(Protocol):
    """A spec, as far as an operation has to know it."""

    @property
    def selector(self) -> str:
        """The name of the spec, with its choices."""

    @property
    def options(self) -> Mapping[str, str]:
        """The option in force of each reading, by the reading's name."""

    @property
    def grammar(self) -> Grammar | None:
        """The grammar under the choices made."""

    def clean(self, text: str, /) -> str:
        """Return what is taken apart of a text."""

    def split(self, text: str, /) -> Any:
        """Return a text and its parts, in the spec's own shape."""

    def subdivide(self, component: str, part: str, /) -> Sequence[SchemePart]:
        """Return what a component's part consists of, by the grammar."""

    def validate(self, text: str, /) -> Validity:
        """Return whether the grammar derives a text."""

    def is_absolute(self, text: str, /) -> bool:
        """Return whether a text is an absolute reference."""

    def resolve(self, base: str, reference: str, /) -> Any:
        """Return what a reference resolves to."""

    def choosing(self, *choices: Choice) -> Any:
        """Return the spec under other choices."""

    def shared_name(self, component: str, /) -> str:
        """Return the shared name of a component; raise `LookupError` for an unknown name."""


@attrs.frozen(slots=False, repr=False)
class Operation:
    """Something that a standard defines besides parsing and resolving, for one spec."""

    spec: SpecView

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
        if self.spec.grammar is None:
            raise LookupError(f"{self.selector} has no grammar")
        return self.spec.grammar

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
