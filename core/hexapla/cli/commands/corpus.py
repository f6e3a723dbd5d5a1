"""The command `hexapla corpus`."""

import atexit
import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from hexapla.cli import options
from hexapla.cli.command import argument, command
from hexapla.cli.corpus_summary import rows_in_words, summary_lines
from hexapla.cli.ending import AGREE, DISAGREE, TROUBLE, NoResultError
from hexapla.cli.files import check_outputs, named
from hexapla.cli.output import print_json, rendering
from hexapla.cli.parameters import INPUT, ROWS_AT_A_TIME, STANDARD_STREAM
from hexapla.cli.terminal import echo, progress
from hexapla.comparison.cause_key import TARGET
from hexapla.corpus.formats import FORMATS, ROW_SUFFIXES, check_installed, format_of
from hexapla.corpus.rows import ALL, DEFAULT, DEFAULT_NAMES, ComparedSpecs, chosen
from hexapla.corpus.source import Settings
from hexapla.jobs.atomic import json_line, written_whole
from hexapla.jobs.resume import remove_run, run_folder
from hexapla.standard.spec import Spec
from hexapla.text.signs import sanitized
from hexapla.values.schema import json_document

if TYPE_CHECKING:
    from hexapla.corpus.run import Job, Result

_REST = tuple(name for name in ALL if name not in DEFAULT)


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
@options.output("a row for each pair, as JSON Lines (.jsonl) or Parquet (.parquet),", required=True)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(list(FORMATS)),
    help="What the inputs are, whatever their names say.",
)
@options.value("--base-field", "NAME", "The field of the base.", default="base")
@options.value("--reference-field", "NAME", "The field of the reference.", default="reference")
@options.base("for all rows, or the URL by which the pages were retrieved")
@options.workers
@options.value(
    "--chunk",
    "ROWS",
    "How many rows a process reads at a time; what is finished is kept.",
    type=ROWS_AT_A_TIME,
    default=10_000,
)
@options.value(
    "--fields",
    "NAME[,NAME]…",
    f"What rows hold: default ({', '.join(DEFAULT)}), all (these and {', '.join(_REST)}), or the "
    "names of some.",
    default=",".join(DEFAULT_NAMES),
    show_default=False,
    callback=_choose,
)
@options.flag("--only-differing", "Write only rows whose targets differ; the summary counts all.")
@options.resume
@options.output_file(
    "--summary summary_file", "Where the summary goes, as JSON; by default beside the output."
)
@options.output_file("--unseen", "Write the pairs of rules that were never a cause, as JSON.")
@options.output_file("--rejects", "Where bad rows go, as JSON Lines; by default beside the output.")
@options.force
@options.report
@options.spec
@options.json
@options.quiet
def corpus(
    output: Path,
    summary_file: Path | None,
    unseen: Path | None,
    rejects: Path | None,
    force: bool,
    report_directory: Path | None,
    as_json: bool,
    quiet: bool,
    resume: bool,
    workers: int,
    **compared: Any,
) -> int:
    """Compare many pairs of base and reference, and count the causes.

    Inputs are files, not standard input. Readable rows are kept, bad ones are counted and set
    aside. Ctrl-C keeps what is finished, and --resume goes on. With -o - the rows are JSON Lines,
    the summary goes to standard error, and no other file is written unless it is named.

    Exit code: 0 where all targets agree, 1 where some differ, 2 where an input is damaged.
    """
    is_printed = str(output) == STANDARD_STREAM
    if is_printed and (resume or as_json):
        wrong = "--resume" if resume else "--json"
        raise click.UsageError(f"{wrong} goes with a file for the rows, not with -o -")
    if not is_printed and output.suffix not in ROW_SUFFIXES:
        raise click.UsageError(f"{output} ends neither in .jsonl nor in .parquet; rename it")
    with tempfile.TemporaryDirectory() if is_printed else nullcontext(output.parent) as folder:
        job = _job(Path(folder, "rows.jsonl" if is_printed else output.name), **compared)
        files = _Files(output, job.out, summary_file, rejects, unseen)
        files.check(job, report_directory, force=force)
        write_report = report_directory and rendering("corpus")
        with run_folder(job.parts, job.to_dict(), job.provenance, resume=resume) as provenance:
            job = attrs.evolve(job, provenance=provenance)
            result, form = _run(job, files, workers, quiet=quiet)
            if write_report:
                write_report(result.summary, report_directory)
            if result.finished:
                remove_run(job.parts)
        return _print(job, files, result, form if as_json else None, quiet=quiet)


def _exit_code(files: "_Files", result: "Result") -> int:
    if not result.finished:
        raise KeyboardInterrupt(f"stopped; {files.when_stopped}")
    if result.damages:
        return TROUBLE
    if result.bad and not result.summary.rows:
        first = "{source}: row {row}: {wrong}".format_map(result.bad)
        raise NoResultError(f"no row holds a pair of a base and a reference; {first}")
    return DISAGREE if result.summary.differing(TARGET) else AGREE


def _job(
    out: Path,
    *,
    inputs: tuple[str, ...],
    format_name: str | None,
    base: str | None,
    base_field: str,
    reference_field: str,
    specs: tuple[Spec, ...],
    chunk: int,
    fields: tuple[str, ...],
    only_differing: bool,
) -> "Job":
    """Return what is to be done, and load the libraries that it needs."""
    sources = _sources(inputs, format_name, base)
    # Arrow's own pools keep what they once had; the system's gives it back. Workers inherit this.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    # DuckDB complains of what is not collected at the end.
    atexit.unregister(gc.freeze)
    check_installed("pyarrow.parquet", "duckdb")
    for _, name in sources:
        FORMATS[name].check()
    from hexapla.corpus.run import Job

    settings = Settings(base_field, reference_field, base)
    return Job(sources, ComparedSpecs(specs), out, settings, chunk, fields, only_differing)


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


@attrs.frozen
class _Files:
    """The files that a run writes, some as they were named; `out` may be a temporary one."""

    rows: Path
    out: Path
    summary_named: Path | None
    rejects_named: Path | None
    unseen: Path | None

    @property
    def to_standard_output(self) -> bool:
        """Whether the rows go to standard output."""
        return str(self.rows) == STANDARD_STREAM

    @property
    def when_stopped(self) -> str:
        """What a run leaves that was stopped."""
        kept = f"{named(self.rows)} has what is finished. Go on with --resume."
        return "the rows are not all." if self.to_standard_output else kept

    @property
    def summary(self) -> Path:
        """The file of the summary."""
        return self.summary_named or self._beside("summary.json")

    @property
    def rejects(self) -> Path:
        """The file of the rows that are set aside."""
        return self.rejects_named or self._beside("rejects.jsonl")

    def _beside(self, name: str) -> Path:
        """Return another file for rows in Parquet than for those in JSON Lines."""
        return self.out.with_name(f"{self.out.name.removesuffix('.jsonl')}.{name}")

    def check(self, job: "Job", report: Path | None, *, force: bool) -> None:
        """Refuse to write over what is read, over another output, or over another's file."""
        check_outputs(
            {
                "the file of rows": self.out,
                "the file of bad rows (--rejects)": self.rejects,
                "the summary (--summary)": self.summary,
                "the file of --unseen": self.unseen,
            },
            {f"the input {source}": Path(source) for source, _ in job.sources},
            report=report,
            force=force,
        )


def _run(
    job: "Job", files: _Files, workers: int, *, quiet: bool
) -> tuple["Result", dict[str, object]]:
    """Compare the pairs, and write the summary; return the result, and its JSON form."""
    from hexapla.corpus.run import run

    with progress("corpus", job.octets(job.sources), quiet=quiet) as bar:
        result = run(job, files.rejects, workers, bar.update)
    form = _form(job, files, result)
    _write_document(files.summary, form)
    if files.unseen is not None:
        made = {"hexapla": job.provenance.to_dict()}
        _write_document(files.unseen, {**made, **result.summary.unseen_to_dict()})
    return result, form


def _print(
    job: "Job", files: _Files, result: "Result", form: Mapping[str, object] | None, *, quiet: bool
) -> int:
    """Print the JSON form, if there is one, or the rows or the summary; return the exit code."""
    if form is not None:
        print_json("corpus", form)
    elif files.to_standard_output:
        with job.out.open("rb") as rows:
            shutil.copyfileobj(rows, sys.stdout.buffer)
    else:
        where = f" in {named(files.rows)}"
        if job.only_differing:
            differing = f"{result.summary.differing(TARGET):,}"
            where = f"; those whose targets differ ({differing}) are{where}"
        echo("\n".join(summary_lines(result.summary, where, files.summary)))
    for note in () if quiet else _notes(files, result):
        echo(note, err=True)
    return _exit_code(files, result)


def _form(job: "Job", files: _Files, result: "Result") -> dict[str, object]:
    """Return the JSON form of the result."""
    return {
        "hexapla": job.provenance.to_dict(),
        "sources": [source for source, _ in job.sources],
        "rows_in": str(files.rows),
        "bad_rows_in": str(files.rejects),
        "damages": [damage.to_dict() for damage in result.damages],
        "summary": result.summary.to_dict(),
    }


def _notes(files: _Files, result: "Result") -> Iterator[str]:
    """Yield the notes on standard error: the summary where rows are printed, and what is amiss."""
    if files.to_standard_output:
        yield "\n".join(summary_lines(result.summary, "", files.summary_named))
    if result.summary.bad:
        is_kept = not files.to_standard_output or files.rejects_named
        kept = f" in {named(files.rejects)}" if is_kept else ""
        yield f"{rows_in_words(result.summary.bad)} set aside{kept}"
    for damage in result.damages:
        yield f"damaged: {sanitized(str(damage))}"


def _write_document(file: Path, form: Mapping[str, object]) -> None:
    with written_whole(file) as stream:
        stream.write(json_line(json_document("corpus", form)))
