"""The commands for what standards define besides resolving: escaping, equivalence and more."""

import re
from bisect import bisect_right
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import click

from hexapla.cli import options
from hexapla.cli.command import argument, command
from hexapla.cli.output import GAP, accent, faint, print_results, strong
from hexapla.comparison import operations
from hexapla.comparison.display import show
from hexapla.operations.access import CommandSequence
from hexapla.operations.equivalence import Equivalence, NormalForm, Rewritten, Sameness
from hexapla.operations.escaping import EscapingComparison, EscapingDifference, Treatment, Unescaped
from hexapla.operations.extraction import ExtractedUri, ExtractionComparison
from hexapla.standard.component import SHARED_NAMES
from hexapla.standard.spec import Spec
from hexapla.text.signs import UNDEFINED

# In octets: all of the text is held at once, several times.
_LONGEST_TEXT = 16 << 20


def _print_by_spec(
    name: str,
    member: str,
    texts: str,
    specs: Sequence[Spec],
    as_json: bool,
    ask: Callable[[Spec, str], Any],
    lines: Callable[[Spec, Any], Iterable[str]],
    **settings: Any,
) -> int:
    """Print what `ask` returns for each text, by spec, and return the exit code.

    `member` is what the results are called in JSON; `settings` go to `print_results`.
    """
    selectors = [spec.selector for spec in specs]
    return print_results(
        name,
        ((text, [ask(spec, text) for spec in specs]) for text in options.texts_in(texts)),
        as_json,
        lambda asked: {
            "text": asked[0],
            "specs": selectors,
            member: [result.to_dict() for result in asked[1]],
        },
        lambda asked: _text_by_spec(specs, asked[1], lines),
        **settings,
    )


def _text_by_spec(
    specs: Iterable[Spec], results: Iterable[Any], lines: Callable[[Spec, Any], Iterable[str]]
) -> str:
    """Return the lines that say what each spec gives, one spec after another."""
    return "\n".join(chain.from_iterable(map(lines, specs, results)))


def _rewriting_lines(steps: Iterable[Rewritten]) -> Iterator[str]:
    """Yield a line for each step: the text before and after it, and the provision."""
    for step in steps:
        yield f"{GAP}{show(step.before)} → {show(step.after)}{GAP}{faint(str(step.provision))}"


@command(
    "normalize",
    "hexapla normalize HTTP://EXAMPLE.org/a/../%7Eb --spec rfc3986",
    "printf 'HTTP://a\\nhttp://a/\\n' | hexapla normalize - --spec rfc3986 --json",
)
@argument("reference", "The URI; - reads URIs from standard input, one a line.", metavar="URI")
@options.spec
@options.json
def normalize(reference: str, specs: tuple[Spec, ...], as_json: bool) -> int:
    """Print the normal form of a URI by each standard.

    – stands where the standard defines none.
    """
    ask = operations.normalize
    return _print_by_spec(
        "normalize", "normal_forms", reference, specs, as_json, ask, _normal_form_lines
    )


def _normal_form_lines(spec: Spec, normal_form: NormalForm) -> Iterator[str]:
    shown = UNDEFINED if normal_form.normal is None else show(normal_form.normal)
    yield f"{strong(spec.label)}{GAP}{shown}"
    if normal_form.normal is None:
        yield f"{GAP}{normal_form.provision or 'the standard defines no normal form'}"
    yield from _rewriting_lines(normal_form.steps)


@command(
    "unescape",
    "hexapla unescape 'caf%C3%A9'",
    "hexapla unescape 'a%zz' --spec rfc3986",
    "printf '%%41\\n%%2F\\n' | hexapla unescape - --json",
)
@argument("text", "The text; - reads texts from standard input, one a line.")
@options.spec
@options.json
def unescape(text: str, specs: tuple[Spec, ...], as_json: bool) -> int:
    """Read the escape sequences of a text as each standard does.

    They are read once, and not a second time.

    Exit code: 0 where all sequences are well formed, 1 where one is not.
    """
    return _print_by_spec(
        *("unescape", "unescaped", text, specs, as_json, operations.unescape, _unescaped_lines),
        agrees=lambda asked: not any(item.malformed for item in asked[1]),
        between="",
    )


def _unescaped_lines(spec: Spec, unescaped: Unescaped) -> Iterator[str]:
    octets = "" if unescaped.octets is None else unescaped.octets.hex(" ")
    shown = UNDEFINED if unescaped.text is None else show(unescaped.text)
    yield f"{strong(spec.label)}{GAP}{shown}{GAP}{faint(octets)}"
    for bad in unescaped.malformed:
        yield f"{GAP}at {bad.offset}, {show(bad.text)}: {bad.provision}"


@command(
    "access",
    "hexapla access 'ftp://host.example/%2Fetc/motd' --spec rfc1738",
    "hexapla access 'ftp://host.example/pub/' --spec rfc1630 --spec rfc1738 --json",
)
@argument("url", "The URL; - reads URLs from standard input, one a line.", metavar="URL")
@options.spec
@options.json
def access(url: str, specs: tuple[Spec, ...], as_json: bool) -> int:
    """Print the commands by which each standard has a client access a URL.

    An argument that the URL does not give is left out. – stands where the standard gives no
    commands for the URL.
    """
    return _print_by_spec(
        "access", "sequences", url, specs, as_json, operations.access, _access_lines
    )


def _access_lines(spec: Spec, sequence: CommandSequence) -> Iterator[str]:
    place = UNDEFINED
    if sequence.host is not None:
        port = f", port {sequence.port}" if sequence.port else ", the default port"
        place = f"host {show(sequence.host)}{port}"
    yield f"{strong(spec.label)}{GAP}{place}"
    for item in sequence.commands:
        given = "" if item.argument is None else f" {show(item.argument)}"
        request = " (on request)" if item.on_request else ""
        yield f"{GAP}{item.name}{given}{request}{GAP}{faint(str(item.provision))}"


# What standards are compared in.


@command(
    "equivalent",
    "hexapla equivalent http://a:80/ http://a/ --spec rfc1738 --spec rfc3986",
    "hexapla equivalent http://a/%7Eb http://a/~b --json",
    "printf 'HTTP://A/b\\nhttp://a/B\\n' | hexapla equivalent http://a/b -",
)
@argument("left", "The first URI.", metavar="URI")
@argument("right", "The second URI; - reads URIs from standard input, one a line.", metavar="URI")
@options.spec
@options.json
def equivalent(left: str, right: str, specs: tuple[Spec, ...], as_json: bool) -> int:
    """Tell whether each standard calls two URIs equivalent, and by which rule.

    Exit code: 0 where all standards that decide agree, 1 where they differ.
    """

    def form(equivalences: Sequence[Equivalence]) -> dict[str, object]:
        return {
            "left": left,
            "right": equivalences[0].right,
            "specs": [spec.selector for spec in specs],
            "agrees": _same_verdict(equivalences),
            "equivalences": [item.to_dict() for item in equivalences],
        }

    return print_results(
        "equivalent",
        (operations.compare_equivalence(left, other, specs) for other in options.texts_in(right)),
        as_json,
        form,
        lambda equivalences: _text_by_spec(specs, equivalences, _equivalence_lines),
        _same_verdict,
    )


def _same_verdict(equivalences: Iterable[Equivalence]) -> bool:
    return len({item.verdict for item in equivalences} - {Sameness.UNDECIDED}) < 2


def _equivalence_lines(spec: Spec, equivalence: Equivalence) -> Iterator[str]:
    yield f"{strong(spec.label)}{GAP}{equivalence.verdict.value}"
    silent = equivalence.left != equivalence.right
    reason = "the standard is silent" if silent else "the two are one text"
    yield f"{GAP}{equivalence.provision or reason}"
    yield from _rewriting_lines((*equivalence.left_steps, *equivalence.right_steps))


@command(
    "escape",
    "hexapla escape 'a~b c' --spec rfc1738 --spec rfc3986",
    "hexapla escape 'x=1&y' --component query --json",
    "printf 'a/b\\n~c\\n' | hexapla escape -",
)
@argument("data", "The text to escape; - reads texts from standard input, one a line.")
@click.option(
    "--component",
    type=click.Choice(SHARED_NAMES[1:]),
    default="path",
    show_default=True,
    help="The component that the data is to stand in; for path, one segment of it.",
)
@options.spec
@options.json
def escape(data: str, component: str, specs: tuple[Spec, ...], as_json: bool) -> int:
    """Escape data for a component as each standard does.

    The characters on which the standards differ are listed below.

    Exit code: 0 where the standards that define it agree, 1 where they differ.
    """
    labels = {spec.selector: spec.label for spec in specs}
    return print_results(
        "escape",
        (operations.compare_escaping(text, component, specs) for text in options.texts_in(data)),
        as_json,
        lambda comparison: {"specs": list(labels), **comparison.to_dict()},
        lambda comparison: "\n".join(_escaping_lines(comparison, labels)),
        lambda comparison: comparison.agrees,
        between="",
    )


def _escaping_lines(comparison: EscapingComparison, labels: Mapping[str, str]) -> Iterator[str]:
    for item in comparison.escaped:
        shown = UNDEFINED if item.text is None else show(item.text)
        rule = faint(str(item.provision or "the standard is silent"))
        yield f"{strong(labels[item.spec])}{GAP}{shown}{GAP}{rule}"
    for difference in comparison.differences:
        yield _difference_text(difference, labels)


def _difference_text(difference: EscapingDifference, labels: Mapping[str, str]) -> str:
    def treated(treatment: Treatment) -> str:
        written = UNDEFINED if treatment.written is None else show(treatment.written)
        classes = f" ({', '.join(treatment.classes)})" if treatment.classes else ""
        return f"{labels[treatment.spec]} {written}{classes}"

    treatments = f"{GAP}·{GAP}".join(map(treated, difference.treatments))
    return f"{show(difference.character)} ]{GAP}{treatments}"


@command(
    "extract",
    "hexapla extract README.md --spec rfc1738 --spec rfc3986",
    "echo 'See <URL:http://a/b>.' | hexapla extract --json",
)
@argument(
    "file",
    "A text in UTF-8, at most 16 MiB; - is standard input, which is also read where none is given.",
    type=options.INPUT,
    default="-",
)
@options.spec
@options.json
def extract(file: str, specs: tuple[Spec, ...], as_json: bool) -> int:
    """Find the URIs in running text as each standard does.

    Exit code: 0 where the standards find the same, 1 where they do not.
    """
    with click.open_file(file, "rb") as stream:
        octets = stream.read(_LONGEST_TEXT + 1)
    if len(octets) > _LONGEST_TEXT:
        raise click.UsageError(f"the text has more than {_LONGEST_TEXT:,} octets; cut it in pieces")
    text = octets.removeprefix(BOM_UTF8).decode("utf-8", "surrogateescape")
    labels = {spec.selector: spec.label for spec in specs}
    return print_results(
        "extract",
        [operations.compare_extraction(text, specs)],
        as_json,
        lambda comparison: {"specs": list(labels), **comparison.to_dict()},
        lambda comparison: "\n".join(_extraction_lines(text, comparison, labels)),
        lambda comparison: comparison.agrees,
    )


def _extraction_lines(
    text: str, comparison: ExtractionComparison, labels: Mapping[str, str]
) -> Iterator[str]:
    line_starts = [0, *(end.end() for end in re.finditer("\n", text))]
    for region in comparison.regions:
        line = bisect_right(line_starts, region.span.start)
        yield faint(f"{line}:{region.span.start - line_starts[line - 1] + 1}")
        for selector, uris in region.extracted.items():
            mark = "" if region.agrees else accent("≠ ")
            shown = f"{GAP}·{GAP}".join(map(_uri_text, uris)) or UNDEFINED
            yield f"{GAP}{mark}{labels[selector]}{GAP}{shown}"
    for selector in comparison.silent:
        yield faint(f"{labels[selector]} is silent about URIs in running text")


def _uri_text(extracted: ExtractedUri) -> str:
    alternatives = "".join(f" or {show(text)}" for text in extracted.alternatives)
    return f"{show(extracted.uri)}{alternatives} ({extracted.wrapper})"
