"""The diff engine: columns on the same input, the groups that agree, and why others do not."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import chain, combinations, islice
from operator import call
from typing import Any, TypeVar

import attrs

from hexapla.comparison.cause import Cause, Column, cause_of_parts, cause_of_target
from hexapla.comparison.facet import Aspect, Facet
from hexapla.comparison.variants import (
    Variant,
    target_value,
    variants_of_parts,
    variants_of_target,
    variants_of_validity,
)
from hexapla.grammar.scheme_parts import SchemeParts
from hexapla.grammar.validity import Validity, Verdict
from hexapla.operations.schemes import no_scheme_parts
from hexapla.standard.component import Ends, Form
from hexapla.standard.driver import Parts
from hexapla.standard.phases import Target
from hexapla.standard.reference import Reference
from hexapla.standard.registry import default_columns
from hexapla.standard.registry import spec as spec_of
from hexapla.standard.resolution import Resolution
from hexapla.standard.spec import AnySpec, Spec
from hexapla.text.signs import EMPTY, visible
from hexapla.values.frozen import FrozenMapping, late

# Not frozen, as a Reference is not: its fields are private.


@attrs.define(eq=False, repr=False)
class Comparison:
    """One reference, with or without a base, in the columns of several specs.

    What each column makes of it is worked out when asked for, where it is not known already.
    """

    _columns: "Columns"
    _reference: str
    _base: str | None
    _base_splits: Sequence[Parts] | None = None
    _splits: Sequence[Parts] | None = None
    _landings: Sequence[Any] | None = None
    _targets: Sequence[Target] | None = None
    _parts: Facet | None = attrs.field(default=None, init=False)
    _target: Facet | None = attrs.field(default=None, init=False)
    _kept: dict[str, Any] | None = attrs.field(default=None, init=False)

    def __repr__(self) -> str:
        selectors = ", ".join(spec.selector for spec in self.specs)
        return f"<Comparison of {self.reference!r} by {selectors}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Comparison):
            return NotImplemented
        return self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    @property
    def _content(self) -> tuple[object, ...]:
        return self.reference, self.base, self.specs, self.all_readings

    @property
    def reference(self) -> str:
        """The reference, as it was given."""
        return self._reference

    @property
    def base(self) -> str | None:
        """The base, as it was given; None where there is none."""
        return self._base

    @property
    def specs(self) -> tuple[AnySpec, ...]:
        """The columns, oldest first."""
        return self._columns.specs

    @property
    def all_readings(self) -> bool:
        """Whether the facets also try every combination of the choices that the input touches."""
        return self._columns.all_readings

    @late
    def references(self) -> tuple[Reference, ...]:
        """The reference as each column takes it apart."""
        return tuple(map(Reference, self.specs, self.splits))

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
        return tuple(
            no_scheme_parts() if spec.schemes is None else spec.schemes.parts(self.reference)
            for spec in self.specs
        )

    @late
    def valid(self) -> Facet:
        """Whether the grammars derive the reference; those without a production are silent."""
        verdicts = [found.verdict for found in self.validities]
        keys = [None if found is Verdict.NO_PRODUCTION else found for found in verdicts]
        variants = self._variants(keys, self._verdicts_of) if self.all_readings else None
        return Facet(_VALID, self.specs, verdicts, keys, variants)

    @property
    def splits(self) -> Sequence[Parts]:
        """The reference as each column splits it."""
        if self._splits is None:
            self._splits = self._columns.split(self._reference)
        return self._splits

    @property
    def parts(self) -> Facet:
        """Where the characters of the reference land; columns that do not say are silent."""
        if self._parts is None:
            columns, splits = self._columns, self._splits or self.splits
            keys = self._landings or list(map(call, columns.landings, splits))
            variants = self._variants(keys, self._partings_of) if columns.all_readings else None
            self._parts = Facet(_PARTS, columns.specs, splits, keys, variants)
        return self._parts

    @property
    def target(self) -> Facet | None:
        """What resolving gives; None where there is no base."""
        if self._target is None and self._base is not None:
            columns, splits = self._columns, self._splits or self.splits
            bases = self._base_splits or columns.split(self._base)
            keys = self._targets or list(map(call, columns.derivations, bases, splits))
            variants = self._variants(keys, self._targets_of) if columns.all_readings else None
            self._target = Facet(_TARGET, columns.specs, (bases, splits, keys), keys, variants)
        return self._target

    def _variants(
        self, keys: Sequence[object], variants_of: Callable[[AnySpec], tuple[Variant, ...]]
    ) -> tuple[tuple[str, tuple[Variant, ...]], ...]:
        """Give all that each column with something to say can give."""
        columns = zip(self.specs, keys, strict=True)
        return tuple((spec.selector, variants_of(spec)) for spec, key in columns if key is not None)

    def _verdicts_of(self, spec: AnySpec) -> tuple[Variant, ...]:
        return variants_of_validity(spec, self.reference)

    def _partings_of(self, spec: AnySpec) -> tuple[Variant, ...]:
        return variants_of_parts(spec, self.reference, _ends_key, parts_value, parts_text)

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
    if not isinstance(reference, str):
        reference = _text_of(reference)
    if base is not None and not isinstance(base, str):
        base = _text_of(base)
    return Comparison(_side_by_side(specs, readings), reference, base)


def _text_of(reference: Reference) -> str:
    if not isinstance(reference, Reference):
        raise TypeError(f"a reference is a str, not {type(reference).__name__}")
    return reference.text


def compare_all(
    pairs: Iterable[tuple[str, str]],
    specs: Iterable[str | AnySpec] | None = None,
    readings: str = "default",
) -> Iterator[Comparison]:
    """Set specs side by side on many pairs of a base and a reference, faster than one by one.

    Takes the specs and readings that `compare` takes, and raises what it raises; gives what it
    gives, in the order of the pairs. Some hundred pairs are taken at a time, parts and targets of
    all of them by one column after the other; a base that comes again among them is split once.
    """
    columns = _side_by_side(specs, readings)
    return columns.compare_all(pairs)


# A processor keeps at hand what it did last: one memo on many texts takes half the time of one text
# after another in all memos.
_BATCH = 512


def _looked_up(name: str) -> Any:
    """Make a field for what each spec has by a name."""

    def look_up(columns: "Columns") -> tuple[object, ...]:
        return tuple(getattr(spec, name) for spec in columns.specs)

    default = attrs.Factory(look_up, takes_self=True)
    return attrs.field(default=default, init=False, eq=False, repr=False)


@attrs.frozen
class Columns:
    """Specs side by side, for many references under one base, which is split only once."""

    specs: tuple[AnySpec, ...]
    base: str | None = None
    all_readings: bool = False
    splits: tuple[Callable[[str], Parts], ...] = _looked_up("split")
    landings: tuple[Ends, ...] = _looked_up("ends_of")
    derivations: tuple[Callable[[Parts, Parts], Target], ...] = _looked_up("resolve_parts")
    base_splits: Sequence[Parts] | None = attrs.field(init=False, eq=False, repr=False)

    def __reduce__(self) -> tuple[type["Columns"], tuple[object, ...]]:
        # What was looked up stays behind.
        return type(self), (self.specs, self.base, self.all_readings)

    @base_splits.default
    def _split_base(self) -> Sequence[Parts] | None:
        return None if self.base is None else self.split(self.base)

    def split(self, text: str) -> list[Parts]:
        """Split a text as each column does."""
        return [split(text) for split in self.splits]

    def compare(self, reference: str | Reference) -> Comparison:
        """Set the specs side by side on a reference; any text is legal."""
        if not isinstance(reference, str):
            reference = _text_of(reference)
        return Comparison(self, reference, self.base, self.base_splits)

    def compare_all(self, pairs: Iterable[tuple[str, str]]) -> Iterator[Comparison]:
        """Set the specs side by side on pairs of a base and a reference, as `compare_all` does."""
        left = iter(pairs)
        batches = iter(lambda: list(islice(left, _BATCH)), [])
        return chain.from_iterable(map(self._compare_batch, batches))

    def _compare_batch(self, pairs: Sequence[tuple[str, str]]) -> Iterator[Comparison]:
        """Compare pairs column by column."""
        bases, references = zip(*pairs, strict=True)
        base_splits = [list(map(cache(split), bases)) for split in self.splits]
        splits = [list(map(split, references)) for split in self.splits]
        landings = [list(map(*column)) for column in zip(self.landings, splits, strict=True)]
        columns = zip(self.derivations, base_splits, splits, strict=True)
        targets = [list(map(*column)) for column in columns]
        rows = (zip(*found, strict=True) for found in (base_splits, splits, landings, targets))
        return map(partial(Comparison, self), references, bases, *rows)


def _side_by_side(specs: Iterable[str | AnySpec] | None, readings: str) -> Columns:
    """Give the columns selected, without a base; the same ones are looked up once."""
    if specs is not None and not isinstance(specs, str | Spec):
        specs = tuple(specs)
    try:
        return _selected(specs, readings)
    except TypeError:  # something among them has no hash, and is no spec: it is told as that
        return _selected.__wrapped__(specs, readings)


@lru_cache(maxsize=64)
def _selected(specs: Iterable[str | AnySpec] | None, readings: str) -> Columns:
    return Columns(columns_of(specs), None, _are_all(readings))


def _are_all(readings: str) -> bool:
    if readings not in ("default", "all"):
        raise ValueError(f'readings is "default" or "all", not {readings!r}')
    return readings == "all"


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


def _ends_key(reference: Reference) -> tuple[tuple[str, int], ...]:
    return tuple((reference.ends or {}).items())


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
