"""The facets: validity, parts, host (with userinfo and port), and target.

Specs without a rule for the input are called silent; they aren't compared.
"""

import functools
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

import attrs

from hexapla.comparison.cause import Cause, cause_of_chain, cause_of_parts, chain_of
from hexapla.comparison.cut_events import events_of_cut, parsed_for_cut
from hexapla.comparison.events import (
    OF_EMPTY_PARTS,
    TraceEvent,
    event_of_step,
    events_of,
    events_of_delimiters_kept,
)
from hexapla.comparison.facet import Facet, Group
from hexapla.comparison.mattering_cuts import cuts_that_matter
from hexapla.comparison.resuming import has_components
from hexapla.comparison.run import Run, SpecInput
from hexapla.documents.citation import Provision
from hexapla.documents.reading import Choice
from hexapla.grammar.validity import Verdict
from hexapla.operations.division import DividedUrl, HostRules, cut_out, host_rules
from hexapla.standard.display import parts_text, show
from hexapla.standard.driver import Parts, resolve_consulting
from hexapla.standard.phases import Outcome, Target, has_rule, target_value
from hexapla.standard.reference import Reference, Resolution
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec
from hexapla.standard.variants import (
    Given,
    Variant,
    parts_by,
    parts_value,
    target_by,
    variants_of_validity,
)
from hexapla.values.frozen import FrozenMapping, kept, late


@attrs.define(eq=False, repr=False, slots=False)
class ValidFacet(Facet):
    """Whether each spec's grammar derives a string; specs without a production for it are silent.

    Attributes:
        name: `valid`.
        text: The string.
        verdicts: The verdict of each spec's grammar.
    """

    name = "valid"

    text: str = attrs.field(kw_only=True)
    verdicts: Sequence[Verdict] = attrs.field(kw_only=True)

    def value_of(self, index: int) -> Mapping[str, object]:
        """Return the verdict of a spec, as data."""
        return FrozenMapping({"verdict": self.verdicts[index].value})

    def text_of(self, index: int) -> str:
        """Return the verdict of a spec."""
        return self.verdicts[index].words

    def _variants_of(self, spec: Spec) -> Iterator[Variant]:
        return variants_of_validity(spec, self.text)


@attrs.define(eq=False, repr=False, slots=False)
class PartsFacet(Facet):
    """The component of each character of a string; specs that don't report positions are silent.

    Attributes:
        name: `parts`.
    """

    name = "parts"
    _last_parting = Phase.SPLIT
    _shows_agreed_steps = True

    def reference_by(self, index: int) -> Reference:
        """Return the reference as parsed by a spec."""
        return Reference(self.columns[index], self.splits[index])

    def value_of(self, index: int) -> Mapping[str, object]:
        """Return the parts that a spec finds, keyed by shared name."""
        return parts_value(self.reference_by(index))

    def text_of(self, index: int) -> str:
        """Return the parts that a spec finds, labelled with the spec's own names, on one line."""
        return parts_text(self.reference_by(index))

    def text_of_all(self, members: Sequence[int]) -> str:
        """Return the parts that specs find, with shared names if the specs' own names differ."""
        texts = {self.text_of(index) for index in members}
        if len(texts) == 1:
            return texts.pop()
        value = parts_value(self.reference_by(members[-1]))
        return " ".join(f"{name}={show(str(part))}" for name, part in value.items())

    @late
    def _failing(self) -> tuple[int, ...]:
        silent = [index for index, key in enumerate(self.keys) if key is None]
        return tuple([it for it in silent if self.reference_by(it).failure is not None])

    def _cause_of(self, left: int, right: int) -> Cause:
        return cause_of_parts(self.reference_by(left), self.reference_by(right))

    def _events_of(self, index: int) -> Sequence[TraceEvent]:
        """Return the events of parsing a reference, followed by those of rewriting its parts.

        Dropping the delimiter of an empty part isn't an event here, because nothing is resolved.
        """
        spec = self.columns[index]
        parsing = spec.standard.record_parsing(self.reference).steps
        reading = spec.standard.steps_of_reading(self.splits[index])
        steps = [step for step in (*parsing, *reading) if step.changed]
        return [event_of_step(spec, step) for step in steps if step.rule.kind not in OF_EMPTY_PARTS]

    def _further_events(self) -> Iterator[TraceEvent]:
        for cause in self.causes:
            item = cause.deciding.cut
            if item is not None:
                parsed = map(Reference, self.columns, self.splits)
                accepted = [reference for reference in parsed if reference.failure is None]
                yield from events_of_cut(item, Phase.SPLIT, accepted)

    def _given_by(self, spec: Spec) -> Given:
        return parts_by(spec, self.reference)


@attrs.define(unsafe_hash=True, repr=False)
class TargetGroup(Group):
    """Specs that agree on a target.

    >>> import hexapla
    >>> comparison = hexapla.compare("?y", base="http://a/b/c/d;p?q")
    >>> [group.uri for group in comparison.target.groups]
    ['http://a/b/c/d;p?y', 'http://a/b/c/?y']
    """

    @property
    def target(self) -> Target:
        """The URI, or the outcome of resolving if there is no URI."""
        facet, members = self._of
        target: Target = facet.keys[members[-1]]
        return target

    @property
    def uri(self) -> str | None:
        """The URI; None if there is no URI."""
        return self.target if isinstance(self.target, str) else None

    @property
    def outcome(self) -> Outcome:
        """The outcome of resolving."""
        return Outcome.URI if isinstance(self.target, str) else self.target.outcome

    @property
    def fragment(self) -> str | None:
        """The fragment of a same-document reference; None for any other result."""
        return None if isinstance(self.target, str) else self.target.fragment


class ExtendedTarget(NamedTuple):
    """The target under an extension of the standards, for specs that otherwise give no URI.

    Attributes:
        choice: The option of the extension.
        target: The target under the extension.
        specs: The specs, oldest first.
    """

    choice: Choice
    target: Target
    specs: tuple[Spec, ...]


@attrs.define(eq=False, repr=False, slots=False)
class TargetFacet(Facet):
    """The result of resolving; specs without a rule for the input are silent.

    `targets` contains the target of each spec or, for a silent spec, the reason why there is none.

    Attributes:
        name: `target`.
        bases: The base as split by each spec.
    """

    name = "target"
    _reading_may_be_rule = True

    targets: Sequence[Target] = attrs.field(kw_only=True)
    bases: Sequence[Parts] = attrs.field(kw_only=True)

    @property
    def groups(self) -> tuple[TargetGroup, ...]:
        """The groups of specs that agree, beginning with the newest standard's group."""
        return tuple([TargetGroup(letter, (self, members)) for letter, members in self._lettered])

    @property
    def resolutions(self) -> tuple[Resolution, ...]:
        """The resolution of each spec, with its steps."""
        return tuple([Resolution(it.spec, it.base, it.reference, it.target) for it in self._inputs])

    @property
    def extended(self) -> tuple[ExtendedTarget, ...]:
        """The targets under extensions, for specs that give no URI; newest specs first."""
        by_target: dict[tuple[Choice, Target], list[Spec]] = {}
        for column in reversed(self._inputs):
            if isinstance(column.target, str):
                continue
            for choice in column.spec.standard.extensions:
                standard = column.spec.choosing(choice).standard
                target = standard.resolve_parts(column.base_parts, column.reference_parts)
                if target != column.target:
                    by_target.setdefault((choice, target), []).append(column.spec)
        return tuple(
            [ExtendedTarget(*key, tuple(reversed(specs))) for key, specs in by_target.items()]
        )

    def value_of(self, index: int) -> Mapping[str, object]:
        """Return the target of a spec, as data."""
        return target_value(self.targets[index])

    def text_of(self, index: int) -> str:
        """Return the target of a spec, on one line."""
        return str(self.targets[index])

    @property
    def _length(self) -> int:
        return len(self.bases[0][0] or "") + len(self.reference)

    @late
    def _inputs(self) -> tuple[SpecInput, ...]:
        return tuple(map(SpecInput, self.columns, self.bases, self.splits, self.targets))

    @late
    def _runs(self) -> tuple[Run, ...]:
        return tuple([column.run for column in self._inputs])

    def _cause_of(self, left: int, right: int) -> Cause:
        return cause_of_chain(chain_of(self._runs[left], self._runs[right]))

    def _events_of(self, index: int) -> Sequence[TraceEvent]:
        """Return the events of a spec from the reference to the target."""
        return self._events[index]

    @late
    def _events(self) -> Sequence[Sequence[TraceEvent]]:
        return [list(events_of(run)) for run in self._runs]

    def _further_events(self) -> Iterator[TraceEvent]:
        every = itertools.chain.from_iterable(self._events)
        yield from events_of_delimiters_kept(self._runs, every)
        differences = [item for cause in self.causes for item in cause.differences]
        for difference in differences:
            item, phase = difference.cut, difference.phase
            if item is not None and item.decides and item.left.shared != item.right.shared:
                references = parsed_for_cut(item, phase, self._runs, phase)
                yield from events_of_cut(item, phase, references)
        for left, right in self._neighbours(preferred=self._telling_of_cuts()):
            for phase, text_of, item in cuts_that_matter(self._runs[left], self._runs[right]):
                references = parsed_for_cut(item, text_of, self._runs, phase)
                yield from events_of_cut(item, phase, references)

    def _telling_of_cuts(self) -> frozenset[int]:
        """Return the indexes of specs whose results can depend on the component of a character."""
        indexes = set()
        for index, run in enumerate(self._runs):
            if has_components(run.spec) and not run.ended(Phase.CLASSIFY):
                indexes.add(index)
        return frozenset(indexes)

    def _given_by(self, spec: Spec) -> Given:
        return target_by(spec, str(self.bases[0][0]), self.reference)


def target_keys(targets: Sequence[Target]) -> Sequence[Target | None]:
    """Return the keys by which targets are compared; None for a spec without a rule."""
    first = targets[0]
    if type(first) is str and targets.count(first) == len(targets):
        return targets  # the usual case
    return [target if type(target) is str or has_rule(target) else None for target in targets]


# Userinfo, host and port.

_NONE = "(none)"
_PLAIN = re.compile(r'[^,:"()\[\]]*|\[[^,"()\[\]]*\]')
"""Matches a string that needs no quotation marks before a comma or a colon."""


class Refusal(StrEnum):
    """The key of a host reading in which the spec rejects the URL."""

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
        parts = self._asdict().items()
        stated = [f"{name}={show(part)}" for name, part in parts if part is not None]
        return " ".join(stated) or _NONE


@attrs.frozen(slots=False)
class HostReading:
    """A spec's reading of the userinfo, host and port of a URL.

    Attributes:
        spec: The spec.
        divided: The URL as split by the spec; None if there is no URL, or the spec doesn't split
            URLs.
    """

    spec: Spec = attrs.field(eq=False)
    divided: DividedUrl | None

    @functools.cached_property
    def key(self) -> HostKey | Refusal | None:
        """The key by which the reading is compared; None if the spec has no rule for the URL."""
        divided = self.divided
        if divided is None:
            return None
        if not (divided.accepts and divided.has_rule):
            # The URL Standard can't reject the host of a string without a scheme.
            return Refusal.REFUSED if divided.pieces else None
        there, host = cut_out(divided), divided.components.host_connected_to
        return HostKey(there.get("userinfo"), host or None, there.get("port"))

    @property
    def url(self) -> str | None:
        """The URL; None if there is no URL to split."""
        return None if self.divided is None else self.divided.text

    @property
    def value(self) -> Mapping[str, str | None]:
        """The userinfo, host and port that the spec reports, as data."""
        stated = {} if self.divided is None else self.divided.components.stated
        return FrozenMapping((name, stated[name]) for name in HostKey._fields if name in stated)

    @property
    def text(self) -> str:
        """The host, and the userinfo and port if the spec keeps them, on one line."""
        return f"{self.host_text}{self.others_text}"

    @property
    def host_text(self) -> str:
        """The host that a client connects to, or a placeholder for a missing host or a refusal."""
        match self.key:
            case Refusal():
                return "(refused)"
            case HostKey(host=str() as host):
                return _quoted(host)
        return _NONE if self.reported_host is None else show(self.reported_host)

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
        return None if self.divided is None else self.divided.components.host

    @property
    def rewritten_by(self) -> Sequence[Provision]:
        """The provisions that rewrite the host; empty if it is unchanged."""
        pieces = () if self.divided is None else self.divided.pieces
        host = next((piece for piece in pieces if piece.name == "host"), None)
        if host is None or host.text == self.reported_host:
            return ()
        return host.rewritten_by

    def is_dropped(self, name: str) -> bool:
        """Return whether the spec drops a part that the URL contains."""
        return name in self.value and self.value[name] is None


# Cached, because groups, reasons and readings all split the same few URLs.
@kept(64, lambda spec, url: len(str(url)))
def host_reading(spec: Spec, url: Target | None) -> HostReading:
    """Return a spec's reading of a URL; an empty reading if the URL isn't a string."""
    division = spec.standard.division
    if division is None or not isinstance(url, str):
        return HostReading(spec, None)
    return HostReading(spec, division.divide(url))


@attrs.define(eq=False, repr=False, slots=False)
class HostFacet(Facet):
    """The userinfo, host and port of a URL; specs that have no rule for it are silent.

    Hosts are compared in the form that a client connects to; an empty host counts as absent.
    Userinfo and port are compared as written.

    Attributes:
        name: `host`.
        hosts: Each spec's reading of the reference or, with a base, of the spec's target.
        base: The base; None without a base.
    """

    name = "host"
    _letter_prefix = "host "

    hosts: Sequence[HostReading] = attrs.field(kw_only=True)
    base: str | None = attrs.field(default=None, kw_only=True)

    @property
    def _length(self) -> int:
        return len(self.base or "") + len(self.reference)

    @property
    def is_refused(self) -> bool:
        """Whether a spec rejects the URL."""
        return Refusal.REFUSED in self.keys

    def value_of(self, index: int) -> Mapping[str, object]:
        """Return the userinfo, host and port that a spec reports, as data."""
        return self.hosts[index].value

    def text_of(self, index: int) -> str:
        """Return the host, and the userinfo and port if the spec keeps them, on one line."""
        return self.hosts[index].text

    def _given_by(self, spec: Spec) -> Given:
        url: Target = self.reference
        if self.base is None:
            consulted = spec.standard.record_parsing(self.reference).choices
        else:
            url, consulted = resolve_consulting(spec.standard, self.base, self.reference)
        reading = host_reading(spec, url)
        division = spec.standard.division
        if division is not None and reading.divided is not None:
            further = division.consulted(reading.divided)
            consulted = tuple(dict.fromkeys((*consulted, *further)))
        key, text, value = reading.key, reading.host_text, {}
        if isinstance(key, HostKey):
            text, value = str(key), key._asdict()
        return Given(Variant((), key, FrozenMapping(value), text, silent=key is None), consulted)

    @property
    def _groups_of_hosts(self) -> list[list[HostReading]]:
        """The readings of the specs in each group, newest spec first."""
        return [[self.hosts[index] for index in reversed(group)] for group in self._members]

    def rules_of(self, index: int) -> HostRules:
        """Return the rules that make a spec differ from the newest group it isn't in."""
        return next(self._rules_by_group(self.hosts[index]), HostRules())

    def _rules_by_group(self, own: HostReading) -> Iterator[HostRules]:
        """Yield the rules that make a spec differ from each of the other groups, newest first."""
        for group in self._groups_of_hosts:
            if group[0].key != own.key:
                tried = (_rules_against(own, other) for other in group)
                yield next((rules for rules in tried if rules.provisions), HostRules())

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
        """Yield each group of specs, newest group first, with its result and its rules.

        Nothing is yielded if all specs find the same userinfo, host and port in each URL.
        """
        if self.agrees or not self._is_ambiguous:
            return
        groups = self._groups_of_hosts
        first_urls = {reading.url for reading in groups[0]}
        for group in groups:
            rules = self._rules_text(group)
            urls = {reading.url for reading in group}
            if not rules and self.base is not None and len(urls) == 1 and urls != first_urls:
                rules = f"in {show(str(urls.pop()))}"
            text = _text_of_readings(group[::-1])
            yield tuple([reading.spec for reading in group]), f"{text}: {rules}" if rules else text

    def _rules_text(self, group: Iterable[HostReading]) -> str:
        """Return the rules behind the result of a group, each with the sections of its specs."""
        cited: dict[str, list[str]] = {}
        for reading in group:
            spec = reading.spec
            of_rules = [rules.provisions for rules in self._rules_by_group(reading)]
            for provision in dict.fromkeys(itertools.chain(*of_rules, reading.rewritten_by)):
                does = provision.does.removeprefix("says that ")
                section = spec.standard.cited(provision.citation).section
                cited.setdefault(does, []).append(f"{spec.short_label} {section}")
        return "; ".join(f"{does} ({'; '.join(sections)})" for does, sections in cited.items())

    @property
    def _is_ambiguous(self) -> bool:
        """Whether specs find different hosts in the same URL, not only in different targets."""
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


def _rules_against(own: HostReading, other: HostReading) -> HostRules:
    """Return the rules that make a spec differ from another spec.

    Both specs must parse the same URL. The spec's own URL is tried first, then that of the other
    spec. The rules are empty unless the spec's result for that URL is its own result, and the other
    spec's result differs.
    """
    for url in dict.fromkeys((own.url, other.url)):
        here, there = host_reading(own.spec, url), host_reading(other.spec, url)
        reads = own.key == here.key != there.key
        if reads and here.divided is not None and there.divided is not None:
            return host_rules(here.divided, there.divided)
    return HostRules()


def _quoted(text: str) -> str:
    """Return a string for display, in quotation marks if its end would be unclear without them."""
    shown = show(text)
    return shown if _PLAIN.fullmatch(text) else f'"{shown}"'


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
