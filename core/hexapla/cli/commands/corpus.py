"""The command `hexapla corpus`."""

import atexit
import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import click

from hexapla.cli.command import argument, command
from hexapla.cli.corpus_summary import rows_in_words, summary_lines
from hexapla.cli.exit_codes import AGREE, DISAGREE, INTERRUPTED, TROUBLE, misuse
from hexapla.cli.files import check_outputs, named
from hexapla.cli.options import (
    base_option,
    force_option,
    json_option,
    output_file_option,
    output_option,
    quiet_option,
    report_option,
    resume_option,
    spec_option,
    workers_option,
)
from hexapla.cli.output import json_document, print_json
from hexapla.cli.parameters import INPUT, ROWS_AT_A_TIME, STANDARD_STREAM
from hexapla.cli.progress import progress
from hexapla.cli.reports import rendering
from hexapla.cli.terminal import Terminal, echo, this_terminal
from hexapla.comparison.key import TARGET
from hexapla.corpus.extras import MissingExtraError, check_corpora
from hexapla.corpus.fields import ALL, DEFAULT, DEFAULT_NAMES, chosen
from hexapla.corpus.formats import FORMATS, ROW_SUFFIXES, format_of
from hexapla.corpus.source import Settings
from hexapla.corpus.specs import ComparedSpecs
from hexapla.jobs.atomic import json_line, written_whole
from hexapla.jobs.errors import RunError
from hexapla.jobs.resume import remove_run, run_folder
from hexapla.standard.spec import Spec
from hexapla.text.signs import sanitized

if TYPE_CHECKING:
    from hexapla.corpus.run import Job, Result
    from hexapla.corpus.summary import Summary

_PLAIN = Terminal(100, colour=False)
_REST = tuple(name for name in ALL if name not in DEFAULT)
_NO_RENDERER = "nothing is installed that makes a report; leave out --report"


def _choose(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, ...]:
    """Return the fields of rows that are asked for."""
    try:
        return chosen(value.split(","))
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from error


@command(
    "corpus",
    "hexapla corpus pairs.jsonl -o rows.jsonl",
    "hexapla corpus pairs.csv page.html --base http://example.org/ -o rows.parquet --workers 1",
    "hexapla corpus pairs.jsonl --spec rfc2396 --spec rfc3986 -o - -q > rows.jsonl",
    "hexapla corpus pairs.jsonl -o differing.jsonl --only-differing --fields default,valid",
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
    type=click.Choice(list(FORMATS)),
    help="What the inputs are, whatever their names say.",
)
@click.option(
    "--base-field",
    metavar="NAME",
    default="base",
    show_default=True,
    help="The field of the base.",
)
@click.option(
    "--reference-field",
    metavar="NAME",
    default="reference",
    show_default=True,
    help="The field of the reference.",
)
@base_option("for all rows, or the URL by which the pages were retrieved")
@workers_option
@click.option(
    "--chunk",
    metavar="ROWS",
    type=ROWS_AT_A_TIME,
    default=10_000,
    show_default=True,
    help="How many rows a process reads at a time; what is finished is kept.",
)
@click.option(
    "--fields",
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
@output_file_option(
    "--summary",
    "Where the summary goes, as JSON; by default beside the output.",
    "summary_file",
)
@output_file_option("--unseen", "Write the pairs of rules that were never a cause, as JSON.")
@output_file_option("--rejects", "Where bad rows go, as JSON Lines; by default beside the output.")
@force_option
@report_option
@spec_option
@json_option
@quiet_option
def corpus(
    inputs: tuple[str, ...],
    output: Path,
    format_name: str | None,
    base_field: str,
    reference_field: str,
    base: str | None,
    workers: int,
    chunk: int,
    fields: tuple[str, ...],
    only_differing: bool,
    resume: bool,
    summary_file: Path | None,
    unseen: Path | None,
    rejects: Path | None,
    force: bool,
    report_directory: Path | None,
    specs: tuple[Spec, ...],
    as_json: bool,
    quiet: bool,
) -> int:
    """Compare many pairs of base and reference, and count the causes.

    Inputs are files, not standard input. Readable rows are kept, bad ones are counted and set
    aside. Ctrl-C keeps what is finished, and --resume goes on. With -o - the rows are JSON Lines,
    the summary goes to standard error, and no other file is written unless it is named.

    Exit code: 0 where all targets agree, 1 where some differ, 2 where an input is damaged.
    """
    _check_output(output, resume=resume, as_json=as_json)
    sources = _sources(inputs, format_name, base)
    files = _Files(output, summary_file, rejects, unseen, report_directory)
    settings = Settings(base_field, reference_field, base)
    with misuse(RunError, MissingExtraError), _place_of_rows(output) as out:
        _load(name for _, name in sources)
        from hexapla.corpus.run import Job

        job = Job(sources, ComparedSpecs(specs), out, settings, chunk, fields, only_differing)
        files.check(job, force=force)
        return _Run(job, files, as_json=as_json, quiet=quiet).execute(workers, resume=resume)


def _check_output(output: Path, *, resume: bool, as_json: bool) -> None:
    """Refuse options that do not go together, and a file of rows of another format."""
    if str(output) == STANDARD_STREAM:
        if resume or as_json:
            wrong = "--resume" if resume else "--json"
            raise click.UsageError(f"{wrong} goes with a file for the rows, not with -o -")
    elif output.suffix not in ROW_SUFFIXES:
        raise click.UsageError(f"{output} ends neither in .jsonl nor in .parquet; rename it")


def _load(formats: Iterable[str]) -> None:
    """Load the libraries that a run needs; raise `MissingExtraError` where one is missing."""
    # Arrow's own pools keep what they once had; the system's gives it back. Workers inherit this.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    # DuckDB complains of what is not collected at the end.
    atexit.unregister(gc.freeze)
    check_corpora()
    for name in formats:
        FORMATS[name].check()


def _sources(
    inputs: tuple[str, ...], format_name: str | None, base: str | None
) -> tuple[tuple[str, str], ...]:
    """Return each input with the name of its format."""
    sources = []
    for name in inputs:
        if name == STANDARD_STREAM:
            raise click.UsageError("standard input can't be read twice; save it to a file first")
        input_format = FORMATS[format_name] if format_name else format_of(name)
        if input_format is None:
            there = ", ".join(FORMATS)
            raise click.UsageError(
                f"{name!r} does not say by its name what it is; give a --format: {there}"
            )
        if not input_format.holds_bases and base is None:
            raise click.UsageError(f"{name!r} holds no bases; give one for all rows with --base")
        if not Path(name).is_file():
            raise click.UsageError(f"{name!r} is no file that can be read twice; copy it to one")
        sources.append((name, input_format.name))
    return tuple(sources)


@contextmanager
def _place_of_rows(output: Path) -> Iterator[Path]:
    """Yield the file of the rows: a temporary one where they go to standard output."""
    if str(output) != STANDARD_STREAM:
        yield output
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder, "rows.jsonl")


@attrs.frozen
class _Files:
    """The files that a run writes, as they were named."""

    rows: Path
    summary: Path | None
    rejects: Path | None
    unseen: Path | None
    report: Path | None

    @property
    def to_standard_output(self) -> bool:
        """Whether the rows go to standard output."""
        return str(self.rows) == STANDARD_STREAM

    def rejects_of(self, job: "Job") -> Path:
        """Return the file of the rows that are set aside."""
        return self.rejects or job.out.with_suffix(".rejects.jsonl")

    def summary_of(self, job: "Job") -> Path:
        """Return the file of the summary."""
        return self.summary or job.out.with_suffix(".summary.json")

    def check(self, job: "Job", *, force: bool) -> None:
        """Refuse to write over what is read, over another output, or over another's file."""
        check_outputs(
            {
                "the file of rows": job.out,
                "the file of bad rows (--rejects)": self.rejects_of(job),
                "the summary (--summary)": self.summary_of(job),
                "the file of --unseen": self.unseen,
            },
            {f"the input {source}": Path(source) for source, _ in job.sources},
            report=self.report,
            force=force,
        )


@attrs.frozen
class _Run:
    """A run, and what is told of it."""

    job: "Job"
    files: _Files
    as_json: bool
    quiet: bool

    def execute(self, workers: int, *, resume: bool) -> int:
        """Run, write everything that was asked for, and return the exit code."""
        from hexapla.corpus.run import run

        job, files = self.job, self.files
        write_report = files.report and rendering("corpus", _NO_RENDERER)
        with run_folder(job.parts, job.to_dict(), job.provenance, resume=resume) as provenance:
            job = attrs.evolve(job, provenance=provenance)
            with progress("corpus", job.octets, quiet=self.quiet, unit="rows") as bar:
                result = run(job, files.rejects_of(job), workers, bar.advance)
            self._tell(job, result)
            if write_report:
                write_report(result.summary, files.report)
            if not result.finished:
                self._note(f"stopped{self._how_to_go_on()}")
                return INTERRUPTED
            remove_run(job.parts)
        if result.damages:
            return TROUBLE
        return DISAGREE if result.summary.differing(TARGET) else AGREE

    def _how_to_go_on(self) -> str:
        if self.files.to_standard_output:
            return ""
        return f"; {named(self.files.rows)} has what is finished. Go on with --resume."

    def _tell(self, job: "Job", result: "Result") -> None:
        """Write the summary, and print it or the rows; note what could not be read."""
        summary, files = result.summary, self.files
        made = {"hexapla": job.provenance.to_dict()}
        form = {
            **made,
            "sources": [source for source, _ in job.sources],
            "rows_in": str(files.rows),
            "bad_rows_in": str(files.rejects_of(job)),
            "damages": [damage.to_dict() for damage in result.damages],
            "summary": summary.to_dict(),
        }
        _write_document(files.summary_of(job), form)
        if files.unseen is not None:
            _write_document(files.unseen, {**made, **summary.unseen_to_dict()})
        if self.as_json:
            print_json("corpus", form)
        elif files.to_standard_output:
            _copy_to_standard_output(job.out)
            self._note("\n".join(summary_lines(summary, "", files.summary, _PLAIN)))
        else:
            where, summary_file = self._where(job, summary), files.summary_of(job)
            echo("\n".join(summary_lines(summary, where, summary_file, this_terminal())))
        if summary.bad:
            is_kept = not files.to_standard_output or files.rejects
            kept = f" in {named(files.rejects_of(job))}" if is_kept else ""
            self._note(f"{rows_in_words(summary.bad)} set aside{kept}")
        for damage in result.damages:
            self._note(f"damaged: {sanitized(str(damage))}")

    def _where(self, job: "Job", summary: "Summary") -> str:
        """Return, to go on with the number of rows, which of them are in which file."""
        if not job.only_differing:
            return f" in {named(self.files.rows)}"
        differing = f"{summary.differing(TARGET):,}"
        return f"; those whose targets differ ({differing}) are in {named(self.files.rows)}"

    def _note(self, text: str) -> None:
        if not self.quiet:
            echo(text, err=True)


def _write_document(file: Path, form: Mapping[str, object]) -> None:
    with written_whole(file) as stream:
        stream.write(json_line(json_document("corpus", form)))


def _copy_to_standard_output(path: Path) -> None:
    stream = sys.stdout.buffer
    with path.open("rb") as rows:
        shutil.copyfileobj(rows, stream)
    stream.flush()
