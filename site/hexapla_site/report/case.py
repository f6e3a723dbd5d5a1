"""A case: a base and a reference that ran through every column, who gives what, and who quotes it.

Everything that a page says of groups comes from here: their order and numbers, and how many there
are. When a reader switches columns off, `scripts/groups.js` leaves out the letters of groups that
have no column left, and chooses among the captions that are here.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import attrs

from hexapla.comparison.cause import Cause
from hexapla.comparison.comparison import ResolvedComparison
from hexapla.comparison.facet import Facet
from hexapla.comparison.facets import HostFacet, HostKey, HostReading, Refusal, TargetFacet
from hexapla.comparison.shown import summary_line
from hexapla.documents.citation import Citation
from hexapla.standard.display import show
from hexapla.standard.phases import Target
from hexapla.standard.reference import Reference
from hexapla.standard.spec import Spec
from hexapla_site.addresses import case_name
from hexapla_site.data.parsers import REFUSED, Host, Names, OtherAnswer, ResolvedBy

GIVES = "→"
"""What stands between a reference and its targets on pages."""
NO_RULE = "."
"""What stands in a pattern for a column without a rule."""


# Columns in groups by what they give, over those that are shown.


def pattern_of(results: Sequence[object]) -> str:
    """Return which columns give the same: a letter for each column, equal for equal results.

    The letters are in the order of the groups: A is that of the newest column with a rule. A result
    is None where a column has no rule; it needs no hash.
    """
    distinct: list[object] = []
    for result in reversed(results):
        if result is not None and result not in distinct:
            distinct.append(result)
    letters = (None if each is None else chr(ord("A") + distinct.index(each)) for each in results)
    return "".join(letter or NO_RULE for letter in letters)


def groups_in(pattern: str) -> tuple[tuple[int, ...], ...]:
    """Return the groups in a pattern, that of the newest column first.

    A group has the indexes of its columns, oldest first.
    """
    letters = sorted({*pattern} - {NO_RULE})
    return tuple(
        tuple(index for index, each in enumerate(pattern) if each == letter) for letter in letters
    )


def numbers_in(pattern: str) -> tuple[int | None, ...]:
    """Return the number of each column's group, from 1; None for a column in no group.

    One group alone has no number, since there is nothing to tell apart.
    """
    groups = groups_in(pattern)
    numbers = {index: number for number, group in enumerate(groups, 1) for index in group}
    return tuple(numbers.get(index) if len(groups) > 1 else None for index in range(len(pattern)))


CAPTIONS: Mapping[str, str] = {
    "differ": "The standards give {count} different targets.",
    "agree": "All standards agree.",
    "ruled": "All standards that have a rule agree.",
    "silent": "No standard has a rule for it.",
}
"""The sentences that say whether columns agree, by names; a caption has all of them as data."""


def caption(pattern: str) -> str:
    """Return in a sentence whether the columns agree."""
    count = len(groups_in(pattern))
    if count > 1:
        return CAPTIONS["differ"].format(count=count)
    if count == 0:
        return CAPTIONS["silent"]
    return CAPTIONS["ruled" if NO_RULE in pattern else "agree"]


@attrs.frozen
class ResultGroup:
    """Columns, oldest first, that give the same: a target, a `Host`, or a text for another facet.

    `number` counts the groups from 1, and is None for one group alone; `implementations` of today
    answer the same.
    """

    target: Any
    specs: tuple[Spec, ...]
    number: int | None
    implementations: Names = ()


def result_groups(facet: Facet) -> tuple[ResultGroup, ...]:
    """Return what the columns of a facet give, by groups, that of the newest column first."""
    given = facet.targets.__getitem__ if isinstance(facet, TargetFacet) else facet.text_of
    return grouped(pattern_of(facet.keys), facet.columns, given)


def grouped(
    pattern: str, columns: Sequence[Spec], given: Callable[[int], Any]
) -> tuple[ResultGroup, ...]:
    """Return the groups of a pattern; `given` tells what a column gives, by its index."""
    numbers = numbers_in(pattern)
    return tuple(
        ResultGroup(given(first), tuple(columns[index] for index in members), numbers[first])
        for members in groups_in(pattern)
        for first in members[:1]
    )


# The verdict: what the standards give, the newest first, and who gives it today.


class GroupRule(NamedTuple):
    """A group that reads another host than other groups, and the rule by which it does."""

    group: ResultGroup
    rule: str


@attrs.frozen
class CaseVerdict:
    """What columns give for a case.

    Attributes:
        pattern: Which columns give the same.
        groups: What they give, that of the newest column first.
        silent: The columns that have no rule.
        others: What implementations of today answer that no column gives.
        rules: By which rules groups read different hosts.
    """

    pattern: str
    groups: tuple[ResultGroup, ...]
    silent: tuple[Spec, ...]
    others: tuple[OtherAnswer, ...] = ()
    rules: tuple[GroupRule, ...] = ()


def verdict_of(comparison: ResolvedComparison, recorded: ResolvedBy | None = None) -> CaseVerdict:
    """Return the verdict of all columns of a comparison.

    `recorded` is what parsers answered to the same, where that is known.
    """
    facet = comparison.target
    groups = result_groups(facet)
    silent = tuple(spec for spec in comparison.specs if spec.selector in facet.silent)
    if recorded is None:
        return CaseVerdict(pattern_of(facet.keys), groups, silent)
    givers = {group.target: recorded.naming(group.target) for group in groups}
    # Who gives the URI of one group is not told for the current document, too.
    of_uris = {name for target in givers if isinstance(target, str) for name in givers[target]}
    for target, names in givers.items():
        if not isinstance(target, str):
            givers[target] = tuple(name for name in names if name not in of_uris)
    given = tuple(attrs.evolve(group, implementations=givers[group.target]) for group in groups)
    return CaseVerdict(pattern_of(facet.keys), given, silent, recorded.others(givers))


def host_verdict(facet: HostFacet, recorded: Mapping[Host, Names]) -> CaseVerdict:
    """Return who reads which host in a URL: columns, and parsers by what they read."""
    hosts = [_host_of(reading) for reading in facet.hosts]
    pattern = pattern_of(hosts)
    members = groups_in(pattern)
    groups = tuple(
        attrs.evolve(group, implementations=recorded.get(group.target, ()))
        for group in grouped(pattern, facet.columns, hosts.__getitem__)
    )
    silent = tuple(spec for spec, host in zip(facet.columns, hosts, strict=True) if host is None)
    told = [str(facet.rules_of(group[-1])) for group in members] if len(members) > 1 else []
    rules = [GroupRule(group, rule) for group, rule in zip(groups, told, strict=False) if rule]
    others = [OtherAnswer(host, names) for host, names in recorded.items() if host not in hosts]
    return CaseVerdict(pattern, groups, silent, tuple(others), tuple(rules))


def _host_of(reading: HostReading) -> Host | None:
    """Return the host that a column reads, as answers of parsers have it; None without a rule."""
    match reading.key:
        case HostKey(host=host):
            return (host,)
        case Refusal.REFUSED:
            return REFUSED
    return None


# The case.


class QuotedAnswer(NamedTuple):
    """What a source says that a case gives, and a remark: the choices for it, or who gives it."""

    target: Target
    remark: str


@attrs.frozen
class Quote:
    """Where a case is quoted: its source, and what the source says of it."""

    source: str
    place: str
    answers: tuple[QuotedAnswer, ...]
    citation: Citation | None = None


@attrs.frozen(slots=False, repr=False)
class CaseReport:
    """A base and a reference, compared in all columns, with the places that quote them.

    `recorded` is what parsers answered, where that is known.
    """

    comparison: ResolvedComparison
    quotes: tuple[Quote, ...] = ()
    recorded: ResolvedBy | None = None

    @property
    def base(self) -> str:
        """The base."""
        return self.comparison.base

    @property
    def reference(self) -> str:
        """The reference."""
        return self.comparison.reference

    @functools.cached_property
    def id(self) -> str:
        """What it is called in addresses, which depends on base and reference alone."""
        return case_name(self.base, self.reference)

    @property
    def cited(self) -> str:
        """The line by which it is cited: which standards give what."""
        line = summary_line(self.reference, self.comparison.target, GIVES)
        return f"{line}, against {show(self.base)}"

    @functools.cached_property
    def verdict(self) -> CaseVerdict:
        """What the columns give, who gives it today, and why they differ."""
        return verdict_of(self.comparison, self.recorded)

    @property
    def base_references(self) -> tuple[Reference, ...]:
        """The base as each column parses it."""
        return tuple(spec.parse(self.base) for spec in self.comparison.specs)

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources that quote the case, each once."""
        return tuple(dict.fromkeys(item.source for item in self.quotes))

    @property
    def agrees(self) -> bool:
        """Whether all columns that have a rule resolve the reference to the same."""
        return self.comparison.target.agrees

    @property
    def causes(self) -> tuple[Cause, ...]:
        """The causes of its disagreements, about parts and about the target."""
        return self.comparison.parts.causes_of_pairs + self.comparison.target.causes_of_pairs
