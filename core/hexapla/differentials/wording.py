"""Differences between programs put into words, for a terminal, a page or a test's report."""

from collections.abc import Callable, Iterable, Iterator

from hexapla.comparison.display import GAP, show_cut
from hexapla.differentials.aspects import COMPARED_AS
from hexapla.differentials.differential import Baseline, Differential
from hexapla.differentials.url_difference import message_text
from hexapla.text.aligned import aligned
from hexapla.text.counted import counted
from hexapla.text.signs import sanitized

# How many classes the report of a failing test has.
_REPORTED = 5

Mark = Callable[[str], str]


def differential_lines(
    differential: Differential, *, wrap: Mark = str, strong: Mark = str
) -> Iterator[str]:
    """Yield what a search for differences found, line by line.

    `wrap` breaks a sentence into lines, `strong` marks a text that stands out.
    """
    labels = {spec.selector: spec.label for spec in differential.inputs.specs}
    yield wrap(differential.inputs.statement)
    for aspect in differential.aspects:
        yield wrap(f"{aspect}: compared {COMPARED_AS[aspect]}")
    for (pair, aspect), counts in differential.compared.items():
        findings = differential.classes_of(pair, aspect)
        classes = counted(len(findings), "class", "classes")
        yield ""
        yield strong(
            f"{_named(pair)}, {aspect}: {classes} of differences, in "
            f"{counts.differing:,} of {counted(counts.inputs, 'URL')} compared"
        )
        for number, (item, finding) in enumerate(findings.items(), 1):
            yield ""
            yield wrap(f"[{number}] {counted(finding.inputs, 'URL')}: {item.sentence}")
            yield f"{GAP}{show_cut(finding.smallest.url)}"
            sides = (
                (sanitized(side.program), side.text, side.by_rule(labels))
                for side in finding.smallest.sides
            )
            yield from (f"{GAP}{GAP}{line}" for line in aligned(sides))
    for name, unanswered in differential.unanswered.items():
        yield ""
        urls = counted(unanswered.inputs, "URL")
        yield strong(f"{sanitized(name)} gave no answer to {urls}; no difference")
        for answer in unanswered.examples:
            yield f"{GAP}{show_cut(answer.case.url)} ]{GAP}{message_text(answer.trouble or '')}"


def baseline_lines(differential: Differential, baseline: Baseline) -> Iterator[str]:
    """Yield what a baseline says of a search's result: what is new in it, and what is gone."""
    new = len(baseline.new(differential).findings)
    yield f"{new} new, {len(differential.findings) - new} known from the baseline"
    for item, url in baseline.gone(differential).items():
        yield f"{GAP}not seen again: {show_cut(url)}{GAP}{item.aspect}: {item.sentence}"


def incomparable(differential: Differential) -> str:
    """Return why two of the programs could not be compared in anything; "" where all could."""
    for pair in differential.pairs:
        if any(differential.compared[pair, aspect].inputs for aspect in differential.aspects):
            continue
        for name in pair:
            unanswered = differential.unanswered.get(name)
            if unanswered is not None and unanswered.inputs == differential.asked:
                return f"{sanitized(name)} gave no answer: it {unanswered.examples[0].trouble}"
        aspects = " or ".join(differential.aspects)
        return f"{_named(pair)} could not be compared: not both tell {aspects} of any URL"
    return ""


def _named(pair: Iterable[str]) -> str:
    """Return the names of two programs, which may be any words, in a line."""
    return " and ".join(map(sanitized, pair))


def failure_of(differential: Differential) -> str:
    """Return the first classes in words, for a test that expects none; "" for none."""
    examples = [finding.smallest for finding in differential.classes.values()]
    lines = [
        f"{example.url!r}: {example.sentence(differential.inputs.specs)}"
        for example in examples[:_REPORTED]
    ]
    if len(examples) > _REPORTED:
        lines.append(f"and {len(examples) - _REPORTED} more classes of differences")
    return "\n".join(lines)
