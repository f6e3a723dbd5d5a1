"""The command `hexapla audit`."""

import contextlib
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from typing import BinaryIO

import click

from hexapla.audit.page import Audit, AuditedLink, LinkCause
from hexapla.audit.page import audit as audit_page
from hexapla.cli.command import argument, command
from hexapla.cli.exit_codes import AGREE, DISAGREE
from hexapla.cli.options import base_option, json_option, quiet_option, spec_option
from hexapla.cli.output import print_json
from hexapla.cli.parameters import BINARY_INPUT
from hexapla.cli.progress import progress
from hexapla.cli.terminal import GAP, Terminal, echo, this_terminal
from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import show
from hexapla.comparison.sentence import WHEN, rules_in_words
from hexapla.comparison.wording import apparatus
from hexapla.html.errors import DocumentError
from hexapla.standard.spec import Spec


@command(
    "audit",
    "hexapla audit page.html --base http://example.org/a/b",
    "hexapla audit page.html --base http://example.org/a/b --all --json",
    "hexapla audit - --base http://example.org/a/b < page.html",
)
@argument("page", "A file in HTML; - is standard input.", type=BINARY_INPUT)
@base_option("the URL by which the page was retrieved")
@click.option(
    "--charset", metavar="NAME", help="Read the page in this charset, whatever it says itself."
)
@click.option("--all", "show_all", is_flag=True, help="Show the links that all agree on, too.")
@spec_option
@json_option
@quiet_option
def audit(
    page: BinaryIO,
    base: str | None,
    charset: str | None,
    show_all: bool,
    specs: tuple[Spec, ...],
    as_json: bool,
    quiet: bool,
) -> None:
    """List the links of a page that the standards resolve differently.

    The base is that of the page's BASE element, or else the one given.

    Exit code: 0 where all targets agree, 1 where some differ.
    """
    with _rereadable(page) as file:
        try:
            page_audit = audit_page(file, base, specs, charset)
        except DocumentError as error:
            raise click.UsageError(str(error)) from error
        links = _with_progress(page_audit, quiet=quiet)
        shown = (link for link in links if show_all or not link.agrees)
        if as_json:
            _print_json(page_audit, shown)
        else:
            _print_text(page_audit, shown, this_terminal())
    sys.exit(DISAGREE if page_audit.tally.differing else AGREE)


@contextlib.contextmanager
def _rereadable(page: BinaryIO) -> Iterator[BinaryIO]:
    """Yield a file that can be read twice: a copy of what a pipe holds."""
    if page.seekable():
        yield page
        return
    with tempfile.TemporaryFile() as copy:
        shutil.copyfileobj(page, copy)
        copy.seek(0)
        yield copy


def _with_progress(page_audit: Audit, *, quiet: bool) -> Iterator[AuditedLink]:
    """Yield the links, with a bar that tells how much of the page has been read."""
    size = page_audit.page.file.seek(0, 2)
    with progress("links", size, quiet=quiet) as bar:
        for link in page_audit.links():
            bar.advance_to(page_audit.page.file.tell())
            if not link.agrees:
                bar.make_room()
            yield link
        bar.advance_to(size)


def _print_json(page_audit: Audit, links: Iterable[AuditedLink]) -> None:
    selectors = [spec.selector for spec in page_audit.specs]
    for link in links:
        print_json("audit", {"specs": selectors, "link": link.to_dict()})
    print_json(
        "audit",
        {
            "specs": selectors,
            "summary": {
                "base": page_audit.base.to_dict(),
                "bases": [base.to_dict() for base in page_audit.bases],
                "charset": page_audit.page.charset,
                "charset_declared": page_audit.page.declared,
                "links": page_audit.tally.links,
                "differing": page_audit.tally.differing,
                "unread_from_line": page_audit.tally.given_up,
                "causes": [
                    {"links": count, **cause.to_dict()}
                    for cause, count in page_audit.tally.causes.items()
                ],
            },
        },
    )


def _print_text(page_audit: Audit, links: Iterable[AuditedLink], terminal: Terminal) -> None:
    assert page_audit.base.provision is not None
    echo(
        f"base{GAP}{show(str(page_audit.base))}{GAP}{terminal.faint(str(page_audit.base.provision))}"
    )
    for passed in page_audit.base.passed_over:
        echo(f"{GAP}not {show(passed.value)} ({passed.source}): {passed.provision}")
    labels = {spec.selector: label_of(spec) for spec in page_audit.specs}
    for base in page_audit.bases:
        if base.uri != page_audit.base.uri:
            echo(f"{GAP}{labels[base.spec]} by itself would take {show(str(base))}")
    charset = page_audit.page.charset + (
        "" if page_audit.page.declared else ", which the page does not say"
    )
    echo(f"charset{GAP}{charset}\n")
    for link in links:
        echo(_link_text(link, list(page_audit.tally.causes), terminal))
    echo("\n" + "\n".join(_summary(page_audit, labels, terminal)))


def _link_text(audited: AuditedLink, causes: list[LinkCause], terminal: Terminal) -> str:
    """Return a line for a link: its place, the results, and the numbers of its causes below."""
    link = audited.link
    where = f"{link.line}:{link.column + 1}{GAP}{link.element} {link.attribute}"
    numbers = "".join(f"[{causes.index(cause) + 1}]" for cause in audited.causes)
    results = apparatus(audited.comparison.reference, audited.target)
    return f"{terminal.faint(where)}{GAP}{results}{GAP}{numbers}".rstrip()


def _summary(page_audit: Audit, labels: dict[str, str], terminal: Terminal) -> Iterator[str]:
    tally = page_audit.tally
    yield f"{tally.differing} of {tally.links} links differ"
    for line in tally.given_up:
        yield f"a tag that begins on line {line} is too long to be one; it was left out"
    for number, (cause, count) in enumerate(tally.causes.items(), 1):
        links = "1 link" if count == 1 else f"{count} links"
        said = rules_in_words(cause.clauses)
        yield terminal.wrap(f"[{number}] {links}, {WHEN[cause.phase]}: {said}")
