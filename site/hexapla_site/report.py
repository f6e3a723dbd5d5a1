"""What the pages read: cases that ran through every column, and what is found by counting them.

Nothing here knows an algorithm: it asks the library, and arranges the answers.
"""

import base64
import functools
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

import attrs

from hexapla.comparison.cause import Cause
from hexapla.comparison.columns import compare
from hexapla.comparison.compared import Comparison
from hexapla.comparison.facet import Facet
from hexapla.comparison.grouping import largest_of
from hexapla.comparison.key import PARTS, TARGET, CauseKey, cause_key
from hexapla.comparison.variants import Variant
from hexapla.comparison.wording import Explanation, apparatus, explain, show
from hexapla.documents.citation import Citation
from hexapla.documents.reading import Choice, Reading
from hexapla.standard.example import Example
from hexapla.standard.phases import Phase, Rule, Step, Target
from hexapla.standard.reference import Reference
from hexapla.standard.registry import specs
from hexapla.standard.spec import AnySpec
from hexapla.text.slug import slug
from hexapla_site.period import PERIOD_CASES, PeriodCase

PERIOD_TITLE = "Fielding’s test pages, 1997"
STARTLING = ("http://a/b/c/d;p?q", "../../../g")


@attrs.frozen
class Quote:
    """Where a case is found: its source, and what the source says of it.

    Each answer comes with a remark: the choices that it takes, or the columns that give it.
    `newcomer` says that a newcomer is the source.
    """

    source: str
    place: str
    answers: tuple[tuple[Target, str], ...]
    citation: Citation | None = None
    newcomer: bool = False


class Shown(StrEnum):
    """When something is shown: always, or only with or without the newcomers; a class of CSS."""

    ALWAYS = ""
    WITH_NEWCOMERS = "newcomer"
    WITHOUT_NEWCOMERS = "without-newcomers"


@attrs.frozen
class Witnesses:
    """A target, and the columns that give it."""

    target: Target
    specs: tuple[AnySpec, ...]

    @property
    def newcomer(self) -> bool:
        """Whether only newcomers give it."""
        return not any(spec.default_column for spec in self.specs)


@attrs.frozen(slots=False)
class Case:
    """A base and a reference, compared under all readings, with the places that quote them.

    `comparison` has the default columns, `full` all that are installed: what is shown without the
    newcomers is what the default columns give by themselves.
    """

    comparison: Comparison
    full: Comparison
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
        return name_of(self.base, self.reference)

    @property
    def cited(self) -> str:
        """The line by which it is cited: who reads what."""
        return f"{apparatus(self.comparison)}, against {show(self.base)}"

    @property
    def base_references(self) -> tuple[Reference, ...]:
        """The base as each column takes it apart."""
        return tuple(spec.parse(self.base) for spec in self.full.specs)

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources that quote the case, each once, without the newcomers."""
        return tuple(dict.fromkeys(item.source for item in self.quotes if not item.newcomer))

    @property
    def agrees(self) -> bool:
        """Whether the default columns resolve the reference to the same."""
        return target_of(self.comparison).agrees

    @property
    def newcomers_part(self) -> bool:
        """Whether the default columns agree, and a newcomer does not."""
        return self.agrees and not target_of(self.full).agrees

    @functools.cached_property
    def witnesses(self) -> tuple[Witnesses, ...]:
        """The targets, each with all columns that give it.

        They come as the default columns order them; those of newcomers alone come last.
        """
        columns = list(zip(self.full.specs, self.full.resolutions, strict=True))
        groups = (*target_of(self.comparison).groups, *target_of(self.full).groups)
        given = {spec.selector: resolution.target for spec, resolution in columns}
        targets = dict.fromkeys(given[group.specs[0]] for group in groups)
        return tuple(
            Witnesses(target, tuple(spec for spec, found in columns if found.target == target))
            for target in targets
        )

    @property
    def minor(self) -> tuple[bool, ...]:
        """Which of all columns differ from what most default columns give."""
        most = largest_of([resolution.target for resolution in self.comparison.resolutions])
        return tuple(resolution.target != most for resolution in self.full.resolutions)

    @property
    def why_parts_differ(self) -> tuple[tuple[Explanation, Shown], ...]:
        """Why columns have characters in different parts."""
        return _told(self.comparison.parts, self.full.parts)

    @property
    def why_targets_differ(self) -> tuple[tuple[Explanation, Shown], ...]:
        """Why columns resolve the reference differently."""
        return _told(target_of(self.comparison), target_of(self.full))

    @property
    def causes(self) -> tuple[Cause, ...]:
        """The causes of its disagreements in all columns, about parts and about the target."""
        return self.full.parts.causes + target_of(self.full).causes


def target_of(comparison: Comparison) -> Facet:
    """Give what a case's comparison says of the targets; a case has a base."""
    assert comparison.target is not None
    return comparison.target


def _told(defaults: Facet, full: Facet) -> tuple[tuple[Explanation, Shown], ...]:
    """Explain a facet without the newcomers and with them, and what is alike only once."""
    without, along = explain(defaults.causes), explain(full.causes)
    told = [(item, Shown.ALWAYS if item in along else Shown.WITHOUT_NEWCOMERS) for item in without]
    return (*told, *((item, Shown.WITH_NEWCOMERS) for item in along if item not in without))


@attrs.frozen
class CauseReport:
    """One kind of disagreement, and every case that has it."""

    key: CauseKey
    left: AnySpec
    right: AnySpec
    left_rule: Rule
    right_rule: Rule
    cases: tuple[Case, ...]

    @property
    def phase(self) -> Phase:
        """The phase in which the two columns part."""
        return Phase(self.key.phase)

    @property
    def id(self) -> str:
        """A name made of the phase and the two rules."""
        return self.key.name

    @property
    def newcomer(self) -> bool:
        """Whether a newcomer is one of its sides."""
        return not (self.left.default_column and self.right.default_column)

    @property
    def in_smallest(self) -> tuple[Cause, ...]:
        """The cause as the shortest case has it."""
        specs = self.smallest.full.specs
        return tuple(cause for cause in self.smallest.causes if key_of(cause, specs) == self.key)[
            :1
        ]

    @property
    def of_parts(self) -> bool:
        """Whether it is about where characters land, and not about the target."""
        return self.key.facet == PARTS

    @property
    def smallest(self) -> Case:
        """The shortest case that shows it."""
        return min(self.cases, key=_size)

    @property
    def listed(self) -> tuple[tuple[Case, ...], tuple[Case, ...]]:
        """The cases to tell in full, and those to name: a long list is told by its shortest."""
        if len(self.cases) <= _MOST_IN_FULL:
            return self.cases, ()
        told = set(sorted(self.cases, key=_size)[:_MOST_IN_FULL])
        return (
            tuple(case for case in self.cases if case in told),
            tuple(case for case in self.cases if case not in told),
        )


_MOST_IN_FULL = 24


def _size(case: Case) -> tuple[int, int, str]:
    return len(case.reference), len(case.base), case.base


@attrs.frozen
class PhaseCell:
    """What one memo did in a phase: its steps there, none where it had decided already.

    `causing` are the rules by which it parts from a default column; `causing_newcomers` those by
    which it parts from a newcomer.
    """

    spec: AnySpec
    steps: tuple[Step, ...]
    causing: tuple[Rule, ...]
    causing_newcomers: tuple[Rule, ...]

    @property
    def after(self) -> Target:
        """The target so far behind the phase."""
        return self.steps[-1].after

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules to name: those that part the columns, or changed something, or the last."""
        changing = tuple(step.rule for step in self.steps if step.changed)
        return self.causing or changing or (self.steps[-1].rule,)

    @property
    def further_rules(self) -> tuple[Rule, ...]:
        """The rules to name when the newcomers are shown."""
        return tuple(rule for rule in self.causing_newcomers if rule not in self.rules)


@attrs.frozen
class PhaseRow:
    """A phase, memo by memo, and whether columns part there: default ones, or with newcomers."""

    phase: Phase
    cells: tuple[PhaseCell, ...]
    parted: bool
    newcomers_part: bool


@attrs.frozen
class Witness:
    """A memo or a client, by its name."""

    name: str
    newcomer: bool = False


@attrs.frozen
class PeriodRow:
    """A row of the test pages: each answer with the memos and clients that give it."""

    case: Case
    base: str
    readings: tuple[tuple[Target, tuple[Witness, ...]], ...]

    @property
    def agrees(self) -> bool:
        """Whether all give the same, newcomers aside."""
        return sum(not all(item.newcomer for item in names) for _, names in self.readings) == 1

    @property
    def newcomers_part(self) -> bool:
        """Whether only newcomers give something else."""
        return self.agrees and len(self.readings) > 1


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
        """The default columns that explain most of its rows."""
        return _nearest([match for match in self.matches if match.spec.default_column])

    @property
    def nearest_of_all(self) -> tuple[AnySpec, ...]:
        """The memos that do, newcomers among them."""
        return _nearest(self.matches)


def _alone(case: Case) -> tuple[str, ...]:
    """Name the default columns that alone give what they give."""
    groups = target_of(case.comparison).groups
    if len(groups[0].specs) == 1:
        return ()
    labels = {spec.selector: spec.document.label for spec in case.comparison.specs}
    return tuple(labels[group.specs[0]] for group in groups[1:] if len(group.specs) == 1)


def _nearest(matches: Sequence[Match]) -> tuple[AnySpec, ...]:
    best = max(match.share for match in matches)
    return tuple(match.spec for match in matches if match.share == best)


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
    """All that the site shows: the columns, oldest first, and the cases that ran through them."""

    columns: tuple[AnySpec, ...]
    cases: tuple[Case, ...]

    @property
    def defaults(self) -> tuple[AnySpec, ...]:
        """The columns that are always shown."""
        return default_columns(self.columns)

    @property
    def newcomers(self) -> tuple[AnySpec, ...]:
        """The columns that are shown when the reader asks for them."""
        return tuple(spec for spec in self.columns if not spec.default_column)

    @functools.cached_property
    def by_selector(self) -> Mapping[str, AnySpec]:
        """The columns by their selectors."""
        return {spec.selector: spec for spec in self.columns}

    @functools.cached_property
    def by_input(self) -> Mapping[tuple[str, str], Case]:
        """The cases by base and reference."""
        return {(case.base, case.reference): case for case in self.cases}

    @functools.cached_property
    def disagreeing(self) -> tuple[Case, ...]:
        """The cases on which default columns disagree."""
        return tuple(case for case in self.cases if not case.agrees)

    @functools.cached_property
    def disagreeing_of_all(self) -> tuple[Case, ...]:
        """The cases on which any columns disagree."""
        return tuple(case for case in self.cases if not case.agrees or case.newcomers_part)

    @functools.cached_property
    def sources(self) -> tuple[str, ...]:
        """All sources, in the order in which the cases name them."""
        return tuple(dict.fromkeys(source for case in self.cases for source in case.sources))

    @functools.cached_property
    def causes(self) -> tuple[CauseReport, ...]:
        """Every kind of disagreement, by phase and then the one with most cases first."""
        found: dict[CauseKey, list[Case]] = {}
        first: dict[CauseKey, Cause] = {}
        for case in self.cases:
            for cause in case.causes:
                key = key_of(cause, self.columns)
                first.setdefault(key, cause)
                members = found.setdefault(key, [])
                if case not in members[-1:]:
                    members.append(case)
        reports = [
            CauseReport(
                key,
                self.by_selector[cause.left.spec],
                self.by_selector[cause.right.spec],
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
    def cause_ids(self) -> Mapping[CauseKey, str]:
        """The names of the causes by their keys."""
        return {report.key: report.id for report in self.causes}

    def cause_id(self, cause: Cause) -> str:
        """Give the name of the page that treats a cause."""
        return self.cause_ids[key_of(cause, self.columns)]

    def only_newcomers_part_in(self, phase: Phase) -> bool:
        """Say whether all disagreements of a phase are about newcomers."""
        return all(report.newcomer for report in self.causes if report.phase is phase)

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
        memos = {spec.document.label for spec in self.columns} | {"RFC 2396", "RFC 1808"}
        names = dict.fromkeys(name for case in PERIOD_CASES for name in case.results)
        return tuple(
            Client(name, tuple(self._match(name, spec) for spec in self.columns))
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

    @property
    def interesting(self) -> tuple[tuple[Case, tuple[str, ...]], ...]:
        """The smallest case of each cause about default columns, and who of them stands alone.

        That is nobody where no two agree.
        """
        smallest = dict.fromkeys(report.smallest for report in self.causes if not report.newcomer)
        return tuple((case, _alone(case)) for case in smallest if case.sources and not case.agrees)

    def cause_links(self, case: Case) -> tuple[tuple[str, str, bool], ...]:
        """Give the pages of the causes why a case's targets differ.

        Each comes with a name, and with whether it is about a newcomer; those that are not come
        first.
        """
        causes = (*target_of(case.comparison).causes, *target_of(case.full).causes)
        links = {
            self.cause_id(cause): (
                f"{cause.left.rule.citation} against {cause.right.rule.citation}",
                not all(self.by_selector[side].default_column for side in _sides(cause)),
            )
            for cause in causes
        }
        return tuple((id, label, newcomer) for id, (label, newcomer) in links.items())

    def phase_rows(self, case: Case) -> tuple[PhaseRow, ...]:
        """Give what each memo did with a case, phase by phase."""
        causes, all_causes = target_of(case.comparison).causes, target_of(case.full).causes
        steps = [resolution.steps for resolution in case.full.resolutions]
        return tuple(
            PhaseRow(
                phase,
                tuple(
                    _phase_cell(spec, phase, taken, causes, all_causes)
                    for spec, taken in zip(self.columns, steps, strict=True)
                ),
                _part_in(phase, causes),
                _part_in(phase, all_causes) and not _part_in(phase, causes),
            )
            for phase in Phase
        )

    def touched(self, case: Case) -> tuple[tuple[AnySpec, tuple[Variant, ...]], ...]:
        """Give what each memo can make of a case, for the memos whose readings it touches."""
        variants = target_of(case.full).variants or ()
        return tuple(
            (self.by_selector[selector], found) for selector, found in variants if found[0].choices
        )

    def with_variant(self, case: Case, spec: AnySpec, variant: Variant) -> tuple[str, ...]:
        """Give the selectors of the default columns and of a memo, that one under a variant."""
        chosen = spec.choosing(*variant.choices)
        columns = (column for column in self.columns if column.default_column or column == spec)
        return tuple((chosen if column == spec else column).selector for column in columns)

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
        readings: dict[Target, list[Witness]] = {}
        for answer, witness in (
            *((self.gives(spec, row), Witness(spec.document.label)) for spec in self.defaults),
            *(
                (answer, Witness(client.name))
                for client in self.clients
                for answer in row.results.get(client.name, ())
            ),
            *(
                (self.gives(spec, row), Witness(spec.document.label, newcomer=True))
                for spec in self.newcomers
            ),
        ):
            readings.setdefault(answer, []).append(witness)
        return PeriodRow(
            self.by_input[row.base, row.reference],
            row.base,
            tuple((answer, tuple(names)) for answer, names in _largest_first(readings)),
        )

    def gives(self, spec: AnySpec, row: PeriodCase) -> Target:
        """Give what a memo answers to a row of the test pages."""
        comparison = self.by_input[row.base, row.reference].full
        return comparison.resolutions[self.columns.index(spec)].target


def _largest_first(
    readings: Mapping[Target, Sequence[Witness]],
) -> Iterable[tuple[Target, Sequence[Witness]]]:
    """Put the answer of most witnesses first, newcomers not counted."""
    return sorted(
        readings.items(), key=lambda item: -sum(not witness.newcomer for witness in item[1])
    )


def key_of(cause: Cause, specs: Iterable[AnySpec]) -> CauseKey:
    """Return the key of a cause of parts or of a target."""
    return cause_key(PARTS if cause.characters else TARGET, cause, specs)


def _sides(cause: Cause) -> tuple[str, str]:
    return cause.left.spec, cause.right.spec


def _part_in(phase: Phase, causes: Iterable[Cause]) -> bool:
    return any(cause.phase is phase for cause in causes)


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
    spec: AnySpec,
    phase: Phase,
    steps: Iterable[Step],
    causes: Iterable[Cause],
    all_causes: Iterable[Cause],
) -> PhaseCell:
    return PhaseCell(
        spec,
        tuple(step for step in steps if step.phase is phase),
        _causing(spec, phase, causes),
        _causing(spec, phase, all_causes),
    )


def _causing(spec: AnySpec, phase: Phase, causes: Iterable[Cause]) -> tuple[Rule, ...]:
    """Give the rules by which a memo parts from others in a phase."""
    found = dict.fromkeys(
        side.rule
        for cause in causes
        for side in (cause.left, cause.right)
        if cause.phase is phase and side.spec == spec.selector
    )
    return tuple(found)


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


def name_of(*texts: str) -> str:
    """Give a name for texts of any kind that may stand in an address, and depends on them alone."""
    text = "\n".join(texts).encode("utf-8", "surrogatepass")
    return base64.b32encode(hashlib.sha256(text).digest())[:10].decode().lower()


def place_of(spec: AnySpec, rule: Rule) -> str:
    """Give the anchor of a rule on its memo's page, or of the component that it cuts."""
    if rule in spec.rules:
        name = slug(rule.citation.section)
        alike = [other for other in spec.rules if slug(other.citation.section) == name]
        number = alike.index(rule)
        return f"rule-{name}-{number + 1}" if number else f"rule-{name}"
    names = (part.name for part in spec.components if part.citation == rule.citation)
    return f"part-{slug(next(names, ''))}"


def default_columns(columns: Iterable[AnySpec]) -> tuple[AnySpec, ...]:
    """Give the columns that are there for all; the others are newcomers."""
    return tuple(spec for spec in columns if spec.default_column)


def make_report(
    more: Iterable[tuple[str, str]] = (), columns: tuple[AnySpec, ...] | None = None
) -> Report:
    """Run all reference cases through the columns, which are all that are installed.

    The cases are the memos' own tables and the test pages of 1997; `more` are further pairs of base
    and reference. The examples of a newcomer are further quotes of cases that are there already.
    """
    columns = specs() if columns is None else columns
    defaults = default_columns(columns)
    quotes: dict[tuple[str, str], list[Quote]] = {}
    for spec in defaults:
        for example in spec.examples():
            quotes.setdefault((example.base, example.reference), []).append(_quote(example))
    for row in PERIOD_CASES:
        quotes.setdefault((row.base, row.reference), []).append(_period_quote(row))
    for base, reference in more:
        quotes.setdefault((base, reference), [])
    for spec in (spec for spec in columns if not spec.default_column):
        for example in spec.examples():
            found = quotes.get((example.base, example.reference), [])
            found.append(_quote(example, newcomer=True))
    cases = (
        Case(
            compare(reference, base=base, specs=defaults, readings="all"),
            compare(reference, base=base, specs=columns, readings="all"),
            tuple(found),
        )
        for (base, reference), found in quotes.items()
    )
    return Report(columns, tuple(cases))


def _quote(example: Example, *, newcomer: bool = False) -> Quote:
    citation = example.citation
    answers = tuple(
        (answer.target, ", ".join(f"under {choice}" for choice in answer.choices))
        for answer in example.answers
    )
    place = f"{citation.section}, {citation.title}"
    return Quote(citation.document.label, place, answers, citation, newcomer)


def _period_quote(row: PeriodCase) -> Quote:
    columns: dict[Target, list[str]] = {}
    for column, cells in row.results.items():
        for cell in cells:
            columns.setdefault(cell, []).append(column)
    answers = tuple((cell, ", ".join(names)) for cell, names in columns.items())
    return Quote(PERIOD_TITLE, "Examples of Resolving Relative URLs", answers)
