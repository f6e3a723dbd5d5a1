"""The same work on a local Spark: its rows and counts are those of an embedded run.

Without Java or pyspark these tests are skipped, and say what to install. Where SPARK_REQUIRED is
set, as in the project's own checks, that is a failure.
"""

import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

import hexapla
from hexapla.comparison.key import CauseKey
from hexapla.corpus.columns import NamedColumns
from hexapla.corpus.pair import Pair
from hexapla.corpus.rows import compare_pairs
from hexapla.corpus.spark import compared
from hexapla.corpus.summary import summarise

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

BASE = "http://a/b/c/d;p?q"
REFERENCES = ("g", "?y", ";x", "", "../../../g", "//a?b", "é", "#s", "g;x=1/../y", "http:g")
PAIRS = [
    (number, BASE if number % 5 else "mailto:a", REFERENCES[number % len(REFERENCES)])
    for number in range(100)
]
COLUMNS = NamedColumns(tuple(spec for spec in hexapla.specs() if spec.default_column))
_MISSING = "no Java on this machine, or no pyspark; see the extra hexapla[spark]"


@pytest.fixture(scope="module")
def spark() -> "Iterator[SparkSession]":
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        SparkSession = None  # type: ignore[assignment,misc]  # noqa: N806
    if SparkSession is None or shutil.which("java") is None:
        assert not os.environ.get("SPARK_REQUIRED"), _MISSING
        pytest.skip(_MISSING)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "1")
        .config("spark.driver.memory", "512m")
        .getOrCreate()
    )
    yield session
    session.stop()


@pytest.mark.slow
def test_rows_and_counts_are_those_of_an_embedded_run(spark: "SparkSession") -> None:
    """A null gives null instead of ending the job."""
    from pyspark.sql import functions

    frame = spark.createDataFrame([*PAIRS, (-1, BASE, None)], ["key", "page", "link"])
    found = compared(frame.repartition(2), base="page", reference="link").cache()
    columns = COLUMNS
    rows = list(compare_pairs([Pair("", key, base, text) for key, base, text in PAIRS], columns))
    collected = {row["key"]: row.asDict(recursive=True) for row in found.collect()}
    assert len(collected) == len(PAIRS) + 1
    for key, form in collected.items():
        if key == -1:
            assert form["target"] is None
            continue
        wanted: dict[str, Any] = {**rows[key].result(columns)}
        assert form["valid"] == wanted["valid"]
        assert form["choices"] == {name: [*found] for name, found in wanted["choices"].items()}
        assert [tuple(group["specs"]) for group in form["parts"]] == [
            group["specs"] for group in wanted["parts"]
        ]
        assert [{**group, "specs": tuple(group["specs"])} for group in form["target"]] == wanted[
            "target"
        ]

    summary = summarise(rows, columns)
    causes = found.select(functions.explode("causes").alias("cause")).groupBy("cause").count()
    counted = Counter({CauseKey(**row["cause"].asDict()): row["count"] for row in causes.collect()})
    assert counted == {key: examples.rows for key, examples in summary.causes.items()}
    found.unpersist()


@pytest.mark.slow
def test_columns_are_checked_before_the_cluster_works(spark: "SparkSession") -> None:
    frame = spark.createDataFrame([(BASE, "g", 1)], ["base", "link", "causes"])
    with pytest.raises(ValueError, match="no column 'reference'; there is"):
        compared(frame)
    with pytest.raises(ValueError, match="a column 'causes' already"):
        compared(frame, reference="link")
    with pytest.raises(hexapla.SelectorError):
        compared(frame, ["rfc99"], reference="link")


def test_a_missing_spark_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from hexapla.corpus.extras import MissingExtraError

    monkeypatch.setitem(sys.modules, "pyspark.sql.types", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'hexapla\[spark\]'"):
        compared(None)  # type: ignore[arg-type]
