"""The command `hexapla resolve`."""

from collections.abc import Iterator

import click

from hexapla.cli.command import argument, command
from hexapla.cli.options import json_option, readings_option, spec_option
from hexapla.cli.output import print_results, readings_text
from hexapla.cli.parameters import texts_in
from hexapla.cli.terminal import GAP, faint, strong
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
    base: str, reference: str, steps: bool, specs: tuple[Spec, ...], readings: str, as_json: bool
) -> int:
    """Resolve a reference against a base as each standard does.

    Each target is shown with the standards that give it, the largest group first.

    Exit code: 0 where the targets agree, 1 where they differ.
    """
    return print_results(
        "resolve",
        (compare(text, base=base, specs=specs, readings=readings) for text in texts_in(reference)),
        as_json,
        lambda comparison: _form(comparison, steps=steps),
        lambda comparison: _resolve_text(comparison, steps=steps),
        _agrees,
    )


def _agrees(comparison: Comparison) -> bool:
    return comparison.target is not None and comparison.target.agrees


def _form(comparison: Comparison, *, steps: bool) -> dict[str, object]:
    return {
        "base": comparison.base,
        "reference": comparison.reference,
        "specs": [spec.selector for spec in comparison.specs],
        "agrees": _agrees(comparison),
        "target": comparison.target and comparison.target.to_dict(),
        "resolved": [item.to_dict(steps=steps) for item in comparison.resolutions],
    }


def _resolve_text(comparison: Comparison, *, steps: bool) -> str:
    blocks = (
        "\n".join(_resolved(resolution, label_of(spec), steps=steps))
        for spec, resolution in zip(comparison.specs, comparison.resolutions, strict=True)
    )
    text = ("\n\n" if steps else "\n").join(blocks)
    return "\n\n".join(filter(None, [text, readings_text(comparison.target, comparison)]))


def _resolved(resolution: Resolution, label: str, *, steps: bool) -> Iterator[str]:
    yield f"{strong(label)}{GAP}{target_text(resolution.target)}"
    if resolution.reason is not None:
        yield f"{GAP}{resolution.reason}"
    for step in resolution.steps if steps else ():
        yield from _step_lines(step)


def _step_lines(step: Step) -> Iterator[str]:
    citation = step.rule.citation.section
    yield f"{GAP}{step.phase.value.ljust(9)} {citation}: {faint(step.rule.does)}"
    sign = "→" if step.changed else "="
    choices = "".join(f"{GAP}[{choice}]" for choice in step.choices)
    yield f"{GAP}{' ' * 9} {sign} {target_text(step.after)}{choices}"
