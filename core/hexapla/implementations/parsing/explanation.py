"""Which readings of a standard explain the most of what a program reads in URLs."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import attrs

from hexapla.implementations.parse_asking import ParseAnswer
from hexapla.implementations.parsing.behaviour import UrlBranch, divided_by, url_behaviour
from hexapla.implementations.parsing.comparing import COMPARED, Finding, findings
from hexapla.implementations.search import Ways, best_choices
from hexapla.operations.division import DividedUrl
from hexapla.standard.spec import Spec
from hexapla.values.frozen import FrozenMapping


@attrs.frozen(repr=False)
class ParseExplanation:
    """A standard under the readings that explain the most of what a program reads in URLs.

    All numbers but `urls` count components: one that the program tells, in one URL; whether it
    accepts a URL counts as one.

    Attributes:
        asked_for: The selector with which the standard was given.
        spec: The spec with the choices that were found.
        by_component: For each component that is compared, how many are explained.
        by_default: How many are explained in all if all readings that `asked_for` does not name
            have their defaults.
        hosts_as_given: How many hosts are explained that are compared as they are given.
        urls: The number of URLs of which everything told is explained.
        rejected: The number of URLs that are neutral: the program refuses what the standard's own
            grammar does not derive, or has no rule for.
        no_rule: The number of components that it tells in URLs for which the standard has no rule.
    """

    asked_for: str
    spec: Spec
    by_component: Mapping[str, int]
    by_default: int
    hosts_as_given: int = 0
    urls: int = 0
    rejected: int = 0
    no_rule: int = 0

    def __repr__(self) -> str:
        return f"<ParseExplanation {self.selector}: {self.agreeing} match>"

    @property
    def agreeing(self) -> int:
        """The number of components explained, of all that were compared."""
        return sum(self.by_component.values())

    @property
    def id(self) -> str:
        """The id of the spec."""
        return self.spec.id

    @property
    def selector(self) -> str:
        """The id of the spec with the choices that differ from the defaults."""
        return self.spec.selector

    def to_dict(self) -> dict[str, object]:
        """Return the explanation's JSON form."""
        return {
            "id": self.id,
            "selector": self.selector,
            "asked_for": self.asked_for,
            "agreeing": self.agreeing,
            "by_default": self.by_default,
            "by_component": dict(self.by_component),
            "hosts_as_given": self.hosts_as_given,
            "urls": self.urls,
            "rejected": self.rejected,
            "no_rule": self.no_rule,
        }


def explain_parsing(spec: Spec, answers: Sequence[ParseAnswer]) -> ParseExplanation:
    """Find the readings of a standard that explain the most of what was answered.

    Of equals, those win that explain the most refusals, then those with the fewest choices, and
    then those whose options come first in the standard.

    Args:
        spec: The spec; the choices that it has made are kept.
        answers: What the program answered.
    """
    table = [_row(spec, answer) for answer in answers]
    choices = best_choices(spec.readings, _open_points(table))
    chosen = spec.choosing(*choices)
    rows = [(answer, divided_by(chosen, answer.url)) for answer in answers]
    compared = [findings(divided, answer) for answer, divided in rows]
    counts = Counter(finding for item in compared for finding in item.values())
    same = Counter(
        name for item in compared for name, finding in item.items() if finding is Finding.SAME
    )
    return ParseExplanation(
        spec.selector,
        chosen,
        FrozenMapping((name, same[name]) for name in COMPARED),
        sum(_is_same(finding) for row in table for finding in row[0][1].values()),
        sum(_has_host_as_given(answer, divided) for answer, divided in rows),
        sum(bool(item) and all(map(_is_same, item.values())) for item in compared),
        counts[Finding.REJECTED],
        counts[Finding.NO_RULE],
    )


def _is_same(finding: Finding) -> bool:
    return finding is Finding.SAME


def _has_host_as_given(answer: ParseAnswer, divided: DividedUrl) -> bool:
    given = answer.components
    return (
        given is not None
        and "host" in given.told
        and "host" in divided.components.told
        and given.host == divided.components.host
    )


# What is found under each branch of a URL.
_Row = Sequence[tuple[UrlBranch, Mapping[str, Finding]]]


def _row(spec: Spec, answer: ParseAnswer) -> _Row:
    return [
        (branch, findings(branch.divided, answer)) for branch in url_behaviour(spec, answer.url)
    ]


def _open_points(table: Sequence[_Row]) -> Mapping[Ways, int]:
    """Return what is explained under some options only, with its weight."""
    # All neutral ones together weigh less than one component that would be left unexplained.
    full_weight = 1 + sum(len(row[0][1]) for row in table)
    weights: Counter[Ways] = Counter()
    for row in table:
        if len(row) == 1:  # no reading matters
            continue
        for name in COMPARED:
            for wanted, weight in (
                ((Finding.SAME,), 1),
                ((Finding.SAME, Finding.REJECTED), full_weight),
            ):
                ways = frozenset(_options(row, name, wanted))
                if 0 < len(ways) < len(row):
                    weights[ways] += weight
    return weights


def _options(row: _Row, name: str, wanted: Sequence[Finding]) -> Iterator[Mapping[str, str]]:
    return (branch.options for branch, compared in row if compared.get(name) in wanted)
