"""Specs side by side as columns, to compare one reference or many."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import overload

from hexapla.comparison.comparison import (
    Columns,
    ColumnsWithBase,
    Comparison,
    ResolvedComparison,
    text_of,
)
from hexapla.standard.reference import Reference
from hexapla.standard.registry import columns_of
from hexapla.standard.spec import Spec
from hexapla.values.checked import checked, checked_items


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
    side_by_side = _side_by_side(specs, readings)
    if base is None:
        return side_by_side.compare(reference)
    texts = text_of(reference), None, None, text_of(base, "base")
    return ResolvedComparison(side_by_side, *texts)


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
    if specs is not None and type(specs) is not tuple:
        specs = checked_items(specs, "specs", str, Spec)
    try:
        return _selected(specs, readings)
    except TypeError:  # something of another type, which may have no hash
        columns_of(specs)
        checked(readings, "readings")
        raise


@lru_cache(maxsize=64)
def _selected(specs: tuple[str | Spec, ...] | None, readings: str) -> Columns:
    if checked(readings, "readings") not in ("default", "all"):
        raise ValueError(f'readings is "default" or "all", not {readings!r}')
    return Columns(columns_of(specs), readings == "all")
