"""The facets for validity, parts and target; for hosts, see `hexapla.comparison.host_facet`.

Specs without a rule for the input are called silent; they aren't compared.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import attrs

from hexapla.comparison.cause import Cause, Difference, cause_of_chain, cause_of_parts
from hexapla.comparison.chain import chain_of
from hexapla.comparison.cut_events import events_of_cut, events_of_parts, parsed_for_cut
from hexapla.comparison.events import (
    OF_EMPTY_PARTS,
    TraceEvent,
    event_of_step,
    events_of,
    events_of_delimiters_kept,
)
from hexapla.comparison.facet import LONGEST_EXPLAINED, Facet, Group, SilentResult
from hexapla.comparison.mattering_cuts import cuts_lost, cuts_that_matter, scheme_missed
from hexapla.comparison.resuming import has_components
from hexapla.comparison.rows import TraceRow, rows_of
from hexapla.comparison.run import Run, SpecInput
from hexapla.documents.reading import Choice
from hexapla.grammar.validity import Verdict
from hexapla.standard.display import parts_text, show, target_text
from hexapla.standard.driver import Parts
from hexapla.standard.phases import NoUri, Outcome, Target, has_rule, outcome_of, target_value
from hexapla.standard.reference import Reference, Resolution
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec
from hexapla.standard.variants import (
    Variant,
    parts_value,
    variant_of_parts,
    variant_of_target,
    variant_of_texts,
    variants_of_validity,
)
from hexapla.values.frozen import FrozenMapping, late


@attrs.define(eq=False, repr=False, slots=False)
class ValidFacet(Facet):
    """Whether each spec's grammar derives a string; specs without a production for it are silent.

    Attributes:
        name: `valid`.
        explains: False: causes and the effects of readings aren't computed.
        text: The string.
        verdicts: The verdict of each spec's grammar.
    """

    name = "valid"
    explains = False

    text: str = attrs.field(kw_only=True)
    verdicts: Sequence[Verdict] = attrs.field(kw_only=True)

    @property
    def reference(self) -> str:
        """The string."""
        return self.text

    def value_of(self, index: int) -> Mapping[str, object]:
        """Return the verdict of a spec, as a mapping."""
        return FrozenMapping({"verdict": self.verdicts[index].value})

    def text_of(self, index: int) -> str:
        """Return the verdict of a spec."""
        return self.verdicts[index].words

    def _variants_of(self, index: int) -> Iterator[Variant]:
        return variants_of_validity(self.columns[index], self.text)


@attrs.define(eq=False, repr=False, slots=False)
class PartsFacet(Facet):
    """The components of a string; specs that don't report the components' positions are silent.

    Attributes:
        name: `parts`.
        base: The base with which the string was parsed; None without a base.
    """

    name = "parts"
    _last_parting = Phase.SPLIT
    _shows_agreed_steps = True

    base: str | None = attrs.field(default=None, kw_only=True)

    @late
    def references(self) -> tuple[Reference, ...]:
        """The reference as parsed by each spec."""
        return tuple(map(Reference, self.columns, self.splits))

    def value_of(self, index: int) -> Mapping[str, object]:
        """Return the parts that a spec finds, keyed by shared name."""
        return parts_value(self.references[index])

    def text_of(self, index: int) -> str:
        """Return the parts that a spec finds, labelled with the spec's own names, on one line."""
        return parts_text(self.references[index])

    def text_of_all(self, members: Sequence[int]) -> str:
        """Return the parts that specs find, with shared names if the specs' own names differ."""
        texts = set(map(self.text_of, members))
        if len(texts) == 1:
            return texts.pop()
        value = parts_value(self.references[members[-1]])
        return " ".join(f"{name}={show(str(part))}" for name, part in value.items())

    def deviation_of(self, index: int) -> str:
        """Return, as text, the parts found under a spec that differ from those shown for its group.

        For example, the url-path of RFC 1738 doesn't include the slash before it (3.1).
        """
        newest = next(members[-1] for members in self._members if index in members)
        shown = parts_value(self.references[newest])
        reference = self.references[index]
        own = parts_value(reference)
        deviating: list[str] = []
        for component, text, _ in reference.places():
            if own[component.shared] != shown[component.shared]:
                deviating.append(f"{component.name}={show(text)}")
        return " ".join(deviating)

    def silence_of(self, index: int) -> SilentResult:
        """Return a silent spec's name for the kind of reference, and the reason for a failure.

        The name is "failure" if the spec rejects the reference.
        """
        reference = self.references[index]
        reason = reference.failure
        if reason is None:
            reason = reference.spec.standard.reason_without_parts(reference.split)
        return SilentResult(reference.form_name, reason)

    @late
    def _failing(self) -> tuple[int, ...]:
        failing = []
        for index in self.silent_members:
            if self.references[index].failure is not None:
                failing.append(index)
        return tuple(failing)

    def _cause_of(self, left: int, right: int) -> Cause:
        return cause_of_parts(self.references[left], self.references[right])

    def _events_of(self, index: int) -> Sequence[TraceEvent]:
        """Return the events of parsing a reference, followed by those of rewriting its parts.

        Dropping the delimiter of an empty part isn't an event here, because nothing is resolved.
        """
        spec = self.columns[index]
        events = []
        for step in spec.standard.record_parsing(self.reference).steps:
            if step.changed and step.rule.kind not in OF_EMPTY_PARTS:
                events.append(event_of_step(spec, step))
        for step in spec.standard.steps_of_reading(self.splits[index]):
            if step.changed:
                events.append(event_of_step(spec, step))
        return events

    def _further_events(self) -> Iterator[TraceEvent]:
        accepted = [reference for reference in self.references if reference.failure is None]
        yield from events_of_parts(accepted)

    def _variant_under(self, index: int, spec: Spec) -> Variant:
        split, _ = spec.standard.split_under(self.base, self.reference)
        reference = Reference(spec, split)
        if reference.failure is not None or reference.ends is not None:
            return variant_of_parts(reference)
        # The positions are unknown under the other option, so only the texts can be compared.
        own = self.references[index]
        if reference.parts == own.parts:
            return variant_of_parts(own)
        return variant_of_texts(reference)

    def _consulted_by(self, index: int, spec: Spec) -> tuple[Choice, ...]:
        consulted = spec.standard.record_parsing(self.reference).choices
        if self.base is None or not spec.standard.splits_by_base:
            return consulted
        # A long base would have to be parsed under each option.
        if len(self.base) + len(self.reference) > LONGEST_EXPLAINED:
            return consulted
        under_base = spec.standard.consulted(self.reference, base=self.base)
        return tuple(dict.fromkeys((*consulted, *under_base)))


@attrs.define(eq=False, repr=False)
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
        target: Target = self._facet.keys[self._indexes[-1]]
        return target

    @property
    def uri(self) -> str | None:
        """The URI; None if there is no URI."""
        if isinstance(self.target, str):
            return self.target
        return None

    @property
    def outcome(self) -> Outcome:
        """The outcome of resolving."""
        return outcome_of(self.target)

    @property
    def fragment(self) -> str | None:
        """The fragment of a same-document reference; None for any other result."""
        if isinstance(self.target, str):
            return None
        return self.target.fragment


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

    `targets` contains the result of each spec; that of a silent spec has the outcome `UNDEFINED`.

    Attributes:
        name: `target`.
        bases: The base as split by each spec.
    """

    name = "target"
    _reading_may_be_rule = True

    targets: Sequence[Target] = attrs.field(kw_only=True)
    bases: Sequence[Parts] = attrs.field(kw_only=True)

    @property
    def base(self) -> str:
        """The base, as it was given."""
        return str(self.bases[0][0])

    @property
    def groups(self) -> tuple[TargetGroup, ...]:
        """The groups of specs that agree; the group with the newest spec is first."""
        return tuple([TargetGroup(letter, self, members) for letter, members in self._lettered])

    @property
    def resolutions(self) -> tuple[Resolution, ...]:
        """The resolution of each spec, with its steps."""
        return tuple([Resolution(it.spec, it.base, it.reference, it.target) for it in self._inputs])

    @property
    def extended(self) -> tuple[ExtendedTarget, ...]:
        """The targets under extensions, for specs that give no URI; those of newer specs first."""
        by_target: dict[tuple[Choice, Target], list[Spec]] = {}
        for column in reversed(self._inputs):
            for choice, _, target in column.extended():
                by_target.setdefault((choice, target), []).append(column.spec)
        return tuple(
            [ExtendedTarget(*key, tuple(reversed(specs))) for key, specs in by_target.items()]
        )

    def value_of(self, index: int) -> Mapping[str, object]:
        """Return the target of a spec, as a mapping."""
        return target_value(self.targets[index])

    def text_of(self, index: int) -> str:
        """Return the target of a spec, on one line."""
        return str(self.targets[index])

    def shown_of_all(self, members: Sequence[int]) -> str:
        """Return the common target of specs on one line, with every code point visible."""
        return target_text(self.targets[members[-1]])

    def silence_of(self, index: int) -> SilentResult:
        """Return the result of a silent spec, with the reason why the spec has no rule."""
        target = self.targets[index]
        return SilentResult(reason=target.reason if isinstance(target, NoUri) else None)

    @property
    def _length(self) -> int:
        return len(self.base) + len(self.reference)

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
        for cause in self.causes:
            for difference in cause.differences:
                yield from self._events_of_difference(difference)
        for left, right in self._neighbours(self._preferences_for_cuts()):
            yield from self._events_of_cuts(left, right)

    def _events_of_cuts(self, left: int, right: int) -> Iterator[TraceEvent]:
        """Yield the events of the cuts on which the behaviour of either of two specs depends."""
        for phase, text_of, item in cuts_that_matter(self._runs[left], self._runs[right]):
            references = parsed_for_cut(item, text_of, self._runs, phase)
            yield from events_of_cut(item, phase, references)

    def _events_beside_silence(self) -> Iterator[TraceEvent]:
        """Yield the events of cuts that distinguish silent specs from the other specs.

        These are cuts of the base whose characters another spec drops, and a scheme that a silent
        spec doesn't find in the reference.
        """
        members = itertools.chain(*self._members)
        for index, silent in itertools.product(members, self.silent_members):
            run = self._runs[index]
            for cut in cuts_lost(run, self._runs[silent]):
                yield from events_of_cut(cut, Phase.COMBINE, [run.base])
        for index in self.silent_members:
            for run in reversed(self._runs):
                item = scheme_missed(self._runs[index], run)
                if item is not None:
                    references = parsed_for_cut(item, Phase.SPLIT, self._runs, Phase.CLASSIFY)
                    yield from events_of_cut(item, Phase.SPLIT, references)
                    break

    def _events_of_difference(self, difference: Difference) -> Iterator[TraceEvent]:
        """Yield the events of the cut that decides a difference, unless it is a delimiter."""
        item = difference.cut
        phase = difference.phase
        if item is not None and item.decides and item.left.shared != item.right.shared:
            references = parsed_for_cut(item, phase, self._runs, phase)
            events = list(events_of_cut(item, phase, references))
            if not any(event.characters.is_delimiter for event in events):
                yield from events

    @late
    def trace_of_all(self) -> tuple[TraceRow, ...]:
        """The steps of all specs, including the silent specs.

        If only some specs are silent, the silent specs are treated as a group. The rows that make
        groups differ are marked, from the first to the last phase in which the run of a silent spec
        ends, or from cleaning on if cleaning decides whether a silent spec has a rule.
        """
        if not (self.groups and self.silent_members):
            return self.trace
        further: dict[str, list[TraceEvent]] = {}
        for event in self._events_beside_silence():
            further.setdefault(event.spec.selector, []).append(event)
        groups = self._events_by_group([*self._members, self.silent_members], further)
        ends = [self._runs[index].end for index in self.silent_members]
        first = min(ends, key=lambda phase: phase.number)
        if any(map(self._needs_cleaning, self.silent_members)):
            first = Phase.CLEAN
        last = max(ends, key=lambda phase: phase.number)
        return rows_of(groups, first, last)

    def _needs_cleaning(self, index: int) -> bool:
        """Return whether a silent spec has a rule for the reference as another spec cleans it."""
        column = self._inputs[index]
        for run in self._runs:
            cleaned = str(run.after(Phase.CLEAN))
            if cleaned != self.reference:
                target = column.spec.standard.resolve_text(column.base_parts, cleaned)
                if has_rule(target):
                    return True
        return False

    def _preferences_for_cuts(self) -> Sequence[int]:
        """Return, for each spec, how well one can test whether its result depends on a cut.

        The number is 0 if resolving ended before the spec used the components. It is 2 if the test
        can move characters to another component (see `has_components`); otherwise, it is 1.
        """
        preferences = []
        for run in self._runs:
            if run.ended(Phase.CLASSIFY):
                preferences.append(0)
            elif has_components(run.spec):
                preferences.append(2)
            else:
                preferences.append(1)
        return preferences

    def target_under(self, index: int, spec: Spec) -> Target:
        """Return the target of a spec under other choices; `spec` has these choices."""
        return self._inputs[index].under(spec).target

    def _variant_under(self, index: int, spec: Spec) -> Variant:
        return variant_of_target(self.target_under(index, spec))

    def _consulted_by(self, index: int, spec: Spec) -> tuple[Choice, ...]:
        return self.consulted_under(index, spec)

    def consulted_under(self, index: int, spec: Spec) -> tuple[Choice, ...]:
        """Return the readings that a spec consults under other choices; `spec` has these choices.

        The choices are in the order of their use.
        """
        return self._inputs[index].under(spec).consulted


def target_keys(targets: Sequence[Target]) -> Sequence[Target | None]:
    """Return the keys by which targets are compared; None for a spec without a rule."""
    first = targets[0]
    if type(first) is str and targets.count(first) == len(targets):
        return targets  # the usual case
    return [target if type(target) is str or has_rule(target) else None for target in targets]
