"""The command `hexapla corpus`."""

import atexit
import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from hexapla.cli import AGREE, DISAGREE, TROUBLE, options
from hexapla.cli.command import argument, command
from hexapla.cli.files import check_outputs, named
from hexapla.cli.output import echo, print_json, progress, rendering, strong, wrap
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
from hexapla.text.table import GAP
from hexapla.values.extras import check_installed
from hexapla.values.schema import json_document

if TYPE_CHECKING:
    from hexapla.corpus.run import Job, Result
    from hexapla.corpus.summary import CauseExamples, Summary

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
    "Files in JSON Lines, CSV or TSV with a header, Parquet, plain lines (with --base), HTML or "
    "WARC; text files may be compressed with gzip.",
    metavar="INPUT…",
    nargs=-1,
    required=True,
    type=options.INPUT,
)
@options.output("a row for each pair, as JSON Lines (.jsonl) or Parquet (.parquet),", required=True)
@options.value(
    "--format format_name",
    None,
    "Format of the inputs.  [default: by file name]",
    type=click.Choice(list(FORMATS)),
)
@options.value("--base-field", "NAME", "Name of the field that contains the base.", default="base")
@options.value(
    "--reference-field",
    "NAME",
    "Name of the field that contains the reference.",
    default="reference",
)
@options.base("The base URI for all rows, or the URL from which the pages were retrieved.")
@options.max_page_bytes
@options.workers
@options.value(
    "--chunk",
    "ROWS",
    "Number of rows that a process reads at a time; finished chunks are kept.",
    type=click.IntRange(1, 10_000_000),
    default=10_000,
)
@options.value(
    "--fields",
    "NAME[,NAME]…",
    f"Fields of the output rows: default ({', '.join(DEFAULT)}), all (these and "
    f"{', '.join(_REST)}), or a list of names.",
    default=",".join(DEFAULT_NAMES),
    show_default=False,
    callback=_choose,
)
@options.flag(
    "--only-differing", "Write only rows whose targets differ; the summary still counts all rows."
)
@options.resume
@options.output_file(
    "--summary summary_file",
    "Write the summary to this file, as JSON; by default, next to the output.",
)
@options.output_file(
    "--unseen", "Write the rule pairs that never caused a difference to this file, as JSON."
)
@options.output_file(
    "--rejects", "Write bad rows to this file, as JSON Lines; by default, next to the output."
)
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

    The command requires the extra hexapla[corpus], which installs pyarrow and DuckDB; HTML requires
    hexapla[html], and WARC requires hexapla[warc].

    Inputs must be files; standard input isn't supported. Bad rows are counted and written to a
    separate file. After Ctrl-C, finished work is kept; to resume, repeat the same command with
    --resume. With -o -, the rows are printed as JSON Lines and the summary goes to standard error;
    other files are written only if you name them.

    In the summary, each cause is shown with its id; the fields causes and parts_causes of the rows
    contain these ids. Each cause explains a difference between two standards, and is shown with the
    number of rows in which they differ for this reason.

    Exit code: 0 if all targets agree, 1 if some differ, 2 if a row is bad or an input is damaged.
    """
    is_printed = _is_printed(output, resume=resume, as_json=as_json)
    with tempfile.TemporaryDirectory() if is_printed else nullcontext() as folder:
        temporary = None if folder is None else Path(folder)
        job = _job(temporary / "rows.jsonl" if temporary else output, **compared)
        summary_file = summary_file or _beside(job.out, "summary.json")
        rejects = rejects or _beside(job.out, "rejects.jsonl")
        files = _Files(output, summary_file, rejects, unseen, temporary)
        _check(job, files, report_directory, force=force)
        write_report = report_directory and rendering("corpus")
        with run_folder(job.parts, job.to_dict(), resume=resume) as provenance:
            job = attrs.evolve(job, provenance=provenance)
            result, form = _run(job, files, workers, quiet=quiet)
            if write_report:
                write_report(result.summary, report_directory)
            if result.finished:
                remove_run(job.parts)
        return _print(job, files, result, form if as_json else None, quiet=quiet)


def _is_printed(output: Path, *, resume: bool, as_json: bool) -> bool:
    """Return whether rows go to standard output; reject options that can't be combined."""
    is_printed = str(output) == options.STANDARD_STREAM
    if is_printed and (resume or as_json):
        wrong = "--resume" if resume else "--json"
        raise click.UsageError(f"{wrong} needs a file for the rows; name one instead of -o -")
    if not is_printed and output.suffix not in (".jsonl", ".parquet"):
        wrong = "the name of the output must end in .jsonl (JSON Lines) or .parquet (Parquet)"
        raise click.UsageError(f"can't write {output}: {wrong}")
    return is_printed


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
        return None if file.parent == self.temporary else file


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
    input_format = FORMATS[format_name] if format_name else format_of(name)
    if input_format is None:
        wrong = "has no known file extension; give its --format"
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


def _run(
    job: "Job", files: _Files, workers: int, *, quiet: bool
) -> tuple["Result", dict[str, object]]:
    """Compare the pairs and write the summary; return the result, and the summary's JSON form."""
    from hexapla.corpus.run import run

    with progress("corpus", job.octets(job.sources), quiet=quiet) as bar:
        result = run(job, files.rejects, workers, bar.update)
    made = {"hexapla": job.provenance.to_dict()}
    form: dict[str, object] = {
        **made,
        "sources": [source for source, _ in job.sources],
        "rows_in": str(files.rows),
        "bad_rows_in": str(files.rejects),
        "damages": [damage.to_dict() for damage in result.damages],
        "summary": result.summary.to_dict(),
    }
    documents = {files.summary: form}
    if files.unseen is not None:
        documents[files.unseen] = {**made, **result.summary.unseen_to_dict()}
    for file, document in documents.items():
        write_whole(file, f"{json_text(json_document('corpus', document))}\n")
    return result, form


def _print(
    job: "Job", files: _Files, result: "Result", form: Mapping[str, object] | None, *, quiet: bool
) -> int:
    """Print the JSON form, if any, or the rows or the summary; return the exit code."""
    if form is not None:
        print_json("corpus", form)
    elif files.temporary:
        with job.out.open("rb") as rows:
            shutil.copyfileobj(rows, sys.stdout.buffer)
    else:
        where = f" in {named(files.rows)}"
        if job.only_differing:
            differing = f"{result.summary.differing(TARGET):,}"
            where = f"; those whose targets differ ({differing}) are{where}"
        echo("\n".join(_summary_lines(result.summary, where, files.summary)))
    for note in _notes(files, result, quiet=quiet):
        echo(note, err=True)
    if not result.finished:
        kept = f"{named(files.rows)} has the finished rows. Continue with --resume."
        partial = "the printed rows are incomplete."
        raise KeyboardInterrupt(f"stopped; {partial if files.temporary else kept}")
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
        kept = f", kept in {named(files.rejects)}" if files.kept(files.rejects) else ""
        first = sanitized("row {row} of {source}: {wrong}".format_map(result.bad))
        yield f"bad: {counted(result.summary.bad, 'row')}{kept}; the first is {first}"
    for damage in result.damages:
        yield f"damaged: {sanitized(str(damage))}"


def _summary_lines(summary: "Summary", where: str, summary_file: Path | None) -> Iterator[str]:
    """Yield the lines of a corpus's summary.

    `where` follows the number of rows; it names the file of rows.
    """
    short_labels = {spec.selector: spec.short_label for spec in summary.specs.specs}
    yield f"{counted(summary.rows, 'row')}{where}"
    if summary.rows:
        yield ""
        differing = how_many_differ(summary.differing(TARGET), summary.rows, "row")
        yield strong(f"targets: {differing}")
    for grouping, count in summary.groupings_of(TARGET):
        share = 100 * count / summary.rows
        yield f"{count:>12,}{GAP}{share:5.1f} %{GAP}{_grouping_text(grouping, short_labels)}"
    # Causes of different targets come first: parts may differ even if the targets agree.
    causes = sorted(summary.by_frequency(), key=lambda item: item[0].facet != TARGET)
    shown = causes[:_CAUSES_SHOWN]
    for facet, of_facet in groupby(shown, key=lambda item: item[0].facet):
        yield ""
        yield strong(_CAUSES_OF[facet])
        for key, examples in of_facet:
            yield ""
            yield from _cause_lines(key, examples, summary.specs.specs)
    more = len(causes) - len(shown)
    if more:
        yield ""
        where = f" in {named(summary_file)}" if summary_file else ""
        yield f"{counted(more, 'more cause')}{where}"


def _cause_lines(
    key: CauseKey, examples: "CauseExamples", specs: tuple[Spec, ...]
) -> Iterator[str]:
    """Yield a cause with its id, and its most common and its least common reference."""
    said = f"{Phase(key.phase).words}: {rules_in_words(key, specs)}"
    yield wrap(f"[{key.id}] {counted(examples.rows, 'row')}, {said}")
    both = {"commonest": examples.commonest, "rarest": examples.rarest}
    for item in dict.fromkeys(both.values()):
        names = ", ".join(name for name, other in both.items() if other == item)
        shown = f"{show(item.reference)}, {counted(item.rows, 'row')}"
        yield f"{GAP}{names}{GAP}{shown}, the shortest base {show(item.base)}"


def _grouping_text(grouping: Groups, short_labels: Mapping[str, str]) -> str:
    """Return the groups of specs that agree, with the specs without a rule in parentheses."""
    groups = (" ".join(short_labels[selector] for selector in group) for group in grouping)
    in_groups = {selector for group in grouping for selector in group}
    silent = " ".join(sign for selector, sign in short_labels.items() if selector not in in_groups)
    told = f"{GAP}·{GAP}".join(groups), silent and f"({silent}: no rule)"
    return GAP.join(filter(None, told))
