"""Differences between programs put into words, for a terminal, a page or a test's report."""

from collections.abc import Callable, Iterable, Iterator

import attrs

from hexapla.comparison.one_line import GAP, show_cut
from hexapla.differentials.aspects import COMPARED_AS, COMPARED_AS_GIVEN
from hexapla.differentials.baseline import Baseline
from hexapla.differentials.classes import DifferentialClass
from hexapla.differentials.differential import Differential
from hexapla.differentials.example import Finding
from hexapla.differentials.sentence import apparatus, message_text, sentence
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted
from hexapla.text.signs import sanitized

# How many classes a failing test tells.
_TOLD = 5


def class_lines(
    item: DifferentialClass, finding: Finding, specs: Iterable[Spec]
) -> tuple[str, str, str]:
    """Return a class in three lines: its example, its sentence, its count with its name."""
    kinds, urls = f"{item.left.kind} against {item.right.kind}", counted(finding.inputs, "URL")
    return (
        apparatus(item, finding.smallest),
        sentence(item, finding.smallest, specs),
        f"{kinds}{GAP}in {urls}{GAP}{item.id}",
    )


def differential_lines(
    differential: Differential,
    *,
    wrap: Callable[[str], str] = str,
    strong: Callable[[str], str] = str,
    faint: Callable[[str], str] = str,
) -> Iterator[str]:
    """Yield what a search for differences found, line by line.

    Args:
        differential: What was found.
        wrap: Breaks a sentence into lines; by default it stays one line.
        strong: Marks a text that stands out; by default nothing is marked.
        faint: Marks a text that steps back.
    """
    yield from _Lines(differential, wrap, strong, faint).all()


@attrs.frozen
class _Lines:
    """The lines for differences, with what marks their parts."""

    differential: Differential
    wrap: Callable[[str], str]
    strong: Callable[[str], str]
    faint: Callable[[str], str]

    def all(self) -> Iterator[str]:
        yield self.wrap(self.differential.inputs.statement)
        for aspect in self.differential.aspects:
            manner = COMPARED_AS.get(aspect, COMPARED_AS_GIVEN)
            yield self.wrap(f"{aspect}: compared {manner}")
        for (pair, aspect), counts in self.differential.compared.items():
            yield ""
            members = [
                (item, finding)
                for item, finding in self.differential.classes.items()
                if (item.left.program, item.right.program, item.aspect) == (*pair, aspect)
            ]
            classes = counted(len(members), "class", "classes")
            yield self.strong(
                f"{_named(pair)}, {aspect}: {classes} of differences, in "
                f"{counts.differing:,} of {counted(counts.inputs, 'URL')} compared"
            )
            for item, finding in members:
                yield from self.of_class(item, finding)
        yield from self.unanswered()

    def of_class(self, item: DifferentialClass, finding: Finding) -> Iterator[str]:
        example, said, counted = class_lines(item, finding, self.differential.inputs.specs)
        yield ""
        yield example
        yield self.wrap(said)
        yield self.faint(counted)

    def unanswered(self) -> Iterator[str]:
        """Yield what was not answered, and so counts as no difference."""
        for name, item in self.differential.unanswered.items():
            yield ""
            yield self.strong(
                f"{sanitized(name)} gave no answer to {counted(item.inputs, 'URL')}; no difference"
            )
            for answer in item.examples:
                yield f"{GAP}{show_cut(answer.url)} ]{GAP}{message_text(answer.trouble or '')}"


def baseline_lines(differential: Differential, baseline: Baseline) -> Iterator[str]:
    """Yield what a baseline says of a search's result: what is new in it, and what is gone."""
    new = baseline.new(differential).findings
    known = len(differential.findings) - len(new)
    yield f"{len(new)} new, {known} known from the baseline"
    for item, url in baseline.gone(differential).items():
        yield f"{GAP}not seen again: {show_cut(url)}{GAP}{item.id}"


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
    classes = list(differential.classes.items())
    lines = [
        f"{finding.smallest.url!r}: {sentence(item, finding.smallest, differential.inputs.specs)}"
        for item, finding in classes[:_TOLD]
    ]
    if len(classes) > _TOLD:
        lines.append(f"and {len(classes) - _TOLD} more classes of differences")
    return "\n".join(lines)
