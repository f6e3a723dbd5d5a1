"""Classes of disagreement: the properties that disagreements between specs have in common.

A class consists of the cause of the difference between two specs, the groups of specs that agree,
and the relation between the two specs' results. A class doesn't depend on the compared strings.
"""

import functools
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import attrs

from hexapla.comparison.attribution import do_alike
from hexapla.comparison.cause import cause_of_chain, cause_of_parts
from hexapla.comparison.cause_key import VALID, CauseKey
from hexapla.comparison.chain import Parting, chain_of
from hexapla.comparison.cuts import disputed_spans
from hexapla.comparison.facet import Groups, differing, groups_of, named_groups
from hexapla.comparison.facets import target_keys
from hexapla.comparison.run import Run, SpecInput
from hexapla.discover.inputs import SearchInput
from hexapla.grammar.validity import Verdict
from hexapla.standard.component import REMOVED
from hexapla.standard.phases import Outcome, outcome_of
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase, Rule
from hexapla.standard.spec import Spec
from hexapla.text.json_text import text_in, text_or_none
from hexapla.text.slug import short_name
from hexapla.values.value import Value

_OUTCOMES = {
    Outcome.URI.value: "a URI",
    Outcome.SAME_DOCUMENT.value: "the current document",
    Outcome.UNDEFINED.value: "no rule",
    Outcome.ERROR.value: "an error",
    Verdict.YES.value: "valid",
    Verdict.NO.value: "not valid",
    Verdict.NO_PRODUCTION.value: Verdict.NO_PRODUCTION.words,
}


@attrs.frozen(cache_hash=True, repr=False)
class DisagreementClass(Value):
    """A class of disagreements between two specs.

    Attributes:
        cause: The key of the disagreements' common cause.
        groups: The selectors of all specs with a rule for the input, grouped by agreement, largest
            group first.
        outcomes: The two outcomes of resolving, or the two verdicts; empty for parts.
        apart_from: If both results are URIs, the shared name of the first component in which they
            differ, or "" if their components are the same. Both URIs are parsed by the spec that
            `judge_of` returns. The value is None if a result isn't a URI, or for other facets.
    """

    _json_members = ("groups", "outcomes", "apart_from")

    cause: CauseKey
    groups: Groups
    outcomes: tuple[str, ...] = ()
    apart_from: str | None = None

    @property
    def facet(self) -> str:
        """The facet on which the specs differ: valid, parts or target."""
        return self.cause.facet

    @property
    def id(self) -> str:
        """A short name computed from all values of the class, the same in every run."""
        return short_name(json.dumps(self._form()))

    @property
    def shape(self) -> str:
        """A description of the difference between the two results."""
        if self.apart_from:
            return f"another {self.apart_from}"
        if self.apart_from is not None:
            return "the same parts"
        if not self.outcomes:
            return "other parts"
        return " or ".join(map(_OUTCOMES.__getitem__, self.outcomes))

    def _form(self) -> dict[str, object]:
        return self.cause.to_dict() | super().to_dict()

    def to_dict(self) -> dict[str, object]:
        """Return the class's JSON form."""
        return {"id": self.id, **self._form()}

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> "DisagreementClass":
        """Create a class from its JSON form; raise `KeyError` or `TypeError` for any other form."""
        groups = tuple(tuple(map(text_in, group)) for group in form["groups"])
        outcomes = tuple(map(text_in, form["outcomes"]))
        apart_from = text_or_none(form["apart_from"])
        return cls(CauseKey.from_dict(form), groups, outcomes, apart_from)


def judge_of(specs: Sequence[Spec]) -> Spec:
    """Return the spec that parses the URIs to compare: the last spec that rewrites no components.

    If all specs rewrite components, the last spec is returned.
    """
    for spec in reversed(specs):
        if not spec.standard.rewrites:
            return spec
    return specs[-1]


def first_differing_part(judge: Spec, left: str, right: str) -> str:
    """Return the shared name of the first part in which two URIs differ; "" if no part differs."""
    here, there = judge.parse(left).split, judge.parse(right).split
    for component, one, other in zip(judge.components, here[1:], there[1:], strict=True):
        if one != other:
            return component.shared
    return ""


class Shown(NamedTuple):
    """A class of disagreement to which an input belongs.

    Attributes:
        item: The class.
        differences: The number of ways in which the two specs differ on the input, including the
            difference of the class itself; 1 if differences aren't counted.
    """

    item: DisagreementClass
    differences: int


class Classifier:
    """Assigns disagreements of specs to classes.

    Causes are determined only if specs differ. The classes of validity and of parts are determined
    only once for all references that have the same verdicts and are divided at the same positions,
    unless a spec removes characters. Each base is parsed only once. Differences are counted only on
    request.
    """

    def __init__(self, specs: Sequence[Spec], *, counts_differences: bool = False) -> None:
        self._specs = tuple(specs)
        self._counts = counts_differences
        self._selectors = tuple(spec.selector for spec in specs)
        self._judge = judge_of(specs)
        self._parse_base = functools.cache(self.parse)
        self._alone: dict[object, tuple[Shown, ...]] = {}

    def parse(self, text: str) -> tuple[Reference, ...]:
        """Parse a reference under every spec."""
        return tuple(spec.parse(text) for spec in self._specs)

    def of_reference(self, references: tuple[Reference, ...]) -> Iterator[Shown]:
        """Yield the classes of validity and of parts for a parsed reference, without a base."""
        text = references[0].text
        verdicts = tuple(spec.validate(text).verdict for spec in self._specs)
        if any(map(_removes_characters, references)):
            # The segments don't reveal which rule removed characters, so the classes aren't cached.
            yield from self._alone_in(verdicts, references)
            return
        key = verdicts, tuple(map(_segments_of, references))
        if key not in self._alone:
            self._alone[key] = tuple(self._alone_in(verdicts, references))
        yield from self._alone[key]

    def _alone_in(
        self, verdicts: Sequence[Verdict], references: Sequence[Reference]
    ) -> Iterator[Shown]:
        yield from self._of_validity(verdicts)
        yield from self._of_parts(references)

    def of_pair(self, base: str, references: tuple[Reference, ...]) -> Iterator[Shown]:
        """Yield the classes of targets for a parsed reference and a base."""
        inputs = self._inputs(base, references)
        targets = [item.target for item in inputs]
        keys = target_keys(targets)
        if len(groups_of(keys)) < 2:
            return
        groups = named_groups(self._selectors, keys)
        runs = [item.run for item in inputs]
        for left, right in differing(keys):
            chain = chain_of(runs[left], runs[right])
            cause = cause_of_chain(chain)
            one, other = targets[left], targets[right]
            apart_from = None
            if isinstance(one, str) and isinstance(other, str):
                apart_from = first_differing_part(self._judge, one, other)
            outcomes = str(outcome_of(one)), str(outcome_of(other))
            item = DisagreementClass(cause.key, groups, outcomes, apart_from)
            differences = 1
            if self._counts:
                differences = differences_in(chain)
            yield Shown(item, differences)

    def _inputs(self, base: str, references: tuple[Reference, ...]) -> list[SpecInput]:
        """Return the base and the reference as the input of each spec."""
        inputs: list[SpecInput] = []
        bases = self._parse_base(base)
        for spec, parsed, reference in zip(self._specs, bases, references, strict=True):
            parts = reference.split
            if spec.standard.splits_by_base:
                parts = spec.standard.split(reference.text, parsed.split)
            target = spec.standard.resolve_parts(parsed.split, parts)
            inputs.append(SpecInput(spec, parsed.split, parts, target))
        return inputs

    def shown(self, reference: str, base: str | None) -> Iterator[Shown]:
        """Yield the classes of a reference or a pair, each with its number of differences.

        `base` is None for a reference without a base.
        """
        references = self.parse(reference)
        if base is None:
            return self.of_reference(references)
        return self.of_pair(base, references)

    def of(self, reference: str, base: str | None) -> Iterator[DisagreementClass]:
        """Yield the classes of a reference, with or without a base."""
        return (shown.item for shown in self.shown(reference, base))

    def measured(self, item: DisagreementClass, example: SearchInput) -> SearchInput:
        """Add the number of differences to an example of a class."""
        counts: list[int] = []
        for shown in self.shown(example.reference, example.base):
            if shown.item == item:
                counts.append(shown.differences)
        return attrs.evolve(example, differences=min(counts, default=1))

    def _of_validity(self, verdicts: Sequence[Verdict]) -> Iterator[Shown]:
        values = [None if item is Verdict.NO_PRODUCTION else item for item in verdicts]
        selectors = self._selectors
        groups = named_groups(selectors, values)
        for left, right in differing(values):
            key = CauseKey(VALID, "", selectors[left], "", selectors[right], "")
            outcomes = verdicts[left].value, verdicts[right].value
            yield Shown(DisagreementClass(key, groups, outcomes), 1)

    def _of_parts(self, references: Sequence[Reference]) -> Iterator[Shown]:
        values = list(map(_ends_of, references))
        groups = named_groups(self._selectors, values)
        for left, right in differing(values):
            one, other = references[left], references[right]
            item = DisagreementClass(cause_of_parts(one, other).key, groups)
            count = 1
            if self._counts:
                count = max(1, len(list(disputed_spans(one, other))))
            yield Shown(item, count)


def _removes_characters(reference: Reference) -> bool:
    return reference.ends is not None and REMOVED in reference.ends


def _segments_of(reference: Reference) -> tuple[tuple[int, int, str], ...] | None:
    """Return the positions and names of the parts of a reference; None if they are unknown."""
    if reference.ends is None:
        return None
    return tuple((item.start, item.stop, item.component.name) for item in reference.segments())


def _ends_of(reference: Reference) -> tuple[object, ...] | None:
    return None if reference.ends is None else tuple(reference.ends.items())


def differences_in(chain: Iterable[Parting]) -> int:
    """Return the number of ways in which two runs differ, in all phases of a chain together.

    In each phase, the rules that change text are counted for each run, without those that behave
    like a rule of the other run. The larger of the two counts is added, or 1 if both are 0.
    """
    return sum(_differences_in_phase(*parting) for parting in chain)


def _differences_in_phase(phase: Phase, left: Run, right: Run) -> int:
    one, other = _rules_that_change(left, phase), _rules_that_change(right, phase)
    return max(_unmatched(one, other), _unmatched(other, one), 1)


def _unmatched(rules: Iterable[Rule], others: Collection[Rule]) -> int:
    """Return the number of rules that behave like none of the rules in `others`."""
    unmatched = 0
    for rule in rules:
        if not any(do_alike(rule, other) for other in others):
            unmatched += 1
    return unmatched


def _rules_that_change(run: Run, phase: Phase) -> Collection[Rule]:
    """Return the rules with which a run changes its string in a phase, without duplicates."""
    rules: dict[Rule, None] = {}
    if run.reaches(phase):
        for step in run.steps_in(phase):
            if step.changed:
                rules[step.rule] = None
    return rules.keys()
