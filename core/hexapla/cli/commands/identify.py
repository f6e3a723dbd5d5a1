"""The command `hexapla identify`."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs
import click

from hexapla.cli.group import Trouble, json_option, print_json, rendering, select, this_terminal
from hexapla.cli.terminal import Terminal, label_of, show
from hexapla.implementations import Answer, Case, Identification, Resolve, default_cases
from hexapla.implementations import identify as identification_of
from hexapla.implementations.adapters import AbsentError, Adapter, adapter
from hexapla.implementations.against import read_cases
from hexapla.implementations.cases import expected
from hexapla.implementations.departure import Departure
from hexapla.implementations.process import Program, command_of
from hexapla.standard.registry import specs as installed
from hexapla.standard.spec import AnySpec

_GAP = "  "
_READY_PREFIX = "adapter:"
_NO_RENDERER = "nothing is installed that makes it; leave out --badge and --report"


def _select(
    ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
) -> tuple[AnySpec, ...]:
    return select(ctx, param, value) if value else installed()


@attrs.frozen
class _Asked:
    """The program that is asked, as it was named, and the ready witness that it is, if any."""

    words: tuple[str, ...]
    command: tuple[str, ...]
    adapter: Adapter | None = None


def _asked(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> _Asked:
    name = value[0].removeprefix(_READY_PREFIX)
    try:
        if name == value[0]:
            return _Asked(value, command_of(value))
        if len(value) > 1:
            raise ValueError(f"adapter:{name} takes no arguments")
        found = adapter(name)
    except (ValueError, LookupError) as error:
        raise click.BadParameter(str(error), ctx, param) from error
    return _Asked(value, found.command, found)


def _cases(path: Path | None, base: str | None) -> tuple[Case, ...] | None:
    """Read the cases that somebody brings, if any."""
    if path is None:
        if base is not None:
            raise click.UsageError("--base is for cases that are given with --against")
        return None
    try:
        return read_cases(path, base)
    except (ValueError, OSError) as error:
        raise click.UsageError(f"--against {path}: {error}") from error


def timeout_option(default: float) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make the option `--timeout`, with a default in seconds."""
    return click.option(
        "--timeout",
        type=click.FloatRange(0, min_open=True),
        default=default,
        show_default=True,
        help="How many seconds an answer may take.",
    )


@click.command(context_settings={"allow_interspersed_args": False})
@click.argument(
    "command",
    nargs=-1,
    required=True,
    type=click.UNPROCESSED,
    callback=_asked,
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
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Ask these cases: a corpus of any format, or the test vectors of a memo.",
)
@click.option("--base", help="One base for all of these cases.")
@click.option(
    "--plain",
    is_flag=True,
    help="Ask by lines: base, TAB, reference. An answer is a URI, or a TAB and why there is none.",
)
@timeout_option(5.0)
@click.option(
    "--badge",
    "badge_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file for a badge, as SVG.",
)
@click.option(
    "--report",
    "report_directory",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder for a page that shows all that was found.",
)
@json_option
def identify(
    command: _Asked,
    specs: tuple[AnySpec, ...],
    against: Path | None,
    base: str | None,
    plain: bool,
    timeout: float,
    badge_file: Path | None,
    report_directory: Path | None,
    as_json: bool,
) -> None:
    """Say which memo a parser follows, under which readings, and where it leaves it.

    COMMAND is a program with its arguments, python:module:function, or adapter:NAME, one of those
    that `hexapla implementations` lists. The program reads lines such as
    {"id": 1, "base": …, "reference": …}, and answers each by a line {"uri": …} or {"error": …},
    which may echo the id; or it speaks the plain protocol (--plain). Options of this command go
    before COMMAND.

    Exit code: 0 where the best explanation explains every case, 1 where it leaves some, 2 where the
    program gives no answer at all.
    """
    cases = _cases(against, base)
    version = None if command.adapter is None else version_of(command.adapter)
    is_plain = plain if command.adapter is None else command.adapter.plain
    write_badge = badge_file and rendering("badge", _NO_RENDERER)
    write_report = report_directory and rendering("witness", _NO_RENDERER)
    asked = default_cases(specs) if cases is None else cases
    with Program(command.command, timeout, plain=is_plain) as program:
        found = _with_progress(program, specs, cases, len(asked))
    if not found.answered:
        raise Trouble(f"the witness gave no answer: it {found.unexplained[0].answer.trouble}")
    if as_json:
        print_json("identify", identify_form(command.command, command.adapter, version, found))
    else:
        if command.adapter is not None:
            click.echo(f"{command.adapter.name} {version}")
        click.echo("\n".join(identification_text(found, this_terminal())))
    if write_badge:
        write_badge(found, badge_file)
    if write_report:
        write_report(found, command.words, report_directory)
    sys.exit(1 if found.unexplained else 0)


def version_of(witness: Adapter) -> str:
    """Ask a ready witness for its version, and give trouble where it is not here."""
    try:
        return witness.version()
    except AbsentError as error:
        raise Trouble(f"{witness.name} is not on this machine: {error}") from error


def identify_form(
    command: tuple[str, ...], adapter: Adapter | None, version: str | None, found: Identification
) -> dict[str, object]:
    """Give the JSON form of what a program is recognised by."""
    name = None if adapter is None else adapter.name
    return {"program": command, "name": name, "version": version, **found.to_dict()}


def _with_progress(
    resolve: Resolve, specs: tuple[AnySpec, ...], cases: tuple[Case, ...] | None, asked: int
) -> Identification:
    """Take a fingerprint, with a bar on standard error where that is a terminal."""
    if not sys.stderr.isatty():
        return identification_of(resolve, specs, cases)
    with click.progressbar(length=asked, label="cases", file=sys.stderr) as bar:

        def counted(base: str, reference: str) -> str | None:
            bar.update(1 if bar.pos < asked else 0)
            return resolve(base, reference)

        return identification_of(counted, specs, cases)


def identification_text(found: Identification, terminal: Terminal) -> Iterator[str]:
    """Show what a witness is recognised by, line by line."""
    yield terminal.strong(verdict_of(found))
    yield ""
    labels = [label_of(item.spec) for item in found.explanations]
    first = max(map(len, labels))
    size = len(str(found.cases))
    for label, item in zip(labels, found.explanations, strict=True):
        by_default = (
            "" if item.by_default == item.agreeing else f"{_GAP}{item.by_default} by default"
        )
        yield f"{label.ljust(first)}{_GAP}{item.agreeing:{size}}{terminal.faint(by_default)}"
    if found.unexplained:
        yield ""
        yield from _unexplained(found, terminal)
    yield from _no_departures(found)


def verdict_of(found: Identification) -> str:
    """Say in a line which memo a witness follows, and how far."""
    label, left, cases = label_of(found.best.spec), len(found.unexplained), found.cases
    how_far = f"but for {left} of {cases} cases" if left else f"in every case of {cases}"
    ways = f", in {_count(len(found.departures), 'way')}" if found.departures else ""
    refused = f"; {len(found.refused)} refused" if found.refused else ""
    return f"{label}, {how_far}{ways}{refused}"


def _unexplained(found: Identification, terminal: Terminal) -> Iterator[str]:
    """Show each unexplained case, and below them the departures, to which its number leads."""
    spec = found.best.spec
    numbered = [(f"[{place}]", item) for place, item in enumerate(found.departures, 1)]
    numbers = {case: _GAP + number for number, departure in numbered for case in departure.cases}
    for item in found.unexplained:
        yield _apparatus(item.answer, spec, terminal) + numbers.get(item.case, "")
    for number, departure in numbered:
        yield ""
        yield from _departure(number, departure, spec, terminal)


def _departure(
    number: str, departure: Departure, spec: AnySpec, terminal: Terminal
) -> Iterator[str]:
    rule, cases = departure.rule, _count(len(departure.cases), "case")
    does = f"{spec.document.label} {rule.does} ({rule.citation.section})."
    yield f"{number} {cases}: it {departure.shape.manner}. {does}"
    yield f"{_GAP}The smallest: {_apparatus(departure.smallest, spec, terminal)}"


def _no_departures(found: Identification) -> Iterator[str]:
    """Tell of cases that might be taken for departures."""
    label = found.best.spec.document.label
    for answers, says in (
        (found.refused, f"it gives no URI for what the grammar of {label} does not derive"),
        (found.as_base, f"it gives the base's URI where {label} has the current document"),
    ):
        if answers:
            references = dict.fromkeys(show(answer.case.reference) for answer in answers)
            yield ""
            yield f"{_count(len(answers), 'case')}, no departure: {says}"
            yield f"{_GAP}{_GAP.join(references)}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _apparatus(answer: Answer, spec: AnySpec, terminal: Terminal) -> str:
    """Put an answer into one line: the reference, what the witness gives, what the memo would."""
    siglum, uri = spec.document.siglum, expected(spec, answer.case)
    readings = f"{shown(answer)}{_GAP}witness{_GAP}·{_GAP}{_uri(uri)}{_GAP}{siglum}"
    base = terminal.faint(f"base {show(answer.case.base)}")
    return f"{show(answer.case.reference)} ]{_GAP}{readings}{_GAP}{base}"


def shown(answer: Answer) -> str:
    """Show what a witness answers, on one line."""
    if answer.trouble is not None:
        return f"({show(answer.trouble)})"
    said = "" if answer.error is None else f": {show(answer.error)}"
    return f"(no URI{said})" if answer.uri is None else _uri(answer.uri)


def _uri(uri: str | None) -> str:
    return "(no URI)" if uri is None else show(uri)
