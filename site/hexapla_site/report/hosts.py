"""Which host each parser and each standard reads, and who agrees: the recorded answers by URL.

Nothing is kept but the answers; what the standards read, and who agrees, is worked out. Hosts are
compared as a client connects to them: ASCII lower case, without brackets, and an empty host is no
host.
"""

import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby
from string import ascii_uppercase
from typing import Any, NamedTuple

import attrs

from hexapla.divergence.answers import NOT_TOLD, Compared, compared, read_by
from hexapla.divergence.model import HOST
from hexapla.divergence.segment import segments_of
from hexapla.documents.citation import Provision
from hexapla.identification.parsing import default_urls
from hexapla.identification.recording import Recordings
from hexapla.implementations.asking import ParseAnswer
from hexapla.operations.authority import AUTHORITY, UrlComponents
from hexapla.operations.division import DividedUrl, host_rules
from hexapla.standard.dividing import divided_by
from hexapla.standard.spec import Spec
from hexapla_site.addresses import spelled
from hexapla_site.data.parsers import REFUSED, Host, KnownUrl, ParserAnswers
from hexapla_site.figures.heat_map import Share
from hexapla_site.folders import read_data
from hexapla_site.report.case import ResultGroup
from hexapla_site.report.implementations import Given, Silence, answer_groups

NO_HOST = "no host"


@attrs.frozen
class HostKind:
    """A kind of URL in which parsers read different hosts: its URLs match a pattern somewhere.

    `about` says what the standards and the parsers are divided about. Every standard reads the
    `examples`, whose history is told.
    """

    id: str
    title: str
    about: str
    pattern: re.Pattern[str] = attrs.field(converter=re.compile)
    examples: tuple[str, ...] = attrs.field(converter=tuple)


HOST_KINDS = tuple(HostKind(**kind) for kind in read_data("host-kinds.toml")["kind"])
"""The kinds, in the order in which they are tried: what is rarer in a URL comes first.

A backslash before an at-sign is a matter of the backslash; the last one matches everything.
"""


def kind_of_url(url: str) -> HostKind:
    """Return the first kind that a URL is of."""
    return next(kind for kind in HOST_KINDS if kind.pattern.search(url))


@functools.cache
def known_sources() -> Mapping[str, Mapping[str, Any]]:
    """Read what public sources say of programs that differ in a URL, by this URL."""
    return {case["url"]: case for case in read_data("known-differentials.json")["cases"]}


# What is read in one URL.


def reading_of(answer: ParseAnswer, component: str = HOST) -> Given:
    """Return the host that an implementation reads by its answer, or why it tells of none.

    Another component can be named in place of the host.
    """
    if answer.trouble is not None:
        return Silence.NO_ANSWER
    return _reading(compared(component, answer.value), answer.accepts)


def reading_by(divided: DividedUrl, component: str = HOST) -> Given:
    """Return the host that a standard reads that divides a URL so, or why it tells of none.

    Another component can be named in place of the host.
    """
    if not divided.has_rule:
        return Silence.NO_RULE
    return _reading(read_by(divided, component), divided.accepts)


def _reading(value: Compared, accepts: bool) -> Given:
    if value is NOT_TOLD:
        return Silence.NOT_TOLD if accepts else Silence.REJECTED
    return value if isinstance(value, str) else None


def in_words(reading: Given) -> str:
    """Return a host, or why there is none."""
    return reading.value if isinstance(reading, Silence) else reading or NO_HOST


class Sayers(NamedTuple):
    """Implementations, by name, and standards that tell the same of a URL."""

    names: list[str]
    specs: list[Spec]


@attrs.frozen(slots=False)
class HostRow:
    """A URL, with what each implementation, by its name, and each standard reads as its host.

    The `id` depends on the URL alone. A public `source` may tell of the URL, or a `reason` why it
    was asked; "" for none.
    """

    id: str
    url: str
    kind: HostKind
    source: Mapping[str, Any] | None
    reason: str
    by_name: Mapping[str, Given]
    by_spec: Mapping[Spec, Given]

    @property
    def address(self) -> str:
        """Where the row is."""
        return f"hosts/{self.kind.id}.html#{self.id}"

    @property
    def is_searched(self) -> bool:
        """Whether a search found it, and neither a source nor a rule is why it was asked."""
        return self.source is None and not self.reason

    @functools.cached_property
    def differs(self) -> bool:
        """Whether any two implementations read different hosts."""
        return sum(bool(group.implementations) for group in self.groups) > 1

    @functools.cached_property
    def groups(self) -> tuple[ResultGroup, ...]:
        """The answers, the newest standard's first, then what most implementations read.

        Only those that tell of a host are there; each has a number, from 1.
        """
        newest = [*self.by_spec.values()][-1:]
        groups = answer_groups((*self.by_name.items(), *self.by_spec.items()))
        told = [group for group in groups if not isinstance(group.target, Silence)]
        told.sort(key=lambda group: (group.target not in newest, -len(group.implementations)))
        return tuple(attrs.evolve(group, number=number) for number, group in enumerate(told, 1))

    @property
    def names_by_host(self) -> Mapping[Host, tuple[str, ...]]:
        """The implementations that tell, by what they read as a verdict has it."""
        refused = self.saying("rejected").names
        given: dict[Host, tuple[str, ...]] = {
            (group.target,): group.implementations for group in self.groups if group.implementations
        }
        return {**given, **({REFUSED: tuple(refused)} if refused else {})}

    @property
    def answers(self) -> ParserAnswers:
        """What the implementations read, as an answer to the URL has it."""
        source = self.source["source"] if self.source else {"id": "", "url": ""}
        known = KnownUrl(self.address, source["id"], source["url"])
        return ParserAnswers(self.names_by_host, known=known)

    def group_of(self, reading: Given) -> ResultGroup | None:
        """Return the answer that somebody gives; None where no host is told."""
        return next((group for group in self.groups if group.target == reading), None)

    def sign_of(self, reading: Given) -> str:
        """Return what stands for what somebody reads: a letter, or a sign for why there is none."""
        group = self.group_of(reading)
        if group is None or group.number is None:
            return "×" if reading is Silence.REJECTED else "·"
        return ascii_uppercase[group.number - 1]

    def because(self, group: ResultGroup, other: ResultGroup) -> str:
        """Return why a host is read and not another one: the rule of the newest standard for it.

        It is the rule for the boundary, or else for the form.
        """
        if not group.specs:
            return "no standard gives this host"
        if other.specs:
            there = divided_by(other.specs[-1], self.url)
        elif segments := segments_of(self.url, UrlComponents.of({HOST: other.target})):
            there = segments.divided
        else:
            return f"so {group.specs[-1].label}"
        here = divided_by(group.specs[-1], self.url)
        rules = host_rules(here, there).provisions
        return str(rules[0]) if rules else f"so {group.specs[-1].label}"

    def reason_of(self, group: ResultGroup) -> str:
        """Return why a host is read, and not the one that most others read; "" without others."""
        others = [other for other in self.groups if other != group]
        most = max(others, key=lambda each: len(each.implementations), default=None)
        return self.because(group, most) if most else ""

    def saying(self, why: str) -> Sayers:
        """Return the implementations and the standards that tell of no host for a reason."""
        reason = Silence(why)
        names = [name for name, reading in self.by_name.items() if reading is reason]
        specs = [spec for spec, reading in self.by_spec.items() if reading is reason]
        return Sayers(names, specs)


# What the standards read, one after another.


class GivenHost(NamedTuple):
    """A host as it is given, None for none, and what is read in words."""

    host: str | None
    says: str


@attrs.frozen(slots=False)
class HistoryRow:
    """A URL, as each standard divides it."""

    id: str
    url: str
    divided: Mapping[Spec, DividedUrl]

    def told(self, spec: Spec) -> GivenHost:
        """Return the host that a standard reads."""
        divided = self.divided[spec]
        return GivenHost(divided.components.host or None, in_words(reading_by(divided)))

    @functools.cached_property
    def eras(self) -> tuple[tuple[Spec, ...], ...]:
        """The standards that have a rule, put together where they read the same."""
        with_rule = (spec for spec, divided in self.divided.items() if divided.has_rule)
        return tuple(tuple(era) for _, era in groupby(with_rule, key=self.told))

    @property
    def since(self) -> Spec | None:
        """The standard from which on all read what the newest reads; None without any rule."""
        return self.eras[-1][0] if self.eras else None

    @property
    def changed_in(self) -> frozenset[Spec]:
        """The standards that read another host than the one before them."""
        return frozenset(era[0] for era in self.eras[1:])

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


# All URLs.


@attrs.frozen
class PairOfParsers:
    """Two implementations: the URLs in which they read different hosts, in order."""

    left: str
    right: str
    rows: tuple[HostRow, ...]
    compared: int


def _order(row: HostRow) -> tuple[bool, bool, int, str]:
    """Return what orders rows: those that differ, then http and https, then the shortest."""
    return not row.differs, not row.url.startswith("http"), len(row.url), row.url


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
        ordered = sorted(self.rows, key=lambda row: (row.source is None, *_order(row)))
        kinds = {kind: tuple(row for row in ordered if row.kind == kind) for kind in HOST_KINDS}
        return {kind: rows for kind, rows in kinds.items() if rows}

    @functools.cached_property
    def pairs(self) -> tuple[PairOfParsers, ...]:
        """Each pair of implementations."""
        return tuple(self._pair(left, right) for left, right in combinations(self.names, 2))

    def _pair(self, left: str, right: str) -> PairOfParsers:
        both = [
            row
            for row in self.rows
            if not isinstance(row.by_name[left], Silence)
            and not isinstance(row.by_name[right], Silence)
        ]
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
            kind: tuple(
                HistoryRow(f"history-url-{spelled(url)}", url, divided(url, self.columns))
                for url in kind.examples
            )
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
    return {spec: divided_by(spec, url) for spec in columns if spec.standard.division is not None}


def host_report(columns: Iterable[Spec], recordings: Recordings) -> HostReport:
    """Return which host implementations and standards read; the oldest column comes first."""
    specs = tuple(spec for spec in columns if spec.standard.division is not None)
    by_name = {
        item.name: {answer.case: answer for answer in (*item.answers, *item.further)}
        for item in recordings.implementations
    }
    rows = []
    for case in (*recordings.cases, *recordings.further):
        (url,) = case.texts
        by_spec = {spec: reading_by(each) for spec, each in divided(url, specs).items()}
        readings = {
            name: reading_of(given[case]) if case in given else Silence.NO_ANSWER
            for name, given in by_name.items()
        }
        why = known_sources().get(url), default_urls().get(url, "")
        rows.append(HostRow(f"url-{spelled(url)}", url, kind_of_url(url), *why, readings, by_spec))
    return HostReport(specs, tuple(by_name), tuple(rows))
