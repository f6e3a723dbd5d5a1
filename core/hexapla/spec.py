"""The interface of a spec."""

import functools
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Generic, TypeVar, cast

import attrs

from hexapla.citation import Document
from hexapla.example import Example
from hexapla.frozen import FrozenMapping
from hexapla.grammar.grammar import Grammar
from hexapla.grammar.scheme_parts import SchemePart, SchemeParts
from hexapla.grammar.syntax import Ambiguity, Syntax
from hexapla.grammar.validity import Validity, Verdict
from hexapla.reading import (
    Choice,
    Reading,
    Selector,
    check_choices,
)
from hexapla.reference import Component, Form, Parts, Reference, Span, place_in_order
from hexapla.resolution import Resolution, Rule, Target, Trace

SplitParts = TypeVar("SplitParts", bound=Parts)


@attrs.frozen(slots=False)
class Spec(ABC, Generic[SplitParts]):
    """A memo as something that runs: how it takes a reference apart, and how it resolves one.

    A memo's module subclasses this, fills in the class attributes and writes `split`, `form` and
    `derive`. `rules` are all the rules that its steps name, in the order of the phases. Nothing
    else of the project has to know of it but an entry point in the group `hexapla.specs` that names
    an instance.
    """

    document: ClassVar[Document]
    anatomy: ClassVar[tuple[Component, ...]]
    rules: ClassVar[tuple[Rule, ...]]
    readings: ClassVar[tuple[Reading, ...]] = ()
    form_names: ClassVar[Mapping[Form, str]] = {}
    syntax: ClassVar[Syntax | None] = None
    default_column: ClassVar[bool] = True

    choices: tuple[Choice, ...] = ()
    options: Mapping[str, str] = attrs.field(init=False, eq=False, repr=False)

    @options.default
    def _fill_options(self) -> Mapping[str, str]:
        defaults = {reading.name: reading.default for reading in self.readings}
        return FrozenMapping(defaults | {choice.reading: choice.option for choice in self.choices})

    def __reduce__(self) -> tuple[type["Spec[SplitParts]"], tuple[tuple[Choice, ...]]]:
        # What was worked out on the way stays behind.
        return type(self), (self.choices,)

    # What a memo writes.

    @abstractmethod
    def split(self, text: str, trace: Trace | None = None) -> SplitParts:
        """Take a text apart: the text itself, then its parts in the order of `anatomy`.

        Any text is legal. Where a trace is given, note in it the rules applied and the target so
        far, put together as text.
        """

    @abstractmethod
    def form(self, parts: SplitParts) -> Form:
        """Say what kind of reference a split text is."""

    @abstractmethod
    def derive(self, base: SplitParts, reference: SplitParts, trace: Trace | None = None) -> Target:
        """Resolve a split reference against a split base; note the steps where a trace is given."""

    def place(self, parts: SplitParts) -> tuple[Span | None, ...]:
        """Give the span of each part, in the order of `anatomy`, in code points."""
        return place_in_order(self.anatomy, parts)

    def examples(self) -> tuple[Example, ...]:
        """Give the memo's own examples of resolving."""
        return ()

    def has_production(self, parts: SplitParts) -> bool:
        """Say whether the memo's grammar means to speak of such a text at all."""
        return True

    # What every spec has.

    @property
    def id(self) -> str:
        """The name by which a selector calls the memo."""
        return self.document.id

    @property
    def title(self) -> str:
        """The memo's title."""
        return self.document.title

    @property
    def date(self) -> str:
        """When the memo was published, as YYYY-MM."""
        return f"{self.document.date:%Y-%m}"

    @property
    def url(self) -> str:
        """Where the memo can be read."""
        return self.document.url

    @property
    def components(self) -> tuple[str, ...]:
        """The memo's own names of its components, in its order."""
        return tuple(component.name for component in self.anatomy)

    @functools.cached_property
    def selector(self) -> str:
        """The name of this spec with the choices that differ from the defaults."""
        return str(Selector(self.id, self.choices))

    def choosing(self, *choices: Choice) -> "Spec[SplitParts]":
        """Give this memo under other choices; raise `SelectorError` for one it does not have."""
        options = {**self.options, **check_choices(self.id, self.readings, choices)}
        return attrs.evolve(
            self,
            choices=tuple(
                Choice(reading.name, options[reading.name])
                for reading in self.readings
                if options[reading.name] != reading.default
            ),
        )

    def choose(self, reading: Reading, trace: Trace | None) -> str:
        """Give the option in force where the options differ, and note that it mattered."""
        option = self.options[reading.name]
        if trace is not None:
            trace.touch(Choice(reading.name, option))
        return option

    def parse(self, text: str) -> Reference:
        """Take a text apart as the memo does; any `str` is legal."""
        return Reference(self, self.split(_checked(text)))

    def resolve(self, base: str | Reference, reference: str | Reference) -> Resolution:
        """Resolve a reference against a base as the memo does; any `str` is legal for both."""
        base_parts = self._split_of(base)
        parts = self._split_of(reference)
        return Resolution(self, base_parts, parts, self.derive(base_parts, parts))

    @functools.cached_property
    def _syntax(self) -> Syntax | None:
        return None if self.syntax is None else self.syntax.varied(self.options)

    @property
    def grammar_reading(self) -> str | None:
        """The name of the reading whose options are variants of the grammar."""
        return None if self.syntax is None else self.syntax.variant_reading

    @property
    def grammar(self) -> Grammar | None:
        """The memo's grammar under the choices made; None for a memo that has none."""
        return None if self._syntax is None else self._syntax.grammar

    def validate(self, text: str) -> Validity:
        """Say whether the memo's grammar derives a text, and where the text leaves it if not."""
        if self._syntax is None or not self.has_production(self.split(_checked(text))):
            return Validity(Verdict.NO_PRODUCTION, ())
        return self._syntax.validate(text)

    def ambiguity(self, text: str) -> Ambiguity | None:
        """Find two derivations of a text that put components in different places."""
        return None if self._syntax is None else self._syntax.ambiguity(_checked(text))

    def scheme_parts(self, text: str) -> SchemeParts:
        """Take an absolute URL apart by the memo's production for its scheme."""
        if self._syntax is None:
            return SchemeParts(None, (), Validity(Verdict.NO_PRODUCTION, ()))
        return self._syntax.scheme_parts(_checked(text))

    def subdivide(self, component: str, part: str) -> tuple[SchemePart, ...]:
        """Take a component's part further apart, by the memo's grammar.

        Gives nothing for a component that the memo does not subdivide, and for a part that its rule
        does not derive. Offsets are code points of the part.
        """
        return () if self._syntax is None else self._syntax.subdivide(component, _checked(part))

    def trace_parsing(self, text: str) -> Trace:
        """Take a text apart once more, with every step noted."""
        trace = Trace(text)
        self.split(text, trace)
        return trace

    def trace(self, base: str, reference: str) -> Trace:
        """Resolve once more, with every step noted."""
        trace = Trace(reference)
        base_trace = Trace(base)
        base_parts = self.split(base, base_trace)
        for choice in base_trace.choices:
            trace.touch(choice)
        parts = self.split(reference, trace)
        self.derive(base_parts, parts, trace)
        return trace

    def _split_of(self, text: str | Reference) -> SplitParts:
        if isinstance(text, Reference):
            if cast(object, text.spec) == self:
                return cast(SplitParts, text.split)
            text = text.text
        return self.split(_checked(text))

    def to_dict(self) -> dict[str, object]:
        """Give the spec's JSON form."""
        return {
            "selector": self.selector,
            "id": self.id,
            "title": self.title,
            "date": self.date,
            "url": self.url,
            "components": self.components,
            "readings": [reading.to_dict() for reading in self.readings],
        }


AnySpec = Spec[Parts]


def _checked(text: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"a reference is a str, not {type(text).__name__}")
    return text
