"""What columns can agree on: the groups that do, and why others do not."""

import functools
import itertools
import string
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import attrs

from hexapla.comparison.attribution import other_options
from hexapla.comparison.branches import Branch, BranchRow
from hexapla.comparison.cause import Cause
from hexapla.comparison.readings import Agreement, ReadingEffect, Variants
from hexapla.documents.reading import Choice
from hexapla.standard.driver import Parts
from hexapla.standard.spec import Spec
from hexapla.standard.variants import Given, Variant, variants_of
from hexapla.values.frozen import late
from hexapla.values.value import Value

LONGEST_EXPLAINED = 16_384
"""Causes and other readings are looked for in inputs of at most so many code points.

Base and reference count together.
"""


Groups = tuple[tuple[str, ...], ...]
"""Who agrees with whom: selectors, the largest group first. Silent columns are in no group."""


def groups_of(values: Sequence[object]) -> tuple[tuple[int, ...], ...]:
    """Return the indexes of columns with equal values, group by group, the largest first.

    Groups of the same size come in the order of their first members. A value needs no hash; it is
    None where a column is silent.
    """
    return _partition(_firsts(values))


def _firsts(values: Sequence[object]) -> tuple[int | None, ...]:
    """Return where each value stands for the first time; None for None."""
    if values and values[0] is not None and values.count(values[0]) == len(values):
        return (0,) * len(values)  # as it mostly is
    return tuple([None if value is None else values.index(value) for value in values])


def named_groups(names: Sequence[str], values: Sequence[object]) -> Groups:
    """Return the selectors of columns with equal values, as `groups_of`."""
    return tuple(tuple(names[index] for index in group) for group in groups_of(values))


def differing(values: Sequence[object]) -> Iterator[tuple[int, int]]:
    """Yield the indexes of each pair of columns whose values differ, the earlier column first."""
    with_rule = [index for index, value in enumerate(values) if value is not None]
    for left, right in itertools.combinations(with_rule, 2):
        if values[left] != values[right]:
            yield left, right


# Columns are few, and so are their partitions: each is made once.


@functools.lru_cache(maxsize=1024)
def _partition(firsts: tuple[int | None, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the groups of those who have the same first place."""
    members: dict[int, list[int]] = {}
    for column, first in enumerate(firsts):
        if first is not None:
            members.setdefault(first, []).append(column)
    return tuple(sorted(map(tuple, members.values()), key=len, reverse=True))


@functools.lru_cache(maxsize=1024)
def _lettered(firsts: tuple[int | None, ...]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the letter of each group with its indexes; first the newest column's group."""
    groups = sorted(_partition(firsts), key=max, reverse=True)
    return tuple(zip(_letters(), groups, strict=False))


def _letters() -> Iterator[str]:
    """Yield A to Z, AA, AB and so on."""
    of_length = (itertools.product(string.ascii_uppercase, repeat=n) for n in itertools.count(1))
    return map("".join, itertools.chain.from_iterable(of_length))


# Facets.


@attrs.frozen
class TreeEdge:
    """A group that is set against another: their numbers, and the columns that speak for them."""

    group: int
    against: int
    speakers: tuple[int, int]


def _agreed_on(of: "tuple[Facet, tuple[int, ...]]") -> tuple[object, ...]:
    """Return which columns of a facet agree, and on what."""
    facet, members = of
    return *[facet.columns[index] for index in members], facet.value_of(members[-1])


# Made for every input, as a facet is, and mostly asked for nothing: not `frozen`, which would take
# twice as long to make; what it has is worked out when asked for.
@attrs.define(unsafe_hash=True, repr=False)
class Group(Value):
    """Columns that agree on something.

    Attributes:
        letter: The letter of the group; A is the newest standard's.
    """

    _json_members = ("letter", "specs", "value", "text")

    letter: str = attrs.field(eq=False)
    _of: "tuple[Facet, tuple[int, ...]]" = attrs.field(eq=_agreed_on)

    @property
    def specs(self) -> tuple[str, ...]:
        """The columns' selectors, in the order of their dates."""
        facet, members = self._of
        return tuple([facet.columns[index].selector for index in members])

    @property
    def value(self) -> Mapping[str, object]:
        """What they agree on, as data."""
        facet, members = self._of
        return facet.value_of(members[-1])

    @property
    def text(self) -> str:
        """What they agree on, on one line."""
        facet, members = self._of
        return facet.text_of(members[-1])

    def __repr__(self) -> str:
        return f"<Group {self.letter}, {', '.join(self.specs)}: {self.text}>"


# Made for every input: not `frozen`, which would take three times as long to make. What it keeps of
# what was worked out is private.


@attrs.define(eq=False, repr=False, slots=False)
class Facet(ABC):
    """One thing that columns can agree on.

    `keys` has what each column gives, as it is compared; None for a silent column.

    Attributes:
        name: What it is: `valid`, `parts`, `host` or `target`.
        columns: The specs that are compared, oldest first.
        splits: The reference as each splits it; nothing where causes are not looked for.
    """

    name: ClassVar[str]
    _reading_may_be_rule: ClassVar[bool] = False

    columns: tuple[Spec, ...]
    keys: Sequence[Any]
    _all_readings: bool = False
    splits: Sequence[Parts] = attrs.field(default=(), kw_only=True)

    @abstractmethod
    def value_of(self, index: int) -> Mapping[str, object]:
        """Return what a column gives, as data."""

    @abstractmethod
    def text_of(self, index: int) -> str:
        """Return what a column gives, on one line."""

    # What a facet with causes tells: why two columns differ, the older one first; the rows of a
    # branch; what a spec gives, and the readings that it consults.

    def _cause_of(self, left: int, right: int) -> Cause | None:
        return None

    def _rows(
        self, cause: Cause, edge: TreeEdge, letters: tuple[str, str]
    ) -> tuple[BranchRow, ...]:
        return ()

    def _given_by(self, spec: Spec) -> Given:
        raise NotImplementedError

    def _variants_of(self, spec: Spec) -> Iterator[Variant]:
        return variants_of(spec, self._given_by)

    @property
    def reference(self) -> str:
        """The reference that is compared; "" where causes are not looked for."""
        return str(self.splits[0][0]) if self.splits else ""

    @property
    def _length(self) -> int:
        return len(self.reference)

    def __repr__(self) -> str:
        return f"<Facet {self.name}: {self.groups}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Facet):
            return NotImplemented
        return self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    @property
    def _content(self) -> tuple[object, ...]:
        return self.name, self.groups, self.silent, self.variants

    @property
    def groups(self) -> tuple[Group, ...]:
        """The columns that agree: first the group of the newest standard, then the next newest."""
        return tuple([Group(letter, (self, members)) for letter, members in self._lettered])

    @property
    def _lettered(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The letter of each group with the indexes of its columns."""
        return _lettered(_firsts(self.keys))

    @property
    def _members(self) -> Sequence[tuple[int, ...]]:
        """The indexes of the columns in each group."""
        return [members for _, members in self._lettered]

    @late
    def branches(self) -> tuple[Branch, ...]:
        """The groups set against each other, as a tree: k groups have k - 1 branches.

        There are none where causes are not looked for.
        """
        if not self._causes:
            return ()
        groups, branches = self.groups, []
        for edge in self._tree():
            pair = groups[edge.group].letter, groups[edge.against].letter
            left, right = sorted(edge.speakers)
            cause = self._causes[left, right]
            branches.append(Branch(*pair, self._rows(cause, edge, pair), cause))
        return tuple(branches)

    def _tree(self) -> Iterator[TreeEdge]:
        """Yield each group but the first, set against the nearest one that stands in the tree."""
        left, inside = set(range(1, len(self._members))), {0}
        while left:
            pairs = itertools.product(sorted(left), sorted(inside))
            _, edge = min((self._edge(*pair) for pair in pairs), key=lambda item: item[0])
            left.remove(edge.group)
            inside.add(edge.group)
            yield edge

    def _edge(self, group: int, against: int) -> tuple[tuple[object, ...], TreeEdge]:
        """Return one group set against another, and how far they are apart.

        They are as near as their nearest columns: those with the shortest chain, then the newest.
        """
        members = self._members
        pairs = itertools.product(members[group], members[against])
        distances = {pair: self._distance(*pair) for pair in pairs}
        nearest = min(distances.values())
        near = [pair for pair, distance in distances.items() if distance == nearest]
        days = [[self.columns[each].document.date.toordinal() for each in pair] for pair in near]
        apart = min(abs(one - other) for one, other in days)
        edge = TreeEdge(group, against, max(zip(map(sum, days), near, strict=True))[1])
        return (nearest, apart, group), edge

    def _distance(self, left: int, right: int) -> tuple[bool, int]:
        """Return how far apart two columns are: one has no result, then how many differences."""
        both = isinstance(self.keys[left], type(self.keys[right]))
        return not both, len(self._causes[min(left, right), max(left, right)].differences)

    @late
    def _causes(self) -> Mapping[tuple[int, int], Cause]:
        """Why columns differ, by the indexes of each pair of them."""
        if self.agrees or self.unexplained:
            return {}
        causes = ((pair, self._cause_of(*pair)) for pair in differing(self.keys))
        return {pair: cause for pair, cause in causes if cause is not None}

    @late
    def readings(self) -> tuple[ReadingEffect, ...]:
        """What another option of each reading that is consulted would do to the groups.

        An option that changes nothing is left out.
        """
        if self.agrees or self.unexplained or not self.splits:
            return ()
        return tuple(
            effect
            for index in range(len(self.columns))
            for choice in self._given_by(self.columns[index])[1]
            for effect in self._effects(index, choice)
        )

    def _effects(self, index: int, choice: Choice) -> Iterator[ReadingEffect]:
        """Yield what each other option of a reading that a column consults would do."""
        spec = self.columns[index]
        keys = [self.keys[members[0]] for members in self._members]
        alone = {group.specs[0]: group.letter for group in self.groups if len(group.specs) == 1}
        for other in other_options(spec, choice):
            given, _ = self._given_by(spec.choosing(Choice(choice.reading, other)))
            key, then = None if given.silent else given.key, given.shown
            if key == self.keys[index]:
                continue
            if key in keys:
                own = alone.get(spec.selector)
                letter = self.groups[keys.index(key)].letter
                then = f"{own} becomes {letter}" if own else f"joins {letter}"
            yield ReadingEffect(spec, choice.reading, choice.option, other, then)

    @property
    def agrees(self) -> bool:
        """Whether all columns that are not silent give the same."""
        return len(groups_of(self.keys)) < 2

    @late
    def variants(self) -> Variants | None:
        """All that each column can give; None where only the defaults were asked for.

        So it is where the input is longer than `LONGEST_EXPLAINED`, but for validity. A column is
        left out that is silent under every reading.
        """
        if not self._all_readings or self._length > LONGEST_EXPLAINED:
            return None
        columns = zip(self.columns, self.keys, strict=True)
        tried = (spec for spec, key in columns if key is not None or self._reading_may_be_rule)
        given = ((spec.selector, tuple(self._variants_of(spec))) for spec in tried)
        return tuple(item for item in given if not all(variant.silent for variant in item[1]))

    @property
    def silent(self) -> tuple[str, ...]:
        """The columns without a rule for the input: in no group, and in no cause."""
        columns = zip(self.columns, self.keys, strict=True)
        return tuple(spec.selector for spec, key in columns if key is None)

    @property
    def causes(self) -> tuple[Cause, ...]:
        """Why columns differ, one cause for each pair; they are looked for when asked for.

        There are none for validity, where each column says for itself at which place a text leaves
        its grammar, and none where the input is longer than `LONGEST_EXPLAINED`.
        """
        return tuple(self._causes.values())

    @property
    def unexplained(self) -> str | None:
        """Why no causes or readings are looked for where columns differ; None where they are."""
        if self.agrees or self._length <= LONGEST_EXPLAINED:
            return None
        longest = f"{LONGEST_EXPLAINED:,} code points"
        return f"no causes or other readings are looked for in more than {longest}"

    @property
    def agreement(self) -> Agreement | None:
        """Under which readings the columns agree; None where only the defaults were asked for.

        It is about the columns that are not silent under the defaults.
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
        form: dict[str, object] = {
            "agrees": self.agrees,
            "groups": [group.to_dict() for group in self.groups],
            "branches": [branch.to_dict() for branch in self.branches],
            "readings": [reading.to_dict() for reading in self.readings],
            "causes": [cause.to_dict() for cause in self.causes],
            "unexplained": self.unexplained,
            "silent": list(self.silent),
        }
        if self.variants is not None and self.agreement is not None:
            form["agreement"] = self.agreement.value
            form["variants"] = {
                selector: [variant.to_dict() for variant in variants]
                for selector, variants in self.variants
            }
        return form
