"""The class that users work with: a standard with an option chosen for each reading."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from hexapla.documents.citation import Document
from hexapla.documents.erratum import Erratum
from hexapla.documents.reading import Choice, Reading
from hexapla.grammar.grammar import Grammar
from hexapla.grammar.validity import NOT_COVERED, SchemePart, Validity
from hexapla.standard.component import Component
from hexapla.standard.driver import Parts
from hexapla.standard.reference import Reference, Resolution
from hexapla.standard.rule import Rule
from hexapla.standard.syntax import Ambiguity, Example, ValidationError
from hexapla.values.checked import checked
from hexapla.values.frozen import kept
from hexapla.values.value import Value

# Operations other than parsing and resolving are imported on first use.
if TYPE_CHECKING:
    from email.message import Message

    from hexapla.operations.base import Base, BaseDocument
    from hexapla.operations.division import DividedUrl
    from hexapla.operations.equivalence import Equivalence, EquivalenceRules, NormalForm, Rung
    from hexapla.operations.escaping import Escaped, Unescaped
    from hexapla.operations.extraction import ExtractedUri
    from hexapla.operations.schemes import CommandSequence
    from hexapla.standard.standard import Standard


@attrs.frozen(slots=False, cache_hash=True, repr=False)
class Spec(Value):
    """A standard, with an option chosen for each question that the standard leaves open.

    >>> import hexapla
    >>> spec = hexapla.spec("rfc2396[excess-dots=remove]")
    >>> spec.id, spec.date, spec.label
    ('rfc2396', '1998-08', 'RFC 2396[excess-dots=remove]')
    >>> spec.resolve("../../g", base="http://a/b/c").uri
    'http://a/g'

    Attributes:
        standard: The implementation of the standard, with its phases and rules.
    """

    _json_members = (
        "selector",
        "id",
        "title",
        "date",
        "url",
        "components=component_names",
        "readings",
        "errata",
    )

    standard: "Standard"

    def __reduce__(self) -> tuple[type["Spec"], tuple["Standard"]]:
        return type(self), (self.standard,)

    def __repr__(self) -> str:
        return f"<Spec {self.selector}>"

    # Identity.

    @property
    def id(self) -> str:
        """The standard's name in selectors."""
        return self.standard.id

    @property
    def document(self) -> Document:
        """The document that defines the standard."""
        return self.standard.document

    @property
    def title(self) -> str:
        """The standard's title."""
        return self.standard.document.title

    @property
    def date(self) -> str:
        """The month of publication, as YYYY-MM; for a living standard, the month it began."""
        return f"{self.standard.document.date:%Y-%m}"

    @property
    def url(self) -> str:
        """The URL of the standard's text."""
        return self.standard.document.url

    @property
    def selector(self) -> str:
        """The standard's id with the choices that differ from the defaults."""
        return self.standard.selector

    @property
    def label(self) -> str:
        """The name for running text, such as `RFC 1808`, with the choices that aren't defaults."""
        return selector_of(self.document.label, self.choices)

    @property
    def short_label(self) -> str:
        """The short name, such as `1808`, with the choices that differ from the defaults."""
        return selector_of(self.document.short_label, self.choices)

    @property
    def components(self) -> tuple[Component, ...]:
        """The components into which the standard parses a string, in the standard's order."""
        return self.standard.components

    @property
    def component_names(self) -> tuple[str, ...]:
        """The standard's own names for its components, in the order of `components`."""
        return self.standard.component_names

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules for parsing and resolving, in the order of the phases."""
        return self.standard.rules

    @property
    def grammar(self) -> Grammar:
        """The standard's grammar under this spec's choices.

        Raises:
            LookupError: The standard has no grammar.
        """
        grammar = self.standard.grammar
        if grammar is None:
            raise LookupError(f"{self.selector} has no grammar")
        return grammar

    def examples(self) -> tuple[Example, ...]:
        """Return the standard's own examples of resolving."""
        return self.standard.examples()

    # The questions that the standard leaves open.

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The questions that the standard leaves open, and extensions, each with its options."""
        return self.standard.readings

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The chosen options that differ from the defaults."""
        return self.standard.choices

    @property
    def options(self) -> Mapping[str, str]:
        """The current option of each reading, keyed by the name of the reading."""
        return self.standard.options

    def choosing(self, *choices: Choice) -> "Spec":
        """Return this spec with the given options chosen.

        Raises:
            SelectorError: A reading or an option is unknown, or two options are given for a
                reading.
        """
        return self.standard.choosing(*choices).spec

    @property
    def errata(self) -> tuple[Erratum, ...]:
        """The errata of the standard's document, with the effect of each erratum on Hexapla.

        >>> import hexapla
        >>> held = [erratum for erratum in hexapla.spec("rfc3986").errata if erratum.number == 4789]
        >>> held[0].state.value, held[0].about
        ('Held for Document Update', ('base-normalization', '5.2.3-merge'))
        """
        return self.standard.errata()

    # Operations.

    def parse(self, text: str) -> Reference:
        """Parse a string under the standard; any `str` is accepted.

        >>> import hexapla
        >>> hexapla.spec("rfc3986").parse("//u@h:1/p?q").part("authority")
        'u@h:1'
        """
        if type(text) is not str:
            checked(text, "text")
        standard = self.standard
        return Reference(self, standard.parse(text, standard.options, None))

    def resolve(self, reference: str | Reference, *, base: str | Reference) -> Resolution:
        """Resolve a reference against a base under the standard.

        >>> import hexapla
        >>> hexapla.spec("rfc3986").resolve("../g", base="http://a/b/c/d").uri
        'http://a/b/g'

        Args:
            reference: The reference: any `str`, or a parsed reference.
            base: The base: any `str`, or a parsed reference.
        """
        standard = self.standard
        parse = standard.parse
        options = standard.options
        if type(base) is str:
            base_text = base
            base_parts = parse(base, options, None)
        else:
            base_parts = self._split_of(base, "base")
            base_text = str(base_parts[0])
        if type(reference) is not str:
            parts = self._split_of(reference, base=base_parts)
            text = str(parts[0])
        elif standard.splits_by_base:
            target = standard.resolve_text(base_parts, reference)
            return Resolution(self, base_text, reference, target)
        else:
            parts = parse(reference, options, None)
            text = reference
        return Resolution(self, base_text, text, standard.resolve_parts(base_parts, parts))

    def _split_of(
        self, parsed: str | Reference, name: str = "reference", base: Parts | None = None
    ) -> Parts:
        """Return the parts of a string or a reference.

        A reference is parsed again if another spec has parsed it, or if its parts depend on the
        base.
        """
        checked(parsed, name, str, Reference)
        if isinstance(parsed, str):
            return self.standard.split(parsed, base)
        spec = parsed.spec
        if (spec is self or spec == self) and not (base and self.standard.splits_by_base):
            return parsed.split
        return self.standard.split(parsed.text, base)

    def validate(self, text: str, *, base: str | None = None) -> Validity:
        """Check whether a string is valid, given a base if the standard needs one.

        >>> import hexapla
        >>> hexapla.spec("rfc3986").validate("http://a b/").offset
        8
        """
        standard = self.standard
        syntax = standard.syntax_of(*standard.split_under(base, text))
        return NOT_COVERED if syntax is None else syntax.validate(text)

    def validation_errors(
        self, text: str, *, base: str | None = None
    ) -> tuple[ValidationError, ...]:
        """Return the validation errors of the standard's parser, in order; any `str` is accepted.

        >>> import hexapla
        >>> [error.name for error in hexapla.spec("whatwg").validation_errors("http://u@a/")]
        ['invalid-credentials']
        """
        return self.standard.errors_of(*self.standard.split_under(base, text))

    def is_absolute(self, text: str) -> bool:
        """Return whether a string is an absolute reference whose scheme the grammar allows.

        >>> import hexapla
        >>> hexapla.spec("rfc3986").is_absolute("a:b")
        True
        """
        return self.standard.is_absolute(text)

    def ambiguity(self, text: str) -> Ambiguity | None:
        """Return two derivations of a string that put its components in different positions.

        The result is None if there is at most one derivation, or if all have the same components.

        >>> import hexapla
        >>> hexapla.spec("rfc3986").ambiguity("//a/b") is None
        True
        """
        return self.standard.ambiguity(text)

    def subdivide(self, component: str, part: str) -> tuple[SchemePart, ...]:
        """Split a component's text into pieces under the standard's grammar.

        Examples of pieces are the host of an authority and the segments of a path. The result is
        empty if the component has no pieces, or if its rule doesn't derive the text. Offsets are in
        code points.

        >>> import hexapla
        >>> [piece.name for piece in hexapla.spec("rfc3986").subdivide("authority", "u@h:1")]
        ['userinfo', 'host', 'port']
        """
        return self.standard.subdivide(component, part)

    def normalize(self, text: str, *, up_to: "Rung | str | None" = None) -> "NormalForm":
        """Convert a URI to the standard's normal form, if the standard defines one.

        >>> import hexapla
        >>> spec = hexapla.spec("rfc3986")
        >>> spec.normalize("HTTP://a/b/../%7Ec").normal
        'http://a/~c'
        >>> spec.normalize("HTTP://a/b/../%7Ec", up_to="case").normal
        'http://a/b/../%7Ec'

        Args:
            text: The URI; any `str` is accepted.
            up_to: The highest rung of the standard's comparison ladder whose rewritings are
                applied, such as `case`; None for all rungs.

        Raises:
            ValueError: The rung is unknown.
        """
        return self._equivalence_rules.normalize(text, _rung(up_to))

    def equivalent(
        self, left: str, right: str, *, up_to: "Rung | str | None" = None
    ) -> "Equivalence":
        """Decide whether two URIs are equivalent, and find the rule that decides.

        >>> import hexapla
        >>> answer = hexapla.spec("rfc3986").equivalent("HTTP://a/%7E", "http://a/~")
        >>> str(answer), str(answer.rung)
        ('same', 'escapes')

        Args:
            left: The first URI.
            right: The second URI.
            up_to: The highest rung of the standard's comparison ladder on which to compare the
                URIs, such as `string`; None for all rungs.

        Raises:
            ValueError: The rung is unknown.
        """
        return self._equivalence_rules.equivalent(left, right, _rung(up_to))

    @property
    def _equivalence_rules(self) -> "EquivalenceRules":
        from hexapla.operations.equivalence import EquivalenceRules

        return self.standard.equivalence or EquivalenceRules(self)

    def escape(self, data: str | bytes, component: str = "path") -> "Escaped":
        """Escape data for a component; the result's `text` is None if the standard is silent.

        >>> import hexapla
        >>> hexapla.spec("rfc3986").escape("a b/c").text
        'a%20b%2Fc'

        Raises:
            LookupError: `component` is neither one of the standard's own names nor a shared name.
        """
        from hexapla.operations.escaping import Escaping

        return (self.standard.escaping or Escaping(self)).escape(data, component)

    def unescape(self, text: str) -> "Unescaped":
        """Decode a component's escape sequences; if the standard is silent, `text` is None.

        >>> import hexapla
        >>> hexapla.spec("rfc3986").unescape("caf%C3%A9").text
        'café'
        """
        from hexapla.operations.escaping import Unescaped

        escaping = self.standard.escaping
        if escaping is None:
            return Unescaped(self.selector, checked(text, "text"), None, None)
        return escaping.unescape(text)

    def extract(self, text: str) -> "tuple[ExtractedUri, ...]":
        """Return the URIs that the standard finds in running text, or () if the standard is silent.

        >>> import hexapla
        >>> [found.uri for found in hexapla.spec("rfc3986").extract("See <http://a/b>.")]
        ['http://a/b']
        """
        from hexapla.operations.extraction import Extraction

        return (self.standard.extraction or Extraction(self)).find(text)

    def divide(self, url: str) -> "DividedUrl":
        """Split a URL into its components, including userinfo, host and port.

        >>> import hexapla
        >>> hexapla.spec("rfc3986").divide("http://u@h:80/").components.host
        'h'
        """
        return _divided(self, checked(url, "url"))

    def access(self, url: str) -> "CommandSequence":
        """Return the commands that a client sends to access a URL.

        >>> import hexapla
        >>> [command.name for command in hexapla.spec("rfc1738").access("ftp://h/a/b").commands]
        ['USER', 'PASS', 'CWD', 'TYPE', 'RETR']
        """
        from hexapla.operations.schemes import Access

        return (self.standard.access or Access(self)).commands(checked(url, "url"))

    def establish_base(
        self,
        document: "BaseDocument" = None,
        *,
        within: "Sequence[Message]" = (),
        retrieval: str | None = None,
        default: str | None = None,
    ) -> "Base":
        """Determine the base URI of a document, and the level of precedence that supplies it.

        >>> import hexapla
        >>> hexapla.spec("rfc3986").establish_base('<base href="/x/">', retrieval="http://a/b").uri
        'http://a/x/'

        Args:
            document: An HTML page (a string or bytes), a message or a part of a message (an object
                of the standard library's `email` package), or None for a document that can't
                contain a base.
            within: The entities that enclose the document, innermost first.
            retrieval: The URI that the document was retrieved from.
            default: The application's default base.
        """
        from hexapla.operations.base import BasePrecedence

        precedence = self.standard.base_precedence or BasePrecedence(self)
        return precedence.establish(document, within=within, retrieval=retrieval, default=default)


def _rung(name: "Rung | str | None") -> "Rung | None":
    from hexapla.operations.equivalence import Rung

    if name is None or isinstance(name, Rung):
        return name
    checked(name, "up_to")
    if name not in list(Rung):
        raise ValueError(f"unknown rung {name!r}. Available: {', '.join(Rung)}")
    return Rung(name)


def selector_of(name: str, choices: Sequence[Choice]) -> str:
    """Return a name followed by choices, such as `rfc2396[excess-dots=remove]`."""
    made = ",".join(map(str, choices))
    return f"{name}[{made}]" if made else name


# Cached, because the same few URLs are split again for hosts, parts and the parsed target.
@kept(64, lambda spec, url: len(url))
def _divided(spec: Spec, url: str) -> "DividedUrl":
    from hexapla.operations.authority import UrlComponents
    from hexapla.operations.division import DividedUrl

    division = spec.standard.division
    if division is None:
        return DividedUrl(spec.selector, url, UrlComponents.of({}))
    return division.divide(url)
