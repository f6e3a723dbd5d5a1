"""The command `hexapla corpus`."""

import atexit
import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from hexapla.cli import AGREE, DISAGREE, TROUBLE, options
from hexapla.cli.command import argument, command
from hexapla.cli.files import check_outputs, named
from hexapla.cli.output import echo, indented, print_json, progress, rendering, strong, wrap
from hexapla.comparison.cause_key import PARTS, TARGET, CauseKey, rules_in_words
from hexapla.comparison.facet import Groups
from hexapla.corpus.formats import FORMATS, format_of
from hexapla.corpus.rows import ALL, DEFAULT, DEFAULT_NAMES, ComparedSpecs, chosen
from hexapla.corpus.source import Settings
from hexapla.jobs.atomic import json_text, write_whole
from hexapla.jobs.resume import remove_run, run_folder
from hexapla.standard.display import show
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted, how_many_differ
from hexapla.text.signs import sanitized
from hexapla.text.table import DOT, GAP
from hexapla.values.extras import check_installed
from hexapla.values.schema import json_document

if TYPE_CHECKING:
    from hexapla.corpus.run import Job, Result
    from hexapla.corpus.summary import CauseExamples, PairExample, Summary

_CAUSES_SHOWN = 12
_CAUSES_OF = {
    TARGET: "causes of different targets, each for two standards",
    PARTS: "causes of different parts, each for two standards; the targets may agree",
}
_REST = tuple(name for name in ALL if name not in DEFAULT)


def _choose(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, ...]:
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
    "Files, but not standard input: JSON Lines, CSV or TSV with a header, Parquet, plain lines "
    "(with --base), HTML or WARC; text files may be compressed with gzip.",
    metavar="INPUT…",
    nargs=-1,
    required=True,
    type=options.INPUT,
)
@options.output("the rows", required=True)
@options.value(
    "--format format_name",
    None,
    "Format of the inputs.  [default: by file name]",
    type=click.Choice(list(FORMATS)),
)
@options.value("--base-field", "NAME", "Field that contains the base.", default="base")
@options.value(
    "--reference-field", "NAME", "Field that contains the reference.", default="reference"
)
@options.base("The base URI for all rows, or the URL of the pages.")
@options.max_page_bytes
@options.workers
@options.value(
    "--chunk",
    "ROWS",
    "Rows read at a time.",
    type=click.IntRange(1, 10_000_000),
    default=10_000,
)
@options.value(
    "--fields",
    "NAME[,NAME]…",
    f"Fields: default ({', '.join(DEFAULT)}), all (these and {', '.join(_REST)}), or names.",
    default=",".join(DEFAULT_NAMES),
    show_default=False,
    callback=_choose,
)
@options.flag("--only-differing", "Write only rows whose targets differ, but count all rows.")
@options.resume
@options.output_file(
    "--summary summary_file",
    "JSON file for the summary; by default, next to the output.",
)
@options.output_file(
    "--unseen", "JSON file for the pairs of rules that never caused different targets."
)
@options.output_file("--rejects", "JSON Lines file for bad rows; by default, next to the output.")
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
    """Compare the standards on many pairs of base and reference; count the causes of differences.

    This requires hexapla[corpus]; HTML also requires hexapla[html], and WARC hexapla[warc].

    A row for each pair is written as JSON Lines (.jsonl) or Parquet (.parquet). With -o -, the rows
    are printed as JSON Lines and the summary goes to standard error; other files are written only
    if you name them. In the summary, each cause has an id; the fields causes and parts_causes of a
    row contain the same ids. After Ctrl-C, finished work is kept, except with -o -.

    Exit code: 0 if all targets agree, 1 if some differ, 2 if a row is bad or an input is damaged.
    """
    with _folder_of_rows(output, resume=resume, as_json=as_json) as temporary:
        rows_file = output
        if temporary is not None:
            rows_file = temporary / "rows.jsonl"
        job = _job(rows_file, **compared)
        summary_file = summary_file or _beside(job.out, "summary.json")
        rejects = rejects or _beside(job.out, "rejects.jsonl")
        files = _Files(output, summary_file, rejects, unseen, temporary)
        _check(job, files, report_directory, force=force)
        write_report = report_directory and rendering("corpus")
        with run_folder(job.parts, job.to_dict(), resume=resume) as provenance:
            job = attrs.evolve(job, provenance=provenance)
            result = _run(job, files, workers, quiet=quiet)
            form = _form(job, files, result)
            _write(files, form, result)
            if write_report:
                write_report(result.summary, report_directory)
            if result.finished:
                remove_run(job.parts)
        if as_json:
            print_json("corpus", form)
        elif temporary:
            with job.out.open("rb") as rows:
                shutil.copyfileobj(rows, sys.stdout.buffer)
        else:
            echo("\n".join(_result_lines(job, files, result)))
        return _end(files, result, quiet=quiet)


@contextmanager
def _folder_of_rows(output: Path, *, resume: bool, as_json: bool) -> Iterator[Path | None]:
    """Yield a temporary folder for rows that are printed; None if the rows go to a file.

    Raises:
        click.UsageError: The name of the output has the wrong ending, or rows are printed although
            another option needs a file for the rows.
    """
    if str(output) == options.STANDARD_STREAM:
        if resume or as_json:
            wrong = "--resume" if resume else "--json"
            raise click.UsageError(f"{wrong} needs a file for the rows; name one instead of -o -")
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder)
    elif output.suffix in (".jsonl", ".parquet"):
        yield None
    else:
        wrong = "the name of the output must end in .jsonl (JSON Lines) or .parquet (Parquet)"
        raise click.UsageError(f"can't write {output}: {wrong}")


def _beside(out: Path, name: str) -> Path:
    """Return the path of another output file, next to the file of rows."""
    return out.with_name(f"{out.name.removesuffix('.jsonl')}.{name}")


@attrs.frozen
class _Files:
    """The files that a run writes; files in the temporary folder aren't kept."""

    rows: Path
    summary: Path
    rejects: Path
    unseen: Path | None
    temporary: Path | None

    def kept(self, file: Path) -> Path | None:
        """Return a file if it is kept; None otherwise."""
        if file.parent == self.temporary:
            return None
        return file


def _job(
    out: Path,
    *,
    inputs: tuple[str, ...],
    format_name: str | None,
    specs: tuple[Spec, ...],
    chunk: int,
    fields: tuple[str, ...],
    only_differing: bool,
    **read: Any,
) -> "Job":
    """Create the job of the run, after checking that the required libraries are installed."""
    settings = Settings(**read)
    sources = tuple(_source(name, format_name, settings.base) for name in inputs)
    # Unlike the system pool, Arrow's own memory pools don't return memory to the system. Workers
    # inherit this setting.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    # DuckDB complains about objects that aren't collected when the process ends.
    atexit.unregister(gc.freeze)
    check_installed("pyarrow.parquet", "duckdb")
    for _, name in sources:
        check_installed(*FORMATS[name].modules)
    from hexapla.corpus.run import Job

    return Job(sources, ComparedSpecs(specs), out, settings, chunk, fields, only_differing)


def _source(name: str, format_name: str | None, base: str | None) -> tuple[str, str]:
    if name == options.STANDARD_STREAM:
        raise click.UsageError("standard input can't be read twice; save it to a file first")
    input_format = format_of(name)
    if format_name:
        input_format = FORMATS[format_name]
    if input_format is None:
        wrong = "has no known file extension; name the format with --format"
        raise click.UsageError(f"{name!r} {wrong}: {', '.join(FORMATS)}")
    if not input_format.holds_bases and base is None:
        raise click.UsageError(f"{name!r} has no bases; give a base for all rows with --base")
    if not Path(name).is_file():
        raise click.UsageError(
            f"{name!r} isn't a regular file, so it can't be read twice; copy it to a file first"
        )
    return name, input_format.name


def _check(job: "Job", files: _Files, report: Path | None, *, force: bool) -> None:
    """Reject outputs that would overwrite an input, another output, or another program's file."""
    outputs = {
        "the file of rows": job.out,
        "the file of bad rows (--rejects)": files.rejects,
        "the summary (--summary)": files.summary,
        "the file given with --unseen": files.unseen,
    }
    inputs = {f"the input {source}": Path(source) for source, _ in job.sources}
    check_outputs(outputs, inputs, report=report, force=force)


def _run(job: "Job", files: _Files, workers: int, *, quiet: bool) -> "Result":
    """Compare the standards on the pairs, with a progress bar."""
    from hexapla.corpus.run import run

    with progress("corpus", job.octets(job.sources), quiet=quiet) as bar:
        return run(job, files.rejects, workers, bar.update)


def _form(job: "Job", files: _Files, result: "Result") -> dict[str, object]:
    """Return the JSON form of the summary."""
    sources = [source for source, _ in job.sources]
    damages = [damage.to_dict() for damage in result.damages]
    return {
        "hexapla": job.provenance.to_dict(),
        "sources": sources,
        "rows_in": str(files.rows),
        "bad_rows_in": str(files.rejects),
        "damages": damages,
        "summary": result.summary.to_dict(),
    }


def _write(files: _Files, form: Mapping[str, object], result: "Result") -> None:
    """Write the summary and, with `--unseen`, the pairs of rules that never made targets differ."""
    documents = {files.summary: form}
    if files.unseen is not None:
        documents[files.unseen] = {"hexapla": form["hexapla"], **result.summary.unseen_to_dict()}
    for file, document in documents.items():
        text = json_text(json_document("corpus", document))
        write_whole(file, f"{text}\n")


def _result_lines(job: "Job", files: _Files, result: "Result") -> Iterator[str]:
    """Yield the lines of the summary, which name the file of rows."""
    where = f" in {named(files.rows)}"
    if job.only_differing:
        differing = result.summary.differing(TARGET)
        where = f"; those whose targets differ ({differing:,}) are{where}"
    yield from _summary_lines(result.summary, where, files.summary)


def _end(files: _Files, result: "Result", *, quiet: bool) -> int:
    """Print notes to standard error, and return the exit code.

    Raises:
        KeyboardInterrupt: The run was stopped.
    """
    for note in _notes(files, result, quiet=quiet):
        echo(note, err=True)
    if not result.finished and files.temporary:
        raise KeyboardInterrupt("stopped; the printed rows are incomplete.")
    if not result.finished:
        kept = f"{named(files.rows)} has the finished rows. Continue with --resume."
        raise KeyboardInterrupt(f"stopped; {kept}")
    if result.damages or result.bad:
        return TROUBLE
    return DISAGREE if result.summary.differing(TARGET) else AGREE


def _notes(files: _Files, result: "Result", *, quiet: bool) -> Iterator[str]:
    """Yield the lines for standard error: the summary if rows are printed, and problems.

    If `quiet` is true, the summary is omitted. Problems are always reported, because they explain
    the exit code.
    """
    if not (result.summary.rows or result.summary.bad or result.damages) and result.finished:
        yield "no pair was found in the inputs"
    if files.temporary and not quiet:
        yield "\n".join(_summary_lines(result.summary, "", files.kept(files.summary)))
    if result.bad:
        bad = counted(result.summary.bad, "row")
        if files.kept(files.rejects):
            bad += f", kept in {named(files.rejects)}"
        first = sanitized("row {row} of {source}: {wrong}".format_map(result.bad))
        yield f"bad: {bad}; the first is {first}"
    for damage in result.damages:
        yield f"damaged: {sanitized(str(damage))}"


def _summary_lines(summary: "Summary", where: str, summary_file: Path | None) -> Iterator[str]:
    """Yield the lines of a corpus's summary.

    `where` is the text after the number of rows; it names the file that contains the rows.
    """
    short_labels = {spec.selector: spec.short_label for spec in summary.specs.specs}
    yield f"{counted(summary.rows, 'row')}{where}"
    if summary.rows:
        yield ""
        differing = how_many_differ(summary.differing(TARGET), summary.rows, "row")
        yield strong(f"targets: {differing}")
    for grouping, count in summary.groupings_of(TARGET):
        share = 100 * count / summary.rows
        groups = _grouping_text(grouping, short_labels)
        yield f"{count:>12,}{GAP}{share:5.1f} %{GAP}{groups}"
    # Causes of different targets come first: parts may differ even if the targets agree.
    causes = sorted(summary.by_frequency(), key=lambda item: item[0].facet != TARGET)
    shown = causes[:_CAUSES_SHOWN]
    heading = None
    for key, examples in shown:
        if heading != _CAUSES_OF[key.facet]:
            heading = _CAUSES_OF[key.facet]
            yield ""
            yield strong(heading)
        yield ""
        yield from _cause_lines(key, examples, summary.specs.specs)
    if len(causes) > len(shown):
        more = counted(len(causes) - len(shown), "more cause")
        if summary_file:
            more += f" in {named(summary_file)}"
        yield ""
        yield more


def _cause_lines(
    key: CauseKey, examples: "CauseExamples", specs: tuple[Spec, ...]
) -> Iterator[str]:
    """Yield a cause with its id, and its most common and its least common reference."""
    rows = counted(examples.rows, "row")
    phase = Phase(key.phase)
    yield wrap(f"[{key.id}] {rows}, {phase.words}: {rules_in_words(key, specs)}")
    if examples.commonest == examples.rarest:
        yield _example_line("commonest, rarest", examples.commonest)
    else:
        yield _example_line("commonest", examples.commonest)
        yield _example_line("rarest", examples.rarest)


def _example_line(name: str, example: "PairExample") -> str:
    rows = counted(example.rows, "row")
    base = show(example.base)
    return indented(name, f"{show(example.reference)}, {rows}, shortest base {base}")


def _grouping_text(grouping: Groups, short_labels: Mapping[str, str]) -> str:
    """Return the groups of specs that agree, with the specs without a rule in parentheses."""
    silent = dict(short_labels)
    groups = []
    for group in grouping:
        labels = [silent.pop(selector) for selector in group]
        groups.append(" ".join(labels))
    if not silent:
        return DOT.join(groups)
    no_rule = f"({' '.join(silent.values())}: no rule)"
    if not groups:
        return no_rule
    return DOT.join(groups) + GAP + no_rule
