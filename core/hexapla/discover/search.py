"""Searching a unit of work: the classes that it shows, how often, and the smallest witness."""

from collections.abc import Mapping
from typing import Any

import attrs

from hexapla.discover.classes import Classifier, DisagreementClass
from hexapla.discover.search_space import SearchSpace, base_order


@attrs.frozen
class Witness:
    """An input that shows a class; without a base where the class is of the reference alone."""

    reference: str
    base: str | None

    def to_dict(self) -> dict[str, object]:
        """Give the witness's JSON form."""
        return attrs.asdict(self)


@attrs.frozen
class Finding:
    """How many inputs of what was searched are of a class, and the smallest of them.

    An input is a pair of a base and a reference; for validity and parts, a reference.
    """

    inputs: int
    witness: Witness

    def to_dict(self) -> dict[str, object]:
        """Give the finding's JSON form."""
        return {"inputs": self.inputs, "witness": self.witness.to_dict()}

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> "Finding":
        """Read a finding from its JSON form; raise `KeyError` or `TypeError` where it is none."""
        return cls(form["inputs"], Witness(**form["witness"]))


@attrs.frozen
class Found:
    """What a search found: its classes, and the number of pairs on whose target columns differ."""

    classes: Mapping[DisagreementClass, Finding]
    differing: int = 0


class _Tally:
    """Collects the classes of a unit."""

    def __init__(self, work: SearchSpace) -> None:
        self._work = work
        self._counts: dict[DisagreementClass, int] = {}
        self._witnesses: dict[DisagreementClass, Witness] = {}
        self.differing = 0

    def note(self, found: DisagreementClass, reference: str, base: str | None) -> None:
        witness = self._witnesses.get(found)
        self._counts[found] = self._counts.get(found, 0) + 1
        if witness is None or self._is_smaller(reference, base, witness):
            self._witnesses[found] = Witness(reference, base)

    def _is_smaller(self, reference: str, base: str | None, than: Witness) -> bool:
        if len(reference) != len(than.reference):
            return len(reference) < len(than.reference)
        order = self._work.order
        return order(reference, base) < order(than.reference, than.base)

    @property
    def found(self) -> Found:
        return Found(
            {item: Finding(count, self._witnesses[item]) for item, count in self._counts.items()},
            self.differing,
        )


def search(work: SearchSpace, unit: int, classifier: Classifier) -> Found:
    """Put every disagreement of a unit into its class."""
    tally = _Tally(work)
    bases = sorted(work.bases, key=base_order)
    for text in work.in_unit(unit):
        references = classifier.parse(text)
        for found in classifier.of_reference(references):
            tally.note(found, text, None)
        for base in bases:
            differs = False
            for found in classifier.of_pair(base, references):
                tally.note(found, text, base)
                differs = True
            tally.differing += differs
    return tally.found


def merged(work: SearchSpace, one: Found, other: Found) -> Found:
    """Put together what was found in two parts of a search, whichever comes first."""
    classes = dict(one.classes)
    for item, finding in other.classes.items():
        before = classes.get(item)
        if before is not None:
            witness = min(
                before.witness,
                finding.witness,
                key=lambda witness: work.order(witness.reference, witness.base),
            )
            finding = Finding(before.inputs + finding.inputs, witness)
        classes[item] = finding
    return Found(classes, one.differing + other.differing)
