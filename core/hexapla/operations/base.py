"""Establish the base of a document under a standard's rules of precedence."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, TypeAlias

import attrs

from hexapla.documents.citation import Provision
from hexapla.operations.operation import Operation, or_undefined
from hexapla.values.checked import checked, checked_items
from hexapla.values.value import AS_SPEC, Value

if TYPE_CHECKING:
    from email.message import Message


class BaseLevel(StrEnum):
    """The levels at which a base can be given, highest precedence first."""

    DOCUMENT = "document"
    ENCAPSULATING_ENTITY = "encapsulating-entity"
    RETRIEVAL = "retrieval"
    DEFAULT = "default"


class BaseSource(StrEnum):
    """The place in which a base is given; `NOTHING` is the source of a rule for missing bases."""

    BASE_ELEMENT = "BASE element"
    HEADER = "header"
    RETRIEVAL = "retrieval"
    DEFAULT = "default"
    NOTHING = "nothing"


_LEVELS = {
    BaseSource.BASE_ELEMENT: BaseLevel.DOCUMENT,
    BaseSource.HEADER: BaseLevel.DOCUMENT,
    BaseSource.RETRIEVAL: BaseLevel.RETRIEVAL,
    BaseSource.DEFAULT: BaseLevel.DEFAULT,
    BaseSource.NOTHING: BaseLevel.DEFAULT,
}


@attrs.frozen
class BaseRule:
    """A standard's rule about one of the ways to give a base.

    If the source is a header field, `header` is the name of the field. A rule about a header field
    also applies to the headers of the entities that enclose the document. For these headers, the
    provision is `around`, if that is set. By default, `level` is the level of the source.
    """

    source: BaseSource
    provision: Provision
    header: str = ""
    around: Provision | None = None
    level: BaseLevel = attrs.field(
        default=attrs.Factory(lambda rule: _LEVELS[rule.source], takes_self=True)
    )


@attrs.frozen(repr=False)
class PassedOver(Value):
    """A base that was given but can't be used, with its source and the reason.

    Attributes:
        source: The source of the base.
        value: The base, as it was given.
        provision: The provision that makes the base unusable.
    """

    source: str
    value: str
    provision: Provision


@attrs.frozen(repr=False)
class Base(Value):
    """The base of a document, with the level at which it was given.

    `uri` is None if no usable base is given. `level` is then None too, unless the standard has a
    rule for this case. `source` is the place in which the base was given; "" if `level` is None.
    `passed_over` lists the bases that were given with a higher precedence, but can't be used.

    Attributes:
        selector: The selector of the standard whose precedence rules were used.
        provision: The provision that makes this URI the base.
    """

    selector: str = attrs.field(metadata=AS_SPEC)
    uri: str | None
    level: BaseLevel | None = None
    source: str = ""
    provision: Provision | None = None
    passed_over: tuple[PassedOver, ...] = ()

    def __str__(self) -> str:
        return or_undefined(self.uri)


@attrs.frozen
class BaseElement:
    """A page, represented by its BASE element; `href` is None if the page has no such element."""

    href: str | None


BaseDocument: TypeAlias = "str | bytes | BaseElement | Message | None"
"""An HTML page (text or bytes), a page's BASE element, an entity with headers, or no document."""


@attrs.frozen
class Candidate:
    """A base that was given; `value` is None if the candidate stands for the lack of a base."""

    level: BaseLevel
    source: str
    value: str | None
    provision: Provision


class BasePrecedence(Operation):
    """The order in which a standard looks for a document's base, and its requirements on a base.

    A standard provides a subclass that defines the class attributes. `absolute` is the provision
    that a base must be absolute. If `made_absolute` is set, a relative base is resolved against the
    base with the next lower precedence; otherwise, the relative base is passed over. `fragment` is
    the provision that removes the fragment of a base; None if the standard has no such provision.

    Attributes:
        rules: The rules, in order of precedence.
    """

    rules: ClassVar[tuple[BaseRule, ...]] = ()
    absolute: ClassVar[Provision]
    made_absolute: ClassVar[Provision | None] = None
    fragment: ClassVar[Provision | None] = None

    def establish(
        self,
        document: BaseDocument = None,
        *,
        within: Sequence[Message] = (),
        retrieval: str | None = None,
        default: str | None = None,
    ) -> Base:
        """Return the base of a document: the usable base with the highest precedence.

        Args:
            document: An HTML page, as text or bytes; the BASE element of a page; a message, or a
                part of a message, as parsed by the standard library's `email`; or None.
            within: The entities that enclose the document, innermost first.
            retrieval: The URI from which the document was retrieved.
            default: The application's own base.

        Returns:
            The base, its level, and the candidates that were passed over.

        Raises:
            TypeError: An argument has the wrong type.
        """
        # `email` is imported only when it is needed, because importing it takes a long time.
        from email.message import Message

        checked(document, "document", str, bytes, BaseElement, Message, type(None))
        if within != ():
            checked_items(within, "within", Message)
        checked(retrieval, "retrieval", str, type(None))
        checked(default, "default", str, type(None))
        given = {BaseSource.RETRIEVAL: retrieval, BaseSource.DEFAULT: default}
        above: list[Candidate] = []
        for candidate in candidates(self.rules, document, within, given):
            if candidate.value is None or self.spec.is_absolute(candidate.value):
                return self._established(candidate, above)
            above.append(candidate)
        return Base(self.selector, None, passed_over=self._passed_over(above))

    def _established(self, candidate: Candidate, above: list[Candidate]) -> Base:
        """Establish a base from a usable candidate and the unusable candidates above it.

        If `made_absolute` is set, relative bases of higher precedence are resolved against the
        candidate.
        """
        uri = candidate.value
        passed_over = above
        if self.made_absolute is not None:
            passed_over = []
            for item in reversed(above):
                resolved = self.spec.resolve(str(item.value), base=uri or "").uri
                if resolved is not None and self.spec.is_absolute(resolved):
                    uri, candidate = resolved, item
                else:
                    passed_over.append(item)
        if uri is not None and self.fragment is not None:
            uri, _, _ = uri.partition("#")
        return Base(
            self.selector,
            uri,
            candidate.level,
            candidate.source,
            candidate.provision,
            self._passed_over(passed_over),
        )

    def _passed_over(self, unusable: list[Candidate]) -> tuple[PassedOver, ...]:
        return tuple(PassedOver(item.source, item.value or "", self.absolute) for item in unusable)


def candidates(
    rules: Sequence[BaseRule],
    document: BaseDocument,
    within: Iterable[Message],
    given: Mapping[BaseSource, str | None],
) -> Iterator[Candidate]:
    """Yield the given bases for which a standard has a rule, in order of precedence.

    The document's own bases come first, then the bases of the enclosing entities, innermost entity
    first. Bases that are passed as arguments come last.
    """
    for rule in rules:
        for value in _in_document(rule, document):
            yield Candidate(rule.level, rule.header or rule.source.value, value, rule.provision)
    for entity in within:
        for rule in rules:
            for value in _header(rule, entity):
                level, provision = BaseLevel.ENCAPSULATING_ENTITY, rule.around or rule.provision
                yield Candidate(level, rule.header, value, provision)
    for rule in rules:
        value_given = given.get(rule.source)
        if value_given is not None or rule.source is BaseSource.NOTHING:
            yield Candidate(rule.level, rule.source.value, value_given, rule.provision)


# The parsers of HTML and mail are imported only when they are needed, because importing them takes
# a long time.


def _in_document(rule: BaseRule, document: BaseDocument) -> Iterable[str]:
    from email.message import Message

    if rule.source is BaseSource.HEADER and isinstance(document, Message):
        return _header(rule, document)
    if rule.source is BaseSource.BASE_ELEMENT:
        href = _base_element(document)
        if href is not None:
            return (href,)
    return ()


_BASE_TAG = re.compile("<base", re.IGNORECASE)


def _base_element(document: BaseDocument) -> str | None:
    from email.message import Message

    from hexapla.pages.encoding import text_of_page
    from hexapla.pages.html import base_element

    if isinstance(document, BaseElement):
        return document.href
    page: object = document
    charset = None
    if isinstance(document, Message):
        if document.get_content_type() != "text/html":
            return None
        page = document.get_payload(decode=True)
        with contextlib.suppress(ValueError):  # Python raises an error for a name with NUL
            charset = document.get_content_charset()
    if isinstance(page, bytes):
        page = text_of_page(page, charset)
    if not isinstance(page, str) or _BASE_TAG.search(page) is None:
        return None  # a page without "<base" has no BASE element
    return base_element(page)


_PREFIX = re.compile("URL:", re.IGNORECASE | re.ASCII)


def _header(rule: BaseRule, entity: Message) -> Iterator[str]:
    """Yield the values of a header field, without white space, angle brackets and quotes.

    Inside angle brackets, the prefix "URL:" is removed, too. It is a literal in the notation of RFC
    822, so its case is ignored.
    """
    if not rule.header:
        return
    for value in entity.get_all(rule.header, ()):
        text = "".join(str(value).split())
        if text.startswith("<") and text.endswith(">"):
            text = text[1:-1]
            prefix = _PREFIX.match(text)
            if prefix is not None:
                text = text[prefix.end() :]
        yield text.strip('"')
