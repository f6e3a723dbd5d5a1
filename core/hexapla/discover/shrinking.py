"""Making a witness smaller while it stays of its class."""

from collections.abc import Callable, Collection, Iterator

import attrs

from hexapla.discover.classes import Classifier, DisagreementClass
from hexapla.discover.discovery import Discovery
from hexapla.discover.search import Finding, Found, Witness
from hexapla.discover.search_space import SearchSpace, base_order


def unseen(discovery: Discovery, seen: Collection[DisagreementClass] | None) -> Discovery:
    """Keep of a discovery the classes that were not seen before, each with a shrunk witness.

    Without `seen` all are kept.
    """
    work = discovery.work
    classifier = Classifier(work.specs)
    classes = {
        item: Finding(finding.inputs, shrink(work, classifier, item, finding.witness))
        for item, finding in discovery.found.classes.items()
        if seen is None or item not in seen
    }
    return attrs.evolve(
        discovery,
        found=Found(classes, discovery.found.differing),
        seen_again=None if seen is None else len(discovery.found.classes) - len(classes),
    )


def shrink(
    work: SearchSpace, classifier: Classifier, item: DisagreementClass, witness: Witness
) -> Witness:
    """Give a smaller witness of a class, none of whose neighbours is a smaller one still."""
    return smallest(
        work,
        witness,
        lambda neighbour: item in classifier.of(neighbour.reference, neighbour.base),
    )


def smallest(work: SearchSpace, witness: Witness, holds: Callable[[Witness], bool]) -> Witness:
    """Give a smaller witness for which something holds, none of whose neighbours is a smaller one.

    Neighbours lack a stretch of the reference, have a smaller character in one place, or a smaller
    base. The first that is smaller and for which it holds is taken, over and over.
    """
    while True:
        order = work.order(witness.reference, witness.base)
        smaller = (
            neighbour
            for neighbour in _neighbours(work, witness)
            if work.order(neighbour.reference, neighbour.base) < order and holds(neighbour)
        )
        found = next(smaller, None)
        if found is None:
            return witness
        witness = found


def _neighbours(work: SearchSpace, witness: Witness) -> Iterator[Witness]:
    text, base = witness.reference, witness.base
    size = len(text)
    while size:
        for start in range(len(text) - size + 1):
            yield Witness(text[:start] + text[start + size :], base)
        size //= 2
    if base is not None:
        for other in sorted(work.bases, key=base_order):
            yield Witness(text, other)
    for place in range(len(text)):
        for character in work.alphabet:
            yield Witness(text[:place] + character + text[place + 1 :], base)
