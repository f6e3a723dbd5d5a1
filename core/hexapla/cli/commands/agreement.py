"""The command `hexapla agreement`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from hexapla import __version__
from hexapla.agreements.agreed_host import SCHEMES
from hexapla.agreements.agreement import UrlAgreement
from hexapla.agreements.borders import reading_text
from hexapla.agreements.matchers import LANGUAGES, matcher
from hexapla.agreements.parts import PARTS, TITLES
from hexapla.agreements.readers import named_reader, readers_of, versions_of
from hexapla.agreements.search import Learning
from hexapla.agreements.words import part_lines, ways_out
from hexapla.cli import AGREE, completion, options
from hexapla.cli.command import argument, command
from hexapla.cli.output import echo, faint, indented, print_json, progress, rendering, strong, wrap
from hexapla.divergence.answers import ALL, ASPECTS, aspects_of
from hexapla.divergence.model import HOST
from hexapla.implementations.programs import names_of
from hexapla.jobs.time_limit import TimeLimit
from hexapla.standard.display import show_cut
from hexapla.text.counted import counted
from hexapla.text.signs import sanitized
from hexapla.text.table import GAP, table
from hexapla.values.errors import RunError

_REGEX = "regex"
_COLUMNS = 100


@command(
    "agreement",
    "hexapla agreement rfc3986 whatwg",
    "hexapla agreement --as python rfc3986 whatwg",
)
@argument(
    "readers",
    "A standard such as rfc3986; adapter:NAME for a parser that `hexapla implementations` lists; "
    "python:MODULE:FUNCTION; or a command in quotes.",
    nargs=-1,
    required=True,
    metavar="READER READER…",
    shell_complete=completion.programs,
)
@options.on([*ASPECTS, ALL], HOST)
@click.option(
    "--scheme",
    "schemes",
    multiple=True,
    metavar="SCHEME",
    default=SCHEMES,
    show_default=True,
    help="Scheme that URLs may have. Repeatable.",
)
@options.flag("--idna", "Also try non-ASCII authorities; the agreement on them isn't exact.")
@options.value(
    "--extra-states",
    "NUMBER",
    "Test more strings, which also detect a learned automaton that lacks this many states.",
    type=click.IntRange(0, 2),
    default=0,
)
@options.seed
@click.option(
    "--as",
    "form",
    type=click.Choice([_REGEX, *LANGUAGES]),
    help="Print only a regular expression, or only a module that matches the URLs.",
)
@options.show_all
@options.timeout
@options.total_timeout
@options.report
@options.json
@options.quiet
def agreement(
    readers: tuple[str, ...],
    on: tuple[str, ...],
    schemes: tuple[str, ...],
    form: str | None,
    timeout: float,
    total_timeout: float,
    report_directory: Path | None,
    show_all: bool,
    as_json: bool,
    quiet: bool,
    **asked: Any,
) -> int:
    """Learn the set of URLs that all given standards and parsers (readers) parse in the same way.

    An automaton is learned for each part of a URL. The set is exact, except with --idna, or if an
    automaton lacks more states than --extra-states says. The output describes the strings allowed
    in each part, and lists every way in which the readers begin to differ, each with one of the
    shortest URLs. With --as, the output is a regular expression, or a module that matches the URLs.

    Exit code: 0, or 2 if the run exceeded its time limit. Ctrl-C shows the result so far.
    """
    if len(readers) < 2:
        raise click.UsageError("give at least two readers")
    write_report = report_directory and rendering("agreement")
    limit = TimeLimit(total_timeout)
    named = tuple(map(named_reader, readers))
    names = names_of(named)
    aspects = aspects_of(on)
    given = {name: value for name, value in asked.items() if value is not None}
    versions = versions_of(named, names)
    with readers_of(named, names, aspects, timeout, limit) as reading:
        learning = Learning(reading, aspects, schemes, versions=versions, **given)
        with progress("parts", learning.steps, quiet=quiet, counts=True) as bar:
            try:
                result = learning.shipped_or_learned(named, bar.update, limit)
            except KeyboardInterrupt:
                result = learning.result
    if write_report:
        write_report(result, report_directory)
    _print(result, form, show_all=show_all, as_json=as_json)
    if not result.complete:
        known = ", ".join(result.parts) or "nothing"
        if limit.reached:
            raise RunError(f"stopped after {limit} (--total-timeout); learned so far: {known}")
        raise KeyboardInterrupt(f"stopped; learned so far: {known}")
    return AGREE


def _print(result: UrlAgreement, form: str | None, *, show_all: bool, as_json: bool) -> None:
    if as_json:
        print_json("agreement", {"version": __version__, **result.to_dict()})
    elif form is None:
        echo("\n".join(_lines(result, show_all=show_all)))
    elif form == _REGEX:
        if result.regex is None:
            wrong = "the agreement is too large for a regular expression; use --as python or --json"
            raise RunError(wrong)
        click.echo(result.regex)
    else:
        click.echo(matcher(result.automaton, form, result.about, __version__))


def _lines(result: UrlAgreement, *, show_all: bool) -> Iterator[str]:
    known = []
    for name, version in result.versions.items():
        if version:
            known.append(f"{sanitized(name)} {sanitized(version)}")
    if known:
        yield "; ".join(known)
    yield strong(f"The URLs {result.about}:")
    yield ""
    yield from table(part_lines(result), _COLUMNS)
    yield ""
    if not result.complete:
        unknown = [TITLES[name] for name in PARTS if name not in result.parts]
        missing = ", ".join(unknown) or "where the readers begin to differ"
        yield wrap(f"Not learned: {missing}.")
        return
    yield wrap(f"Excluded, even if all readers agree: {result.left_out}.")
    yield wrap(f"The agreement is {result.exactness}.")
    if result.regex is not None:
        characters = counted(len(result.regex), "character")
        yield wrap(
            f"As a regular expression, without addresses in brackets: {characters}; "
            "--as regex prints it."
        )
    if result.check.differing:
        yield ""
        differing = f"{result.check.differing:,}"
        yield strong(f"Of {result.check.urls:,} whole URLs, {differing} contradict this:")
        for url in result.check.apart:
            yield indented(show_cut(url))
        left_out = result.check.differing - len(result.check.apart)
        if left_out:
            yield indented(f"and {left_out:,} more")
    yield from _border_lines(result, show_all=show_all)


def _border_lines(result: UrlAgreement, *, show_all: bool) -> Iterator[str]:
    """Yield lines about the places where the readers begin to differ (borders).

    Unless `show_all` is true, only one of several similar places is shown.
    """
    ways = ways_out(result)
    found = counted(len(ways), "way")
    places = counted(len(result.borders), "place")
    heading = f"{found} in which the readers begin to differ, at {places}"
    borders = list(result.borders)
    if not show_all:
        heading += "; --all shows every place"
        borders = [way.border for way in ways]
    yield ""
    yield strong(heading)
    for border in borders:
        yield ""
        yield wrap(f"{GAP}{border.says}")
        read = []
        for name, values in border.reads.items():
            read.append(f"{name} {reading_text(values)}")
        yield f"{GAP}{GAP}{show_cut(border.url)}{GAP}{' | '.join(read)}"
        if border.difference is not None:
            yield faint(f"{GAP}{GAP}{border.difference}")
