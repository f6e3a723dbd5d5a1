"""The operations of a standard as functions, for one spec or for several specs side by side.

A standard without a rule for an input is called silent. If the standard is silent, functions for
one spec return an undecided or empty result. A function that is given an unknown spec raises
`SelectorError`, which is a `LookupError`. Functions for several specs raise `ValueError` if `specs`
is empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from hexapla.grammar.validity import Validity
from hexapla.operations.base import Base, BaseDocument, BaseElement
from hexapla.operations.division import DividedUrl
from hexapla.operations.equivalence import Equivalence, NormalForm, Rung
from hexapla.operations.escaping import ASCII, Escaped, EscapingComparison, Unescaped, differences
from hexapla.operations.extraction import ExtractedUri, ExtractionComparison, regions_of
from hexapla.operations.schemes import CommandSequence
from hexapla.standard.reference import Reference, Resolution
from hexapla.standard.registry import columns_of
from hexapla.standard.registry import spec as spec_of
from hexapla.standard.spec import Spec
from hexapla.values.checked import checked
from hexapla.values.errors import DocumentError

if TYPE_CHECKING:
    from email.message import Message


def _spec(spec: str | Spec) -> Spec:
    return spec if isinstance(spec, Spec) else spec_of(checked(spec, "spec", str, Spec))


def parse(text: str, *, spec: str | Spec) -> Reference:
    """Parse a string under a standard; any `str` is accepted.

    >>> import hexapla
    >>> hexapla.parse("http://a/b?c", spec="rfc3986").parts["query"]
    'c'
    """
    return _spec(spec).parse(text)


def resolve(reference: str | Reference, *, base: str | Reference, spec: str | Spec) -> Resolution:
    """Resolve a reference against a base under a standard; any `str` is accepted for both.

    >>> import hexapla
    >>> hexapla.resolve("?y", base="http://a/b/c/d;p?q", spec="rfc2396").uri
    'http://a/b/c/?y'
    """
    return _spec(spec).resolve(reference, base=base)


def validate(text: str, *, spec: str | Spec, base: str | None = None) -> Validity:
    """Check whether a string is valid under a standard, given a base if the standard needs one.

    >>> import hexapla
    >>> str(hexapla.validate("http://a b/", spec="rfc3986"))
    'no, at 8'
    """
    return _spec(spec).validate(text, base=base)


def equivalent(
    left: str, right: str, *, spec: str | Spec, up_to: Rung | str | None = None
) -> Equivalence:
    """Decide whether two URIs are equivalent under a standard, and find the rule that decides.

    The URIs are compared on the rungs of a ladder, as in RFC 3986, section 6.2: first as strings,
    and on each higher rung after further rewriting.

    >>> import hexapla
    >>> answer = hexapla.equivalent("HTTP://a/%7E", "http://a/~", spec="rfc3986")
    >>> str(answer), str(answer.rung)
    ('same', 'escapes')

    Args:
        left: The first URI.
        right: The second URI.
        spec: A spec or its selector.
        up_to: The highest rung on which to compare the URIs, such as `string`; None for all rungs.

    Returns:
        The verdict, the lowest rung on which the URIs are the same, the rule that decides, and the
        rewriting steps. If the standard is silent, the verdict is `same` for identical strings, and
        `undecided` for all other strings.

    Raises:
        LookupError: The spec is unknown.
        ValueError: The rung is unknown.
    """
    return _spec(spec).equivalent(left, right, up_to=up_to)


def normalize(text: str, *, spec: str | Spec, up_to: Rung | str | None = None) -> NormalForm:
    """Convert a URI to a standard's normal form, if the standard defines one.

    >>> import hexapla
    >>> hexapla.normalize("HTTP://a/b/../%7Ec", spec="rfc3986").normal
    'http://a/~c'

    Args:
        text: The URI; any `str` is accepted.
        spec: A spec or its selector.
        up_to: The highest rung of the comparison ladder whose rewritings are applied, such as
            `case`; None for all rungs.

    Raises:
        LookupError: The spec is unknown.
        ValueError: The rung is unknown.
    """
    return _spec(spec).normalize(text, up_to=up_to)


def escape(data: str | bytes, component: str = "path", *, spec: str | Spec) -> Escaped:
    """Escape data for a component; the result's `text` is None if the standard is silent.

    >>> import hexapla
    >>> hexapla.escape("a b/c", spec="rfc3986").text
    'a%20b%2Fc'

    Args:
        data: Characters or bytes. For a path, pass the data of a single segment: if the standard
            does not escape "/" in a path, a "/" in the data begins a new segment.
        component: The standard's own name for the component, or a shared name.
        spec: A spec or its selector.

    Raises:
        LookupError: The spec is unknown, or `component` is neither one of the standard's own names
            nor a shared name.
    """
    return _spec(spec).escape(data, component)


def unescape(text: str, *, spec: str | Spec) -> Unescaped:
    """Decode a component's escape sequences; the result's `text` is None if the standard is silent.

    >>> import hexapla
    >>> hexapla.unescape("caf%C3%A9", spec="rfc3986").text
    'café'

    Args:
        text: The text of the component; its escape sequences are decoded once.
        spec: A spec or its selector.
    """
    return _spec(spec).unescape(text)


def extract(text: str, *, spec: str | Spec) -> tuple[ExtractedUri, ...]:
    """Return the URIs that a standard finds in running text, or () if the standard is silent.

    >>> import hexapla
    >>> [found.uri for found in hexapla.extract("See <http://a/b>.", spec="rfc3986")]
    ['http://a/b']

    Returns:
        The URIs, in the order in which they occur in the text, with spans in code points.
    """
    return _spec(spec).extract(text)


def access(url: str, *, spec: str | Spec) -> CommandSequence:
    """Return the commands that a client sends under a standard to access a URL.

    >>> import hexapla
    >>> [command.name for command in hexapla.access("ftp://h/a/b", spec="rfc1738").commands]
    ['USER', 'PASS', 'CWD', 'TYPE', 'RETR']

    Returns:
        The commands, in order; there are no commands if the standard is silent.
    """
    return _spec(spec).access(url)


def divide(url: str, *, spec: str | Spec) -> DividedUrl:
    """Split a URL into the components that a standard defines, including userinfo, host and port.

    >>> import hexapla
    >>> hexapla.divide("http://u@h:80/", spec="rfc3986").components.host
    'h'

    Returns:
        The components, with the provisions that set their boundaries. There are no components if
        the standard rejects the URL or is silent; `refusal` is None if the standard is silent.
    """
    return _spec(spec).divide(url)


def compare_equivalence(
    left: str,
    right: str,
    *,
    specs: Iterable[str | Spec] | None = None,
    up_to: Rung | str | None = None,
) -> tuple[Equivalence, ...]:
    """Decide under each spec whether two URIs are equivalent, up to a given rung of the ladder.

    >>> import hexapla
    >>> [str(answer) for answer in hexapla.compare_equivalence("HTTP://a/", "http://a/")]
    ['undecided', 'same', 'undecided', 'same', 'same', 'same']
    """
    return tuple(spec.equivalent(left, right, up_to=up_to) for spec in columns_of(specs))


def compare_escaping(
    data: str = ASCII, component: str = "path", *, specs: Iterable[str | Spec] | None = None
) -> EscapingComparison:
    """Escape data under each spec, and find the characters that the specs write differently.

    >>> import hexapla
    >>> print(hexapla.compare_escaping("a~b", specs=["rfc1738", "rfc3986"]))
    path: the specs differ on ~

    Args:
        data: The data; by default, all characters of US-ASCII.
        component: The shared name of the component.

    Raises:
        LookupError: A spec is unknown, or the name of the component is unknown.
        ValueError: `specs` is empty.
    """
    columns = columns_of(specs)
    checked(data, "data")
    checked(component, "component")
    escaped = tuple(spec.escape(data, component) for spec in columns)
    with_rule = [
        spec.standard.escaping
        for spec in columns
        if spec.standard.escaping is not None and component in spec.standard.escaping.kept
    ]
    selectors = {escaping.selector for escaping in with_rule}
    silent = tuple(spec.selector for spec in columns if spec.selector not in selectors)
    differing = tuple(differences(with_rule, component, data))
    return EscapingComparison(data, component, escaped, differing, silent)


def compare_extraction(
    text: str, *, specs: Iterable[str | Spec] | None = None
) -> ExtractionComparison:
    """Return the URIs that each spec finds in running text, region by region.

    >>> import hexapla
    >>> found = hexapla.compare_extraction("See <http://a/b>.", specs=["rfc2396", "rfc3986"])
    >>> [(region.span, region.agrees) for region in found.regions]
    [(Span(start=4, stop=16), True)]

    Returns:
        The regions in which at least one spec finds URIs, in the order in which they occur in the
        text, with spans in code points.
    """
    columns = columns_of(specs)
    checked(text, "text")
    extracted = {}
    silent = []
    for spec in columns:
        if spec.standard.extraction is None:
            silent.append(spec.selector)
        else:
            extracted[spec.selector] = spec.standard.extraction.find(text)
    return ExtractionComparison(text, tuple(regions_of(extracted)), tuple(silent))


def establish_base(
    document: BaseDocument = None,
    *,
    within: Sequence[Message] = (),
    retrieval: str | None = None,
    default: str | None = None,
    spec: str | Spec | None = None,
) -> Base:
    """Determine the base URI of a document, and the level of precedence that supplies it.

    >>> import hexapla
    >>> hexapla.establish_base('<base href="/x/">', retrieval="http://a/b").uri
    'http://a/x/'

    Args:
        document: An HTML page (a string or bytes), a message or a part of a message (an object of
            the standard library's `email` package), or None for a document that can't contain a
            base.
        within: The entities that enclose the document, innermost first.
        retrieval: The URI that the document was retrieved from.
        default: The application's default base.
        spec: A spec or its selector; by default, the newest default spec with rules for the base of
            a document.
    """
    selected = spec_with_base_precedence() if spec is None else _spec(spec)
    return selected.establish_base(document, within=within, retrieval=retrieval, default=default)


def spec_with_base_precedence() -> Spec:
    """Return the newest default spec that has rules for the base of a document."""
    newest_first = reversed(columns_of(None))
    return next(spec for spec in newest_first if spec.standard.base_precedence is not None)


def base_of_page(base_element: str | None, retrieval: str | None) -> Base:
    """Determine the base of a page under the newest default spec with rules for bases.

    Args:
        base_element: The HREF of the page's BASE element; None if the page has no such element.
        retrieval: The URL from which the page was retrieved, if it is known.

    Raises:
        DocumentError: Neither the BASE element nor the URL can be used as a base.
    """
    base = establish_base(BaseElement(base_element), retrieval=retrieval)
    if base.uri is None:
        passed = "".join(
            f"; the {item.source} gives {item.value!r}, but {item.provision}"
            for item in base.passed_over
        )
        raise DocumentError(
            f"the page has no base; give the URL that it was retrieved from with --base URL{passed}"
        )
    return base
