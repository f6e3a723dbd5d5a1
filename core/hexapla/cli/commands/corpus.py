"""The command `hexapla corpus`."""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import attrs
import click

from hexapla.cli.command import argument, command
from hexapla.cli.corpus_summary import rows_in_words, summary_lines
from hexapla.cli.exit_codes import AGREE, DISAGREE, INTERRUPTED, TROUBLE
from hexapla.cli.files import check_outputs, named
from hexapla.cli.options import (
    base_option,
    force_option,
    json_option,
    output_option,
    quiet_option,
    report_option,
    resume_option,
    spec_option,
    workers_option,
)
from hexapla.cli.output import json_document, print_json
from hexapla.cli.parameters import INPUT, OUTPUT_FILE, ROWS_AT_A_TIME, STANDARD_STREAM
from hexapla.cli.progress import progress
from hexapla.cli.reports import rendering
from hexapla.cli.terminal import Terminal, echo, this_terminal
from hexapla.comparison.key import TARGET
from hexapla.corpus.columns import NamedColumns
from hexapla.corpus.extras import MissingExtraError, check
from hexapla.corpus.formats import format_of, formats
from hexapla.corpus.job import ROWS_IN_A_CHUNK, Job
from hexapla.corpus.row_columns import ALL, DEFAULT, DEFAULT_NAMES, chosen
from hexapla.corpus.row_formats import row_format
from hexapla.corpus.run import Result, begun, clear, conclude, run
from hexapla.corpus.source import Settings
from hexapla.corpus.summary import Summary
from hexapla.jobs.errors import RunError
from hexapla.jobs.files import json_line, written_whole
from hexapla.standard.spec import Spec
from hexapla.text.signs import sanitized

_PLAIN = Terminal(100, colour=False)
_REST = tuple(name for name in ALL if name not in DEFAULT)
_NO_RENDERER = "nothing is installed that makes a report; leave out --report"


def _choose(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, ...]:
    """Return the columns of rows that are asked for."""
    try:
        return chosen(value.split(","))
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from error


@command(
    "corpus",
    "hexapla corpus pairs.jsonl -o rows.jsonl",
    "hexapla corpus pairs.csv page.html --base http://example.org/ -o rows.parquet --workers 1",
    "hexapla corpus pairs.jsonl --spec rfc2396 --spec rfc3986 -o - -q > rows.jsonl",
    "hexapla corpus pairs.jsonl -o differing.jsonl --only-differing --columns default,valid",
)
@argument(
    "inputs",
    "Files in JSON Lines, CSV or TSV with a header, Parquet, plain lines (with --base), HTML or "
    "WARC; text may be compressed by gzip.",
    metavar="INPUT…",
    nargs=-1,
    required=True,
    type=INPUT,
)
@output_option("a row for each pair, as JSON Lines (.jsonl) or Parquet (.parquet),", required=True)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(list(formats())),
    help="What the inputs are, whatever their names say.",
)
@click.option(
    "--base-column",
    metavar="NAME",
    default="base",
    show_default=True,
    help="The column of the base.",
)
@click.option(
    "--reference-column",
    metavar="NAME",
    default="reference",
    show_default=True,
    help="The column of the reference.",
)
@base_option("for all rows, or the URL by which the pages were retrieved")
@workers_option
@click.option(
    "--chunk",
    metavar="ROWS",
    type=ROWS_AT_A_TIME,
    default=ROWS_IN_A_CHUNK,
    show_default=True,
    help="How many rows a process reads at a time; what is finished is kept.",
)
@click.option(
    "--columns",
    "row_columns",
    metavar="NAME[,NAME]…",
    default=",".join(DEFAULT_NAMES),
    callback=_choose,
    help=f"What rows hold: default ({', '.join(DEFAULT)}), all (these and {', '.join(_REST)}), or "
    "the names of some.",
)
@click.option(
    "--only-differing",
    is_flag=True,
    help="Write only rows whose targets differ; the summary counts all.",
)
@resume_option
@click.option(
    "--summary",
    "summary_file",
    metavar="FILE",
    type=OUTPUT_FILE,
    help="Where the summary goes, as JSON; by default beside the output.",
)
@click.option(
    "--rejects",
    metavar="FILE",
    type=OUTPUT_FILE,
    help="Where bad rows go, as JSON Lines; by default beside the output.",
)
@force_option
@report_option
@spec_option
@json_option
@quiet_option
def corpus(**options: Any) -> None:
    """Compare many pairs of base and reference, and count the causes.

    Inputs are files, since they are read more than once; standard input can't be. Readable rows
    are kept, bad ones are counted and set aside. Ctrl-C keeps what is finished, and --resume goes
    on. With -o - the rows are JSON Lines, the summary goes to standard error, and no other file is
    written unless it is named.

    Exit code: 0 where all targets agree, 1 where some differ, 2 where an input is damaged.
    """
    # Arrow's own pools keep what they once had; the system's gives it back. Workers inherit this.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    run_asked_for = _Run(**options)
    run_asked_for.check()
    if not run_asked_for.to_standard_output:
        sys.exit(run_asked_for.execute(run_asked_for.output))
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(run_asked_for.execute(Path(folder, "rows.jsonl")))


@attrs.frozen
class _Run:
    """What the command line asks for."""

    inputs: tuple[str, ...]
    output: Path
    format_name: str | None
    base_column: str
    reference_column: str
    base: str | None
    workers: int
    chunk: int
    row_columns: tuple[str, ...]
    only_differing: bool
    resume: bool
    summary_file: Path | None
    rejects: Path | None
    force: bool
    report_directory: Path | None
    specs: tuple[Spec, ...]
    as_json: bool
    quiet: bool

    @property
    def to_standard_output(self) -> bool:
        """Whether the rows go to standard output."""
        return str(self.output) == STANDARD_STREAM

    def check(self) -> None:
        """Refuse options that do not go together, and files that can't be written."""
        if self.to_standard_output:
            if self.resume or self.as_json:
                wrong = "--resume" if self.resume else "--json"
                raise click.UsageError(f"{wrong} goes with a file for the rows, not with -o -")
            return
        out = self.output
        if row_format(out) is None:
            raise click.UsageError(f"{out} ends neither in .jsonl nor in .parquet; rename it")

    def execute(self, out: Path) -> int:
        """Run, write everything that was asked for, and return the exit code.

        Args:
            out: The file of the rows, a temporary one where they go to standard output.
        """
        job = self._job(out)
        write_report = self.report_directory and rendering("corpus", _NO_RENDERER)
        try:
            check([job.row_format.need, *(formats()[name].need for _, name in job.sources)])
            self._check_files(job)
            with begun(job, resume=self.resume) as job:
                return self._work(job, write_report)
        except (RunError, MissingExtraError) as error:
            raise click.UsageError(str(error)) from error

    def _check_files(self, job: Job) -> None:
        """Refuse to write over what is read, over another output, or over another's file."""
        check_outputs(
            {
                "the file of rows": job.out,
                "the file of bad rows (--rejects)": self._rejects(job),
                "the summary (--summary)": self._summary(job),
            },
            {f"the input {source}": Path(source) for source, _ in job.sources},
            report=self.report_directory,
            force=self.force,
        )

    def _rejects(self, job: Job) -> Path:
        return self.rejects or job.out.with_suffix(".rejects.jsonl")

    def _summary(self, job: Job) -> Path:
        return self.summary_file or job.out.with_suffix(".summary.json")

    def _work(self, job: Job, write_report: Any) -> int:
        """Run, and write everything; return the exit code."""
        with progress("corpus", job.octets, quiet=self.quiet, unit="rows") as bar:
            result = run(job, self.workers, bar.advance)
        out, rejects = job.out, self._rejects(job)
        conclude(job, rejects)
        self._tell(result, job, rejects)
        if write_report:
            write_report(result.summary, self.report_directory)
        if not result.finished:
            self._note("stopped" + self._how_to_go_on(out))
            return INTERRUPTED
        clear(job)
        return _exit_code(result)

    def _job(self, out: Path) -> Job:
        sources = _sources(self.inputs, self.format_name, self.base)
        settings = Settings(self.base_column, self.reference_column, self.base)
        return Job(
            sources,
            NamedColumns(self.specs),
            out,
            settings,
            self.chunk,
            row_columns=self.row_columns,
            only_differing=self.only_differing,
        )

    def _how_to_go_on(self, out: Path) -> str:
        if self.to_standard_output:
            return ""
        return f"; {named(out)} has what is finished. Go on with --resume."

    def _tell(self, result: Result, job: Job, rejects: Path) -> None:
        """Write the summary, and print it or the rows; note what could not be read."""
        summary = result.summary
        form = {
            "hexapla": job.provenance.to_dict(),
            "sources": [source for source, _ in job.sources],
            "rows_in": str(self.output),
            "bad_rows_in": str(rejects),
            "damages": [damage.to_dict() for damage in result.damages],
            "summary": summary.to_dict(),
        }
        summary_file = self._summary(job)
        with written_whole(summary_file) as file:
            file.write(json_line(json_document("corpus", form)))
        if self.as_json:
            print_json("corpus", form)
        elif self.to_standard_output:
            _copy_to_standard_output(job.out)
            self._note("\n".join(summary_lines(summary, "", self.summary_file, _PLAIN)))
        else:
            lines = summary_lines(summary, self._where(summary), summary_file, this_terminal())
            echo("\n".join(lines))
        if summary.bad:
            kept = not self.to_standard_output or self.rejects
            self._note(
                f"{rows_in_words(summary.bad)} set aside{f' in {named(rejects)}' if kept else ''}"
            )
        for damage in result.damages:
            self._note(f"damaged: {sanitized(str(damage))}")

    def _where(self, summary: Summary) -> str:
        """Return, to go on with the number of rows, which of them are in which file."""
        if not self.only_differing:
            return f" in {named(self.output)}"
        differing = f"{summary.differing(TARGET):,}"
        return f"; those whose targets differ ({differing}) are in {named(self.output)}"

    def _note(self, text: str) -> None:
        if not self.quiet:
            echo(text, err=True)


def _copy_to_standard_output(path: Path) -> None:
    stream = sys.stdout.buffer
    with path.open("rb") as rows:
        shutil.copyfileobj(rows, stream)
    stream.flush()


def _sources(
    inputs: tuple[str, ...], format_name: str | None, base: str | None
) -> tuple[tuple[str, str], ...]:
    """Return each input with the name of its format."""
    sources = []
    for name in inputs:
        if name == STANDARD_STREAM:
            raise click.UsageError("standard input can't be read twice; save it to a file first")
        input_format = formats()[format_name] if format_name else format_of(name)
        if input_format is None:
            there = ", ".join(formats())
            raise click.UsageError(
                f"{name!r} does not say by its name what it is; give a --format: {there}"
            )
        if not input_format.holds_bases and base is None:
            raise click.UsageError(f"{name!r} holds no bases; give one for all rows with --base")
        if not Path(name).is_file():
            raise click.UsageError(f"{name!r} is no file that can be read twice; copy it to one")
        sources.append((name, input_format.name))
    return tuple(sources)


def _exit_code(result: Result) -> int:
    if result.damages:
        return TROUBLE
    return DISAGREE if result.summary.differing(TARGET) else AGREE
