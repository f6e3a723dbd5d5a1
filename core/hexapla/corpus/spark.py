"""Comparing pairs on Spark: a thin adapter over `mapInArrow`, for what one machine can't hold.

It needs the extra `hexapla[spark]`, and a Java that Spark runs on. The workers of a cluster need
Hexapla and the same specs installed.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from hexapla.comparison.columns import columns_of
from hexapla.corpus.arrow import ADDED, compared_batch
from hexapla.corpus.extras import Need, library
from hexapla.standard.spec import Spec

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_SPARK = Need("pyspark.sql.types", "spark", "Spark")

# What `hexapla.corpus.arrow.added_fields` returns, as Spark writes it.
_ADDED = """
    valid map<string, string>,
    parts array<struct<specs: array<string>, parts: map<string, string>>>,
    target array<struct<specs: array<string>, outcome: string, uri: string, fragment: string>>,
    no_rule array<string>,
    causes array<struct<facet: string, phase: string, left: string, left_rule: string,
        right: string, right_rule: string>>,
    choices map<string, array<string>>
"""


def compared(
    dataframe: "DataFrame",
    specs: Iterable[str | Spec] | None = None,
    base: str = "base",
    reference: str = "reference",
) -> "DataFrame":
    """Return a frame of pairs with the columns added that `hexapla corpus` writes, row by row.

    A row with a null in its base or its reference has null in all that is added. Nothing is
    computed before the frame is used.

    Args:
        dataframe: A frame with a column of bases and one of references.
        specs: Selectors or specs; by default the default columns.
        base: The name of the column of bases, which holds text.
        reference: The name of the column of references, which holds text.

    Raises:
        SelectorError: A spec does not exist.
        ValueError: A column is not there, or there already.
        MissingExtraError: Spark is not installed.
    """
    types = library(*_SPARK)
    columns = columns_of(specs)
    for name in (base, reference):
        if name not in dataframe.columns:
            raise ValueError(f"there is no column {name!r}; there is: {dataframe.columns}")
    for name in ADDED:
        if name in dataframe.columns:
            raise ValueError(f"there is a column {name!r} already; rename it")

    def work(batches: Iterable[Any]) -> Iterator[Any]:
        return (compared_batch(batch, columns, base, reference) for batch in batches)

    schema = types.StructType([*dataframe.schema, *types.StructType.fromDDL(_ADDED)])
    return dataframe.mapInArrow(work, schema)
