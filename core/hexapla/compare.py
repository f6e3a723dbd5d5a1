"""The diff engine: columns on the same input, the groups that agree, and why others do not."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Any, TypeVar

import attrs

from hexapla.cause import Cause, Column, cause_of_parts, cause_of_target
from hexapla.frozen import FrozenMapping, late
from hexapla.grammar.scheme_parts import SchemeParts
from hexapla.grammar.validity import Validity, Verdict
from hexapla.reference import Form, Parts, Reference
from hexapla.registry import default_columns
from hexapla.registry import spec as spec_of
from hexapla.resolution import Resolution, Target
from hexapla.signs import EMPTY, visible
from hexapla.spec import AnySpec, Spec
from hexapla.variants import (
    Variant,
    target_value,
    variants_of_parts,
    variants_of_target,
    variants_of_validity,
)


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

    _members: list[int]
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
    _keys: Sequence[object]
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
            columns, found, aspect = self._columns, self._found, self._aspect
            members = _members(self._keys)
            self._groups = tuple([Group(group, columns, found, aspect) for group in members])
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


@attrs.frozen(slots=False)
class Comparison:
    """One reference, with or without a base, in the columns of several specs.

    `all_readings` says whether the facets also try every combination of the choices that the input
    touches. `base_splits` is the base as each column splits it, where that is known already.
    """

    reference: str
    base: str | None
    specs: tuple[AnySpec, ...]
    all_readings: bool = False
    base_splits: Sequence[Parts] | None = attrs.field(default=None, eq=False, repr=False)

    @late
    def _splits(self) -> list[Parts]:
        text = self.reference
        return [spec.split(text) for spec in self.specs]

    @late
    def references(self) -> tuple[Reference, ...]:
        """The reference as each column takes it apart."""
        return tuple(map(Reference, self.specs, self._splits))

    @late
    def resolutions(self) -> tuple[Resolution, ...]:
        """What each column resolves the reference to; nothing where there is no base."""
        return () if self.target is None else _resolutions(self.specs, self.target.found)

    @late
    def validities(self) -> tuple[Validity, ...]:
        """What each column's grammar says of the reference."""
        return tuple(spec.validate(self.reference) for spec in self.specs)

    @late
    def scheme_parts(self) -> tuple[SchemeParts, ...]:
        """What each column's production for its scheme makes of an absolute reference.

        There is nothing where no column takes the reference for absolute.
        """
        absolute = (Form.ABSOLUTE, Form.OPAQUE)
        if not any(reference.form in absolute for reference in self.references):
            return ()
        return tuple(spec.scheme_parts(self.reference) for spec in self.specs)

    @late
    def valid(self) -> Facet:
        """Whether the grammars derive the reference; those without a production are silent."""
        verdicts = [found.verdict for found in self.validities]
        keys = [None if found is Verdict.NO_PRODUCTION else found for found in verdicts]
        variants = self._variants(keys, self._verdicts_of) if self.all_readings else None
        return Facet(_VALID, self.specs, verdicts, keys, variants)

    @late
    def parts(self) -> Facet:
        """Where the characters of the reference land; columns that do not say are silent."""
        specs, splits = self.specs, self._splits
        keys = [spec.landing(parts) for spec, parts in zip(specs, splits, strict=True)]
        variants = self._variants(keys, self._partings_of) if self.all_readings else None
        return Facet(_PARTS, specs, splits, keys, variants)

    @late
    def target(self) -> Facet | None:
        """What resolving gives; None where there is no base."""
        if self.base is None:
            return None
        specs, base, splits = self.specs, self.base, self._splits
        bases = self.base_splits or [spec.split(base) for spec in specs]
        columns = zip(specs, bases, splits, strict=True)
        targets = [spec.derive(base, parts) for spec, base, parts in columns]
        found = bases, splits, targets
        variants = self._variants(targets, self._targets_of) if self.all_readings else None
        return Facet(_TARGET, specs, found, targets, variants)

    def _variants(
        self, keys: Sequence[object], variants_of: Callable[[AnySpec], tuple[Variant, ...]]
    ) -> tuple[tuple[str, tuple[Variant, ...]], ...]:
        """Give all that each column with something to say can give."""
        columns = zip(self.specs, keys, strict=True)
        return tuple((spec.selector, variants_of(spec)) for spec, key in columns if key is not None)

    def _verdicts_of(self, spec: AnySpec) -> tuple[Variant, ...]:
        return variants_of_validity(spec, self.reference)

    def _partings_of(self, spec: AnySpec) -> tuple[Variant, ...]:
        return variants_of_parts(spec, self.reference, _landing_key, parts_value, parts_text)

    def _targets_of(self, spec: AnySpec) -> tuple[Variant, ...]:
        assert self.base is not None
        return variants_of_target(spec, self.base, self.reference)

    @property
    def facets(self) -> tuple[Facet, ...]:
        """The facets that the input has."""
        facets = (self.valid, self.parts, self.target)
        return tuple(facet for facet in facets if facet is not None)

    @property
    def agrees(self) -> bool:
        """Whether all columns agree on every facet."""
        return all(facet.agrees for facet in self.facets)

    def to_dict(self) -> dict[str, object]:
        """Give the comparison's JSON form."""
        form: dict[str, object] = {
            "reference": self.reference,
            "base": self.base,
            "specs": [spec.selector for spec in self.specs],
            "agrees": self.agrees,
            "facets": {facet.name: facet.to_dict() for facet in self.facets},
            "validated": [
                {"spec": spec.selector, **validity.to_dict()}
                for spec, validity in zip(self.specs, self.validities, strict=True)
            ],
            "scheme_parts": [
                {"spec": spec.selector, **parts.to_dict()}
                for spec, parts in zip(self.specs, self.scheme_parts, strict=False)
            ],
            "parsed": [reference.to_dict() for reference in self.references],
        }
        if self.base is not None:
            form["resolved"] = [resolution.to_dict() for resolution in self.resolutions]
        return form


def compare(
    reference: str | Reference,
    base: str | Reference | None = None,
    specs: Iterable[str | AnySpec] | None = None,
    readings: str = "default",
) -> Comparison:
    """Set specs side by side on the same reference.

    `specs` are selectors or specs, by default all that are default columns; `readings` is "default"
    or "all". Any text is legal. Raises `SelectorError` for a spec that does not exist,
    and `ValueError` for other `readings` or no specs.
    """
    all_readings = _are_all(readings)
    if not isinstance(reference, str):
        reference = _text_of(reference)
    if base is not None and not isinstance(base, str):
        base = _text_of(base)
    return Comparison(reference, base, columns_of(specs), all_readings)


def _are_all(readings: str) -> bool:
    if readings not in ("default", "all"):
        raise ValueError(f'readings is "default" or "all", not {readings!r}')
    return readings == "all"


def _text_of(reference: Reference) -> str:
    if not isinstance(reference, Reference):
        raise TypeError(f"a reference is a str, not {type(reference).__name__}")
    return reference.text


@attrs.frozen
class Columns:
    """Specs side by side, for many references under one base, which is split only once."""

    specs: tuple[AnySpec, ...]
    base: str | None = None
    all_readings: bool = False
    base_splits: Sequence[Parts] | None = attrs.field(init=False, eq=False, repr=False)

    @base_splits.default
    def _split_base(self) -> Sequence[Parts] | None:
        return None if self.base is None else [spec.split(self.base) for spec in self.specs]

    def compare(self, reference: str | Reference) -> Comparison:
        """Set the specs side by side on a reference; any text is legal."""
        if not isinstance(reference, str):
            reference = _text_of(reference)
        return Comparison(reference, self.base, self.specs, self.all_readings, self.base_splits)


def columns(
    base: str | Reference | None = None,
    specs: Iterable[str | AnySpec] | None = None,
    readings: str = "default",
) -> Columns:
    """Set specs side by side, to compare many references under one base.

    Takes what `compare` takes, and raises what it raises: `columns(base).compare(reference)` is
    `compare(reference, base)`.
    """
    all_readings = _are_all(readings)
    if base is not None and not isinstance(base, str):
        base = _text_of(base)
    return Columns(columns_of(specs), base, all_readings)


def columns_of(selected: Iterable[str | AnySpec] | None) -> tuple[AnySpec, ...]:
    """Give the specs to compare, oldest first: the selected ones, or the default columns."""
    if selected is None:
        return default_columns()
    if isinstance(selected, str | Spec):
        raise TypeError("specs is a list of selectors, such as ['rfc1808', 'rfc2396']")
    found = [spec_of(item) if isinstance(item, str) else item for item in selected]
    for item in found:
        if not isinstance(item, Spec):
            raise TypeError(f"a column is a selector or a Spec, not {item!r}")
    columns = {spec.selector: spec for spec in found}
    if not columns:
        raise ValueError("there is no spec to compare; name one or more")
    return tuple(sorted(columns.values(), key=lambda spec: (spec.document.date, spec.selector)))


def _landing_key(reference: Reference) -> tuple[tuple[str, int], ...]:
    return tuple((reference.landing or {}).items())


def parts_text(reference: Reference) -> str:
    """Put the parts that are in a reference on one line, in the memo's own names, made visible."""
    return " ".join(
        f"{component.name}={visible(part) or EMPTY}" for component, part, _ in reference.places()
    )


def parts_value(reference: Reference) -> Mapping[str, object]:
    """Give the parts that are in a reference as data, by their shared names."""
    return FrozenMapping((component.shared, part) for component, part, _ in reference.places())


Compared = TypeVar("Compared")


def _causes(
    find: Callable[[Compared, Compared], Cause], columns: Sequence[Compared], keys: Sequence[object]
) -> tuple[Cause, ...]:
    """Find the cause for every two columns that differ, of those that are not silent."""
    voices = [index for index, key in enumerate(keys) if key is not None]
    return tuple(
        find(columns[left], columns[right])
        for left, right in combinations(voices, 2)
        if keys[left] != keys[right]
    )


def _members(keys: Sequence[object]) -> list[list[int]]:
    """Give the columns of each key, the most first; one whose key is None is in none of them."""
    if keys and keys[0] is not None and keys.count(keys[0]) == len(keys):
        return [list(range(len(keys)))]  # all agree, as they mostly do
    distinct: list[object] = []
    members: list[list[int]] = []
    for index, key in enumerate(keys):
        if key in distinct:
            members[distinct.index(key)].append(index)
        elif key is not None:
            distinct.append(key)
            members.append([index])
    if len(members) > 1:
        members.sort(key=len, reverse=True)
    return members


# What columns can agree on: verdicts.


def _value_of_verdict(_: Sequence[AnySpec], found: Sequence[Verdict], column: int) -> object:
    return FrozenMapping({"verdict": found[column].value})


def _text_of_verdict(_: Sequence[AnySpec], found: Sequence[Verdict], column: int) -> str:
    return found[column].value


def _no_causes(*_: object) -> tuple[Cause, ...]:
    return ()


_VALID = Aspect("valid", _value_of_verdict, _text_of_verdict, _no_causes)

# Parts: the reference as each column splits it.


def _value_of_parts(specs: Sequence[AnySpec], found: Sequence[Parts], column: int) -> object:
    return parts_value(Reference(specs[column], found[column]))


def _text_of_parts(specs: Sequence[AnySpec], found: Sequence[Parts], column: int) -> str:
    return parts_text(Reference(specs[column], found[column]))


def _causes_of_parts(
    specs: Sequence[AnySpec], found: Sequence[Parts], keys: Sequence[object]
) -> tuple[Cause, ...]:
    return _causes(cause_of_parts, list(map(Reference, specs, found)), keys)


_PARTS = Aspect("parts", _value_of_parts, _text_of_parts, _causes_of_parts)

# Targets, behind the base and the reference as each column splits them.

Resolved = tuple[Sequence[Parts], Sequence[Parts], Sequence[Target]]


def _resolutions(specs: Sequence[AnySpec], found: Resolved) -> tuple[Resolution, ...]:
    return tuple(map(Resolution, specs, *found))


def _value_of_target(_: Sequence[AnySpec], found: Resolved, column: int) -> object:
    return target_value(found[2][column])


def _text_of_target(_: Sequence[AnySpec], found: Resolved, column: int) -> str:
    return str(found[2][column])


def _causes_of_targets(
    specs: Sequence[AnySpec], found: Resolved, keys: Sequence[object]
) -> tuple[Cause, ...]:
    return _causes(cause_of_target, list(map(Column, specs, _resolutions(specs, found))), keys)


_TARGET = Aspect("target", _value_of_target, _text_of_target, _causes_of_targets)


def largest_of(values: Sequence[object]) -> object:
    """Give the value that most have; where two or more have as many, one that is equal to none."""
    counts: dict[object, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    most = max(counts.values())
    found = [value for value, count in counts.items() if count == most]
    return found[0] if len(found) == 1 else _NO_LARGEST


_NO_LARGEST = object()
