"""Specs side by side as columns, to compare one reference or many."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cache, lru_cache, partial
from itertools import chain, islice
from typing import overload

import attrs

from hexapla.comparison.comparison import Comparison, ResolvedComparison, SideBySide
from hexapla.documents.reading import price_of
from hexapla.standard.driver import Parts
from hexapla.standard.reference import Reference
from hexapla.standard.registry import default_columns
from hexapla.standard.registry import spec as spec_of
from hexapla.standard.spec import Spec
from hexapla.values.checked import checked, checked_items

# A processor keeps at hand what it did last: one standard on many texts takes half the time of one
# text after another under all standards.
_BATCH = 512


@attrs.frozen(repr=False)
class Columns(SideBySide):
    """Specs side by side, for many references."""

    def compare(self, reference: str | Reference) -> Comparison:
        """Return the specs side by side on a reference; any text is legal."""
        return Comparison(self, _text_of(reference))

    def under(self, base: str | Reference) -> "ColumnsWithBase":
        """Return the columns with a base, which is split only once."""
        return ColumnsWithBase(self, _text_of(base, "base"))

    def compare_all(self, pairs: Iterable[tuple[str, str]]) -> Iterator[ResolvedComparison]:
        """Return the specs side by side on pairs of a base and a reference, as `compare_all`."""
        left = iter(checked(pairs, "pairs", Iterable))
        batches = iter(lambda: list(islice(left, _BATCH)), [])
        return chain.from_iterable(map(self._compare_batch, map(_checked_pairs, batches)))

    def _compare_batch(self, pairs: Sequence[tuple[str, str]]) -> Iterator[ResolvedComparison]:
        """Compare pairs column by column."""
        bases, references = zip(*pairs, strict=True)
        base_splits = [list(map(cache(split), bases)) for split in self.splitters]
        splits = [
            list(map(split, references, of_bases))
            for split, of_bases in zip(self.splitters, base_splits, strict=True)
        ]
        ends = [list(map(*column)) for column in zip(self.ends_of, splits, strict=True)]
        columns = zip(self.resolve_parts, base_splits, splits, strict=True)
        targets = [list(map(*column)) for column in columns]
        rows = (zip(*by_column, strict=True) for by_column in (splits, ends, base_splits, targets))
        splits_by_row, ends_by_row, bases_by_row, targets_by_row = rows
        return map(
            partial(ResolvedComparison, self),
            *(references, splits_by_row, ends_by_row),
            *(bases, bases_by_row, targets_by_row),
        )


def _checked_pairs(pairs: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """Return pairs of texts; raise `TypeError` for anything else."""
    if set(map(type, pairs)) != {tuple} or set(map(type, chain.from_iterable(pairs))) != {str}:
        for pair in pairs:
            base, reference = checked(pair, "each of pairs", tuple, list)
            checked(base, "base")
            checked(reference, "reference")
    return pairs


@attrs.frozen(repr=False)
class ColumnsWithBase:
    """Specs side by side, for many references under one base, which is split only once.

    Attributes:
        columns: The specs.
        base: The base of all references, as it was given.
        base_splits: The base as each column splits it.
    """

    columns: Columns
    base: str
    base_splits: Sequence[Parts] = attrs.field(init=False, eq=False)

    @base_splits.default
    def _split_base(self) -> Sequence[Parts]:
        return self.columns.split(self.base)

    def __repr__(self) -> str:
        return f"{repr(self.columns)[:-1]} under {self.base!r}>"

    def __reduce__(self) -> tuple[type["ColumnsWithBase"], tuple[object, ...]]:
        return type(self), (self.columns, self.base)

    @property
    def specs(self) -> tuple[Spec, ...]:
        """The columns, oldest first."""
        return self.columns.specs

    def compare(self, reference: str | Reference) -> ResolvedComparison:
        """Return the specs side by side on a reference; any text is legal."""
        text = _text_of(reference)
        return ResolvedComparison(self.columns, text, None, None, self.base, self.base_splits)


def _text_of(reference: str | Reference, parameter: str = "reference") -> str:
    if type(reference) is str:
        return reference
    return str(getattr(checked(reference, parameter, str, Reference), "text", reference))


@overload
def compare(
    reference: str | Reference,
    *,
    base: str | Reference,
    specs: Iterable[str | Spec] | None = None,
    readings: str = "default",
) -> ResolvedComparison: ...


@overload
def compare(
    reference: str | Reference,
    *,
    base: str | Reference | None = None,
    specs: Iterable[str | Spec] | None = None,
    readings: str = "default",
) -> Comparison: ...


def compare(
    reference: str | Reference,
    *,
    base: str | Reference | None = None,
    specs: Iterable[str | Spec] | None = None,
    readings: str = "default",
) -> Comparison:
    """Return specs side by side on the same reference.

    Args:
        reference: The reference; any text is legal.
        base: The base; any text is legal. Without it, validity, parts and host are compared.
        specs: Selectors or specs; by default all that are default columns.
        readings: "default", or "all" to try every combination of options as well.

    Raises:
        SelectorError: A spec does not exist.
        ValueError: `readings` is something else, or there are no specs.
    """
    return columns(base, specs, readings).compare(reference)


def compare_all(
    pairs: Iterable[tuple[str, str]],
    specs: Iterable[str | Spec] | None = None,
    readings: str = "default",
) -> Iterator[ResolvedComparison]:
    """Return specs side by side on many pairs of a base and a reference, faster than one by one.

    Some hundred pairs are taken at a time, parts and targets of all of them by one column after the
    other; a base that comes again among them is split once.

    Specs and readings are those of `compare`, and so is what is raised.
    """
    return _side_by_side(specs, readings).compare_all(pairs)


@overload
def columns(
    base: str | Reference, specs: Iterable[str | Spec] | None = None, readings: str = "default"
) -> ColumnsWithBase: ...


@overload
def columns(
    base: None = None, specs: Iterable[str | Spec] | None = None, readings: str = "default"
) -> Columns: ...


def columns(
    base: str | Reference | None = None,
    specs: Iterable[str | Spec] | None = None,
    readings: str = "default",
) -> Columns | ColumnsWithBase:
    """Return specs side by side, to compare many references.

    `columns(base).compare(reference)` is `compare(reference, base=base)`. `base` is that of all
    references, if they are to be resolved; the rest is as for `compare`, and so is what is raised.
    """
    side_by_side = _side_by_side(specs, readings)
    return side_by_side if base is None else side_by_side.under(base)


def _side_by_side(specs: Iterable[str | Spec] | None, readings: str) -> Columns:
    """Return the columns selected; the same ones are looked up once."""
    checked(readings, "readings")
    # Selectors in a tuple, as a loop has them, are looked up by what they are.
    if specs is not None and not (type(specs) is tuple and set(map(type, specs)) == {str}):
        specs = checked_items(specs, "specs", str, Spec)
    return _selected(specs, readings)


@lru_cache(maxsize=64)
def _selected(specs: Iterable[str | Spec] | None, readings: str) -> Columns:
    if readings not in ("default", "all"):
        raise ValueError(f'readings is "default" or "all", not {readings!r}')
    return Columns(columns_of(specs), readings == "all")


def columns_of(selected: Iterable[str | Spec] | None) -> tuple[Spec, ...]:
    """Return the specs to compare, oldest first: the selected ones, or the default columns.

    Raises:
        SelectorError: A spec does not exist.
        ValueError: None is selected.
    """
    if selected is None:
        return default_columns()
    given = checked_items(selected, "specs", str, Spec)
    requested = [spec_of(item) if isinstance(item, str) else item for item in given]
    columns = {spec.selector: spec for spec in requested}
    if not columns:
        raise ValueError("there is no spec to compare; name one or more")
    return tuple(sorted(columns.values(), key=_age))


def _age(spec: Spec) -> tuple[date, int, str]:
    """Return what sorts columns, the oldest first: of one standard, the dearest to explain."""
    return spec.document.date, -price_of(spec.options, spec.readings), spec.selector
