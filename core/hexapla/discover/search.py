"""Searching a unit: the classes that it shows, how often, and the smallest example of each."""

from collections.abc import Callable, Mapping

import attrs

from hexapla.discover.classes import DisagreementClass
from hexapla.discover.classifier import Classifier
from hexapla.discover.search_space import Input, SearchSpace, base_order
from hexapla.discover.tally import ClassTally, Finding
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class SearchResult(Value):
    """The classes that a search found, and the number of pairs whose targets differ.

    A spec without a rule for a pair is on no side there.

    Attributes:
        classes: The classes, with what was counted of each.
        differing: How many pairs of a base and a reference show a disagreement.
    """

    classes: Mapping[DisagreementClass, Finding[Input]]
    differing: int = 0


def search(
    space: SearchSpace,
    unit: int,
    classifier: Classifier,
    check_cancelled: Callable[[], None] = lambda: None,
) -> SearchResult:
    """Put every disagreement of a unit into its class.

    Args:
        space: What is searched.
        unit: The number of the unit, from 0.
        classifier: The classifier of the space's specs.
        check_cancelled: Is called between references, and raises where the search has to end.
    """
    tally = ClassTally[DisagreementClass, Input](space.order)
    differing = 0
    bases = sorted(space.bases, key=base_order)
    for text in space.in_unit(unit):
        check_cancelled()
        references = classifier.parse(text)
        for item in classifier.of_reference(references):
            tally.add(item, Input(text, None))
        for base in bases:
            classes = list(classifier.of_pair(base, references))
            for item in classes:
                tally.add(item, Input(text, base))
            differing += bool(classes)
    return SearchResult(tally.findings, differing)
