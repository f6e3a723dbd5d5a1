"""The command `hexapla discover`."""

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import attrs
import click

from hexapla.cli import AGREE, DISAGREE, options
from hexapla.cli.command import command
from hexapla.cli.files import check_outputs
from hexapla.cli.output import echo, faint, indented, print_json, progress, wrap
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
@options.max_length(f"{_MAX_LENGTH}, or less to try at most {_MOST_REFERENCES:,} references")
@options.flag(
    "--plain-examples plain",
    "Show the examples on which the standards differ in the fewest ways, not the shortest ones.",
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
    """Find the classes of disagreement, each with the smallest example found.

    The search tries every reference up to a given length, alone and with each of several bases. By
    default, it also tries some longer references on which the standards are likely to differ. With
    --from-grammars, it draws random references instead. Two disagreements belong to the same class
    if they are caused by the same rules of the same standards, the standards form the same groups,
    and the results differ in the same way.

    Exit code: 0 if the search found no class or, with --seen, no new class; 1 otherwise.
    """
    to_stdout = str(output) == options.STANDARD_STREAM
    folder = None
    if output is not None and not to_stdout:
        folder = name_beside(output, "", ".parts")
    if resume and folder is None:
        raise click.UsageError(
            "--resume needs the output file of the interrupted run; name it with --output"
        )
    if as_json and to_stdout:
        raise click.UsageError("--json and -o - both print JSON; give only one of them")
    check_outputs({"the output": output}, {"the file given with --seen": seen}, force=force)
    earlier = None
    if seen is not None:
        earlier = read_discovery(seen)
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
    """Search, with a progress bar, and leave out the classes that an earlier search found.

    If there was an earlier search, or if references are drawn at random, the examples are shrunk.
    """
    with progress("references", space.references, quiet=quiet, counts=True) as bar:
        try:
            discovery = run(space, workers=workers, folder=folder, progress=bar.update)
        except KeyboardInterrupt:
            not_kept = "stopped; the results are lost, since no output file was named (-o FILE)"
            raise KeyboardInterrupt(not_kept) from None
    if earlier is not None:
        return unseen(discovery, earlier.classes)
    if isinstance(space, SampledSpace):
        return unseen(discovery, None)
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
    """Create the search space.

    Unless bases are given, the bases of the earlier search are used, if there is one.

    Raises:
        click.UsageError: Two of the options can't be combined.
        DiscoveryError: The earlier search compared other standards.
    """
    if from_grammars and max_length is not None:
        raise click.UsageError("--max-length can't be used with --from-grammars")
    for name, value in {"--count": count, "--seed": seed}.items():
        if value is not None and not from_grammars:
            raise click.UsageError(f"{name} needs --from-grammars")
    selectors = tuple(spec.selector for spec in specs)
    if earlier is not None and earlier.specs != selectors:
        raise DiscoveryError(
            "the file given with --seen is from a search that compared "
            f"{', '.join(earlier.specs)}, not {', '.join(selectors)}; "
            "select the same standards with --spec"
        )
    bases = base
    if not bases and earlier is not None:
        bases = earlier.bases
    if not bases:
        bases = tuple(telling_bases(specs))
    tried = (*(alphabet or ""), *pieces)
    by_default = alphabet is None and not pieces
    if by_default:
        tried = telling_pieces(specs)
    if from_grammars:
        return SampledSpace(specs, tried, bases, seed or 0, count or _COUNT, plain=plain)
    if max_length is not None:
        return ExhaustiveSpace(specs, tried, bases, max_length, plain=plain)
    longest = ExhaustiveSpace(specs, tried, bases, 0, plain=plain)
    for length in range(1, _MAX_LENGTH + 1):
        space = attrs.evolve(longest, max_length=length)
        if space.references <= _MOST_REFERENCES:
            longest = space
    if by_default:
        return attrs.evolve(longest, frames=telling_frames(specs))
    return longest


def _lines(discovery: Discovery) -> Iterator[str]:
    space = discovery.space
    differing = counted(discovery.differing, "pair")
    yield wrap(f"{space.statement}; the target differs for {differing}")
    reasons = telling_bases(space.specs)
    for base in space.bases:
        line = indented(f"base {show(base)}")
        if base in reasons:
            line += GAP + faint(reasons[base])
        yield line
    classes = counted(len(discovery.classes), "class", "classes")
    says = f"{classes} of disagreement"
    if discovery.seen_again is not None:
        known = counted(discovery.seen_again, "known class", "known classes")
        says += f" that are new; found again: {known}"
    yield says
    cause = None
    for item, finding in discovery.classes.items():
        if item.cause != cause:
            cause = item.cause
            yield ""
            yield wrap(_cause_sentence(item, discovery))
        yield from _class_lines(item, finding, space.specs)


def _cause_sentence(item: DisagreementClass, discovery: Discovery) -> str:
    """Return a sentence on the phase in which two specs begin to differ, and on their rules."""
    by_selector = {spec.selector: spec for spec in discovery.space.specs}
    left = by_selector[item.cause.left]
    right = by_selector[item.cause.right]
    if not item.cause.phase:
        return f"Different grammars: {left.label}; {right.label}"
    when = Phase(item.cause.phase).words
    return f"{when[0].upper()}{when[1:]}: {rules_in_words(item.cause, (left, right))}"


def _class_lines(
    item: DisagreementClass, finding: Occurrences[SearchInput], specs: tuple[Spec, ...]
) -> Iterator[str]:
    """Yield the size of a class, a description of the difference, and the smallest example."""
    smallest = finding.smallest
    comparison = compare(smallest.reference, base=smallest.base, specs=specs)
    facet = next(facet for facet in comparison.facets if facet.name == item.facet)
    inputs = counted(finding.inputs, "reference")
    example = summary_line(comparison.reference, facet)
    if smallest.base is not None:
        inputs = counted(finding.inputs, "pair")
        example += faint(f"{GAP}on {show(smallest.base)}")
    yield indented(f"{inputs}: {item.shape}")
    yield f"{GAP}{GAP}{example}"
