"""The command `hexapla discover`."""

import contextlib
import sys
import time
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path

import click

from hexapla.cli.group import (
    Trouble,
    json_option,
    print_json,
    spec_option,
    this_terminal,
    workers_option,
)
from hexapla.cli.terminal import Terminal, apparatus, label_of, show
from hexapla.comparison.columns import compare
from hexapla.comparison.explanation import WHEN
from hexapla.discover import (
    BASES,
    DisagreementClass,
    Discovery,
    DiscoveryError,
    ExhaustiveSpace,
    Finding,
    SampledSpace,
    SearchSpace,
    read_discovery,
    run,
    unseen,
)
from hexapla.discover.discovery import Seen
from hexapla.jobs.errors import ResumeError, WorkerError
from hexapla.jobs.progress import Progress, no_progress
from hexapla.standard.resolution import Phase, Rule
from hexapla.standard.spec import AnySpec

_GAP = "  "
_ALPHABET = "a:/?#;.%"
_MAX_LENGTH = 4
_COUNT = 10_000


@click.command()
@spec_option
@click.option(
    "--alphabet",
    default=_ALPHABET,
    show_default=True,
    help="The characters of the references; a smallest example prefers the first of them.",
)
@click.option(
    "--max-length",
    type=click.IntRange(0),
    help=f"Go through every reference of up to so many characters.  [default: {_MAX_LENGTH}]",
)
@click.option(
    "--base",
    "bases",
    multiple=True,
    help="A base to resolve against, in place of the set that is built in. Repeatable.",
)
@click.option(
    "--from-grammars",
    is_flag=True,
    help="Draw references from the grammars, of any length and any characters.",
)
@click.option(
    "--count",
    type=click.IntRange(1),
    help=f"How many references to draw.  [default: {_COUNT}]",
)
@click.option("--seed", type=int, help="Draw others; the same ones for a seed.  [default: 0]")
@click.option(
    "--seen",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The FILE of an earlier search: leave out the classes that it has.",
)
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write what is found to this file, in JSON.",
)
@click.option(
    "--resume", is_flag=True, help="Go on with a search that was stopped before it wrote its FILE."
)
@workers_option
@json_option
def discover(
    specs: tuple[AnySpec, ...],
    alphabet: str,
    max_length: int | None,
    bases: tuple[str, ...],
    from_grammars: bool,
    count: int | None,
    seed: int | None,
    seen: Path | None,
    output: Path | None,
    resume: bool,
    workers: int,
    as_json: bool,
) -> None:
    """Find every class of disagreement, each with its smallest example.

    Goes through all short references, alone and against each base of a set, or else draws longer
    ones from the grammars. Two disagreements are of one class where the same columns part by the
    same rules, the columns fall into the same groups, and the outcomes relate alike. Exit code: 0
    where there is no disagreement, 1 where there is one.
    """
    _check(from_grammars, {"--max-length": max_length}, {"--count": count, "--seed": seed})
    if resume and output is None:
        raise click.UsageError("--resume goes on with the search of a file; name it with --output")
    state = output and output.with_name(f"{output.name}.state")
    try:
        earlier = _read(seen, specs) if seen else None
        used = bases or (earlier.bases if earlier else tuple(BASES))
        space: SearchSpace = (
            SampledSpace(specs, alphabet, used, seed or 0, count or _COUNT)
            if from_grammars
            else ExhaustiveSpace(
                specs, alphabet, used, _MAX_LENGTH if max_length is None else max_length
            )
        )
        with _progress(space) as progress:
            found = run(space, workers=workers, state=state, resume=resume, progress=progress)
        if from_grammars or earlier:
            found = unseen(found, None if earlier is None else earlier.classes)
    except (DiscoveryError, ResumeError) as error:
        raise click.UsageError(str(error)) from error
    except WorkerError as error:
        raise Trouble(str(error)) from error
    if output is not None and state is not None:
        output.write_text(found.to_json(), "utf-8", newline="\n")
        state.unlink(missing_ok=True)
    if as_json:
        print_json("discover", found.to_dict())
    else:
        click.echo("\n".join(_lines(found, this_terminal())))
    sys.exit(1 if found.classes else 0)


def _check(
    from_grammars: bool, of_bounds: Mapping[str, object], of_samples: Mapping[str, object]
) -> None:
    """Refuse the options of the one way of searching where the other is asked for."""
    for name, value in (of_bounds if from_grammars else of_samples).items():
        if value is not None:
            needs = "goes without" if from_grammars else "needs"
            raise click.UsageError(f"{name} {needs} --from-grammars")


def _read(path: Path, specs: tuple[AnySpec, ...]) -> Seen:
    """Read what an earlier search of the same columns found."""
    found = read_discovery(path)
    selectors = tuple(spec.selector for spec in specs)
    if found.specs != selectors:
        raise DiscoveryError(
            f"{path} is of the columns {', '.join(found.specs)}, not of {', '.join(selectors)}; "
            "give the same by --spec"
        )
    return found


@contextlib.contextmanager
def _progress(space: SearchSpace) -> Iterator[Progress]:
    """Give what is told of progress: a bar on standard error where that is a terminal."""
    if not sys.stderr.isatty():
        yield no_progress
        return
    start = time.monotonic()
    searched = 0
    with click.progressbar(
        length=space.references,
        label="references",
        file=sys.stderr,
        show_pos=True,
        item_show_func=lambda rate: rate and f"{rate}/s",
    ) as bar:

        def progress(references: int, now: int) -> None:
            nonlocal searched
            searched += now
            bar.update(references, f"{searched / (time.monotonic() - start):,.0f}")

        yield progress


# What people read.


def _lines(found: Discovery, terminal: Terminal) -> Iterator[str]:
    yield terminal.wrap(
        f"{found.space.statement}; the target differs in {found.result.differing:,}"
    )
    for base in found.space.bases:
        why = f"{_GAP}{terminal.faint(BASES[base])}" if base in BASES else ""
        yield f"{_GAP}base {show(base)}{why}"
    again = found.seen_again
    seen = "" if again is None else f" that are new; {again} seen before came again"
    yield f"{len(found.classes)} classes of disagreement{seen}"
    labels = {spec.selector: label_of(spec) for spec in found.space.specs}
    for _, members in groupby(found.classes.items(), key=lambda item: item[0].cause):
        classes = list(members)
        yield ""
        yield terminal.wrap(cause_sentence(classes[0][0], found.rules_of(classes[0][0]), labels))
        for item, finding in classes:
            yield _class_line(item, finding, found.space.specs, terminal)


def cause_sentence(
    item: DisagreementClass, rules: tuple[Rule, Rule] | None, labels: Mapping[str, str]
) -> str:
    """Say where two columns part and by which rules; `labels` has their names by selector."""
    names = labels[item.cause.left], labels[item.cause.right]
    if rules is None:
        return f"By their grammars: {'; '.join(names)}"
    when = WHEN[Phase(item.cause.phase)]
    sides = (
        f"{name} {rule.does} ({rule.citation.section})"
        for name, rule in zip(names, rules, strict=True)
    )
    return f"{when[0].upper()}{when[1:]}: {'; '.join(sides)}"


def _class_line(
    item: DisagreementClass, finding: Finding, specs: tuple[AnySpec, ...], terminal: Terminal
) -> str:
    """Put a class on a line: its smallest example, what the columns come to, how often."""
    example = finding.smallest
    comparison = compare(example.reference, example.base, specs)
    facet = next(facet for facet in comparison.facets if facet.name == item.facet)
    against = "" if example.base is None else f"against {show(example.base)}{_GAP}"
    unit = "reference" if example.base is None else "pair"
    inputs = f"in {finding.inputs:,} {unit}{'' if finding.inputs == 1 else 's'}"
    said = f"{against}{f'{item.shape}{_GAP}' if item.shape else ''}{inputs}"
    return f"{_GAP}{apparatus(comparison, facet)}{_GAP}{terminal.faint(said)}"
