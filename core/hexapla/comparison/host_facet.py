"""The facet for hosts: the userinfo, host and port of a URL.

A host reading is what a spec takes for the userinfo, host and port of a URL. Specs without a rule
for the input are called silent; they aren't compared.
"""

import functools
import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

import attrs

from hexapla.comparison.facet import Facet
from hexapla.comparison.facets import TargetFacet
from hexapla.documents.citation import Provision
from hexapla.documents.reading import Choice
from hexapla.operations.division import DividedUrl, HostRules, cut_out, host_rules
from hexapla.standard.display import show
from hexapla.standard.phases import Target
from hexapla.standard.spec import Spec
from hexapla.standard.variants import Variant
from hexapla.text.signs import in_quotes
from hexapla.values.frozen import FrozenMapping, kept

_NONE = "(none)"
_REFUSED = "(refused)"
_PLAIN = re.compile(r'[^,:"()\[\]]*|\[[^,"()\[\]]*\]')
"""Matches a string that needs no quotation marks before a comma or a colon."""


class Refusal(StrEnum):
    """The key of a host reading if the spec rejects the URL."""

    REFUSED = "refused"


class HostKey(NamedTuple):
    """The key by which specs that accept a URL are compared; an absent component is None.

    Attributes:
        userinfo: The userinfo, as written.
        host: The host that a client connects to; None if it is absent or empty.
        port: The port, as written.
    """

    userinfo: str | None
    host: str | None
    port: str | None

    def __str__(self) -> str:
        has_others = self.userinfo is not None or self.port is not None
        stated = []
        for name, part in self._asdict().items():
            if part is not None or (name == "host" and has_others):
                stated.append(f"{name}={show(part or '')}")
        return " ".join(stated) or _NONE


@attrs.frozen(slots=False)
class HostReading:
    """What a spec takes for the userinfo, host and port of a URL.

    Attributes:
        spec: The spec.
        divided: The URL as split by the spec; None if there is no URL, or if the spec doesn't split
            URLs.
    """

    spec: Spec = attrs.field(eq=False)
    divided: DividedUrl | None

    @functools.cached_property
    def key(self) -> HostKey | Refusal | None:
        """The key by which the reading is compared.

        The key is None if there is no URL, or if the spec has no rule for the URL or rejects it
        before splitting it.
        """
        divided = self.divided
        if divided is None:
            return None
        if not (divided.accepts and divided.has_rule):
            # The URL Standard rejects a string without a scheme before it finds any pieces.
            if divided.pieces:
                return Refusal.REFUSED
            return None
        there = cut_out(divided)
        host = divided.components.host_connected_to
        return HostKey(there.get("userinfo"), host or None, there.get("port"))

    @property
    def url(self) -> str | None:
        """The URL; None if there is no URL to split."""
        if self.divided is None:
            return None
        return self.divided.text

    @property
    def value(self) -> Mapping[str, str | None]:
        """The userinfo, host and port that the spec reports, as a mapping."""
        stated = {} if self.divided is None else self.divided.components.stated
        return FrozenMapping((name, stated[name]) for name in HostKey._fields if name in stated)

    @property
    def text(self) -> str:
        """The host, and the userinfo and port if the spec keeps them, on one line."""
        return f"{self.host_text}{self.others_text}"

    @property
    def host_text(self) -> str:
        """The host that a client connects to or, if there is none, the host that the spec reports.

        A placeholder stands for a missing host or a rejected URL.
        """
        if self.divided is not None and not self.divided.accepts:
            return _REFUSED
        if isinstance(self.key, HostKey) and self.key.host is not None:
            return _quoted(self.key.host)
        if self.reported_host is None:
            return _NONE
        return show(self.reported_host)

    @property
    def others_text(self) -> str:
        """The userinfo and the port, each preceded by a comma, unless the spec drops them."""
        key = self.key
        text = ""
        if isinstance(key, HostKey):
            for name, part in (("userinfo", key.userinfo), ("port", key.port)):
                if part is not None and not self.is_dropped(name):
                    text += f", {name} {_quoted(part)}"
        return text

    @property
    def reported_host(self) -> str | None:
        """The host that the spec reports; None if it reports no host."""
        if self.divided is None:
            return None
        return self.divided.components.host

    @property
    def rewritten_by(self) -> Sequence[Provision]:
        """The provisions that rewrite the host; there are none if the host is unchanged."""
        if self.divided is None:
            return ()
        for piece in self.divided.pieces:
            if piece.name == "host" and piece.text != self.reported_host:
                return piece.rewritten_by
        return ()

    def is_dropped(self, name: str) -> bool:
        """Return whether the spec drops a part that the URL contains."""
        return name in self.value and self.value[name] is None


# Cached, because the same few URLs are split again for groups, reasons and readings.
@kept(64, lambda spec, url: len(str(url)))
def host_reading(spec: Spec, url: Target | None) -> HostReading:
    """Return a spec's host reading of a URL.

    The reading is empty if there is no URL (None or a `NoUri`), or if the spec doesn't split URLs.
    """
    if spec.standard.division is None or not isinstance(url, str):
        return HostReading(spec, None)
    return HostReading(spec, spec.divide(url))


@attrs.define(eq=False, repr=False, slots=False)
class HostFacet(Facet):
    """The userinfo, host and port of a URL; specs that have no rule for the URL are silent.

    Hosts are compared in the form that a client connects to; an empty host counts as absent.
    Userinfo and port are compared as written.

    Attributes:
        name: `host`.
        hosts: Each spec's host reading of the reference or, with a base, of the spec's target.
        target: The facet for the targets; None without a base.
    """

    name = "host"
    _letter_prefix = "host "

    hosts: Sequence[HostReading] = attrs.field(kw_only=True)
    target: TargetFacet | None = attrs.field(default=None, kw_only=True)

    @property
    def base(self) -> str | None:
        """The base, as it was given; None without a base."""
        if self.target is None:
            return None
        return self.target.base

    @property
    def _length(self) -> int:
        return len(self.base or "") + len(self.reference)

    @property
    def is_refused(self) -> bool:
        """Whether a spec rejects the URL."""
        return Refusal.REFUSED in self.keys

    def value_of(self, index: int) -> Mapping[str, object]:
        """Return the userinfo, host and port that a spec reports, as a mapping."""
        return self.hosts[index].value

    def text_of(self, index: int) -> str:
        """Return the host, and the userinfo and port if the spec keeps them, on one line."""
        return self.hosts[index].text

    def _variant_under(self, index: int, spec: Spec) -> Variant:
        reading = self._reading_under(index, spec)
        key = reading.key
        text = reading.host_text
        value = {}
        if isinstance(key, HostKey):
            text = str(key)
            value = key._asdict()
        return Variant((), key, FrozenMapping(value), text, silent=key is None)

    def _reading_under(self, index: int, spec: Spec) -> HostReading:
        """Return the host that a spec reads; `spec` is that of a column, with other choices."""
        url: Target = self.reference
        if self.target is not None:
            url = self.target.target_under(index, spec)
        return host_reading(spec, url)

    def _consulted_by(self, index: int, spec: Spec) -> tuple[Choice, ...]:
        if self.target is None:
            consulted = spec.standard.record_parsing(self.reference).choices
        else:
            consulted = self.target.consulted_under(index, spec)
        division = spec.standard.division
        divided = self._reading_under(index, spec).divided
        if division is None or divided is None:
            return consulted
        return tuple(dict.fromkeys((*consulted, *division.consulted(divided))))

    @property
    def _groups_of_hosts(self) -> list[list[HostReading]]:
        """The host readings of the specs in each group, newest spec first."""
        return [[self.hosts[index] for index in reversed(group)] for group in self._members]

    def rules_of(self, index: int) -> HostRules:
        """Return the rules that make a spec differ from the newest group it isn't in."""
        return next(self._rules_by_group(self.hosts[index]), HostRules())

    def _rules_by_group(self, own: HostReading) -> Iterator[HostRules]:
        """Yield the rules that make a spec differ from a group, for each group that it isn't in.

        The newest group comes first.
        """
        for group in self._groups_of_hosts:
            if group[0].key != own.key:
                yield _rules_against_group(own, group)

    def is_in(self, reference: str) -> bool:
        """Return whether any spec takes the host from the reference rather than from the base."""
        for spec, split in zip(self.columns, self.splits, strict=True):
            divided = host_reading(spec, reference).divided
            if divided is None or "host" not in cut_out(divided):
                continue
            # The same text may have a host under one base, but not under another.
            parts = zip(spec.components, split[1:], strict=True)
            inside = [part for component, part in parts if component.shared == "authority"]
            if not inside or any(part is not None for part in inside):
                return True
        return False

    def hosts_read(self) -> Iterator[tuple[tuple[Spec, ...], str]]:
        """Yield each group of specs, newest group first, with its result and rules in words.

        Silent specs that reject the URL come last. Nothing is yielded if the specs agree, or if
        they differ only because their targets differ: in each single target, all specs with a rule
        for it find the same userinfo, host and port.
        """
        if self.agrees or not self._is_ambiguous:
            return
        groups = self._groups_of_hosts
        first_urls = {reading.url for reading in groups[0]}
        silent = [self.hosts[index] for index in self.silent_members]
        refused = [[reading] for reading in silent if reading.host_text == _REFUSED]
        for group in (*groups, *refused):
            rules = self._rules_text(group, first_urls)
            text = _text_of_readings(group[::-1])
            if rules:
                text = f"{text}: {rules}"
            yield tuple([reading.spec for reading in group]), text

    def _rules_text(self, group: Sequence[HostReading], first_urls: Collection[str | None]) -> str:
        """Return the rules behind the result of a group, each with the sections of its specs.

        A spec without such a rule differs because it has another target. This target is given
        instead, unless it is also a target of the first group.
        """
        cited: dict[str, list[str]] = {}
        by_target: dict[str, list[str]] = {}
        for reading in group:
            spec = reading.spec
            of_rules = [rules.provisions for rules in self._rules_by_group(reading)]
            provisions = dict.fromkeys(itertools.chain(*of_rules, reading.rewritten_by))
            for provision in provisions:
                does = provision.does.removeprefix("says that ")
                section = spec.standard.cited(provision.citation).section
                cited.setdefault(does, []).append(f"{spec.short_label} {section}")
            if not provisions and self.base is not None and reading.url not in first_urls:
                where = f"in {show(str(reading.url))}"
                by_target.setdefault(where, []).append(spec.short_label)
        for where, labels in by_target.items():
            if len(labels) == len(group):
                return where
        reasons = cited | by_target
        return "; ".join(f"{does} ({'; '.join(by)})" for does, by in reasons.items())

    @property
    def _is_ambiguous(self) -> bool:
        """Whether specs find different hosts, userinfo or ports in one and the same URL."""
        with_rule = [reading for reading in self.hosts if reading.key is not None]
        for url in {reading.url for reading in with_rule}:
            keys = {host_reading(reading.spec, url).key for reading in with_rule}
            if len(keys - {None}) > 1:
                return True
        return False

    def to_dict(self) -> dict[str, object]:
        """Return the facet's JSON form."""
        form = Facet.to_dict(self)
        reasons: list[dict[str, object]] = []
        compared = [] if self.agrees else enumerate(self.hosts)
        for index, reading in compared:
            if reading.key is not None:
                rules = self.rules_of(index).to_dict()
                reasons.append({"spec": reading.spec.selector, **rules})
        form["reasons"] = reasons
        return form


def _rules_against_group(own: HostReading, group: Iterable[HostReading]) -> HostRules:
    """Return the rules that make a spec differ from a group.

    The spec is compared with one spec of the group after another, until there are such rules.
    """
    for other in group:
        rules = _rules_against(own, other)
        if rules.provisions:
            return rules
    return HostRules()


def _rules_against(own: HostReading, other: HostReading) -> HostRules:
    """Return the rules that make a spec differ from another spec.

    Both specs split the spec's own URL. If the spec finds a host in it, they then split the other
    spec's URL. The rules come from the first URL in which the spec finds the same host, userinfo
    and port as in its own URL, but the other spec doesn't. If there is no such URL, the rules are
    empty.
    """
    has_host = isinstance(own.key, HostKey) and own.key.host is not None
    for url in dict.fromkeys((own.url, other.url) if has_host else (own.url,)):
        here = host_reading(own.spec, url)
        there = host_reading(other.spec, url)
        reads = own.key == here.key != there.key
        if reads and here.divided is not None and there.divided is not None:
            return host_rules(here.divided, there.divided)
    return HostRules()


def _quoted(text: str) -> str:
    """Return a string for display, in quotation marks if its end would be unclear without them."""
    shown = show(text)
    if _PLAIN.fullmatch(text):
        return shown
    return in_quotes(shown)


def _text_of_readings(readings: Sequence[HostReading]) -> str:
    """Return the host that the specs of a group find, with userinfo and port, on one line."""
    written = {
        reading.reported_host
        for reading in readings
        if reading.divided is None or reading.divided.accepts
    }
    connected = {reading.host_text for reading in readings}
    host = _NONE  # of the specs without a host, some may report an empty host
    if len(written) == 1 and (as_written := written.pop()):
        host = _quoted(as_written)
    elif len(connected) == 1:
        host = connected.pop()
    # Some specs of the group may drop a part that others keep.
    others = [reading.others_text for reading in readings]
    return host + max(others, key=len)
