"""The base class of standards; each standard's package defines a subclass."""

import functools
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import attrs

from hexapla.documents.citation import Citation, Document, Provision
from hexapla.documents.erratum import Erratum, load_errata
from hexapla.documents.reading import Choice, Reading, changed, unknown
from hexapla.grammar.grammar import Grammar
from hexapla.grammar.validity import SchemePart
from hexapla.standard import driver
from hexapla.standard.component import (
    SHARED_NAMES,
    Component,
    Delimiters,
    Form,
    delimiters_of,
    ends_in_order,
    spans_in_order,
)
from hexapla.standard.driver import Parts
from hexapla.standard.frame import SearchFrame
from hexapla.standard.phases import Options, PhaseResult, Reason, Record, State, Step, Target
from hexapla.standard.rule import Phase, Rule
from hexapla.standard.spec import Spec, selector_of
from hexapla.standard.syntax import Ambiguity, Example, Syntax, ValidationError, load_examples
from hexapla.text.span import Span
from hexapla.values.checked import checked
from hexapla.values.frozen import FrozenMapping

# Operations other than parsing and resolving are imported on first use.
if TYPE_CHECKING:
    from hexapla.operations.base import BasePrecedence
    from hexapla.operations.division import UrlDivision
    from hexapla.operations.equivalence import EquivalenceRules
    from hexapla.operations.escaping import Escaping
    from hexapla.operations.extraction import Extraction
    from hexapla.operations.schemes import Access, Schemes


# The names that the class of a standard must define: `_ALWAYS` in any case, `_PHASES` if the driver
# runs the phases, and `_RUNS` if the driver doesn't run them.
_ALWAYS = ("document", "components", "rules", "form", "parse", "recombine")
_PHASES = ("classify", "combine", "remove_dots")
_RUNS = ("resolve_parts", "record", "record_parsing", "passed_from", "continue_parts")

# Attributes that aren't inherited. A subclass of an installed standard is a plug-in like any other:
# it isn't compared by default, for example, unless it sets `default_column` itself.
_NOT_INHERITED = ("default_column", "candidate", "insensitive_to_words")


@attrs.frozen(slots=False, cache_hash=True, repr=False)
class Standard:
    """A standard that parses and resolves references.

    Users work with its `spec`. The package of a standard defines a subclass that sets the class
    attributes. If `runs_by_phase` is true, the phases are plain functions, each wrapped in a
    `staticmethod`. They depend only on their arguments (see `hexapla.standard.phases`), and a
    subclass may replace any of them. An entry point in the group `hexapla.specs` names an instance
    of the subclass.

    `document` is the document that defines the standard. `components` lists the components in the
    order in which they appear in a string. `form_names` maps kinds of reference to the standard's
    own names for them. `syntax` is the grammar with the roles of its rules. `examples_path` is the
    path of a file with the standard's own examples. `rules` contains the rules of all phases; they
    are sorted by phase when the class is created. `readings` lists the questions that the standard
    leaves open, and the extensions. `choices` lists the choices that differ from the defaults, and
    `options` maps every reading to its current option.

    If `default_column` is true, the standard is compared by default. If `candidate` is true,
    `identify` considers it by default. If `parser_decides` is true, the parser rather than the
    grammar decides which strings are rejected. `insensitive_to_words` is true if no phase treats
    one word (see `hexapla.text.words`) differently from another. If this is true only of some
    inputs, `insensitive_to_words` is a pattern that matches these inputs, each written as a base, a
    space and a reference. The attributes from `escaping` to `division` are created with
    `operation`. Each of them is None if the standard has no rules for the operation.
    """

    document: ClassVar[Document]
    components: ClassVar[tuple[Component, ...]]
    reference: ClassVar[type[NamedTuple] | None] = None
    """The class of parsed references (the text and its components); None for plain tuples."""
    target: ClassVar[type[NamedTuple] | None] = None
    """The class of targets (the components only); None for plain tuples."""
    parse: ClassVar[Callable[..., Parts]]
    """The parser: takes a text, options and a trace, and returns the text and its components."""
    runs_by_phase: ClassVar[bool] = True
    """Whether the driver runs the phases; if not, the class overrides the methods that run them."""
    splits_by_base: ClassVar[bool] = False
    """Whether the parser needs the base to parse a reference."""
    form: ClassVar[Callable[..., Form]]
    """The function that returns the kind of a parsed reference."""
    classify: ClassVar[Callable[..., tuple[Rule | None, Parts | Target]]]
    """Decide whether a reference is absolute; return the applied rule and the reference.

    The function takes the parsed base, the parsed reference and the options. If resolving ends in
    this phase, the function returns the outcome instead of the reference.
    """
    combine: ClassVar[Callable[..., tuple[Rule | None, State | Target]]]
    """Combine the base and the reference; return the rule, and the target or an outcome.

    The function takes the parsed base, the reference as `classify` returned it, and the options.
    """
    remove_dots: ClassVar[Callable[..., tuple[Rule | None, State | Target]]]
    """Remove dot segments; return the applied rule, if there is only one, and the target.

    The function takes the rule that `combine` returned, the target, the options and a trace. It can
    return an error instead of the target.
    """
    recombine: ClassVar[Callable[..., tuple[Rule | None, str]]]
    """Join the components of a target; return the applied rule and the text."""
    normalise: ClassVar[Callable[..., State | Target] | None] = None
    """Rewrite a target; return the new target, or an error."""
    rules: ClassVar[tuple[Rule, ...]]
    examples_path: ClassVar[Path | None] = None
    cases_path: ClassVar[Path | None] = None
    """The path of a file with the standard's test-vector cases; see `hexapla.vectors.cases`."""
    errata_path: ClassVar[Path | None] = None
    """The path of a file with the errata of the document; see `hexapla.documents.erratum`."""
    readings: ClassVar[tuple[Reading, ...]] = ()
    form_names: ClassVar[Mapping[Form, str]] = {}
    syntax: ClassVar[Syntax | None] = None
    default_column: ClassVar[bool] = False
    candidate: ClassVar[bool] = False
    insensitive_to_words: ClassVar[bool | re.Pattern[str]] = False
    parser_decides: ClassVar[bool] = False
    telling_pieces: ClassVar[tuple[str, ...]] = tuple("a:/?#;.%")
    """Pieces of text that matter to the rules; `discover` forms references from them by default."""
    telling_frames: ClassVar[tuple[SearchFrame, ...]] = ()
    """Sets of long references that matter to the rules; by default, `discover` also tries them."""
    telling_bases: ClassVar[Mapping[str, str]] = {}
    """Bases that matter to the rules, each with its purpose; by default, `discover` tries them."""
    escaping: ClassVar["Escaping | None"] = None
    """The standard's rules for escaping data and for decoding escapes."""
    equivalence: ClassVar["EquivalenceRules | None"] = None
    """The standard's rules for the equivalence of URIs and for the normal form of a URI."""
    extraction: ClassVar["Extraction | None"] = None
    """The standard's rules for finding URIs in running text."""
    base_precedence: ClassVar["BasePrecedence | None"] = None
    """The order in which the standard looks for the base of a document."""
    schemes: ClassVar["Schemes | None"] = None
    """The standard's rules for schemes."""
    access: ClassVar["Access | None"] = None
    """The commands that a client sends under the standard to access a URL."""
    division: ClassVar["UrlDivision | None"] = None
    """The standard's rules for splitting a URL, down to userinfo, host and port."""

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

    def __init_subclass__(cls) -> None:
        cls._check_definition()
        if "rules" in vars(cls):
            cls.rules = tuple(sorted(cls.rules, key=lambda rule: rule.phase.number))
        for name in _NOT_INHERITED:
            setattr(cls, name, vars(cls).get(name, False))

    @classmethod
    def _check_definition(cls) -> None:
        """Raise `TypeError` if two rules have the same name, or if a required name is missing."""
        names = [rule.name for rule in getattr(cls, "rules", ())]
        for name in names:
            if names.count(name) > 1:
                raise TypeError(f"two rules of {cls.__name__} are named {name}; rename one")
        lacking = [name for name in _ALWAYS if not hasattr(cls, name)]
        if cls.runs_by_phase:
            lacking += [name for name in _PHASES if not hasattr(cls, name)]
        else:
            lacking += [name for name in _RUNS if getattr(cls, name) is getattr(Standard, name)]
        if lacking:
            raise TypeError(f"{cls.__name__} must define {', '.join(lacking)}")

    def __reduce__(self) -> tuple[type["Standard"], tuple[tuple[Choice, ...]]]:
        # Cached values aren't pickled.
        return type(self), (self.choices,)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.selector}>"

    @classmethod
    def text_of(cls, state: State, /) -> str:
        """Join components into a string, before or after any phase."""
        return cls.recombine(state)[1]

    @functools.cached_property
    def spec(self) -> Spec:
        """The standard as a `Spec`, the class that users work with."""
        return Spec(self)

    @functools.cached_property
    def split(self) -> Callable[..., Parts]:
        """The function that parses a string; it returns the string and its components in order.

        The function takes the string, and optionally the parsed base and the current options.
        """
        parse = self.parse

        def split(text: str, base: Parts | None = None, options: Options = self.options) -> Parts:
            return parse(text if type(text) is str else checked(text, "text"), options, None)

        return split

    def clean_text(self, text: str) -> str:
        """Clean a string before it is parsed; most standards don't change the string."""
        return text

    def parsed_record(self, parts: Parts) -> Parts:
        """Convert a string and its components to an instance of the class `reference`, if any."""
        return parts if self.reference is None else self.reference._make(parts)

    def target_record(self, components: State) -> State:
        """Convert the components of a target to an instance of the class `target`, if any."""
        return components if self.target is None else self.target._make(components)

    @property
    def rewrites(self) -> bool:
        """Whether the standard rewrites the components of a target, for example by normalizing."""
        return self.normalise is not None

    @functools.cached_property
    def path_place(self) -> int:
        """The index of the path among the components."""
        return next(n for n, item in enumerate(self.components) if item.shared == "path")

    @functools.cached_property
    def resolve_parts(self) -> Callable[..., Target]:
        """The function that resolves a parsed reference against a parsed base."""
        return driver.resolver(self)

    def resolve_text(self, base: Parts, reference: str) -> Target:
        """Resolve an unparsed reference against a parsed base."""
        return self.resolve_parts(base, self.split(reference, base))

    def record(self, reference: str, *, base: str) -> Record:
        """Resolve a reference and record every step; any `str` is accepted for both."""
        if type(base) is not str or type(reference) is not str:
            checked(base, "base")
            checked(reference, "reference")
        return driver.record(self, base, reference)

    def record_parsing(self, text: str) -> Record:
        """Parse a string and record every step; any `str` is accepted."""
        return driver.record(self, None, checked(text, "text"))

    def passed_from(
        self, base: Parts, parts: Parts, after: Phase = Phase.SPLIT, rule: Rule | None = None
    ) -> tuple[PhaseResult, ...]:
        """Resume resolving after a given phase; return the results of this phase and later phases.

        `parts` is the text after that phase, followed by its components. If the phase is combining,
        `rule` is the combining rule to treat as already applied.
        """
        return driver.passed_from(self, base, parts, after, rule)

    def passed_in(self, record: Record, base: Parts, parts: Parts) -> tuple[PhaseResult, ...]:
        """Return the results of the phases of a recorded run, as `passed_from` does.

        Args:
            record: The record of resolving the reference against the base.
            base: The parsed base.
            parts: The parsed reference.
        """
        if self.runs_by_phase:
            return driver.passed_in(self, parts, record)
        return self.passed_from(base, parts)

    def continue_parts(
        self, base: Parts, parts: Parts, after: Phase = Phase.SPLIT, rule: Rule | None = None
    ) -> Record:
        """Resume resolving after a given phase, as `passed_from` does, and record a trace.

        Raises:
            ValueError: The phase is combining, and no rule is given although the standard has
                combining rules.
        """
        return driver.continue_parts(self, base, parts, after, rule)

    def continue_from(self, base: str, text: str, after: Phase, rule: Rule | None = None) -> Record:
        """Resume resolving after a phase, with a given text instead of the phase's result.

        Args:
            base: The base; any `str` is accepted.
            text: The text to use instead of the phase's result; any `str` is accepted.
            after: The phase after which to resume.
            rule: The combining rule to treat as already applied, if the phase is combining.

        Raises:
            ValueError: The phase is combining, and no rule is given although the standard has
                combining rules.
        """
        base_parts = self.split(checked(base, "base"))
        parts = self.split(text, base_parts)
        return self.continue_parts(base_parts, parts, after, rule)

    def consulted(self, reference: str, *, base: str) -> tuple[Choice, ...]:
        """Return the current options of the readings consulted for a base and a reference."""
        checked(base, "base")
        return driver.resolve_consulting(self, base, checked(reference, "reference"))[1]

    def spans_of(self, parts: Parts) -> tuple[Span | None, ...]:
        """Return the span of each part, in the order of `components`; None for an absent part.

        Offsets are in code points.
        """
        return spans_in_order(self._delimiters, checked(parts, "parts", tuple))

    @functools.cached_property
    def _delimiters(self) -> tuple[Delimiters, ...]:
        return delimiters_of(self.components)

    @functools.cached_property
    def ends_of(self) -> Callable[[Parts], Mapping[str, int] | None]:
        """A function that returns the end offset of each part's segment, keyed by shared name.

        Offsets are in code points. The function returns None if the positions are unknown.
        """
        if type(self).spans_of is Standard.spans_of:
            return ends_in_order(self.components)
        return self.ends_by_span

    def ends_by_span(self, parts: Parts) -> Mapping[str, int] | None:
        """Implement `ends_of` for a standard that defines its own `spans_of`."""
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
        """Return the errata of the standard's document."""
        path = self.errata_path
        return () if path is None else load_errata(self.document, path)

    def syntax_of(self, parts: Parts, base: Parts | None = None) -> Syntax | None:
        """Return the syntax that decides whether a parsed text is valid, given the parsed base.

        The result is None if the standard has no grammar, or none that covers the text.
        """
        return self._syntax

    def ask(self, options: Options, base: str | None, text: str) -> None:
        """Consult readings that no phase consults; `base` is None if the text is only parsed."""

    def errors_of(self, parts: Parts, base: Parts | None = None) -> tuple[ValidationError, ...]:
        """Return the validation errors of a parsed text, given the parsed base."""
        return ()

    def notes_on(self, parts: Parts) -> tuple[Provision, ...]:
        """Return notes from later documents on a parsed text that the grammar doesn't derive."""
        return ()

    def failure_of(self, parts: Parts) -> Reason | None:
        """Return why the parser rejects a string; None if the parser accepts it.

        A string with a scheme is parsed without a base. A string without a scheme counts as
        rejected only if the parser rejects it under every base.
        """
        return None

    def reason_without_parts(self, parts: Parts) -> Reason | None:
        """Return why an accepted string has no components; None if the string has components."""
        return None

    def needs_base(self, parts: Parts) -> Reason | None:
        """Return why the parser rejects a reference without a base, or with its base.

        The parts of such a reference are those under a base whose scheme isn't one of the special
        schemes of the URL Standard. The result is None if the parser accepts the reference or
        rejects the base, or if no base can help, in which case `failure_of` returns the reason.
        """
        return None

    def values_of(self, parts: Parts) -> Mapping[str, str | None]:
        """Return the values of components that differ from the text as written, keyed by name."""
        return FrozenMapping()

    def changes_since(
        self, other: "Standard", text: str, base: str | None
    ) -> tuple[Provision, ...]:
        """Return the changes to the document that make two of its dated versions differ.

        `other` is the same standard as of another date.
        """
        return ()

    def base_as_read(self, base: str) -> str:
        """Return a base as the standard uses it; most standards use the base as it was given."""
        return checked(base, "base")

    def steps_of_base(self, base: str, rule: Rule) -> tuple[Step, ...]:
        """Return the steps that rewrote the parts of a base that a combining rule uses.

        Most standards don't rewrite bases, and have no such steps.
        """
        checked(base, "base")
        return ()

    def cited(self, citation: Citation) -> Citation:
        """Adapt a citation to the standard; most standards return the citation unchanged.

        A standard as of an earlier date can drop a step number, which may have changed since then.
        A standard that applies another document can cite the section in which it does so.
        """
        return citation

    def citation_of(self, component: Component, parts: Parts) -> Citation | None:
        """Return the citation of the rule that assigns characters of a string to a component.

        If the component is absent or empty, the citation is for the characters that it may contain.
        The result is None if parsing failed before the component.
        """
        is_there = bool(parts[1 + self.components.index(component)])
        return component.citation if is_there else self.citation_of_characters(component)

    def citation_of_characters(self, component: Component) -> Citation:
        """Return the citation for the characters allowed in a component, under the current choices.

        If no passage is about the characters, the citation is that of the component.
        """
        rationale = component.made_of
        under = component.under
        if under is not None and self.options[under.reading] != under.option:
            reading = next(each for each in self.readings if each.name == under.reading)
            rationale = reading.rationales[self.options[under.reading]]
        if rationale is None or rationale.citation is None:
            return component.citation
        return rationale.citation

    def steps_of_reading(self, parts: Parts) -> tuple[Step, ...]:
        """Return the steps that rewrite or reject a parsed absolute URL, if there are any."""
        return ()

    @functools.cached_property
    def rules_by_name(self) -> Mapping[str, Rule]:
        """The rules, keyed by name; the rules of components come first."""
        rules = (*(component.rule for component in self.components), *self.rules)
        return FrozenMapping((rule.name, rule) for rule in rules)

    @property
    def id(self) -> str:
        """The standard's name in selectors."""
        return self.document.id

    @functools.cached_property
    def component_names(self) -> tuple[str, ...]:
        """The standard's own names for its components, in the order of `components`."""
        return tuple(component.name for component in self.components)

    @functools.cached_property
    def shared_names(self) -> tuple[str, ...]:
        """The shared names of the components, in the order of `components`."""
        return tuple(component.shared for component in self.components)

    @functools.cached_property
    def selector(self) -> str:
        """The standard's id with the choices that differ from the defaults."""
        return selector_of(self.id, self.choices)

    def choosing(self, *choices: Choice) -> "Standard":
        """Return this standard with the given options chosen.

        Raises:
            SelectorError: A reading or an option is unknown, or two options are given for a
                reading.
        """
        return _chosen(self, tuple(checked(choice, "choice", Choice) for choice in choices))

    @functools.cached_property
    def _syntax(self) -> Syntax | None:
        return None if self.syntax is None else self.syntax.varied(self.options)

    @functools.cached_property
    def extensions_off(self) -> tuple[str, ...]:
        """The names of the readings that are extensions and are turned off."""
        return tuple(
            reading.name
            for reading in self.readings
            if reading.is_extension and self.options[reading.name] == reading.default
        )

    @property
    def extensions(self) -> tuple[Choice, ...]:
        """The options that would turn on extensions that are turned off."""
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
        """The standard's grammar under its choices; None if the standard has no grammar."""
        return None if self._syntax is None else self._syntax.grammar

    def split_under(self, base: str | None, text: str) -> tuple[Parts, Parts | None]:
        """Parse a string and its base; the second result is None if there is no base."""
        base_parts = None if base is None else self.split(checked(base, "base"))
        return self.split(text, base_parts), base_parts

    def ambiguity(self, text: str) -> Ambiguity | None:
        """Return two derivations of a string that put its components in different positions.

        The result is None if there is at most one derivation, or if all have the same components.
        """
        checked(text, "text")
        return None if self._syntax is None else self._syntax.ambiguity(text)

    def subdivide(self, component: str, part: str) -> tuple[SchemePart, ...]:
        """Split a component into pieces under the standard's grammar.

        Examples of pieces are the host of an authority and the segments of a path. There are no
        pieces if the grammar doesn't split the component, or if the component's rule doesn't derive
        `part`. Offsets are in code points from the start of `part`.
        """
        checked(component, "component")
        checked(part, "part")
        return () if self._syntax is None else self._syntax.subdivide(component, part)

    def shared_name(self, component: str) -> str:
        """Return a component's shared name, given its name in this standard or its shared name.

        Raises:
            SelectorError: The name is neither one of this standard's own names nor a shared name.
        """
        names = {item.name: item.shared for item in self.components}
        names |= {name: name for name in SHARED_NAMES}
        if checked(component, "component") not in names:
            raise unknown("component", component, names)
        return names[component]

    def is_absolute(self, text: str) -> bool:
        """Return whether a string is an absolute reference whose scheme the grammar allows."""
        if self.form(self.split(text)) not in (Form.ABSOLUTE, Form.OPAQUE):
            return False
        rule = self.syntax and self.syntax.roles.get("scheme")
        grammar = self.grammar
        return not rule or grammar is None or grammar.matches(rule, text.partition(":")[0])


@functools.lru_cache(maxsize=1024)
def _chosen(standard: Standard, choices: tuple[Choice, ...]) -> Standard:
    """Return a standard with the given options chosen."""
    made = changed(standard.options, standard.id, standard.readings, choices)
    return attrs.evolve(standard, choices=made)
