"""Establishing a base: which rung of a memo's ladder gives the base of a document."""

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from email.message import Message
from enum import StrEnum

import attrs

from hexapla.documents.citation import Provision
from hexapla.html.encoding import text_of_page


class BaseLevel(StrEnum):
    """The rungs of the ladder, the one with the highest precedence first."""

    DOCUMENT = "document"
    ENCAPSULATING_ENTITY = "encapsulating-entity"
    RETRIEVAL = "retrieval"
    DEFAULT = "default"


class Source(StrEnum):
    """Where a base can be written."""

    BASE_ELEMENT = "BASE element"
    HEADER = "header"
    RETRIEVAL = "retrieval"
    DEFAULT = "default"
    NOTHING = "nothing"


@attrs.frozen
class BaseRule:
    """One way by which a memo lets a base be given.

    `header` is the name of the field where the source is one. Such a rule holds for the entities
    around the document as well, on the rung of these; `around` is then the provision.
    """

    level: BaseLevel
    source: Source
    provision: Provision
    header: str = ""
    around: Provision | None = None


@attrs.frozen
class BasePrecedence:
    """A memo's rules in their order, and what it asks of a base.

    `absolute` says that a base must be absolute. Where `made_absolute` is set, one that is not is
    resolved against what the rest of the ladder gives; else it is passed over. `fragment` is the
    provision by which a base loses its fragment, where there is one.
    """

    rules: tuple[BaseRule, ...]
    absolute: Provision
    made_absolute: Provision | None = None
    fragment: Provision | None = None


@attrs.frozen
class PassedOver:
    """A base that was given but can't be used: where, what, and by what provision."""

    source: str
    value: str
    provision: Provision

    def to_dict(self) -> dict[str, object]:
        """Give its JSON form."""
        return {"source": self.source, "value": self.value, "provision": self.provision.to_dict()}


@attrs.frozen
class Base:
    """The base of a document, and the rung that gave it.

    `uri` and `rung` are None where no rung gives one. `source` says where it was written;
    `passed_over` are the ones above it that can't be used.
    """

    spec: str
    uri: str | None
    level: BaseLevel | None = None
    source: str = ""
    provision: Provision | None = None
    passed_over: tuple[PassedOver, ...] = ()

    def __str__(self) -> str:
        return "(undefined)" if self.uri is None else self.uri

    def to_dict(self) -> dict[str, object]:
        """Give the base's JSON form."""
        return {
            "spec": self.spec,
            "uri": self.uri,
            "level": self.level and self.level.value,
            "source": self.source,
            "provision": self.provision and self.provision.to_dict(),
            "passed_over": [item.to_dict() for item in self.passed_over],
        }


@attrs.frozen
class Candidate:
    """A base that is written somewhere."""

    level: BaseLevel
    source: str
    value: str
    provision: Provision


@attrs.frozen
class Page:
    """What is known of an HTML page: the HREF of its BASE element, where it has one."""

    base_element: str | None


Document = str | bytes | Page | Message | None
"""What a base is looked for in: an HTML page, its text or its octets, an entity with headers, or
nothing."""


@attrs.frozen
class Surroundings:
    """What is known of a document: itself, the entities around it, and how one came by it.

    `within` are the entities that enclose the document, the innermost first.
    """

    document: Document = None
    within: Sequence[Message] = ()
    retrieval: str | None = None
    default: str | None = None


def candidates(base_precedence: BasePrecedence, known: Surroundings) -> Iterator[Candidate]:
    """Give all bases that are written, in the order of precedence."""
    for rule in base_precedence.rules:
        for source, value in _in_document(rule, known.document):
            yield Candidate(rule.level, source, value, rule.provision)
    for entity in known.within:
        for rule in base_precedence.rules:
            if rule.source is Source.HEADER:
                for source, value in _header(rule, entity):
                    provision = rule.around or rule.provision
                    yield Candidate(BaseLevel.ENCAPSULATING_ENTITY, source, value, provision)
    given = {
        Source.RETRIEVAL: known.retrieval,
        Source.DEFAULT: known.default,
        Source.NOTHING: "",
    }
    for rule in base_precedence.rules:
        found = given.get(rule.source)
        if found is not None:
            yield Candidate(rule.level, rule.source.value, found, rule.provision)


def _in_document(rule: BaseRule, document: Document) -> Iterable[tuple[str, str]]:
    if rule.source is Source.HEADER:
        return _header(rule, document) if isinstance(document, Message) else ()
    if rule.source is not Source.BASE_ELEMENT:
        return ()
    found = _page(document).base_element
    return () if found is None else ((rule.source.value, found),)


def _page(document: Document) -> Page:
    if isinstance(document, Page):
        return document
    from hexapla.html.links import base_element
    from hexapla.html.mime import text_of_part

    text = text_of_part(document) if isinstance(document, Message) else document
    if isinstance(text, bytes):
        text = text_of_page(text)
    return Page(None if text is None else base_element(io.StringIO(text, newline="")))


def _header(rule: BaseRule, entity: Message) -> Iterable[tuple[str, str]]:
    """Give the value of a field, without the brackets, prefix and folding that it may have."""
    for value in entity.get_all(rule.header, ()):
        text = "".join(str(value).split())
        if text.startswith("<") and text.endswith(">"):
            text = text[1:-1].removeprefix("URL:")
        yield rule.header, text.strip('"')


def establish(
    selector: str,
    base_precedence: BasePrecedence | None,
    known: Surroundings,
    is_absolute: Callable[[str], bool],
    resolve: Callable[[str, str], str | None],
    cut_fragment: Callable[[str], str],
) -> Base:
    """Climb down a memo's ladder to the first base that can be used."""
    if base_precedence is None:
        return Base(selector, None)
    passed: list[PassedOver] = []
    waiting: list[Candidate] = []
    for candidate in candidates(base_precedence, known):
        usable = is_absolute(candidate.value)
        empty = candidate.source == Source.NOTHING.value
        if not usable and not empty and base_precedence.made_absolute is not None:
            waiting.append(candidate)
        elif not usable and not empty:
            passed.append(_passed(candidate, base_precedence))
        else:
            uri: str | None = None if empty else candidate.value
            for relative in reversed(waiting):
                resolved = resolve(uri or "", relative.value)
                if resolved is not None and is_absolute(resolved):
                    uri, candidate = resolved, relative
                else:
                    passed.append(_passed(relative, base_precedence))
            if uri is not None and base_precedence.fragment is not None:
                uri = cut_fragment(uri)
            return Base(
                selector,
                uri,
                candidate.level,
                candidate.source,
                candidate.provision,
                tuple(passed),
            )
    passed += [_passed(item, base_precedence) for item in waiting]
    return Base(selector, None, passed_over=tuple(passed))


def _passed(candidate: Candidate, base_precedence: BasePrecedence) -> PassedOver:
    return PassedOver(candidate.source, candidate.value, base_precedence.absolute)
