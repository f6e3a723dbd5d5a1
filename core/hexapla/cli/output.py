"""Print the results of commands, as text for a terminal or as JSON documents."""

import functools
import json
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from itertools import chain
from typing import TYPE_CHECKING, Any

import attrs
import click

from hexapla.cli import AGREE, DISAGREE
from hexapla.standard.registry import load
from hexapla.text.signs import visible_words, width
from hexapla.text.table import GAP, wrapped
from hexapla.values.schema import json_document
from hexapla.values.value import json_form

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

    from hexapla.identification.recording import Recordings

_WIDEST_TEXT = 100
# Matches the escape sequences that begin or end our styles; no other sequences are printed.
_STYLE = re.compile(r"(\x1b\[(?:[012]|3[12])m)")

# click removes styles from output to a file, unless FORCE_COLOR is set.
strong = functools.partial(click.style, bold=True)
faint = functools.partial(click.style, dim=True)
accent = functools.partial(click.style, fg="red", bold=True)
removed = functools.partial(click.style, fg="red")
inserted = functools.partial(click.style, fg="green")


def headed(heading: str, *items: str) -> str:
    """Return a line with a bold heading, such as the label of a standard, and the given items."""
    return GAP.join((strong(heading), *items))


def indented(*items: object) -> str:
    """Return an indented line that contains the given items, separated by gaps."""
    return GAP + GAP.join(map(str, items))


def wants_colour(environment: Mapping[str, str]) -> bool | None:
    """Return whether the environment asks for colour; None if it depends on the terminal.

    A non-empty `NO_COLOR` takes precedence over `FORCE_COLOR`.
    """
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return True
    if environment.get("TERM") == "dumb":
        return False
    return None


def echo(text: str = "", *, err: bool = False) -> None:
    """Print lines for people, with invisible characters made visible.

    As a last safeguard, the function escapes untrusted text that its callers didn't escape. On a
    terminal, long lines are broken at spaces.
    """
    lines: Iterable[str] = map(_visible_line, text.split("\n"))
    stream = sys.stderr if err else sys.stdout
    if stream.isatty():
        size = shutil.get_terminal_size().columns
        lines = chain.from_iterable(folded(line, size) for line in lines)
    click.echo("\n".join(lines), err=err)


def folded(line: str, columns: int) -> list[str]:
    """Break a line at spaces into lines of at most `columns` columns; a long word stays whole.

    Styles in the line don't count towards its width. Further lines are indented.

    >>> folded("  a URL  that is long", 12)
    ['  a URL', '    that is', '    long']
    """
    if width(_STYLE.sub("", line)) <= columns:
        return [line]
    indent = " " * (len(line) - len(line.lstrip(" ")))
    pieces = re.split("( +)", line.strip(" "))
    parts = [indent + pieces[0]]
    for space, word in zip(pieces[1::2], pieces[2::2], strict=True):
        longer = parts[-1] + space + word
        if width(_STYLE.sub("", longer)) <= columns:
            parts[-1] = longer
        else:
            parts.append(f"{indent}{GAP}{word}")
    return parts


def _visible_line(line: str) -> str:
    """Replace invisible characters in a line with visible symbols, but keep our styles."""
    if line.isascii() and line.isprintable():
        return line
    pieces = _STYLE.split(line)
    pieces[::2] = map(visible_words, pieces[::2])
    return "".join(pieces)


def columns(most: int = _WIDEST_TEXT) -> int:
    """Return the line width of the terminal, but at most `most`; `most` if there is no terminal."""
    if not sys.stdout.isatty():
        return most
    return min(shutil.get_terminal_size().columns, most)


def wrap(text: str, indent: str = "") -> str:
    """Break a text into lines, at spaces only; each line begins with the indent."""
    lines = wrapped(text, columns() - len(indent), "")
    return "\n".join(f"{indent}{line}" for line in lines)


def progress(label: str, length: int, *, quiet: bool, counts: bool = False) -> "ProgressBar[int]":
    """Return a progress bar on standard error, hidden if there is no terminal or `quiet` is true.

    If `counts` is true, the bar shows the numbers of finished steps and of all steps.
    """
    hidden = quiet or not sys.stderr.isatty()
    return click.progressbar(
        length=length, label=label, file=sys.stderr, hidden=hidden, show_pos=counts
    )


def print_json(command: str, form: Mapping[str, object]) -> None:
    """Print a JSON document on one line, in ASCII, so that no character is lost.

    The members of `form` may be `Value` objects; the JSON forms of these objects are printed.
    """
    click.echo(json.dumps(json_document(command, form), default=json_form))


@attrs.define
class Printer:
    """Print a command's results one after the other: as text, as JSON, or not at all.

    Attributes:
        command: The name of the command.
        as_json: Whether to print JSON.
        silent: Whether to print nothing.
        between: The text between two printed results.
        code: The exit code: 0 if all results so far mean yes or agreement, 1 if not.
    """

    command: str
    as_json: bool
    silent: bool
    between: str = "\n"
    code: int = attrs.field(default=AGREE, init=False)
    _before: str = attrs.field(default="", init=False)

    def print(
        self, lines: Iterable[str], form: Callable[[], Mapping[str, object]], *, is_yes: bool
    ) -> None:
        """Print a result as text or JSON, unless `silent` is true, and update the exit code.

        Args:
            lines: The lines to print as text; if there are no lines, nothing is printed as text.
            form: A function that returns the JSON form of the result.
            is_yes: Whether the result means yes or agreement.
        """
        if not is_yes:
            self.code = DISAGREE
        if self.silent:
            return
        if self.as_json:
            print_json(self.command, form())
            return
        text = "\n".join(lines)
        if text:
            echo(self._before + text)
        self._before = self.between


REPORT_GROUP = "hexapla.reports"
RECORDING_GROUP = "hexapla.recordings"


def recorded(question: str) -> "Iterator[Recordings]":
    """Yield the recordings of parsers' answers that packages provide through entry points.

    Args:
        question: What the parsers were asked to do: `resolve` or `parse`.

    Raises:
        PlugInError: An entry point can't be loaded, or doesn't name a function.
    """
    for point in entry_points(group=RECORDING_GROUP):
        given: Any = load(point, _no_function)
        yield given(question)


def _no_function(value: object) -> str | None:
    if callable(value):
        return None
    return f"doesn't name a function: {value!r}"


def rendering(name: str) -> Callable[..., None]:
    """Load the function that renders a result, from the entry point with the given name.

    The parameters of the function depend on the name. The function of a plug-in takes precedence
    over the function that comes with Hexapla.

    Raises:
        click.UsageError: No such entry point is installed.
        PlugInError: The entry point can't be loaded, or doesn't name a function.
    """
    points = entry_points(group=REPORT_GROUP, name=name)
    point = min(points, key=_comes_with_hexapla, default=None)
    if point is None:
        missing = "no installed package makes reports or badges"
        wrong = f"{missing}; install hexapla[site], or omit --badge and --report"
        raise click.UsageError(wrong)
    loaded = load(point, _no_function)
    assert callable(loaded)
    return loaded


def _comes_with_hexapla(point: EntryPoint) -> bool:
    return point.dist is not None and point.dist.name == "hexapla"
