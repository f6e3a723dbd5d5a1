"""Comparing the pairs of Arrow record batches, and writing rows to Parquet."""

import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import encodable
from tables import rows_of

import hexapla
from hexapla.corpus.arrow import ParquetRows, added_fields, batch_of, compared_batch, schema_of
from hexapla.corpus.rows import COMPARED, DEFAULT, ComparedSpecs, RowForm
from hexapla.corpus.source import Pair

BASE = "http://a/b/c/d;p?q"
SPECS = ComparedSpecs(tuple(map(hexapla.spec, ("rfc1630", "rfc1808", "rfc2396"))))
ADDED = RowForm(COMPARED, SPECS)


@given(st.lists(st.none() | encodable | st.sampled_from(["?y", "", "//a?b", "../../../g"])))
def test_a_batch_is_compared_as_rows_are(references: list[str | None]) -> None:
    """The batch's own fields are unchanged, and null gives null."""
    batch = pa.record_batch(
        {
            "key": pa.array(range(len(references)), pa.int64()),
            "link": pa.array(references, pa.string()),
            "page": pa.array([BASE] * len(references), pa.string()),
        }
    )
    compared = compared_batch(batch, SPECS.specs, "page", "link", ["all"])
    added = [field.name for field in added_fields(SPECS.specs, ["all"])]
    assert compared.schema.names == ["key", "link", "page", *added]
    assert compared.select(["key", "link", "page"]).equals(batch)
    for form, text in zip(compared.to_pylist(), references, strict=True):
        if text is None:
            assert all(form[name] is None for name in added)
            continue
        (row,) = map(SPECS.compare, [Pair("", 0, BASE, text)])
        (wanted,) = batch_of([row], ADDED).to_pylist()
        assert {name: form[name] for name in added} == wanted


def test_every_spec_has_its_target_outcome_and_fragment() -> None:
    specs = ComparedSpecs(tuple(map(hexapla.spec, ("rfc1738", "rfc1808", "rfc2396"))))
    batch = pa.record_batch({"base": [BASE, BASE], "reference": ["#s", "x:y"]})
    compared = compared_batch(batch, specs.specs, fields=["differs", "target"])
    expected = [row for (row,) in rows_of("corpus", "targets outcomes and fragments")]
    assert compared.drop_columns(["base", "reference"]).to_pylist() == expected


def test_a_field_is_never_overwritten() -> None:
    batch = pa.record_batch({"base": [BASE], "reference": ["g"], "causes": [1]})
    with pytest.raises(ValueError, match="already has a field 'causes'"):
        compared_batch(batch, SPECS.specs)
    assert compared_batch(batch, SPECS.specs, fields=["differs"]).column("causes")[0].as_py() == 1
    with pytest.raises(KeyError):
        compared_batch(batch.drop_columns(["causes"]), SPECS.specs, "no such")
    for name in ("source", "hexapla", "rfc1808_target"):
        with pytest.raises(
            ValueError, match=r"unknown row field .*Available: default, all, differs"
        ):
            compared_batch(batch, SPECS.specs, fields=[name])


# Rows in a file.


def test_each_array_of_rows_is_a_row_group() -> None:
    form = ParquetRows(DEFAULT, SPECS)
    rows = list(map(SPECS.compare, [Pair("x", 1, BASE, "?y")] * 3))
    file = io.BytesIO()
    form.write(map(form.array, (rows[:1], [], rows[1:])), file)
    table, metadata = pq.read_table(file), pq.read_metadata(file)
    assert table.schema.names == schema_of(form).names
    assert table.column("reference").to_pylist() == ["?y"] * 3
    assert [metadata.row_group(number).num_rows for number in range(2)] == [1, 2]
