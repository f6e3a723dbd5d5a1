"""Making an input smaller while it stays of its class."""

from collections.abc import Callable, Collection, Iterator

import attrs

from hexapla.discover.classes import DisagreementClass
from hexapla.discover.classifier import Classifier
from hexapla.discover.discovery import Discovery
from hexapla.discover.search import SearchResult
from hexapla.discover.search_space import Input, SearchSpace, base_order
from hexapla.discover.tally import Finding


def unseen(discovery: Discovery, seen: Collection[DisagreementClass] | None) -> Discovery:
    """Return a discovery of the classes that were not seen before, each with a shrunk example.

    Args:
        discovery: What a search found.
        seen: The classes to leave out; None to keep all, and to count none as seen again.
    """
    space, result = discovery.space, discovery.result
    classifier = Classifier(space.specs)
    classes = {
        item: Finding(finding.inputs, shrink(space, classifier, item, finding.smallest))
        for item, finding in result.classes.items()
        if seen is None or item not in seen
    }
    return attrs.evolve(
        discovery,
        result=SearchResult(classes, result.differing),
        seen_again=None if seen is None else len(result.classes) - len(classes),
    )


def shrink(
    space: SearchSpace, classifier: Classifier, item: DisagreementClass, example: Input
) -> Input:
    """Return a smaller input of a class, such that none of its neighbours is smaller still.

    Args:
        space: The alphabet and the bases to use, and which input is smaller.
        classifier: The classifier of the space's specs.
        item: The class.
        example: An input of the class.
    """
    return smallest(
        space,
        example,
        lambda neighbour: item in classifier.of(neighbour.reference, neighbour.base),
    )


def smallest(space: SearchSpace, example: Input, holds: Callable[[Input], bool]) -> Input:
    """Return a smaller input for which something holds, such that no neighbour is smaller still.

    Neighbours lack some successive characters of the reference, have a smaller character in one
    place, or a smaller base. The first that is smaller and for which it holds is taken, repeatedly.

    Args:
        space: The alphabet and the bases to use, and which input is smaller.
        example: An input for which it holds.
        holds: Whether it holds for an input.
    """
    while True:
        order = space.order(example)
        smaller = (
            neighbour
            for neighbour in _neighbours(space, example)
            if space.order(neighbour) < order and holds(neighbour)
        )
        neighbour = next(smaller, None)
        if neighbour is None:
            return example
        example = neighbour


def _neighbours(space: SearchSpace, example: Input) -> Iterator[Input]:
    text, base = example.reference, example.base
    size = len(text)
    while size:
        for start in range(len(text) - size + 1):
            yield Input(text[:start] + text[start + size :], base)
        size //= 2
    if base is not None:
        for other in sorted(space.bases, key=base_order):
            yield Input(text, other)
    for place in range(len(text)):
        for character in space.alphabet:
            yield Input(text[:place] + character + text[place + 1 :], base)
