"""What implementations and standards read as the host of one URL, and who agrees with whom.

Hosts are compared as a client connects to them: ASCII lower case, without brackets, and an empty
host is no host.
"""

import functools
import re
from collections.abc import Mapping
from typing import Any

import attrs

from hexapla.differentials.aspects import HOST, NOT_TOLD, Compared, compared, read_by
from hexapla.differentials.host_account import account_of
from hexapla.implementations.asking import ParseAnswer
from hexapla.implementations.parsing import default_urls
from hexapla.implementations.question import divided_by
from hexapla.operations.authority import UrlComponents
from hexapla.operations.division import DividedUrl, host_rules
from hexapla.standard.spec import Spec
from hexapla_site.addresses import spelled
from hexapla_site.folders import read_data
from hexapla_site.report.case import REFUSED, Host

NO_HOST = "no host"
# Why no host is told.
REJECTED, NOT_STATED, NO_ANSWER, NO_RULE = "rejected", "not told", "no answer", "no rule"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_COLOURS = 8


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


@attrs.frozen
class HostReading:
    """What one implementation or standard reads; `says` why no host is told, "" where one is."""

    value: Compared
    says: str = ""

    def __str__(self) -> str:
        """Return it in words: a host, or why there is none."""
        return self.value if isinstance(self.value, str) else self.says or NO_HOST


def reading_of(answer: ParseAnswer) -> HostReading:
    """Return what an implementation reads by its answer."""
    why = NO_ANSWER if answer.trouble is not None else NOT_STATED if answer.accepts else REJECTED
    value = compared(HOST, answer.value)
    return HostReading(value, why if value is NOT_TOLD else "")


def reading_by(divided: DividedUrl) -> HostReading:
    """Return what a standard reads that divides a URL so."""
    why = NO_RULE if not divided.has_rule else NOT_STATED if divided.accepts else REJECTED
    value = read_by(divided, HOST)
    return HostReading(value, why if value is NOT_TOLD else "")


@attrs.frozen
class HostGroup:
    """An answer, by its place from 0, and who gives it; the host is None for no host."""

    number: int
    host: str | None
    names: tuple[str, ...]
    specs: tuple[Spec, ...]

    @property
    def letter(self) -> str:
        """What stands for it in the row's cells."""
        return _LETTERS[self.number]

    @property
    def place(self) -> int:
        """The number of its colour, from 1; where there are many, colours come again."""
        return 1 + self.number % _COLOURS


@attrs.frozen(slots=False)
class HostRow:
    """A URL, with what each implementation, by its name, and each standard reads as its host."""

    url: str
    by_name: Mapping[str, HostReading]
    by_spec: Mapping[Spec, HostReading]

    @functools.cached_property
    def kind(self) -> HostKind:
        """The kind of URL."""
        return kind_of_url(self.url)

    @functools.cached_property
    def id(self) -> str:
        """A name that depends on the URL alone."""
        return f"url-{spelled(self.url)}"

    @property
    def address(self) -> str:
        """Where the row is."""
        return f"hosts/{self.kind.id}.html#{self.id}"

    @property
    def source(self) -> Mapping[str, Any] | None:
        """What a public source says of the URL, if one has it."""
        return known_sources().get(self.url)

    @property
    def reason(self) -> str:
        """Why it was asked."""
        if self.source is not None:
            return "a public source"
        return default_urls().get(self.url, "the smallest example of a difference")

    @property
    def is_searched(self) -> bool:
        """Whether a search found it, and neither a source nor a rule is why it was asked."""
        return self.source is None and self.url not in default_urls()

    @functools.cached_property
    def differs(self) -> bool:
        """Whether any two implementations read different hosts."""
        return len({item.value for item in self.by_name.values() if not item.says}) > 1

    @functools.cached_property
    def groups(self) -> tuple[HostGroup, ...]:
        """The answers, the newest standard's first, then what most implementations read.

        Only those that tell of a host are there.
        """
        names: dict[Compared, list[str]] = {}
        for name, reading in self.by_name.items():
            names.setdefault(reading.value, []).append(name)
        specs: dict[Compared, list[Spec]] = {}
        for spec, reading in self.by_spec.items():
            specs.setdefault(reading.value, []).append(spec)
        told = [value for value in dict.fromkeys((*names, *specs)) if value is not NOT_TOLD]
        newest = [reading.value for reading in self.by_spec.values()][-1:]
        told.sort(key=lambda value: (value not in newest, -len(names.get(value, ()))))
        return tuple(
            HostGroup(
                number,
                value if isinstance(value, str) else None,
                tuple(names.get(value, ())),
                tuple(specs.get(value, ())),
            )
            for number, value in enumerate(told)
        )

    @property
    def names_by_host(self) -> Mapping[Host, tuple[str, ...]]:
        """The implementations that tell, by what they read as a verdict has it."""
        names: dict[Host, list[str]] = {}
        for name, reading in self.by_name.items():
            if reading.says in ("", REJECTED):
                host = reading.value if isinstance(reading.value, str) else None
                names.setdefault(REFUSED if reading.says else (host,), []).append(name)
        return {host: tuple(given) for host, given in names.items()}

    def group_of(self, reading: HostReading) -> HostGroup | None:
        """Return the answer that somebody gives; None where no host is told."""
        groups = (group for group in self.groups if group.host == reading.value)
        return None if reading.says else next(groups)

    def sign_of(self, reading: HostReading) -> str:
        """Return what stands for what somebody reads: a letter, or a sign for why there is none."""
        group = self.group_of(reading)
        return group.letter if group else "×" if reading.says == REJECTED else "·"

    def because(self, group: HostGroup, other: HostGroup) -> str:
        """Return why a host is read and not another one: the rule of the newest standard for it.

        It is the rule for the boundary, or else for the form.
        """
        if not group.specs:
            return "no standard gives this host"
        if other.specs:
            there = divided_by(other.specs[-1], self.url)
        elif account := account_of(self.url, UrlComponents.of({HOST: other.host})):
            there = account.divided
        else:
            return f"so {group.specs[-1].label}"
        here = divided_by(group.specs[-1], self.url)
        rules = host_rules(here, there).provisions
        return str(rules[0]) if rules else f"so {group.specs[-1].label}"

    def reason_of(self, group: HostGroup) -> str:
        """Return why a host is read, and not the one that most others read; "" without others."""
        others = [other for other in self.groups if other != group]
        return self.because(group, max(others, key=lambda each: len(each.names))) if others else ""

    def saying(self, why: str) -> tuple[list[str], list[Spec]]:
        """Return the implementations and the standards that tell of no host for a reason."""
        names = [name for name, reading in self.by_name.items() if reading.says == why]
        return names, [spec for spec, reading in self.by_spec.items() if reading.says == why]
