"""What columns can agree on: validity, parts, target; the groups that do, and why others do not."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar, TypeVar

import attrs

from hexapla.comparison.cause import Cause, cause_of_parts, cause_of_target
from hexapla.comparison.grouping import differing, groups_of
from hexapla.comparison.run import Input
from hexapla.comparison.variants import Variant, target_value
from hexapla.grammar.validity import Verdict
from hexapla.standard.driver import Parts
from hexapla.standard.phases import Target, has_rule
from hexapla.standard.reference import Reference
from hexapla.standard.resolution import Resolution
from hexapla.standard.spec import Spec
from hexapla.text.signs import EMPTY, visible
from hexapla.values.frozen import FrozenMapping, late

LONGEST_EXPLAINED = 16_384
"""Causes are looked for in inputs of at most so many code points, base and reference together."""

Variants = tuple[tuple[str, tuple[Variant, ...]], ...]
"""All that each column can give that has a rule under some reading, by selector."""


class Agreement(StrEnum):
    """Under which readings the columns agree on a facet."""

    DEFAULTS = "under the defaults"
    SOME_READING = "under some reading"
    NO_READING = "under no reading"


# Made for every input: not `frozen`, which would take three times as long to make. Their fields are
# private, and so is what they keep of what was worked out.


@attrs.define(eq=False, repr=False)
class Group:
    """Columns that agree on something, which is put into words when somebody asks for it."""

    _facet: "Facet"
    _members: Sequence[int]
    _kept: dict[str, Any] | None = attrs.field(default=None, init=False)

    @late
    def specs(self) -> tuple[str, ...]:
        """The columns' selectors, in the order of their dates."""
        columns = self._facet.columns
        return tuple([columns[index].selector for index in self._members])

    @late
    def value(self) -> Mapping[str, object]:
        """What they agree on, as data."""
        return self._facet.value_of(self._members[0])

    @property
    def text(self) -> str:
        """What they agree on, on one line."""
        return self._facet.text_of(self._members[0])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Group):
            return NotImplemented
        return (self.specs, self.value, self.text) == (other.specs, other.value, other.text)

    def __hash__(self) -> int:
        return hash((self.specs, self.text))

    def __repr__(self) -> str:
        return f"<Group {', '.join(self.specs)}: {self.text}>"

    def to_dict(self) -> dict[str, object]:
        """Return the group's JSON form."""
        return {"specs": list(self.specs), "value": self.value, "text": self.text}


@attrs.define(eq=False, repr=False)
class Facet(ABC):
    """One thing that columns can agree on.

    `keys` has what each column gives, as it is compared; None for a silent column.

    Attributes:
        name: What it is: `valid`, `parts` or `target`.
        columns: The specs that are compared, oldest first.
    """

    name: ClassVar[str]

    columns: Sequence[Spec]
    keys: Sequence[Any]
    _variants: Variants | None = None
    _causes: tuple[Cause, ...] | None = attrs.field(default=None, init=False)

    @abstractmethod
    def value_of(self, index: int) -> Mapping[str, object]:
        """Return what a column gives, as data."""

    @abstractmethod
    def text_of(self, index: int) -> str:
        """Return what a column gives, on one line."""

    def _find_causes(self) -> tuple[Cause, ...]:
        """Return why columns differ, one cause for every two."""
        return ()

    def _length(self) -> int:
        """Return how many code points the input has that causes are looked for in."""
        return 0

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
        """The columns that agree, the largest group first."""
        return tuple([Group(self, members) for members in groups_of(self.keys)])

    @property
    def agrees(self) -> bool:
        """Whether all columns that are not silent give the same."""
        return len(groups_of(self.keys)) < 2

    @property
    def variants(self) -> Variants | None:
        """All that each column can give; None where only the defaults were asked for.

        A column is left out that is silent under every reading.
        """
        return self._variants

    @property
    def silent(self) -> tuple[str, ...]:
        """The columns without a rule for the input: in no group, and in no cause."""
        if None not in self.keys:
            return ()
        columns = zip(self.columns, self.keys, strict=True)
        return tuple(spec.selector for spec, key in columns if key is None)

    @property
    def causes(self) -> tuple[Cause, ...]:
        """Why columns differ, one cause for every two; they are looked for when asked for.

        There are none for validity, where each column says for itself at which place a text leaves
        its grammar, and none where the input is longer than `LONGEST_EXPLAINED`.
        """
        if self._causes is None:
            unexplained = self.agrees or self.unexplained
            self._causes = () if unexplained else self._find_causes()
        return self._causes

    @property
    def unexplained(self) -> str | None:
        """Why no causes are looked for where columns differ; None where they are."""
        if self.agrees or self._length() <= LONGEST_EXPLAINED:
            return None
        return f"no causes are looked for in more than {LONGEST_EXPLAINED:,} code points"

    @property
    def agreement(self) -> Agreement | None:
        """Under which readings the columns agree; None where only the defaults were asked for.

        It is about the columns that are not silent under the defaults.
        """
        if self.variants is None:
            return None
        if self.agrees:
            return Agreement.DEFAULTS
        silent = self.silent
        reachable = [
            {variant.key for variant in variants if not variant.silent}
            for selector, variants in self.variants
            if selector not in silent
        ]
        return Agreement.SOME_READING if set.intersection(*reachable) else Agreement.NO_READING

    def to_dict(self) -> dict[str, object]:
        """Return the facet's JSON form."""
        form: dict[str, object] = {
            "agrees": self.agrees,
            "groups": [group.to_dict() for group in self.groups],
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


Compared = TypeVar("Compared")


def _causes(
    find: Callable[[Compared, Compared], Cause], columns: Sequence[Compared], keys: Sequence[object]
) -> tuple[Cause, ...]:
    """Return the cause for every two columns that differ, of those that are not silent."""
    return tuple(find(columns[left], columns[right]) for left, right in differing(keys))


@attrs.define(eq=False, repr=False)
class ValidFacet(Facet):
    """Whether the grammars derive a text; columns without a production for it are silent.

    Attributes:
        name: `valid`.
        verdicts: What each column's grammar says.
    """

    name = "valid"

    verdicts: Sequence[Verdict] = attrs.field(kw_only=True)

    def value_of(self, index: int) -> Mapping[str, object]:
        """Return the verdict of a column, as data."""
        return FrozenMapping({"verdict": self.verdicts[index].value})

    def text_of(self, index: int) -> str:
        """Return the verdict of a column."""
        return self.verdicts[index].value


@attrs.define(eq=False, repr=False)
class PartsFacet(Facet):
    """To which components the characters of a text belong; columns that do not say are silent.

    Attributes:
        name: `parts`.
        splits: The reference as each column splits it.
    """

    name = "parts"

    splits: Sequence[Parts] = attrs.field(kw_only=True)

    def _reference(self, index: int) -> Reference:
        return Reference(self.columns[index], self.splits[index])

    def value_of(self, index: int) -> Mapping[str, object]:
        """Return the parts that a column finds, by their shared names."""
        return parts_value(self._reference(index))

    def text_of(self, index: int) -> str:
        """Return the parts that a column finds, by its own names."""
        return parts_text(self._reference(index))

    def _length(self) -> int:
        return len(self.splits[0][0] or "")

    def _find_causes(self) -> tuple[Cause, ...]:
        references = list(map(Reference, self.columns, self.splits))
        return _causes(cause_of_parts, references, self.keys)


@attrs.define(eq=False, repr=False)
class TargetFacet(Facet):
    """What resolving gives; columns without a rule for the input are silent.

    `targets` has what each column resolves to, a silent one's with its reason.

    Attributes:
        name: `target`.
        bases: The base as each column splits it.
        splits: The reference as each column splits it.
    """

    name = "target"

    targets: Sequence[Target] = attrs.field(kw_only=True)
    bases: Sequence[Parts] = attrs.field(kw_only=True)
    splits: Sequence[Parts] = attrs.field(kw_only=True)

    @property
    def resolutions(self) -> tuple[Resolution, ...]:
        """What each column resolves to, with the way there."""
        return tuple(map(Resolution, self.columns, self.bases, self.splits, self.targets))

    def value_of(self, index: int) -> Mapping[str, object]:
        """Return the target of a column, as data."""
        return target_value(self.targets[index])

    def text_of(self, index: int) -> str:
        """Return the target of a column, on one line."""
        return str(self.targets[index])

    def _length(self) -> int:
        return len(self.bases[0][0] or "") + len(self.splits[0][0] or "")

    def _find_causes(self) -> tuple[Cause, ...]:
        columns = list(map(Input, self.columns, self.bases, self.splits, self.targets))
        return _causes(cause_of_target, columns, self.keys)


def target_keys(targets: Sequence[Target]) -> Sequence[Target | None]:
    """Return the targets of columns as they are compared; None where a column has no rule."""
    first = targets[0]
    if type(first) is str and targets.count(first) == len(targets):
        return targets  # as it mostly is
    return [target if type(target) is str or has_rule(target) else None for target in targets]


def parts_text(reference: Reference) -> str:
    """Return the parts of a reference on one line, by the standard's own names, made visible."""
    return " ".join(
        f"{component.name}={visible(part) or EMPTY}" for component, part, _ in reference.places()
    )


def parts_value(reference: Reference) -> Mapping[str, object]:
    """Return the parts of a reference as data, by their shared names."""
    return FrozenMapping([(component.shared, part) for component, part, _ in reference.places()])
