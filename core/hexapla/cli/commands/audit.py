"""The command `hexapla audit`."""

from collections.abc import Iterator
from typing import Any, BinaryIO, cast

import click

from hexapla.audits.page import Audit, AuditedLink
from hexapla.audits.page import audit as audit_page
from hexapla.cli import AGREE, DISAGREE, options
from hexapla.cli.command import argument, command
from hexapla.cli.output import echo, faint, print_json, progress, wrap
from hexapla.comparison.shown import parsed_again, summary_line
from hexapla.standard.display import show
from hexapla.standard.rule import Phase
from hexapla.text.counted import counted
from hexapla.text.table import GAP

_ERASE_LINE = "\r\x1b[K"


@command(
    "audit",
    "hexapla audit page.html --base http://example.org/a/b",
    "hexapla audit page.html --base http://example.org/a/b --all --json",
    "hexapla audit - --base http://example.org/a/b < page.html",
)
@argument("page", "A file in HTML; - is standard input.", type=options.INPUT)
@options.base("The base URI; the URL by which the page was retrieved.")
@options.value("--charset", "NAME", "Read the page in this charset, whatever it says itself.")
@options.max_page_bytes
@options.show_all
@options.spec
@options.json
@options.quiet
def audit(page: str, show_all: bool, as_json: bool, quiet: bool, **read: Any) -> int:
    """List the links of a page that the standards resolve differently.

    The base is that of the page's BASE element, or else the one given.

    Exit code: 0 where all targets agree, 1 where some differ.
    """
    with click.open_file(page, "rb") as file:
        page_audit = audit_page(cast(BinaryIO, file), **read)
    links = _with_progress(page_audit, quiet=quiet)
    shown = (link for link in links if show_all or not link.agrees)
    if as_json:
        selectors = [spec.selector for spec in page_audit.specs]
        for link in shown:
            print_json("audit", {"specs": selectors, "link": link.to_dict()})
        print_json("audit", {"specs": selectors, "summary": page_audit.to_dict()})
    else:
        for line in _lines(page_audit, shown):
            echo(line)
    return DISAGREE if page_audit.differing else AGREE


def _with_progress(page_audit: Audit, *, quiet: bool) -> Iterator[AuditedLink]:
    """Yield the links, with a bar that shows how many of them were compared."""
    with progress("links", len(page_audit.page.links), quiet=quiet) as bar:
        for link in page_audit.links():
            bar.update(1)
            if not link.agrees and not bar.hidden:
                click.echo(_ERASE_LINE, err=True, nl=False)
            yield link


def _lines(page_audit: Audit, shown: Iterator[AuditedLink]) -> Iterator[str]:
    """Yield what links are resolved against, and the charset; then the links, and their causes.

    A link has its place, the results, and the numbers of its causes.
    """
    base, page = page_audit.base, page_audit.page
    assert base.provision is not None
    yield f"base{GAP}{show(str(base))}{GAP}{faint(str(base.provision))}"
    for passed in base.passed_over:
        yield f"{GAP}not {show(passed.value)} ({passed.source}): {passed.provision}"
    labels = {spec.selector: spec.label for spec in page_audit.specs}
    for other in page_audit.bases:
        if other.uri != base.uri:
            yield f"{GAP}{labels[other.selector]} by itself would take {show(str(other))}"
    yield f"charset{GAP}{page.charset}{'' if page.declared else ', which the page does not say'}"
    yield ""
    for audited in shown:
        link, causes = audited.link, list(page_audit.links_by_cause)
        where = f"{link.line}:{link.column + 1}{GAP}{link.element} {link.attribute}"
        numbers = "".join(f"[{causes.index(cause) + 1}]" for cause in audited.causes)
        results = summary_line(audited.comparison.reference, audited.target)
        yield f"{faint(where)}{GAP}{results}{GAP}{numbers}".rstrip()
        for says in parsed_again(audited.target):
            yield f"{GAP}{says}"
    yield ""
    yield f"{page_audit.differing} of {page_audit.count} links differ"
    if page_audit.parsed_again:
        yield f"parsed again, {counted(page_audit.parsed_again, 'link')} would have another host"
    for number, cause in enumerate(page_audit.causes, 1):
        said = f"{Phase(cause.key.phase).words}: {cause.sentence}"
        yield wrap(f"[{number}] {counted(cause.links, 'link')}, {said}")
