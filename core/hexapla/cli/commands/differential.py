"""The command `hexapla differential`."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from hexapla.cli import AGREE, DISAGREE, completion, options
from hexapla.cli.command import argument, command
from hexapla.cli.files import check_outputs, named
from hexapla.cli.output import echo, indented, print_json, progress, rendering, strong, wrap
from hexapla.differentials.differential import (
    REPORTED,
    Baseline,
    ClassFinding,
    Differential,
    Pair,
    check_comparable,
    read_baseline,
)
from hexapla.differentials.inputs import ALPHABET, COUNT, MAX_LENGTH, PREFIX, Inputs
from hexapla.differentials.search import Search
from hexapla.divergence.answers import ALL, ASPECTS, COMPARED_AS, aspects_of
from hexapla.divergence.divergence import Divergence
from hexapla.divergence.messages import message_text
from hexapla.divergence.model import HOST
from hexapla.implementations.case_files import read_urls
from hexapla.implementations.labels import parser_label
from hexapla.implementations.programs import names_of, started, version_of
from hexapla.jobs.atomic import reserved, write_whole
from hexapla.jobs.time_limit import TimeLimit
from hexapla.standard.display import show_cut
from hexapla.text.counted import counted, how_many_differ
from hexapla.text.signs import sanitized
from hexapla.text.table import GAP, aligned


@command(
    "differential",
    "hexapla differential --max-length 2 --count 0 adapter:urllib.parse spec:whatwg",
    "hexapla differential --max-length 3 --count 0 --on host --on port spec:rfc2396 spec:rfc3986",
    "hexapla differential --max-length 0 --against urls.txt --json spec:rfc1738 spec:rfc3986",
    "hexapla differential --count 0 --write baseline.json adapter:urllib.parse spec:rfc3986",
    "hexapla differential --count 0 --check baseline.json adapter:urllib.parse spec:rfc3986",
)
@argument(
    "programs",
    "adapter:NAME for a parser that `hexapla implementations` lists; spec:SELECTOR for a standard; "
    "python:MODULE:FUNCTION; or a command in quotes.",
    nargs=-1,
    required=True,
    metavar="PROGRAM PROGRAM…",
    shell_complete=completion.programs,
)
@options.on([*ASPECTS, ALL], HOST)
@options.alphabet(default=ALPHABET)
@options.max_length(MAX_LENGTH)
@options.value(
    "--prefix", "TEXT", "Text to put before each string that --max-length allows.", default=PREFIX
)
@options.count("random URLs", 0, COUNT)
@options.seed
@options.input_file(
    "--against",
    "File of URLs to try first, one per line, as text or JSON.",
)
@options.show_all
@options.candidates
@options.input_file("--check", "Compare with this baseline, and fail only for new classes.")
@options.output_file("--write", "Write the classes to this file, as a baseline for --check.")
@options.force
@options.timeout
@options.total_timeout
@options.report
@options.json
@options.quiet
def differential(
    programs: tuple[str, ...],
    against: Path | None,
    check: Path | None,
    write: Path | None,
    force: bool,
    total_timeout: float,
    report_directory: Path | None,
    show_all: bool,
    as_json: bool,
    **asked: Any,
) -> int:
    """Find URLs that programs parse differently, with the rule behind each difference.

    A program reads lines such as {"id": 1, "parse": "http://a/b"}. It answers each line with a JSON
    object of the URL's components, or with {"error": …}. Differences that result from the same
    behaviour form a class, which is shown with its smallest example. If a program rejects a URL,
    the URL's components aren't compared; to compare which URLs are rejected, use --on accepts.

    By default, up to 27,621 URLs are tried, which can take minutes; for a quick look, use
    --max-length 2 --count 0. Ctrl-C shows the result so far.

    Exit code: 0 if the programs agree or, with --check, if no class is new; 2 if nothing could be
    compared or the run exceeded its time limit; otherwise 1.
    """
    read = {"the file given with --against": against, "the file given with --check": check}
    written = {"the file given with --write": write}
    check_outputs(written, read, report=report_directory, force=force)
    write_report = report_directory and rendering("differential")
    baseline = None
    if check is not None:
        baseline = read_baseline(check)
    versions = _versions(programs)
    limit = TimeLimit(total_timeout)
    with reserved(write) as unfinished:
        result = _search(programs, against, limit, **asked)
        if write is not None and result.complete:
            write_whole(write, result.to_json(), unfinished)
    if write_report:
        write_report(result, versions, report_directory)
    _print(result, baseline, versions, show_all=show_all, as_json=as_json)
    if not result.complete:
        unwritten = ""
        if write is not None:
            unwritten = f"; {named(write)} was not written"
        if not limit.reached:
            raise KeyboardInterrupt(f"stopped; the result covers {result.asked:,} URLs{unwritten}")
        raise limit.exceeded(result.asked, len(result.inputs), "URLs", unwritten)
    return AGREE if result.new(baseline or {}).agrees else DISAGREE


def _versions(programs: Sequence[str]) -> dict[str, str | None]:
    """Return the version that each adapter reports; None for specs and for other programs.

    Raises:
        click.UsageError: There are fewer than two programs.
        HexaplaError: As for `version_of`.
    """
    if len(programs) < 2:
        raise click.UsageError("give at least two programs")
    return dict(zip(names_of(programs), map(version_of, programs), strict=True))


def _search(
    programs: Sequence[str],
    against: Path | None,
    limit: TimeLimit,
    *,
    on: Sequence[str],
    timeout: float,
    quiet: bool,
    **tried: Any,
) -> Differential:
    """Try every URL, with a progress bar; raise an error if two programs couldn't be compared.

    The result is partial after Ctrl-C, or if the time limit is reached.
    """
    given = {name: value for name, value in tried.items() if value is not None}
    if against is not None:
        given["against"] = read_urls(against)
    inputs = Inputs(**given)
    with (
        started(programs, timeout, limit) as parsing,
        progress("URLs", len(inputs), quiet=quiet, counts=True) as bar,
    ):
        asked = dict(zip(names_of(programs), parsing, strict=True))
        search = Search(asked, aspects_of(on), inputs)
        try:
            result = search.run(bar.update, limit)
        except KeyboardInterrupt:
            return search.result()
    check_comparable(result)
    return result


def _print(
    result: Differential,
    baseline: Baseline | None,
    versions: Mapping[str, str | None],
    *,
    show_all: bool,
    as_json: bool,
) -> None:
    if not as_json:
        echo("\n".join(_lines(result, baseline, versions, show_all=show_all)))
        return
    form = result.to_dict()
    form["versions"] = versions
    form["baseline"] = None
    if baseline is not None:
        new = [finding.item.id for finding in result.new(baseline).classes]
        gone = []
        for item, url in result.gone(baseline).items():
            gone.append({"id": item.id, "url": url})
        form["baseline"] = {"new": new, "gone": gone}
    print_json("differential", form)


def _lines(
    result: Differential,
    baseline: Baseline | None,
    versions: Mapping[str, str | None],
    *,
    show_all: bool,
) -> Iterator[str]:
    """Yield the lines of a result; with a baseline, only the classes that aren't in it."""
    known = []
    for name, version in versions.items():
        if version:
            known.append(f"{_label(name)} {sanitized(version)}")
    if known:
        yield "; ".join(known)
    shown = result
    if baseline is not None:
        shown = result.new(baseline)
    yield wrap(shown.inputs.statement)
    for aspect in shown.aspects:
        yield wrap(f"{aspect}: compared {COMPARED_AS[aspect]}")
    yield from _own_lines(result, shown)
    for pair, aspect in shown.compared:
        yield ""
        yield from _pair_lines(pair, aspect, result, shown, show_all=show_all)
    for name, answers in shown.unanswered.items():
        urls = counted(len(answers), "URL")
        yield ""
        no_answer = f"{_label(name)} gave no answer to {urls}"
        yield strong(f"{no_answer}, which doesn't count as a difference")
        for answer in answers[:REPORTED]:
            trouble = message_text(answer.trouble or "")
            yield indented(show_cut(answer.case.url), trouble)
    if baseline is not None:
        yield ""
        yield from _baseline_lines(result, shown, baseline)


def _pair_lines(
    pair: Pair, aspect: str, result: Differential, shown: Differential, *, show_all: bool
) -> Iterator[str]:
    """Yield the number of URLs that two programs parse differently, and the classes."""
    counts = shown.compared[pair, aspect]
    findings = shown.classes_of(pair, aspect)
    classes = counted(len(findings), "class", "classes")
    if shown is not result:
        new_classes = counted(len(findings), "new class", "new classes")
        known_classes = len(result.classes_of(pair, aspect)) - len(findings)
        classes = f"{new_classes}, {known_classes} known"
    programs = " and ".join(map(_label, pair))
    differing = how_many_differ(counts.differing, counts.inputs, "URL")
    yield strong(f"{programs}, {aspect}: {classes}; {differing}")
    skipped = result.not_compared(pair, aspect)
    if skipped:
        yield wrap(skipped)
    most = None if show_all else REPORTED
    for number, finding in enumerate(findings[:most], 1):
        yield from _class_lines(number, finding, show_all=show_all)
    more = len(findings) - REPORTED
    if more > 0 and not show_all:
        yield f"and {more} more, which --all shows"


def _baseline_lines(result: Differential, shown: Differential, baseline: Baseline) -> Iterator[str]:
    """Yield how many classes are new, and the classes that weren't seen again."""
    new = len(shown.findings)
    known = len(result.findings) - new
    yield f"{new} new, {known} known from the baseline"
    for item, url in result.gone(baseline).items():
        yield indented(f"not seen again: {show_cut(url)}", f"{item.aspect}: {item}")


def _label(program: str) -> str:
    return sanitized(parser_label(program))


def _own_lines(result: Differential, shown: Differential) -> Iterator[str]:
    """Yield the number of URLs from `--against` on which programs differ, then the differences.

    With a baseline, differences that belong to a known class are counted but not shown.
    """
    given = set(result.inputs.against)
    if not given:
        return
    differing = {difference.url for difference in result.against}
    only_known = differing.difference(difference.url for difference in shown.against)
    says = how_many_differ(len(differing), len(given), "given URL")
    if only_known:
        says += f", {len(only_known):,} of them only as recorded in the baseline"
    yield ""
    yield strong(says)
    for difference in shown.against:
        yield from _example_lines(difference)


def _class_lines(number: int, finding: ClassFinding, *, show_all: bool) -> Iterator[str]:
    """Yield a class's smallest example.

    With `show_all`, also yield the class's rules and the example before it was shrunk.
    """
    urls = f"[{number}] {counted(finding.inputs, 'URL')}"
    if not show_all:
        yield f"{urls}: {finding.sentence}{GAP}{_example_line(finding.smallest)}"
        return
    yield ""
    yield wrap(f"{urls}: {finding.item}")
    for side in finding.sides:
        yield wrap(f"{_label(side.program)}: {side.by_rule}")
    yield from _example_lines(finding.smallest)
    if finding.original.url != finding.smallest.url:
        yield indented(f"shrunk from {_example_line(finding.original)}")


def _example_line(difference: Divergence) -> str:
    read = " | ".join(side.text for side in difference.sides)
    return f"{show_cut(difference.url)}{GAP}{read}"


def _example_lines(difference: Divergence) -> Iterator[str]:
    yield indented(show_cut(difference.url))
    rows = []
    for side in difference.sides:
        label = _label(side.program)
        rows.append((label, side.text, f"it {side.says}", side.by_rule))
    for line in aligned(rows):
        yield f"{GAP}{GAP}{line}"
