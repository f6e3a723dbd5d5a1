"""Parquet as a source and as what rows are written in, and the work on Arrow's batches."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hexapla
from hexapla.corpus.arrow import added_fields, compared_batch
from hexapla.corpus.columns import NamedColumns
from hexapla.corpus.formats import formats, items_in
from hexapla.corpus.pair import BadRow, Damage, Item, Pair
from hexapla.corpus.parquet_rows import ParquetRows
from hexapla.corpus.row_arrays import batches_of, fields_of
from hexapla.corpus.row_columns import COMPARED, DEFAULT, RowForm
from hexapla.corpus.rows import compare_pairs
from hexapla.corpus.source import Settings
from hexapla.values.provenance import Provenance

BASE = "http://a/b/c/d;p?q"
COLUMNS = NamedColumns(tuple(spec for spec in hexapla.specs() if spec.default_column))
ADDED = RowForm(COMPARED, COLUMNS)
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
    compared = compared_batch(batch, COLUMNS.specs, "page", "link", ["all"])
    added = [field.name for field in added_fields(COLUMNS.specs, ["all"])]
    assert compared.schema.names == ["key", "link", "page", *added]
    assert compared.select(["key", "link", "page"]).equals(batch)
    for form, text in zip(compared.to_pylist(), references, strict=True):
        if text is None:
            assert all(form[name] is None for name in added)
            continue
        (row,) = compare_pairs([Pair("", 0, BASE, text)], COLUMNS)
        (wanted,) = pa.Table.from_batches(batches_of([row], ADDED)).to_pylist()
        assert {name: form[name] for name in added} == wanted


def test_every_column_has_its_target_outcome_and_fragment() -> None:
    columns = NamedColumns(tuple(map(hexapla.spec, ("rfc1738", "rfc1808", "rfc2396"))))
    batch = pa.record_batch({"base": [BASE, BASE], "reference": ["#s", "x:y"]})
    compared = compared_batch(batch, columns.specs, columns=["differs", "target"])
    assert compared.drop_columns(["base", "reference"]).to_pylist() == [
        {
            "differs": True,
            "rfc1738_target": None,
            "rfc1808_target": f"{BASE}#s",
            "rfc2396_target": None,
            "rfc1738_outcome": "undefined",
            "rfc1808_outcome": "uri",
            "rfc2396_outcome": "same-document",
            "rfc1738_fragment": None,
            "rfc1808_fragment": None,
            "rfc2396_fragment": "s",
        },
        {
            "differs": False,
            **{f"{selector}_target": "x:y" for selector in columns.selectors},
            **{f"{selector}_outcome": "uri" for selector in columns.selectors},
            **{f"{selector}_fragment": None for selector in columns.selectors},
        },
    ]


def join(parts: list[Path], whole: Path, form: RowForm) -> None:
    with whole.open("wb") as file, ParquetRows().joining(file, form) as add:
        for part in parts:
            add(part)


@pytest.mark.parametrize("parts", [(10_500, 10_500), (1, 20_999), (0, 21_000, 0), (70,) * 300])
def test_a_row_group_holds_ten_thousand_rows(parts: tuple[int, ...], tmp_path: Path) -> None:
    """Wherever the parts end, the file is the same."""
    form = RowForm(("differs",), COLUMNS, Provenance("1", "2001-09-09"))
    batch = pa.record_batch({"differs": [False, True, True] * 7000})
    start = 0
    paths = [tmp_path / str(number) for number in range(len(parts))]
    for path, rows in zip(paths, parts, strict=True):
        with path.open("wb") as file, pa.ipc.new_stream(file, batch.schema) as stream:
            stream.write_batch(batch.slice(start, rows))
        start += rows
    join(paths, tmp_path / "whole", form)
    metadata = pq.read_metadata(tmp_path / "whole")
    groups = [metadata.row_group(number).num_rows for number in range(metadata.num_row_groups)]
    assert groups == [10_000, 10_000, 1_000]
    assert (
        pq.read_table(tmp_path / "whole").column("differs").to_pylist()
        == [False, True, True] * 7000
    )


@pytest.mark.parametrize("count", [0, 1, 2_500])
def test_rows_come_out_as_they_were_put_in(count: int, tmp_path: Path) -> None:
    rows = list(compare_pairs([Pair("x", 1, BASE, "?y")], COLUMNS)) * count
    form = RowForm(DEFAULT, COLUMNS)
    with (tmp_path / "part").open("wb") as file:
        sink = ParquetRows().sink(file, form)
        for row in rows:
            sink.write(row)
        sink.finish()
    join([tmp_path / "part"], tmp_path / "whole", form)
    table = pq.read_table(tmp_path / "whole")
    assert table.schema.names == [field.name for field in fields_of(form)]
    assert [row["reference"] for row in table.to_pylist()] == ["?y"] * count


def test_long_rows_make_small_row_groups(tmp_path: Path) -> None:
    """Rows are counted by their octets, too, so that no group takes much memory."""
    (row,) = compare_pairs([Pair("x", 1, BASE, "x" * 300_000)], COLUMNS)
    with (tmp_path / "part").open("wb") as file:
        form = RowForm(DEFAULT, COLUMNS)
        sink = ParquetRows().sink(file, form)
        for _ in range(40):
            sink.write(row)
        sink.finish()
    join([tmp_path / "part"], tmp_path / "whole", form)
    metadata = pq.read_metadata(tmp_path / "whole")
    assert metadata.num_rows == 40
    assert metadata.num_row_groups > 1


def test_a_column_is_never_overwritten() -> None:
    batch = pa.record_batch({"base": [BASE], "reference": ["g"], "causes": [1]})
    with pytest.raises(ValueError, match="has a column 'causes' already"):
        compared_batch(batch, COLUMNS.specs)
    assert (
        compared_batch(batch, COLUMNS.specs, columns=["differs"]).column("causes")[0].as_py() == 1
    )
    with pytest.raises(KeyError):
        compared_batch(batch.drop_columns(["causes"]), COLUMNS.specs, "no such")


@pytest.mark.parametrize("name", ["source", "hexapla", "rfc1808_target"])
def test_what_is_no_column_of_a_comparison_is_refused(name: str) -> None:
    batch = pa.record_batch({"base": [BASE], "reference": ["g"]})
    with pytest.raises(ValueError, match="is no column of rows; there is: default, all, differs"):
        compared_batch(batch, COLUMNS.specs, columns=[name])
