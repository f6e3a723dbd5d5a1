"""The commands for operations other than resolving, such as escaping and normalizing."""

import functools
import re
from bisect import bisect_right
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Sequence

import click

from hexapla.cli import options
from hexapla.cli.command import argument, command
from hexapla.cli.options import Specs
from hexapla.cli.output import Printer, accent, faint, headed, indented
from hexapla.jobs.input_files import check_text
from hexapla.operations.equivalence import Equivalence, NormalForm, Rewritten, Rung, Sameness
from hexapla.operations.escaping import EscapingComparison, Unescaped
from hexapla.operations.extraction import ExtractedUri, ExtractionComparison
from hexapla.operations.schemes import CommandSequence
from hexapla.standard.component import SHARED_NAMES
from hexapla.standard.display import show, show_or_undefined
from hexapla.standard.operations import compare_escaping, compare_extraction
from hexapla.standard.spec import Spec
from hexapla.text.signs import UNDEFINED
from hexapla.text.table import DOT, GAP
from hexapla.values.value import Value

# The maximum size of a text, in bytes; several copies of the text are in memory at once.
_LONGEST_TEXT = 16 << 20


def _form(
    text: str, specs: Iterable[Spec], member: str, results: Sequence[Value]
) -> dict[str, object]:
    """Return the JSON form of the specs' results; the results are in the member named `member`."""
    selectors = [spec.selector for spec in specs]
    return {"text": text, "specs": selectors, member: results}


_up_to = click.option(
    "--up-to",
    type=click.Choice([rung.value for rung in Rung]),
    help="Highest rung of the comparison ladder to try.  [default: each standard's highest]",
)


def _is_one(given: Iterable[object]) -> bool:
    """Return whether all results are equal, ignoring None; false if all of them are None."""
    return len(set(given) - {None}) == 1


def _rewriting_lines(steps: Iterable[Rewritten]) -> Iterator[str]:
    """Yield a line for each step: the text before and after it, and the provision."""
    for step in steps:
        change = f"{show(step.before)} → {show(step.after)}"
        yield indented(change, faint(step.provision))


@command(
    "normalize",
    "hexapla normalize HTTP://EXAMPLE.org/a/../%7Eb --spec rfc3986",
    "hexapla normalize HTTP://a/../%7Eb --up-to case --spec rfc3986",
    "printf 'HTTP://a\\nhttp://a/\\n' | hexapla normalize - --spec rfc3986 --json",
)
@argument("texts", "The URI; - reads URIs from standard input, one per line.", metavar="URI")
@_up_to
@options.spec
@options.json
@options.silent
def normalize(texts: str, up_to: str | None, specs: Specs, as_json: bool, silent: bool) -> int:
    """Print the normal form of a URI under each standard.

    A dash (–) means that the standard gives no normal form for the URI.

    Exit code: 0 if the standards that give a normal form agree; 1 if they differ, or if no
    standard gives a normal form.
    """
    printer = Printer("normalize", as_json, silent)
    for text in options.texts_in(texts):
        normal_forms = [spec.normalize(text, up_to=up_to) for spec in specs]
        is_yes = _is_one(item.normal for item in normal_forms)
        form = functools.partial(_form, text, specs, "normal_forms", normal_forms)
        lines = _normal_form_lines(specs, normal_forms)
        printer.print(lines, form, is_yes=is_yes)
    return printer.code


def _normal_form_lines(specs: Iterable[Spec], normal_forms: Iterable[NormalForm]) -> Iterator[str]:
    for spec, normal_form in zip(specs, normal_forms, strict=True):
        yield headed(spec.label, show_or_undefined(normal_form.normal))
        if normal_form.normal is None:
            yield indented(normal_form.provision or "the standard defines no normal form")
        yield from _rewriting_lines(normal_form.steps)


@command(
    "unescape",
    "hexapla unescape 'caf%C3%A9'",
    "hexapla unescape 'a%zz' --spec rfc3986",
    "printf '%%41\\n%%2F\\n' | hexapla unescape - --json",
)
@argument("texts", "The string; - reads strings from standard input, one per line.", metavar="TEXT")
@options.spec
@options.json
@options.silent
def unescape(texts: str, specs: Specs, as_json: bool, silent: bool) -> int:
    """Decode the escape sequences of a string as each standard does.

    The string is decoded only once: the result isn't decoded again.

    Exit code: 0 if the standards that give a result agree and all sequences are well formed; 1 if
    not, or if no standard gives a result.
    """
    printer = Printer("unescape", as_json, silent, between="")
    for text in options.texts_in(texts):
        unescaped = [spec.unescape(text) for spec in specs]
        is_malformed = any(item.malformed for item in unescaped)
        is_yes = _is_one(item.text for item in unescaped) and not is_malformed
        form = functools.partial(_form, text, specs, "unescaped", unescaped)
        lines = _unescaped_lines(specs, unescaped)
        printer.print(lines, form, is_yes=is_yes)
    return printer.code


def _unescaped_lines(specs: Iterable[Spec], results: Iterable[Unescaped]) -> Iterator[str]:
    for spec, unescaped in zip(specs, results, strict=True):
        octets = unescaped.octets or b""
        shown = show_or_undefined(unescaped.text)
        yield headed(spec.label, shown, faint(octets.hex(" ")))
        for bad in unescaped.malformed:
            yield indented(f"at {bad.offset}, {show(bad.text)}: {bad.provision}")


@command(
    "access",
    "hexapla access 'ftp://host.example/%2Fetc/motd' --spec rfc1738",
    "hexapla access 'ftp://host.example/pub/' --spec rfc1630 --spec rfc1738 --json",
)
@argument("texts", "The URL; - reads URLs from standard input, one per line.", metavar="URL")
@options.spec
@options.json
@options.silent
def access(texts: str, specs: Specs, as_json: bool, silent: bool) -> int:
    """For each standard, print the commands that a client sends to access a URL.

    Arguments that the URL doesn't supply are omitted. A dash (–) means that the standard gives no
    commands for the URL.

    Exit code: 0 if the standards that give commands agree; 1 if they differ, or if no standard
    gives commands.
    """
    printer = Printer("access", as_json, silent)
    for text in options.texts_in(texts):
        sequences = [spec.access(text) for spec in specs]
        is_yes = _is_one(item.commands or None for item in sequences)
        form = functools.partial(_form, text, specs, "sequences", sequences)
        lines = _access_lines(specs, sequences)
        printer.print(lines, form, is_yes=is_yes)
    return printer.code


def _access_lines(specs: Iterable[Spec], sequences: Iterable[CommandSequence]) -> Iterator[str]:
    for spec, sequence in zip(specs, sequences, strict=True):
        place = UNDEFINED
        if sequence.host is not None:
            port = f"port {sequence.port}" if sequence.port else "the default port"
            place = f"host {show(sequence.host)}, {port}"
        yield headed(spec.label, place)
        for item in sequence.commands:
            sent = item.name
            if item.argument is not None:
                sent += f" {show(item.argument)}"
            if item.on_request:
                sent += " (on request)"
            yield indented(sent, faint(item.provision))


# Comparing standards.


def _equivalence_form(equivalences: Sequence[Equivalence]) -> dict[str, object]:
    first = equivalences[0]
    selectors = [item.selector for item in equivalences]
    return {
        "left": first.left,
        "right": first.right,
        "specs": selectors,
        "agrees": len(_decided(equivalences)) < 2,
        "equivalences": equivalences,
    }


def _decided(equivalences: Iterable[Equivalence]) -> set[Sameness]:
    """Return the verdicts of the standards that decide the question."""
    return {item.verdict for item in equivalences} - {Sameness.UNDECIDED}


def _reason(equivalence: Equivalence) -> str:
    """Return the reason for a standard's answer if none of its rules explains the answer."""
    if equivalence.left == equivalence.right:
        return "the two strings are identical"
    if equivalence.up_to is not None and equivalence.verdict is Sameness.DIFFERENT:
        return f"the two strings differ on all rungs up to {equivalence.up_to}"
    return "the standard is silent"


@command(
    "equivalent",
    "hexapla equivalent http://a:80/ http://a/ --spec rfc1738 --spec rfc3986",
    "hexapla equivalent http://a/%7Eb http://a/~b --up-to string --spec rfc3986",
    "hexapla equivalent http://a/%7Eb http://a/~b --json",
    "printf 'HTTP://A/b\\nhttp://a/B\\n' | hexapla equivalent http://a/b -",
)
@argument("left", "The first URI.", metavar="URI")
@argument("texts", "The second URI; - reads URIs from standard input, one per line.", metavar="URI")
@_up_to
@options.spec
@options.json
@options.silent
def equivalent(
    left: str,
    texts: str,
    up_to: str | None,
    specs: Specs,
    as_json: bool,
    silent: bool,
) -> int:
    """Check under each standard whether two URIs are equivalent, and by which rule.

    URIs are compared on a ladder. From the lowest to the highest, its rungs are string (the same
    string), case, escapes, empty-parts, dot-segments, scheme (the scheme's own rules) and parsing
    (the same result when parsed). The output names the lowest rung on which the URIs are the same.

    Exit code: 0 if the URIs are equivalent under every standard that decides the question; 1 if
    not, or if no standard decides it.
    """
    printer = Printer("equivalent", as_json, silent)
    for right in options.texts_in(texts):
        equivalences = [spec.equivalent(left, right, up_to=up_to) for spec in specs]
        is_yes = _decided(equivalences) == {Sameness.SAME}
        form = functools.partial(_equivalence_form, equivalences)
        lines = _equivalence_lines(specs, equivalences)
        printer.print(lines, form, is_yes=is_yes)
    return printer.code


def _equivalence_lines(specs: Iterable[Spec], equivalences: Iterable[Equivalence]) -> Iterator[str]:
    for spec, equivalence in zip(specs, equivalences, strict=True):
        verdict = equivalence.verdict.value
        if equivalence.rung is not None:
            verdict += f", on the rung {equivalence.rung}"
        yield headed(spec.label, verdict)
        yield indented(equivalence.provision or _reason(equivalence))
        yield from _rewriting_lines((*equivalence.left_steps, *equivalence.right_steps))


def _comparison_form(
    comparison: EscapingComparison | ExtractionComparison, specs: Iterable[Spec]
) -> dict[str, object]:
    selectors = [spec.selector for spec in specs]
    return {"specs": selectors, **comparison.to_dict()}


@command(
    "escape",
    "hexapla escape 'a~b c' --spec rfc1738 --spec rfc3986",
    "hexapla escape 'x=1&y' --component query --json",
    "printf 'a/b\\n~c\\n' | hexapla escape -",
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
@options.spec
@options.json
@options.silent
def escape(texts: str, component: str, specs: Specs, as_json: bool, silent: bool) -> int:
    """Escape data for a component as each standard does.

    The characters that the standards treat differently are listed after the results.

    Exit code: 0 if the standards that define escaping agree, 1 if they differ.
    """
    printer = Printer("escape", as_json, silent, between="")
    for text in options.texts_in(texts):
        comparison = compare_escaping(text, component, specs=specs)
        form = functools.partial(_comparison_form, comparison, specs)
        lines = _escaping_lines(comparison, specs)
        printer.print(lines, form, is_yes=comparison.agrees)
    return printer.code


def _escaping_lines(comparison: EscapingComparison, specs: Iterable[Spec]) -> Iterator[str]:
    labels = {spec.selector: spec.label for spec in specs}
    for item in comparison.escaped:
        rule = str(item.provision or "the standard is silent")
        text = show_or_undefined(item.text)
        yield headed(labels[item.selector], text, faint(rule))
    for difference in comparison.differences:
        results = []
        for treatment in difference.treatments:
            result = f"{labels[treatment.selector]} {show_or_undefined(treatment.written)}"
            if treatment.classes:
                result += f" ({', '.join(treatment.classes)})"
            results.append(result)
        yield f"{show(difference.character)} ]{GAP}{DOT.join(results)}"


def _whole_text(file: str) -> str:
    with click.open_file(file, "rb") as stream:
        octets: bytes = stream.read(_LONGEST_TEXT + 1)
    if len(octets) > _LONGEST_TEXT:
        raise click.UsageError(
            f"the text has more than {_LONGEST_TEXT:,} bytes; split it into smaller files"
        )
    check_text(octets, "a text")
    return octets.removeprefix(BOM_UTF8).decode("utf-8", "surrogateescape")


@command(
    "extract",
    "hexapla extract README.md --spec rfc1738 --spec rfc3986",
    "echo 'See <URL:http://a/b>.' | hexapla extract --json",
)
@argument(
    "file",
    "A text file in UTF-8, at most 16 MiB; - is standard input, the default.",
    type=options.INPUT,
    default="-",
    metavar="[FILE]",
)
@options.spec
@options.json
@options.silent
def extract(file: str, specs: Specs, as_json: bool, silent: bool) -> int:
    """Find the URIs in running text as each standard does.

    Exit code: 0 if the standards that define extraction find the same URIs, 1 if not.
    """
    printer = Printer("extract", as_json, silent)
    text = _whole_text(file)
    comparison = compare_extraction(text, specs=specs)
    form = functools.partial(_comparison_form, comparison, specs)
    lines = _extraction_lines(comparison, specs)
    printer.print(lines, form, is_yes=comparison.agrees)
    return printer.code


def _extraction_lines(comparison: ExtractionComparison, specs: Iterable[Spec]) -> Iterator[str]:
    labels = {spec.selector: spec.label for spec in specs}
    line_starts = [0]
    line_starts += (end.end() for end in re.finditer("\n", comparison.text))
    for region in comparison.regions:
        line = bisect_right(line_starts, region.span.start)
        column = region.span.start - line_starts[line - 1] + 1
        yield faint(f"{line}:{column}")
        mark = "" if region.agrees else accent("≠ ")
        for selector, uris in region.extracted.items():
            shown = DOT.join(map(_extracted_text, uris)) or UNDEFINED
            yield indented(f"{mark}{labels[selector]}", shown)
    for selector in comparison.silent:
        yield faint(f"{labels[selector]} is silent about URIs in running text")


def _extracted_text(extracted: ExtractedUri) -> str:
    uris = map(show, (extracted.uri, *extracted.alternatives))
    return f"{' or '.join(uris)} ({extracted.wrapper})"
