"""What columns can agree on, the groups that do, and why the others do not."""

import functools
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any

import attrs

from hexapla.comparison.cause import Cause
from hexapla.comparison.variants import Variant
from hexapla.standard.spec import AnySpec


class Agreement(StrEnum):
    """Under which readings the columns agree on a facet."""

    DEFAULTS = "under the defaults"
    SOME_READING = "under some reading"
    NO_READING = "under no reading"


@attrs.frozen
class Aspect:
    """Something that columns can agree on: how what they give is shown, and why it differs.

    Each function takes the columns and what they give, in the aspect's own form. `value` gives what
    the column at an index gives as data, `text` on one line; `causes` finds why columns differ,
    from the keys by which they are compared.
    """

    name: str
    value: Callable[[Sequence[AnySpec], Any, int], object]
    text: Callable[[Sequence[AnySpec], Any, int], str]
    causes: Callable[[Sequence[AnySpec], Any, Sequence[object]], tuple[Cause, ...]]


@attrs.define(eq=False, repr=False)
class Group:
    """Columns that agree on something, which is put into words when somebody asks for it."""

    _members: Sequence[int]
    _columns: Sequence[AnySpec]
    _found: object
    _aspect: Aspect

    @property
    def specs(self) -> tuple[str, ...]:
        """The columns' selectors, in the order of their dates."""
        return tuple(self._columns[index].selector for index in self._members)

    @property
    def value(self) -> object:
        """What they agree on, as data."""
        return self._aspect.value(self._columns, self._found, self._members[0])

    @property
    def text(self) -> str:
        """What they agree on, on one line."""
        return self._aspect.text(self._columns, self._found, self._members[0])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Group):
            return NotImplemented
        return (self.specs, self.value, self.text) == (other.specs, other.value, other.text)

    def __hash__(self) -> int:
        return hash((self.specs, self.text))

    def __repr__(self) -> str:
        return f"<Group {', '.join(self.specs)}: {self.text}>"

    def to_dict(self) -> dict[str, object]:
        """Give the group's JSON form."""
        return {"specs": list(self.specs), "value": self.value, "text": self.text}


@attrs.define(eq=False, repr=False)
class Facet:
    """One thing that columns can agree on, with what each of them gives.

    A column whose key is None has nothing to say; columns of equal keys agree.
    """

    _aspect: Aspect
    _columns: Sequence[AnySpec]
    _found: Any
    _keys: Sequence[Any]
    _variants: tuple[tuple[str, tuple[Variant, ...]], ...] | None = None
    _groups: tuple[Group, ...] | None = attrs.field(default=None, init=False)
    _causes: tuple[Cause, ...] | None = attrs.field(default=None, init=False)

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
    def name(self) -> str:
        """What it is called."""
        return self._aspect.name

    @property
    def found(self) -> Any:
        """What the columns give, in the aspect's own form."""
        return self._found

    @property
    def groups(self) -> tuple[Group, ...]:
        """The columns that agree, the largest group first."""
        if self._groups is None:
            keys, columns = self._keys, self._columns
            first, found, aspect = keys[0], self._found, self._aspect
            if keys.count(first) == len(keys) and first is not None:
                # All agree, as they mostly do.
                self._groups = (Group(range(len(keys)), columns, found, aspect),)
            else:
                self._groups = tuple(
                    [
                        Group(members, columns, found, aspect)
                        for members in _partition(tuple(map(keys.index, keys)))
                        if keys[members[0]] is not None
                    ]
                )
        return self._groups

    @property
    def variants(self) -> tuple[tuple[str, tuple[Variant, ...]], ...] | None:
        """All that each column can give; None where only the defaults were asked for."""
        return self._variants

    @property
    def silent(self) -> tuple[str, ...]:
        """The columns that have nothing to say."""
        columns = zip(self._columns, self._keys, strict=True)
        return tuple(spec.selector for spec, key in columns if key is None)

    @property
    def causes(self) -> tuple[Cause, ...]:
        """Why columns differ, one cause for every two; they are looked for when asked for.

        There are none for validity, where each column says for itself at which place a text leaves
        its grammar.
        """
        if self._causes is None:
            self._causes = self._aspect.causes(self._columns, self._found, self._keys)
        return self._causes

    @property
    def agrees(self) -> bool:
        """Whether all columns that have something to say give the same."""
        return len(self.groups) < 2

    @property
    def agreement(self) -> Agreement | None:
        """Under which readings the columns agree; None where only the defaults were asked for."""
        if self.variants is None:
            return None
        if self.agrees:
            return Agreement.DEFAULTS
        reachable = [{variant.key for variant in found} for _, found in self.variants]
        return Agreement.SOME_READING if set.intersection(*reachable) else Agreement.NO_READING

    def to_dict(self) -> dict[str, object]:
        """Give the facet's JSON form."""
        form: dict[str, object] = {
            "agrees": self.agrees,
            "groups": [group.to_dict() for group in self.groups],
            "causes": [cause.to_dict() for cause in self.causes],
            "silent": list(self.silent),
        }
        if self.variants is not None and self.agreement is not None:
            form["agreement"] = self.agreement.value
            form["variants"] = {
                selector: [variant.to_dict() for variant in variants]
                for selector, variants in self.variants
            }
        return form


@functools.lru_cache(maxsize=1024)
def _partition(firsts: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Give the columns that agree, the most first; each is told by the first that agrees with it.

    Columns are few, and so are their partitions: each is worked out once.
    """
    members: dict[int, list[int]] = {}
    for column, first in enumerate(firsts):
        members.setdefault(first, []).append(column)
    return tuple(sorted(map(tuple, members.values()), key=len, reverse=True))


def largest_of(values: Sequence[object]) -> object:
    """Give the value that most have; where two or more have as many, one that is equal to none."""
    counts: dict[object, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    most = max(counts.values())
    found = [value for value, count in counts.items() if count == most]
    return found[0] if len(found) == 1 else _NO_LARGEST


_NO_LARGEST = object()
