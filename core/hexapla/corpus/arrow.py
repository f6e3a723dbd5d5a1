"""The work on Arrow's record batches: a batch of pairs in, the same batch with columns added out.

The added columns are `valid`, `parts`, `target`, `causes` and `choices`. A row whose base or
reference is null has null in all of them.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from hexapla.corpus.extras import Need, library
from hexapla.corpus.kind import Kind, NamedColumns
from hexapla.corpus.pair import Pair
from hexapla.corpus.rows import Row, compare_pairs
from hexapla.standard.spec import AnySpec

ADDED = ("valid", "parts", "target", "causes", "choices")


PARQUET = Need("pyarrow.parquet", "parquet", "Parquet")


def pyarrow() -> Any:
    """Load pyarrow; raise `MissingExtraError` where it is not installed."""
    return library("pyarrow", "parquet", "Arrow")


def added_fields() -> list[Any]:
    """Give the fields of the added columns, as Arrow has them."""
    pa = pyarrow()
    text = pa.string()
    specs = pa.field("specs", pa.list_(text))
    part = pa.struct([specs, pa.field("parts", pa.map_(text, text))])
    target = pa.struct([specs, *(pa.field(name, text) for name in ("outcome", "uri", "fragment"))])
    kind = pa.struct([pa.field(name, text) for name in Kind._fields])
    types = (
        pa.map_(text, text),
        pa.list_(part),
        pa.list_(target),
        pa.list_(kind),
        pa.map_(text, pa.list_(text)),
    )
    return [pa.field(name, kind_of) for name, kind_of in zip(ADDED, types, strict=True)]


def compared_batch(
    batch: Any, specs: Sequence[AnySpec], base: str = "base", reference: str = "reference"
) -> Any:
    """Compare a record batch of pairs; gives it back with the added columns.

    `base` and `reference` name its columns of text. Raises `KeyError` for a column that it does not
    have, and `ValueError` for one that it has already.
    """
    pa = pyarrow()
    for name in ADDED:
        if name in batch.schema.names:
            raise ValueError(f"the batch has a column {name!r} already; rename it")
    columns = NamedColumns(tuple(specs))
    pairs = zip(batch.column(base).to_pylist(), batch.column(reference).to_pylist(), strict=True)
    found = [
        None if one is None or other is None else _added(Pair("", 0, one, other), columns)
        for one, other in pairs
    ]
    fields = added_fields()
    arrays = [
        pa.array([item and item[name] for item in found], pa_field.type)
        for name, pa_field in zip(ADDED, fields, strict=True)
    ]
    schema = pa.schema([*batch.schema, *fields])
    return pa.RecordBatch.from_arrays([*batch.columns, *arrays], schema=schema)


def _added(pair: Pair, columns: NamedColumns) -> dict[str, object]:
    (row,) = compare_pairs((pair,), columns)
    return added_values(row, columns)


def added_values(row: Row, columns: NamedColumns) -> dict[str, object]:
    """Give the values of the added columns for a row; mappings are lists of items there."""
    found = row.found(columns)
    parts = [{"specs": group.specs, "parts": list(_items(group.value))} for group in row.parts]
    return {
        **found,
        "valid": list(_items(found["valid"])),
        "parts": parts,
        "choices": list(_items(found["choices"])),
    }


def _items(mapping: object) -> Iterable[tuple[str, object]]:
    assert isinstance(mapping, dict)
    return mapping.items()
