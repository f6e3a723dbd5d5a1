"""The verdict on a case: what the standards give, the newest first, and who gives it today."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from hexapla.comparison.comparison import ResolvedComparison
from hexapla.comparison.facet import Facet
from hexapla.comparison.facets import HostFacet, TargetFacet
from hexapla.standard.spec import Spec
from hexapla_site.report.grouping import groups_in, numbers_in, pattern_of

if TYPE_CHECKING:  # a reader's browser has no recordings
    from hexapla_site.data.recordings import RecordedAnswers


Host = tuple[str | None] | str
"""A host, None for no host, in a tuple; `REFUSED` where the URL is refused."""
REFUSED = "refused"


@attrs.frozen
class ResultGroup:
    """Columns, oldest first, that give the same: a target, a `Host`, or a text for another facet.

    `number` counts the groups from 1, and is None for one group alone; `implementations` of today
    answer the same.
    """

    target: Any
    specs: tuple[Spec, ...]
    number: int | None
    implementations: tuple[str, ...] = ()


@attrs.frozen
class CaseVerdict:
    """What columns give for a case: as a pattern, and in groups, that of the newest column first.

    `silent` columns have no rule. `others` are what implementations of today answer that no column
    gives, with their names, None for no URI; `rules` are by what a group reads another host.
    """

    pattern: str
    groups: tuple[ResultGroup, ...]
    silent: tuple[Spec, ...]
    others: tuple[tuple[str | Host | None, tuple[str, ...]], ...] = ()
    rules: tuple[tuple[ResultGroup, str], ...] = ()

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
    """Return who reads which host in a URL: columns, and implementations that were `recorded`."""
    hosts = [key[1:2] if isinstance(key, tuple) else key for key in facet.keys]
    pattern = pattern_of(hosts)
    members = groups_in(pattern)
    groups = tuple(
        attrs.evolve(group, implementations=recorded.get(group.target, ()))
        for group in _grouped(pattern, facet.columns, hosts.__getitem__)
    )
    silent = tuple(spec for spec, host in zip(facet.columns, hosts, strict=True) if host is None)
    told = [str(facet.rules_of(group[-1])) for group in members] if len(members) > 1 else []
    rules = tuple(item for item in zip(groups, told, strict=False) if item[1])
    others = tuple((host, names) for host, names in recorded.items() if host not in hosts)
    return CaseVerdict(pattern, groups, silent, others, rules)


def result_groups(facet: Facet) -> tuple[ResultGroup, ...]:
    """Return what the columns of a facet give, by groups, that of the newest column first."""
    given = facet.targets.__getitem__ if isinstance(facet, TargetFacet) else facet.text_of
    return _grouped(pattern_of(facet.keys), facet.columns, given)


def _grouped(
    pattern: str, columns: Sequence[Spec], given: Callable[[int], Any]
) -> tuple[ResultGroup, ...]:
    """Return the groups of a pattern; `given` tells what a column gives, by its index."""
    numbers = numbers_in(pattern)
    return tuple(
        ResultGroup(
            given(members[0]), tuple(map(columns.__getitem__, members)), numbers[members[0]]
        )
        for members in groups_in(pattern)
    )
