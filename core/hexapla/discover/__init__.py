"""Looking for all classes of disagreement, in every short reference or a sample of longer ones.

A search tries references, each alone and against every base of a set, puts each disagreement of the
specs into its class, and keeps the smallest example of every class.
"""

from hexapla.discover.classes import DisagreementClass
from hexapla.discover.classifier import Classifier
from hexapla.discover.discovery import Discovery, read_discovery
from hexapla.discover.exhaustive import BASES, ExhaustiveSpace
from hexapla.discover.run import run
from hexapla.discover.sampled import SampledSpace
from hexapla.discover.search_space import DiscoveryError, Input, SearchSpace
from hexapla.discover.shrinking import shrink, unseen
from hexapla.discover.tally import Finding

__all__ = [
    "BASES",
    "Classifier",
    "DisagreementClass",
    "Discovery",
    "DiscoveryError",
    "ExhaustiveSpace",
    "Finding",
    "Input",
    "SampledSpace",
    "SearchSpace",
    "read_discovery",
    "run",
    "shrink",
    "unseen",
]
