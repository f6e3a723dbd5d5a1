"""The host that each parser and each standard sees in a URL, and the groups that agree.

Only the answers of parsers are stored; everything else is computed. Hosts are compared with ASCII
letters in lower case, and without brackets. An empty host counts as a missing host.
"""

import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby
from string import ascii_uppercase
from typing import Any, NamedTuple, TypeVar

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
Answerer = TypeVar("Answerer")
"""The name of an implementation, or a standard."""


@attrs.frozen
class HostKind:
    """A kind of URL in which parsers see different hosts: the URLs that match a pattern.

    `about` says what standards and parsers disagree about. For each of the `examples`, the page
    shows the host under each standard in turn.
    """

    id: str
    title: str
    about: str
    pattern: re.Pattern[str] = attrs.field(converter=re.compile)
    examples: tuple[str, ...] = attrs.field(converter=tuple)


HOST_KINDS = tuple(HostKind(**kind) for kind in read_data("host-kinds.toml")["kind"])
"""The kinds in the order in which they are tried; a URL is of the first kind that matches it.

For example, a URL with a backslash before an at-sign is of the backslash kind. The last kind
matches every URL.
"""


def kind_of_url(url: str) -> HostKind:
    """Return the first kind whose pattern matches a URL."""
    return next(kind for kind in HOST_KINDS if kind.pattern.search(url))


@functools.cache
def known_sources() -> Mapping[str, Mapping[str, Any]]:
    """Read the public reports of URLs on which programs differ, keyed by URL."""
    return {case["url"]: case for case in read_data("known-differentials.json")["cases"]}


# The hosts in one URL.


def reading_of(answer: ParseAnswer, component: str = HOST) -> Given:
    """Return the host in an implementation's answer, or the reason why the answer has none.

    `component` can name another component instead of the host.
    """
    if answer.trouble is not None:
        return Silence.NO_ANSWER
    return _reading(compared(component, answer.value), answer.accepts)


def reading_by(divided: DividedUrl, component: str = HOST) -> Given:
    """Return the host in a URL that a standard has split, or the reason why there is none.

    `component` can name another component instead of the host.
    """
    if not divided.has_rule:
        return Silence.NO_RULE
    return _reading(read_by(divided, component), divided.accepts)


def _reading(value: Compared, accepts: bool) -> Given:
    if value is not NOT_TOLD:
        return value if isinstance(value, str) else None
    return Silence.NOT_TOLD if accepts else Silence.REJECTED


def in_words(reading: Given) -> str:
    """Return a host in words, or the reason why there is none."""
    if isinstance(reading, Silence):
        return reading.value
    return reading or NO_HOST


def _with(readings: Mapping[Answerer, Given], reason: Silence) -> list[Answerer]:
    return [answerer for answerer, reading in readings.items() if reading is reason]


class Sayers(NamedTuple):
    """Implementations, by name, and standards whose host is unknown for the same reason."""

    names: list[str]
    specs: list[Spec]


@attrs.frozen(slots=False)
class HostRow:
    """A URL, and the host that each implementation and each standard sees in it.

    The `id` depends only on the URL. `source` is the public report of the URL, if there is one.
    `reason` says why the parsers were tested on a URL that no search found; it is empty if no
    reason is recorded. The keys of `by_name` are the names of the implementations.
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
        """The address of the row."""
        return f"hosts/{self.kind.id}.html#{self.id}"

    @property
    def is_searched(self) -> bool:
        """Whether a search found the URL; other URLs have a public source or a recorded reason."""
        return self.source is None and not self.reason

    @functools.cached_property
    def differs(self) -> bool:
        """Whether any two implementations see different hosts."""
        return sum(bool(group.implementations) for group in self.groups) > 1

    @functools.cached_property
    def groups(self) -> tuple[ResultGroup, ...]:
        """The answers: the newest standard's answer comes first, then the most frequent answers.

        Rejections and other answers from which the host isn't known are left out. The remaining
        answers, including the answer that there is no host, are numbered from 1.
        """
        newest = [*self.by_spec.values()][-1:]
        groups = []
        for group in answer_groups((*self.by_name.items(), *self.by_spec.items())):
            if not isinstance(group.target, Silence):
                groups.append(group)
        groups.sort(key=lambda group: (group.target not in newest, -len(group.implementations)))
        for index, group in enumerate(groups):
            groups[index] = attrs.evolve(group, number=index + 1)
        return tuple(groups)

    @property
    def names_by_host(self) -> Mapping[Host, tuple[str, ...]]:
        """The implementations that report each host, or that reject the URL (key `REFUSED`)."""
        names: dict[Host, tuple[str, ...]] = {}
        for group in self.groups:
            if group.implementations:
                host = (group.target,)
                names[host] = group.implementations
        refused = self.saying("rejected").names
        if refused:
            names[REFUSED] = tuple(refused)
        return names

    @property
    def answers(self) -> ParserAnswers:
        """The hosts that the implementations see, in the form of an answer in the playground."""
        known = KnownUrl(self.address)
        if self.source is not None:
            source = self.source["source"]
            known = KnownUrl(self.address, source["id"], source["url"])
        return ParserAnswers(self.names_by_host, known=known)

    def group_of(self, reading: Given) -> ResultGroup | None:
        """Return the group whose answer is `reading`; None if there is no such group."""
        for group in self.groups:
            if group.target == reading:
                return group
        return None

    def sign_of(self, reading: Given) -> str:
        """Return the letter of the group with an answer, or a symbol if no group has the answer."""
        group = self.group_of(reading)
        if group is None or group.number is None:
            return "×" if reading is Silence.REJECTED else "·"
        return ascii_uppercase[group.number - 1]

    def because(self, group: ResultGroup, other: ResultGroup) -> str:
        """Return the reason why a group doesn't see the same host as the other group.

        The reason is a rule of the newest standard in the group: the rule for the host's boundary
        or, if both groups see the same boundary, the rule for the host's form. If there is no such
        rule, the reason names the standard, or says that no standard gives this host.
        """
        if not group.specs:
            return "no standard gives this host"
        newest = group.specs[-1]
        there = self._divided(other)
        if there is not None:
            rules = host_rules(divided_by(newest, self.url), there).provisions
            if rules:
                return str(rules[0])
        return f"as under {newest.label}"

    def _divided(self, group: ResultGroup) -> DividedUrl | None:
        """Return the URL as split by the members of a group; None if that is unknown."""
        if group.specs:
            return divided_by(group.specs[-1], self.url)
        segments = segments_of(self.url, UrlComponents.of({HOST: group.target}))
        return None if segments is None else segments.divided

    def reason_of(self, group: ResultGroup) -> str:
        """Return why a group's host differs from the most frequent host of the other groups.

        The result is "" if there is only one group, because there is no other host.
        """
        others = (other for other in self.groups if other != group)
        most = max(others, key=lambda other: len(other.implementations), default=None)
        return "" if most is None else self.because(group, most)

    def saying(self, why: str) -> Sayers:
        """Return the implementations and standards whose host is unknown for the given reason."""
        reason = Silence(why)
        return Sayers(_with(self.by_name, reason), _with(self.by_spec, reason))


# The host under each standard in turn.


class GivenHost(NamedTuple):
    """The host that a standard sees.

    Attributes:
        host: The host as written; None if there is none.
        says: The host in words or, if there is none, the reason.
    """

    host: str | None
    says: str


@attrs.frozen(slots=False)
class HistoryRow:
    """A URL, and the parts into which each standard splits it."""

    id: str
    url: str
    divided: Mapping[Spec, DividedUrl]

    def told(self, spec: Spec) -> GivenHost:
        """Return the host that a standard sees."""
        divided = self.divided[spec]
        return GivenHost(divided.components.host or None, in_words(reading_by(divided)))

    @functools.cached_property
    def eras(self) -> tuple[tuple[Spec, ...], ...]:
        """The standards that have a rule, grouped into runs with the same host or rejection."""
        with_rule = (spec for spec, divided in self.divided.items() if divided.has_rule)
        return tuple(tuple(era) for _, era in groupby(with_rule, key=self.told))

    @property
    def since(self) -> Spec | None:
        """The standard since which the host hasn't changed; None if no standard has a rule."""
        return self.eras[-1][0] if self.eras else None

    @property
    def changed_in(self) -> frozenset[Spec]:
        """The standards that see a different host than the standard before them."""
        return frozenset(era[0] for era in self.eras[1:])

    def provision(self, spec: Spec) -> Provision | None:
        """Return the rule by which a standard finds its host or rejects the URL; None if unknown.

        A rule that distinguishes the host from that of another era is preferred.
        """
        divided = self.divided[spec]
        if divided.refusal is not None:
            return divided.refusal
        bounds = divided.bounds.get(HOST) or divided.bounds.get(AUTHORITY)
        if bounds is None:
            return None
        earlier = [era for era in self.eras if spec not in era]
        if earlier:
            last = self.divided[earlier[-1][-1]]
            rules = host_rules(divided, last).provisions
            if rules:
                return rules[0]
        if bounds.further:
            return bounds.further[-1]
        return bounds.end or bounds.start


def rules_of(rows: Sequence[HistoryRow]) -> tuple[Provision, ...]:
    """Return the rules that decide the hosts in rows, without duplicates, oldest standard first."""
    cited: dict[Provision | None, None] = {}
    for spec in rows[0].divided if rows else ():
        for row in rows:
            cited[row.provision(spec)] = None
    return tuple(filter(None, cited))


# All URLs.


@attrs.frozen
class PairOfParsers:
    """Two implementations, and the URLs in which they see different hosts.

    Attributes:
        left: The name of one implementation.
        right: The name of the other implementation.
        rows: The URLs in which the hosts differ, beginning with the shortest http(s) URL.
        compared: The number of URLs for which both report either a host or that there is no host.
    """

    left: str
    right: str
    rows: tuple[HostRow, ...]
    compared: int


def _order(row: HostRow) -> tuple[bool, bool, int, str]:
    """Return a sort key: first rows with different hosts, then http(s) URLs, then shorter URLs."""
    return not row.differs, not row.url.startswith("http"), len(row.url), row.url


@attrs.frozen(slots=False)
class HostReport:
    """The host that each implementation and each standard sees in each of the recorded URLs."""

    columns: tuple[Spec, ...]
    names: tuple[str, ...]
    rows: tuple[HostRow, ...]

    @functools.cached_property
    def differing(self) -> tuple[HostRow, ...]:
        """The rows in which any two implementations see different hosts."""
        return tuple(row for row in self.rows if row.differs)

    @functools.cached_property
    def by_kind(self) -> Mapping[HostKind, tuple[HostRow, ...]]:
        """The rows, grouped by kind; in each kind, rows with a public report come first."""
        by_kind: dict[HostKind, tuple[HostRow, ...]] = dict.fromkeys(HOST_KINDS, ())
        for row in sorted(self.rows, key=lambda row: (row.source is None, *_order(row))):
            by_kind[row.kind] += (row,)
        return {kind: rows for kind, rows in by_kind.items() if rows}

    @functools.cached_property
    def pairs(self) -> tuple[PairOfParsers, ...]:
        """Every pair of implementations."""
        return tuple(self._pair(left, right) for left, right in combinations(self.names, 2))

    def _pair(self, left: str, right: str) -> PairOfParsers:
        differing, compared = [], 0
        for row in self.rows:
            mine, yours = row.by_name[left], row.by_name[right]
            if not isinstance(mine, Silence) and not isinstance(yours, Silence):
                compared += 1
                if mine != yours:
                    differing.append(row)
        return PairOfParsers(left, right, tuple(sorted(differing, key=_order)), compared)

    def pairs_of(self, name: str) -> Iterator[tuple[str, PairOfParsers]]:
        """Yield each pair with a given implementation, and the other implementation's name."""
        for pair in self.pairs:
            if name == pair.left:
                yield pair.right, pair
            elif name == pair.right:
                yield pair.left, pair

    @functools.cached_property
    def history(self) -> Mapping[HostKind, tuple[HistoryRow, ...]]:
        """The examples of each kind, as each standard in turn splits them."""
        return {kind: tuple(map(self._history_row, kind.examples)) for kind in HOST_KINDS}

    def _history_row(self, url: str) -> HistoryRow:
        return HistoryRow(f"history-url-{spelled(url)}", url, divided(url, self.columns))

    @functools.cached_property
    def agreements(self) -> Sequence[Sequence[Share]]:
        """How often any two implementations see the same host.

        Only URLs for which both report either a host or that there is no host are counted.
        """
        shares = {}
        for name in self.names:
            shares[name, name] = Share(1, 1)
        for pair in self.pairs:
            share = Share(pair.compared - len(pair.rows), pair.compared)
            shares[pair.left, pair.right] = shares[pair.right, pair.left] = share
        rows = []
        for left in self.names:
            rows.append([shares[left, right] for right in self.names])
        return rows


def dividing(columns: Iterable[Spec]) -> tuple[Spec, ...]:
    """Return the standards with rules for splitting a URL into components, including the host."""
    return tuple(spec for spec in columns if spec.standard.division is not None)


def divided(url: str, columns: Iterable[Spec]) -> Mapping[Spec, DividedUrl]:
    """Split a URL under each standard that parses whole URLs."""
    return {spec: divided_by(spec, url) for spec in dividing(columns)}


def host_report(columns: Iterable[Spec], recordings: Recordings) -> HostReport:
    """Return the hosts that implementations and standards see; `columns` must be oldest first."""
    specs = dividing(columns)
    answers = {item.name: item.by_case for item in recordings.implementations}
    rows = []
    for case in (*recordings.cases, *recordings.further):
        by_name: dict[str, Given] = dict.fromkeys(answers, Silence.NO_ANSWER)
        for name, by_case in answers.items():
            if case in by_case:
                by_name[name] = reading_of(by_case[case])
        (url,) = case.texts
        rows.append(_row_of(url, by_name, specs))
    return HostReport(specs, tuple(answers), tuple(rows))


def _row_of(url: str, by_name: Mapping[str, Given], specs: Sequence[Spec]) -> HostRow:
    by_spec = {spec: reading_by(each) for spec, each in divided(url, specs).items()}
    return HostRow(
        id=f"url-{spelled(url)}",
        url=url,
        kind=kind_of_url(url),
        source=known_sources().get(url),
        reason=default_urls().get(url, ""),
        by_name=by_name,
        by_spec=by_spec,
    )
