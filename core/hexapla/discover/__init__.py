"""Looking for all kinds of disagreement: through every short reference, or a sample of longer ones.

A search goes through references, each against every base of a set, puts each disagreement of the
columns into its class, and keeps the smallest witness of every class.
"""

from hexapla.discover.classes import AppliedRule, Classifier, DisagreementClass, Side
from hexapla.discover.discovery import Discovery, read_discovery
from hexapla.discover.exhaustive import BASES, ExhaustiveSpace
from hexapla.discover.run import WorkerError, run
from hexapla.discover.sampled import SampledSpace
from hexapla.discover.search import Finding, Witness
from hexapla.discover.search_space import DiscoveryError, SearchSpace
from hexapla.discover.shrinking import shrink, unseen

__all__ = [
    "BASES",
    "AppliedRule",
    "Classifier",
    "DisagreementClass",
    "Discovery",
    "DiscoveryError",
    "ExhaustiveSpace",
    "Finding",
    "SampledSpace",
    "SearchSpace",
    "Side",
    "Witness",
    "WorkerError",
    "read_discovery",
    "run",
    "shrink",
    "unseen",
]
