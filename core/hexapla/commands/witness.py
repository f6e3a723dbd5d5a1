"""The command `hexapla witness`."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from hexapla.cli import Trouble, json_option, print_json, this_terminal
from hexapla.compare import columns_of
from hexapla.reading import SelectorError
from hexapla.registry import specs as installed
from hexapla.spec import AnySpec
from hexapla.terminal import Terminal, label_of, show
from hexapla.witness import Answer, Case, Fingerprint, Resolve, default_cases
from hexapla.witness import witness as fingerprint_of
from hexapla.witness.cases import expected
from hexapla.witness.process import Program, command_of

_GAP = "  "


def _select(
    ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
) -> tuple[AnySpec, ...]:
    try:
        return columns_of(value) if value else installed()
    except SelectorError as error:
        raise click.BadParameter(str(error), ctx, param) from error


def _command(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    try:
        return command_of(value)
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from error


def _cases(
    ctx: click.Context, param: click.Parameter, value: Path | None
) -> tuple[Case, ...] | None:
    if value is None:
        return None
    try:
        found = tuple(read_cases(value))
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from error
    if not found:
        raise click.BadParameter("it has no pair of a base and a reference", ctx, param)
    return found


def read_cases(path: Path) -> Iterator[Case]:
    """Read pairs: from the test vectors of a memo, or from JSON Lines, each with both texts.

    Raises `ValueError`, which says in which entry and what to do, where there is none.
    """
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        whole = None
    if isinstance(whole, dict) and isinstance(whole.get("vectors"), list):
        for number, vector in enumerate(whole["vectors"], 1):
            yield _case(f"vector {number}", vector)
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                pair = json.loads(line)
            except (ValueError, RecursionError):
                pair = None
            yield _case(f"line {number}", pair)


def _case(place: str, pair: object) -> Case:
    if isinstance(pair, dict):
        base, reference = pair.get("base"), pair.get("reference")
        if isinstance(base, str) and isinstance(reference, str):
            return Case(base, reference)
    raise ValueError(f'{place} is no pair; write it as {{"base": "http://a/", "reference": "g"}}')


@click.command(context_settings={"allow_interspersed_args": False})
@click.argument(
    "command",
    nargs=-1,
    required=True,
    type=click.UNPROCESSED,
    callback=_command,
    metavar="COMMAND…",
)
@click.option(
    "--spec",
    "specs",
    metavar="SELECTOR",
    multiple=True,
    callback=_select,
    help="A memo that may explain it, in place of all that are installed. Repeatable.",
)
@click.option(
    "--against",
    "cases",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    callback=_cases,
    metavar="FILE",
    help="Ask these cases: JSON Lines of pairs, or the test vectors of a memo.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=5.0,
    show_default=True,
    help="How many seconds an answer may take.",
)
@json_option
def witness(
    command: tuple[str, ...],
    specs: tuple[AnySpec, ...],
    cases: tuple[Case, ...] | None,
    timeout: float,
    as_json: bool,
) -> None:
    """Say which memo a parser follows, under which readings, and where it leaves it.

    COMMAND is a program with its arguments, or python:module:function. The program reads a line
    {"id": 1, "base": …, "reference": …} at a time, and answers each by a line {"uri": …} or
    {"error": …}, which may echo the id. Options of this command go before COMMAND.

    Exit code: 0 where the best explanation explains every case, 1 where it leaves some, 2 where the
    program gives no answer at all.
    """
    asked = default_cases(specs) if cases is None else cases
    with Program(command, timeout) as program:
        found = _with_progress(program, specs, cases, len(asked))
    if not found.answered:
        raise Trouble(f"the witness gave no answer: it {found.unexplained[0].answer.trouble}")
    if as_json:
        print_json("witness", {"witness": command, **found.to_dict()})
    else:
        click.echo("\n".join(_text(found, this_terminal())))
    sys.exit(1 if found.unexplained else 0)


def _with_progress(
    resolve: Resolve, specs: tuple[AnySpec, ...], cases: tuple[Case, ...] | None, asked: int
) -> Fingerprint:
    """Take a fingerprint, with a bar on standard error where that is a terminal."""
    if not sys.stderr.isatty():
        return fingerprint_of(resolve, specs, cases)
    with click.progressbar(length=asked, label="cases", file=sys.stderr) as bar:

        def counted(base: str, reference: str) -> str | None:
            bar.update(1 if bar.pos < asked else 0)
            return resolve(base, reference)

        return fingerprint_of(counted, specs, cases)


def _text(found: Fingerprint, terminal: Terminal) -> Iterator[str]:
    best = found.best
    left = len(found.unexplained)
    but = "" if not left else f", but for {left} of {found.cases} cases"
    yield terminal.strong(f"{label_of(best.spec)}{but or f', in every case of {found.cases}'}")
    yield ""
    labels = [label_of(item.spec) for item in found.explanations]
    first = max(map(len, labels))
    size = len(str(found.cases))
    for label, item in zip(labels, found.explanations, strict=True):
        by_default = (
            "" if item.by_default == item.agreeing else f"{_GAP}{item.by_default} by default"
        )
        yield f"{label.ljust(first)}{_GAP}{item.agreeing:{size}}{terminal.faint(by_default)}"
    if left:
        yield ""
        yield from _unexplained(found, terminal)


def _unexplained(found: Fingerprint, terminal: Terminal) -> Iterator[str]:
    """Show each unexplained case, and below them the smallest ones, to which its number leads."""
    spec = found.best.spec
    kinds = Counter(item.smallest for item in found.unexplained if item.smallest is not None)
    numbers = {answer: f"[{number}]" for number, answer in enumerate(kinds, 1)}
    for item in found.unexplained:
        number = _GAP + numbers[item.smallest] if item.smallest is not None else ""
        yield _apparatus(item.answer, spec, terminal) + number
    if kinds:
        yield ""
    for answer, count in kinds.items():
        cases = "1 case" if count == 1 else f"{count} cases"
        yield f"{numbers[answer]} {cases}, the smallest: {_apparatus(answer, spec, terminal)}"


def _apparatus(answer: Answer, spec: AnySpec, terminal: Terminal) -> str:
    """Put an answer into one line: the reference, what the witness gives, what the memo would."""
    siglum, uri = spec.document.siglum, expected(spec, answer.case)
    readings = f"{_shown(answer)}{_GAP}witness{_GAP}·{_GAP}{_uri(uri)}{_GAP}{siglum}"
    base = terminal.faint(f"base {show(answer.case.base)}")
    return f"{show(answer.case.reference)} ]{_GAP}{readings}{_GAP}{base}"


def _shown(answer: Answer) -> str:
    if answer.trouble is not None:
        return f"({show(answer.trouble)})"
    said = "" if answer.error is None else f": {show(answer.error)}"
    return f"(no URI{said})" if answer.uri is None else _uri(answer.uri)


def _uri(uri: str | None) -> str:
    return "(no URI)" if uri is None else show(uri)
