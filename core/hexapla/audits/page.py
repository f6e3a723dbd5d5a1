"""Compare how standards resolve the links of a page, and establish the page's base."""

import functools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import BinaryIO

import attrs

from hexapla.audits.hosts import NO_HOSTS, HostDifference, LinkHosts, hosts_of
from hexapla.comparison.cause_key import CauseKey, rules_in_words
from hexapla.comparison.comparison import Comparison, compare
from hexapla.comparison.facets import TargetFacet
from hexapla.operations.base import Base, BaseElement, BaseSource
from hexapla.pages.link import Link, XmlBase
from hexapla.pages.page import LARGEST_PAGE, PageFormat, ParsedPage, check_size, read_content
from hexapla.pages.reading import read_page
from hexapla.standard.operations import base_of_page, spec_with_base_precedence
from hexapla.standard.registry import columns_of
from hexapla.standard.spec import Spec
from hexapla.values.checked import checked
from hexapla.values.errors import InputError
from hexapla.values.value import Value


@attrs.frozen(repr=False, slots=False)
class AuditedLink(Value):
    """A link of a page, with its targets under the specs.

    Attributes:
        link: The link, with its position in the page.
        comparison: The comparison of the results that the specs give for the link.
    """

    link: Link
    comparison: Comparison

    @property
    def base(self) -> str:
        """The base of the link: the page's base, unless an xml:base attribute applies."""
        assert self.comparison.base is not None
        return self.comparison.base

    @property
    def target(self) -> TargetFacet:
        """The targets of the link under the specs."""
        assert self.comparison.target is not None
        return self.comparison.target

    @property
    def agrees(self) -> bool:
        """Whether the link has the same target under every spec that has a rule for it."""
        return self.target.agrees

    @property
    def causes(self) -> tuple[CauseKey, ...]:
        """The causes of the differences between the targets.

        A cause is a list of differences. Usually, it is represented by its last difference, which
        makes the targets differ. If the link leads to different hosts, all differences of the cause
        are included, because an earlier difference may be the reason for the different hosts.
        """
        causes = self.target.causes
        if self.hosts.difference is HostDifference.HOST:
            keys = [key for cause in causes for key in cause.keys]
        else:
            keys = [cause.key for cause in causes]
        return tuple(dict.fromkeys(keys))

    @functools.cached_property
    def hosts(self) -> LinkHosts:
        """The hosts to which the link leads; they are determined only if the targets differ."""
        return NO_HOSTS if self.agrees else hosts_of(self.comparison.host)

    def to_dict(self) -> dict[str, object]:
        """Return the link's JSON form."""
        link = self.link
        return {
            "reference": link.reference,
            "element": link.element,
            "attribute": link.attribute,
            "css": link.css,
            "line": link.line,
            "column": link.column,
            "base": self.base,
            "target": self.target.to_dict(),
            "hosts": [host.to_dict() for host in self.hosts.hosts],
            "host_difference": self.hosts.difference.value,
            "parsed_again": list(self.comparison.parsed_again),
        }


@attrs.frozen(repr=False)
class AuditedCause(Value):
    """A cause of different targets, with the number of links whose targets it affects.

    Attributes:
        links: The number of links whose targets differ because of this cause.
        key: The key of the cause.
        sentence: A sentence that states the rules of two standards, with their sections.
    """

    links: int
    key: CauseKey
    sentence: str


@attrs.define(eq=False, repr=False)
class Audit:
    """The comparison of specs on the links of a page, with counts of the links read so far.

    Attributes:
        page: The page, with its format, its charset, and the parts that couldn't be read.
        specs: The specs that are compared.
        base: The base of the page, against which all specs resolve links unless an xml:base
            attribute applies.
        bases: The base of the page under each spec that has rules for establishing a base.
        count: The number of links read.
        differing: The number of links whose targets differ.
        with_different_hosts: The links that lead to different hosts, or to a host under only some
            of the specs.
        with_different_forms: The links that lead to one host, which the specs write in different
            forms.
        with_changing_target: The links with a target whose host changes when the target is parsed
            again (see `hexapla.standard.parsed_again`).
        links_by_cause: The number of links, keyed by cause, in order of first appearance.
    """

    page: ParsedPage
    specs: tuple[Spec, ...]
    base: Base
    bases: tuple[Base, ...]
    count: int = attrs.field(default=0, init=False)
    differing: int = attrs.field(default=0, init=False)
    with_different_hosts: list[Link] = attrs.field(factory=list, init=False)
    with_different_forms: list[Link] = attrs.field(factory=list, init=False)
    with_changing_target: list[Link] = attrs.field(factory=list, init=False)
    links_by_cause: Counter[CauseKey] = attrs.field(factory=Counter, init=False)

    def __repr__(self) -> str:
        return f"<Audit under {self.base.uri!r}, {self.count} links read>"

    def links(self) -> Iterator[AuditedLink]:
        """Reset the counts, then yield each link of the page with its targets under the specs."""
        bases = _LinkBases(self.base)
        self.count = self.differing = 0
        self.with_different_hosts.clear()
        self.with_different_forms.clear()
        self.with_changing_target.clear()
        self.links_by_cause.clear()
        for link in self.page.links:
            base = bases.within(link.xml_base)
            audited = AuditedLink(link, compare(link.reference, base=base, specs=self.specs))
            self.count += 1
            self.differing += not audited.agrees
            if audited.hosts.difference is HostDifference.HOST:
                self.with_different_hosts.append(link)
            elif audited.hosts.difference is HostDifference.FORM:
                self.with_different_forms.append(link)
            if audited.comparison.parsed_again:
                self.with_changing_target.append(link)
            self.links_by_cause.update(audited.causes)
            yield audited

    @property
    def parsed_again(self) -> int:
        """The number of links in `with_changing_target`."""
        return len(self.with_changing_target)

    @property
    def causes(self) -> tuple[AuditedCause, ...]:
        """The causes of different targets among the links read so far, each with a sentence."""
        return tuple(
            AuditedCause(links, key, rules_in_words(key, self.specs))
            for key, links in self.links_by_cause.items()
        )

    def to_dict(self) -> dict[str, object]:
        """Return the counts for the links read so far, in JSON form."""
        return {
            "format": self.page.format.value,
            "base": self.base.to_dict(),
            "bases": [base.to_dict() for base in self.bases],
            "charset": self.page.charset,
            "charset_declared": self.page.declared,
            "links": self.count,
            "differing": self.differing,
            "different_hosts": len(self.with_different_hosts),
            "different_forms": len(self.with_different_forms),
            "parsed_again": self.parsed_again,
            "causes": [cause.to_dict() for cause in self.causes],
            "unread": [part._asdict() for part in self.page.unread],
        }


class _LinkBases:
    """Finds the base of each link of a page; the links must be looked up in document order.

    An xml:base attribute is resolved against the enclosing xml:base attribute; the outermost
    attribute is resolved against the page's base. The standard that establishes the page's base
    also resolves these attributes. An xml:base that doesn't give an absolute URI is ignored.
    """

    def __init__(self, page_base: Base) -> None:
        assert page_base.uri is not None
        self._page_base = page_base.uri
        self._spec = spec_with_base_precedence()
        # The xml:base attributes that applied to the last link, with their bases, outermost first.
        self._resolved: list[tuple[XmlBase, str]] = []

    def within(self, xml_base: XmlBase | None) -> str:
        """Return the base of a link.

        `xml_base` is the innermost xml:base attribute around the link; None if there is none.
        """
        chain = _outermost_first(xml_base)
        kept = 0
        for (known, _), wanted in zip(self._resolved, chain, strict=False):
            if known is not wanted:
                break
            kept += 1
        del self._resolved[kept:]
        for each in chain[kept:]:
            self._resolved.append((each, self._resolve(each.value)))
        return self._innermost()

    def _innermost(self) -> str:
        if not self._resolved:
            return self._page_base
        _, base = self._resolved[-1]
        return base

    def _resolve(self, value: str) -> str:
        """Resolve the value of an xml:base attribute against the innermost base so far."""
        around = self._innermost()
        uri = self._spec.resolve(value, base=around).uri
        if uri is None or not self._spec.is_absolute(uri):
            return around
        base, _, _ = uri.partition("#")
        return base


def _outermost_first(xml_base: XmlBase | None) -> list[XmlBase]:
    """Return an xml:base and all enclosing xml:base attributes, outermost first."""
    chain: list[XmlBase] = []
    while xml_base is not None:
        chain.append(xml_base)
        xml_base = xml_base.parent
    chain.reverse()
    return chain


def audit(
    page: BinaryIO | bytes,
    base: str | None = None,
    *,
    format: PageFormat | str = PageFormat.HTML,
    specs: Iterable[str | Spec] | None = None,
    charset: str | None = None,
    max_page_bytes: int = LARGEST_PAGE,
) -> Audit:
    """Prepare the audit of a page; `Audit.links()` then compares the specs on each of its links.

    The base is established under the newest default spec that has rules for establishing a base.
    The same spec resolves xml:base attributes.

    >>> import hexapla
    >>> page = hexapla.audit(b'<a href="?y">', "http://a/b/c")
    >>> [link.agrees for link in page.links()], page.differing
    ([False], 1)

    Args:
        page: The bytes of the page, or a binary file.
        base: The URL from which the page was retrieved. It isn't needed if the BASE element of the
            page or, in XML, the xml:base of the root element is absolute.
        format: The format of the page: `html`, `xml` or `css`.
        specs: Selectors or specs; by default, the default specs.
        charset: The charset to use instead of the page's declared charset.
        max_page_bytes: The maximum size of the page in bytes.

    Raises:
        DocumentError: The page is binary or too large, its charset is unknown, or it has no base.
        InputError: The format is unknown.
        MissingExtraError: The page is in HTML, and the tokenizer isn't installed.
        SelectorError: A spec is unknown.
        TypeError: An argument has the wrong type.
        ValueError: `specs` is empty.
    """
    for given, name in ((base, "base"), (charset, "charset")):
        checked(given, name, str, type(None))
    page_format = _format_named(checked(format, "format"))
    if isinstance(page, bytes):
        check_size(len(page), max_page_bytes)
        content = page
    elif hasattr(page, "read"):
        content = read_content(page, max_page_bytes)
    else:
        raise TypeError(f"page must be bytes or a binary file, not {type(page).__name__}")
    columns = columns_of(specs)
    read = read_page(content, charset, page_format)
    element = BaseElement(_embedded_base(read, base))
    established = base_of_page(element.href, base)
    bases = tuple(
        spec.standard.base_precedence.establish(element, retrieval=base)
        for spec in columns
        if spec.standard.base_precedence is not None
    )
    if read.base_element is None:
        established = _named_after_xml_base(established)
        bases = tuple(map(_named_after_xml_base, bases))
    return Audit(read, columns, established, bases)


def _format_named(name: str) -> PageFormat:
    """Return the format with the given name; raise `InputError` if it is unknown."""
    try:
        return PageFormat(name)
    except ValueError:
        names = ", ".join(PageFormat)
        raise InputError(f"unknown page format {name!r}. Available: {names}") from None


def _embedded_base(page: ParsedPage, retrieval: str | None) -> str | None:
    """Return the base that a page itself gives for all of its links; None if it gives no base.

    The base comes from the BASE element. If there is neither a BASE element nor a retrieval URL,
    the base comes from an absolute xml:base attribute of the root element.
    """
    if page.base_element is not None or retrieval is not None or page.root_xml_base is None:
        return page.base_element
    is_absolute = spec_with_base_precedence().is_absolute(page.root_xml_base)
    return page.root_xml_base if is_absolute else None


def _named_after_xml_base(base: Base) -> Base:
    """Change the source of a base from the BASE element to xml:base."""
    if base.source != BaseSource.BASE_ELEMENT:
        return base
    return attrs.evolve(base, source="xml:base")
