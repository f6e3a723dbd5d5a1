"""The work on Arrow's record batches: a batch of pairs in, the same batch with columns added out.

The added columns are `valid`, `parts`, `target`, `no_rule`, `causes` and `choices`. A row whose
base or reference is null has null in all of them.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from hexapla.comparison.key import CauseKey
from hexapla.corpus.columns import NamedColumns
from hexapla.corpus.extras import Need, library
from hexapla.corpus.pair import Pair
from hexapla.corpus.rows import Row, compare_pairs
from hexapla.standard.spec import Spec

ADDED = ("valid", "parts", "target", "no_rule", "causes", "choices")


PARQUET = Need("pyarrow.parquet", "parquet", "Parquet")


def pyarrow() -> Any:
    """Load pyarrow; raise `MissingExtraError` where it is not installed."""
    return library("pyarrow", "parquet", "Arrow")


def added_fields() -> list[Any]:
    """Return the fields of the added columns, as Arrow has them."""
    pa = pyarrow()
    text = pa.string()
    specs = pa.field("specs", pa.list_(text))
    part = pa.struct([specs, pa.field("parts", pa.map_(text, text))])
    target = pa.struct([specs, *(pa.field(name, text) for name in ("outcome", "uri", "fragment"))])
    cause = pa.struct([pa.field(field.name, text) for field in attrs.fields(CauseKey)])
    types = (
        pa.map_(text, text),
        pa.list_(part),
        pa.list_(target),
        pa.list_(text),
        pa.list_(cause),
        pa.map_(text, pa.list_(text)),
    )
    return [pa.field(name, type_) for name, type_ in zip(ADDED, types, strict=True)]


def compared_batch(
    batch: Any, specs: Sequence[Spec], base: str = "base", reference: str = "reference"
) -> Any:
    """Compare a record batch of pairs; return it with the added columns.

    Args:
        batch: A record batch of pyarrow.
        specs: The columns to compare.
        base: The name of the batch's column of bases.
        reference: The name of its column of references.

    Raises:
        KeyError: The batch does not have such a column.
        ValueError: It has one of the added columns already.
    """
    pa = pyarrow()
    for name in ADDED:
        if name in batch.schema.names:
            raise ValueError(f"the batch has a column {name!r} already; rename it")
    columns = NamedColumns(tuple(specs))
    pairs = zip(batch.column(base).to_pylist(), batch.column(reference).to_pylist(), strict=True)
    values = [
        None if one is None or other is None else _added(Pair("", 0, one, other), columns)
        for one, other in pairs
    ]
    fields = added_fields()
    arrays = [
        pa.array([item and item[name] for item in values], pa_field.type)
        for name, pa_field in zip(ADDED, fields, strict=True)
    ]
    schema = pa.schema([*batch.schema, *fields])
    return pa.RecordBatch.from_arrays([*batch.columns, *arrays], schema=schema)


def _added(pair: Pair, columns: NamedColumns) -> dict[str, object]:
    (row,) = compare_pairs((pair,), columns)
    return added_values(row, columns)


def added_values(row: Row, columns: NamedColumns) -> dict[str, object]:
    """Return the values of the added columns for a row; mappings are lists of items there."""
    result = row.result(columns)
    parts = [{"specs": group.specs, "parts": list(_items(group.value))} for group in row.parts]
    return {
        **result,
        "valid": list(_items(result["valid"])),
        "parts": parts,
        "choices": list(_items(result["choices"])),
    }


def _items(mapping: object) -> Iterable[tuple[str, object]]:
    assert isinstance(mapping, dict)
    return mapping.items()
