"""Searching a unit: the classes that it shows, how often, and the smallest example of each."""

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from hexapla.discover.classes import DisagreementClass
from hexapla.discover.classifier import Classifier
from hexapla.discover.search_space import Input, SearchSpace, base_order
from hexapla.text.json_text import count_in, text_in, text_or_none


@attrs.frozen
class Finding:
    """How many of the inputs searched are of a class, and the smallest of them.

    An input is a pair of a base and a reference; for validity and parts, a reference.

    Attributes:
        inputs: How many there are.
        smallest: The smallest one.
    """

    inputs: int
    smallest: Input

    def to_dict(self) -> dict[str, object]:
        """Return the finding's JSON form."""
        return {"inputs": self.inputs, "smallest": self.smallest.to_dict()}

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> "Finding":
        """Return the finding that a JSON form holds.

        Raises:
            KeyError: A member is not there.
            TypeError: A member is of another type.
        """
        smallest = form["smallest"]
        reference, base = text_in(smallest["reference"]), text_or_none(smallest["base"])
        return cls(count_in(form["inputs"]), Input(reference, base))


@attrs.frozen(repr=False)
class SearchResult:
    """The classes that a search found, and the number of pairs whose targets differ.

    A column without a rule for a pair is on no side there.

    Attributes:
        classes: The classes, with what was counted of each.
        differing: How many pairs of a base and a reference show a disagreement.
    """

    classes: Mapping[DisagreementClass, Finding]
    differing: int = 0

    def __repr__(self) -> str:
        return f"<SearchResult {len(self.classes)} classes, {self.differing} pairs differ>"


class _Tally:
    """Collects the classes of a unit."""

    def __init__(self, space: SearchSpace) -> None:
        self._space = space
        self._counts: dict[DisagreementClass, int] = {}
        self._smallest: dict[DisagreementClass, Input] = {}
        self.differing = 0

    def note(self, item: DisagreementClass, reference: str, base: str | None) -> None:
        smallest = self._smallest.get(item)
        self._counts[item] = self._counts.get(item, 0) + 1
        if smallest is None or self._is_smaller(reference, base, smallest):
            self._smallest[item] = Input(reference, base)

    def _is_smaller(self, reference: str, base: str | None, than: Input) -> bool:
        if len(reference) != len(than.reference):
            return len(reference) < len(than.reference)
        order = self._space.order
        return order(reference, base) < order(than.reference, than.base)

    @property
    def result(self) -> SearchResult:
        return SearchResult(
            {item: Finding(count, self._smallest[item]) for item, count in self._counts.items()},
            self.differing,
        )


def search(
    space: SearchSpace,
    unit: int,
    classifier: Classifier,
    look: Callable[[], None] = lambda: None,
) -> SearchResult:
    """Put every disagreement of a unit into its class.

    Args:
        space: What is searched.
        unit: The number of the unit, from 0.
        classifier: The classifier of the space's columns.
        look: Is called between references, and raises where the search has to end.
    """
    tally = _Tally(space)
    bases = sorted(space.bases, key=base_order)
    for text in space.in_unit(unit):
        look()
        references = classifier.parse(text)
        for item in classifier.of_reference(references):
            tally.note(item, text, None)
        for base in bases:
            differs = False
            for item in classifier.of_pair(base, references):
                tally.note(item, text, base)
                differs = True
            tally.differing += differs
    return tally.result


def merged(space: SearchSpace, one: SearchResult, other: SearchResult) -> SearchResult:
    """Return the results of two parts of a search as one, whichever part comes first."""
    classes = dict(one.classes)
    for item, finding in other.classes.items():
        before = classes.get(item)
        if before is not None:
            smallest = min(
                before.smallest,
                finding.smallest,
                key=lambda example: space.order(example.reference, example.base),
            )
            finding = Finding(before.inputs + finding.inputs, smallest)
        classes[item] = finding
    return SearchResult(classes, one.differing + other.differing)
