"""What the pages read: cases that ran through every column, and what is found by counting them.

Nothing here knows an algorithm: it asks the library, and arranges the answers.
"""

import base64
import functools
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence

import attrs

from hexapla.cause import Cause
from hexapla.citation import Citation
from hexapla.compare import Comparison, columns_of, compare, largest_of
from hexapla.example import Example
from hexapla.reading import Choice, Reading
from hexapla.reference import Reference
from hexapla.resolution import Phase, Rule, Step, Target
from hexapla.spec import AnySpec
from hexapla.variants import Variant
from hexapla_site.period import PERIOD_CASES, PeriodCase

PERIOD_TITLE = "Fielding’s test pages, 1997"
STARTLING = ("http://a/b/c/d;p?q", "../../../g")


@attrs.frozen
class Quote:
    """Where a case is found: its source, and what the source says of it.

    Each answer comes with a remark: the choices that it takes, or the columns that give it.
    """

    source: str
    place: str
    answers: tuple[tuple[Target, str], ...]
    citation: Citation | None = None


@attrs.frozen(slots=False)
class Case:
    """A base and a reference, compared under all readings, with the places that quote them."""

    comparison: Comparison
    quotes: tuple[Quote, ...]

    @property
    def base(self) -> str:
        """The base."""
        return str(self.comparison.base)

    @property
    def reference(self) -> str:
        """The reference."""
        return self.comparison.reference

    @functools.cached_property
    def id(self) -> str:
        """A name that depends on base and reference alone."""
        text = f"{self.base}\n{self.reference}".encode("utf-8", "surrogatepass")
        digest = hashlib.sha256(text).digest()
        return base64.b32encode(digest)[:10].decode().lower()

    @property
    def base_references(self) -> tuple[Reference, ...]:
        """The base as each column takes it apart."""
        return tuple(spec.parse(self.base) for spec in self.comparison.specs)

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources that quote the case, each once."""
        return tuple(dict.fromkeys(quote.source for quote in self.quotes))

    @property
    def agrees(self) -> bool:
        """Whether all columns resolve the reference to the same."""
        return self.comparison.target is None or self.comparison.target.agrees

    @property
    def causes(self) -> tuple[Cause, ...]:
        """The causes of its disagreements, about parts and about the target."""
        return tuple(cause for facet in self.comparison.facets for cause in facet.causes)


@attrs.frozen
class CauseReport:
    """One kind of disagreement, and every case that has it."""

    phase: Phase
    left: AnySpec
    right: AnySpec
    left_rule: Rule
    right_rule: Rule
    cases: tuple[Case, ...]

    @property
    def id(self) -> str:
        """A name made of the phase and the two rules."""
        sides = (
            f"{spec.id}-{slug(rule.citation.section)}-{rule.move.value}"
            for spec, rule in ((self.left, self.left_rule), (self.right, self.right_rule))
        )
        return f"{self.phase.value}-{'--'.join(sides)}"

    @property
    def in_smallest(self) -> tuple[Cause, ...]:
        """The cause as the shortest case has it."""
        sides = self.left.selector, self.right.selector
        return tuple(
            cause
            for cause in self.smallest.causes
            if cause.key == (self.phase, self.left_rule, self.right_rule)
            and (cause.left.spec, cause.right.spec) == sides
        )[:1]

    @property
    def of_parts(self) -> bool:
        """Whether it is about where characters land, and not about the target."""
        return any(cause.characters for cause in self.in_smallest)

    @property
    def smallest(self) -> Case:
        """The shortest case that shows it."""
        return min(self.cases, key=lambda case: (len(case.reference), len(case.base), case.base))


@attrs.frozen
class PhaseCell:
    """What one memo did in a phase: its steps there, none where it had decided already."""

    spec: AnySpec
    steps: tuple[Step, ...]
    causing: tuple[Rule, ...]

    @property
    def after(self) -> Target:
        """The target so far behind the phase."""
        return self.steps[-1].after

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules to name: those that part the columns, or changed something, or the last."""
        changing = tuple(step.rule for step in self.steps if step.changed)
        return self.causing or changing or (self.steps[-1].rule,)


@attrs.frozen
class PhaseRow:
    """A phase, memo by memo, and whether columns part there."""

    phase: Phase
    cells: tuple[PhaseCell, ...]
    parted: bool


@attrs.frozen
class PeriodRow:
    """A row of the test pages: each answer with the memos and clients that give it."""

    case: Case
    base: str
    readings: tuple[tuple[Target, tuple[str, ...]], ...]

    @property
    def agrees(self) -> bool:
        """Whether all give the same."""
        return len(self.readings) == 1


@attrs.frozen
class Match:
    """How many of the rows that a client and a memo share they answer alike."""

    spec: AnySpec
    alike: int
    rows: int

    @property
    def share(self) -> float:
        """The part of the rows that are alike, from 0 to 1."""
        return self.alike / self.rows if self.rows else 0.0


@attrs.frozen
class Client:
    """A client of 1997: how near it came to each memo, the nearest first in `nearest`."""

    name: str
    matches: tuple[Match, ...]

    @property
    def nearest(self) -> tuple[AnySpec, ...]:
        """The memos that explain most of its rows."""
        best = max(match.share for match in self.matches)
        return tuple(match.spec for match in self.matches if match.share == best)


@attrs.frozen
class ExampleResult:
    """A memo's own example, and what the memo gives for it under the defaults.

    There is no case for it where the memo is no default column and nobody else quotes it.
    """

    example: Example
    case: Case | None
    given: Target
    passes_by: tuple[str, ...]

    @property
    def passes(self) -> bool:
        """Whether the defaults give one of the example's answers."""
        return any(answer.target == self.given for answer in self.example.answers)


@attrs.frozen(slots=False)
class Report:
    """All that the site shows."""

    specs: tuple[AnySpec, ...]
    cases: tuple[Case, ...]

    @functools.cached_property
    def by_input(self) -> Mapping[tuple[str, str], Case]:
        """The cases by base and reference."""
        return {(case.base, case.reference): case for case in self.cases}

    @functools.cached_property
    def sources(self) -> tuple[str, ...]:
        """All sources, in the order in which the cases name them."""
        return tuple(dict.fromkeys(source for case in self.cases for source in case.sources))

    @functools.cached_property
    def causes(self) -> tuple[CauseReport, ...]:
        """Every kind of disagreement, by phase and then the one with most cases first."""
        found: dict[tuple[object, ...], list[Case]] = {}
        first: dict[tuple[object, ...], Cause] = {}
        for case in self.cases:
            for cause in case.causes:
                key = (*cause.key, cause.left.spec, cause.right.spec)
                first.setdefault(key, cause)
                members = found.setdefault(key, [])
                if case not in members[-1:]:
                    members.append(case)
        by_selector = {spec.selector: spec for spec in self.specs}
        reports = [
            CauseReport(
                cause.phase,
                by_selector[cause.left.spec],
                by_selector[cause.right.spec],
                cause.left.rule,
                cause.right.rule,
                tuple(found[key]),
            )
            for key, cause in first.items()
        ]
        phases = list(Phase)
        reports.sort(key=lambda report: (phases.index(report.phase), -len(report.cases), report.id))
        return tuple(reports)

    @functools.cached_property
    def cause_ids(self) -> Mapping[tuple[object, ...], str]:
        """The names of the causes by what a comparison's cause has."""
        return {
            (
                report.phase,
                report.left_rule,
                report.right_rule,
                report.left.selector,
                report.right.selector,
            ): report.id
            for report in self.causes
        }

    def cause_id(self, cause: Cause) -> str:
        """Give the name of the page that treats a cause."""
        return self.cause_ids[(*cause.key, cause.left.spec, cause.right.spec)]

    def causes_of(self, spec: AnySpec) -> tuple[CauseReport, ...]:
        """Give the causes that a memo is one side of."""
        return tuple(report for report in self.causes if spec in (report.left, report.right))

    def examples_of(self, spec: AnySpec) -> tuple[ExampleResult, ...]:
        """Run a memo's own examples."""
        return tuple(
            ExampleResult(
                example,
                self.by_input.get((example.base, example.reference)),
                spec.resolve(example.base, example.reference).target,
                _choices_that_pass(spec, example),
            )
            for example in spec.examples()
        )

    @functools.cached_property
    def clients(self) -> tuple[Client, ...]:
        """The clients of 1997 against every memo."""
        memos = {spec.document.label for spec in self.specs} | {"RFC 2396", "RFC 1808"}
        names = dict.fromkeys(name for case in PERIOD_CASES for name in case.results)
        return tuple(
            Client(name, tuple(self._match(name, spec) for spec in self.specs))
            for name in names
            if name not in memos
        )

    def _match(self, client: str, spec: AnySpec) -> Match:
        rows = [case for case in PERIOD_CASES if client in case.results]
        alike = sum(self.gives(spec, case) in case.results[client] for case in rows)
        return Match(spec, alike, len(rows))

    @property
    def startling(self) -> Case:
        """The case for the front page: under one memo, a relative reference changes the host."""
        return self.by_input[STARTLING]

    def cause_links(self, case: Case) -> tuple[tuple[str, str], ...]:
        """Give the pages of the causes why a case's targets differ, with a name for each."""
        causes = case.comparison.target.causes if case.comparison.target is not None else ()
        links = {
            self.cause_id(cause): f"{cause.left.rule.citation} against {cause.right.rule.citation}"
            for cause in causes
        }
        return tuple(links.items())

    def phase_rows(self, case: Case) -> tuple[PhaseRow, ...]:
        """Give what each memo did with a case, phase by phase."""
        facet = case.comparison.target
        causes = facet.causes if facet is not None else ()
        parted = {cause.phase for cause in causes}
        steps = [resolution.steps for resolution in case.comparison.resolutions]
        return tuple(
            PhaseRow(
                phase,
                tuple(
                    _phase_cell(spec, phase, taken, causes)
                    for spec, taken in zip(self.specs, steps, strict=True)
                ),
                phase in parted,
            )
            for phase in Phase
        )

    def touched(self, case: Case) -> tuple[tuple[AnySpec, tuple[Variant, ...]], ...]:
        """Give what each memo can make of a case, for the memos whose readings it touches."""
        facet = case.comparison.target
        variants = facet.variants if facet is not None and facet.variants is not None else ()
        by_selector = {spec.selector: spec for spec in self.specs}
        return tuple(
            (by_selector[selector], found) for selector, found in variants if found[0].choices
        )

    def cases_that_touch(self, spec: AnySpec, reading: Reading) -> tuple[Case, ...]:
        """Give the cases in which a reading of a memo makes a difference."""
        return tuple(
            case
            for case in self.cases
            for touched, variants in self.touched(case)
            if touched == spec and _matters(reading, variants)
        )

    @functools.cached_property
    def period_rows(self) -> tuple[PeriodRow, ...]:
        """The test pages with the memos as computed beside the clients as recorded."""
        return tuple(map(self._period_row, PERIOD_CASES))

    def _period_row(self, row: PeriodCase) -> PeriodRow:
        readings: dict[Target, list[str]] = {}
        for spec in self.specs:
            readings.setdefault(self.gives(spec, row), []).append(spec.document.label)
        for client in self.clients:
            for answer in row.results.get(client.name, ()):
                readings.setdefault(answer, []).append(client.name)
        largest_first = sorted(readings.items(), key=lambda item: -len(item[1]))
        return PeriodRow(
            self.by_input[row.base, row.reference],
            row.base,
            tuple((answer, tuple(names)) for answer, names in largest_first),
        )

    def gives(self, spec: AnySpec, row: PeriodCase) -> Target:
        """Give what a memo answers to a row of the test pages."""
        comparison = self.by_input[row.base, row.reference].comparison
        return comparison.resolutions[self.specs.index(spec)].target


def _choices_that_pass(spec: AnySpec, example: Example) -> tuple[str, ...]:
    """Name the choices under which a memo gives an answer that its defaults do not give."""
    default = spec.resolve(example.base, example.reference).target
    return tuple(
        ", ".join(map(str, answer.choices))
        for answer in example.answers
        if answer.choices
        and answer.target != default
        and spec.choosing(*answer.choices).resolve(example.base, example.reference).target
        == answer.target
    )


def _phase_cell(
    spec: AnySpec, phase: Phase, steps: Iterable[Step], causes: Iterable[Cause]
) -> PhaseCell:
    causing = dict.fromkeys(
        side.rule
        for cause in causes
        for side in (cause.left, cause.right)
        if cause.phase is phase and side.spec == spec.selector
    )
    return PhaseCell(spec, tuple(step for step in steps if step.phase is phase), tuple(causing))


def _matters(reading: Reading, variants: Sequence[Variant]) -> bool:
    """Say whether two variants differ that are alike in all choices but this one."""
    results: dict[tuple[Choice, ...], object] = {}
    for variant in variants:
        others = tuple(choice for choice in variant.choices if choice.reading != reading.name)
        if len(others) < len(variant.choices) and results.setdefault(others, variant.key) != (
            variant.key
        ):
            return True
    return False


def place_of(spec: AnySpec, rule: Rule) -> str:
    """Give the anchor of a rule on its memo's page, or of the component that it cuts."""
    if rule in spec.rules:
        name = slug(rule.citation.section)
        alike = [other for other in spec.rules if slug(other.citation.section) == name]
        number = alike.index(rule)
        return f"rule-{name}-{number + 1}" if number else f"rule-{name}"
    names = (part.name for part in spec.anatomy if part.citation == rule.citation)
    return f"part-{slug(next(names, ''))}"


def slug(text: str) -> str:
    """Give a text as it may stand in an address."""
    return re.sub(r"[^a-z0-9.]+", "-", text.lower()).strip("-")


def make_report(more: Iterable[tuple[str, str]] = ()) -> Report:
    """Run all reference cases through the default columns.

    The cases are the memos' own tables and the test pages of 1997; `more` are further pairs of base
    and reference.
    """
    specs = columns_of(None)
    quotes: dict[tuple[str, str], list[Quote]] = {}
    for spec in specs:
        for example in spec.examples():
            quotes.setdefault((example.base, example.reference), []).append(_quote(example))
    for row in PERIOD_CASES:
        quotes.setdefault((row.base, row.reference), []).append(_period_quote(row))
    for base, reference in more:
        quotes.setdefault((base, reference), [])
    cases = (
        Case(compare(reference, base, specs, readings="all"), tuple(found))
        for (base, reference), found in quotes.items()
    )
    return Report(specs, tuple(cases))


def _quote(example: Example) -> Quote:
    citation = example.citation
    answers = tuple(
        (answer.target, ", ".join(f"under {choice}" for choice in answer.choices))
        for answer in example.answers
    )
    return Quote(
        citation.document.label, f"{citation.section}, {citation.title}", answers, citation
    )


def _period_quote(row: PeriodCase) -> Quote:
    columns: dict[Target, list[str]] = {}
    for column, cells in row.results.items():
        for cell in cells:
            columns.setdefault(cell, []).append(column)
    answers = tuple((cell, ", ".join(names)) for cell, names in columns.items())
    return Quote(PERIOD_TITLE, "Examples of Resolving Relative URLs", answers)


def same_answers(values: Sequence[Target | str]) -> tuple[int, ...]:
    """Number the groups of equal values: 0 is the largest, and so on; none is 0 where none is."""
    counted = sorted(set(values), key=lambda value: (-values.count(value), values.index(value)))
    first = 0 if largest_of(values) == counted[0] else 1
    return tuple(first + counted.index(value) for value in values)
