"""What implementations and standards read as the host of one URL, and who agrees with whom.

Hosts are compared as a client connects to them: ASCII lower case, without brackets, and an empty
host is no host.
"""

import functools
import json
from collections.abc import Mapping

import attrs

from hexapla.comparison.display import label_of
from hexapla.differentials.agreement import Readings, read_by
from hexapla.differentials.aspects import HOST, NOT_TOLD, Compared, compared
from hexapla.implementations.asking import ParseAnswer
from hexapla.implementations.parsing import default_urls
from hexapla.operations.division import DividedUrl
from hexapla.standard.spec import Spec
from hexapla_site.addresses import spelled
from hexapla_site.folders import DATA
from hexapla_site.report.host_kinds import HostKind, kind_of_url

KNOWN = DATA / "known-differentials.json"

# What stands for an answer that is no host, in words and in a cell.
NO_HOST, REJECTED, UNTOLD, NO_ANSWER, NO_RULE = (
    ("no host", "–"),
    ("rejected", "×"),
    ("not told", "·"),
    ("no answer", "·"),
    ("no rule", "·"),
)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_COLOURS = 8


def _colour(letter: str) -> int:
    return 1 + _LETTERS.index(letter) % _COLOURS


@attrs.frozen
class KnownSource:
    """A public source that says that programs differ in a URL, and what it is about."""

    name: str
    id: str
    address: str


@functools.cache
def known_sources() -> Mapping[str, KnownSource]:
    """Read the public sources, by the URL that they are about."""
    cases = json.loads(KNOWN.read_text("utf-8"))["cases"]
    return {
        case["url"]: KnownSource(case["name"], case["source"]["id"], case["source"]["url"])
        for case in cases
    }


@attrs.frozen
class HostReading:
    """What one implementation or standard reads.

    Attributes:
        letter: That of the answer that it shares with others; or a sign for none.
        says: Why it has no letter; "" where it has one.
    """

    letter: str
    says: str = ""

    @property
    def place(self) -> int:
        """The number of the letter's colour, from 1; 0 where there is no letter."""
        return 0 if self.says else _colour(self.letter)


@attrs.frozen
class HostGroup:
    """An answer, and who gives it.

    Attributes:
        letter: What stands for it in the row's cells.
        host: The host; None for no host.
        names: The implementations that read it.
        specs: The standards that read it, oldest first.
    """

    letter: str
    host: str | None
    names: tuple[str, ...]
    specs: tuple[Spec, ...]

    @property
    def place(self) -> int:
        """The number of its colour, from 1; where there are many, colours come again."""
        return _colour(self.letter)


@attrs.frozen(slots=False)
class HostRow:
    """A URL, with what every implementation and every standard reads as its host."""

    url: str
    kind: HostKind
    answers: Mapping[str, ParseAnswer]
    divided: Mapping[str, DividedUrl]
    specs: tuple[Spec, ...]

    @functools.cached_property
    def id(self) -> str:
        """A name that depends on the URL alone."""
        return f"url-{spelled(self.url)}"

    @property
    def address(self) -> str:
        """Where the row is."""
        return f"hosts/{self.kind.id}.html#{self.id}"

    @property
    def source(self) -> KnownSource | None:
        """The public source that has the URL, if one has."""
        return known_sources().get(self.url)

    @property
    def reason(self) -> str:
        """Why it was asked."""
        if self.source is not None:
            return "a public source"
        return default_urls().get(self.url, "the smallest example of a difference")

    @functools.cached_property
    def values(self) -> Mapping[str, Compared]:
        """What the answer of each implementation comes to, by its name."""
        return {name: compared(HOST, answer.value) for name, answer in self.answers.items()}

    @functools.cached_property
    def of_specs(self) -> Mapping[str, Compared]:
        """What each standard comes to, by its selector."""
        return {selector: read_by(divided, HOST) for selector, divided in self.divided.items()}

    @property
    def differs(self) -> bool:
        """Whether any two implementations read different hosts."""
        return len(set(self.values.values()) - {NOT_TOLD}) > 1

    @functools.cached_property
    def groups(self) -> tuple[HostGroup, ...]:
        """The answers, that of most implementations first; only those that tell of a host."""
        names: dict[Compared, list[str]] = {}
        for name, value in self.values.items():
            names.setdefault(value, []).append(name)
        specs: dict[Compared, list[Spec]] = {}
        for spec in self.specs:
            specs.setdefault(self.of_specs[spec.selector], []).append(spec)
        told = [value for value in dict.fromkeys((*names, *specs)) if value is not NOT_TOLD]
        told.sort(key=lambda value: (-len(names.get(value, ())), -len(specs.get(value, ()))))
        return tuple(
            HostGroup(
                _LETTERS[place],
                value if isinstance(value, str) else None,
                tuple(names.get(value, ())),
                tuple(specs.get(value, ())),
            )
            for place, value in enumerate(told)
        )

    @functools.cached_property
    def _readings(self) -> Readings:
        return Readings(self.specs, self.url)

    def because(self, group: HostGroup, other: HostGroup) -> str:
        """Return why a host is read and not another one: the rule of the newest standard for it.

        It is the rule for the first place in which this standard cuts the URL otherwise.

        Args:
            group: An answer.
            other: Another answer.
        """
        provision = self._readings.pair(HOST, group.host, other.host)[0].provision
        if provision is not None:
            return str(provision)
        return f"so {label_of(group.specs[-1])}" if group.specs else "no standard reads it"

    def reason_of(self, group: HostGroup) -> str:
        """Return why a host is read, and not the one that most others read; "" without others."""
        others = [other for other in self.groups if other != group]
        return self.because(group, others[0]) if others else ""

    def group_of(self, name: str) -> HostGroup:
        """Return the answer that an implementation gives; it tells of a host."""
        return next(group for group in self.groups if name in group.names)

    @functools.cached_property
    def _letters(self) -> Mapping[Compared, str]:
        return {group.host: group.letter for group in self.groups}

    def cell(self, name: str) -> HostReading:
        """Return what stands for the answer of an implementation."""
        answer, value = self.answers[name], self.values[name]
        if value is not NOT_TOLD:
            return HostReading(self._letters[value])
        if answer.trouble is not None:
            return HostReading(NO_ANSWER[1], NO_ANSWER[0])
        return HostReading(*reversed(UNTOLD if answer.accepts else REJECTED))

    def cell_of(self, spec: Spec) -> HostReading:
        """Return what stands for what a standard reads."""
        divided, value = self.divided[spec.selector], self.of_specs[spec.selector]
        if value is not NOT_TOLD:
            return HostReading(self._letters[value])
        if not divided.has_rule:
            return HostReading(NO_RULE[1], NO_RULE[0])
        return HostReading(*reversed(UNTOLD if divided.accepts else REJECTED))

    @property
    def rejecting(self) -> tuple[str, ...]:
        """The implementations that reject the URL."""
        return tuple(
            name
            for name, answer in self.answers.items()
            if not answer.accepts and answer.trouble is None
        )

    @property
    def specs_rejecting(self) -> tuple[Spec, ...]:
        """The standards that refuse the URL."""
        return tuple(spec for spec in self.specs if not self.divided[spec.selector].accepts)

    @property
    def silent(self) -> tuple[Spec, ...]:
        """The standards that have no rule for it."""
        return tuple(spec for spec in self.specs if not self.divided[spec.selector].has_rule)

    def said(self, name: str) -> str:
        """Return what an implementation reads, in words: a host, or why there is none."""
        return _said(self.values[name], self.cell(name))

    def said_by(self, spec: Spec) -> str:
        """Return what a standard reads, in words."""
        return _said(self.of_specs[spec.selector], self.cell_of(spec))


def _said(value: Compared, cell: HostReading) -> str:
    if isinstance(value, str):
        return value
    return cell.says or NO_HOST[0]


def row_of(url: str, answers: Mapping[str, ParseAnswer], specs: tuple[Spec, ...]) -> HostRow:
    """Return what is read in a URL.

    Args:
        url: The URL.
        answers: The answer of each implementation, by its name.
        specs: The standards, oldest first; each divides URLs.
    """
    divided = {
        spec.selector: spec.division.divide(url) for spec in specs if spec.division is not None
    }
    return HostRow(url, kind_of_url(url), answers, divided, specs)
