"""The score of a parser: how many cases match the standard that is nearest to it.

A parser has one score for resolving and one for parsing. Its page, its badge, its entry in the
search, the tables and the page on what each parser does all show these two.
"""

import attrs

from hexapla.identification.explanation import Explanation
from hexapla.identification.identification import Identification


@attrs.frozen
class Score:
    """How many cases match the nearest standard, under the readings that explain the most.

    Attributes:
        nearest: The standard, with these readings.
        cases: The number of cases that were asked.
        noun: What a case is called: "case" or "URL".
        ahead: The other standards of which more cases match. That can be when URLs are parsed:
            there, the nearest standard is the one that explains the most components.
    """

    nearest: Explanation
    cases: int
    noun: str
    ahead: tuple[Explanation, ...] = ()

    @property
    def matching(self) -> int:
        """The number of cases that match."""
        return self.nearest.matching

    @property
    def count(self) -> str:
        """How many cases match, of how many."""
        return f"{self.matching} of {self.cases}"

    def __str__(self) -> str:
        return f"{self.count} {self.noun}s"


def score_of(identified: Identification) -> Score:
    """Return the score of a parser that was identified."""
    nearest, *others = identified.explanations
    most = {item.id: max(item.matching, item.by_default) for item in others}
    ahead = tuple(item for item in others if most[item.id] > nearest.matching)
    return Score(nearest, identified.cases, identified.question.noun, ahead)
