"""Comparing pairs on Spark: a thin adapter over `mapInArrow`, for what one machine can't hold.

It needs the extra `hexapla[spark]`, and a Java that Spark runs on. The workers of a cluster need
Hexapla and the same specs installed.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from hexapla.corpus.arrow import added_fields, check_addable, compared_batch
from hexapla.corpus.rows import DEFAULT_NAMES
from hexapla.standard.registry import columns_of
from hexapla.standard.spec import Spec
from hexapla.values.extras import check_installed

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def compared(
    dataframe: "DataFrame",
    specs: Iterable[str | Spec] | None = None,
    base: str = "base",
    reference: str = "reference",
    fields: Iterable[str] = DEFAULT_NAMES,
) -> "DataFrame":
    """Return a frame of pairs with the fields added that `hexapla corpus` writes, row by row.

    A row with a null in its pair has null in all that is added. Nothing is computed before use.

    Args:
        dataframe: A frame with a field of bases and one of references.
        specs: Selectors or specs; by default the default ones.
        base: The name of the field of bases, which holds text.
        reference: The name of the field of references, which holds text.
        fields: The fields to add, by their names in rows; `default` and `all` stand for several.

    Raises:
        SelectorError: A spec is unknown.
        ValueError: A field is not there, or there already, or there is none of that name to add.
        MissingExtraError: Spark is not installed.
    """
    check_installed("pyspark.sql.types")
    from pyspark.sql.pandas.types import from_arrow_schema
    from pyspark.sql.types import StructType

    compared_specs, added = columns_of(specs), tuple(fields)
    arrow_fields = added_fields(compared_specs, added)
    for name in (base, reference):
        if name not in dataframe.columns:
            raise ValueError(f"unknown field {name!r}. Available: {', '.join(dataframe.columns)}")
    check_addable(arrow_fields, dataframe.columns, "frame")

    def work(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            yield compared_batch(batch, compared_specs, base, reference, added)

    fields_of_spark = from_arrow_schema(pa.schema(arrow_fields))
    return dataframe.mapInArrow(work, StructType([*dataframe.schema, *fields_of_spark]))
