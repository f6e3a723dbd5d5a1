"""The command `hexapla ask`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from hexapla.cli import AGREE, DISAGREE, completion, options
from hexapla.cli.command import argument, command
from hexapla.cli.output import echo, faint, print_json, progress, recorded, strong, wrap
from hexapla.differentials.poll import Poll, PolledInput, ask_parsers
from hexapla.divergence.answers import ALL, ASPECTS
from hexapla.divergence.model import HOST
from hexapla.identification.question import case_text
from hexapla.implementations.adapters import ADAPTERS
from hexapla.implementations.case_files import read_urls
from hexapla.text.signs import sanitized
from hexapla.text.table import GAP


@command(
    "ask",
    r"hexapla ask 'http://a\@b/'",
    "hexapla ask --parser urllib3 --parser ada 'http://a:80:81/' 'http://[::1%25a]/'",
    "hexapla ask --base http://a/b/c/d '../../../g' '?y'",
    "hexapla ask --against urls.txt --json",
)
@argument(
    "inputs",
    "URLs to take apart; with --base, references to resolve.",
    nargs=-1,
    metavar="[URL]…",
)
@options.base("The base URI; the inputs are resolved against it.")
@options.input_file(
    "--against", "Ask these URLs, too: one a line; in double quotes, a JSON string."
)
@options.value(
    "--parser names",
    "NAME",
    "A parser to ask, one that `hexapla implementations` lists. Repeatable.  [default: all]",
    multiple=True,
    shell_complete=completion.names,
)
@options.on([*ASPECTS, ALL], HOST)
@options.spec
@options.timeout
@options.json
@options.quiet
def ask(
    inputs: tuple[str, ...],
    base: str | None,
    against: Path | None,
    names: tuple[str, ...],
    as_json: bool,
    quiet: bool,
    **asked: Any,
) -> int:
    """Ask every parser on this machine what it makes of a URL.

    Parsers and standards that make the same of it stand in one group, the largest first; other
    groups say what they do otherwise. Parsers that are not on this machine, and other versions,
    are told as they were recorded, where they were asked the same.

    Exit code: 0 where all make the same of each input, 1 where they differ, 2 where there is
    nothing to ask.
    """
    texts = (*inputs, *(() if against is None else read_urls(against)))
    if not texts:
        raise click.UsageError("give a URL, or a file of them with --against")
    question = "parse" if base is None else "resolve"
    count = len(names) or sum(question in each.functions for each in ADAPTERS)
    with progress("parsers", count, quiet=quiet, counts=True) as bar:
        poll = ask_parsers(
            *texts,
            base=base,
            names=names or None,
            recordings=recorded(question),
            progress=bar.update,
            **asked,
        )
    if as_json:
        print_json("ask", poll.to_dict())
    else:
        echo("\n".join(_lines(poll)))
    return AGREE if poll.agrees else DISAGREE


def _lines(poll: Poll) -> Iterator[str]:
    for number, asked in enumerate(poll.inputs):
        if number:
            yield ""
        yield strong(case_text(asked.case))
        yield from _input_lines(asked)
    if poll.absent:
        yield ""
        absent = ", ".join(poll.absent)
        yield faint(wrap(f"not on this machine: {absent}; `hexapla implementations` says how"))


def _input_lines(asked: PolledInput) -> Iterator[str]:
    for group in asked.groups:
        does = f"{GAP}it {group.does}" if group.does else ""
        yield f"{GAP}{strong(group.reads)}{does}"
        members = ", ".join(map(sanitized, group.members))
        yield wrap(members, GAP * 2)
    for parser in asked.silent:
        trouble = parser.answer.trouble or "tells nothing of this"
        yield f"{GAP}{parser}: it {sanitized(trouble)}"
