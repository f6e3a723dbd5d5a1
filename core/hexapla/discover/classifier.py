"""Putting disagreements of specs into classes."""

from collections.abc import Iterator, Sequence

from hexapla.comparison.cause import cause_of_parts, cause_of_target
from hexapla.comparison.facet import target_keys
from hexapla.comparison.grouping import differing, groups_of, named_groups
from hexapla.comparison.key import VALID, CauseKey
from hexapla.comparison.run import Input
from hexapla.discover.classes import DisagreementClass, first_differing_part, judge_of
from hexapla.grammar.validity import Verdict
from hexapla.standard.phases import Outcome, Target
from hexapla.standard.reference import Reference
from hexapla.standard.spec import Spec

_Classes = tuple[DisagreementClass, ...]


class Classifier:
    """Puts disagreements of specs into classes.

    A cause is looked for only where specs differ. The classes of a reference alone are those of all
    that have the same verdicts, or the same segments, and a base is parsed once.
    """

    def __init__(self, specs: Sequence[Spec]) -> None:
        self._specs = tuple(specs)
        self._selectors = tuple(spec.selector for spec in specs)
        self._judge = judge_of(specs)
        self._bases: dict[str, tuple[Reference, ...]] = {}
        self._by_verdicts: dict[tuple[Verdict, ...], _Classes] = {}
        self._by_segments: dict[object, _Classes] = {}

    def parse(self, text: str) -> tuple[Reference, ...]:
        """Parse a reference by every spec."""
        return tuple(spec.parse(text) for spec in self._specs)

    def of_reference(self, references: tuple[Reference, ...]) -> Iterator[DisagreementClass]:
        """Yield the classes of a reference alone, as `parse` returns it: of validity, of parts."""
        verdicts = tuple(spec.validate(references[0].text).verdict for spec in self._specs)
        if verdicts not in self._by_verdicts:
            self._by_verdicts[verdicts] = tuple(self._of_validity(verdicts))
        yield from self._by_verdicts[verdicts]
        segments = tuple(
            tuple((item.start, item.stop, item.component.name) for item in reference.segments())
            for reference in references
        )
        if segments not in self._by_segments:
            self._by_segments[segments] = tuple(self._of_parts(references))
        yield from self._by_segments[segments]

    def of_pair(self, base: str, references: tuple[Reference, ...]) -> Iterator[DisagreementClass]:
        """Yield the classes of what a reference, as `parse` returns it, resolves to."""
        if base not in self._bases:
            self._bases[base] = self.parse(base)
        inputs = [
            Input(spec, parsed.split, reference.split)
            for spec, parsed, reference in zip(
                self._specs, self._bases[base], references, strict=True
            )
        ]
        targets = [item.target for item in inputs]
        keys = target_keys(targets)
        if len(groups_of(keys)) < 2:
            return
        groups = named_groups(self._selectors, keys)
        for left, right in differing(keys):
            cause = cause_of_target(inputs[left], inputs[right])
            ends = targets[left], targets[right]
            outcomes = tuple(map(_outcome, ends))
            yield DisagreementClass(cause.key, groups, outcomes, self._apart_from(*ends))

    def of(self, reference: str, base: str | None) -> Iterator[DisagreementClass]:
        """Yield the classes of a reference, alone or against a base."""
        references = self.parse(reference)
        return self.of_reference(references) if base is None else self.of_pair(base, references)

    def _of_validity(self, verdicts: Sequence[Verdict]) -> Iterator[DisagreementClass]:
        values = [None if item is Verdict.NO_PRODUCTION else item for item in verdicts]
        groups = named_groups(self._selectors, values)
        for left, right in differing(values):
            key = CauseKey(VALID, "", self._selectors[left], "", self._selectors[right], "")
            yield DisagreementClass(key, groups, (verdicts[left].value, verdicts[right].value))

    def _of_parts(self, references: Sequence[Reference]) -> Iterator[DisagreementClass]:
        values = [
            tuple((reference.ends or {}).items()) if reference.has_spans else None
            for reference in references
        ]
        groups = named_groups(self._selectors, values)
        for left, right in differing(values):
            cause = cause_of_parts(references[left], references[right])
            yield DisagreementClass(cause.key, groups)

    def _apart_from(self, left: Target, right: Target) -> str | None:
        if isinstance(left, str) and isinstance(right, str):
            return first_differing_part(self._judge, left, right)
        return None


def _outcome(target: Target) -> str:
    return (Outcome.URI if isinstance(target, str) else target.outcome).value
