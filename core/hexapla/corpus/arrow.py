"""The work on Arrow's record batches: a batch of pairs in, the same batch with fields added out.

The fields are those of `hexapla corpus --fields`, without those of the pair. A row whose base or
reference is null has null in all that is added.
"""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from typing import Any

import pyarrow as pa

from hexapla.corpus.rows import (
    COMPARED,
    DEFAULT_NAMES,
    PROVENANCE,
    TARGETS,
    ComparedSpecs,
    Row,
    RowForm,
    chosen,
    compare_pairs,
)
from hexapla.corpus.source import Pair
from hexapla.standard.phases import Outcome, Target
from hexapla.standard.spec import Spec
from hexapla.values.frozen import FrozenMapping

_TEXT = pa.string()
_TEXTS = pa.list_(_TEXT)
_SPECS = pa.field("specs", _TEXTS)
_PARTS = pa.struct([_SPECS, pa.field("parts", pa.map_(_TEXT, _TEXT))])
_GROUP = pa.struct([_SPECS, *(pa.field(name, _TEXT) for name in ("outcome", "uri", "fragment"))])

_TYPES: Mapping[str, Any] = FrozenMapping(
    {
        "source": _TEXT,
        "row": pa.int64(),
        "base": _TEXT,
        "reference": _TEXT,
        "differs": pa.bool_(),
        "causes": _TEXTS,
        "valid": pa.map_(_TEXT, _TEXT),
        "parts": pa.list_(_PARTS),
        "parts_causes": _TEXTS,
        "groups": pa.list_(_GROUP),
        "no_rule": _TEXTS,
        "choices": pa.map_(_TEXT, _TEXTS),
        PROVENANCE: pa.struct([pa.field(name, _TEXT) for name in ("version", "date", "license")]),
    }
)
"""The types of all fields but that of the targets."""

_URI = Outcome.URI.value

_OF_TARGETS: Mapping[str, Callable[[Target], str | None]] = FrozenMapping(
    {
        "target": lambda target: target if isinstance(target, str) else None,
        "outcome": lambda target: _URI if isinstance(target, str) else target.outcome.value,
        "fragment": lambda target: None if isinstance(target, str) else target.fragment,
    }
)
"""The fields that the targets of each spec are written as."""


def schema_of(form: RowForm) -> Any:
    """Return the fields of rows as Arrow has them."""
    fields = []
    for name in form.names:
        if name == TARGETS:
            specs = form.specs.selectors
            fields += [pa.field(f"{spec}_{each}", _TEXT) for each in _OF_TARGETS for spec in specs]
        else:
            fields.append(pa.field(name, _TYPES[name]))
    return pa.schema(fields)


def batch_of(rows: Sequence[Row], form: RowForm) -> Any:
    """Return rows as a record batch."""
    columns: list[Sequence[object]] = []
    for name in form.names:
        values = form.values(name, rows)
        if name == TARGETS:
            by_spec = list(zip(*values, strict=True)) or [()] * len(form.specs.selectors)
            columns += [[*map(of, each)] for of in _OF_TARGETS.values() for each in by_spec]
        else:
            columns.append(values)
    schema = schema_of(form)
    arrays = [pa.array(*each) for each in zip(columns, schema.types, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def spread(values: Any, is_there: Sequence[bool]) -> Any:
    """Return an array or a record batch with nulls where a value is not there."""
    if all(is_there):
        return values
    number = count()
    places = [next(number) if there else None for there in is_there]
    return values.take(pa.array(places, pa.int64()))


def added_fields(specs: Sequence[Spec], fields: Iterable[str] = DEFAULT_NAMES) -> list[Any]:
    """Return the fields that `compared_batch` adds.

    Args:
        specs: The specs to compare.
        fields: The fields to add; `default` and `all` stand for several.

    Raises:
        ValueError: There is no such field.
    """
    return list(schema_of(_form(specs, fields)))


def _form(specs: Sequence[Spec], fields: Iterable[str]) -> RowForm:
    return RowForm(chosen(fields, COMPARED), _compared_specs(tuple(specs)))


_compared_specs = functools.lru_cache(maxsize=8)(ComparedSpecs)


def check_addable(fields: Iterable[Any], names: Iterable[str], what: str) -> None:
    """Raise `ValueError` where one of the fields has the name of one that is in `what` already."""
    for field in fields:
        if field.name in names:
            raise ValueError(f"the {what} has a field {field.name!r} already; rename it")


def compared_batch(
    batch: Any,
    specs: Sequence[Spec],
    base: str = "base",
    reference: str = "reference",
    fields: Iterable[str] = DEFAULT_NAMES,
) -> Any:
    """Compare a record batch of pairs; return it with the added fields.

    Args:
        batch: A record batch of pyarrow.
        specs: The specs to compare.
        base: The name of the batch's field of bases.
        reference: The name of its field of references.
        fields: The fields to add, by their names in rows; `default` and `all` stand for several.

    Raises:
        KeyError: The batch does not have such a field.
        ValueError: It has one of the added fields already, or there is no such field to add.
    """
    form = _form(specs, fields)
    check_addable(schema_of(form), batch.schema.names, "batch")
    texts = zip(batch.column(base).to_pylist(), batch.column(reference).to_pylist(), strict=True)
    pairs = [None if None in two else Pair("", 0, *two) for two in texts]
    rows = list(compare_pairs((pair for pair in pairs if pair is not None), form.specs))
    added = spread(batch_of(rows, form), [pair is not None for pair in pairs])
    schema = pa.schema([*batch.schema, *added.schema])
    return pa.RecordBatch.from_arrays([*batch.columns, *added.columns], schema=schema)
