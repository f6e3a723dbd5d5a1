"""The command `hexapla audit`."""

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO, cast

import click

from hexapla.audits.hosts import HostDifference
from hexapla.audits.page import Audit, AuditedLink
from hexapla.audits.page import audit as audit_page
from hexapla.cli import AGREE, DISAGREE, TROUBLE, options
from hexapla.cli.command import argument, command
from hexapla.cli.output import accent, echo, faint, indented, print_json, progress, wrap
from hexapla.comparison.shown import parsed_again_by_spec, summary_line
from hexapla.pages.link import Link, UnreadPart
from hexapla.pages.page import PageFormat, format_of_file
from hexapla.standard.display import show
from hexapla.standard.rule import Phase
from hexapla.text.counted import counted, how_many_differ
from hexapla.text.table import DOT, GAP

_ERASE_LINE = "\r\x1b[K"
_NO_HOST = "no host"
_HOSTS_ARE = {
    HostDifference.HOST: "different hosts",
    HostDifference.FORM: "one host in different forms",
}
_PLACES_SHOWN = 12
_SINGULAR = {"lead": "leads", "have": "has"}

_LOOKED_FOR = {
    PageFormat.HTML: "attributes such as href, src and srcset, refreshes, url() and @import in CSS",
    PageFormat.XML: "href, src, xlink:href, the links of XHTML and SVG, <?xml-stylesheet?>",
    PageFormat.CSS: "url(), src(), image-set(), @import",
}
"""The constructs that count as links, keyed by the format of the page."""


@command(
    "audit",
    "hexapla audit page.html --base http://example.org/a/b",
    "hexapla audit page.html --base http://example.org/a/b --all --json",
    "hexapla audit logo.svg --base http://example.org/a/b",
    "hexapla audit - --format css --base http://example.org/a/b < style.css",
)
@argument("page", "A file in HTML, XML or CSS; - is standard input.", type=options.INPUT)
@options.base("The base URI: the URL from which the page was retrieved.")
@options.value(
    "--format format",
    None,
    "Format of the input. By default: XML for .svg, .xhtml, .xht, .xml, .atom, .rss and .rdf, CSS "
    "for .css, and HTML for everything else, including standard input.",
    type=click.Choice([kind.value for kind in PageFormat]),
)
@options.value("--charset", "NAME", "Decode the page with this charset, not the one it declares.")
@options.max_page_bytes
@options.show_all
@options.spec
@options.json
@options.quiet
def audit(
    page: str, format: str | None, show_all: bool, as_json: bool, quiet: bool, **read: Any
) -> int:
    """List the links of a page that the standards resolve differently.

    In the output, "]" separates a reference from its targets; 3986 is short for RFC 3986.

    HTML pages require the extra hexapla[html]. The base comes from the page's BASE element or, if
    there is none, from --base. In XML, an element with xml:base sets another base for the links
    inside the element.

    If a link leads to different hosts, or to a host under some standards only, a line below the
    link shows the hosts. The same applies to a host that the standards write in different forms,
    such as 0x7f.1 and 127.0.0.1. The summary gives the positions of the first few of these links.

    Exit code: 0 if all targets agree, 1 if some differ, 2 if part of the page can't be read.
    """
    if format is None:
        read_as = format_of_file(page)
    else:
        read_as = PageFormat(format)
    with click.open_file(page, "rb") as file:
        page_audit = audit_page(cast(BinaryIO, file), format=read_as, **read)
    links = _with_progress(page_audit, quiet=quiet)
    shown = (link for link in links if show_all or not link.agrees)
    if as_json:
        selectors = [spec.selector for spec in page_audit.specs]
        for link in shown:
            print_json("audit", {"specs": selectors, "link": link})
        print_json("audit", {"specs": selectors, "summary": page_audit})
    else:
        for line in _lines(page_audit, shown, is_named=format is not None):
            echo(line)
    if page_audit.page.unread:
        return TROUBLE
    return DISAGREE if page_audit.differing else AGREE


def _with_progress(page_audit: Audit, *, quiet: bool) -> Iterator[AuditedLink]:
    """Yield the links while a progress bar shows how many of them have been compared."""
    with progress("links", len(page_audit.page.links), quiet=quiet) as bar:
        for link in page_audit.links():
            bar.update(1)
            if not link.agrees and not bar.hidden:
                click.echo(_ERASE_LINE, err=True, nl=False)
            yield link


def _lines(page_audit: Audit, shown: Iterator[AuditedLink], *, is_named: bool) -> Iterator[str]:
    """Yield the lines about the page, its links, and the causes of differences.

    Args:
        page_audit: The audit.
        shown: The links to show.
        is_named: Whether the caller named the format.
    """
    yield from _heading_lines(page_audit, is_named=is_named)
    yield ""
    for audited in shown:
        yield from _link_lines(page_audit, audited)
    yield ""
    yield how_many_differ(page_audit.differing, page_audit.count, "link")
    if page_audit.count == 0:
        yield f"no link was found; looked for: {_LOOKED_FOR[page_audit.page.format]}"
    yield from _places(page_audit.with_different_hosts, "lead", "to different hosts")
    forms = "to one host, which the standards write in different forms"
    yield from _places(page_audit.with_different_forms, "lead", forms)
    changes = "a target whose host changes when the target is parsed again"
    yield from _places(page_audit.with_changing_target, "have", changes)
    for number, cause in enumerate(page_audit.causes, 1):
        links = counted(cause.links, "link")
        phase = Phase(cause.key.phase)
        yield wrap(f"[{number}] {links}, {phase.words}: {cause.sentence}")
    for part in page_audit.page.unread:
        yield GAP.join((accent("not read"), _place(part), part.wrong))


def _heading_lines(page_audit: Audit, *, is_named: bool) -> Iterator[str]:
    """Yield the format of the page, its base, and its charset."""
    base = page_audit.base
    page = page_audit.page
    yield f"read as{GAP}{page.format.label}"
    if page.begins_like_xml and not is_named:
        yield indented("the page begins like XML; to read it as XML, use --format xml")
    assert base.provision is not None
    yield f"base{GAP}{show(str(base))}{GAP}{faint(base.provision)}"
    for passed in base.passed_over:
        yield indented(f"not {show(passed.value)} ({passed.source}): {passed.provision}")
    labels = {spec.selector: spec.label for spec in page_audit.specs}
    for other in page_audit.bases:
        if other.uri != base.uri:
            yield indented(f"under {labels[other.selector]}, the base is {show(str(other))}")
    charset = page.charset
    if not page.declared:
        charset += ", which the page doesn't declare"
    yield f"charset{GAP}{charset}"


def _link_lines(page_audit: Audit, audited: AuditedLink) -> Iterator[str]:
    """Yield the lines for a link: its targets, its base if it isn't the page's, and its hosts.

    The hosts are included only if they, or their forms, differ. A note is added for each spec under
    which the target has another host when it is parsed again.
    """
    link = audited.link
    holders = " ".join(filter(None, (link.element, link.attribute, link.css)))
    where = f"{_place(link)}{GAP}{holders}"
    causes = list(page_audit.links_by_cause)
    numbers = ""
    for cause in audited.causes:
        numbers += f"[{causes.index(cause) + 1}]"
    results = summary_line(audited.comparison.reference, audited.target)
    yield f"{faint(where)}{GAP}{results}{GAP}{numbers}".rstrip()
    if audited.base != page_audit.base.uri:
        yield indented(f"on {show(audited.base)}")
    if audited.hosts.difference is not HostDifference.NONE:
        yield _hosts_line(page_audit, audited)
    for says in parsed_again_by_spec(audited.target):
        yield indented(says)


def _hosts_line(page_audit: Audit, audited: AuditedLink) -> str:
    """Return a line with the hosts to which a link leads, each with the standards that give it."""
    labels = {spec.selector: spec.short_label for spec in page_audit.specs}
    hosts = []
    for item in audited.hosts.hosts:
        host = _NO_HOST
        if item.host is not None:
            host = show(item.host)
        names = [labels[selector] for selector in item.specs]
        hosts.append(f"{host}{GAP}{' '.join(names)}")
    return indented(f"{_HOSTS_ARE[audited.hosts.difference]}: {DOT.join(hosts)}")


def _place(item: Link | UnreadPart) -> str:
    return f"{item.line}:{item.column + 1}"


def _places(links: Sequence[Link], verb: str, rest: str) -> Iterator[str]:
    """Yield a line about some links, if any: their number, and the positions of the first few."""
    if not links:
        return
    if len(links) == 1:
        verb = _SINGULAR[verb]
    places = list(map(_place, links[:_PLACES_SHOWN]))
    more = len(links) - len(places)
    if more:
        places.append(f"and {more:,} more")
    number = counted(len(links), "link")
    yield wrap(f"{number} {verb} {rest}: {', '.join(places)}")
