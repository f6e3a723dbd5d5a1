"""Parquet as a source and as what rows are written in, and the work on Arrow's batches."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hexapla
from hexapla.corpus.arrow import ADDED, added_values, compared_batch
from hexapla.corpus.columns import NamedColumns
from hexapla.corpus.formats import formats, items_in
from hexapla.corpus.pair import BadRow, Damage, Item, Pair
from hexapla.corpus.parquet_rows import ParquetRows
from hexapla.corpus.rows import compare_pairs
from hexapla.corpus.source import Settings

BASE = "http://a/b/c/d;p?q"
COLUMNS = NamedColumns(tuple(spec for spec in hexapla.specs() if spec.default_column))
encodable = st.text(st.characters(codec="utf-8"), max_size=10)


def items(path: Path, told: Settings | None = None, rows: int = 1000) -> list[Item]:
    found = formats()["parquet"].pieces(str(path), rows)
    return [item for piece in found for item in items_in(piece, told or Settings())]


def written(path: Path, references: list[str | None], group: int = 1000) -> Path:
    table = pa.table({"n": range(len(references)), "reference": references})
    table = table.append_column("base", pa.array([BASE] * len(references), pa.string()))
    pq.write_table(table, path, row_group_size=group)
    return path


@settings(
    suppress_health_check=[*settings().suppress_health_check, HealthCheck.function_scoped_fixture]
)
@given(st.lists(encodable, min_size=1, max_size=30), st.integers(1, 12), st.integers(1, 12))
def test_every_row_is_in_one_piece(
    tmp_path: Path, references: list[str], group: int, rows: int
) -> None:
    """Each row is read once, whatever the row groups and the pieces."""
    path = written(tmp_path / "in.parquet", list(references), group)
    assert items(path, rows=rows) == [
        Pair(str(path), row, BASE, text) for row, text in enumerate(references, 1)
    ]
    octets = [piece.octets for piece in formats()["parquet"].pieces(str(path), rows)]
    assert sum(octets) == path.stat().st_size


def test_a_null_is_a_bad_row(tmp_path: Path) -> None:
    path = written(tmp_path / "in.parquet", ["", None, "g"])
    assert items(path) == [
        Pair(str(path), 1, BASE, ""),
        BadRow(str(path), 2, "'reference' is null"),
        Pair(str(path), 3, BASE, "g"),
    ]


def test_a_dictionary_is_read_as_text(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    column = pa.array(["g", "", "g"]).dictionary_encode()
    pq.write_table(pa.table({"reference": column}), path)
    found = items(path, Settings(base=BASE))
    assert found == [Pair(str(path), row, BASE, text) for row, text in enumerate(("g", "", "g"), 1)]


def test_octets_that_are_no_utf_8_are_set_aside_alone(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    octets = pa.array([b"g", b"\xff", b"h"], pa.binary())
    text = pa.Array.from_buffers(pa.string(), 3, octets.buffers())
    pq.write_table(pa.table({"reference": text}), path)
    assert items(path, Settings(base=BASE)) == [
        Pair(str(path), 1, BASE, "g"),
        BadRow(str(path), 2, "'reference' is no UTF-8", b"\xff"),
        Pair(str(path), 3, BASE, "h"),
    ]


@pytest.mark.parametrize(
    ("table", "wrong"),
    [
        ({"base": ["a"]}, "has not one column 'reference'; there is: 'base'"),
        ({"base": ["a"], "reference": [1]}, "column 'reference' holds int64, and not text"),
    ],
)
def test_a_file_without_the_columns_is_refused(
    table: dict[str, list[object]], wrong: str, tmp_path: Path
) -> None:
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table(table), path)
    (found,) = items(path)
    assert isinstance(found, Damage)
    assert found.wrong == wrong


def test_a_corrupt_page_costs_its_row_group_alone(tmp_path: Path) -> None:
    references: list[str | None] = [f"?{number}" for number in range(4000)]
    path = written(tmp_path / "in.parquet", references, 1000)
    metadata = pq.ParquetFile(path).metadata
    place = metadata.row_group(2).column(1).data_page_offset
    content = bytearray(path.read_bytes())
    content[place : place + 400] = b"\xff" * 400
    path.write_bytes(content)
    found = items(path)
    good = [item.row for item in found if isinstance(item, Pair)]
    assert good == [*range(1, 2001), *range(3001, 4001)]
    (damage,) = (item for item in found if isinstance(item, Damage))
    assert damage.place == "after row 2000, row group 3"
    assert damage.wrong


@pytest.mark.parametrize("part", [0, 0.3, 0.99], ids=["empty", "half", "footer"])
def test_a_file_without_its_end_is_refused(part: float, tmp_path: Path) -> None:
    path = written(tmp_path / "in.parquet", ["g"] * 50)
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * part)])
    with pytest.raises(ValueError, match="is no Parquet file that can be read"):
        list(formats()["parquet"].pieces(str(path), 10))


@pytest.mark.parametrize("text", ["\ud800", "a\udcff"])
def test_a_lone_surrogate_is_refused(text: str) -> None:
    assert ParquetRows().refuses(Pair("x", 1, BASE, text)) is not None
    assert ParquetRows().refuses(Pair("x", 1, text, "g")) is not None
    assert ParquetRows().refuses(Pair("x", 1, "é", "\U0001f600")) is None


@given(st.lists(st.none() | encodable | st.sampled_from(["?y", "", "//a?b", "../../../g"])))
def test_a_batch_is_compared_as_rows_are(references: list[str | None]) -> None:
    """The columns there were stay as they are, and null gives null."""
    batch = pa.record_batch(
        {
            "key": pa.array(range(len(references)), pa.int64()),
            "link": pa.array(references, pa.string()),
            "page": pa.array([BASE] * len(references), pa.string()),
        }
    )
    found = compared_batch(batch, COLUMNS.specs, "page", "link")
    assert found.schema.names == ["key", "link", "page", *ADDED]
    assert found.select(["key", "link", "page"]).equals(batch)
    for form, text in zip(found.to_pylist(), references, strict=True):
        if text is None:
            assert all(form[name] is None for name in ADDED)
            continue
        (row,) = compare_pairs([Pair("", 0, BASE, text)], COLUMNS)
        wanted = added_values(row, COLUMNS)
        assert json.dumps([form[name] for name in ADDED]) == json.dumps(
            [wanted[name] for name in ADDED]
        )


def test_a_column_is_never_overwritten() -> None:
    batch = pa.record_batch({"base": [BASE], "reference": ["g"], "causes": [1]})
    with pytest.raises(ValueError, match="has a column 'causes' already"):
        compared_batch(batch, COLUMNS.specs)
    with pytest.raises(KeyError):
        compared_batch(batch.drop_columns(["causes"]), COLUMNS.specs, "no such")
