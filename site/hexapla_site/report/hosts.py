"""Which host each parser and each standard reads: the recorded answers, URL by URL.

Nothing is kept but the answers; what the standards read, and who agrees, is worked out.
"""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby

import attrs

from hexapla.differentials.aspects import HOST, NOT_TOLD
from hexapla.documents.citation import Provision
from hexapla.implementations.question import divided_by
from hexapla.implementations.recording import Recordings
from hexapla.operations.authority import AUTHORITY
from hexapla.operations.division import DividedUrl, host_rules
from hexapla.standard.spec import Spec
from hexapla_site.addresses import spelled
from hexapla_site.figures.heat_map import Share
from hexapla_site.report.host_row import (
    HOST_KINDS,
    NO_ANSWER,
    HostKind,
    HostReading,
    HostRow,
    reading_by,
    reading_of,
)


def _order(row: HostRow) -> tuple[bool, bool, int, str]:
    """Return what orders rows: those that differ, then http and https, then the shortest."""
    return not row.differs, not row.url.startswith("http"), len(row.url), row.url


Era = tuple[Spec, ...]
"""Standards that read the same host one after another."""


@attrs.frozen(slots=False)
class HistoryRow:
    """A URL, as each standard divides it."""

    url: str
    divided: Mapping[Spec, DividedUrl]

    @property
    def id(self) -> str:
        """A name that depends on the URL alone."""
        return f"history-url-{spelled(self.url)}"

    def told(self, spec: Spec) -> tuple[str | None, str]:
        """Return the host that a standard reads, as it is given, and what it reads in words."""
        divided = self.divided[spec]
        return divided.components.host or None, str(reading_by(divided))

    @functools.cached_property
    def eras(self) -> tuple[Era, ...]:
        """The standards that have a rule, put together where they read the same."""
        with_rule = (spec for spec, divided in self.divided.items() if divided.has_rule)
        return tuple(tuple(era) for _, era in groupby(with_rule, key=self.told))

    def provision(self, spec: Spec) -> Provision | None:
        """Return the rule by which a standard reads its host, or refuses the URL."""
        divided = self.divided[spec]
        if divided.refusal is not None:
            return divided.refusal
        bounds = divided.bounds.get(HOST) or divided.bounds.get(AUTHORITY)
        if bounds is None:
            return None
        earlier = [era for era in self.eras if spec not in era]
        if earlier:
            rules = host_rules(divided, self.divided[earlier[-1][-1]]).provisions
            if rules:
                return rules[0]
        return bounds.further[-1] if bounds.further else bounds.end or bounds.start


def rules_of(rows: Iterable[HistoryRow]) -> tuple[Provision, ...]:
    """Return the rules by which standards read what rows have, each once, by standard."""
    items = tuple(rows)
    cited = (row.provision(spec) for spec in (items[0].divided if items else ()) for row in items)
    return tuple(dict.fromkeys(provision for provision in cited if provision is not None))


@attrs.frozen
class PairOfParsers:
    """Two implementations: the URLs in which they read different hosts, in order."""

    left: str
    right: str
    rows: tuple[HostRow, ...]
    compared: int


@attrs.frozen(slots=False)
class HostReport:
    """Which host each implementation and each standard reads in every URL that was asked."""

    columns: tuple[Spec, ...]
    names: tuple[str, ...]
    rows: tuple[HostRow, ...]

    @functools.cached_property
    def differing(self) -> tuple[HostRow, ...]:
        """The rows in which any two implementations differ."""
        return tuple(row for row in self.rows if row.differs)

    @functools.cached_property
    def by_kind(self) -> Mapping[HostKind, tuple[HostRow, ...]]:
        """The rows by kind, in order."""
        kinds: dict[HostKind, list[HostRow]] = {kind: [] for kind in HOST_KINDS}
        for row in sorted(self.rows, key=lambda row: (row.source is None, *_order(row))):
            kinds[row.kind].append(row)
        return {kind: tuple(rows) for kind, rows in kinds.items() if rows}

    @functools.cached_property
    def pairs(self) -> tuple[PairOfParsers, ...]:
        """Each pair of implementations."""
        return tuple(self._pair(left, right) for left, right in combinations(self.names, 2))

    def _pair(self, left: str, right: str) -> PairOfParsers:
        both = [row for row in self.rows if not (row.by_name[left].says or row.by_name[right].says)]
        rows = [row for row in both if row.by_name[left] != row.by_name[right]]
        return PairOfParsers(left, right, tuple(sorted(rows, key=_order)), len(both))

    def pairs_of(self, name: str) -> Iterator[tuple[str, PairOfParsers]]:
        """Yield the pairs that an implementation is in, with the other one's name."""
        for pair in self.pairs:
            if name in (pair.left, pair.right):
                yield (pair.right if name == pair.left else pair.left), pair

    @functools.cached_property
    def history(self) -> Mapping[HostKind, tuple[HistoryRow, ...]]:
        """The examples of each kind, with what the standards made of them one after another."""
        return {
            kind: tuple(HistoryRow(url, divided(url, self.columns)) for url in kind.examples)
            for kind in HOST_KINDS
        }

    @functools.cached_property
    def agreements(self) -> Sequence[Sequence[Share]]:
        """How often each two read the same host, of the URLs that both accept."""
        shares = {name: {name: Share(1, 1)} for name in self.names}
        for pair in self.pairs:
            share = Share(pair.compared - len(pair.rows), pair.compared)
            shares[pair.left][pair.right] = shares[pair.right][pair.left] = share
        return [[shares[left][right] for right in self.names] for left in self.names]


def divided(url: str, columns: Iterable[Spec]) -> Mapping[Spec, DividedUrl]:
    """Return a URL as each column divides it that does."""
    return {spec: divided_by(spec, url) for spec in columns if spec.division is not None}


def host_report(columns: Iterable[Spec], recordings: Recordings) -> HostReport:
    """Return which host implementations and standards read; the oldest column comes first."""
    specs = tuple(spec for spec in columns if spec.division is not None)
    by_name = {
        item.name: {answer.case: answer for answer in (*item.answers, *item.further)}
        for item in recordings.implementations
    }
    rows = []
    for case in (*recordings.cases, *recordings.further):
        (url,) = case.texts
        by_spec = {spec: reading_by(each) for spec, each in divided(url, specs).items()}
        readings = {
            name: reading_of(given[case]) if case in given else HostReading(NOT_TOLD, NO_ANSWER)
            for name, given in by_name.items()
        }
        rows.append(HostRow(url, readings, by_spec))
    return HostReport(specs, tuple(by_name), tuple(rows))
