"""The command `hexapla`.

Exit code 0 where the specs agree, 1 where they disagree (as diff does), 2 for misuse.
"""

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import NoReturn

import click

import hexapla
from hexapla.cli.reports import Renderer, renderer
from hexapla.cli.terminal import (
    Terminal,
    comparison_text,
    parse_text,
    relation_text,
    resolve_text,
    specs_text,
    validate_text,
)
from hexapla.comparison.columns import Comparison, columns_of, compare
from hexapla.documents.reading import SelectorError, unknown
from hexapla.grammar import Grammar, RelationKind, Rule, Validity
from hexapla.grammar.grammar import rule_key
from hexapla.standard.registry import PlugInError, load
from hexapla.standard.spec import AnySpec
from hexapla.standard.syntax import corresponding

COMMAND_GROUP = "hexapla.commands"
INTERRUPTED = 130  # as shells have it: 128 and the number of the signal, SIGINT or SIGPIPE
_CLOSED_PIPE = 141
SCHEMA = 1
_WIDTH_OF_A_FILE = 200


class Trouble(click.ClickException):
    """What is nobody's misuse: a plug-in that does not load, a disk that is full."""

    exit_code = 2


class Hexapla(click.Group):
    """The group of commands: those below, and those that other packages add by entry point.

    Whatever goes wrong ends in one line and exit code 2, so that 1 means only that specs disagree.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands."""
        return sorted({*super().list_commands(ctx), *_added_commands()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Give a command by its name, loading an added one only when it is called."""
        own = super().get_command(ctx, cmd_name)
        point = _added_commands().get(cmd_name)
        if own is not None or point is None:
            return own
        try:
            command = load(point, _no_command)
        except PlugInError as error:
            return _broken(cmd_name, str(error))
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run a command, and turn what goes wrong into one line and an exit code."""
        try:
            result: object = super().invoke(ctx)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(_CLOSED_PIPE)
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)
        except (PlugInError, OSError) as error:
            raise Trouble(str(error)) from error
        return result


def _added_commands() -> dict[str, EntryPoint]:
    return {point.name: point for point in reversed(tuple(entry_points(group=COMMAND_GROUP)))}


def _no_command(loaded: object) -> str | None:
    return None if isinstance(loaded, click.Command) else f"names no command but {loaded!r}"


def _broken(name: str, error: str) -> click.Command:
    """Stand in for a command that can't be loaded: it is listed, and says why it does not run."""

    def refuse() -> None:
        raise Trouble(error)

    return click.Command(name, callback=refuse, short_help="(can't be loaded)", help=error)


@click.group(cls=Hexapla, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(hexapla.__version__)
def main() -> None:
    """The standards for URIs in parallel columns.

    A REF of - reads references from standard input, one a line; an empty line is the empty
    reference. Write -- before a REF that starts with a hyphen; the REF - itself can only be read
    from standard input.

    Exit code: 0 where the specs agree, 1 where they disagree, 2 for misuse and trouble.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def select(
    ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
) -> tuple[AnySpec, ...]:
    """Give the specs that selectors name, oldest first; the default columns where there are none.

    It is the callback of an option; raises `click.BadParameter` for a selector that names nothing.
    """
    try:
        return columns_of(value or None)
    except SelectorError as error:
        raise click.BadParameter(str(error), ctx, param) from error


def spec_option(command: Callable[..., None]) -> Callable[..., None]:
    """Add `--spec` to a command; it gives the specs selected, oldest first."""
    return click.option(
        "--spec",
        "specs",
        metavar="SELECTOR",
        multiple=True,
        callback=select,
        help="A column, such as rfc1808 or rfc2396[excess-dots=remove]. Repeatable.",
    )(command)


def rendering(name: str, otherwise: str) -> Renderer:
    """Give what renders a result under a name: another package brings it.

    Where none does, it is a usage error, in the words of `otherwise`.
    """
    found = renderer(name)
    if found is None:
        raise click.UsageError(otherwise)
    return found


def _cores() -> int:
    """Give the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


workers_option = click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=_cores,
    help="How many processes work.  [default: one a core]",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="One JSON document a reference, each on a line."
)
readings_option = click.option(
    "--readings",
    type=click.Choice(["default", "all"]),
    default="default",
    help="all: try every combination of the choices that the input touches.",
)


def references_in(reference: str) -> Iterator[str]:
    """Give the references that an argument stands for: itself, or the lines of standard input.

    A line ends with LF or CRLF. Bytes that are no UTF-8 become lone surrogates, one a byte.
    """
    if reference != "-":
        yield reference
        return
    if sys.stdin is None:
        raise click.UsageError("standard input is closed; give a REF other than -")
    for line in sys.stdin.buffer:
        text = line.decode("utf-8", "surrogateescape").removesuffix("\n")
        yield text.removesuffix("\r")


def print_json(command: str, form: Mapping[str, object]) -> None:
    """Print a JSON document on one line, in ASCII, so that no character is lost on the way."""
    click.echo(json.dumps({"schema": SCHEMA, "command": command, **form}))


def this_terminal() -> Terminal:
    """Give the terminal that standard output is, or what stands for one in a file."""
    if sys.stdout is None or not sys.stdout.isatty():
        return Terminal(_WIDTH_OF_A_FILE, colour=False)
    colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Terminal(shutil.get_terminal_size().columns, colour)


def _run(
    command: str,
    comparisons: Iterable[Comparison],
    form: Callable[[Comparison], dict[str, object]] | None,
    text: Callable[[Comparison], str],
    agrees: Callable[[Comparison], bool],
) -> NoReturn:
    """Print each comparison as JSON, where there is a form, or as text; exit as diff does."""
    agree = True
    for number, comparison in enumerate(comparisons):
        agree &= agrees(comparison)
        if form is not None:
            print_json(command, form(comparison))
        else:
            click.echo(("\n" if number else "") + text(comparison))
    sys.exit(0 if agree else 1)


@main.command("specs")
@json_option
def specs_command(as_json: bool) -> None:
    """List the specs, their components and their readings."""
    found = hexapla.specs()
    if as_json:
        print_json("specs", {"specs": [spec.to_dict() for spec in found]})
    else:
        click.echo(specs_text(found, this_terminal()))


@main.command("parse")
@click.argument("reference", metavar="REF")
@spec_option
@readings_option
@json_option
def parse_command(reference: str, specs: tuple[AnySpec, ...], readings: str, as_json: bool) -> None:
    """Take a reference apart as each spec does."""
    terminal = this_terminal()
    _run(
        "parse",
        (compare(text, None, specs, readings) for text in references_in(reference)),
        Comparison.to_dict if as_json else None,
        lambda comparison: parse_text(comparison, terminal),
        lambda comparison: comparison.parts.agrees,
    )


@main.command("resolve")
@click.argument("base")
@click.argument("reference", metavar="REF")
@click.option("--trace", is_flag=True, help="Show every step with its rule.")
@spec_option
@readings_option
@json_option
def resolve_command(
    base: str,
    reference: str,
    trace: bool,
    specs: tuple[AnySpec, ...],
    readings: str,
    as_json: bool,
) -> None:
    """Resolve a reference against a base as each spec does."""
    terminal = this_terminal()

    def form(comparison: Comparison) -> dict[str, object]:
        return {
            "base": base,
            "reference": comparison.reference,
            "specs": [spec.selector for spec in comparison.specs],
            "agrees": comparison.target is not None and comparison.target.agrees,
            "target": comparison.target and comparison.target.to_dict(),
            "resolved": [item.to_dict(steps=trace) for item in comparison.resolutions],
        }

    _run(
        "resolve",
        (compare(text, base, specs, readings) for text in references_in(reference)),
        form if as_json else None,
        lambda comparison: resolve_text(comparison, terminal, trace=trace),
        lambda comparison: comparison.target is not None and comparison.target.agrees,
    )


@main.command("compare")
@click.argument("reference", metavar="REF")
@click.option("--base", help="The base; without it only validity and parts are compared.")
@spec_option
@readings_option
@json_option
def compare_command(
    reference: str, base: str | None, specs: tuple[AnySpec, ...], readings: str, as_json: bool
) -> None:
    """Set the specs side by side on a reference, with the cause of every disagreement."""
    terminal = this_terminal()
    _run(
        "compare",
        (compare(text, base, specs, readings) for text in references_in(reference)),
        Comparison.to_dict if as_json else None,
        lambda comparison: comparison_text(comparison, terminal),
        lambda comparison: comparison.agrees,
    )


@main.command("validate")
@click.argument("reference", metavar="REF")
@spec_option
@json_option
def validate_command(reference: str, specs: tuple[AnySpec, ...], as_json: bool) -> None:
    """Say whether each grammar derives a reference, and where the reference leaves it."""
    terminal = this_terminal()

    def form(comparison: Comparison) -> dict[str, object]:
        return {
            "reference": comparison.reference,
            "valid": comparison.valid.to_dict(),
            "validated": [
                _validated_form(spec, comparison.reference, validity)
                for spec, validity in zip(comparison.specs, comparison.validities, strict=True)
            ],
        }

    _run(
        "validate",
        (compare(text, None, specs) for text in references_in(reference)),
        form if as_json else None,
        lambda comparison: validate_text(comparison, terminal),
        lambda comparison: comparison.valid.agrees,
    )


def _validated_form(spec: AnySpec, text: str, validity: Validity) -> dict[str, object]:
    ambiguity = spec.ambiguity(text)
    form = None if ambiguity is None else ambiguity.to_dict()
    return {"spec": spec.selector, **validity.to_dict(), "ambiguity": form}


@main.group("grammar")
def grammar_group() -> None:
    """Look at grammars, and set two against each other."""


def _syntax_of(ctx: click.Context, param: click.Parameter, value: str) -> AnySpec:
    try:
        spec = hexapla.spec(value)
    except SelectorError as error:
        raise click.BadParameter(str(error), ctx, param) from error
    if spec.grammar is None:
        raise click.BadParameter(f"{spec.selector} has no grammar", ctx, param)
    return spec


@grammar_group.command("show")
@click.argument("spec", metavar="SPEC", callback=_syntax_of)
@click.argument("rule", required=False)
@json_option
def grammar_show_command(spec: AnySpec, rule: str | None, as_json: bool) -> None:
    """Show a rule of a grammar, or all of them, as transcribed."""
    assert spec.grammar is not None
    rules = spec.grammar.rules
    if rule is not None:
        rules = {rule: _rule(spec.grammar, rule)}
    if as_json:
        shown = [item.to_dict() for item in rules.values()]
        print_json("grammar show", {"spec": spec.selector, "rules": shown})
    else:
        click.echo("\n".join(item.text for item in rules.values()))


@grammar_group.command("diff")
@click.argument("first", metavar="SPEC", callback=_syntax_of)
@click.argument("second", metavar="SPEC", callback=_syntax_of)
@click.argument("rule", required=False)
@click.argument("other_rule", metavar="[RULE]", required=False)
@json_option
def grammar_diff_command(
    first: AnySpec, second: AnySpec, rule: str | None, other_rule: str | None, as_json: bool
) -> None:
    """Compute how what a rule derives relates to what a rule of another grammar does.

    With one RULE it is looked for in both; with none, all rules of the same role are compared.
    """
    assert first.syntax is not None
    assert first.grammar is not None
    assert second.syntax is not None
    assert second.grammar is not None
    if rule is None:
        pairs = corresponding(first.syntax, second.syntax)
    else:
        names = _rule(first.grammar, rule).name, _rule(second.grammar, other_rule or rule).name
        pairs = ((rule, *names),)
    found = [
        (role, here, there, first.grammar.relation(second.grammar, here, there))
        for role, here, there in pairs
    ]
    if as_json:
        relations = [
            {"role": role, "rule": here, "other_rule": there, **relation.to_dict()}
            for role, here, there, relation in found
        ]
        form = {"first": first.selector, "second": second.selector, "relations": relations}
        print_json("grammar diff", form)
    else:
        for _, here, there, relation in found:
            click.echo(f"{here} · {there}  {relation_text(relation)}")
    sys.exit(0 if all(item[3].kind is RelationKind.EQUAL for item in found) else 1)


def _rule(grammar: Grammar, name: str) -> Rule:
    """Find a rule by its name, in whatever case, a memo's underscores written as hyphens."""
    by_name = {item.name.lower(): item for item in grammar.rules.values()}
    wanted = rule_key(name)
    if wanted not in by_name:
        raise click.UsageError(str(unknown("rule", wanted, by_name)))
    return by_name[wanted]
