"""Compare specs on pairs with Spark, for data that is too large for one machine.

This requires the extra `hexapla[spark]` and a Java version that Spark supports. Hexapla and the
same specs must be installed on the workers of a cluster.
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
    """Compare specs on the pairs in a data frame, and add the results as fields.

    The fields are those that `hexapla corpus` writes about a comparison. If the base or the
    reference is null, all added fields are null. Spark computes the fields when they are used.

    Args:
        dataframe: A data frame with a field of bases and a field of references.
        specs: Selectors or specs; by default, the default specs.
        base: The name of the field that contains the bases, as strings.
        reference: The name of the field that contains the references, as strings.
        fields: The names of the fields to add; `default` and `all` stand for several fields.

    Raises:
        SelectorError: A spec is unknown.
        ValueError: The data frame has no field for the bases or the references, or already has one
            of the added fields; or a field to add is unknown.
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
    check_addable(arrow_fields, dataframe.columns, "data frame")

    def work(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            yield compared_batch(batch, compared_specs, base, reference, added)

    fields_of_spark = from_arrow_schema(pa.schema(arrow_fields))
    return dataframe.mapInArrow(work, StructType([*dataframe.schema, *fields_of_spark]))
