"""The result of a search for differences between programs: classes, coverage, unanswered URLs."""

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from typing import Any

import attrs

from hexapla.differentials.inputs import Inputs
from hexapla.discover.search_space import result_in
from hexapla.divergence.answers import ASPECTS, COMPARED_AS
from hexapla.divergence.classes import ClassSide, class_sentence
from hexapla.divergence.divergence import Divergence, DivergenceClass
from hexapla.divergence.model import Behaviour, Behaviours
from hexapla.implementations.asking import ParseAnswer
from hexapla.implementations.labels import parser_label
from hexapla.standard.display import show_cut
from hexapla.text.counted import counted
from hexapla.text.json_text import text_in
from hexapla.text.signs import sanitized
from hexapla.values.errors import InputError
from hexapla.values.schema import document_text
from hexapla.values.value import Value, json_form

Pair = tuple[str, str]
"""The names of two programs, in the caller's order."""

Baseline = Mapping[DivergenceClass, str]
"""The classes of differences that an earlier search found, each with its smallest URL."""

REPORTED = 5
"""The maximum number of classes, and of unanswered URLs per program, that are shown by default."""


@attrs.frozen(repr=False)
class ComparedCounts(Value):
    """The numbers of compared and differing URLs for two programs and an aspect.

    Attributes:
        inputs: The number of URLs that were compared because both programs report the aspect.
        differing: The number of compared URLs on which the programs differ.
        rejected_by_left: The number of URLs that weren't compared because only the first program
            rejected them.
        rejected_by_right: The number of URLs that weren't compared because only the second program
            rejected them.
        rejected_by_both: The number of URLs that weren't compared because both programs rejected
            them.
    """

    inputs: int = 0
    differing: int = 0
    rejected_by_left: int = 0
    rejected_by_right: int = 0
    rejected_by_both: int = 0


@attrs.frozen(repr=False)
class ClassFinding(Value):
    """A class of differences that a search found.

    Attributes:
        item: The class.
        inputs: The number of URLs in the class.
        smallest: The smallest example. If it was found by shrinking, `inputs` may not include it.
        original: The example before shrinking; the same as `smallest` if it wasn't shrunk.
        sides: The behaviour of each program on all URLs of the class, with the standard, if any,
            that behaves most like the program on these URLs.
    """

    _json_members = (
        "id=item.id",
        "aspect=item.aspect",
        "left",
        "right",
        "sentence",
        "inputs",
        "smallest",
        "original",
    )

    item: DivergenceClass
    inputs: int
    smallest: Divergence
    original: Divergence
    sides: tuple[ClassSide, ...]

    @property
    def sentence(self) -> str:
        """A description of each program's behaviour, citing the standards in `sides`, if any."""
        return class_sentence(self.sides)

    @property
    def left(self) -> ClassSide:
        """The behaviour of the first program."""
        return self.sides[0]

    @property
    def right(self) -> ClassSide:
        """The behaviour of the second program."""
        return self.sides[1]


@attrs.frozen(repr=False)
class Differential(Value):
    """The differences between programs, grouped into classes.

    Attributes:
        programs: The names of the programs.
        aspects: The aspects that were compared.
        inputs: The URLs that the search tries.
        asked: The number of URLs tried so far, not counting those tried to shrink examples.
        findings: The classes, each with its count and its examples.
        against: The differences on the caller's own URLs, in the order of the URLs.
        compared: The numbers of compared and differing URLs, keyed by a pair of programs and an
            aspect.
        unanswered: The missing answers, keyed by the program's name; they don't count as
            differences.
        complete: Whether the search finished; if not, it was interrupted, or reached its time
            limit.
    """

    programs: tuple[str, ...]
    aspects: tuple[str, ...]
    inputs: Inputs
    asked: int
    findings: Mapping[DivergenceClass, ClassFinding]
    against: tuple[Divergence, ...]
    compared: Mapping[tuple[Pair, str], ComparedCounts]
    unanswered: Mapping[str, Sequence[ParseAnswer]]
    complete: bool = True

    @property
    def agrees(self) -> bool:
        """Whether no difference was found."""
        return not self.findings

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """All pairs of the programs."""
        return tuple(combinations(self.programs, 2))

    @property
    def classes(self) -> tuple[ClassFinding, ...]:
        """The classes, sorted by pair and aspect, then by number of URLs, largest first."""
        pairs = self.pairs

        def order(finding: ClassFinding) -> Any:
            item = finding.item
            pair, aspect = pairs.index(item.programs), ASPECTS.index(item.aspect)
            size = self.inputs.order(finding.smallest.url)
            return pair, aspect, -finding.inputs, size, item.id

        return tuple(sorted(self.findings.values(), key=order))

    def classes_of(self, pair: Pair, aspect: str) -> tuple[ClassFinding, ...]:
        """Return the classes of two programs for an aspect; those with the most URLs come first."""
        of_pair = [finding for finding in self.classes if finding.item.programs == pair]
        return tuple(finding for finding in of_pair if finding.item.aspect == aspect)

    def is_compared(self, pair: Pair) -> bool:
        """Return whether any URL could be compared for two programs."""
        return any(self.compared[pair, aspect].inputs for aspect in self.aspects)

    def not_compared(self, pair: Pair, aspect: str) -> str:
        """Return how many URLs weren't compared for an aspect, and why; "" if all were compared."""
        counts = self.compared[pair, aspect]
        left, right = map(_shown_name, pair)
        by_reason = {
            f"rejected by {left}": counts.rejected_by_left,
            f"rejected by {right}": counts.rejected_by_right,
            "rejected by both": counts.rejected_by_both,
        }
        skipped = self.asked - counts.inputs
        by_reason[f"without an answer about the {aspect}"] = skipped - sum(by_reason.values())
        reasons = {reason: number for reason, number in by_reason.items() if number}
        if not reasons:
            return ""
        told = [f"{number:,} {reason}" for reason, number in reasons.items()]
        if len(told) == 1:
            told = list(reasons)
        return f"{counted(skipped, 'URL')} not compared: {', '.join(told)}"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        compared: list[dict[str, object]] = []
        for (pair, aspect), counts in self.compared.items():
            compared.append({"programs": list(pair), "aspect": aspect, **counts.to_dict()})
        unanswered = {name: _unanswered_form(answers) for name, answers in self.unanswered.items()}
        coverage = {**self.inputs.to_dict(), "asked": self.asked, "complete": self.complete}
        return {
            "version": version("hexapla"),
            "programs": list(self.programs),
            "on": [{"aspect": name, "compared": COMPARED_AS[name]} for name in self.aspects],
            "specs": list(self.inputs.space.selectors),
            "coverage": coverage,
            "compared": compared,
            "against": json_form(self.against),
            "classes": json_form(self.classes),
            "unanswered": unanswered,
        }

    def new(self, baseline: Baseline) -> "Differential":
        """Return this result without the classes that are in a baseline."""
        findings = {item: each for item, each in self.findings.items() if item not in baseline}
        against = tuple(each for each in self.against if each.item not in baseline)
        return attrs.evolve(self, findings=findings, against=against)

    def gone(self, baseline: Baseline) -> Baseline:
        """Return the classes of a baseline that this search didn't find again."""
        return {item: url for item, url in baseline.items() if item not in self.findings}

    def to_json(self) -> str:
        """Return the result as a JSON document, in ASCII so that lone surrogates aren't lost."""
        return document_text("differential", self.to_dict())


def _shown_name(program: str) -> str:
    return sanitized(parser_label(program))


def _unanswered_form(answers: Sequence[ParseAnswer]) -> dict[str, object]:
    """Return the JSON form of a program's missing answers."""
    examples: list[dict[str, object]] = []
    for answer in answers[:REPORTED]:
        examples.append({"url": answer.case.url, "trouble": answer.trouble})
    return {"inputs": len(answers), "examples": examples}


def read_baseline(path: Path) -> Baseline:
    """Read a baseline from the result file of an earlier search.

    Raises:
        DiscoveryError: The file isn't the result of a search.
        OSError: The file can't be read.
    """
    with result_in(path, "differential") as form:
        items = form["classes"]
        return {_class_in(item): text_in(item["smallest"]["url"]) for item in items}


def _class_in(form: Mapping[str, Any]) -> DivergenceClass:
    left, right = form["left"], form["right"]
    programs = text_in(left["program"]), text_in(right["program"])
    behaviours = Behaviours(Behaviour.from_dict(left), Behaviour.from_dict(right))
    return DivergenceClass(text_in(form["aspect"]), programs, behaviours)


def check_comparable(differential: Differential) -> None:
    """Raise `InputError` if no URL could be compared for two of the programs."""
    for pair in differential.pairs:
        if differential.is_compared(pair):
            continue
        for name in pair:
            answers = differential.unanswered.get(name, ())
            if answers and len(answers) == differential.asked:
                raise InputError(f"{sanitized(name)} gave no answer: it {answers[0].trouble}")
        names = " and ".join(map(sanitized, pair))
        aspects = " or ".join(differential.aspects)
        reason = f"they never both report the {aspects} of a URL"
        raise InputError(f"{names} could not be compared: {reason}")


def failure_of(differential: Differential) -> str:
    """Return the failure message of a test that expects no differences; "" if there are none.

    The message lists all differences on the caller's own URLs, the examples of the first classes,
    and the number of further classes.
    """
    examples = [finding.smallest for finding in differential.classes]
    shown = dict.fromkeys((*differential.against, *examples[:REPORTED]))
    lines = [f"{show_cut(example.url)}: {example.sentence}" for example in shown]
    if len(examples) > REPORTED:
        further = counted(len(examples) - REPORTED, "more class", "more classes")
        lines.append(f"and {further} of differences")
    return "\n".join(lines)
