"""The facets that specs can agree on: validity, parts, host (with userinfo and port), target."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import attrs

from hexapla.comparison.cause import Cause, cause_of_parts, cause_of_target
from hexapla.comparison.cut_events import events_of_cut, splits_of_cut
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
from hexapla.comparison.run import CLASSIFY, PHASES, Run, SpecInput
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
    """Whether the grammars derive a text; specs without a production for it are silent.

    Attributes:
        name: `valid`.
        text: The text.
        verdicts: What each spec's grammar says.
    """

    name = "valid"

    text: str = attrs.field(kw_only=True)
    verdicts: Sequence[Verdict] = attrs.field(kw_only=True)

    def value_of(self, index: int) -> Mapping[str, object]:
        """Return the verdict of a spec, as data."""
        return FrozenMapping({"verdict": self.verdicts[index].value})

    def text_of(self, index: int) -> str:
        """Return the verdict of a spec."""
        return self.verdicts[index].value

    def _variants_of(self, spec: Spec) -> Iterator[Variant]:
        return variants_of_validity(spec, self.text)


@attrs.define(eq=False, repr=False, slots=False)
class PartsFacet(Facet):
    """The component of each character of a text; specs that don't report positions are silent.

    Attributes:
        name: `parts`.
    """

    name = "parts"
    _last_parting = Phase.SPLIT

    def reference_by(self, index: int) -> Reference:
        """Return the reference as parsed by a spec."""
        return Reference(self.columns[index], self.splits[index])

    def value_of(self, index: int) -> Mapping[str, object]:
        """Return the parts that a spec finds, by their shared names."""
        return parts_value(self.reference_by(index))

    def text_of(self, index: int) -> str:
        """Return the parts that a spec finds, by its own names."""
        return parts_text(self.reference_by(index))

    def text_of_all(self, members: Sequence[int]) -> str:
        """Return the parts that specs find: by shared names where their own names differ."""
        texts = {self.text_of(index) for index in members}
        if len(texts) == 1:
            return texts.pop()
        value = parts_value(self.reference_by(members[-1]))
        return " ".join(f"{name}={show(str(part))}" for name, part in value.items())

    @late
    def _failing(self) -> Sequence[int]:
        silent = [index for index, key in enumerate(self.keys) if key is None]
        return [index for index in silent if self.reference_by(index).failure is not None]

    def _cause_of(self, left: int, right: int) -> Cause:
        return cause_of_parts(self.reference_by(left), self.reference_by(right))

    def _events_of(self, index: int) -> Sequence[TraceEvent]:
        """Return the events of parsing a reference, followed by those of rewriting its parts.

        Dropping the delimiter of an empty part is not an event as long as nothing is resolved.
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
                every = enumerate(zip(self.columns, self.splits, strict=True))
                splits = [split for index, split in every if index not in self._failing]
                yield from events_of_cut(item, Phase.SPLIT, splits)

    def _given_by(self, spec: Spec) -> Given:
        return parts_by(spec, self.reference)


@attrs.define(unsafe_hash=True, repr=False)
class TargetGroup(Group):
    """Columns that agree on a target.

    >>> import hexapla
    >>> comparison = hexapla.compare("?y", base="http://a/b/c/d;p?q")
    >>> [group.uri for group in comparison.target.groups]
    ['http://a/b/c/d;p?y', 'http://a/b/c/?y']
    """

    @property
    def target(self) -> Target:
        """The text of the URI, or the outcome of resolving."""
        facet, members = self._of
        target: Target = facet.keys[members[-1]]
        return target

    @property
    def uri(self) -> str | None:
        """The text of the URI, if there is one."""
        return self.target if isinstance(self.target, str) else None

    @property
    def outcome(self) -> Outcome:
        """The outcome of resolving."""
        return Outcome.URI if isinstance(self.target, str) else self.target.outcome

    @property
    def fragment(self) -> str | None:
        """The fragment of a same-document reference."""
        return None if isinstance(self.target, str) else self.target.fragment


class ExtendedTarget(NamedTuple):
    """The target under an extension of the standards, for specs that give no URI.

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

    `targets` has the target of each spec or, for a silent spec, the reason.

    Attributes:
        name: `target`.
        bases: The base as each spec splits it.
    """

    name = "target"
    _reading_may_be_rule = True

    targets: Sequence[Target] = attrs.field(kw_only=True)
    bases: Sequence[Parts] = attrs.field(kw_only=True)

    @property
    def groups(self) -> tuple[TargetGroup, ...]:
        """The specs that agree: first the group of the newest standard, then the next newest."""
        return tuple([TargetGroup(letter, (self, members)) for letter, members in self._lettered])

    @property
    def resolutions(self) -> tuple[Resolution, ...]:
        """The resolution of each spec, with its steps."""
        bases = [str(parts[0]) for parts in self.bases]
        references = [str(parts[0]) for parts in self.splits]
        return tuple(map(Resolution, self.columns, bases, references, self.targets))

    @property
    def extended(self) -> tuple[ExtendedTarget, ...]:
        """The targets under extensions for specs that give no URI, newest spec first."""
        by_target: dict[tuple[Choice, Target], list[Spec]] = {}
        rows = zip(self.columns, self.bases, self.splits, self.targets, strict=True)
        for spec, base, parts, target in reversed(list(rows)):
            if isinstance(target, str):
                continue
            for choice in spec.standard.extensions:
                given = spec.choosing(choice).standard.resolve_parts(base, parts)
                if given != target:
                    by_target.setdefault((choice, given), []).append(spec)
        return tuple(
            ExtendedTarget(choice, target, tuple(reversed(specs)))
            for (choice, target), specs in by_target.items()
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
        return cause_of_target(self._runs[left], self._runs[right])

    def _events_of(self, index: int) -> Sequence[TraceEvent]:
        """Return the events of a spec from the reference to the target."""
        return self._events[index]

    @late
    def _events(self) -> Sequence[Sequence[TraceEvent]]:
        return [list(events_of(run)) for run in self._runs]

    def _further_events(self) -> Iterator[TraceEvent]:
        every = itertools.chain.from_iterable(self._events)
        yield from events_of_delimiters_kept(self._runs, every)
        for difference in (each for cause in self.causes for each in cause.differences):
            item = difference.cut
            if item is not None and item.decides and item.left.shared != item.right.shared:
                index = PHASES.index(difference.phase)
                splits = splits_of_cut(item, index, self._runs, index)
                yield from events_of_cut(item, difference.phase, splits)
        for left, right in self._neighbours(prefers=self._tells_of_cuts):
            for index, text_of, item in cuts_that_matter(self._runs[left], self._runs[right]):
                splits = splits_of_cut(item, text_of, self._runs, index)
                yield from events_of_cut(item, PHASES[index], splits)

    def _tells_of_cuts(self, index: int) -> bool:
        """Return whether a spec can resolve differently with characters in another component."""
        return has_components(self.columns[index]) and not self._runs[index].ended(CLASSIFY)

    def _given_by(self, spec: Spec) -> Given:
        return target_by(spec, str(self.bases[0][0]), self.reference)


def target_keys(targets: Sequence[Target]) -> Sequence[Target | None]:
    """Return the targets of specs as keys for comparing; None if a spec has no rule."""
    first = targets[0]
    if type(first) is str and targets.count(first) == len(targets):
        return targets  # the usual case
    return [target if type(target) is str or has_rule(target) else None for target in targets]


# Userinfo, host and port.

_NAMES = ("userinfo", "host", "port")
_REFUSED = "refused"
_NONE = "(none)"


@attrs.define(eq=False, repr=False, slots=False)
class HostFacet(Facet):
    """The userinfo, host and port of a URL; specs that have no rule for it are silent.

    The host is compared as a client connects to it, and an empty host counts as none. The userinfo
    and port are compared as written.

    Attributes:
        name: `host`.
        divided: The reference as each spec splits it; with a base, the spec's target instead. None
            if there is no URL to split.
        base: The base; None if there is none.
    """

    name = "host"
    _letter_prefix = "host "

    divided: Sequence[DividedUrl | None] = attrs.field(kw_only=True)
    base: str | None = attrs.field(default=None, kw_only=True)

    @property
    def _length(self) -> int:
        return len(self.base or "") + len(self.reference)

    @property
    def is_refused(self) -> bool:
        """Whether a spec rejects the URL."""
        return _REFUSED in self.keys

    def value_of(self, index: int) -> Mapping[str, object]:
        """Return userinfo, host and port of a spec; empty if it rejects the URL."""
        divided = self.divided[index]
        stated = {} if divided is None else divided.components.stated
        return FrozenMapping((name, stated[name]) for name in _NAMES if name in stated)

    def text_of(self, index: int) -> str:
        """Return the host, and the userinfo and port if they differ, on one line."""
        return f"{self._host_text(index)}{self._others_text(index)}"

    def _host_text(self, index: int) -> str:
        key, divided = self.keys[index], self.divided[index]
        if key == _REFUSED:
            return "(refused)"
        host = key[1] if key[1] is not None or divided is None else divided.components.host
        return _NONE if host is None else show(host)

    def _others_text(self, index: int) -> str:
        key = self.keys[index]
        if key == _REFUSED:
            return ""
        others = [
            f", {name} {show(key[place])}"
            for place, name in ((0, "userinfo"), (2, "port"))
            if key[place] is not None and not self._is_dropped(index, name)
        ]
        return "".join(others)

    def _given_by(self, spec: Spec) -> Given:
        url: Target = self.reference
        if self.base is None:
            consulted = spec.standard.record_parsing(self.reference).choices
        else:
            url, consulted = resolve_consulting(spec.standard, self.base, self.reference)
        division = spec.standard.division
        divided = _divided(spec, url)
        if division is not None and divided is not None:
            consulted = tuple(dict.fromkeys((*consulted, *division.consulted(divided))))
        key = _key(divided)
        if key is None:
            return Variant((), key, FrozenMapping(), _NONE, silent=True), consulted
        if key == _REFUSED:
            return Variant((), key, FrozenMapping(), "(refused)"), consulted
        value = FrozenMapping(zip(_NAMES, key, strict=True))
        text = " ".join(f"{name}={show(part)}" for name, part in value.items() if part is not None)
        return Variant((), key, value, text or _NONE), consulted

    def rules_of(self, index: int) -> HostRules:
        """Return the rules by which a spec differs from the nearest group: boundary, then form."""
        return next(self._rules_by_group(index), HostRules())

    def _rules_by_group(self, index: int) -> Iterator[HostRules]:
        """Yield the rules by which a spec differs from each other group, newest group first."""
        for group in self._members:
            if index not in group:
                tried = (self._rules_against(index, other) for other in reversed(group))
                yield next((rules for rules in tried if rules.provisions), HostRules())

    def _rules_against(self, index: int, other: int) -> HostRules:
        """Return the rules by which a spec differs from another one.

        Both must read the same text: the spec's own URL, or the other's if the spec's result is the
        same there.
        """
        for url in dict.fromkeys((self._url(index), self._url(other))):
            here, there = (self._divided_by(each, url) for each in (index, other))
            reads = self.keys[index] == _key(here) != _key(there)
            if reads and here is not None and there is not None:
                return host_rules(here, there)
        return HostRules()

    def _divided_by(self, index: int, url: str) -> DividedUrl | None:
        if url == self._url(index):
            return self.divided[index]
        return _divided(self.columns[index], url)

    def is_in(self, reference: str) -> bool:
        """Return whether a spec takes the host from the reference, and not from the base."""
        for spec, split in zip(self.columns, self.splits, strict=True):
            divided = _divided(spec, reference)
            if divided is None or "host" not in cut_out(divided):
                continue
            # The same text may have a host under one base, but not under another.
            inside = [
                part
                for component, part in zip(spec.components, split[1:], strict=True)
                if component.shared == "authority"
            ]
            if not inside or any(part is not None for part in inside):
                return True
        return False

    def hosts_read(self) -> Iterator[tuple[tuple[Spec, ...], str]]:
        """Yield each group of specs, newest first, with its result and its rules.

        There are none if all specs read the URLs in the same way.
        """
        if self.agrees or not self._is_ambiguous:
            return
        first_urls = {self._url(index) for index in self._members[0]}
        for group in self._members:
            specs = tuple(self.columns[index] for index in reversed(group))
            rules = self._rules_text(group)
            # In some of the specs without a host, it may be present but empty.
            hosts = {self._host_text(index) for index in group}
            host = self._host_as_written(group) or (hosts.pop() if len(hosts) == 1 else _NONE)
            # Some specs of the group may drop a part that others keep.
            others = {self._others_text(index) for index in group}
            text = host + max(others, key=len)
            urls = {self._url(index) for index in group}
            if not rules and self.base is not None and len(urls) == 1 and urls != first_urls:
                rules = f"in {show(urls.pop())}"
            yield specs, text + (f": {rules}" if rules else "")

    def _host_as_written(self, group: Sequence[int]) -> str | None:
        """Return the host as written, if it is the same for all specs; None if it differs."""
        hosts = {
            None if divided is None else divided.components.host
            for divided in (self.divided[index] for index in group)
            if divided is None or divided.accepts
        }
        host = hosts.pop() if len(hosts) == 1 else None
        return show(host) if host else None

    def _is_dropped(self, index: int, name: str) -> bool:
        """Return whether a spec drops such a part, although the URL has one."""
        divided = self.divided[index]
        stated = {} if divided is None else divided.components.stated
        return name in stated and stated[name] is None

    def _rules_text(self, group: Sequence[int]) -> str:
        """Return the rules behind the results of a group, with the sections of each spec."""
        cited: dict[str, list[str]] = {}
        for index in reversed(group):
            spec = self.columns[index]
            by_group = (rules.provisions for rules in self._rules_by_group(index))
            provisions = itertools.chain(*by_group, self._rewritten_by(index))
            for provision in dict.fromkeys(provisions):
                sections = cited.setdefault(provision.does.removeprefix("says that "), [])
                section = spec.standard.cited(provision.citation).section
                sections.append(f"{spec.short_label} {section}")
        return "; ".join(f"{does} ({'; '.join(sections)})" for does, sections in cited.items())

    def _rewritten_by(self, index: int) -> Sequence[Provision]:
        """Return the provisions that rewrite a spec's host; empty if it is unchanged."""
        divided = self.divided[index]
        pieces = () if divided is None else divided.pieces
        host = next((piece for piece in pieces if piece.name == "host"), None)
        if host is None or divided is None or host.text == divided.components.host:
            return ()
        return host.rewritten_by

    @property
    def _is_ambiguous(self) -> bool:
        """Whether specs differ on the same URL, and not only because their URLs differ."""
        told = [index for index, key in enumerate(self.keys) if key is not None]
        urls = {self._url(index) for index in told}
        read = ([_key(self._divided_by(index, url)) for index in told] for url in urls)
        return any(len(set(keys) - {None}) > 1 for keys in read)

    def _url(self, index: int) -> str:
        divided = self.divided[index]
        return "" if divided is None else divided.text

    def to_dict(self) -> dict[str, object]:
        """Return the facet's JSON form."""
        reasons = [
            {"spec": spec.selector, **self.rules_of(index).to_dict()}
            for index, spec in enumerate(self.columns)
            if not self.agrees and self.keys[index] is not None
        ]
        return {**Facet.to_dict(self), "reasons": reasons}


def host_facet(specs: tuple[Spec, ...], urls: Sequence[Target], **fields: Any) -> HostFacet:
    """Return the facet that compares the hosts which the specs connect to.

    Args:
        specs: The specs.
        urls: The URL for each spec. A value other than a string has no host.
        fields: The other fields of the facet.
    """
    divided = list(map(_divided, specs, urls))
    return HostFacet(specs, list(map(_key, divided)), divided=divided, **fields)


# Groups, reasons and readings all split the same few URLs.
@kept(64, lambda spec, url: len(str(url)))
def _divided(spec: Spec, url: Target) -> DividedUrl | None:
    division = spec.standard.division
    return division.divide(url) if division is not None and isinstance(url, str) else None


def _key(divided: DividedUrl | None) -> Any:
    if divided is None or not (divided.accepts and divided.has_rule):
        # The URL Standard can't reject the host of a text without a scheme.
        return _REFUSED if divided is not None and divided.pieces else None
    there, host = cut_out(divided), divided.components.host_connected_to
    return there.get("userinfo"), host or None, there.get("port")
