"""The command `hexapla ask`."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import click

from hexapla.cli import AGREE, DISAGREE, completion, options
from hexapla.cli.command import argument, command
from hexapla.cli.output import echo, faint, indented, print_json, progress, recorded, strong, wrap
from hexapla.differentials.poll import Poll, ask_parsers
from hexapla.differentials.polled import PolledInput
from hexapla.divergence.answers import ALL, ASPECTS
from hexapla.divergence.model import HOST
from hexapla.identification.shown import case_text
from hexapla.implementations.adapters import answering
from hexapla.implementations.case_files import read_urls
from hexapla.implementations.labels import parser_label
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
    "URLs to parse or, with --base, references to resolve.",
    nargs=-1,
    metavar="[URL]…",
)
@options.base("The base URI, against which the inputs are resolved.")
@options.input_file(
    "--against",
    "File of further URLs, one per line; a line in double quotes is a JSON string.",
)
@options.value(
    "--parser names",
    "NAME",
    "Parser to ask, as listed by `hexapla implementations`. Repeatable.  [default: all]",
    multiple=True,
    shell_complete=completion.asked_names,
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
    """Ask every parser on this machine how it parses a URL.

    Parsers and standards that give the same result are shown as a group, the largest group first.
    If another group reports a different host, the behaviour that leads to this host is shown. For
    parsers and versions that aren't on this machine, recorded answers to the same input are shown,
    if there are any.

    Exit code: 0 if all answers to each input agree, 1 if some differ, 2 if there is no input.
    """
    texts = list(chain.from_iterable(map(options.texts_in, inputs)))
    if against is not None:
        texts += read_urls(against)
    if not texts:
        raise click.UsageError("give a URL, or a file of URLs with --against")
    question = "parse" if base is None else "resolve"
    count = len(names) or len(answering(question))
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
        absent = ", ".join(map(parser_label, poll.absent))
        shows = "hexapla implementations"
        if poll.inputs[0].case.base is None:
            shows += " --parse"
        yield faint(wrap(f"not on this machine: {absent}; `{shows}` shows how to install them"))


def _input_lines(asked: PolledInput) -> Iterator[str]:
    for group in asked.groups:
        heading = GAP + strong(group.reads)
        if group.does:
            heading += f"{GAP}it {group.does}"
        yield heading
        members = ", ".join(map(sanitized, group.members))
        yield wrap(members, GAP * 2)
    for parser in asked.silent:
        trouble = parser.answer.trouble or "doesn't report this"
        yield indented(f"{parser}: it {sanitized(trouble)}")
