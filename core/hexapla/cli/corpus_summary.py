"""The summary of a corpus as text: which specs agree, and why the others do not."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from hexapla.cli.files import named
from hexapla.cli.terminal import GAP, strong, wrap
from hexapla.comparison.cause_key import TARGET, WHEN, rules_in_words
from hexapla.comparison.display import show
from hexapla.comparison.facet import Groups
from hexapla.corpus.summary import CauseExamples, Summary
from hexapla.standard.rule import Phase
from hexapla.text.counted import counted

_CAUSES_SHOWN = 12


def summary_lines(summary: Summary, where: str, summary_file: Path | None) -> Iterator[str]:
    """Yield the summary of a corpus for a reader.

    `where` is what follows the number of rows: in which file they are.
    """
    sigla = {spec.selector: spec.siglum for spec in summary.specs.specs}
    yield f"{rows_in_words(summary.rows)}{where}"
    yield ""
    yield strong("targets")
    for grouping, count in summary.groupings_of(TARGET):
        share = 100 * count / summary.rows
        yield f"{count:>12,}{GAP}{share:5.1f} %{GAP}{_grouping_text(grouping, sigla)}"
    for number, (key, examples) in enumerate(summary.by_frequency()[:_CAUSES_SHOWN], 1):
        yield ""
        said = f"{WHEN[Phase(key.phase)]}: {rules_in_words(key, summary.specs.specs)}"
        yield wrap(f"[{number}] {rows_in_words(examples.rows)}, {key.facet}, {said}")
        yield from _example_lines(examples)
    yield ""
    more = len(summary.causes) - _CAUSES_SHOWN
    if more > 0:
        causes = "cause" if more == 1 else "causes"
        yield f"{more} more {causes}{f' in {named(summary_file)}' if summary_file else ''}"


def _grouping_text(grouping: Groups, sigla: Mapping[str, str]) -> str:
    """Return which specs agree, and in brackets those that have no rule."""
    groups = (" ".join(sigla[selector] for selector in group) for group in grouping)
    in_groups = {selector for group in grouping for selector in group}
    silent = " ".join(sign for selector, sign in sigla.items() if selector not in in_groups)
    told = f"{GAP}·{GAP}".join(groups), silent and f"({silent}: no rule)"
    return GAP.join(filter(None, told))


def _example_lines(examples: CauseExamples) -> Iterator[str]:
    """Yield a line for each example, with all that it is."""
    both = {"commonest": examples.commonest, "rarest": examples.rarest}
    for item in dict.fromkeys(both.values()):
        names = ", ".join(name for name, other in both.items() if other == item)
        yield (
            f"{GAP}{names}{GAP}{show(item.reference)} against {show(item.base)}, "
            f"{rows_in_words(item.rows)}"
        )


def rows_in_words(count: int) -> str:
    """Return a number of rows, as text has it."""
    return counted(count, "row")
