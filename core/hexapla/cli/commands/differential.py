"""The command `hexapla differential`."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import click

from hexapla.cli.command import argument, command
from hexapla.cli.exit_codes import AGREE, DISAGREE, Trouble
from hexapla.cli.files import check_outputs, named
from hexapla.cli.options import (
    Decorator,
    candidates_option,
    completed_by,
    force_option,
    json_option,
    quiet_option,
    report_option,
    stop_note,
    timeout_option,
    total_timeout_option,
)
from hexapla.cli.output import print_json
from hexapla.cli.parameters import INPUT_FILE, LENGTH, OUTPUT_FILE, inputs
from hexapla.cli.progress import progress
from hexapla.cli.reports import rendering
from hexapla.cli.shortened import shortened
from hexapla.cli.terminal import echo, this_terminal
from hexapla.differentials import ASPECTS, Differential, Inputs, aspects_of
from hexapla.differentials.aspects import ALL, HOST
from hexapla.differentials.baseline import Baseline, BaselineError, read_baseline
from hexapla.differentials.inputs import ALPHABET, COUNT, MAX_LENGTH, PREFIX, SEED
from hexapla.differentials.programs import names_of, started, version_of
from hexapla.differentials.search import Search
from hexapla.differentials.wording import baseline_lines, differential_lines, incomparable
from hexapla.discover import DiscoveryError
from hexapla.implementations.adapters import AbsentError
from hexapla.implementations.case_files import read_urls
from hexapla.jobs.files import write_whole
from hexapla.jobs.time_limit import TimeLimit
from hexapla.standard.spec import Spec
from hexapla.text.signs import sanitized

_NO_RENDERER = "nothing is installed that makes it; leave out --report"


def _file_option(name: str, text: str, *, exists: bool) -> Decorator[Any]:
    kind = INPUT_FILE if exists else OUTPUT_FILE
    return click.option(name, type=kind, metavar="FILE", help=text)


@command(
    "differential",
    "hexapla differential --max-length 2 --count 500 adapter:urllib.parse spec:whatwg",
    "hexapla differential --max-length 3 --count 0 --on host --on port spec:rfc2396 spec:rfc3986",
    "hexapla differential --max-length 0 --against urls.txt --json spec:rfc1738 spec:rfc3986",
    "hexapla differential --count 0 --write baseline.json adapter:urllib.parse spec:rfc3986",
    "hexapla differential --count 0 --check baseline.json adapter:urllib.parse spec:rfc3986",
)
@argument(
    "programs",
    "adapter:NAME, one of those that `hexapla implementations` lists; spec:SELECTOR, a column; "
    "python:MODULE:FUNCTION; or a command in quotes.",
    nargs=-1,
    required=True,
    metavar="PROGRAM PROGRAM…",
    shell_complete=completed_by("programs"),
)
@click.option(
    "--on",
    multiple=True,
    type=click.Choice([*ASPECTS, ALL]),
    default=[HOST],
    show_default=True,
    help="What to compare. Repeatable.",
)
@click.option(
    "--alphabet",
    metavar="CHARACTERS",
    default=ALPHABET,
    show_default=True,
    help="The characters to try; the smallest examples prefer the first ones.",
)
@click.option(
    "--max-length",
    metavar="LENGTH",
    type=LENGTH,
    help=f"Try every string up to this length.  [default: {MAX_LENGTH}]",
)
@click.option(
    "--prefix",
    metavar="TEXT",
    default=PREFIX,
    show_default=True,
    help="What stands before each of these strings.",
)
@click.option(
    "--count",
    metavar="NUMBER",
    type=inputs(0),
    help=f"How many URLs to draw from pieces and grammars, and to mutate.  [default: {COUNT}]",
)
@click.option(
    "--seed",
    type=int,
    metavar="NUMBER",
    help="Another seed draws others; the same one draws the same.  [default: 0]",
)
@_file_option(
    "--against",
    "Ask these URLs, too: one a line; in double quotes, a JSON string.",
    exists=True,
)
@candidates_option
@_file_option(
    "--check", "Say which classes are not in a file, and fail for these only.", exists=True
)
@_file_option(
    "--write", "Write what they differ in to a file, as a baseline for --check.", exists=False
)
@force_option
@timeout_option
@total_timeout_option
@report_option
@json_option
@quiet_option
def differential(**options: Any) -> None:
    """Find the URLs that programs read differently, each with the rule.

    A program reads lines such as {"id": 1, "parse": "http://a/b"}, and answers each by a line with
    the URL's components by name, or by {"error": …}. Every difference is put into a class: what
    differs, what kind of thing either side reads, and the rule of the standard that reads the
    same. Each class is shown with its smallest example.

    Exit code: 0 where the programs agree, 1 where they differ or, with --check, where a class of
    difference is new, 2 where nothing could be compared, or the time for the run was over.
    """
    _Request(**options).execute()


@attrs.frozen
class _Request:
    """What the command line asks for."""

    programs: tuple[str, ...]
    on: tuple[str, ...]
    alphabet: str
    max_length: int | None
    prefix: str
    count: int | None
    seed: int | None
    against: Path | None
    specs: tuple[Spec, ...]
    check: Path | None
    write: Path | None
    force: bool
    timeout: float
    total_timeout: float
    report_directory: Path | None
    as_json: bool
    quiet: bool

    def execute(self) -> None:
        """Ask the programs, and print and write where they differ."""
        if len(self.programs) < 2:
            raise click.UsageError("give two programs or more")
        check_outputs(
            {"the file of --write": self.write},
            {"the file of --against": self.against, "the file of --check": self.check},
            report=self.report_directory,
            force=self.force,
        )
        write_report = self.report_directory and rendering("differential", _NO_RENDERER)
        baseline, inputs = self._baseline(), self._inputs()
        names = names_of(self.programs)
        versions = dict(zip(names, map(_version, self.programs), strict=True))
        limit = TimeLimit(self.total_timeout)
        result = self._search(names, inputs, limit)
        _refuse_silence(result)
        self._print(result, baseline, versions)
        if self.write is not None and result.complete:
            write_whole(self.write, result.to_json())
        if write_report:
            write_report(result, versions, self.report_directory)
        if not result.complete:
            unwritten = "" if self.write is None else f"; {named(self.write)} was not written"
            raise Trouble(stop_note(limit, result.asked, len(inputs), "URLs") + unwritten)
        counted = result if baseline is None else baseline.new(result)
        sys.exit(AGREE if counted.agrees else DISAGREE)

    def _baseline(self) -> Baseline | None:
        try:
            return None if self.check is None else read_baseline(self.check)
        except BaselineError as error:
            raise click.UsageError(f"--check: {error}") from error

    def _inputs(self) -> Inputs:
        """Return what the programs are asked."""
        try:
            return Inputs(
                self.specs,
                self.alphabet,
                MAX_LENGTH if self.max_length is None else self.max_length,
                self.prefix,
                COUNT if self.count is None else self.count,
                SEED if self.seed is None else self.seed,
                () if self.against is None else read_urls(self.against),
            )
        except ValueError as error:
            option = "--against: " if not isinstance(error, DiscoveryError) else ""
            raise click.UsageError(f"{option}{error}") from error

    def _search(self, names: tuple[str, ...], inputs: Inputs, limit: TimeLimit) -> Differential:
        """Ask every URL, with a bar."""
        try:
            with (
                started(self.programs, self.timeout, limit) as parsing,
                progress("URLs", len(inputs), quiet=self.quiet, unit="URLs", counts=True) as bar,
            ):
                programs = dict(zip(names, parsing, strict=True))
                return Search(programs, aspects_of(self.on), inputs).run(bar.advance, limit)
        except (ValueError, LookupError) as error:
            raise click.UsageError(str(error)) from error

    def _print(
        self, result: Differential, baseline: Baseline | None, versions: Mapping[str, str | None]
    ) -> None:
        if self.as_json:
            against = None if baseline is None else baseline.to_dict(result)
            form = {**result.to_dict(), "versions": versions, "baseline": against}
            print_json("differential", shortened(form))
        else:
            echo("\n".join(_lines(result, baseline, versions)))


def _version(word: str) -> str | None:
    """Return the version that an adapter tells; None for another program."""
    try:
        return version_of(word)
    except AbsentError as error:
        raise Trouble(f"{word} is not on this machine: {error}") from error
    except LookupError as error:
        raise click.UsageError(str(error)) from error


def _refuse_silence(result: Differential) -> None:
    """Refuse a result in which two programs could not be compared at all."""
    silence = incomparable(result)
    if silence:
        raise Trouble(silence)


def _lines(
    result: Differential, baseline: Baseline | None, versions: Mapping[str, str | None]
) -> Iterator[str]:
    terminal = this_terminal()
    known = [
        f"{sanitized(name)} {sanitized(version)}" for name, version in versions.items() if version
    ]
    if known:
        yield "; ".join(known)
    shown = result if baseline is None else baseline.new(result)
    yield from differential_lines(
        shown, wrap=terminal.wrap, strong=terminal.strong, faint=terminal.faint
    )
    if baseline is not None:
        yield ""
        yield from baseline_lines(result, baseline)
