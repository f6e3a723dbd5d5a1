"""The commands `hexapla equivalent` and `hexapla normalize`."""

import sys
from collections.abc import Iterable, Iterator

import click

from hexapla.cli.group import json_option, print_json, references_in, spec_option, this_terminal
from hexapla.cli.terminal import Terminal, label_of, show
from hexapla.comparison import operations
from hexapla.comparison.operations import compare_equivalence
from hexapla.operations.equivalence import Equivalence, NormalForm, Rewritten, Sameness
from hexapla.standard.spec import AnySpec
from hexapla.text.signs import UNDEFINED

_GAP = "  "


@click.command()
@click.argument("left", metavar="URI")
@click.argument("right", metavar="URI")
@spec_option
@json_option
def equivalent(left: str, right: str, specs: tuple[AnySpec, ...], as_json: bool) -> None:
    """Ask each spec whether two URIs are the same, and by which rule.

    Exit code: 0 where no spec that decides differs from another, 1 where some do.
    """
    found = compare_equivalence(left, right, specs)
    decided = {item.verdict for item in found} - {Sameness.UNDECIDED}
    agrees = len(decided) < 2
    if as_json:
        form = {
            "left": left,
            "right": right,
            "specs": [spec.selector for spec in specs],
            "agrees": agrees,
            "equivalences": [item.to_dict() for item in found],
        }
        print_json("equivalent", form)
    else:
        terminal = this_terminal()
        pairs = zip(specs, found, strict=True)
        blocks = (_equivalence_lines(spec, item, terminal) for spec, item in pairs)
        click.echo("\n".join(line for block in blocks for line in block))
    sys.exit(0 if agrees else 1)


def _equivalence_lines(spec: AnySpec, found: Equivalence, terminal: Terminal) -> Iterator[str]:
    yield f"{terminal.strong(label_of(spec))}{_GAP}{found.verdict.value}"
    if found.provision is not None:
        yield f"{_GAP}{found.provision}"
    elif found.left == found.right:
        yield f"{_GAP}the two are one text"
    else:
        yield f"{_GAP}the memo says nothing of it"
    yield from _step_lines((*found.left_steps, *found.right_steps), terminal)


def _step_lines(steps: Iterable[Rewritten], terminal: Terminal) -> Iterator[str]:
    for step in steps:
        rule = terminal.faint(str(step.provision))
        yield f"{_GAP}{show(step.before)} → {show(step.after)}{_GAP}{rule}"


@click.command()
@click.argument("reference", metavar="URI")
@spec_option
@json_option
def normalize(reference: str, specs: tuple[AnySpec, ...], as_json: bool) -> None:
    """Give a URI in each spec's normal form, where it defines one.

    A URI of - reads URIs from standard input, one a line.
    """
    terminal = this_terminal()
    for number, text in enumerate(references_in(reference)):
        found = [operations.normalize(spec, text) for spec in specs]
        if as_json:
            forms = [item.to_dict() for item in found]
            selectors = [spec.selector for spec in specs]
            print_json("normalize", {"text": text, "specs": selectors, "normal_forms": forms})
            continue
        pairs = zip(specs, found, strict=True)
        blocks = (_normal_form_lines(spec, item, terminal) for spec, item in pairs)
        click.echo(("\n" if number else "") + "\n".join(line for block in blocks for line in block))


def _normal_form_lines(spec: AnySpec, found: NormalForm, terminal: Terminal) -> Iterator[str]:
    shown = UNDEFINED if found.normal is None else show(found.normal)
    yield f"{terminal.strong(label_of(spec))}{_GAP}{shown}"
    if found.normal is None:
        reason = found.provision or "the memo defines no normal form"
        yield f"{_GAP}{reason}"
    yield from _step_lines(found.steps, terminal)
