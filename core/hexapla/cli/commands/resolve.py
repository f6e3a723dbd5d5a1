"""The command `hexapla resolve`."""

from collections.abc import Iterator

import click

from hexapla.cli.command import argument, command
from hexapla.cli.options import json_option, readings_option, spec_option, texts_in
from hexapla.cli.output import print_comparisons, readings_text
from hexapla.cli.terminal import GAP, Terminal, this_terminal
from hexapla.comparison.columns import compare
from hexapla.comparison.compared import Comparison
from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import target_text
from hexapla.standard.phases import Step
from hexapla.standard.resolution import Resolution
from hexapla.standard.spec import Spec


@command(
    "resolve",
    "hexapla resolve 'http://a/b/c/d;p?q' '../../../g'",
    "hexapla resolve 'http://a/b/c/d;p?q' '?y' --steps --spec rfc1808",
    "printf 'g\\n\\n#s\\n' | hexapla resolve http://a/b - --json",
)
@argument("base", "The base URI.")
@argument(
    "reference", "The reference; - reads references from standard input, one a line.", metavar="REF"
)
@click.option("--steps", is_flag=True, help="Show every step with its rule.")
@spec_option
@readings_option
@json_option
def resolve(
    base: str,
    reference: str,
    steps: bool,
    specs: tuple[Spec, ...],
    readings: str,
    as_json: bool,
) -> None:
    """Resolve a reference against a base as each standard does.

    Each target is shown with the standards that give it, the largest group first.

    Exit code: 0 where the targets agree, 1 where they differ.
    """
    terminal = this_terminal()

    def form(comparison: Comparison) -> dict[str, object]:
        return {
            "base": base,
            "reference": comparison.reference,
            "specs": [spec.selector for spec in comparison.specs],
            "agrees": _agrees(comparison),
            "target": comparison.target and comparison.target.to_dict(),
            "resolved": [item.to_dict(steps=steps) for item in comparison.resolutions],
        }

    print_comparisons(
        "resolve",
        (compare(text, base=base, specs=specs, readings=readings) for text in texts_in(reference)),
        form if as_json else None,
        lambda comparison: _resolve_text(comparison, terminal, steps=steps),
        _agrees,
    )


def _agrees(comparison: Comparison) -> bool:
    return comparison.target is not None and comparison.target.agrees


def _resolve_text(comparison: Comparison, terminal: Terminal, *, steps: bool) -> str:
    blocks = [
        "\n".join(_resolved(resolution, label_of(spec), terminal, steps=steps))
        for spec, resolution in zip(comparison.specs, comparison.resolutions, strict=True)
    ]
    text = ("\n\n" if steps else "\n").join(blocks)
    readings = readings_text(comparison.target, comparison, terminal)
    return f"{text}\n\n{readings}" if readings else text


def _resolved(
    resolution: Resolution, label: str, terminal: Terminal, *, steps: bool
) -> Iterator[str]:
    yield f"{terminal.strong(label)}{GAP}{target_text(resolution.target)}"
    if resolution.reason is not None:
        yield f"{GAP}{resolution.reason}"
    for step in resolution.steps if steps else ():
        yield from _step_lines(step, terminal)


def _step_lines(step: Step, terminal: Terminal) -> Iterator[str]:
    citation = step.rule.citation.section
    yield f"{GAP}{step.phase.value.ljust(9)} {citation}: {terminal.faint(step.rule.does)}"
    sign = "→" if step.changed else "="
    choices = "".join(f"{GAP}[{choice}]" for choice in step.choices)
    yield f"{GAP}{' ' * 9} {sign} {target_text(step.after)}{choices}"
