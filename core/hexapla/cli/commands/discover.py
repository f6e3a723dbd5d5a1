"""The command `hexapla discover`."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from itertools import groupby
from pathlib import Path
from typing import Any

import attrs
import click

from hexapla.cli.command import command
from hexapla.cli.exit_codes import AGREE, DISAGREE, Trouble
from hexapla.cli.files import check_outputs
from hexapla.cli.options import (
    base_option,
    force_option,
    json_option,
    output_option,
    quiet_option,
    resume_option,
    spec_option,
    workers_option,
)
from hexapla.cli.output import print_json
from hexapla.cli.parameters import INPUT_FILE, LENGTH, STANDARD_STREAM, inputs
from hexapla.cli.progress import progress
from hexapla.cli.terminal import GAP, Terminal, echo, this_terminal
from hexapla.comparison.columns import compare
from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import show
from hexapla.comparison.sentence import WHEN, rules_in_words
from hexapla.comparison.wording import apparatus
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
from hexapla.jobs.errors import BusyError, ForeignFileError, ResumeError, WorkerError
from hexapla.jobs.files import write_whole
from hexapla.jobs.holding import held_beside
from hexapla.standard.phases import Phase, Rule
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted

_ALPHABET = "a:/?#;.%"
_MAX_LENGTH = 4
_COUNT = 10_000


@command(
    "discover",
    "hexapla discover --alphabet a:/ --max-length 3",
    "hexapla discover --alphabet a:/? --max-length 3 --base http://a/b -o found.json",
    "hexapla discover --from-grammars --count 100 --seed 1 --json",
)
@spec_option
@click.option(
    "--alphabet",
    metavar="CHARACTERS",
    default=_ALPHABET,
    show_default=True,
    help="The characters to try; the smallest examples prefer the first ones.",
)
@click.option(
    "--max-length",
    metavar="LENGTH",
    type=LENGTH,
    help=f"Try every string up to this length.  [default: {_MAX_LENGTH}]",
)
@base_option("in place of the set that is built in. Repeatable", multiple=True)
@click.option(
    "--from-grammars",
    is_flag=True,
    help="Draw references from the grammars, of any length and any characters.",
)
@click.option(
    "--count",
    metavar="NUMBER",
    type=inputs(1),
    help=f"How many references to draw.  [default: {_COUNT}]",
)
@click.option(
    "--seed",
    type=int,
    metavar="NUMBER",
    help="Another seed draws others; the same one draws the same.  [default: 0]",
)
@click.option(
    "--seen",
    metavar="FILE",
    type=INPUT_FILE,
    help="What an earlier search wrote: leave out the classes that it has.",
)
@output_option("the result, in JSON,")
@force_option
@resume_option
@workers_option
@json_option
@quiet_option
def discover(**options: Any) -> None:
    """Find every class of disagreement, with its smallest example.

    It tries every reference up to a length, alone and with each base of a set, or else references
    that it draws from the grammars. Two disagreements are of one class where the same columns
    differ by the same rules, the columns fall into the same groups, and the outcomes relate alike.

    Exit code: 0 where there is no disagreement, 1 where there is one.
    """
    search = _Search(**options)
    search.check()
    try:
        with search.held():
            discovery = search.run()
            search.write(discovery)
    except (DiscoveryError, ResumeError, BusyError, ForeignFileError) as error:
        raise click.UsageError(str(error)) from error
    except WorkerError as error:
        raise Trouble(str(error)) from error
    if search.as_json:
        print_json("discover", discovery.to_dict())
    elif not search.to_standard_output:
        echo("\n".join(_lines(discovery, this_terminal())))
    sys.exit(DISAGREE if discovery.classes else AGREE)


@attrs.frozen
class _Search:
    """What the command line asks for."""

    specs: tuple[Spec, ...]
    alphabet: str
    max_length: int | None
    base: tuple[str, ...]
    from_grammars: bool
    count: int | None
    seed: int | None
    seen: Path | None
    output: Path | None
    force: bool
    resume: bool
    workers: int
    as_json: bool
    quiet: bool

    @property
    def to_standard_output(self) -> bool:
        """Whether the file that is written is standard output."""
        return str(self.output) == STANDARD_STREAM

    @property
    def state(self) -> Path | None:
        """The file of a search that is not finished, where there is one to go on with."""
        if self.output is None or self.to_standard_output:
            return None
        return self.output.with_name(f"{self.output.name}.state")

    def check(self) -> None:
        """Refuse options that do not go together."""
        exhaustive = {"--max-length": self.max_length}
        sampled = {"--count": self.count, "--seed": self.seed}
        for name, value in (exhaustive if self.from_grammars else sampled).items():
            if value is not None:
                needs = "goes without" if self.from_grammars else "needs"
                raise click.UsageError(f"{name} {needs} --from-grammars")
        if self.resume and self.state is None:
            raise click.UsageError("--resume goes on with a file; name it with --output")
        if self.as_json and self.to_standard_output:
            raise click.UsageError("--json and -o - both print JSON; give one of them")
        check_outputs(
            {"the output": self.output}, {"the file of --seen": self.seen}, force=self.force
        )

    def held(self) -> AbstractContextManager[None]:
        """Let no other process search for the same output meanwhile."""
        return nullcontext() if self.state is None else held_beside(self.state)

    def run(self) -> Discovery:
        """Search, with a bar; leave out what an earlier search has."""
        earlier = self._earlier()
        space = self._space(earlier)
        with progress(
            "references", space.references, quiet=self.quiet, unit="references", counts=True
        ) as bar:
            discovery = run(
                space,
                workers=self.workers,
                state=self.state,
                resume=self.resume,
                progress=bar.advance,
            )
        if self.from_grammars or earlier:
            return unseen(discovery, None if earlier is None else earlier.classes)
        return discovery

    def _space(self, earlier: Seen | None) -> SearchSpace:
        bases = self.base or (earlier.bases if earlier else tuple(BASES))
        if self.from_grammars:
            seed, count = self.seed or 0, self.count or _COUNT
            return SampledSpace(self.specs, self.alphabet, bases, seed, count)
        length = _MAX_LENGTH if self.max_length is None else self.max_length
        return ExhaustiveSpace(self.specs, self.alphabet, bases, length)

    def _earlier(self) -> Seen | None:
        """Read what an earlier search of the same columns found."""
        if self.seen is None:
            return None
        earlier = read_discovery(self.seen)
        selectors = tuple(spec.selector for spec in self.specs)
        if earlier.specs != selectors:
            raise DiscoveryError(
                f"{self.seen} is of the columns {', '.join(earlier.specs)}, "
                f"not of {', '.join(selectors)}; give the same by --spec"
            )
        return earlier

    def write(self, discovery: Discovery) -> None:
        """Write what was found where it was asked for, and remove the state."""
        if self.to_standard_output:
            click.echo(discovery.to_json(), nl=False)
        elif self.output is not None and self.state is not None:
            write_whole(self.output, discovery.to_json())
            self.state.unlink(missing_ok=True)


# What people read.


def _lines(discovery: Discovery, terminal: Terminal) -> Iterator[str]:
    yield terminal.wrap(
        f"{discovery.space.statement}; the target differs in {discovery.result.differing:,}"
    )
    for base in discovery.space.bases:
        why = f"{GAP}{terminal.faint(BASES[base])}" if base in BASES else ""
        yield f"{GAP}base {show(base)}{why}"
    again = discovery.seen_again
    seen = "" if again is None else f" that are new; {again} seen before came again"
    yield f"{counted(len(discovery.classes), 'class', 'classes')} of disagreement{seen}"
    by_selector = {spec.selector: spec for spec in discovery.space.specs}
    for _, members in groupby(discovery.classes.items(), key=lambda item: item[0].cause):
        classes = list(members)
        yield ""
        yield terminal.wrap(
            _cause_sentence(classes[0][0], discovery.rules_of(classes[0][0]), by_selector)
        )
        for item, finding in classes:
            yield _class_line(item, finding, discovery.space.specs, terminal)


def _cause_sentence(
    item: DisagreementClass, rules: tuple[Rule, Rule] | None, by_selector: Mapping[str, Spec]
) -> str:
    """Return where two columns part and by which rules."""
    specs = by_selector[item.cause.left], by_selector[item.cause.right]
    if rules is None:
        return f"By their grammars: {'; '.join(map(label_of, specs))}"
    when = WHEN[Phase(item.cause.phase)]
    said = rules_in_words([pair] for pair in zip(specs, rules, strict=True))
    return f"{when[0].upper()}{when[1:]}: {said}"


def _class_line(
    item: DisagreementClass, finding: Finding, specs: tuple[Spec, ...], terminal: Terminal
) -> str:
    """Return a line for a class: the results of its smallest example, and how often it was seen."""
    smallest = finding.smallest
    comparison = compare(smallest.reference, base=smallest.base, specs=specs)
    facet = next(facet for facet in comparison.facets if facet.name == item.facet)
    against = "" if smallest.base is None else f"against {show(smallest.base)}{GAP}"
    unit = "reference" if smallest.base is None else "pair"
    inputs = f"in {finding.inputs:,} {unit}{'' if finding.inputs == 1 else 's'}"
    said = f"{against}{f'{item.shape}{GAP}' if item.shape else ''}{inputs}"
    return f"{GAP}{apparatus(comparison.reference, facet)}{GAP}{terminal.faint(said)}"
