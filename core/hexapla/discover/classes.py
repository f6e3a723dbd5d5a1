"""Classes of disagreement: what two disagreements have in common when they are of one kind.

A class says on which facet two columns differ, in which phase they part and by which rules, who
agrees with whom among all columns, and what the two come to. It says nothing of the texts.
"""

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import attrs

from hexapla.comparison.cause import Cause, Column, cause_of_parts, cause_of_target
from hexapla.comparison.cause import Side as CauseSide
from hexapla.grammar.validity import Verdict
from hexapla.standard.phases import Outcome, Rule, Step, Target
from hexapla.standard.reference import Reference
from hexapla.standard.spec import AnySpec


@attrs.frozen(cache_hash=True)
class AppliedRule:
    """What tells a rule of a memo from all others: its place, its kind of move, what it does."""

    document: str
    section: str
    title: str
    move: str
    does: str

    @classmethod
    def of(cls, rule: Rule) -> "AppliedRule":
        """Give it for a rule."""
        place = rule.citation
        return cls(place.document.id, place.section, place.title, rule.move.value, rule.does)


@attrs.frozen(cache_hash=True)
class Side:
    """One of the two columns that differ: its selector, and the rule it applied.

    There is no rule where the two differ about validity, which is the work of a whole grammar.
    """

    spec: str
    rule: AppliedRule | None

    @classmethod
    def of(cls, side: CauseSide) -> "Side":
        """Give it for a side of a cause."""
        return cls(side.spec, AppliedRule.of(side.rule))


@attrs.frozen(cache_hash=True)
class DisagreementClass:
    """A kind of disagreement between two columns.

    `facet` is valid, parts or target. `phase` and the rules of the two sides are those of the
    cause; for validity there are none. `groups` are the selectors of all columns that have
    something to say, put together where they agree, the largest group first. `outcomes` are how
    resolving ends on either side, or the two verdicts. Where both end in a URI, `apart_from` is the
    shared name of the first part in which the two URIs differ, as the newest column that takes
    texts as they are written has them; it is "" where they have the same parts, and None elsewhere.
    """

    facet: str
    phase: str | None
    left: Side
    right: Side
    groups: tuple[tuple[str, ...], ...]
    outcomes: tuple[str, ...] = ()
    apart_from: str | None = None

    @property
    def id(self) -> str:
        """A short name made of all that the class says; the same in every run."""
        text = json.dumps(attrs.asdict(self)).encode()
        return base64.b32encode(hashlib.sha256(text).digest())[:10].decode().lower()

    @property
    def cause(self) -> tuple[str, str | None, Side, Side]:
        """What classes of the same cause have in common."""
        return self.facet, self.phase, self.left, self.right

    @property
    def shape(self) -> str:
        """What the two come to, in words: how URIs differ, or how each ends; "" for parts."""
        if self.apart_from is not None:
            return f"another {self.apart_from}" if self.apart_from else "the same parts"
        return " against ".join("URI" if name == "uri" else name for name in self.outcomes)

    def to_dict(self) -> dict[str, object]:
        """Give the class's JSON form."""
        return {"id": self.id, **attrs.asdict(self)}

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> "DisagreementClass":
        """Read a class from its JSON form; raise `KeyError` or `TypeError` where it is none."""
        return cls(
            form["facet"],
            form["phase"],
            _side(form["left"]),
            _side(form["right"]),
            tuple(map(tuple, form["groups"])),
            tuple(form["outcomes"]),
            form["apart_from"],
        )


def _side(form: Mapping[str, Any]) -> Side:
    return Side(form["spec"], form["rule"] and AppliedRule(**form["rule"]))


# A column that rewrites what it takes apart has no places for the parts of this.
_SAMPLE = "HTTP://A/../b"


def judge_of(specs: Sequence[AnySpec]) -> AnySpec:
    """Give the column by which two URIs are told apart: the newest that takes them as written."""
    placing = [spec for spec in specs if spec.parse(_SAMPLE).has_spans]
    return (placing or specs)[-1]


def first_part_apart(judge: AnySpec, left: str, right: str) -> str:
    """Give the shared name of the first part in which two URIs differ for a judge; "" for none."""
    here, there = judge.parse(left).split, judge.parse(right).split
    for component, one, other in zip(judge.components, here[1:], there[1:], strict=True):
        if one != other:
            return component.shared
    return ""


# What is the same whenever a signature comes again: each pair of columns that differ, by its place,
# and its class, which lacks `apart_from` as yet.
_Remembered = tuple[tuple[int, int, DisagreementClass], ...]


class Classifier:
    """Puts disagreements of columns into classes.

    A cause is looked for only where columns differ, and only once a *signature*. That of a pair
    has, for each column, the rule of each step, and a number for each text: the same number for the
    same text, in the order in which they first come. The phase and the rules of a cause depend on
    the steps only through their rules and through which texts are equal, so that inputs of one
    signature are of one class but for the texts, of which `apart_from` is worked out every time.
    The steps of taking a reference apart are noted once for all bases, as no base has a part in it.
    Tests hold all this against a search that knows no signature.
    """

    def __init__(self, specs: Sequence[AnySpec]) -> None:
        self._specs = tuple(specs)
        self._selectors = tuple(spec.selector for spec in specs)
        self._judge = judge_of(specs)
        self._bases: dict[str, tuple[Reference, ...]] = {}
        self._splitting: tuple[str, list[tuple[Step, ...]]] = ("", self._split_steps(""))
        self._valid: dict[tuple[Verdict, ...], _Remembered] = {}
        self._parts: dict[object, _Remembered] = {}
        # The steps are kept with their signatures, which have the identities of their rules.
        self._targets: dict[object, tuple[list[list[Step]], _Remembered]] = {}
        self._apart: dict[tuple[DisagreementClass, str], DisagreementClass] = {}

    def parse(self, text: str) -> tuple[Reference, ...]:
        """Take a reference apart in every column."""
        return tuple(spec.parse(text) for spec in self._specs)

    def of_reference(self, references: tuple[Reference, ...]) -> Iterator[DisagreementClass]:
        """Give the classes of a reference alone, as `parse` gives it: of validity, of parts."""
        for remembered in (self._of_validity(references[0].text), self._of_parts(references)):
            for _, _, found in remembered:
                yield found

    def of_pair(self, base: str, references: tuple[Reference, ...]) -> Iterator[DisagreementClass]:
        """Give the classes of what a reference resolves to against a base."""
        if base not in self._bases:
            self._bases[base] = self.parse(base)
        resolutions = [
            spec.resolve(parsed, reference)
            for spec, parsed, reference in zip(
                self._specs, self._bases[base], references, strict=True
            )
        ]
        targets = [resolution.target for resolution in resolutions]
        if targets.count(targets[0]) == len(targets):
            return
        steps = self._steps(self._bases[base], references)
        signature = _signature(steps, targets)
        if signature not in self._targets:
            columns = list(map(Column, self._specs, resolutions))
            self._targets[signature] = steps, self._remember_targets(columns, targets)
        for left, right, found in self._targets[signature][1]:
            yield self._told_apart(found, targets[left], targets[right])

    def of(self, reference: str, base: str | None) -> Iterator[DisagreementClass]:
        """Give the classes of a reference, alone or against a base."""
        references = self.parse(reference)
        return self.of_reference(references) if base is None else self.of_pair(base, references)

    # Validity: one signature is the verdicts.

    def _of_validity(self, text: str) -> _Remembered:
        verdicts = tuple(spec.validate(text).verdict for spec in self._specs)
        if verdicts not in self._valid:
            voices = [
                index
                for index, verdict in enumerate(verdicts)
                if verdict is not Verdict.NO_PRODUCTION
            ]
            self._valid[verdicts] = tuple(
                (
                    left,
                    right,
                    DisagreementClass(
                        "valid",
                        None,
                        Side(self._selectors[left], None),
                        Side(self._selectors[right], None),
                        self._groups(voices, verdicts),
                        (verdicts[left].value, verdicts[right].value),
                    ),
                )
                for left, right in _differing(voices, verdicts)
            )
        return self._valid[verdicts]

    # Parts: one signature is the components that own the text's stretches, column by column.

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
        voices = [index for index, reference in enumerate(references) if reference.has_spans]
        keys = [tuple((reference.ends or {}).items()) for reference in references]
        groups = self._groups(voices, keys)
        for left, right in _differing(voices, keys):
            cause = cause_of_parts(references[left], references[right])
            yield left, right, _class_of(cause, "parts", groups)

    # Targets.

    def _steps(
        self, bases: tuple[Reference, ...], references: tuple[Reference, ...]
    ) -> list[list[Step]]:
        """Give the steps of resolving, column by column."""
        text = references[0].text
        if self._splitting[0] != text:
            self._splitting = text, self._split_steps(text)
        found = []
        for spec, base, reference, splitting in zip(
            self._specs, bases, references, self._splitting[1], strict=True
        ):
            # Behind a split stands a text, put together from the parts.
            found.append([*splitting, *spec.record_parts(base.split, reference.split).steps])
        return found

    def _split_steps(self, text: str) -> list[tuple[Step, ...]]:
        return [spec.record_parsing(text).steps for spec in self._specs]

    def _remember_targets(self, columns: list[Column], targets: list[Target]) -> _Remembered:
        everybody = list(range(len(columns)))
        groups = self._groups(everybody, targets)
        return tuple(
            (
                left,
                right,
                _class_of(
                    cause_of_target(columns[left], columns[right]),
                    "target",
                    groups,
                    tuple(columns[side].resolution.outcome.value for side in (left, right)),
                ),
            )
            for left, right in _differing(everybody, targets)
        )

    def _told_apart(
        self, found: DisagreementClass, left: Target, right: Target
    ) -> DisagreementClass:
        if not isinstance(left, str) or not isinstance(right, str):
            return found
        key = found, first_part_apart(self._judge, left, right)
        if key not in self._apart:
            self._apart[key] = attrs.evolve(found, apart_from=key[1])
        return self._apart[key]

    def _groups(self, voices: Sequence[int], keys: Sequence[object]) -> tuple[tuple[str, ...], ...]:
        members: dict[object, list[str]] = {}
        for index in voices:
            members.setdefault(keys[index], []).append(self._selectors[index])
        return tuple(map(tuple, sorted(members.values(), key=len, reverse=True)))


def _differing(voices: Sequence[int], keys: Sequence[object]) -> Iterator[tuple[int, int]]:
    return ((left, right) for left, right in combinations(voices, 2) if keys[left] != keys[right])


def _class_of(
    cause: Cause, facet: str, groups: tuple[tuple[str, ...], ...], outcomes: tuple[str, ...] = ()
) -> DisagreementClass:
    left, right = Side.of(cause.left), Side.of(cause.right)
    return DisagreementClass(facet, cause.phase.value, left, right, groups, outcomes)


def _signature(steps: list[list[Step]], targets: list[Target]) -> tuple[object, ...]:
    numbers: dict[Target, int] = {}
    number = numbers.setdefault
    signature: list[object] = []
    for taken, target in zip(steps, targets, strict=True):
        outcome = Outcome.URI if isinstance(target, str) else target.outcome
        signature += outcome, number(target, len(numbers)), len(taken)
        before: Target | None = None
        for step in taken:
            if step.before is not before:
                signature.append(number(step.before, len(numbers)))
            before = step.after
            signature += id(step.rule), number(before, len(numbers))
    return tuple(signature)
