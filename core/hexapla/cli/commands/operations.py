"""The commands for operations other than resolving: escaping, equivalence and more."""

import re
from bisect import bisect_right
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import click

from hexapla.cli import options
from hexapla.cli.command import argument
from hexapla.cli.output import accent, faint, printing, strong
from hexapla.jobs.input_files import check_text
from hexapla.operations.equivalence import Equivalence, NormalForm, Rewritten, Rung, Sameness
from hexapla.operations.escaping import EscapingComparison, Unescaped
from hexapla.operations.extraction import ExtractionComparison
from hexapla.operations.schemes import CommandSequence
from hexapla.standard import operations
from hexapla.standard.component import SHARED_NAMES
from hexapla.standard.display import show
from hexapla.standard.spec import Spec
from hexapla.text.signs import UNDEFINED
from hexapla.text.table import GAP

# The maximum size of a text, in bytes; several copies of the text are in memory at once.
_LONGEST_TEXT = 16 << 20


def _by_spec(ask: Callable[..., Any], member: str) -> dict[str, Any]:
    """Return the arguments `ask` and `form` of `printing` for an operation of a single spec."""

    def form(given: Sequence[Any], text: str, specs: Sequence[Spec], **_: Any) -> dict[str, object]:
        selectors = [spec.selector for spec in specs]
        return {"text": text, "specs": selectors, member: [item.to_dict() for item in given]}

    def asked(text: str, specs: Sequence[Spec], **options: Any) -> list[Any]:
        return [ask(text, spec=spec, **options) for spec in specs]

    return {"ask": asked, "form": form}


_up_to = click.option(
    "--up-to",
    type=click.Choice([rung.value for rung in Rung]),
    help="Highest rung of the standard's comparison ladder to try.  [default: the highest]",
)


def _is_one(given: Iterable[object]) -> bool:
    """Return whether results are equal, ignoring None; false if all are None."""
    return len(set(given) - {None}) == 1


def _rewriting_lines(steps: Iterable[Rewritten]) -> Iterator[str]:
    """Yield a line for each step: the text before and after it, and the provision."""
    for step in steps:
        yield f"{GAP}{show(step.before)} → {show(step.after)}{GAP}{faint(str(step.provision))}"


@printing(
    "normalize",
    "hexapla normalize HTTP://EXAMPLE.org/a/../%7Eb --spec rfc3986",
    "hexapla normalize HTTP://a/../%7Eb --up-to case --spec rfc3986",
    "printf 'HTTP://a\\nhttp://a/\\n' | hexapla normalize - --spec rfc3986 --json",
    **_by_spec(operations.normalize, "normal_forms"),
    is_yes=lambda given: _is_one(item.normal for item in given),
)
@argument("texts", "The URI; - reads URIs from standard input, one per line.", metavar="URI")
@_up_to
def normalize(given: Sequence[NormalForm], specs: Sequence[Spec], **_: Any) -> Iterator[str]:
    """Print the normal form of a URI under each standard.

    – means that the standard defines no normal form.

    Exit code: 0 if the standards that define a normal form agree; 1 if they differ, or if no
    standard defines a normal form.
    """
    for spec, normal_form in zip(specs, given, strict=True):
        shown = UNDEFINED if normal_form.normal is None else show(normal_form.normal)
        yield f"{strong(spec.label)}{GAP}{shown}"
        if normal_form.normal is None:
            yield f"{GAP}{normal_form.provision or 'the standard defines no normal form'}"
        yield from _rewriting_lines(normal_form.steps)


@printing(
    "unescape",
    "hexapla unescape 'caf%C3%A9'",
    "hexapla unescape 'a%zz' --spec rfc3986",
    "printf '%%41\\n%%2F\\n' | hexapla unescape - --json",
    **_by_spec(operations.unescape, "unescaped"),
    is_yes=lambda given: (
        _is_one(item.text for item in given) and not any(item.malformed for item in given)
    ),
    between="",
)
@argument("texts", "The string; - reads strings from standard input, one per line.", metavar="TEXT")
def unescape(given: Sequence[Unescaped], specs: Sequence[Spec]) -> Iterator[str]:
    """Decode the escape sequences of a string as each standard does.

    The string is decoded only once: the result isn't decoded again.

    Exit code: 0 if the standards agree and all sequences are well formed, 1 if not.
    """
    for spec, unescaped in zip(specs, given, strict=True):
        octets = "" if unescaped.octets is None else unescaped.octets.hex(" ")
        shown = UNDEFINED if unescaped.text is None else show(unescaped.text)
        yield f"{strong(spec.label)}{GAP}{shown}{GAP}{faint(octets)}"
        for bad in unescaped.malformed:
            yield f"{GAP}at {bad.offset}, {show(bad.text)}: {bad.provision}"


@printing(
    "access",
    "hexapla access 'ftp://host.example/%2Fetc/motd' --spec rfc1738",
    "hexapla access 'ftp://host.example/pub/' --spec rfc1630 --spec rfc1738 --json",
    **_by_spec(operations.access, "sequences"),
    is_yes=lambda given: _is_one(item.commands or None for item in given),
)
@argument("texts", "The URL; - reads URLs from standard input, one per line.", metavar="URL")
def access(sequences: Sequence[CommandSequence], specs: Sequence[Spec]) -> Iterator[str]:
    """Print the commands that a client sends to access a URL, under each standard.

    Arguments that the URL doesn't supply are omitted. – means that the standard gives no commands
    for the URL.

    Exit code: 0 if the standards that give commands agree; 1 if they differ, or if no standard
    gives commands.
    """
    for spec, sequence in zip(specs, sequences, strict=True):
        place = UNDEFINED
        if sequence.host is not None:
            port = f", port {sequence.port}" if sequence.port else ", the default port"
            place = f"host {show(sequence.host)}{port}"
        yield f"{strong(spec.label)}{GAP}{place}"
        for item in sequence.commands:
            given = "" if item.argument is None else f" {show(item.argument)}"
            request = " (on request)" if item.on_request else ""
            yield f"{GAP}{item.name}{given}{request}{GAP}{faint(str(item.provision))}"


# Comparing standards.


def _equivalence_form(equivalences: Sequence[Equivalence], **_: Any) -> dict[str, object]:
    return {
        "left": equivalences[0].left,
        "right": equivalences[0].right,
        "specs": [item.selector for item in equivalences],
        "agrees": _same_verdict(equivalences),
        "equivalences": [item.to_dict() for item in equivalences],
    }


def _are_equivalent(equivalences: Iterable[Equivalence]) -> bool:
    return {item.verdict for item in equivalences} - {Sameness.UNDECIDED} == {Sameness.SAME}


def _same_verdict(equivalences: Iterable[Equivalence]) -> bool:
    return len({item.verdict for item in equivalences} - {Sameness.UNDECIDED}) < 2


def _reason(equivalence: Equivalence) -> str:
    """Return the reason for a standard's answer if none of its rules explains the answer."""
    if equivalence.left == equivalence.right:
        return "the two strings are identical"
    if equivalence.up_to is not None and equivalence.verdict is Sameness.DIFFERENT:
        return f"they differ on all rungs up to {equivalence.up_to}"
    return "the standard is silent"


@printing(
    "equivalent",
    "hexapla equivalent http://a:80/ http://a/ --spec rfc1738 --spec rfc3986",
    "hexapla equivalent http://a/%7Eb http://a/~b --up-to string --spec rfc3986",
    "hexapla equivalent http://a/%7Eb http://a/~b --json",
    "printf 'HTTP://A/b\\nhttp://a/B\\n' | hexapla equivalent http://a/b -",
    ask=lambda right, left, **options: operations.compare_equivalence(left, right, **options),
    form=_equivalence_form,
    is_yes=_are_equivalent,
)
@argument("left", "The first URI.", metavar="URI")
@argument("texts", "The second URI; - reads URIs from standard input, one per line.", metavar="URI")
@_up_to
def equivalent(
    equivalences: Sequence[Equivalence], specs: Sequence[Spec], **_: Any
) -> Iterator[str]:
    """Check whether two URIs are equivalent under each standard, with the deciding rung and rule.

    A standard compares URIs on a ladder. From the lowest to the highest, its rungs are string (the
    same string), case, escapes, empty-parts, dot-segments, scheme (the scheme's own rules) and
    parsing (the same result when parsed). The output names the lowest rung on which the URIs are
    the same.

    Exit code: 0 if the URIs are equivalent under every standard that decides the question; 1 if
    not, or if no standard decides it.
    """
    for spec, equivalence in zip(specs, equivalences, strict=True):
        rung = "" if equivalence.rung is None else f", on the rung {equivalence.rung}"
        yield f"{strong(spec.label)}{GAP}{equivalence.verdict.value}{rung}"
        yield f"{GAP}{equivalence.provision or _reason(equivalence)}"
        yield from _rewriting_lines((*equivalence.left_steps, *equivalence.right_steps))


def _comparison_form(
    comparison: EscapingComparison | ExtractionComparison, specs: Sequence[Spec], **_: Any
) -> dict[str, object]:
    return {"specs": [spec.selector for spec in specs], **comparison.to_dict()}


@printing(
    "escape",
    "hexapla escape 'a~b c' --spec rfc1738 --spec rfc3986",
    "hexapla escape 'x=1&y' --component query --json",
    "printf 'a/b\\n~c\\n' | hexapla escape -",
    ask=operations.compare_escaping,
    form=_comparison_form,
    is_yes=lambda comparison: comparison.agrees,
    between="",
)
@argument(
    "texts", "The data to escape; - reads data from standard input, line by line.", metavar="DATA"
)
@click.option(
    "--component",
    type=click.Choice(SHARED_NAMES[1:]),
    default="path",
    show_default=True,
    help="Component for which to escape the data; path means a single path segment.",
)
def escape(comparison: EscapingComparison, specs: Sequence[Spec], **_: Any) -> Iterator[str]:
    """Escape data for a component as each standard does.

    The characters that the standards treat differently are listed after the results.

    Exit code: 0 if the standards that define escaping agree, 1 if they differ.
    """
    labels = {spec.selector: spec.label for spec in specs}
    for item in comparison.escaped:
        shown = UNDEFINED if item.text is None else show(item.text)
        rule = faint(str(item.provision or "the standard is silent"))
        yield f"{strong(labels[item.selector])}{GAP}{shown}{GAP}{rule}"
    for difference in comparison.differences:
        told = []
        for treatment in difference.treatments:
            written = UNDEFINED if treatment.written is None else show(treatment.written)
            classes = f" ({', '.join(treatment.classes)})" if treatment.classes else ""
            told.append(f"{labels[treatment.selector]} {written}{classes}")
        yield f"{show(difference.character)} ]{GAP}{f'{GAP}·{GAP}'.join(told)}"


def _whole_text(file: str) -> list[str]:
    with click.open_file(file, "rb") as stream:
        octets = stream.read(_LONGEST_TEXT + 1)
    if len(octets) > _LONGEST_TEXT:
        raise click.UsageError(
            f"the text has more than {_LONGEST_TEXT:,} bytes; split it into smaller files"
        )
    check_text(octets, "a text")
    return [octets.removeprefix(BOM_UTF8).decode("utf-8", "surrogateescape")]


@printing(
    "extract",
    "hexapla extract README.md --spec rfc1738 --spec rfc3986",
    "echo 'See <URL:http://a/b>.' | hexapla extract --json",
    ask=operations.compare_extraction,
    form=_comparison_form,
    is_yes=lambda comparison: comparison.agrees,
    read=_whole_text,
)
@argument(
    "texts",
    "A text file in UTF-8, at most 16 MiB; - is standard input, the default.",
    type=options.INPUT,
    default="-",
    metavar="[FILE]",
)
def extract(comparison: ExtractionComparison, specs: Sequence[Spec], **_: Any) -> Iterator[str]:
    """Find the URIs in running text as each standard does.

    Exit code: 0 if the standards find the same URIs, 1 if not.
    """
    labels = {spec.selector: spec.label for spec in specs}
    line_starts = [0, *(end.end() for end in re.finditer("\n", comparison.text))]
    for region in comparison.regions:
        line = bisect_right(line_starts, region.span.start)
        yield faint(f"{line}:{region.span.start - line_starts[line - 1] + 1}")
        for selector, uris in region.extracted.items():
            mark = "" if region.agrees else accent("≠ ")
            told = (
                f"{' or '.join(map(show, (item.uri, *item.alternatives)))} ({item.wrapper})"
                for item in uris
            )
            yield f"{GAP}{mark}{labels[selector]}{GAP}{f'{GAP}·{GAP}'.join(told) or UNDEFINED}"
    for selector in comparison.silent:
        yield faint(f"{labels[selector]} is silent about URIs in running text")
