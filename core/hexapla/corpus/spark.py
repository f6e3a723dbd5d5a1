"""Comparing pairs on Spark: a thin adapter over `mapInArrow`, for data too large for one machine.

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
    """Add to each pair in a frame the fields that `hexapla corpus` writes.

    If a pair has a null, all its added fields are null. Nothing is computed before it is used.

    Args:
        dataframe: A frame with a field of bases and one of references.
        specs: Selectors or specs; by default, the default specs.
        base: The name of the field of bases, which holds text.
        reference: The name of the field of references, which holds text.
        fields: The fields to add, by their names in rows; `default` and `all` stand for several.

    Raises:
        SelectorError: A spec is unknown.
        ValueError: The frame lacks the field of bases or of references, or already has one of the
            added fields, or a field to add is unknown.
        MissingExtraError: Spark isn't installed.
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
