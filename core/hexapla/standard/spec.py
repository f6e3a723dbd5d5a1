"""The interface of a spec."""

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

import attrs

from hexapla.documents.citation import Document
from hexapla.documents.reading import (
    Choice,
    Reading,
    Selector,
    check_choices,
    unknown,
)
from hexapla.grammar.grammar import Grammar
from hexapla.grammar.scheme_parts import SchemePart
from hexapla.grammar.validity import Validity, Verdict
from hexapla.operations.base import BasePrecedence
from hexapla.operations.equivalence import EquivalenceRules
from hexapla.operations.escaping import Escaping
from hexapla.operations.extraction import Extraction
from hexapla.operations.schemes import Schemes
from hexapla.standard.example import Example
from hexapla.standard.reference import (
    SHARED_NAMES,
    Component,
    Ends,
    Form,
    Parts,
    Reference,
    ends_in_order,
    spans_in_order,
)
from hexapla.standard.resolution import Resolution, Rule, Target, Trace
from hexapla.standard.syntax import Ambiguity, Syntax
from hexapla.text.span import Span
from hexapla.values.frozen import FrozenMapping

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
    components: ClassVar[tuple[Component, ...]]
    rules: ClassVar[tuple[Rule, ...]]
    readings: ClassVar[tuple[Reading, ...]] = ()
    form_names: ClassVar[Mapping[Form, str]] = {}
    syntax: ClassVar[Syntax | None] = None
    default_column: ClassVar[bool] = True
    # What the standard defines besides parsing and resolving; None where it is silent.
    escaping_class: ClassVar[type[Escaping] | None] = None
    equivalence_class: ClassVar[type[EquivalenceRules[Any]] | None] = None
    extraction_class: ClassVar[type[Extraction] | None] = None
    base_precedence_class: ClassVar[type[BasePrecedence] | None] = None
    schemes_class: ClassVar[type[Schemes] | None] = None

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
    def resolve_parts(
        self, base: SplitParts, reference: SplitParts, trace: Trace | None = None
    ) -> Target:
        """Resolve a split reference against a split base; note the steps where a trace is given."""

    def place(self, parts: SplitParts) -> tuple[Span | None, ...]:
        """Give the span of each part, in the order of `anatomy`, in code points."""
        return spans_in_order(self.components, self._ends(parts), parts)

    @functools.cached_property
    def _ends(self) -> Callable[[Parts], Mapping[str, int]]:
        """What gives, of parts in the order of the anatomy, the memo's own names and their ends."""
        return ends_in_order(self.component_names, self.components)

    @functools.cached_property
    def ends(self) -> Ends:
        """What gives, of parts, shared names, each with where its stretch of the text ends.

        Ends are code points; it gives None where the memo does not place its parts.
        """
        if type(self).place is Spec.place:
            return ends_in_order((item.shared for item in self.components), self.components)
        return self._ends_by_span

    def _ends_by_span(self, parts: SplitParts) -> Mapping[str, int] | None:
        reference = Reference(self, parts)
        segments = {segment.component.shared: segment.stop for segment in reference.segments()}
        return segments if segments or reference.has_spans else None

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
    def component_names(self) -> tuple[str, ...]:
        """The memo's own names of its components, in its order."""
        return tuple(component.name for component in self.components)

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
        if not isinstance(text, str):
            raise _no_text(text)
        return Reference(self, self.split(text))

    def resolve(self, base: str | Reference, reference: str | Reference) -> Resolution:
        """Resolve a reference against a base as the memo does; any `str` is legal for both."""
        base_parts = self.split(base) if isinstance(base, str) else self._split_of(base)
        parts = self.split(reference) if isinstance(reference, str) else self._split_of(reference)
        return Resolution(self, base_parts, parts, self.resolve_parts(base_parts, parts))

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

    def subdivide(self, component: str, part: str) -> tuple[SchemePart, ...]:
        """Take a component's part further apart, by the memo's grammar.

        Gives nothing for a component that the memo does not subdivide, and for a part that its rule
        does not derive. Offsets are code points of the part.
        """
        return () if self._syntax is None else self._syntax.subdivide(component, _checked(part))

    # What the standard defines besides parsing and resolving; None where it is silent.

    @functools.cached_property
    def escaping(self) -> Escaping | None:
        """How the standard escapes data, and reads escapes."""
        return None if self.escaping_class is None else self.escaping_class(self)

    @functools.cached_property
    def equivalence(self) -> EquivalenceRules[SplitParts] | None:
        """When the standard calls two URIs the same, and what its normal form is."""
        return None if self.equivalence_class is None else self.equivalence_class(self)

    @functools.cached_property
    def extraction(self) -> Extraction | None:
        """How the standard finds URIs in running text."""
        return None if self.extraction_class is None else self.extraction_class(self)

    @functools.cached_property
    def base_precedence(self) -> BasePrecedence | None:
        """The order in which the standard looks for the base of a document."""
        return None if self.base_precedence_class is None else self.base_precedence_class(self)

    @functools.cached_property
    def schemes(self) -> Schemes | None:
        """What the standard says of the schemes."""
        return None if self.schemes_class is None else self.schemes_class(self)

    def shared_name(self, component: str) -> str:
        """Return the shared name of a component, given that or the standard's own name.

        Raises `SelectorError`, a `LookupError`, for a name that no standard has.
        """
        names = {item.name: item.shared for item in self.components} | {
            name: name for name in SHARED_NAMES
        }
        if component not in names:
            raise unknown("component", component, names)
        return names[component]

    def is_absolute(self, text: str) -> bool:
        """Return whether a text is an absolute reference that has a scheme by the grammar."""
        if self.form(self.split(text)) not in (Form.ABSOLUTE, Form.OPAQUE):
            return False
        rule = self.syntax and self.syntax.roles.get("scheme")
        scheme = text.partition(":")[0]
        return not rule or self.grammar is None or self.grammar.matches(rule, scheme)

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
        self.resolve_parts(base_parts, parts, trace)
        return trace

    def _split_of(self, parsed: Reference) -> Any:
        """Give what a reference has been split into, or split it anew if it is another spec's."""
        if not isinstance(parsed, Reference):
            raise _no_text(parsed)
        return parsed.split_by(self) or self.split(parsed.text)

    def to_dict(self) -> dict[str, object]:
        """Give the spec's JSON form."""
        return {
            "selector": self.selector,
            "id": self.id,
            "title": self.title,
            "date": self.date,
            "url": self.url,
            "components": self.component_names,
            "readings": [reading.to_dict() for reading in self.readings],
        }


AnySpec = Spec[Parts]


def _checked(text: str) -> str:
    if not isinstance(text, str):
        raise _no_text(text)
    return text


def _no_text(given: object) -> TypeError:
    return TypeError(f"a reference is a str, not {type(given).__name__}")
