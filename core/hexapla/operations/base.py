"""Establish the base of a document under a standard's rules of base precedence."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, TypeAlias

import attrs

from hexapla.documents.citation import Provision
from hexapla.operations.operation import Operation
from hexapla.values.checked import checked, checked_items
from hexapla.values.value import AS_SPEC, Value

if TYPE_CHECKING:
    from email.message import Message


class BaseLevel(StrEnum):
    """The levels on which a base can be given, the one with the highest precedence first."""

    DOCUMENT = "document"
    ENCAPSULATING_ENTITY = "encapsulating-entity"
    RETRIEVAL = "retrieval"
    DEFAULT = "default"


class BaseSource(StrEnum):
    """Where a base can be written."""

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
    """One way by which a standard lets a base be given.

    `header` is the name of the field where the source is one. Such a rule holds for the entities
    around the document as well, on their level; `around` is then the provision. The level is that
    of the source, if no other one is given.
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
    """A base that was given but can't be used: where, what, and by which rule.

    Attributes:
        source: What would have given it.
        value: The base, as it was written there.
        provision: What says that it can't be used.
    """

    source: str
    value: str
    provision: Provision


@attrs.frozen(repr=False)
class Base(Value):
    """The base of a document, and the level that gave it.

    `uri` and `level` are None if no level gives a base. `source` is where the base was written.
    `passed_over` has the candidates with higher precedence that can't be used.

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
        return "(undefined)" if self.uri is None else self.uri


@attrs.frozen
class BaseElement:
    """What is known of an HTML page: the HREF of its BASE element, None if it has none."""

    href: str | None


BaseDocument: TypeAlias = "str | bytes | BaseElement | Message | None"
"""What a base is looked for in: an HTML page, its text or its octets, an entity with headers, or
nothing."""


@attrs.frozen
class Candidate:
    """A base that is written somewhere; None is the empty one, taken as nothing else is left."""

    level: BaseLevel
    source: str
    value: str | None
    provision: Provision


class BasePrecedence(Operation):
    """The order in which a standard looks for the base of a document, and what it asks of one.

    A standard subclasses this and gives the class attributes. `absolute` says that a base must be
    absolute. Where `made_absolute` is set, one that is not is resolved against what the rules of
    lower precedence give; else it is passed over. `fragment` is the provision by which a base loses
    its fragment, where there is one.

    Attributes:
        rules: The levels at which a base can be given, the one with the highest precedence first.
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
        """Return the base of a document: the first one, by precedence, that can be used.

        Args:
            document: An HTML page, as text or octets, or a message or a part of one, as the
                standard library's `email` reads it.
            within: The entities that enclose the document, the innermost first.
            retrieval: The URI by which the document was retrieved.
            default: What the application takes where nothing else is given.

        Returns:
            The base, the level that gave it, and what was passed over.

        Raises:
            TypeError: One of them is of another type.
        """
        # What reads mail takes long to import.
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
        """Return the base that a candidate gives, with the relative ones above resolved by it."""
        uri = candidate.value
        relative, passed_over = ([], above) if self.made_absolute is None else (above, [])
        for item in reversed(relative):
            resolved = self.spec.resolve(str(item.value), base=uri or "").uri
            if resolved is not None and self.spec.is_absolute(resolved):
                uri, candidate = resolved, item
            else:
                passed_over.append(item)
        if uri is not None and self.fragment is not None:
            uri, _, _ = uri.partition("#")
        given_by = candidate.level, candidate.source, candidate.provision
        return Base(self.selector, uri, *given_by, self._passed_over(passed_over))

    def _passed_over(self, unusable: list[Candidate]) -> tuple[PassedOver, ...]:
        return tuple(PassedOver(item.source, item.value or "", self.absolute) for item in unusable)


def candidates(
    rules: Sequence[BaseRule],
    document: BaseDocument,
    within: Iterable[Message],
    given: Mapping[BaseSource, str | None],
) -> Iterator[Candidate]:
    """Yield all bases that are written, in the order of precedence.

    Those in the document come first, then those of the entities that enclose it, the innermost
    first, and then those that are given, as they are not written in any of these.
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


# HTML and mail are read only where there is a document: what reads them takes long to import.


def _in_document(rule: BaseRule, document: BaseDocument) -> Iterable[str]:
    from email.message import Message

    if rule.source is BaseSource.HEADER and isinstance(document, Message):
        return _header(rule, document)
    href = _base_element(document) if rule.source is BaseSource.BASE_ELEMENT else None
    return () if href is None else (href,)


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
        is_html = document.get_content_type() == "text/html"
        page = document.get_payload(decode=True) if is_html else None
        with contextlib.suppress(ValueError):  # a name with NUL, which Python looks up
            charset = document.get_content_charset()
    text = text_of_page(page, charset) if isinstance(page, bytes) else page
    if not isinstance(text, str) or _BASE_TAG.search(text) is None:
        return None  # a page without one need not be read
    return base_element(text)


_PREFIX = re.compile("URL:", re.IGNORECASE | re.ASCII)


def _header(rule: BaseRule, entity: Message) -> Iterator[str]:
    """Yield the values of a field, without the brackets, prefix and folding that they may have.

    The prefix is a literal in the notation of RFC 822, where case is ignored.
    """
    for value in entity.get_all(rule.header, ()) if rule.header else ():
        text = "".join(str(value).split())
        if text.startswith("<") and text.endswith(">"):
            text = text[1:-1]
            prefix = _PREFIX.match(text)
            text = text[prefix.end() :] if prefix else text
        yield text.strip('"')
