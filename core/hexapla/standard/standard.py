"""The base class of standards, which the package of a standard subclasses."""

import functools
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import attrs

from hexapla.documents.citation import Citation, Document, Provision
from hexapla.documents.erratum import Erratum, load_errata
from hexapla.documents.reading import Choice, Reading, changed, unknown
from hexapla.grammar.grammar import Grammar
from hexapla.grammar.validity import SchemePart
from hexapla.standard import driver
from hexapla.standard.component import SHARED_NAMES, Component, Form, ends_in_order, spans_in_order
from hexapla.standard.driver import Parts
from hexapla.standard.frame import SearchFrame
from hexapla.standard.phases import Options, PhaseResult, Reason, Record, State, Step, Target
from hexapla.standard.rule import Phase, Rule, rules_in
from hexapla.standard.spec import Spec, selector_of
from hexapla.standard.syntax import Ambiguity, Example, Syntax, ValidationError, load_examples
from hexapla.text.span import Span
from hexapla.values.checked import checked
from hexapla.values.frozen import FrozenMapping

# Definitions besides parsing and resolving are loaded on first use.
if TYPE_CHECKING:
    from hexapla.operations.base import BasePrecedence
    from hexapla.operations.division import UrlDivision
    from hexapla.operations.equivalence import EquivalenceRules
    from hexapla.operations.escaping import Escaping
    from hexapla.operations.extraction import Extraction
    from hexapla.operations.schemes import Access, Schemes


_PHASES = ("form", "parse", "classify", "combine", "remove_dots", "recombine")
_DATA = ("COMPONENTS", "FORM_NAMES", "SYNTAX")


@attrs.frozen(slots=False, cache_hash=True, repr=False)
class Standard:
    """A standard that parses and resolves references.

    Users work with its `spec`. The package of a standard defines a subclass, which sets the class
    attributes. Attributes that it doesn't set are taken from the modules in `defined_in`. The
    phases are plain functions, each in a `staticmethod`. They depend only on their arguments (see
    `hexapla.standard.phases`), and a subclass may replace any of them. `rules` has the rules of all
    phases, in order. An entry point in the group `hexapla.specs` names an instance.

    `document` is the publication. `components` has the components in the order of a string.
    `form_names` has the standard's words for each `Form`. `syntax` is the grammar. `examples_path`
    is a file with the standard's own examples. `readings` has the questions that the standard
    leaves open, `choices` the choices that differ from the defaults, and `options` all current
    options.

    A `default_column` is compared by default, and `identify` considers a `candidate` by default.
    With `parser_decides`, validity doesn't decide which strings are rejected.
    `insensitive_to_words` is true if no phase distinguishes words. It can also be a pattern for the
    inputs for which this is true: a base, a space and a reference. Other definitions, from
    `escaping` to `division`, are made by `operation`; they are None if the standard is silent.
    """

    document: ClassVar[Document]
    components: ClassVar[tuple[Component, ...]]
    reference: ClassVar[type[NamedTuple] | None] = None
    """The class of the record of a parsed text: the text, then its components; None for a tuple."""
    target: ClassVar[type[NamedTuple] | None] = None
    """The class of the record of a target, with its components; None for a tuple."""
    parse: ClassVar[Callable[..., Parts]]
    """The function that parses: takes text, options and a trace; returns text and components."""
    rewrites: ClassVar[bool] = False
    """Whether the standard rewrites the components of a target."""
    splits_by_base: ClassVar[bool] = False
    """Whether the parsing of a reference depends on the base."""
    form: ClassVar[Callable[..., Form]]
    """The function that returns the kind of a parsed reference."""
    classify: ClassVar[Callable[..., tuple[Rule | None, Parts | Target]]]
    """The function that decides whether a reference is absolute: returns a rule and the reference.

    It takes the parsed base, the parsed reference and the options. If resolving ends, it returns
    the outcome instead of the reference.
    """
    combine: ClassVar[Callable[..., tuple[Rule | None, State | Target]]]
    """The function that combines base and reference: returns a rule and the target, or an error.

    It takes the parsed base, the reference as `classify` returned it, and the options.
    """
    remove_dots: ClassVar[Callable[..., tuple[Rule | None, State | Target]]]
    """The function that removes dot segments: takes a rule, the target, the options and a trace.

    The rule is that of `combine`. It returns its own rule, if it is a single one, and the target or
    an error.
    """
    recombine: ClassVar[Callable[..., tuple[Rule | None, str]]]
    """The function that joins the components of a target: returns a rule and the text."""
    normalise: ClassVar[Callable[..., State | Target] | None] = None
    """The function that rewrites a target: returns the new target, or an error."""
    rules: ClassVar[tuple[Rule, ...]]
    examples_path: ClassVar[Path | None] = None
    cases_path: ClassVar[Path | None] = None
    """The file of its cases for test vectors; see `hexapla.vectors.cases`."""
    errata_path: ClassVar[Path | None] = None
    """A file of the errata of its document; see `hexapla.documents.erratum`."""
    readings: ClassVar[tuple[Reading, ...]] = ()
    form_names: ClassVar[Mapping[Form, str]] = {}
    syntax: ClassVar[Syntax | None] = None
    default_column: ClassVar[bool] = False
    candidate: ClassVar[bool] = False
    insensitive_to_words: ClassVar[bool | re.Pattern[str]] = False
    parser_decides: ClassVar[bool] = False
    telling_pieces: ClassVar[tuple[str, ...]] = tuple("a:/?#;.%")
    """Pieces of references that matter in its rules, which a search tries by default."""
    telling_frames: ClassVar[tuple[SearchFrame, ...]] = ()
    """Longer references that matter in its rules, which a search tries by default."""
    telling_bases: ClassVar[Mapping[str, str]] = {}
    """Bases that matter in its rules, which a search tries by default, each with its purpose."""
    escaping: ClassVar["Escaping | None"] = None
    """The standard's escaping of data, and decoding of escapes."""
    equivalence: ClassVar["EquivalenceRules | None"] = None
    """The standard's equivalence of URIs, and its normal form."""
    extraction: ClassVar["Extraction | None"] = None
    """The standard's way to find URIs in running text."""
    base_precedence: ClassVar["BasePrecedence | None"] = None
    """The order in which the standard looks for the base of a document."""
    schemes: ClassVar["Schemes | None"] = None
    """The standard's rules for schemes."""
    access: ClassVar["Access | None"] = None
    """The commands of a client for a URL, under the standard."""
    division: ClassVar["UrlDivision | None"] = None
    """The standard's way to split a URL, down to userinfo, host and port."""

    choices: tuple[Choice, ...] = ()
    _name: str = attrs.field(init=False)
    options: Mapping[str, str] = attrs.field(init=False, eq=False)

    @_name.default
    def _name_of_class(self) -> str:
        return type(self).__qualname__

    @options.default
    def _fill_options(self) -> Mapping[str, str]:
        defaults = {reading.name: reading.default for reading in self.readings}
        return FrozenMapping(defaults | {choice.reading: choice.option for choice in self.choices})

    def __init_subclass__(cls, defined_in: tuple[Mapping[str, Any], ...] = ()) -> None:
        if defined_in:
            cls.rules = rules_in(*defined_in)
        for module in defined_in:
            cls._take_members(module)
        if cls.normalise is not None:
            cls.rewrites = True
        if "rules" in vars(cls):
            phases = list(Phase)
            cls.rules = tuple(sorted(cls.rules, key=lambda rule: phases.index(rule.phase)))
        cls._check_definition()
        # Each class sets these itself: a subclass of an installed standard is a plug-in like any
        # other.
        for say in ("default_column", "candidate", "insensitive_to_words"):
            setattr(cls, say, vars(cls).get(say, False))

    @classmethod
    def _take_members(cls, module: Mapping[str, Any]) -> None:
        """Take phases and data from a module's members, unless the class defines them itself."""
        for name in (*_PHASES, *_DATA):
            member = name.lower()
            if name in module and member not in vars(cls):
                value = module[name]
                setattr(cls, member, value if name in _DATA else staticmethod(value))

    @classmethod
    def _check_definition(cls) -> None:
        """Raise `TypeError` if two rules have the same name, or a phase is missing."""
        names = [rule.name for rule in getattr(cls, "rules", ())]
        for name in names:
            if names.count(name) > 1:
                raise TypeError(f"two rules of {cls.__name__} are named {name}; rename one")
        # A standard that doesn't run phase by phase must return the result of each phase itself.
        if cls.passed_from is not Standard.passed_from:
            return
        lacking = [name for name in _PHASES if not hasattr(cls, name)]
        if lacking:
            raise TypeError(f"{cls.__name__} must define {', '.join(lacking)}")

    def __reduce__(self) -> tuple[type["Standard"], tuple[tuple[Choice, ...]]]:
        # Cached values are not copied.
        return type(self), (self.choices,)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.selector}>"

    @classmethod
    def text_of(cls, state: State, /) -> str:
        """Return components as text, before or after any phase."""
        return cls.recombine(state)[1]

    @functools.cached_property
    def spec(self) -> Spec:
        """The standard as seen by its users."""
        return Spec(self)

    @functools.cached_property
    def split(self) -> Callable[..., Parts]:
        """The function that parses a string: it returns the string, then its components in order.

        It takes the string, and optionally the parsed base and the current options.
        """
        parse = self.parse

        def split(text: str, base: Parts | None = None, options: Options = self.options) -> Parts:
            return parse(text if type(text) is str else checked(text, "text"), options, None)

        return split

    def clean_text(self, text: str) -> str:
        """Return a string in the form that is parsed; most standards don't change it."""
        return text

    def parsed_record(self, parts: Parts) -> Parts:
        """Return a string and its components as the standard's own record."""
        return parts if self.reference is None else self.reference._make(parts)

    def target_record(self, components: State) -> State:
        """Return the components of a target as the standard's own record."""
        return components if self.target is None else self.target._make(components)

    @functools.cached_property
    def path_place(self) -> int:
        """The index of the path among the components."""
        return next(n for n, item in enumerate(self.components) if item.shared == "path")

    @functools.cached_property
    def resolve_parts(self) -> Callable[..., Target]:
        """The function that resolves a parsed reference against a parsed base."""
        return driver.resolver(self)

    def resolve_text(self, base: Parts, reference: str) -> Target:
        """Resolve a reference, given as text, against a parsed base."""
        return self.resolve_parts(base, self.split(reference, base))

    def record(self, reference: str, *, base: str) -> Record:
        """Resolve with every step recorded; any `str` is legal for both."""
        if type(base) is not str or type(reference) is not str:
            checked(base, "base")
            checked(reference, "reference")
        return driver.record(self, base, reference)

    def record_parsing(self, text: str) -> Record:
        """Parse a string with every step recorded; any `str` is legal."""
        return driver.record(self, None, checked(text, "text"))

    def passed_from(
        self, base: Parts, parts: Parts, after: Phase = Phase.SPLIT, rule: Rule | None = None
    ) -> tuple[PhaseResult, ...]:
        """Return the result of each phase from a given phase on, without the steps.

        `parts` is the parsed text after that phase; `rule` is the combining rule that counts as
        applied.
        """
        return driver.passed_from(self, base, parts, after, rule)

    def continue_parts(
        self, base: Parts, parts: Parts, after: Phase = Phase.SPLIT, rule: Rule | None = None
    ) -> Record:
        """Resolve from a given phase on with a trace, like `passed_from`.

        Raises:
            ValueError: No rule is given after combining.
        """
        return driver.continue_parts(self, base, parts, after, rule)

    def continue_from(self, base: str, text: str, after: Phase, rule: Rule | None = None) -> Record:
        """Resume resolving after a phase, with a given text instead of the phase's result.

        Any `str` is legal for both.

        Args:
            base: The base.
            text: The text to continue with.
            after: The phase.
            rule: The rule that counts as applied, if the phase is combining.

        Raises:
            ValueError: A rule is needed, but none is given.
        """
        base_parts = self.split(checked(base, "base"))
        parts = self.split(text, base_parts)
        return self.continue_parts(base_parts, parts, after, rule)

    def consulted(self, reference: str, *, base: str) -> tuple[Choice, ...]:
        """Return the readings consulted for a base and a reference, with their current options."""
        checked(base, "base")
        return driver.resolve_consulting(self, base, checked(reference, "reference"))[1]

    def spans_of(self, parts: Parts) -> tuple[Span | None, ...]:
        """Return the span of each part, in the order of `components`, in code points."""
        return spans_in_order(self.components, checked(parts, "parts", tuple))

    @functools.cached_property
    def ends_of(self) -> Callable[[Parts], Mapping[str, int] | None]:
        """The function that returns the ends of the parts' segments, by shared name.

        Ends are in code points. The result is None if the standard doesn't report positions.
        """
        if type(self).spans_of is Standard.spans_of:
            return ends_in_order(self.components)
        return self.ends_by_span

    def ends_by_span(self, parts: Parts) -> Mapping[str, int] | None:
        """Return the same as `ends_of`, for parts that aren't in the order of the text."""
        placed = zip(self.components, self.spans_of(parts), strict=True)
        there = [(component, span) for component, span in placed if span is not None]
        if not there:
            return None
        last, _ = there[-1]
        ends: dict[str, int] = {}
        start = 0
        for component, span in there:
            stop = len(str(parts[0])) if component is last else span.stop + len(component.suffix)
            if stop > start:
                ends[component.shared] = stop
                start = stop
        return ends

    def examples(self) -> tuple[Example, ...]:
        """Return the standard's own examples of resolving."""
        path = self.examples_path
        return () if path is None else load_examples(self.document, path)

    def errata(self) -> tuple[Erratum, ...]:
        """Return the errata of the document."""
        path = self.errata_path
        return () if path is None else load_errata(self.document, path)

    def syntax_of(self, parts: Parts, base: Parts | None = None) -> Syntax | None:
        """Return the syntax that decides on the validity of a parsed text under a parsed base."""
        return self._syntax

    def ask(self, options: Options, base: str | None, text: str) -> None:
        """Consult readings that no phase consults; without a base, the text is only parsed."""

    def errors_of(self, parts: Parts, base: Parts | None = None) -> tuple[ValidationError, ...]:
        """Return the validation errors of a parsed text under a parsed base."""
        return ()

    def notes_on(self, parts: Parts) -> tuple[Provision, ...]:
        """Return notes from later documents about a parsed text that the grammar doesn't derive."""
        return ()

    def failure_of(self, parts: Parts) -> Reason | None:
        """Return why the parser rejects a string without a base; None if it doesn't."""
        return None

    def values_of(self, parts: Parts) -> Mapping[str, str | None]:
        """Return the components whose value differs from the text as written."""
        return FrozenMapping()

    def changes_since(
        self, other: "Standard", text: str, base: str | None
    ) -> tuple[Provision, ...]:
        """Return the changes of the document that cause a difference between two of its dates.

        `other` is the same standard under other choices.
        """
        return ()

    def base_as_read(self, base: str) -> str:
        """Return a base as the standard writes it after parsing; most don't change it."""
        return checked(base, "base")

    def steps_of_base(self, base: str, rule: Rule) -> tuple[Step, ...]:
        """Return the steps that rewrite a base before it is used; most standards have none."""
        checked(base, "base")
        return ()

    def cited(self, citation: Citation) -> Citation:
        """Return a citation in the current text of the document.

        If the steps of an earlier text have other numbers, the citation has no step number.
        """
        return citation

    def citation_of(self, component: Component, parts: Parts) -> Citation | None:
        """Return the citation of the rule that assigns characters of a string to a component.

        If a scheme is absent, the citation is that of the characters of a scheme. None if parsing
        failed before the component.
        """
        made_of = component.made_of
        if made_of is None or made_of.citation is None:
            return component.citation
        is_there = bool(parts[1 + self.components.index(component)])
        return component.citation if is_there else made_of.citation

    def steps_of_reading(self, parts: Parts) -> tuple[Step, ...]:
        """Return the steps that rewrite an absolute URL; most standards have none."""
        return ()

    @functools.cached_property
    def rules_by_name(self) -> Mapping[str, Rule]:
        """The rules by name, including those of components, which come first."""
        rules = (*(component.rule for component in self.components), *self.rules)
        return FrozenMapping((rule.name, rule) for rule in rules)

    @property
    def id(self) -> str:
        """The standard's name in selectors."""
        return self.document.id

    @functools.cached_property
    def component_names(self) -> tuple[str, ...]:
        """The standard's own names for its components, in its order."""
        return tuple(component.name for component in self.components)

    @functools.cached_property
    def selector(self) -> str:
        """The name of this spec with the choices that differ from the defaults."""
        return selector_of(self.id, self.choices)

    def choosing(self, *choices: Choice) -> "Standard":
        """Return this standard under other choices; raise `SelectorError` for unknown ones."""
        return _chosen(self, tuple(checked(choice, "choice", Choice) for choice in choices))

    @functools.cached_property
    def _syntax(self) -> Syntax | None:
        return None if self.syntax is None else self.syntax.varied(self.options)

    @functools.cached_property
    def extensions_off(self) -> tuple[str, ...]:
        """The readings that are extensions and turned off."""
        return tuple(
            reading.name
            for reading in self.readings
            if reading.is_extension and self.options[reading.name] == reading.default
        )

    @property
    def extensions(self) -> tuple[Choice, ...]:
        """The options of extensions that are turned off."""
        return tuple(
            Choice(reading.name, option)
            for reading in self.readings
            if reading.name in self.extensions_off
            for option in reading.options[1:]
        )

    @property
    def grammar_readings(self) -> tuple[Reading, ...]:
        """The readings whose options are variants of the grammar."""
        names = () if self.syntax is None else self.syntax.variant_readings
        return tuple(reading for reading in self.readings if reading.name in names)

    @property
    def grammar(self) -> Grammar | None:
        """The standard's grammar under its choices; None if it has none."""
        return None if self._syntax is None else self._syntax.grammar

    def split_under(self, base: str | None, text: str) -> tuple[Parts, Parts | None]:
        """Return a string and its base, both parsed; without a base, None."""
        base_parts = None if base is None else self.split(checked(base, "base"))
        return self.split(text, base_parts), base_parts

    def ambiguity(self, text: str) -> Ambiguity | None:
        """Return two derivations of a string that differ in their components, if there are two."""
        checked(text, "text")
        return None if self._syntax is None else self._syntax.ambiguity(text)

    def subdivide(self, component: str, part: str) -> tuple[SchemePart, ...]:
        """Return the pieces of a component under the standard's grammar.

        Pieces are, for example, an authority's host or a path's segments. There are none if the
        component's rule doesn't derive the part. Offsets are code points of the part.
        """
        checked(component, "component")
        checked(part, "part")
        return () if self._syntax is None else self._syntax.subdivide(component, part)

    def shared_name(self, component: str) -> str:
        """Return the shared name of a component, given its shared name or the standard's own name.

        Raises:
            SelectorError: No standard has a component with that name.
        """
        names = {item.name: item.shared for item in self.components}
        names |= {name: name for name in SHARED_NAMES}
        if checked(component, "component") not in names:
            raise unknown("component", component, names)
        return names[component]

    def is_absolute(self, text: str) -> bool:
        """Return whether a string is an absolute reference with a scheme under the grammar."""
        if self.form(self.split(text)) not in (Form.ABSOLUTE, Form.OPAQUE):
            return False
        rule = self.syntax and self.syntax.roles.get("scheme")
        grammar = self.grammar
        return not rule or grammar is None or grammar.matches(rule, text.partition(":")[0])


@functools.lru_cache(maxsize=1024)
def _chosen(standard: Standard, choices: tuple[Choice, ...]) -> Standard:
    """Return a standard under other choices."""
    made = changed(standard.options, standard.id, standard.readings, choices)
    return attrs.evolve(standard, choices=made)
