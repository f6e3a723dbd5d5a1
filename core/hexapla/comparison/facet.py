"""Facets: the kinds of results that are compared, each with the groups of specs that agree.

A facet has a key for each spec, and specs with equal keys form a group. The groups depend only on
which keys are equal. Only a few different groupings occur, so groupings are cached.

A spec without a rule for the input is called silent; it isn't compared. A reading is an open
question of a standard, and its options are the possible answers.
"""

import functools
import itertools
import string
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import attrs

from hexapla.comparison.attribution import under_other_options
from hexapla.comparison.cause import Cause
from hexapla.comparison.events import TraceEvent
from hexapla.comparison.readings import Agreement, ReadingEffect, Variants
from hexapla.comparison.rows import TraceRow, rows_of, with_held_once
from hexapla.documents.reading import Choice
from hexapla.standard.driver import Parts
from hexapla.standard.phases import Reason
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec
from hexapla.standard.variants import Given, Variant, variants_of
from hexapla.values.frozen import late
from hexapla.values.value import Value, json_form

NO_RULE = "no rule"
"""The usual description of a silent spec's result."""
LONGEST_EXPLAINED = 16_384
"""The maximum length, in code points, of an input for which causes and readings are computed.

For the host and the target, the length of the base is added to that of the reference.
"""


Groups = tuple[tuple[str, ...], ...]
"""The selectors of specs that agree, group by group, largest group first."""


def groups_of(values: Sequence[object]) -> tuple[tuple[int, ...], ...]:
    """Return the indexes of specs with equal values, group by group, largest group first.

    Groups of the same size are in the order of their first members. Values need not be hashable.
    A value of None stands for a silent spec, which is in no group.
    """
    return _partition(_firsts(values))


def _firsts(values: Sequence[object]) -> tuple[int | None, ...]:
    """Return, for each value, the index of its first occurrence; None for a value of None."""
    if values and values[0] is not None and values.count(values[0]) == len(values):
        return (0,) * len(values)  # the usual case
    return tuple([None if value is None else values.index(value) for value in values])


def named_groups(names: Sequence[str], values: Sequence[object]) -> Groups:
    """Return the selectors of specs with equal values, in the order of `groups_of`."""
    return tuple(tuple(names[index] for index in group) for group in groups_of(values))


def differing(values: Sequence[object]) -> Iterator[tuple[int, int]]:
    """Yield the indexes of each pair of specs with different values; silent specs are skipped."""
    with_rule = [index for index, value in enumerate(values) if value is not None]
    for left, right in itertools.combinations(with_rule, 2):
        if values[left] != values[right]:
            yield left, right


@functools.lru_cache(maxsize=1024)
def _partition(firsts: tuple[int | None, ...]) -> tuple[tuple[int, ...], ...]:
    """Group the indexes of `firsts` by their entries, largest group first.

    An index whose entry is None is in no group.
    """
    members: dict[int, list[int]] = {}
    for column, first in enumerate(firsts):
        if first is not None:
            members.setdefault(first, []).append(column)
    groups = map(tuple, members.values())
    return tuple(sorted(groups, key=len, reverse=True))


@functools.lru_cache(maxsize=1024)
def _lettered(firsts: tuple[int | None, ...]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the letter and the indexes of each group; the group with the newest spec is first."""
    groups = sorted(_partition(firsts), key=max, reverse=True)
    return tuple(zip(_letters(), groups, strict=False))


def _letters() -> Iterator[str]:
    """Yield A to Z, AA, AB and so on."""
    for length in itertools.count(1):
        for letters in itertools.product(string.ascii_uppercase, repeat=length):
            yield "".join(letters)


# Facets.


class _ComparedByContent:
    """A base class whose instances are equal if they have the same class and equal content."""

    __slots__ = ()

    @property
    def _content(self) -> tuple[object, ...]:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)


class SilentResult(NamedTuple):
    """A description of a silent spec's result, and the reason for the result, if known."""

    says: str = NO_RULE
    reason: Reason | None = None


# Groups may be created for every input, but most of their properties are rarely used. The class
# isn't `frozen`, because creating a frozen instance takes more than twice as long.
@attrs.define(eq=False, repr=False)
class Group(_ComparedByContent, Value):
    """Specs that agree on a facet.

    Attributes:
        letter: The letter of the group; A is the group of the newest spec that isn't silent.
    """

    _json_members = ("letter", "specs", "value", "text")

    letter: str
    _facet: "Facet"
    _indexes: tuple[int, ...]

    @property
    def _content(self) -> tuple[object, ...]:
        return self.columns, self.value

    @property
    def columns(self) -> tuple[Spec, ...]:
        """The specs, oldest first."""
        return self._facet.columns_at(self._indexes)

    @property
    def specs(self) -> tuple[str, ...]:
        """The selectors of the specs, oldest first."""
        return tuple([spec.selector for spec in self.columns])

    @property
    def deviations(self) -> tuple[str, ...]:
        """How the result of each spec deviates from `text`, oldest spec first; "" if it doesn't."""
        return tuple(map(self._facet.deviation_of, self._indexes))

    @property
    def value(self) -> Mapping[str, object]:
        """The result that the specs share, as a mapping."""
        return self._facet.value_of(self._indexes[-1])

    @property
    def text(self) -> str:
        """The result that the specs share, on one line."""
        return self._facet.text_of_all(self._indexes)

    @property
    def shown(self) -> str:
        """The result that the specs share, on one line, with every code point visible."""
        return self._facet.shown_of_all(self._indexes)

    @property
    def is_newest(self) -> bool:
        """Whether the newest of all specs is in this group, and another group exists.

        The value is False for every group if the newest spec is silent.
        """
        newest = len(self._facet.columns) - 1
        return len(self._facet.groups) > 1 and newest in self._indexes

    def __repr__(self) -> str:
        return f"<Group {self.letter}, {', '.join(self.specs)}: {self.text}>"


# Facets are created for every input. The class isn't `frozen`, because creating a frozen instance
# takes longer, and because `late` sets attributes. The caches are private.


@attrs.define(eq=False, repr=False, slots=False)
class Facet(_ComparedByContent, ABC):
    """One kind of result that specs can agree on.

    `keys` contains each spec's result in the form used for comparison; None for a silent spec.

    Attributes:
        name: The name of the facet: `valid`, `parts`, `host` or `target`.
        columns: The specs, including silent specs, oldest first.
        explains: Whether the effects of readings are computed and, except for hosts, the causes.
        splits: The reference as split by each spec; empty unless `explains` is true.
    """

    name: ClassVar[str]
    explains: ClassVar[bool] = True
    _reading_may_be_rule: ClassVar[bool] = False
    _last_parting: ClassVar[Phase] = Phase.RECOMBINE
    _letter_prefix: ClassVar[str] = ""
    _shows_agreed_steps: ClassVar[bool] = False

    columns: tuple[Spec, ...]
    keys: Sequence[Any]
    _all_readings: bool = False
    splits: Sequence[Parts] = attrs.field(default=(), kw_only=True)
    _found_causes: dict[tuple[int, int], Cause | None] = attrs.field(factory=dict, init=False)

    @abstractmethod
    def value_of(self, index: int) -> Mapping[str, object]:
        """Return the result of a spec, as a mapping."""

    @abstractmethod
    def text_of(self, index: int) -> str:
        """Return the result of a spec, on one line."""

    def columns_at(self, members: Iterable[int]) -> tuple[Spec, ...]:
        """Return the specs at the given indexes."""
        return tuple([self.columns[index] for index in members])

    def text_of_all(self, members: Sequence[int]) -> str:
        """Return the common result of specs that agree, on one line."""
        return self.text_of(members[-1])

    def shown_of_all(self, members: Sequence[int]) -> str:
        """Return the common result of specs on one line, with every code point visible."""
        return self.text_of_all(members)

    def deviation_of(self, index: int) -> str:
        """Return how a spec's result deviates from the one shown for its group; "" if it doesn't.

        Specs of a group agree, except that some count a delimiter as part of a component and others
        don't.
        """
        return ""

    def silence_of(self, index: int) -> SilentResult:
        """Return the result of a silent spec."""
        return SilentResult()

    # Subclasses override some of these methods. The methods return the cause of the difference
    # between two specs (the older spec first), the events of a spec, the events that depend on
    # several specs, the result of a spec under other choices, and the readings that the spec
    # consults.

    def _cause_of(self, left: int, right: int) -> Cause | None:
        return None

    def _events_of(self, index: int) -> Sequence[TraceEvent]:
        return ()

    def _further_events(self) -> Iterator[TraceEvent]:
        yield from ()

    def _variant_under(self, index: int, spec: Spec) -> Variant:
        raise NotImplementedError

    def _consulted_by(self, index: int, spec: Spec) -> tuple[Choice, ...]:
        raise NotImplementedError

    def _variants_of(self, index: int) -> Iterator[Variant]:
        def given_by(spec: Spec) -> Given:
            return Given(self._variant_under(index, spec), self._consulted_by(index, spec))

        return variants_of(self.columns[index], given_by)

    @property
    def reference(self) -> str:
        """The reference that is compared."""
        return str(self.splits[0][0])

    @property
    def _length(self) -> int:
        return len(self.reference)

    @property
    def _is_too_long(self) -> bool:
        return self.explains and self._length > LONGEST_EXPLAINED

    def __repr__(self) -> str:
        return f"<Facet {self.name}: {self.groups}>"

    @property
    def _content(self) -> tuple[object, ...]:
        return self.name, self.groups, self.silent, self.variants

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups of specs that agree; the group with the newest spec is first."""
        return tuple([Group(letter, self, members) for letter, members in self._lettered])

    @late
    def _lettered(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The letter of each group, with the indexes of its specs."""
        return _lettered(_firsts(self.keys))

    @property
    def _members(self) -> Sequence[tuple[int, ...]]:
        """The indexes of the specs in each group."""
        return [members for _, members in self._lettered]

    @late
    def rows(self) -> tuple[TraceRow, ...]:
        """The steps of the specs in order, each listed once with the specs that took it.

        There are no rows if the specs agree and none rejects the input, or if the input is too long
        to explain a difference.
        """
        return () if self._all_alike or self.unexplained else self.trace

    @property
    def rows_shown(self) -> tuple[TraceRow, ...]:
        """The rows that an explanation shows.

        These are `rows`, except for parts: there they are `trace`, unless the input is too long to
        explain a difference.
        """
        shows_all = self._shows_agreed_steps and self.unexplained is None
        return self.trace if shows_all else self.rows

    @property
    def _failing(self) -> tuple[int, ...]:
        """The indexes of silent specs that reject the input."""
        return ()

    @property
    def _all_alike(self) -> bool:
        """Whether all specs agree, and none rejects the input."""
        return self.agrees and not self._failing

    @late
    def trace(self) -> tuple[TraceRow, ...]:
        """The steps of the specs, whether or not the specs agree.

        Of the silent specs, only those that reject the input are included.
        """
        further: dict[str, list[TraceEvent]] = {}
        if not (self.agrees or self.unexplained):
            for event in self._further_events():
                further.setdefault(event.spec.selector, []).append(event)
        phases = [item.phase for cause in self.causes for item in cause.differences]
        members_of_groups = list(self._members)
        if self._failing:
            members_of_groups.append(self._failing)
            phases.append(Phase.CLEAN)
        groups = self._events_by_group(members_of_groups, further)
        first_phase = min(phases, key=lambda phase: phase.number, default=None)
        return rows_of(groups, first_phase, self._last_parting)

    def _events_by_group(
        self,
        members_of_groups: Iterable[Sequence[int]],
        further: Mapping[str, Sequence[TraceEvent]],
    ) -> list[list[Sequence[TraceEvent]]]:
        """Return the events of each spec, group by group, with the newest spec of a group first.

        `further` contains events that depend on several specs, keyed by the selector of a spec.
        """
        groups: list[list[Sequence[TraceEvent]]] = []
        for members in members_of_groups:
            group: list[Sequence[TraceEvent]] = []
            for index in reversed(members):
                more = further.get(self.columns[index].selector, [])
                group.append(with_held_once([*more, *self._events_of(index)]))
            groups.append(group)
        return groups

    @late
    def causes(self) -> tuple[Cause, ...]:
        """For each group except the first, the cause of its difference from a preceding group.

        Of the preceding groups, the group with the spec nearest in date is chosen. Differences in
        validity have no causes, because each spec already reports where a string becomes invalid.
        Differences in hosts have no causes either, because they have reasons (see
        `HostFacet.rules_of`). Causes aren't computed if the input is longer than
        `LONGEST_EXPLAINED`.
        """
        if self.agrees or self.unexplained:
            return ()
        return self._causes_between(self._neighbours())

    @property
    def causes_of_pairs(self) -> tuple[Cause, ...]:
        """The cause of the difference between each pair of specs that differ."""
        if self.agrees or self.unexplained:
            return ()
        return self._causes_between(differing(self.keys))

    def _causes_between(self, pairs: Iterable[tuple[int, int]]) -> tuple[Cause, ...]:
        """Return the causes of the differences between pairs of specs; causes are cached."""
        causes = []
        for pair in pairs:
            if pair not in self._found_causes:
                self._found_causes[pair] = self._cause_of(*pair)
            cause = self._found_causes[pair]
            if cause is not None:
                causes.append(cause)
        return tuple(causes)

    def _neighbours(self, preferences: Sequence[int] = ()) -> Iterator[tuple[int, int]]:
        """Yield, for each group except the first, one of its specs and a spec of a preceding group.

        The pair of specs nearest in date is chosen, but pairs of preferred specs take precedence.
        `preferences` contains a number for each spec, which is higher for a preferred spec.
        """

        days = [spec.document.date.toordinal() for spec in self.columns]

        def rank(pair: tuple[int, int]) -> tuple[int, int, int]:
            left, right = pair
            days_between = abs(days[left] - days[right])
            preference = 0
            if preferences:
                preference = preferences[left] + preferences[right]
            return -preference, days_between, -max(pair)

        first, *others = self._members
        reached = list(first)
        for members in others:
            nearest = min(itertools.product(members, reached), key=rank)
            yield min(nearest), max(nearest)
            reached += members

    @late
    def readings(self) -> tuple[ReadingEffect, ...]:
        """The effects that other options of the consulted readings would have on the groups.

        Options that change nothing are omitted. If the specs agree and none rejects the input,
        effects are computed only for targets, because there an option can also give a silent spec a
        rule. There are no effects for validity, or if the input is longer than `LONGEST_EXPLAINED`.
        """
        is_settled = self._all_alike and not self._reading_may_be_rule
        if is_settled or self._is_too_long or not self.explains:
            return ()
        effects: list[ReadingEffect] = []
        for index, spec in enumerate(self.columns):
            for choice in self._consulted_by(index, spec):
                effects += self._effects(index, choice)
        return tuple(effects)

    def _effects(self, index: int, choice: Choice) -> Iterator[ReadingEffect]:
        """Yield the effect of each other option of a reading that a spec consults."""
        spec = self.columns[index]
        letter_of = {letter: self.keys[members[0]] for letter, members in self._lettered}
        alone = next((letter for letter, members in self._lettered if members == (index,)), None)
        prefix = self._letter_prefix
        for other, chosen in under_other_options(spec, choice):
            given = self._variant_under(index, chosen)
            key, then = None if given.silent else given.key, given.shown
            if key == self.keys[index]:
                continue
            joined = next((letter for letter, held in letter_of.items() if held == key), None)
            if joined is not None and alone is not None:
                then = f"{prefix}{alone} becomes {prefix}{joined}"
            elif joined is not None:
                then = f"joins {prefix}{joined}"
            yield ReadingEffect(spec, choice.reading, choice.option, other, then)

    @property
    def agrees(self) -> bool:
        """Whether all specs that aren't silent give the same result."""
        return len(self._lettered) < 2

    @late
    def variants(self) -> Variants | None:
        """All possible results of each spec; None if only the default options are compared.

        Except for validity, the value is also None if the input is longer than
        `LONGEST_EXPLAINED`. Specs that are silent under all options are omitted. Except for the
        target, specs that are silent under the default options are omitted as well.
        """
        if not self._all_readings or self._is_too_long:
            return None
        found = []
        for index, spec in enumerate(self.columns):
            if self.keys[index] is None and not self._reading_may_be_rule:
                continue
            variants = tuple(self._variants_of(index))
            if not all(variant.silent for variant in variants):
                found.append((spec.selector, variants))
        return tuple(found)

    @property
    def silent_members(self) -> tuple[int, ...]:
        """The indexes of the silent specs, which have no rule for the input."""
        return tuple([index for index, key in enumerate(self.keys) if key is None])

    @property
    def silent_columns(self) -> tuple[Spec, ...]:
        """The silent specs, which have no rule for the input."""
        return self.columns_at(self.silent_members)

    @property
    def silent(self) -> tuple[str, ...]:
        """The selectors of the silent specs."""
        return tuple([spec.selector for spec in self.silent_columns])

    @property
    def unexplained(self) -> str | None:
        """Why a difference wasn't explained; None if it was explained, or if the specs agree."""
        if self.agrees or not self._is_too_long:
            return None
        longest = f"{LONGEST_EXPLAINED:,} code points"
        return f"causes and other readings are computed only up to {longest}"

    @property
    def agreement(self) -> Agreement | None:
        """The readings under which the specs agree; None if `variants` is None.

        Only specs that aren't silent under the default options are considered.
        """
        if self.variants is None:
            return None
        if self.agrees:
            return Agreement.DEFAULTS
        reachable = [
            {variant.key for variant in given if not variant.silent}
            for selector, given in self.variants
            if selector not in self.silent
        ]
        return Agreement.SOME_READING if set.intersection(*reachable) else Agreement.NO_READING

    def to_dict(self) -> dict[str, object]:
        """Return the facet's JSON form."""
        names = ["agrees", "groups", "rows", "readings", "causes", "unexplained", "silent"]
        if self.variants is not None:
            names.append("agreement")
        form = {name: json_form(getattr(self, name)) for name in names}
        if self.variants is not None:
            form["variants"] = {selector: json_form(given) for selector, given in self.variants}
        return form
