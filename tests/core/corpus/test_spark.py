"""A run on a local Spark gives the same rows and counts as a run without Spark.

Without Java or pyspark, these tests are skipped and say what to install. If SPARK_REQUIRED is set,
as in the project's own checks, they fail instead.
"""

import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from corpora import summarize

import hexapla
from hexapla.comparison.cause_key import TARGET
from hexapla.corpus.arrow import batch_of
from hexapla.corpus.rows import COMPARED, ComparedSpecs, RowForm
from hexapla.corpus.source import Pair
from hexapla.corpus.spark import compared

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

BASE = "http://a/b/c/d;p?q"
REFERENCES = ("g", "?y", ";x", "", "../../../g", "//a?b", "é", "#s", "g;x=1/../y", "http:g")
PAIRS = [
    (number, BASE if number % 5 else "mailto:a", REFERENCES[number % len(REFERENCES)])
    for number in range(100)
]
SPECS = ComparedSpecs(tuple(spec for spec in hexapla.specs() if spec.standard.default_column))
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
    compared_frame = compared(frame.repartition(2), None, "page", "link", ["all"]).cache()
    rows = list(map(SPECS.compare, [Pair("", key, base, text) for key, base, text in PAIRS]))
    embedded = batch_of(rows, RowForm(COMPARED, SPECS))
    wanted = dict(enumerate(map(as_spark_has_it, embedded.to_pylist())))
    collected = {row["key"]: row.asDict(recursive=True) for row in compared_frame.collect()}
    assert len(collected) == len(PAIRS) + 1
    without = collected.pop(-1)
    assert {name: without[name] for name in wanted[0]} == dict.fromkeys(wanted[0])
    for key, form in collected.items():
        assert {name: form[name] for name in wanted[key]} == wanted[key]
    causes = compared_frame.select(functions.explode("causes").alias("id")).groupBy("id").count()
    counted = Counter({row["id"]: row["count"] for row in causes.collect()})
    assert counted == {
        key.id: examples.rows
        for key, examples in summarize(rows, SPECS).causes.items()
        if key.facet == TARGET
    }
    compared_frame.unpersist()


def as_spark_has_it(form: dict[str, Any]) -> dict[str, Any]:
    """Return a row with its maps, which Arrow returns as lists of items, as mappings."""
    parts = [{**group, "parts": dict(group["parts"])} for group in form["parts"]]
    maps = {name: dict(form[name]) for name in ("valid", "choices")}
    return {**form, **maps, "parts": parts}


@pytest.mark.slow
def test_the_default_fields_are_added(spark: "SparkSession") -> None:
    frame = spark.createDataFrame([(BASE, "g")], ["base", "reference"])
    specs = ["rfc1808", "rfc2396[excess-dots=remove]"]
    added = compared(frame, specs).drop("base", "reference")
    assert added.columns == [
        "differs",
        *(f"{spec}_{name}" for name in ("target", "outcome", "fragment") for spec in specs),
        "causes",
    ]
    (row,) = added.collect()
    assert row["rfc2396[excess-dots=remove]_target"] == "http://a/b/c/g"


@pytest.mark.slow
def test_fields_are_checked_before_the_cluster_works(spark: "SparkSession") -> None:
    frame = spark.createDataFrame([(BASE, "g", 1)], ["base", "link", "causes"])
    with pytest.raises(ValueError, match=r"unknown field 'reference'\. Available"):
        compared(frame)
    with pytest.raises(ValueError, match="already has a field 'causes'"):
        compared(frame, reference="link")
    with pytest.raises(ValueError, match="target_uri"):
        compared(frame, reference="link", fields=["target_uri"])
    with pytest.raises(hexapla.SelectorError):
        compared(frame, ["rfc99"], reference="link")


def test_a_missing_spark_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from hexapla.values.extras import MissingExtraError

    monkeypatch.setitem(sys.modules, "pyspark.sql.types", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'hexapla\[spark\]'"):
        compared(None)  # type: ignore[arg-type]
