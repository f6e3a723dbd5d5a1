"""The interface of a spec: a standard as something that runs."""

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from email.message import Message
from typing import Any, ClassVar

import attrs

from hexapla.documents.citation import Document, Provision
from hexapla.documents.reading import Choice, Reading, Selector, check_choices, unknown
from hexapla.grammar.grammar import Grammar
from hexapla.grammar.scheme_parts import SchemePart, SchemeParts
from hexapla.grammar.validity import Validity, Verdict
from hexapla.operations.base import Base, BasePrecedence, Surroundings, establish
from hexapla.operations.base import Document as BaseDocument
from hexapla.operations.equivalence import (
    UNDECIDED,
    Equivalence,
    Judgement,
    NormalForm,
    Rewriting,
    Sameness,
    meet,
    rewritten,
)
from hexapla.operations.escaping import Escaped, EscapingRules, Unescaped, escape, unescape
from hexapla.operations.extraction import ExtractionRules, Extractor, Found
from hexapla.standard.component import (
    SHARED_NAMES,
    Component,
    Ends,
    Form,
    ends_in_order,
    spans_in_order,
)
from hexapla.standard.driver import (
    Parts,
    continue_from,
    record,
    record_parsing,
    record_parts,
    resolver,
    splitter,
    touched,
)
from hexapla.standard.example import Example
from hexapla.standard.phases import (
    Options,
    ParsingStep,
    Phase,
    Record,
    Rule,
    Ruled,
    State,
    Target,
)
from hexapla.standard.reference import Reference
from hexapla.standard.resolution import Resolution
from hexapla.standard.syntax import Ambiguity, Syntax
from hexapla.text.span import Span
from hexapla.values.frozen import FrozenMapping


@attrs.frozen(slots=False)
class Spec(ABC):
    """A standard as something that runs: how it takes a reference apart, and how it resolves one.

    A standard's package subclasses this and fills in the class attributes. The phases are plain
    functions, put in as `staticmethod`s, so that they know nothing but their arguments (see
    `hexapla.standard.phases`); a subclass may replace any of them. `rules` are all the rules that
    the phases name, in their order. Nothing else of the project has to know of a standard but an
    entry point in the group `hexapla.specs` that names an instance.
    """

    document: ClassVar[Document]
    components: ClassVar[tuple[Component, ...]]
    parsing: ClassVar[tuple[ParsingStep, ...]]
    rules: ClassVar[tuple[Rule, ...]]
    readings: ClassVar[tuple[Reading, ...]] = ()
    form_names: ClassVar[Mapping[Form, str]] = {}
    syntax: ClassVar[Syntax | None] = None
    default_column: ClassVar[bool] = False
    candidate: ClassVar[bool] = False
    identity: ClassVar[Provision | None] = None
    extraction: ClassVar[ExtractionRules | None] = None
    base_precedence: ClassVar[BasePrecedence | None] = None

    choices: tuple[Choice, ...] = ()
    options: Mapping[str, str] = attrs.field(init=False, eq=False, repr=False)

    @options.default
    def _fill_options(self) -> Mapping[str, str]:
        defaults = {reading.name: reading.default for reading in self.readings}
        return FrozenMapping(defaults | {choice.reading: choice.option for choice in self.choices})

    def __reduce__(self) -> tuple[type["Spec"], tuple[tuple[Choice, ...]]]:
        # What was worked out on the way stays behind.
        return type(self), (self.choices,)

    def __repr__(self) -> str:
        return f"<Spec {self.selector}>"

    # What a standard writes, phase by phase.

    @staticmethod
    @abstractmethod
    def form(parts: Any, /) -> Form:
        """Return what kind of reference a text is that was taken apart."""

    @staticmethod
    @abstractmethod
    def classify(base: Any, reference: Any, options: Options, /) -> Ruled:
        """Return the rule by which a reference is absolute or relative, and the state behind it.

        Base and reference are texts with their components behind them. Where resolving ends here,
        the target stands for the state.
        """

    @staticmethod
    @abstractmethod
    def combine(base: Any, state: Any, options: Options, /) -> Ruled:
        """Return the rule by which a reference is combined with the base, and the state, or target.

        The state is what `classify` returned.
        """

    @staticmethod
    @abstractmethod
    def remove_dots(rule: Any, state: Any, options: Options, /) -> tuple[Any, Any]:
        """Return the rule on dot segments, and the state; or the substeps, and the state before.

        `rule` is the one that `combine` returned.
        """

    @staticmethod
    @abstractmethod
    def recombine(state: Any, /) -> tuple[Rule | None, str]:
        """Return the rule by which components are put together, and the text."""

    @staticmethod
    def state_of(parts: Any, /) -> State:
        """Return the components of a text that was taken apart, as the phases pass them on."""
        return tuple(parts[1:])

    # What the phases give when they are run.

    @functools.cached_property
    def split(self) -> Callable[..., tuple[Any, ...]]:
        """What takes a text apart: the text itself, then its components, in their order."""
        return splitter(self)

    @functools.cached_property
    def resolve_parts(self) -> Callable[..., Target]:
        """What resolves a reference that was taken apart against a base that was, too."""
        return resolver(self)

    def record(self, base: str, reference: str) -> Record:
        """Resolve with every step recorded; any `str` is legal for both."""
        return record(self, _checked(base), _checked(reference))

    def record_parsing(self, text: str) -> Record:
        """Take a text apart with every step recorded; any `str` is legal."""
        return record_parsing(self, _checked(text))

    def record_parts(self, base: Parts, reference: Parts) -> Record:
        """Resolve what was taken apart already, with every step behind that recorded."""
        return record_parts(self, base, reference)

    def continue_from(
        self, base: str, text: str, behind: Phase, rule: Rule | None = None
    ) -> Record:
        """Resolve from the middle on: go on with a text in place of what stands behind a phase.

        Args:
            base: The base; any `str` is legal.
            text: The target so far behind the phase; any `str` is legal.
            behind: The phase that counts as done.
            rule: The rule of combining that counts as applied; needed behind that phase.

        Raises:
            ValueError: There is no rule where one is needed.
        """
        return continue_from(self, _checked(base), _checked(text), behind, rule)

    def touched(self, base: str, reference: str) -> tuple[Choice, ...]:
        """Return the readings that a base and a reference touch, with the options in force."""
        return touched(self, _checked(base), _checked(reference))

    def spans_of(self, parts: Any) -> tuple[Span | None, ...]:
        """Return the span of each part, in the order of `components`, in code points."""
        return spans_in_order(self.components, self._named_ends(parts), parts)

    @functools.cached_property
    def _named_ends(self) -> Callable[[Parts], Mapping[str, int]]:
        """What tells where the parts end, by the standard's own names."""
        return ends_in_order(self.component_names, self.components)

    @functools.cached_property
    def ends_of(self) -> Ends:
        """What tells where parts end: shared names, each with the end of its segment.

        Ends are code points; None where the standard does not tell the places of its parts.
        """
        if type(self).spans_of is Spec.spans_of:
            return ends_in_order((item.shared for item in self.components), self.components)
        return self._ends_by_span

    def _ends_by_span(self, parts: Any) -> Mapping[str, int] | None:
        reference = Reference(self, parts)
        ends = {segment.component.shared: segment.stop for segment in reference.segments()}
        return ends if ends or reference.has_spans else None

    def examples(self) -> tuple[Example, ...]:
        """Return the standard's own examples of resolving."""
        return ()

    def has_production(self, parts: Any) -> bool:
        """Say whether the standard's grammar means to speak of such a text at all."""
        return True

    # What a memo writes of the rest that it defines; where it writes nothing, it is silent.

    def rewritings(self) -> tuple[Rewriting, ...]:
        """Give the ways of writing a URI differently that keep what it means, rung by rung."""
        return ()

    def normal_form(self) -> tuple[Rewriting, ...] | None:
        """Give the rewritings that lead to the normal form; None where the memo defines none."""
        return None

    def incomparable(self, text: str) -> Provision | None:
        """Say why a text can't be compared or normalised at all; None where it can."""
        return None

    def distinguish(self, left: str, right: str) -> Judgement:
        """Judge two URIs that no rewriting makes the same, as rewritten."""
        return UNDECIDED

    def escaping_rules(self) -> EscapingRules | None:
        """Give what the memo says of escaping; None where it says nothing."""
        return None

    def characters(self, rule: str, but: str = "") -> frozenset[str]:
        """Give the single characters that a rule of the memo's grammar derives, but for some."""
        assert self.grammar is not None
        return self.grammar.single_characters(rule) - frozenset(but)

    def classes(self, *rules: str) -> Mapping[str, frozenset[str]]:
        """Give the classes of characters of the memo's grammar, by the names of their rules."""
        return FrozenMapping((rule, self.characters(rule)) for rule in rules)

    def is_extracted_uri(self, text: str) -> bool:
        """Say whether what stands between delimiters, without white space, is a URI."""
        return self.split(text)[1] is not None

    def reach(self, text: str, start: int, stop: int) -> int | None:
        """Give where the longest URI ends that starts at an offset, for a prefix in running text.

        Offsets are code points; None where no URI starts there, or where no prefix is looked for.
        """
        return None

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

    def choosing(self, *choices: Choice) -> "Spec":
        """Return this standard under other choices; raise `SelectorError` for unknown ones."""
        options = {**self.options, **check_choices(self.id, self.readings, choices)}
        return attrs.evolve(
            self,
            choices=tuple(
                Choice(reading.name, options[reading.name])
                for reading in self.readings
                if options[reading.name] != reading.default
            ),
        )

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

    def equivalent(self, left: str, right: str) -> Equivalence:
        """Say whether two URIs are the same by the memo's rules, and by which; any `str` is legal.

        Both are rewritten rung by rung, up to the one at which they become the same.
        """
        if _checked(left) == _checked(right):
            identity = self.identity if self.incomparable(left) is None else None
            return Equivalence(self.selector, left, right, Sameness.SAME, identity)
        for text in sorted((left, right)):
            provision = self.incomparable(text)
            if provision is not None:
                return Equivalence(self.selector, left, right, Sameness.UNDECIDED, provision)
        met = meet(left, right, self.rewritings())
        judgement = (
            self.distinguish(met.left, met.right)
            if met.provision is None
            else Judgement(Sameness.SAME, met.provision)
        )
        return Equivalence(
            self.selector,
            left,
            right,
            judgement.verdict,
            judgement.provision,
            met.left_steps,
            met.right_steps,
        )

    def normalize(self, text: str) -> NormalForm:
        """Give a URI in the memo's normal form, where it defines one; any `str` is legal."""
        rewritings, provision = self.normal_form(), self.incomparable(_checked(text))
        if rewritings is None or provision is not None:
            return NormalForm(self.selector, text, None, provision)
        normal, steps = rewritten(text, rewritings)
        return NormalForm(self.selector, text, normal, steps=steps)

    def escape(self, data: str | bytes, component: str = "path") -> Escaped:
        """Escape data to stand in a component, by the memo's own character sets.

        `component` is the memo's own name or a shared one; for a path, the data is that of one
        segment. Raises `LookupError` for a name that no memo has.
        """
        if not isinstance(data, bytes):
            _checked(data)
        return escape(self.selector, self.escaping_rules(), data, self._shared(component))

    def unescape(self, text: str) -> Unescaped:
        """Read the escape sequences of a part, once; a bad one stays and is reported."""
        return unescape(self.selector, self.escaping_rules(), _checked(text))

    def _shared(self, component: str) -> str:
        """Give the shared name of a component."""
        names = {item.name: item.shared for item in self.components} | {
            name: name for name in SHARED_NAMES
        }
        if component not in names:
            raise unknown("component", component, names)
        return names[component]

    def extract(self, text: str) -> list[Found]:
        """Find the URIs in running text, as the memo says that they are delimited.

        Spans are code points. Finds nothing where the memo says nothing of it (`delimiting` is
        None).
        """
        _checked(text)
        if self.extraction is None:
            return []
        return Extractor(self.selector, self.extraction, self.is_extracted_uri, self.reach).find(
            text
        )

    def establish_base(
        self,
        document: BaseDocument = None,
        *,
        within: Sequence[Message] = (),
        retrieval: str | None = None,
        default: str | None = None,
    ) -> Base:
        """Establish the base of a document by the memo's ladder.

        The document is an HTML page, as text or octets, or a message or a part of one, as the
        standard library's `email` reads it; `within` are the entities that enclose it, innermost
        first. `retrieval` is the URI by which it was retrieved, `default` what the application
        would take.
        """
        known = Surroundings(document, within, retrieval, default)
        return establish(
            self.selector,
            self.base_precedence,
            known,
            self._is_absolute,
            lambda base, text: self.resolve(base, text).uri,
            lambda text: text.partition("#")[0],
        )

    def _is_absolute(self, text: str) -> bool:
        """Say whether a text is an absolute reference, and begins with a scheme by the grammar."""
        if self.form(self.split(text)) not in (Form.ABSOLUTE, Form.OPAQUE):
            return False
        rule = self.syntax and self.syntax.roles.get("scheme")
        scheme = text.partition(":")[0]
        return not rule or self.grammar is None or self.grammar.matches(rule, scheme)

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


AnySpec = Spec


def _checked(text: str) -> str:
    if not isinstance(text, str):
        raise _no_text(text)
    return text


def _no_text(given: object) -> TypeError:
    return TypeError(f"a reference is a str, not {type(given).__name__}")
