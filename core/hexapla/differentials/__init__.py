"""Where programs read one URL differently: every class of difference, with its smallest example.

Programs are asked every short URL, URLs drawn from grammars and mutated, and those of the caller.
Each difference is put into a class: what differs, what kind of thing either program reads, and
which specs read the same by which rule.
"""

from hexapla.differentials.aspects import ASPECTS, aspects_of
from hexapla.differentials.classes import ClassSide, DifferentialClass
from hexapla.differentials.differential import Differential, Unanswered
from hexapla.differentials.inputs import Inputs
from hexapla.differentials.search import Search
from hexapla.differentials.url_difference import DifferenceSide, UrlDifference

__all__ = [
    "ASPECTS",
    "ClassSide",
    "DifferenceSide",
    "Differential",
    "DifferentialClass",
    "Inputs",
    "Search",
    "Unanswered",
    "UrlDifference",
    "aspects_of",
]
