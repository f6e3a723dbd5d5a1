"""A case: a base and a reference, compared under all standards, with a verdict and sources.

This module decides everything that a page shows about groups of standards: their order, numbers and
count. When a reader hides standards, `scripts/groups.js` leaves out the letters of groups without a
visible standard, and chooses one of the captions defined here.
"""

import functools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import attrs

from hexapla.comparison.cause import Cause
from hexapla.comparison.comparison import ResolvedComparison
from hexapla.comparison.facet import Facet
from hexapla.comparison.facets import TargetFacet
from hexapla.comparison.host_facet import HostFacet, HostKey, HostReading, Refusal
from hexapla.comparison.shown import summary_line
from hexapla.documents.citation import Citation
from hexapla.standard.display import show
from hexapla.standard.phases import Target
from hexapla.standard.spec import Spec
from hexapla_site.addresses import case_name
from hexapla_site.data.parsers import REFUSED, Host, Names, OtherAnswer, ResolvedBy

GIVES = "→"
"""The symbol between a reference and its targets on pages."""
NO_RULE = "."
"""In a pattern, the symbol for a standard without a rule."""


# Groups of the shown standards, by result.


def specs_named(selectors: Collection[str], columns: Iterable[Spec]) -> tuple[Spec, ...]:
    """Return the specs that have one of the given selectors, in the order of the columns."""
    return tuple(spec for spec in columns if spec.selector in selectors)


def pattern_of(results: Sequence[object]) -> str:
    """Return a letter for each standard; standards with the same result get the same letter.

    Letters are assigned from the newest standard to the oldest, so A is the group of the newest
    standard with a rule. A result of None means that a standard has no rule. Results needn't be
    hashable.
    """
    distinct: list[object] = []
    pattern = ""
    for result in reversed(results):
        if result is None:
            pattern = NO_RULE + pattern
            continue
        if result not in distinct:
            distinct.append(result)
        pattern = chr(ord("A") + distinct.index(result)) + pattern
    return pattern


def groups_in(pattern: str) -> tuple[tuple[int, ...], ...]:
    """Return the groups in a pattern; the newest standard's group comes first.

    A group consists of the indexes of its standards, oldest first.
    """
    groups: dict[str, tuple[int, ...]] = {}
    for letter in sorted({*pattern} - {NO_RULE}):
        groups[letter] = tuple(index for index, each in enumerate(pattern) if each == letter)
    return tuple(groups.values())


def numbers_in(pattern: str) -> tuple[int | None, ...]:
    """Return the number of each standard's group, from 1; None for a standard in no group.

    A single group has no number, because there is no other group from which to distinguish it.
    """
    numbers: list[int | None] = [None] * len(pattern)
    groups = groups_in(pattern)
    if len(groups) > 1:
        for number, group in enumerate(groups, 1):
            for index in group:
                numbers[index] = number
    return tuple(numbers)


CAPTIONS: Mapping[str, str] = {
    "differ": "The standards give {count} different targets.",
    "agree": "All standards agree.",
    "ruled": "All standards that have a rule agree.",
    "silent": "No standard has a rule for it.",
}
"""The sentences that say whether the standards agree, keyed by name; pages embed them all."""


def caption(pattern: str) -> str:
    """Return a sentence that says whether the standards agree."""
    count = len(groups_in(pattern))
    if count > 1:
        return CAPTIONS["differ"].format(count=count)
    if count == 0:
        return CAPTIONS["silent"]
    if NO_RULE in pattern:
        return CAPTIONS["ruled"]
    return CAPTIONS["agree"]


@attrs.frozen
class ResultGroup:
    """Standards with the same result (a target, a `Host` or a facet's text), oldest first.

    `number` is the number of the group, from 1; None if the group isn't numbered, for example
    because it is the only one. `implementations` lists the implementations with the same result.
    """

    target: Any
    specs: tuple[Spec, ...]
    number: int | None
    implementations: Names = ()


def result_groups(facet: Facet) -> tuple[ResultGroup, ...]:
    """Return the results of a facet by group; the newest standard's group comes first."""
    given = facet.targets.__getitem__ if isinstance(facet, TargetFacet) else facet.text_of
    return grouped(pattern_of(facet.keys), facet.columns, given)


def grouped(
    pattern: str, columns: Sequence[Spec], given: Callable[[int], Any]
) -> tuple[ResultGroup, ...]:
    """Return the groups of a pattern; `given` returns the result of the standard at an index."""
    numbers = numbers_in(pattern)
    groups = []
    for members in groups_in(pattern):
        first = members[0]
        specs = tuple(columns[index] for index in members)
        groups.append(ResultGroup(given(first), specs, numbers[first]))
    return tuple(groups)


# The verdict: the results of the standards, newest first, and the parsers that give them today.


class GroupRule(NamedTuple):
    """A group that sees a different host from the other groups, with the rule that causes this."""

    group: ResultGroup
    rule: str


@attrs.frozen
class CaseVerdict:
    """The results of the standards for a case.

    Attributes:
        pattern: A letter for each standard; equal letters stand for equal results.
        groups: The results by group; the newest standard's group comes first.
        silent: The standards that have no rule.
        others: The answers of current implementations that no standard gives.
        rules: The rules that make groups see different hosts.
    """

    pattern: str
    groups: tuple[ResultGroup, ...]
    silent: tuple[Spec, ...]
    others: tuple[OtherAnswer, ...] = ()
    rules: tuple[GroupRule, ...] = ()


def verdict_of(comparison: ResolvedComparison, recorded: ResolvedBy | None = None) -> CaseVerdict:
    """Return the verdict of all standards in a comparison.

    `recorded` contains the answers of parsers to the same case, if known.
    """
    facet = comparison.target
    groups = result_groups(facet)
    silent = specs_named(facet.silent, comparison.specs)
    if recorded is None:
        return CaseVerdict(pattern_of(facet.keys), groups, silent)
    targets = [group.target for group in groups]
    # A parser that gives the URI of one group isn't also listed under the current document.
    of_uris: set[str] = set()
    for target in targets:
        if isinstance(target, str):
            of_uris.update(recorded.naming(target))
    given = []
    for group in groups:
        names = recorded.naming(group.target)
        if not isinstance(group.target, str):
            names = tuple(name for name in names if name not in of_uris)
        given.append(attrs.evolve(group, implementations=names))
    return CaseVerdict(pattern_of(facet.keys), tuple(given), silent, recorded.others(targets))


def host_verdict(facet: HostFacet, recorded: Mapping[Host, Names]) -> CaseVerdict:
    """Return the hosts in a URL, with the standards and parsers that see each host.

    `recorded` contains the names of the parsers that report each host.
    """
    hosts = list(map(_host_of, facet.hosts))
    pattern = pattern_of(hosts)
    members = groups_in(pattern)
    groups, rules = [], []
    each = grouped(pattern, facet.columns, hosts.__getitem__)
    for group, indexes in zip(each, members, strict=True):
        groups.append(attrs.evolve(group, implementations=recorded.get(group.target, ())))
        rule = str(facet.rules_of(indexes[-1])) if len(members) > 1 else ""
        if rule:
            rules.append(GroupRule(groups[-1], rule))
    silent = tuple(spec for spec, host in zip(facet.columns, hosts, strict=True) if host is None)
    others = [OtherAnswer(host, names) for host, names in recorded.items() if host not in hosts]
    return CaseVerdict(pattern, tuple(groups), silent, tuple(others), tuple(rules))


def _host_of(reading: HostReading) -> Host | None:
    """Convert the host that a standard sees to the form of parsers' hosts; None without a rule."""
    match reading.key:
        case HostKey(host=host):
            return (host,)
        case Refusal.REFUSED:
            return REFUSED
    return None


# The case.


class QuotedAnswer(NamedTuple):
    """A target that a source states for a case, with a remark that names choices or clients."""

    target: Target
    remark: str


@attrs.frozen
class Quote:
    """A source that quotes a case, with the place in the source and the answers stated there."""

    source: str
    place: str
    answers: tuple[QuotedAnswer, ...]
    citation: Citation | None = None


@attrs.frozen(slots=False, repr=False)
class CaseReport:
    """A base and a reference, compared under all standards, with the sources that quote them.

    `recorded` contains the answers of parsers, if known.
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
        """The name of the case in addresses, derived only from the base and the reference."""
        return case_name(self.base, self.reference)

    @property
    def cited(self) -> str:
        """The line for citing the case: the targets, and the standards that give them."""
        line = summary_line(self.reference, self.comparison.target, GIVES)
        return f"{line}, against {show(self.base)}"

    @functools.cached_property
    def verdict(self) -> CaseVerdict:
        """The results of the standards, and the parsers that give them today."""
        return verdict_of(self.comparison, self.recorded)

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources that quote the case, without duplicates."""
        return tuple(dict.fromkeys(item.source for item in self.quotes))

    @property
    def agrees(self) -> bool:
        """Whether all standards that have a rule resolve the reference to the same target."""
        return self.comparison.target.agrees

    @property
    def causes(self) -> tuple[Cause, ...]:
        """The causes of disagreements about parts and about the target."""
        return self.comparison.parts.causes_of_pairs + self.comparison.target.causes_of_pairs
