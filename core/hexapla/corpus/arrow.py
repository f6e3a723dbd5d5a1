"""The work on Arrow's record batches: a batch of pairs in, the same batch with columns added out.

The columns are those of `hexapla corpus --columns`, without those of the pair. A row whose base or
reference is null has null in all that is added.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any

from hexapla.corpus.columns import NamedColumns
from hexapla.corpus.extras import pyarrow
from hexapla.corpus.pair import Pair
from hexapla.corpus.row_arrays import batches_of, fields_of
from hexapla.corpus.row_columns import COMPARED, DEFAULT_NAMES, RowForm, chosen
from hexapla.corpus.rows import compare_pairs
from hexapla.standard.spec import Spec


def added_fields(specs: Sequence[Spec], columns: Iterable[str] = DEFAULT_NAMES) -> list[Any]:
    """Return the fields of the columns that `compared_batch` adds.

    Args:
        specs: The columns to compare.
        columns: The columns to add; `default` and `all` stand for several.

    Raises:
        ValueError: There is no such column.
    """
    return fields_of(_form(specs, columns))


def _form(specs: Sequence[Spec], columns: Iterable[str]) -> RowForm:
    return RowForm(chosen(columns, COMPARED), NamedColumns(tuple(specs)))


def check_addable(fields: Iterable[Any], names: Iterable[str], what: str) -> None:
    """Check that columns can be added to those that there are.

    Args:
        fields: The fields of the columns to add.
        names: The names of the columns that there are.
        what: What has them, for the message.

    Raises:
        ValueError: There is a column of the same name.
    """
    for field in fields:
        if field.name in names:
            raise ValueError(f"the {what} has a column {field.name!r} already; rename it")


def compared_batch(
    batch: Any,
    specs: Sequence[Spec],
    base: str = "base",
    reference: str = "reference",
    columns: Iterable[str] = DEFAULT_NAMES,
) -> Any:
    """Compare a record batch of pairs; return it with the added columns.

    Args:
        batch: A record batch of pyarrow.
        specs: The columns to compare.
        base: The name of the batch's column of bases.
        reference: The name of its column of references.
        columns: The columns to add, by their names in rows; `default` and `all` stand for several.

    Raises:
        KeyError: The batch does not have such a column.
        ValueError: It has one of the added columns already, or there is no such column to add.
    """
    pa = pyarrow()
    form = _form(specs, columns)
    fields = fields_of(form)
    check_addable(fields, batch.schema.names, "batch")
    pairs = [
        None if one is None or other is None else Pair("", 0, one, other)
        for one, other in zip(
            batch.column(base).to_pylist(), batch.column(reference).to_pylist(), strict=True
        )
    ]
    schema = pa.schema([*batch.schema, *fields])
    return pa.RecordBatch.from_arrays([*batch.columns, *_added(pairs, form)], schema=schema)


def _added(pairs: Sequence[Pair | None], form: RowForm) -> Iterator[Any]:
    """Yield an array for each column that is added, with a null where there is no pair."""
    pa = pyarrow()
    rows = compare_pairs((pair for pair in pairs if pair is not None), form.specs)
    table = pa.Table.from_batches(batches_of(rows, form), schema=pa.schema(fields_of(form)))
    if None in pairs:
        number = count()
        places = [None if pair is None else next(number) for pair in pairs]
        table = table.take(pa.array(places, pa.int64()))
    for column in table.columns:
        yield column.combine_chunks()
