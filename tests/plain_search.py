"""A simple enumeration of disagreements: `compare` on every input, without signatures or units."""

import itertools
from collections.abc import Iterator, Mapping

import hexapla
from hexapla.comparison.cause_key import CauseKey
from hexapla.comparison.comparison import Comparison
from hexapla.comparison.facet import Facet, differing
from hexapla.discover.classes import DisagreementClass
from hexapla.discover.discovery import Discovery
from hexapla.discover.search_space import ExhaustiveSpace
from hexapla.standard.registry import columns_of
from hexapla.standard.spec import Spec

SPECS = columns_of(None)
JUDGE = hexapla.spec("rfc3986")
ALPHABET = "a:/?#;."

# Each class with its count and its smallest example. Size is ordered by length, base and alphabet.
Plain = Mapping[DisagreementClass, tuple[int, tuple[str, str | None]]]


def plain_classes(
    reference: str, base: str | None, specs: tuple[Spec, ...] = SPECS
) -> Iterator[DisagreementClass]:
    comparison = hexapla.compare(reference, base=base, specs=specs)
    if base is not None:
        assert comparison.target is not None
        yield from _of_facet(comparison, comparison.target)
        return
    yield from _of_facet(comparison, comparison.parts)
    verdicts = {
        spec.selector: found.verdict.value
        for spec, found in zip(specs, comparison.validities, strict=True)
        if spec.selector not in comparison.valid.silent
    }
    selectors, values = list(verdicts), list(verdicts.values())
    for left, right in differing(values):
        yield DisagreementClass(
            CauseKey("valid", "", selectors[left], "", selectors[right], ""),
            groups_of_specs(comparison.valid),
            (values[left], values[right]),
        )


def groups_of_specs(facet: Facet) -> tuple[tuple[str, ...], ...]:
    """Return the groups of specs that agree, the largest first."""
    order = [spec.selector for spec in facet.columns]
    groups = (group.specs for group in facet.groups)
    return tuple(sorted(groups, key=lambda group: (-len(group), order.index(group[0]))))


def _of_facet(comparison: Comparison, facet: Facet) -> Iterator[DisagreementClass]:
    given = {item.spec.selector: item for item in comparison.resolutions}
    for cause in facet.causes_of_pairs:
        sides = cause.left.spec.selector, cause.right.spec.selector
        outcomes = tuple(given[side].outcome.value for side in sides if given)
        uris = [given[side].uri for side in sides if given]
        yield DisagreementClass(
            cause.key,
            groups_of_specs(facet),
            outcomes,
            _first_part_apart(*uris) if uris and None not in uris else None,
        )


def _first_part_apart(*uris: str | None) -> str:
    """Parse with RFC 3986, which gives the same parts as RFC 2396, the newest default column."""
    here, there = (JUDGE.parse(uri).parts for uri in uris if uri is not None)
    return next((name for name in here if here[name] != there[name]), "")


def plain_search(space: ExhaustiveSpace) -> Plain:
    """Count each class, and keep its first input in the order of size."""
    ordered = (None, *sorted(space.bases, key=lambda base: (len(base), base)))
    classes: dict[DisagreementClass, tuple[int, tuple[str, str | None]]] = {}
    for length in range(space.max_length + 1):
        for base in ordered:
            for characters in itertools.product(space.alphabet, repeat=length):
                text = "".join(characters)
                for item in plain_classes(text, base, space.specs):
                    count, smallest = classes.get(item, (0, (text, base)))
                    classes[item] = count + 1, smallest
    return classes


def as_plain(discovery: Discovery) -> Plain:
    return {
        item: (finding.inputs, (finding.smallest.reference, finding.smallest.base))
        for item, finding in discovery.classes.items()
    }
