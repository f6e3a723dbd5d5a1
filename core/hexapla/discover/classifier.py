"""Putting disagreements of columns into classes."""

from collections.abc import Iterator, Sequence

import attrs

from hexapla.comparison.cause import cause_of_parts, cause_of_target
from hexapla.comparison.facet import target_keys
from hexapla.comparison.grouping import differing, groups_of, named_groups
from hexapla.comparison.key import VALID, CauseKey
from hexapla.comparison.run import Input
from hexapla.discover.classes import DisagreementClass, first_part_apart, judge_of
from hexapla.grammar.validity import Verdict
from hexapla.standard.phases import Outcome, Target
from hexapla.standard.reference import Reference
from hexapla.standard.spec import Spec

# What is the same whenever a signature comes again: each pair of columns that differ, by its place,
# and its class, which lacks `apart_from` as yet.
_Remembered = tuple[tuple[int, int, DisagreementClass], ...]


class Classifier:
    """Puts disagreements of columns into classes.

    A cause is looked for only where columns differ. What does not depend on a base, and what one
    base is taken apart into, is worked out once.
    """

    def __init__(self, specs: Sequence[Spec]) -> None:
        self._specs = tuple(specs)
        self._selectors = tuple(spec.selector for spec in specs)
        self._judge = judge_of(specs)
        self._bases: dict[str, tuple[Reference, ...]] = {}
        self._valid: dict[tuple[Verdict, ...], _Remembered] = {}
        self._parts: dict[object, _Remembered] = {}
        self._apart: dict[tuple[DisagreementClass, str], DisagreementClass] = {}

    def parse(self, text: str) -> tuple[Reference, ...]:
        """Parse a reference in every column."""
        return tuple(spec.parse(text) for spec in self._specs)

    def of_reference(self, references: tuple[Reference, ...]) -> Iterator[DisagreementClass]:
        """Yield the classes of a reference alone, as `parse` returns it: of validity, of parts."""
        for remembered in (self._of_validity(references[0].text), self._of_parts(references)):
            for _, _, item in remembered:
                yield item

    def of_pair(self, base: str, references: tuple[Reference, ...]) -> Iterator[DisagreementClass]:
        """Yield the classes of what a reference, as `parse` returns it, resolves to."""
        if base not in self._bases:
            self._bases[base] = self.parse(base)
        columns = [
            Input(spec, parsed.split, reference.split)
            for spec, parsed, reference in zip(
                self._specs, self._bases[base], references, strict=True
            )
        ]
        targets = [item.target for item in columns]
        keys = target_keys(targets)
        if len(groups_of(keys)) < 2:
            return
        groups = named_groups(self._selectors, keys)
        for left, right in differing(keys):
            cause = cause_of_target(columns[left], columns[right])
            outcomes = _outcome(targets[left]), _outcome(targets[right])
            item = DisagreementClass(cause.key, groups, outcomes)
            yield self._told_apart(item, targets[left], targets[right])

    def of(self, reference: str, base: str | None) -> Iterator[DisagreementClass]:
        """Yield the classes of a reference, alone or against a base."""
        references = self.parse(reference)
        return self.of_reference(references) if base is None else self.of_pair(base, references)

    # Validity: one signature is the verdicts.

    def _of_validity(self, text: str) -> _Remembered:
        verdicts = tuple(spec.validate(text).verdict for spec in self._specs)
        if verdicts not in self._valid:
            values = [None if item is Verdict.NO_PRODUCTION else item for item in verdicts]
            groups = named_groups(self._selectors, values)
            self._valid[verdicts] = tuple(
                (
                    left,
                    right,
                    DisagreementClass(
                        CauseKey(VALID, "", self._selectors[left], "", self._selectors[right], ""),
                        groups,
                        (verdicts[left].value, verdicts[right].value),
                    ),
                )
                for left, right in differing(values)
            )
        return self._valid[verdicts]

    # Parts: one signature is the segments of the text with their components, column by column.

    def _of_parts(self, references: tuple[Reference, ...]) -> _Remembered:
        segments = [reference.segments() for reference in references]
        signature = tuple(
            tuple((segment.start, segment.stop, segment.component.name) for segment in segments)
            for segments in segments
        )
        if signature not in self._parts:
            self._parts[signature] = tuple(self._remember_parts(references))
        return self._parts[signature]

    def _remember_parts(
        self, references: tuple[Reference, ...]
    ) -> Iterator[tuple[int, int, DisagreementClass]]:
        values = [
            tuple((reference.ends or {}).items()) if reference.has_spans else None
            for reference in references
        ]
        groups = named_groups(self._selectors, values)
        for left, right in differing(values):
            cause = cause_of_parts(references[left], references[right])
            yield left, right, DisagreementClass(cause.key, groups)

    # Targets.

    def _told_apart(
        self, item: DisagreementClass, left: Target, right: Target
    ) -> DisagreementClass:
        if not isinstance(left, str) or not isinstance(right, str):
            return item
        key = item, first_part_apart(self._judge, left, right)
        if key not in self._apart:
            self._apart[key] = attrs.evolve(item, apart_from=key[1])
        return self._apart[key]


def _outcome(target: Target) -> str:
    return (Outcome.URI if isinstance(target, str) else target.outcome).value
