"""Parquet as a source: its rows, damage that costs a row group alone, and what takes memory."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from command_line import counts_peaks, peak_of_code
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sources import in_short

from hexapla.corpus import parquet
from hexapla.corpus.formats import FORMATS
from hexapla.corpus.source import LONGEST_ROW, TOO_LONG, BadRow, Damage, Item, Pair, Settings

BASE = "http://a/b/c/d;p?q"
ONE_BASE = Settings(base=BASE)
encodable = st.text(st.characters(codec="utf-8"), max_size=10)


def items(path: Path, told: Settings | None = None) -> list[Item]:
    with path.open("rb") as file:
        return list(FORMATS["parquet"].items(file, str(path), told or Settings()))


def written(path: Path, references: list[str | None], group: int = 1000) -> Path:
    table = pa.table({"n": range(len(references)), "reference": references})
    table = table.append_column("base", pa.array([BASE] * len(references), pa.string()))
    pq.write_table(table, path, row_group_size=group)
    return path


@settings(
    suppress_health_check=[*settings().suppress_health_check, HealthCheck.function_scoped_fixture]
)
@given(st.lists(encodable, min_size=1, max_size=30), st.integers(1, 12))
def test_every_row_is_read_once(tmp_path: Path, references: list[str], group: int) -> None:
    """Whatever the row groups."""
    path = written(tmp_path / "in.parquet", list(references), group)
    assert items(path) == [
        Pair(str(path), row, BASE, text) for row, text in enumerate(references, 1)
    ]


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
    found = items(path, ONE_BASE)
    assert found == [Pair(str(path), row, BASE, text) for row, text in enumerate(("g", "", "g"), 1)]


def test_octets_that_are_no_utf_8_are_set_aside_alone(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    octets = pa.array([b"g", b"\xff", b"h"], pa.binary())
    text = pa.Array.from_buffers(pa.string(), 3, octets.buffers())
    pq.write_table(pa.table({"reference": text}), path)
    assert items(path, ONE_BASE) == [
        Pair(str(path), 1, BASE, "g"),
        BadRow(str(path), 2, "'reference' is no UTF-8", b"\xff", 1),
        Pair(str(path), 3, BASE, "h"),
    ]


@pytest.mark.parametrize(
    ("table", "wrong"),
    [
        ({"base": ["a"]}, "has not one field 'reference'; there is: 'base'"),
        ({"base": ["a"], "reference": [1]}, "field 'reference' holds int64, and not text"),
    ],
)
def test_a_file_without_the_fields_is_refused(
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
    (damage,) = items(path)
    assert isinstance(damage, Damage)
    assert damage.wrong.startswith("is no Parquet file that can be read")


@pytest.mark.parametrize("type_", [pa.string(), pa.large_string(), pa.string_view(), pa.null()])
def test_every_type_of_text_is_read(type_: pa.DataType, tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    texts = [None, None] if type_ == pa.null() else ["g", None]
    pq.write_table(pa.table({"reference": pa.array(texts, type_)}), path)
    first, second = items(path, ONE_BASE)
    null = "'reference' is null"
    assert second == BadRow(str(path), 2, null)
    wanted = BadRow(str(path), 1, null) if type_ == pa.null() else Pair(str(path), 1, BASE, "g")
    assert first == wanted


_ENCODINGS = ["PLAIN", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"]


@pytest.mark.parametrize("encoding", _ENCODINGS)
@pytest.mark.parametrize("compression", ["none", "snappy", "zstd", "gzip", "brotli", "lz4"])
@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_every_encoding_is_read(
    encoding: str, compression: str, version: str, tmp_path: Path
) -> None:
    path = tmp_path / "in.parquet"
    references = [None if number % 7 == 3 else "x" * (number % 300) for number in range(1500)]
    pq.write_table(
        pa.table({"reference": references}),
        path,
        use_dictionary=False,
        compression=compression,
        data_page_version=version,
        data_page_size=1000,
        column_encoding={"reference": encoding},
    )
    found = items(path, ONE_BASE)
    assert [item.reference if isinstance(item, Pair) else None for item in found] == references


# What takes memory.


@pytest.mark.parametrize("dictionary", [True, False])
def test_a_reference_of_ten_megabytes_is_set_aside_alone(dictionary: bool, tmp_path: Path) -> None:
    """It is, as in the other formats."""
    path, long = tmp_path / "in.parquet", "x" * 10_000_000
    table = pa.table(
        {"reference": ["a", long, "b", "é" * (LONGEST_ROW - len(BASE)), "x" * LONGEST_ROW]}
    )
    pq.write_table(table, path, use_dictionary=dictionary)
    wanted = ["a", f"row 2: {TOO_LONG}", "b", "é" * (LONGEST_ROW - len(BASE)), f"row 5: {TOO_LONG}"]
    assert in_short(items(path, ONE_BASE)) == wanted


@counts_peaks
def test_a_value_that_comes_often_is_in_memory_once(tmp_path: Path) -> None:
    """A kilobyte of the file stands for 400 MB of references."""
    path = tmp_path / "in.parquet"
    zeros = pa.array([0] * 400, pa.int32())
    column = pa.DictionaryArray.from_arrays(zeros, pa.array(["x" * 1_000_000]))
    pq.write_table(pa.table({"reference": column}), path, compression="gzip", store_schema=False)
    assert path.stat().st_size < 2000
    code = (
        "import sys\n"
        "from hexapla.corpus.formats import FORMATS\n"
        "from hexapla.corpus.source import Settings\n"
        "settings = Settings(base='http://a/')\n"
        "items = FORMATS['parquet'].items(open(sys.argv[1], 'rb'), sys.argv[1], settings)\n"
        "assert sum(1 for _ in items) == 400\n"
    )
    assert peak_of_code(code, str(path)) < 250 * 1024


def test_a_row_group_that_says_that_it_is_too_large_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "_MOST_UNPACKED", 100_000)
    path = tmp_path / "in.parquet"
    table = pa.table({"reference": ["a", "b", "x" * 200_000, "c", "d", "e"]})
    pq.write_table(table, path, row_group_size=2)
    found = items(path, ONE_BASE)
    assert [item.reference for item in found if isinstance(item, Pair)] == ["a", "b", "d", "e"]
    (damage,) = (item for item in found if isinstance(item, Damage))
    assert damage.place == "after row 2, row group 2"
    assert damage.wrong == "it has 200061 octets when it is unpacked: too many"


# A list of a million and more empty structs; one with a number of them that none can have; structs
# within structs.
_MILLIONS = b"\x19\xfc\xc1\x84\x3d" + b"\0" * 1_000_001 + b"\0"
_FOOTERS = (_MILLIONS, b"\x19\xfc\xff\xff\xff\xff\x0f", b"\x1c" * 100_000, b"\x19\x19\x19\x19")


@pytest.mark.parametrize("footer", _FOOTERS, ids=len)
def test_a_footer_that_takes_much_memory_is_refused(footer: bytes, tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    path.write_bytes(b"PAR1" + footer + len(footer).to_bytes(4, "little") + b"PAR1")
    (damage,) = items(path)
    assert isinstance(damage, Damage)
    assert damage.wrong.startswith("is no Parquet file that can be read")


def test_a_footer_that_says_that_it_is_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    with path.open("wb") as file:
        file.truncate(100 << 20)
        file.seek(-8, 2)
        file.write((65 << 20).to_bytes(4, "little") + b"PAR1")
    (damage,) = items(path)
    assert str(damage) == f"{path}: its footer has {65 << 20} octets, more than {64 << 20}"


def test_the_footer_of_a_wide_file_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"reference": ["g"], **{f"c{n}": [n] for n in range(300)}}), path)
    assert items(path, ONE_BASE) == [Pair(str(path), 1, BASE, "g")]
