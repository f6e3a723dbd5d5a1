"""Differences between programs put into words, for a terminal, a page or a test's report."""

from collections.abc import Callable, Iterable, Iterator

from hexapla.comparison.display import GAP, show_cut
from hexapla.differentials.aspects import COMPARED_AS
from hexapla.differentials.differential import (
    EXAMPLES_UNANSWERED,
    Baseline,
    ClassFinding,
    Differential,
)
from hexapla.differentials.url_difference import UrlDifference, message_text
from hexapla.text.counted import counted
from hexapla.text.signs import sanitized
from hexapla.text.table import aligned

# How many classes the report of a failing test has.
_REPORTED = 5

Mark = Callable[[str], str]


def differential_lines(
    differential: Differential, *, show_all: bool = False, wrap: Mark = str, strong: Mark = str
) -> Iterator[str]:
    """Yield what a search for differences came upon, line by line.

    Args:
        differential: What it came upon.
        show_all: Whether all classes are told, each with its examples and rules. Otherwise it is a
            line for each of the five that most URLs are of.
        wrap: Breaks a sentence into lines.
        strong: Marks a text that stands out.
    """
    yield wrap(differential.inputs.statement)
    for aspect in differential.aspects:
        yield wrap(f"{aspect}: compared {COMPARED_AS[aspect]}")
    yield from _own_lines(differential, strong)
    for (pair, aspect), counts in differential.compared.items():
        findings = differential.classes_of(pair, aspect)
        classes = counted(len(findings), "class", "classes")
        yield ""
        yield strong(
            f"{_named(pair)}, {aspect}: {classes} of differences, in "
            f"{counts.differing:,} of {counted(counts.inputs, 'URL')} compared"
        )
        for number, finding in enumerate(findings if show_all else findings[:_REPORTED], 1):
            yield from _class_lines(number, finding, wrap, show_all=show_all)
        if len(findings) > _REPORTED and not show_all:
            yield f"and {len(findings) - _REPORTED} more, which --all shows"
    for name, answers in differential.unanswered.items():
        yield ""
        urls = counted(len(answers), "URL")
        yield strong(f"{sanitized(name)} gave no answer to {urls}; no difference")
        for answer in answers[:EXAMPLES_UNANSWERED]:
            yield f"{GAP}{show_cut(answer.case.url)}{GAP}{message_text(answer.trouble or '')}"


def _own_lines(differential: Differential, strong: Mark) -> Iterator[str]:
    """Yield which of the caller's own URLs differ, and what either program reads in each."""
    given = len(set(differential.inputs.against))
    if given:
        differing = len({difference.url for difference in differential.against})
        yield ""
        yield strong(f"{differing:,} of the {counted(given, 'URL')} given differ")
        for difference in differential.against:
            yield from _example_lines(difference)


def _class_lines(
    number: int, finding: ClassFinding, wrap: Mark, *, show_all: bool
) -> Iterator[str]:
    urls = f"[{number}] {counted(finding.inputs, 'URL')}"
    if not show_all:
        read = " | ".join(side.text for side in finding.smallest.sides)
        example = f"{show_cut(finding.smallest.url)}{GAP}{read}"
        yield f"{urls}: {finding.sentence}{GAP}{example}"
        return
    yield ""
    yield wrap(f"{urls}: {finding.item}")
    yield from _example_lines(finding.smallest)
    if finding.original.url != finding.smallest.url:
        read = " | ".join(side.text for side in finding.original.sides)
        yield f"{GAP}shrunk from {show_cut(finding.original.url)}{GAP}{read}"


def _example_lines(difference: UrlDifference) -> Iterator[str]:
    yield f"{GAP}{show_cut(difference.url)}"
    sides = (
        (sanitized(side.program), side.text, f"it {side.deed}", side.by_rule)
        for side in difference.sides
    )
    yield from (f"{GAP}{GAP}{line}" for line in aligned(sides))


def baseline_lines(differential: Differential, baseline: Baseline) -> Iterator[str]:
    """Yield what a baseline says of a search's result: what is new in it, and what is gone."""
    new = len(differential.new(baseline).findings)
    yield f"{new} new, {len(differential.findings) - new} known from the baseline"
    for item, url in differential.gone(baseline).items():
        yield f"{GAP}not seen again: {show_cut(url)}{GAP}{item.aspect}: {item}"


def incomparable(differential: Differential) -> str:
    """Return why two of the programs could not be compared in anything; "" where all could."""
    for pair in differential.pairs:
        if any(differential.compared[pair, aspect].inputs for aspect in differential.aspects):
            continue
        for name in pair:
            answers = differential.unanswered.get(name, ())
            if answers and len(answers) == differential.asked:
                return f"{sanitized(name)} gave no answer: it {answers[0].trouble}"
        aspects = " or ".join(differential.aspects)
        return f"{_named(pair)} could not be compared: not both tell {aspects} of any URL"
    return ""


def _named(pair: Iterable[str]) -> str:
    """Return the names of two programs, which may be any words, in a line."""
    return " and ".join(map(sanitized, pair))


def failure_of(differential: Differential) -> str:
    """Return in words how programs differ, for a test that expects them to agree; "" for nothing.

    It is told of the caller's own URLs, and of the first classes.
    """
    examples = [finding.smallest for finding in differential.classes]
    shown = dict.fromkeys((*differential.against, *examples[:_REPORTED]))
    lines = [f"{show_cut(example.url)}: {example.sentence}" for example in shown]
    if len(examples) > _REPORTED:
        lines.append(f"and {len(examples) - _REPORTED} more classes of differences")
    return "\n".join(lines)
