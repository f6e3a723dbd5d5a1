"""Looking for all classes of disagreement, in every short reference or a sample of longer ones.

A search tries references, each alone and against every base of a set, puts each disagreement of the
specs into its class, and keeps the smallest example of every class.
"""

from hexapla.discover.classes import Classifier, DisagreementClass
from hexapla.discover.discovery import Discovery, read_discovery
from hexapla.discover.inputs import Occurrences, SearchInput, smallest
from hexapla.discover.run import run, shrink, unseen
from hexapla.discover.search_space import (
    BASES,
    DiscoveryError,
    ExhaustiveSpace,
    SampledSpace,
    SearchSpace,
)

__all__ = [
    "BASES",
    "Classifier",
    "DisagreementClass",
    "Discovery",
    "DiscoveryError",
    "ExhaustiveSpace",
    "Occurrences",
    "SampledSpace",
    "SearchInput",
    "SearchSpace",
    "read_discovery",
    "run",
    "shrink",
    "smallest",
    "unseen",
]
