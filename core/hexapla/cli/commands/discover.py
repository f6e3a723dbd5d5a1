"""The command `hexapla discover`."""

from collections.abc import Iterator
from contextlib import nullcontext
from itertools import groupby
from pathlib import Path
from typing import Any

import attrs
import click

from hexapla.cli import AGREE, DISAGREE, options
from hexapla.cli.command import command
from hexapla.cli.files import check_outputs
from hexapla.cli.output import echo, faint, print_json, progress, wrap
from hexapla.comparison.cause_key import rules_in_words
from hexapla.comparison.comparison import compare
from hexapla.comparison.shown import summary_line
from hexapla.discover.classes import DisagreementClass
from hexapla.discover.discovery import Discovery, Seen, plan, read_discovery, run, unseen
from hexapla.discover.inputs import Occurrences, SearchInput
from hexapla.discover.search_space import (
    DiscoveryError,
    ExhaustiveSpace,
    SampledSpace,
    SearchSpace,
    telling_bases,
    telling_frames,
    telling_pieces,
)
from hexapla.jobs.atomic import name_beside, write_whole
from hexapla.jobs.resume import remove_run, run_folder
from hexapla.standard.display import show
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted
from hexapla.text.table import GAP

_MAX_LENGTH = 4
_MOST_REFERENCES = 20_000  # by default
_COUNT = 10_000


@command(
    "discover",
    "hexapla discover --alphabet a:/ --max-length 3",
    "hexapla discover --alphabet a:/? --max-length 3 --base http://a/b -o found.json",
    "hexapla discover --spec rfc3986,whatwg --piece %2e --piece http: --max-length 2",
    "hexapla discover --from-grammars --count 5 --seed 1 --json",
)
@options.spec
@options.alphabet(show_default="characters that the standards treat differently")
@options.value(
    "--piece pieces",
    "TEXT",
    "Text to try as if it were a character of --alphabet. Repeatable.",
    multiple=True,
)
@options.max_length(f"at most {_MAX_LENGTH}, with at most {_MOST_REFERENCES:,} references")
@options.flag(
    "--plain-examples plain",
    "Show the examples on which the standards differ in the fewest ways, not the shortest.",
)
@options.base("The base URI, used instead of the built-in bases. Repeatable.", multiple=True)
@options.flag(
    "--from-grammars", "Draw random references of any length from the standards' grammars."
)
@options.count("random references to draw", 1, _COUNT)
@options.seed
@options.input_file("--seen", "Omit the classes in this file, the output of an earlier search.")
@options.output("the result, in JSON,")
@options.force
@options.resume
@options.workers
@options.json
@options.quiet
def discover(
    seen: Path | None,
    output: Path | None,
    force: bool,
    resume: bool,
    workers: int,
    as_json: bool,
    quiet: bool,
    **searched: Any,
) -> int:
    """Find every class of disagreement, with its smallest example.

    The search tries every reference up to a given length, alone and with each of several bases. By
    default, it also tries some longer references that the standards supply. With --from-grammars,
    it draws random references instead. Two disagreements belong to the same class if they are
    caused by the same rules of the same standards, the standards form the same groups, and the
    results differ in the same way.

    Exit code: 0 if the search found no disagreement, 1 if it found any.
    """
    to_stdout = str(output) == options.STANDARD_STREAM
    folder = None if output is None or to_stdout else name_beside(output, "", ".parts")
    if resume and folder is None:
        raise click.UsageError(
            "--resume needs the output file of the interrupted run; name it with --output"
        )
    if as_json and to_stdout:
        raise click.UsageError("--json and -o - both print JSON; give only one of them")
    check_outputs({"the output": output}, {"the file given with --seen": seen}, force=force)
    earlier = None if seen is None else read_discovery(seen)
    space = _space(earlier, **searched)
    with run_folder(folder, plan(space), resume=resume) if folder else nullcontext():
        discovery = _discovery(space, earlier, workers, folder, quiet=quiet)
        if output is not None and folder is not None:
            write_whole(output, discovery.to_json())
            remove_run(folder)
    if to_stdout:
        click.echo(discovery.to_json(), nl=False)
    elif as_json:
        print_json("discover", discovery.to_dict())
    else:
        echo("\n".join(_lines(discovery)))
    return DISAGREE if discovery.classes else AGREE


def _discovery(
    space: SearchSpace, earlier: Seen | None, workers: int, folder: Path | None, *, quiet: bool
) -> Discovery:
    """Search, with a progress bar, and leave out the classes that an earlier search found."""
    with progress("references", space.references, quiet=quiet, counts=True) as bar:
        try:
            discovery = run(space, workers=workers, folder=folder, progress=bar.update)
        except KeyboardInterrupt:
            not_kept = "stopped; the results are lost, since no output was named (-o FILE)"
            raise KeyboardInterrupt(not_kept) from None
    if isinstance(space, SampledSpace) or earlier:
        return unseen(discovery, None if earlier is None else earlier.classes)
    return discovery


def _space(
    earlier: Seen | None,
    *,
    specs: tuple[Spec, ...],
    alphabet: str | None,
    pieces: tuple[str, ...],
    max_length: int | None,
    plain: bool,
    base: tuple[str, ...],
    from_grammars: bool,
    count: int | None,
    seed: int | None,
) -> SearchSpace:
    """Create the search space; reject options that can't be combined."""
    sampled = {"--count": count, "--seed": seed}
    for name, value in ({"--max-length": max_length} if from_grammars else sampled).items():
        if value is not None:
            needs = "can't be used with" if from_grammars else "needs"
            raise click.UsageError(f"{name} {needs} --from-grammars")
    selectors = tuple(spec.selector for spec in specs)
    if earlier is not None and earlier.specs != selectors:
        raise DiscoveryError(
            "the file given with --seen is from a search that compared "
            f"{', '.join(earlier.specs)}, not {', '.join(selectors)}; "
            "select the same standards with --spec"
        )
    bases = base or (earlier.bases if earlier else tuple(telling_bases(specs)))
    tried = (*(alphabet or ""), *pieces)
    if alphabet is None and not pieces:
        tried = telling_pieces(specs)
    if from_grammars:
        return SampledSpace(specs, tried, bases, seed or 0, count or _COUNT, plain=plain)
    if max_length is not None:
        return ExhaustiveSpace(specs, tried, bases, max_length, plain=plain)
    spaces = (
        ExhaustiveSpace(specs, tried, bases, length, plain=plain)
        for length in range(_MAX_LENGTH + 1)
    )
    longest = [space for space in spaces if space.references <= _MOST_REFERENCES][-1]
    if alphabet is None and not pieces:
        return attrs.evolve(longest, frames=telling_frames(specs))
    return longest


def _lines(discovery: Discovery) -> Iterator[str]:
    space, why = discovery.space, telling_bases(discovery.space.specs)
    yield wrap(f"{space.statement}; the target differs in {discovery.differing:,}")
    for base in space.bases:
        yield f"{GAP}base {show(base)}" + (f"{GAP}{faint(why[base])}" if base in why else "")
    again = discovery.seen_again
    seen = "" if again is None else f" that are new; {again} already known were found again"
    yield f"{counted(len(discovery.classes), 'class', 'classes')} of disagreement{seen}"
    for _, members in groupby(discovery.classes.items(), key=lambda item: item[0].cause):
        classes = list(members)
        yield ""
        yield wrap(_cause_sentence(classes[0][0], discovery))
        for item, finding in classes:
            yield from _class_lines(item, finding, space.specs)


def _cause_sentence(item: DisagreementClass, discovery: Discovery) -> str:
    """Return a sentence on the phase in which two specs begin to differ, and on their rules."""
    by_selector = {spec.selector: spec for spec in discovery.space.specs}
    specs = by_selector[item.cause.left], by_selector[item.cause.right]
    if not item.cause.phase:
        return f"By their grammars: {'; '.join(spec.label for spec in specs)}"
    when = Phase(item.cause.phase).words
    return f"{when[0].upper()}{when[1:]}: {rules_in_words(item.cause, specs)}"


def _class_lines(
    item: DisagreementClass, finding: Occurrences[SearchInput], specs: tuple[Spec, ...]
) -> Iterator[str]:
    """Yield the size of a class, how the two results differ, and the smallest example."""
    smallest = finding.smallest
    comparison = compare(smallest.reference, base=smallest.base, specs=specs)
    facet = next(facet for facet in comparison.facets if facet.name == item.facet)
    inputs = counted(finding.inputs, "reference" if smallest.base is None else "pair")
    yield f"{GAP}{inputs}: {item.shape}"
    base = "" if smallest.base is None else faint(f"{GAP}on {show(smallest.base)}")
    yield f"{GAP}{GAP}{summary_line(comparison.reference, facet)}{base}"
