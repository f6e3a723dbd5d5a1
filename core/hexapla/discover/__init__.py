"""Looking for all kinds of disagreement: through every short reference, or a sample of longer ones.

A search goes through references, each against every base of a set, puts each disagreement of the
columns into its class, and keeps the smallest witness of every class.
"""

from hexapla.discover.bound import BASES, Bound
from hexapla.discover.classes import AppliedRule, Classifier, DisagreementClass, Side
from hexapla.discover.discovery import Discovery, read_discovery
from hexapla.discover.run import WorkerError, run
from hexapla.discover.sample import Sample
from hexapla.discover.search import Finding, Witness
from hexapla.discover.shrinking import shrink, unseen
from hexapla.discover.work import DiscoveryError, Work

__all__ = [
    "BASES",
    "AppliedRule",
    "Bound",
    "Classifier",
    "DisagreementClass",
    "Discovery",
    "DiscoveryError",
    "Finding",
    "Sample",
    "Side",
    "Witness",
    "Work",
    "WorkerError",
    "read_discovery",
    "run",
    "shrink",
    "unseen",
]
