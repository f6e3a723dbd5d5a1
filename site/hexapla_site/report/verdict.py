"""The verdict on a case: what the standards give, the newest first, and who gives it today."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from hexapla.comparison.comparison import ResolvedComparison
from hexapla.comparison.facet import Facet
from hexapla.comparison.facets import TargetFacet
from hexapla.comparison.hosts import HostFacet
from hexapla.standard.spec import Spec
from hexapla_site.report.grouping import caption, groups_in, numbers_in, pattern_of

if TYPE_CHECKING:  # a reader's browser has no recordings
    from hexapla_site.data.recordings import RecordedAnswers


Host = tuple[str | None] | str
"""A host, None for no host, in a tuple; `REFUSED` where the URL is refused."""
REFUSED = "refused"


@attrs.frozen
class ResultGroup:
    """Columns that give the same.

    Attributes:
        target: What they give: a target, a `Host`, or a text for another facet.
        specs: The columns, oldest first.
        number: The number of the group, from 1; None for one group alone.
        implementations: The names of the implementations of today that answer the same.
    """

    target: Any
    specs: tuple[Spec, ...]
    number: int | None
    implementations: tuple[str, ...] = ()

    @property
    def newest(self) -> Spec:
        """The newest of the columns."""
        return self.specs[-1]


@attrs.frozen
class CaseVerdict:
    """What columns give for a case.

    Attributes:
        pattern: Which columns give the same (see `hexapla_site.report.grouping`).
        groups: The columns by target, the group of the newest column first.
        silent: The columns without a rule.
        others: What implementations of today answer that no column gives, with their names; None
            for no URI.
        rules: Groups that read another host than others, each with the rule for it.
    """

    pattern: str
    groups: tuple[ResultGroup, ...]
    silent: tuple[Spec, ...]
    others: tuple[tuple[str | Host | None, tuple[str, ...]], ...] = ()
    rules: tuple[tuple[ResultGroup, str], ...] = ()

    @property
    def caption(self) -> str:
        """Whether the columns agree, in a sentence."""
        return caption(self.pattern)

    @property
    def agrees(self) -> bool:
        """Whether all columns that have a rule give the same."""
        return len(self.groups) < 2


def verdict_of(
    comparison: ResolvedComparison, recorded: "RecordedAnswers | None" = None
) -> CaseVerdict:
    """Return the verdict of all columns of a comparison.

    `recorded` is what implementations of today answered to the same, where that is known.
    """
    facet = comparison.target
    groups = result_groups(facet)
    if recorded:
        givers = {group.target: recorded.naming(group.target) for group in groups}
        # Who gives the URI of one group is not told for the current document, too.
        of_uris = {name for target in givers if isinstance(target, str) for name in givers[target]}
        for target, names in givers.items():
            if not isinstance(target, str):
                givers[target] = tuple(name for name in names if name not in of_uris)
        groups = tuple(
            attrs.evolve(group, implementations=givers[group.target]) for group in groups
        )
    others = recorded.others(group.target for group in groups) if recorded else ()
    silent = tuple(spec for spec in comparison.specs if spec.selector in facet.silent)
    return CaseVerdict(pattern_of(facet.keys), groups, silent, others)


def host_verdict(facet: HostFacet, recorded: Mapping[Host, tuple[str, ...]]) -> CaseVerdict:
    """Return who reads which host in a URL.

    Args:
        facet: What the columns read.
        recorded: The implementations of today that read each host, as far as that is known.
    """
    hosts = [key[1:2] if isinstance(key, tuple) else key for key in facet.keys]
    pattern = pattern_of(hosts)
    members = groups_in(pattern)
    numbers = numbers_in(pattern)
    groups = tuple(
        ResultGroup(
            hosts[first],
            tuple(facet.columns[index] for index in (first, *others)),
            numbers[first],
            recorded.get(hosts[first], ()),
        )
        for first, *others in members
    )
    silent = tuple(spec for spec, host in zip(facet.columns, hosts, strict=True) if host is None)
    told = [str(facet.rules_of(group[-1])) for group in members] if len(members) > 1 else []
    rules = tuple(item for item in zip(groups, told, strict=False) if item[1])
    others = tuple((host, names) for host, names in recorded.items() if host not in hosts)
    return CaseVerdict(pattern, groups, silent, others, rules)


def result_groups(facet: Facet) -> tuple[ResultGroup, ...]:
    """Return what the columns of a facet give, by groups, that of the newest column first."""
    pattern = pattern_of(facet.keys)
    numbers = numbers_in(pattern)
    return tuple(
        ResultGroup(
            facet.targets[first] if isinstance(facet, TargetFacet) else facet.text_of(first),
            tuple(facet.columns[index] for index in (first, *others)),
            numbers[first],
        )
        for first, *others in groups_in(pattern)
    )
