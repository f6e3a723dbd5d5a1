"""The command `hexapla corpus`."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from hexapla.cli.group import (
    INTERRUPTED,
    SCHEMA,
    json_option,
    print_json,
    rendering,
    spec_option,
    this_terminal,
    workers_option,
)
from hexapla.cli.terminal import Terminal, label_of, show, siglum_of
from hexapla.comparison.explanation import WHEN, Clause, against_each_other
from hexapla.comparison.key import TARGET, CauseKey
from hexapla.corpus.columns import NamedColumns
from hexapla.corpus.examples import CauseExamples
from hexapla.corpus.extras import MissingExtraError, check
from hexapla.corpus.formats import format_of, formats
from hexapla.corpus.job import ROWS_IN_A_CHUNK, Job
from hexapla.corpus.row_formats import row_format
from hexapla.corpus.run import Result, begin, clear, conclude, run
from hexapla.corpus.source import Settings
from hexapla.corpus.summary import Summary
from hexapla.jobs.errors import RunError
from hexapla.jobs.files import json_line, written_whole
from hexapla.jobs.progress import Progress, no_progress
from hexapla.standard.resolution import Phase
from hexapla.standard.spec import AnySpec

_GAP = "  "
_TROUBLE = 2
_CAUSES_SHOWN = 12
_NO_RENDERER = "nothing is installed that makes a report; leave out --report"


@click.command()
@click.argument(
    "inputs",
    metavar="INPUT…",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False),
)
@click.option(
    "-o",
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the rows go: a file that ends in .jsonl or .parquet.",
)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(list(formats())),
    help="What the inputs are, whatever their names say.",
)
@click.option("--base-column", default="base", show_default=True, help="The column of the base.")
@click.option(
    "--reference-column",
    default="reference",
    show_default=True,
    help="The column of the reference.",
)
@click.option("--base", help="One base for all rows; the URL by which pages were retrieved.")
@workers_option
@click.option(
    "--chunk",
    metavar="ROWS",
    type=click.IntRange(min=1),
    default=ROWS_IN_A_CHUNK,
    show_default=True,
    help="How many rows a process reads at a time; what is finished is kept.",
)
@click.option("--resume", is_flag=True, help="Go on with a run that was not finished.")
@click.option(
    "--summary",
    "summary_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the summary goes, as JSON; by default beside OUT.",
)
@click.option(
    "--rejects",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where bad rows go, as JSON Lines; by default beside OUT.",
)
@click.option(
    "--report",
    "report_directory",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder for a page that shows the summary.",
)
@spec_option
@json_option
def corpus(
    inputs: tuple[str, ...],
    out: Path,
    format_name: str | None,
    base_column: str,
    reference_column: str,
    base: str | None,
    workers: int,
    chunk: int,
    resume: bool,
    summary_file: Path | None,
    rejects: Path | None,
    report_directory: Path | None,
    specs: tuple[AnySpec, ...],
    as_json: bool,
) -> None:
    """Compare many pairs of base and reference; write a row each, and count the causes.

    Inputs are JSON Lines, CSV and TSV with a header, Parquet, plain lines (with --base), HTML pages
    and WARC; text may be compressed by gzip. A bad row is counted and set aside; Ctrl-C leaves
    what is finished, and --resume goes on. Exit code: 0 where all targets agree, 1 where some
    differ, 2 where an input is damaged; all that is good in it is in OUT.
    """
    # Arrow's own pools keep what they once had; the system's gives it back. Workers inherit this.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    columns = NamedColumns(specs)
    job = Job(
        _sources(inputs, format_name, base),
        columns,
        out,
        Settings(base_column, reference_column, base),
        chunk,
    )
    _check_out(out, inputs)
    write_report = report_directory and rendering("corpus", _NO_RENDERER)
    rejects = rejects or out.with_suffix(".rejects.jsonl")
    summary_file = summary_file or out.with_suffix(".summary.json")
    try:
        check([job.row_format.need, *(formats()[name].need for _, name in job.sources)])
        begin(job, resume=resume)
        with _progress(job) as progress:
            finished = run(job, workers, progress)
    except (RunError, MissingExtraError) as error:
        raise click.UsageError(str(error)) from error
    result = conclude(job, rejects, finished=finished)
    _tell(result, job, rejects, summary_file, as_json)
    if write_report:
        write_report(result.summary, report_directory)
    if not finished:
        click.echo(f"stopped; {out} has what is finished. Go on with --resume.", err=True)
        sys.exit(INTERRUPTED)
    clear(job)
    sys.exit(_exit_code(result))


def _sources(
    inputs: tuple[str, ...], format_name: str | None, base: str | None
) -> tuple[tuple[str, str], ...]:
    """Give each input with the name of its format."""
    sources = []
    for name in inputs:
        found = formats()[format_name] if format_name else format_of(name)
        if found is None:
            there = ", ".join(formats())
            raise click.UsageError(
                f"{name!r} does not say by its name what it is; give a --format: {there}"
            )
        if not found.holds_bases and base is None:
            raise click.UsageError(f"{name!r} holds no bases; give one for all rows with --base")
        if not Path(name).is_file():
            raise click.UsageError(f"{name!r} is no file that can be read twice; copy it to one")
        sources.append((name, found.name))
    return tuple(sources)


def _check_out(out: Path, inputs: tuple[str, ...]) -> None:
    if row_format(out) is None:
        raise click.UsageError(f"{out} ends neither in .jsonl nor in .parquet; rename it")
    if not out.parent.is_dir():
        raise click.UsageError(f"there is no folder {out.parent}; make it first")
    if any(out.resolve() == Path(name).resolve() for name in inputs):
        raise click.UsageError(f"{out} is an input as well; name another file for the rows")


@contextmanager
def _progress(job: Job) -> Iterator[Progress]:
    """Show a bar with rate and time left on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        yield no_progress
        return
    start, done = time.monotonic(), 0
    with click.progressbar(
        length=job.octets,
        label="corpus",
        file=sys.stderr,
        show_pos=False,
        item_show_func=lambda rate: rate,
    ) as bar:

        def show_progress(octets: int, rows: int) -> None:
            nonlocal done
            done += rows
            rate = done / max(time.monotonic() - start, 1e-3)
            bar.update(octets, f"{rate:,.0f} rows/s")

        bar.render_progress()
        yield show_progress


def _tell(result: Result, job: Job, rejects: Path, summary_file: Path, as_json: bool) -> None:
    """Write the summary, and print it; say on standard error what could not be read."""
    summary = result.summary
    form = {
        "sources": [source for source, _ in job.sources],
        "rows_in": str(job.out),
        "bad_rows_in": str(rejects),
        "damages": [damage.to_dict() for damage in result.damages],
        "summary": summary.to_dict(),
    }
    with written_whole(summary_file) as file:
        file.write(json_line({"schema": SCHEMA, "command": "corpus", **form}))
    if as_json:
        print_json("corpus", form)
    else:
        click.echo("\n".join(_summary_lines(summary, job.out, summary_file, this_terminal())))
    if summary.bad:
        click.echo(f"{_rows(summary.bad)} set aside in {rejects}", err=True)
    for damage in result.damages:
        click.echo(f"damaged: {damage}", err=True)


def _exit_code(result: Result) -> int:
    if result.damages:
        return _TROUBLE
    return 1 if result.summary.differing(TARGET) else 0


def _summary_lines(
    summary: Summary, out: Path, summary_file: Path, terminal: Terminal
) -> Iterator[str]:
    """Give the summary for a reader: who agrees with whom, and why they do not."""
    sigla = {spec.selector: siglum_of(spec) for spec in summary.columns.specs}
    yield f"{_rows(summary.rows)} in {out}"
    yield ""
    yield terminal.strong("targets")
    for grouping, count in summary.groupings_of(TARGET):
        groups = (" ".join(sigla[selector] for selector in group) for group in grouping)
        share = 100 * count / summary.rows
        yield f"{count:>12,}{_GAP}{share:5.1f} %{_GAP}{f'{_GAP}·{_GAP}'.join(groups)}"
    labels = {spec.selector: label_of(spec) for spec in summary.columns.specs}
    for number, (key, examples) in enumerate(summary.by_frequency()[:_CAUSES_SHOWN], 1):
        yield ""
        yield terminal.wrap(f"[{number}] {_cause_text(key, examples, summary, labels)}")
        yield from _example_lines(examples)
    yield ""
    more = max(0, len(summary.causes) - _CAUSES_SHOWN)
    causes = f"{more} more {'cause' if more == 1 else 'causes'}"
    yield f"{causes}, and {len(summary.unseen())} pairs of rules never seen to part two"
    yield f"columns, are in {summary_file}"


def _cause_text(
    key: CauseKey, examples: CauseExamples, summary: Summary, labels: dict[str, str]
) -> str:
    left, right = summary.rules_of(key)
    clauses = Clause(((key.left, left),)), Clause(((key.right, right),))
    when = WHEN[Phase(key.phase)]
    said = against_each_other(clauses, labels.__getitem__)
    return f"{_rows(examples.rows)}, {key.facet}, {when}: {said}"


def _example_lines(examples: CauseExamples) -> Iterator[str]:
    """Yield a line for each example, with all that it is."""
    named = (("commonest", examples.commonest), ("rarest", examples.rarest))
    found = [(name, item) for name, item in named if item is not None]
    for item in dict.fromkeys(item for _, item in found):
        names = ", ".join(name for name, other in found if other == item)
        at_least = "" if item.at_least == item.at_most else "at least "
        yield (
            f"{_GAP}{names}{_GAP}{show(item.reference)} against {show(item.base)}, "
            f"{at_least}{_rows(item.at_least)}"
        )


def _rows(count: int) -> str:
    return "1 row" if count == 1 else f"{count:,} rows"
