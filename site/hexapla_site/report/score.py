"""The score of a parser: how many cases match the standard that is nearest to it.

A parser can have two scores: one for resolving, and one for parsing. Each score has a badge of its
own.
"""

import attrs

from hexapla.identification.explanation import Explanation
from hexapla.identification.ranking import Ranking


@attrs.frozen
class Score:
    """How many cases match the nearest standard under the readings that fit best.

    Attributes:
        nearest: The nearest standard, with the readings that fit best.
        cases: The number of cases on which the parser was tested.
        noun: The word for a case: "case" or "URL".
        ahead: Other standards that are matched by more cases than the nearest standard. There can
            be such standards only for parsing, where the nearest standard is the one that explains
            the most components.
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
        """The number of matching cases and of all cases, for example "40 of 42"."""
        return f"{self.matching} of {self.cases}"

    def __str__(self) -> str:
        return f"{self.count} {self.noun}s"


def score_of(ranking: Ranking) -> Score:
    """Return the score of a parser from the standards that explain its answers."""
    nearest, *others = ranking.explanations
    most = {item.id: max(item.matching, item.by_default) for item in others}
    ahead = tuple(item for item in others if most[item.id] > nearest.matching)
    return Score(nearest, ranking.cases, ranking.question.noun, ahead)
